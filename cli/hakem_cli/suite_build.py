"""`hakem suite build`: a test suite for a rule set of one's own."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from hakem.errors import Finding, HakemError
from hakem_cli.output import paint

EPILOG = """examples:
  hakem suite build maple-street.yaml                    writes the folder maple-street-suite
  hakem suite build maple-street.yaml --into tests/maple --whole
  hakem test --vectors maple-street-suite -- node my_engine.js
  hakem perft --check --file maple-street-suite/counts.perft -- node my_engine.js

The vectors are aimed at what the file and its overlays state: each setting is changed to its other values, and a short
play is looked for in which that shows. Values stand in a vector only where both evaluators agree on them.

exit codes: 0 built, 1 the evaluators do not agree about something, 2 usage or broken input, 130 interrupted"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("file", type=Path, metavar="FILE.yaml", help="the rule set")
    parser.add_argument("--into", type=Path, metavar="FOLDER", help="a new folder (default: FILE-suite)")
    parser.add_argument("--whole", action="store_true", help="aim at every setting, also those of its parent")
    parser.add_argument("--seconds", type=float, default=40.0, metavar="S", help="how long plays are looked for")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="other plays")


def run(args: argparse.Namespace) -> int:
    """Build, say what was built, and return the exit code."""
    from hakem_conformance.mutants.aim import Search
    from hakem_conformance.mutants.build import build

    if not args.file.is_file():
        raise HakemError(Finding("no_file", f"there is no file `{args.file}`",
                                 hint="`hakem rules new NAME --from ID` begins one"))  # fmt: skip
    folder = args.into or Path(f"{args.file.stem}-suite")
    _progress(f"looking for plays that show what {args.file} states …")
    try:
        built = build(args.file, folder, Search(args.seconds, seed=args.seed), args.whole)
    finally:
        _progress("")
    for text in built.refused:
        print(f"{paint('the evaluators differ', 'red', sys.stderr)}  {text}", file=sys.stderr)
    print(f"{folder}: {built.vectors} vectors, {built.positions} counted positions, the rule page")
    if built.missed:
        print("Nothing was found that shows these changes. They may make no difference, or a rare one (--seconds):")
        for fate in built.missed:
            print(f"  {fate.path}: {fate.before} -> {fate.after}")
    print(f"Try it: hakem test --vectors {folder} -- COMMAND")
    return 1 if built.refused else 0


def _progress(text: str) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()
