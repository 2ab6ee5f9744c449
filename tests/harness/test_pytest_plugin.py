"""`pytest --hakem COMMAND`, run as its user runs it."""

from __future__ import annotations

import shlex
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

from toy_suite import VECTORS, parrot, write, wrong

#: An installed Hakem brings its plugin by itself.
INSTALLED = any(each.name == "hakem" for each in entry_points(group="pytest11"))
PLUGIN = [] if INSTALLED else ["-p", "hakem_cli.pytest_plugin"]


def run(folder: Path, command: list[str], *words: str) -> subprocess.CompletedProcess[str]:
    options = [*PLUGIN, "-p", "no:cacheprovider", "--hakem", shlex.join(command)]
    return subprocess.run(
        [sys.executable, "-m", "pytest", *options, "--hakem-vectors", str(folder), "-ra", *words],
        cwd=folder.parent, capture_output=True, text=True, timeout=60,
    )  # fmt: skip


def test_each_vector_is_a_test(folder: Path) -> None:
    done = run(folder, parrot(folder))
    assert done.returncode == 0 and "4 passed" in done.stdout


def test_a_failure_tells_the_deal_and_the_clause(folder: Path) -> None:
    done = run(folder, wrong(folder))
    assert done.returncode == 1 and "1 failed, 3 passed" in done.stdout
    for text in ("TOY-2  TOY-2 of the toy", "Eldest leads to the first trick.", "E: too many  E:C7"):
        assert text in done.stdout
    assert "Traceback" not in done.stdout and "examine(" not in done.stdout


def test_vectors_are_chosen_by_name_and_beside_other_tests(folder: Path) -> None:
    (folder.parent / "test_mine.py").write_text("def test_mine(): pass\n", encoding="utf-8")
    assert "5 passed" in run(folder, parrot(folder)).stdout
    assert "4 passed" in run(folder, parrot(folder), "--hakem-only").stdout
    assert "1 passed" in run(folder, parrot(folder), "-k", "TOY-3").stdout
    assert "1 passed" in run(folder, parrot(folder), "--hakem-clause", "match.*", "--hakem-only").stdout


def test_workers_have_engines_of_their_own(folder: Path) -> None:
    assert "4 passed" in run(folder, parrot(folder), "-n", "2").stdout


def test_a_crash_fails_one_test_only(folder: Path) -> None:
    done = run(folder, parrot(folder, "crash", "TOY-2"))
    assert "1 failed, 3 passed" in done.stdout and "exit code 3" in done.stdout and "\x1b" not in done.stdout


def test_what_is_not_claimed_is_skipped(folder: Path) -> None:
    write(folder, [{**VECTORS[0], "id": "OTHER-1", "rules": "other@1"}])
    assert "4 passed, 1 skipped" in run(folder, parrot(folder)).stdout


def test_a_command_that_is_not_there_and_a_slip(folder: Path) -> None:
    done = run(folder, ["no-such-engine"])
    assert "4 failed" in done.stdout and "there is no command" in done.stdout
    done = run(folder, parrot(folder), "--hakem-clause", "no.such")
    assert done.returncode == 4 and "fits no clause" in done.stderr


def test_without_the_option_nothing_changes(folder: Path) -> None:
    (folder.parent / "test_mine.py").write_text("def test_mine(): pass\n", encoding="utf-8")
    command = [sys.executable, "-m", "pytest", *PLUGIN, "-p", "no:cacheprovider"]
    done = subprocess.run(command, cwd=folder.parent, capture_output=True, text=True, timeout=60)
    assert "1 passed" in done.stdout
