"""The JavaScript evaluator's own tests, and what makes it a second reading of the rules that people can check."""

from __future__ import annotations

import re
import subprocess

from hakem import data

FOLDER = data.path("conformance/evaluator")


def test_its_own_tests_pass() -> None:
    files = sorted(str(file) for file in (FOLDER / "test").glob("*.test.js"))
    assert len(files) >= 5
    done = subprocess.run(["node", "--test", *files], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:]


def test_it_stays_small_enough_to_be_read() -> None:
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in FOLDER.glob("*.js")) < 2000


def test_it_needs_nothing_but_the_language() -> None:
    """No module from outside, and only `main.js` speaks to Node."""
    for file in FOLDER.glob("*.js"):
        modules = re.findall(r'from "([^"]+)"', file.read_text(encoding="utf-8"))
        foreign = [module for module in modules if not module.startswith("./")]
        assert foreign == (["node:fs"] if file.name == "main.js" else []), file.name
