"""Every example in the documents is run, and prints what the document says it prints.

A document is one story, read from top to bottom in a folder that looks like the checkout: a block that begins
with `# NAME` becomes the file NAME, a `$ ` line is run in a shell, and what follows it is its output, where a line
`…` stands for any lines and `…` within a line for any text. Blocks of Python are run as programs.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted(
    str(path.relative_to(ROOT))
    for path in [ROOT / "README.md", ROOT / "grammar/README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/**/*.md")]
    if path.is_file()
)
_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"^# ([\w-]+\.\w+)$")


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, its text and the line it begins at."""

    language: str
    text: str
    line: int


def blocks(document: str) -> list[Block]:
    text = (ROOT / document).read_text(encoding="utf-8")
    return [Block(found[1], found[2], text[: found.start()].count("\n") + 2) for found in _FENCE.finditer(text)]


def run(command: str, folder: Path) -> str:
    """What a command prints, both streams, in a folder that looks like the checkout."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env={**os.environ, "PATH": path, "NO_COLOR": "1", "COLUMNS": "120", "PYTHONUTF8": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=120,
        check=False,
    )
    return done.stdout.decode("utf-8")


def matches(promised: str, printed: str) -> bool:
    """Whether the output is as the document shows it, `…` standing for what is left out."""
    pattern = re.escape(promised.rstrip("\n"))
    pattern = re.sub(r"(?m)^[ ]*…(\n|\Z)", r"(?:.*(?:\\n|\\Z))*?", pattern.replace(r"\ ", " ").replace("\\\n", "\n"))
    return re.fullmatch(pattern.replace("…", ".*"), printed.rstrip("\n")) is not None


@pytest.mark.parametrize("document", DOCUMENTS)
def test_examples_print_what_the_document_says(document: str, tmp_path: Path) -> None:
    for entry in ROOT.iterdir():
        if not entry.name.startswith("."):
            (tmp_path / entry.name).symlink_to(entry)
    for block in blocks(document):
        first = block.text.split("\n", 1)[0]
        if named := _FILE.match(first):
            (tmp_path / named[1]).write_text(block.text, encoding="utf-8")
        elif block.language == "python":
            done = subprocess.run([sys.executable, "-c", block.text], cwd=tmp_path, capture_output=True, check=False)
            assert done.returncode == 0, f"{document}:{block.line}\n{done.stderr.decode()}"
        elif first.startswith("$ "):
            for example in re.split(r"(?m)^\$ ", block.text)[1:]:
                command, promised = example.split("\n", 1)
                printed = run(command, tmp_path)
                assert not promised.strip() or matches(promised, printed), (
                    f"{document}:{block.line} $ {command}\n--- printed\n{printed}--- the document says\n{promised}"
                )


@pytest.mark.parametrize(
    ("promised", "printed", "same"),
    [
        ("a\n", "a\n", True),
        ("a\n", "b\n", False),
        ("a\n…\nb\n", "a\nx\ny\nb\n", True),
        ("a\n…\nb\n", "a\nb\n", True),
        ("a\n…\nb\n", "a\nx\nc\n", False),
        ("took … s\n", "took 0.4 s\n", True),
        ("took … s\n", "took 0.4 min\n", False),
        ("a.b\n", "axb\n", False),
        ("a\n  …\n", "a\nx\n", True),
    ],
)
def test_left_out_text(promised: str, printed: str, same: bool) -> None:
    assert matches(promised, printed) is same
