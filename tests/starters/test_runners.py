"""The examples of docs/runners.md run as they stand, pass on a good engine, and fail on one with a mistake."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from starter_tools import ENGINES, ROOT, STARTERS, need

RUNNERS = ROOT / "conformance/runners"
VECTORS = ROOT / "conformance/vectors/twenty-nine"
FILES = sorted(file for file in RUNNERS.rglob("*.*") if "__pycache__" not in file.parts)


def run(command: Sequence[str], folder: Path, vectors: Path = VECTORS) -> tuple[int, str]:
    """Exit code and output."""
    more = {"HAKEM_VECTORS": str(vectors), "GOPROXY": "off", "CARGO_NET_OFFLINE": "true"}
    done = subprocess.run(
        command, cwd=folder, env={**os.environ, **more}, capture_output=True, text=True, timeout=300, check=False
    )
    return done.returncode, done.stdout + done.stderr


def tree(folder: Path, *parts: str) -> Path:
    """A copy of parts of `conformance`, so that an engine can be broken."""
    for part in parts:
        shutil.copytree(ROOT / "conformance" / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def broken(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert text.count(old) == 1
    file.write_text(text.replace(old, new))


def test_pytest(tmp_path: Path) -> None:
    folder = tree(tmp_path, "runners/pytest", "engines/python", "vectors/twenty-nine")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-c", os.devnull,
               "runners/pytest"]  # fmt: skip
    code, out = run(command, folder)
    assert code == 0, out
    assert int(re.findall(r"(\d+) passed", out)[0]) > 90
    broken(folder / "engines/python/game29.py", "if card not in self.playable(player):", "if False:")
    code, out = run(command, folder)
    assert code == 1 and re.search(r"[1-9]\d* failed", out), out


def test_node(tmp_path: Path) -> None:
    need("node")
    folder = tree(tmp_path, "runners/node", "engines/javascript", "vectors/twenty-nine")
    command = ["node", "--test", "runners/node/vectors.test.mjs"]
    code, out = run(command, folder)
    assert code == 0, out
    assert int(re.findall(r"pass (\d+)", out)[0]) > 90
    broken(folder / "engines/javascript/table29.mjs", "!this.playable(seat).includes(card)", "false")
    code, out = run(command, folder)
    assert code == 1 and re.search(r"fail [1-9]", out), out


def test_go(tmp_path: Path) -> None:
    need("go")
    folder = tmp_path / "engine"
    shutil.copytree(ENGINES / "twenty-nine-go", folder)
    shutil.copy(RUNNERS / "go/vectors_test.go", folder)
    code, out = run(["go", "test", "-v", "."], folder)
    assert code == 0, out
    assert out.count("    --- PASS") > 100
    broken(folder / "deal.go", "d.revealed && this.suit()", "this.suit()")
    code, out = run(["go", "test", "."], folder)
    assert code == 1 and "--- FAIL: TestVectors/TN-" in out, out


def test_rust(tmp_path: Path) -> None:
    need("cargo", "rustc")
    folder = tmp_path / "engine"
    shutil.copytree(STARTERS / "rust", folder, ignore=shutil.ignore_patterns("target"))
    shutil.copy(RUNNERS / "rust/vectors.rs", folder / "src")
    broken(folder / "src/main.rs", "mod json;\n", "mod json;\n#[cfg(test)]\nmod vectors;\n")
    vectors = STARTERS / "vectors"
    code, out = run(["cargo", "test", "--", "--nocapture"], folder, vectors)
    assert code == 0 and "1 vectors" in out, out
    broken(folder / "src/main.rs", "!must || follows(card)", "true")
    code, out = run(["cargo", "test"], folder, vectors)
    assert code != 0 and "ST-001" in out, out


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_they_are_small_and_on_the_page(file: Path) -> None:
    assert len(file.read_text().splitlines()) <= 120
    assert str(file.relative_to(ROOT)) in (ROOT / "docs/runners.md").read_text()
