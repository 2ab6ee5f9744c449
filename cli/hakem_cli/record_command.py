"""`hakem record`: check, format and replay recorded games."""

from __future__ import annotations

import argparse
import difflib
import filecmp
import gzip
import json
import os
import shutil
import sys
import tempfile
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from hakem import rules as rule_sets
from hakem.errors import Finding, HakemError
from hakem.record import LEVELS, export, export_board, export_header, from_twin, read, to_twin
from hakem.record.codes import REPAIRED, UNREADABLE
from hakem.record.nodes import Board, Header, Match
from hakem.record.source import Source
from hakem.record.twin import board_to_twin
from hakem.replay import Replayed, replay
from hakem.replay.draw import draw
from hakem.rules import RuleSet
from hakem_cli.output import neutral, paint

EPILOG = """examples:
  hakem record check night.ttn club/*.ttn.gz   is it well written, and was it played by the rules?
  hakem record fmt -w typed.ttn                put a typed record into the canonical form
  hakem record replay night.ttn --board 2      draw it trick by trick

levels: strict refuses every departure from the notation; lenient puts right what is plain (10 for T, suit
symbols, `Pass`, a missing seat …) and says so; salvage also keeps what cannot be read in [%unparsed "…"].

exit codes: 0 all good, 1 findings, 2 usage or broken input"""

#: Findings that mean there was no record to look at.
_BROKEN = ("no_such_file", "gzip", "no_record", "bad_twin")
_GZIP = b"\x1f\x8b"
STDIN = "-"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    check = actions.add_parser("check", help="report everything that is wrong in records")
    fmt = actions.add_parser("fmt", help="write records in their canonical form")
    show = actions.add_parser("replay", help="draw deals trick by trick, and check what they claim")
    for each, level in ((check, "strict"), (fmt, "lenient"), (show, "lenient")):
        each.add_argument("files", nargs="+", metavar="FILE", help="records, plain or .gz; - for standard input")
        each.add_argument("--level", choices=LEVELS, default=level, help=f"how much to put right ({level})")
        each.add_argument("--rules", metavar="ID", help="an id or a YAML file, instead of the records' own [Rules]")
        each.add_argument("--with", dest="overlays", action="append", default=[], metavar="OVERLAY",
                          help="put an overlay on --rules; may be repeated, or several with commas")  # fmt: skip
    check.add_argument("--json", action="store_true", help="one finding a line, then a summary")
    show.add_argument("--json", action="store_true", help="the result of each board, one a line")
    show.add_argument("--board", metavar="NAME", help="only the board of this name")
    show.add_argument("--ascii", action="store_true", help="no suit symbols")
    how = fmt.add_mutually_exclusive_group()
    how.add_argument("-w", "--write", action="store_true", help="change the files themselves")
    how.add_argument("--check", action="store_true", help="only say which files are not canonical")
    how.add_argument("--diff", action="store_true", help="show what would change")
    how.add_argument("--json", action="store_true", help="print the JSON twin, one event a line")


def run(args: argparse.Namespace) -> int:
    args.overlays = [name for given in args.overlays for name in given.split(",") if name]
    if args.overlays and not args.rules:
        raise HakemError(Finding("usage", "--with needs --rules", hint="or write overlays into [Options]"))
    rules = rule_sets.load(args.rules, args.overlays) if args.rules else None
    return {"check": _check, "fmt": _fmt, "replay": _replay}[args.action](args, rules)


class _Tally:
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
        files, boards, errors, warnings = (_count(number, thing) for number, thing in things)
        return f"{files}, {boards} ({self.numbers['played']} played under their rules), {errors}, {warnings}"

    @property
    def code(self) -> int:
        """The exit code."""
        return 2 if self.broken else 1 if self.numbers["errors"] else 0


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def _parts(name: str, args: argparse.Namespace, rules: RuleSet | None) -> Iterator[Replayed]:
    """Everything in a file, read and played."""
    label = "" if name == STDIN else name
    with _opened(name) as stream:
        yield from replay(read(stream, args.level, label), args.level, rules)


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
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


def _check(args: argparse.Namespace, rules: RuleSet | None) -> int:
    tally = _Tally()
    for name in args.files:
        tally.numbers["files"] += 1
        for part in _guarded(name, args, rules):
            tally.add(part)
            for finding in part.findings:
                print(json.dumps(finding.to_json(), ensure_ascii=False) if args.json else _shown(finding))
    if args.json:
        numbers = ("files", "boards", "played", "errors", "warnings")
        print(json.dumps({"summary": {name: tally.numbers[name] for name in numbers}}))
    else:
        print(paint(str(tally), "red" if tally.code else "green"))
    return tally.code


def _guarded(name: str, args: argparse.Namespace, rules: RuleSet | None) -> Iterator[Replayed]:
    """As `_parts`; a file that cannot be opened is a finding, so that the other files are still looked at."""
    try:
        yield from _parts(name, args, rules)
    except HakemError as error:
        yield Replayed(Source(name, 0, ""), None, error.findings)


def _shown(finding: Finding) -> str:
    return neutral(str(finding))


def _replay(args: argparse.Namespace, rules: RuleSet | None) -> int:
    tally, drawn = _Tally(), 0
    ascii_only = args.ascii or not _can_show("♠°→")
    for name in args.files:
        tally.numbers["files"] += 1
        for part in _guarded(name, args, rules):
            if args.board is not None and not (isinstance(part.node, Board) and part.node.name == args.board):
                continue
            tally.add(part)
            drawn += isinstance(part.node, Board)
            if args.json:
                _print_result(name, part)
            else:
                _print_drawing(part, ascii_only)
    if args.board is not None and not drawn:
        raise HakemError(Finding("no_such_board", f"there is no board `{args.board}`", " ".join(args.files)))
    if not args.json:
        print(paint(str(tally), "red" if tally.code else "green"))
    return tally.code


def _print_result(name: str, part: Replayed) -> None:
    if isinstance(part.node, Header) and not part.findings:
        return
    line = {
        "file": name,
        "board": part.node.name if isinstance(part.node, Board) else None,
        "result": part.game.result if part.game is not None else None,
        "findings": [finding.to_json() for finding in part.findings],
    }
    print(json.dumps(line, ensure_ascii=False))


def _print_drawing(part: Replayed, ascii_only: bool) -> None:
    if part.game is not None and isinstance(part.node, Board):
        print(draw(part.game, part.node.name, ascii_only, paint))
        if part.game.log and any(event[0] == "trick_won" for event in part.game.log):
            print(paint(f"  [ ] wins the trick   {'*' if ascii_only else '°'} void in the suit led", "dim"))
    for finding in part.findings:
        print(_shown(finding))
    if part.game is not None or part.findings:
        print()


def _can_show(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def _fmt(args: argparse.Namespace, rules: RuleSet | None) -> int:
    if len(args.files) > 1 and not (args.write or args.check or args.diff):
        raise HakemError(Finding("usage", "several files need -w, --check or --diff", hint="or one file at a time"))
    if args.write and STDIN in args.files:
        raise HakemError(Finding("usage", "-w cannot write to standard input"))
    return max(_fmt_file(name, args, rules) for name in args.files)


def _fmt_file(name: str, args: argparse.Namespace, rules: RuleSet | None) -> int:
    """Format one file. The new text is complete in a temporary file before anything else is touched."""
    target = Path(os.path.realpath(name)) if args.write else None
    try:
        with tempfile.TemporaryDirectory(dir=target.parent if target else None, prefix=".hakem-") as folder:
            original, canonical = Path(folder, "original"), Path(folder, "canonical")
            with _opened(name) as stream:
                packed = _copy_unpacked(stream, original, name)
            return _write_canonical(original, canonical, name, args, rules) or _deliver(
                name, original, canonical, (target, packed), args
            )
    except HakemError as error:
        print(_shown_all(error), file=sys.stderr)
        return 2
    except OSError as error:
        print(Finding("not_written", f"cannot be written: {error.strerror}", name), file=sys.stderr)
        return 2


def _copy_unpacked(stream: BinaryIO, to: Path, name: str) -> bool:
    """Copy a stream to a file, unpacked. Returns whether it was packed."""
    with to.open("w+b") as copy:
        shutil.copyfileobj(stream, copy)
        copy.seek(0)
        if copy.read(2) != _GZIP:
            return False
    unpacked = to.with_suffix(".unpacked")
    try:
        with gzip.open(to) as packed, unpacked.open("wb") as copy:
            shutil.copyfileobj(packed, copy)
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise HakemError(Finding("gzip", f"the gzip file is broken or cut off: {error}", name)) from None
    unpacked.replace(to)
    return True


def _write_canonical(original: Path, to: Path, name: str, args: argparse.Namespace, rules: RuleSet | None) -> int:
    """Write the canonical text (or the twin) of a file. Returns the exit code, 0 if all of it could be kept."""
    tally, lost = _Tally(), 0
    with original.open("rb") as stream, to.open("w", encoding="utf-8", newline="\n") as out:
        if stream.read(1) == b"{":
            stream.seek(0)
            out.write(export(from_twin(_twin_lines(stream, name))))
            return 0
        stream.seek(0)
        header: Header | None = None
        for part in replay(read(stream, args.level, "" if name == STDIN else name), args.level, rules):
            told = [finding for finding in part.findings if finding.code in UNREADABLE or finding.code in REPAIRED]
            tally.add(replace(part, findings=tuple(told)))
            for finding in told:
                print(_shown(finding), file=sys.stderr)
            if part.node is None:
                lost += 1
            elif isinstance(part.node, Header):
                out.writelines(_lines_of(part.node, args.json, header is None))
                header = part.node
            else:
                out.writelines(_lines_of_board(part.node, header or Header(), args.json))
    if lost and not tally.broken:
        hint = "mend it, or use --level salvage to keep what cannot be read"
        message = f"{_count(lost, 'part')} of it cannot be kept, so nothing is written"
        print(Finding("not_written", message, name, hint=hint), file=sys.stderr)
    return tally.code


def _lines_of(header: Header, twin: bool, first: bool) -> Iterable[str]:
    return map(_json_line, to_twin(Match(header))) if twin else [export_header(header, first)]


def _lines_of_board(board: Board, header: Header, twin: bool) -> Iterable[str]:
    return map(_json_line, board_to_twin(board, header)) if twin else [export_board(board)]


def _json_line(line: dict[str, object]) -> str:
    return json.dumps(line, ensure_ascii=False) + "\n"


def _twin_lines(stream: BinaryIO, name: str) -> Iterator[dict[str, object]]:
    """The events of a twin, one a line. Raises HakemError on a line that is no JSON object."""
    for number, text in enumerate(stream, 1):
        try:
            line = json.loads(text)
        except (ValueError, RecursionError):
            line = None
        if not isinstance(line, dict):
            raise HakemError(Finding("bad_twin", "the line is no JSON object", name, number))
        yield line


def _deliver(
    name: str, original: Path, canonical: Path, target: tuple[Path | None, bool], args: argparse.Namespace
) -> int:
    """Print, compare or put in place what was written."""
    same = filecmp.cmp(original, canonical, shallow=False)
    path, packed = target
    if path is not None and not same:
        if packed:
            with canonical.open("rb") as text, gzip.open(canonical.with_suffix(".gz"), "wb") as out:
                shutil.copyfileobj(text, out)
            canonical = canonical.with_suffix(".gz")
        shutil.copymode(path, canonical)
        canonical.replace(path)
        print(f"{name}: written", file=sys.stderr)
    elif args.check and not same:
        print(name)
    elif args.diff:
        sys.stdout.writelines(_diff(name, original, canonical))
    elif path is None and not args.check:
        sys.stdout.flush()
        with canonical.open("rb") as text:
            shutil.copyfileobj(text, sys.stdout.buffer)
        sys.stdout.buffer.flush()
    return 1 if (args.check or args.diff) and not same else 0


def _diff(name: str, original: Path, canonical: Path) -> Iterator[str]:
    before, after = (path.read_text("utf-8", "replace").splitlines(keepends=True) for path in (original, canonical))
    for line in difflib.unified_diff(before, after, name, f"{name} (canonical)"):
        yield neutral(line) if line.endswith("\n") else neutral(line) + "\n\\ No newline at end of file\n"


def _shown_all(error: HakemError) -> str:
    return "\n".join(map(_shown, error.findings))
