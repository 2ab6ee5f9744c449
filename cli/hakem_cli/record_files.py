"""The records a command is given: files, folders and standard input, as text or as JSON twin, plain or gzip."""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import BinaryIO

from hakem.errors import Finding, HakemError
from hakem.record import Reading, read, read_twin, twin_lines
from hakem.record.codes import REPAIRED
from hakem.record.cuts import unpacked
from hakem.record.nodes import Header
from hakem.record.source import Source
from hakem.replay import Replayed, replay
from hakem.rules import RuleSet
from hakem_cli.output import neutral

STDIN = "-"
ENDINGS = (".ttn", ".ttn.gz")
#: Findings that mean there was no record to look at.
_BROKEN = ("no_such_file", "gzip", "no_record", "bad_twin")


class Tally:
    """What was seen over all files."""

    def __init__(self) -> None:
        self.numbers = Counter[str]()
        self.broken = False

    def add(self, part: Replayed) -> None:
        """Count a header or board and what was said about it."""
        is_header = isinstance(part.node, Header)
        self.numbers["boards"] += not is_header and part.source.text != ""
        self.numbers["played"] += part.game is not None
        for finding in part.findings:
            self.numbers[finding.severity + "s"] += 1
            self.broken = self.broken or finding.code in _BROKEN

    def __str__(self) -> str:
        things = [(self.numbers[name], name[:-1]) for name in ("files", "boards", "errors", "warnings")]
        files, boards, errors, warnings = (counted(number, thing) for number, thing in things)
        return f"{files}, {boards} ({self.numbers['played']} played under their rules), {errors}, {warnings}"

    @property
    def code(self) -> int:
        """The exit code."""
        return 2 if self.broken else 1 if self.numbers["errors"] else 0


def gist(findings: Iterable[Finding]) -> Iterator[str]:
    """Findings for reading: of each kind of repair only the first, and how many more there were."""
    shown = list(findings)
    repairs = Counter(finding.code for finding in shown if _is_repair(finding))
    for finding in shown:
        if not _is_repair(finding):
            yield neutral(str(finding))
        elif number := repairs.pop(finding.code, 0):
            first, *rest = neutral(str(finding)).split("\n")
            more = f" and {number - 1} more" if number > 1 else ""
            yield "\n".join([first + more, *rest])


def _is_repair(finding: Finding) -> bool:
    return finding.severity == "warning" and finding.code in REPAIRED


def counted(number: int, thing: str) -> str:
    """`1 file`, `2 files`."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def named(names: list[str]) -> Iterator[str]:
    """The files of a list of names: a folder stands for every record below it, in order."""
    for name in names:
        if not os.path.isdir(name):
            yield name
            continue
        found = sorted(str(path) for path in Path(name).rglob("*") if path.name.endswith(ENDINGS))
        if not found:
            expected = " or ".join(ENDINGS)
            raise HakemError(Finding("no_such_file", "there is no record in this folder", name, expected=expected))
        yield from found


@contextmanager
def opened(name: str) -> Iterator[BinaryIO]:
    """A file, or standard input. Raises HakemError if there is none."""
    if name == STDIN:
        yield sys.stdin.buffer
        return
    with ExitStack() as stack:
        try:
            stream = stack.enter_context(Path(name).open("rb"))
        except OSError as error:
            raise HakemError(Finding("no_such_file", f"cannot be read: {error.strerror}", name)) from None
        yield stream


def readings(stream: BinaryIO, name: str, args: argparse.Namespace) -> Iterator[Reading]:
    """Everything in a stream, which holds a record or the twin of one."""
    label = "" if name == STDIN else name
    try:
        whole = unpacked(stream)
        twin = whole.peek(1).startswith(b"{")
    except (EOFError, OSError) as error:
        raise HakemError(Finding("gzip", f"the gzip file is broken or cut off: {error}", label)) from None
    return read_twin(twin_lines(whole, label), label) if twin else read(whole, args.level, label)


def parts(name: str, args: argparse.Namespace, rules: RuleSet | None) -> Iterator[Replayed]:
    """Everything in a file, read and played. A file that cannot be used is a finding, so that the other files are
    still looked at."""
    try:
        with opened(name) as stream:
            yield from replay(readings(stream, name, args), args.level, rules)
    except HakemError as error:
        yield Replayed(Source(name, 0, ""), None, error.findings)
