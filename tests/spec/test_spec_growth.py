"""A new value costs what CONTRIBUTING.md says: its edits are applied to a copy, and both evaluators play by it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
PARTS = ("spec", "grammar", "reference", "cli", "conformance/evaluator", "conformance/hakem_conformance")


def edits() -> dict[str, list[str]]:
    """file -> the lines of its edit, from the one block of kind diff."""
    (block,) = re.findall(r"^```diff\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    parts = re.split(r"^--- a/(.*)\n\+\+\+ b/.*\n@@\n", block, flags=re.MULTILINE)[1:]
    return {file: text.splitlines() for file, text in zip(parts[::2], parts[1::2], strict=True)}


def file_after(named: str) -> str:
    """The block of YAML that follows the place where the page names a file."""
    return re.findall(r"^```yaml\n(.*?)^```$", PAGE.partition(f"`{named}`:")[2], re.MULTILINE | re.DOTALL)[0]


def apply(folder: Path, only: str | None = None) -> None:
    for file, lines in edits().items():
        old = "".join(f"{line[1:]}\n" for line in lines if not line.startswith("+"))
        new = "".join(f"{line[1:]}\n" for line in lines if not line.startswith("-"))
        text = (folder / file).read_text(encoding="utf-8")
        assert text.count(old) == 1, f"the edit of {file} does not fit it any more:\n{old}"
        if only is None or file in ("spec/vocabulary.yaml", only):
            (folder / file).write_text(text.replace(old, new), encoding="utf-8")
    for named in ("spec/rulesets/overlay/pair-holder-trick.yaml", "conformance/sources/twenty-nine/holder-trick.yaml"):
        (folder / named).parent.mkdir(parents=True, exist_ok=True)
        (folder / named).write_text(file_after(named), encoding="utf-8")


def copy(folder: Path) -> None:
    for part in PARTS:
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))


def hakem(folder: Path, *arguments: str) -> tuple[int, str]:
    paths = os.pathsep.join(str(folder / part) for part in ("reference", "conformance", "cli"))
    done = subprocess.run(
        [sys.executable, "-m", "hakem_cli.main", *arguments],
        env={**os.environ, "PYTHONPATH": paths, "NO_COLOR": "1", "PYTHONDONTWRITEBYTECODE": "1"},
        cwd=folder, capture_output=True, text=True, encoding="utf-8", timeout=60, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


def test_a_new_value_costs_an_entry_a_function_in_each_evaluator_and_its_vectors(tmp_path: Path) -> None:
    copy(tmp_path)
    apply(tmp_path)
    assert len(edits()) == 3
    code, printed = hakem(tmp_path, "rules", "check", "twenty-nine", "--with", "pair-holder-trick")
    assert (code, "sound" in printed) == (0, True), printed
    code, printed = hakem(tmp_path, "suite", "freeze", "conformance/sources/twenty-nine/holder-trick.yaml")
    assert code == 0, printed
    assert (tmp_path / "conformance/vectors/twenty-nine/TN-999.json").is_file()
    code, printed = hakem(tmp_path, "rules", "doc", "twenty-nine", "--with", "pair-holder-trick", "--no-example")
    assert code == 0 and "that the holder has won himself." in printed


@pytest.mark.parametrize("only", ["reference/hakem/game/pair.py", "conformance/evaluator/pair.js"])
def test_one_evaluator_alone_is_not_enough(tmp_path: Path, only: str) -> None:
    copy(tmp_path)
    apply(tmp_path, only)
    code, printed = hakem(tmp_path, "suite", "freeze", "conformance/sources/twenty-nine/holder-trick.yaml")
    assert code != 0 and "TN-999" in printed, printed
    assert not (tmp_path / "conformance/vectors").exists()
