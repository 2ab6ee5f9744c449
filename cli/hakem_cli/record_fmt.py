"""`hakem record fmt`: records in their canonical form, or as JSON twin."""

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
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from hakem.errors import Finding, HakemError
from hakem.record import export_board, export_header, to_twin
from hakem.record.codes import REPAIRED, UNREADABLE
from hakem.record.cuts import MAX_PIECE
from hakem.record.nodes import Header, Match
from hakem.record.twin import board_to_twin
from hakem.replay import replay
from hakem.rules import RuleSet
from hakem_cli.output import neutral
from hakem_cli.record_files import STDIN, Tally, counted, gist, named, opened, readings

_GZIP = b"\x1f\x8b"


def fmt(args: argparse.Namespace, rules: RuleSet | None) -> int:
    """Format files; the worst exit code."""
    files = list(named(args.files))
    if len(files) > 1 and not (args.write or args.check or args.diff):
        raise HakemError(Finding("usage", "several files need -w, --check or --diff", hint="or one file at a time"))
    if args.write and STDIN in args.files:
        raise HakemError(Finding("usage", "-w cannot write to standard input"))
    return max(_fmt_file(name, args, rules) for name in files)


def _fmt_file(name: str, args: argparse.Namespace, rules: RuleSet | None) -> int:
    """Format one file. The new text is complete in a temporary file before anything else is touched."""
    target = Path(os.path.realpath(name)) if args.write else None
    try:
        with tempfile.TemporaryDirectory(dir=target.parent if target else None, prefix=".hakem-") as folder:
            original, canonical = Path(folder, "original"), Path(folder, "canonical")
            with opened(name) as stream:
                packed = _copy_unpacked(stream, original, name)
            code = _write_canonical(original, canonical, name, args, rules)
            if code == 2 or (code and args.level != "salvage"):
                return code
            return max(code, _deliver(name, original, canonical, (target, packed), args))
    except HakemError as error:
        print(neutral(str(error)), file=sys.stderr)
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
    tally, lost = Tally(), 0
    with original.open("rb") as stream, to.open("w", encoding="utf-8", newline="\n") as out:
        if args.write and stream.peek(1).startswith(b"{"):
            hint = f"write it to another: hakem record fmt {name} > FILE.ttn"
            raise HakemError(Finding("not_written", "a JSON twin is not overwritten with a record", name, hint=hint))
        header: Header | None = None
        for part in replay(readings(stream, name, args), args.level, rules):
            told = [finding for finding in part.findings if finding.code in UNREADABLE or finding.code in REPAIRED]
            tally.add(replace(part, findings=tuple(told)))
            for text in gist(told):
                print(text, file=sys.stderr)
            if part.node is None:
                lost += 1
                continue
            if isinstance(part.node, Header):
                text = export_header(part.node, first=header is None)
                twin = to_twin(Match(part.node))
                header = part.node
            else:
                text = export_board(part.node)
                twin = board_to_twin(part.node, header or Header())
            lost += len(text) > MAX_PIECE  # it could not be read again
            out.writelines(map(_json_line, twin) if args.json else [text])
    if lost and not tally.broken:
        hint = "mend it, or use --level salvage to keep what cannot be read"
        message = f"{counted(lost, 'part')} of it cannot be kept, so nothing is written"
        print(Finding("not_written", message, name, hint=hint), file=sys.stderr)
    return tally.code or int(lost > 0)


def _json_line(line: dict[str, object]) -> str:
    return json.dumps(line, ensure_ascii=False) + "\n"


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
