"""`hakem baseline`: the list of what is expected to fail (`hakem test --expect FILE.yaml`), written and pruned."""

from __future__ import annotations

import argparse
import datetime
import sys
from pathlib import Path

from hakem.errors import Finding, HakemError

EPILOG = """examples:
  hakem test --report run.ndjson -- ./mine             a run, red
  hakem baseline write run.ndjson -o known.yaml --reason 'the pair is not done yet'
  hakem test --expect known.yaml -- ./mine             green, until something changes
  hakem baseline prune run.ndjson known.yaml           take out what no longer fails; comments stay

Each entry is executed. One that passes, fails otherwise, fits nothing or is past its date makes the run red.

exit codes: 0 all good, 1 there is something to take out (prune --check), 2 usage or broken input"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    commands = parser.add_subparsers(dest="what", metavar="WHAT", required=True)
    write = commands.add_parser("write", help="a list of what failed in a run")
    write.add_argument("log", type=Path, metavar="FILE.ndjson")
    write.add_argument("--reason", required=True, help="why all this is expected; edit the file to say more")
    write.add_argument("-o", "--output", type=Path, metavar="FILE.yaml", help="instead of standard output")
    write.add_argument("--force", action="store_true", help="write over a file that is there")
    write.set_defaults(act=_write)
    prune = commands.add_parser("prune", help="take out entries that no longer hold")
    prune.add_argument("log", type=Path, metavar="FILE.ndjson")
    prune.add_argument("list", type=Path, metavar="FILE.yaml")
    prune.add_argument("--check", action="store_true", help="write nothing; exit 1 if there is something to take out")
    prune.set_defaults(act=_prune)


def run(args: argparse.Namespace) -> int:
    """Write or prune, and return the exit code."""
    code: int = args.act(args)
    return code


def _write(args: argparse.Namespace) -> int:
    from hakem_conformance.expectation_file import baseline
    from hakem_conformance.report import load

    if not args.reason.strip():
        raise HakemError(Finding("no_reason", "every expectation has a reason", hint="--reason 'why'"))
    text = baseline(load(args.log), datetime.date.today().isoformat(), args.reason)
    if args.output is None:
        sys.stdout.write(text)
        return 0
    if args.output.exists() and not args.force:
        finding = Finding("file_exists", "the file is there already", str(args.output), hint="--force, or prune it")
        raise HakemError(finding)
    _save(args.output, text)
    return 0


def _prune(args: argparse.Namespace) -> int:
    from hakem_conformance.expectation_file import load, prune
    from hakem_conformance.report import load as load_report

    expectations = load(args.list)
    text, gone = prune(args.list.read_text(encoding="utf-8"), expectations, load_report(args.log))
    for entry in gone:
        print(f"{args.list}:{entry.line}: {entry.pattern} no longer holds: {entry.reason}")
    if gone and not args.check:
        _save(args.list, text)
    held = len(expectations.entries) - len(gone)
    print(f"{held} entries hold, {len(gone)} {'do not' if args.check else 'taken out'}")
    return 1 if args.check and gone else 0


def _save(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        text = f"the list cannot be written: {error.strerror}"
        raise HakemError(Finding("expectations_not_writable", text, str(path))) from None
