"""The product as a user gets it: wheel built from the source distribution, installed alone, used from an empty folder.

On the oldest Python that is supported and on the newest that is found here. Where one is missing the warnings at the
end of the run say so.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import warnings
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from email import message_from_bytes
from pathlib import Path

import interpreters
import pytest

from hakem.version import __version__

ROOT = Path(__file__).resolve().parents[2]
DATA = re.compile(r'data\.path\("([^"]+)"\)')
#: Data that only makers of the suite use, from a checkout.
NOT_SHIPPED = {"conformance/sources"}


def _run(command: Sequence[str | Path], folder: Path, given: str = "", code: int = 0) -> str:
    """The standard output of a command that must end with `code` and knows nothing of the checkout."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    done = subprocess.run(list(map(str, command)), cwd=folder, input=given, capture_output=True, text=True, env=clean)
    assert done.returncode == code, f"{command} ended with {done.returncode}\n{done.stdout}\n{done.stderr}"
    assert "Traceback" not in done.stderr
    return done.stdout


@dataclass(frozen=True)
class Dist:
    """The two distributions, the wheel built from the other; and what there was in the checkout to put into them."""

    source: Path
    wheel: Path
    vectors: frozenset[str]
    records: frozenset[str]
    rules: frozenset[str]


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Dist:
    folder = tmp_path_factory.mktemp("dist")
    vectors = frozenset(file.stem for file in (ROOT / "conformance/vectors").rglob("*.json"))
    records = frozenset(file.name for file in (ROOT / "conformance/records").rglob("*.ttn"))
    documents = (ROOT / "spec/rulesets").rglob("*.yaml")
    rules = frozenset(file.relative_to(ROOT / "spec/rulesets").with_suffix("").as_posix() for file in documents)
    assert len(vectors) >= 100 and len(records) >= 3 and len(rules) >= 100
    _run([sys.executable, "-m", "build", "--outdir", folder, ROOT], folder)
    (source,), (wheel,) = folder.glob("*.tar.gz"), folder.glob("*.whl")
    return Dist(source, wheel, vectors, records, rules)


def test_what_the_distributions_say_and_hold(dist: Dist) -> None:
    with zipfile.ZipFile(dist.wheel) as wheel:
        names = set(wheel.namelist())
        info = f"hakem-{__version__}.dist-info"
        told = message_from_bytes(wheel.read(f"{info}/METADATA"))
        assert wheel.read(f"{info}/licenses/LICENSE") == (ROOT / "LICENSE").read_bytes()
    assert {top.partition("/")[0] for top in names} == {"hakem", "hakem_conformance", "hakem_cli", info}
    assert told["Version"] == __version__
    assert told["License-Expression"] == "MIT"
    assert told["Requires-Python"] == ">=3.11"
    assert told["Description-Content-Type"] == "text/markdown"
    assert told.get_payload(decode=True) == (ROOT / "README.md").read_bytes()
    with tarfile.open(dist.source) as source:
        inside = {name.partition("/")[2] for name in source.getnames()}
    assert {"LICENSE", "Makefile", "spec/rules.md", "grammar/record.lark", "bench/run.py"} <= inside
    assert "tests/packaging/test_wheel.py" in inside
    assert not [name for name in inside if name.startswith((".venv", "dist/")) or name.endswith(".pyc")]


def test_the_wheel_holds_all_data_that_the_code_asks_for(dist: Dist) -> None:
    code = [file for part in ("reference", "conformance", "cli") for file in (ROOT / part).rglob("*.py")]
    asked = {path for file in code for path in DATA.findall(file.read_text(encoding="utf-8"))} - NOT_SHIPPED
    assert {"spec/vocabulary.yaml", "grammar/record.lark", "conformance/vectors"} <= asked
    shipped = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    with zipfile.ZipFile(dist.wheel) as wheel:
        names = wheel.namelist()
    for path in sorted(asked | set(shipped["force-include"])):
        assert any(f"{name}/".startswith(f"hakem/_data/{path}/") for name in names), f"{path} is not in the wheel"


def _interpreter(which: str) -> str:
    """The oldest or newest Python; a warning, and no test, where it is not here."""
    versions = interpreters.found()
    oldest, newest = ".".join(map(str, interpreters.OLDEST)), max(versions, default=interpreters.OLDEST)
    if which == "oldest" and interpreters.OLDEST not in versions:
        lack = f"the wheel was not tried on Python {oldest}, the oldest supported: it is not on this machine"
    elif which == "newest" and newest == interpreters.OLDEST:
        lack = f"the wheel was tried on no Python newer than {oldest}: there is none on this machine"
    else:
        return versions[interpreters.OLDEST if which == "oldest" else newest]
    warnings.warn(lack, stacklevel=1)
    pytest.skip(lack)


@pytest.mark.parametrize("which", ["oldest", "newest"])
def test_the_installed_wheel_works_by_itself(which: str, dist: Dist, tmp_path: Path) -> None:
    interpreter = _interpreter(which)
    empty = tmp_path / "empty"
    empty.mkdir()
    _run([interpreter, "-m", "venv", tmp_path / "env"], empty)
    python, hakem = tmp_path / "env/bin/python", tmp_path / "env/bin/hakem"
    install = [python, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    _run([*install, dist.wheel], empty)
    data = Path(_run([python, "-c", "from hakem import data; print(data.ROOT)"], empty).strip())
    assert data.is_relative_to(tmp_path / "env")

    assert _run([hakem, "--version"], empty) == f"hakem {__version__}\n"
    _check_rules(hakem, dist, empty)
    _check_records(hakem, dist, data, empty)
    _check_engine(hakem, empty)
    _check_suite(hakem, dist, data, empty)
    assert not list(empty.iterdir()), "a command left something behind"

    if _run([python, "-c", "import sys; print(sys.version_info[:2])"], empty).strip() == str(sys.version_info[:2]):
        return  # the tests themselves run on this version
    _run([*install, "pytest", "hypothesis"], empty)
    shutil.copytree(ROOT / "tests/game", tmp_path / "game", ignore=shutil.ignore_patterns("__pycache__"))
    _run([python, "-m", "pytest", "-q", "-p", "no:cacheprovider", tmp_path / "game"], tmp_path / "game")


def _check_rules(hakem: Path, dist: Dist, empty: Path) -> None:
    """Every shipped document is listed, every rule set sound."""
    listed = _run([hakem, "rules", "list", "--json"], empty)
    assert not [name for name in dist.rules if f'"{name}"' not in listed]
    sets = sorted(name for name in dist.rules if not name.startswith(("overlay/", "family/")))
    checked = _run([hakem, "rules", "check", *sets], empty)
    assert checked.count(": sound") == len(sets)


def _check_records(hakem: Path, dist: Dist, data: Path, empty: Path) -> None:
    """The recorded games that come with it are read, played and drawn."""
    files = sorted((data / "conformance/records").rglob("*.ttn"))
    assert {file.name for file in files} == dist.records
    *_, last = _run([hakem, "record", "check", "--json", *files], empty).splitlines()
    summary = json.loads(last)["summary"]
    assert (summary["files"], summary["errors"]) == (len(files), 0)
    assert summary["boards"] == summary["played"] > 0
    assert "trick" in _run([hakem, "record", "replay", "--ascii", files[0]], empty).lower()


def _check_engine(hakem: Path, empty: Path) -> None:
    """The interpreter says hello over the wire."""
    hello = {"jsonrpc": "2.0", "id": 1, "method": "hello", "params": {"protocol": ["1.0"], "harness": "test"}}
    reply = json.loads(_run([hakem, "engine"], empty, json.dumps(hello) + "\n"))
    assert reply["id"] == 1
    assert reply["result"]["protocol"] == "1.0"
    assert reply["result"]["engine"] == {"name": "hakem", "version": __version__, "language": "Python"}


def _check_suite(hakem: Path, dist: Dist, data: Path, empty: Path) -> None:
    """Every vector of the suite is there, and the evaluator that comes with it passes them; a wrong engine does not."""
    listed = {vector["id"] for vector in json.loads(_run([hakem, "suite", "list", "--json"], empty))}
    assert listed == dist.vectors
    evaluator = ("node", data / "conformance/evaluator/main.js")
    *_, end = _run([hakem, "test", "--json", "--", *evaluator], empty).splitlines()
    statuses = json.loads(end)["statuses"]
    assert statuses.keys() == {"pass"} and statuses["pass"] >= len(listed)  # and samples of the counts
    wrong = ("node", data / "conformance/zoo/zoo.mjs", "unrevealed-trump-wins")
    assert "FAIL" in _run([hakem, "test", "--fail-fast", "--", *wrong], empty, code=1)
