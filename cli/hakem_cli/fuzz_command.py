"""`hakem fuzz`: random and directed deals against an engine until it differs, made small and written down."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from hakem.errors import Finding, HakemError
from hakem_cli.output import neutral, paint

if TYPE_CHECKING:
    from hakem_conformance.client import Timeouts
    from hakem_conformance.fuzz import Asker, Counterexample

EPILOG = """examples:
  hakem fuzz -- node my_engine.js                       a minute of deals of every rule set that it claims
  hakem fuzz --ruleset twenty-nine --seconds 600 -- ./mine
  hakem fuzz --ruleset twenty-nine --with may-ask --seed 7 --deals 1000 -- ./mine
  hakem fuzz -o found -- ./mine                         writes found/X-….json (a vector) and found/X-….ttn (a record)
  hakem test --vectors found -- ./mine                  the counterexample again

What is right is what the interpreter answers. The first difference ends the search; it is made small, as far as ten
seconds go (--shrink), and shown.
exit codes: 0 no difference, 1 a difference, 2 usage or broken input, 130 interrupted"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.usage = "hakem fuzz [options] -- COMMAND [ARGUMENT ...]"
    parser.epilog = EPILOG
    parser.add_argument("engine", nargs="*", metavar="COMMAND", help="the command that starts the engine")
    parser.add_argument("--ruleset", action="append", default=[], metavar="ID", help="rule set or file (repeatable)")
    parser.add_argument("--with", dest="overlays", action="append", default=[], metavar="OVERLAY", help="put on all")
    parser.add_argument("--seconds", type=_seconds, default=60.0, metavar="N", help="how long (default 60)")
    parser.add_argument("--deals", type=int, default=10**9, metavar="N", help="at most so many deals")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="equal seeds draw equal deals (default 0)")
    parser.add_argument("--shrink", type=_seconds, default=10.0, metavar="N", help="seconds to make it small (10)")
    parser.add_argument("--timeout-factor", type=_seconds, default=1.0, metavar="F", help="times the usual 5 s")
    parser.add_argument("-o", "--output", type=Path, metavar="FOLDER", help="write the counterexample there")
    parser.add_argument("--json", action="store_true", help="the counterexample as JSON")


def _seconds(text: str) -> float:
    value = float(text)
    if not 0 <= value <= 10**6:
        raise ValueError
    return value


_seconds.__name__ = "number"


def run(args: argparse.Namespace) -> int:
    """Search, make small, show, and return the exit code."""
    from hakem_conformance import fuzz
    from hakem_conformance.client import Timeouts

    asker = open_engine(args.engine, Timeouts().times(args.timeout_factor or 1), "hakem fuzz -- node my_engine.js")
    overlays = [name if "/" in name else f"overlay/{name}" for name in args.overlays]
    try:
        table = fuzz.Table(asker.claims, args.ruleset, overlays)
        case, deals = fuzz.search(asker, table, args.seed, args.seconds, args.deals, _progress(args.json))
        _clear()
        if case is None:
            print("null" if args.json else f"{deals} deals of {len(table.names)} rule sets: no difference")
            return 0
        found = fuzz.made_small(asker, case, args.shrink, args.seed)
        show(asker, found, args, f"after {deals} deals")
    finally:
        asker.close()
    return 1


def open_engine(command: list[str], timeouts: Timeouts, example: str) -> Asker:
    """The engine of a command line. Raises HakemError if there is none or it is of no use."""
    from hakem_conformance.fuzz import Asker

    if not command:
        raise HakemError(Finding("no_engine", "no engine was named", expected="-- COMMAND at the end", hint=example))
    return Asker(command, timeouts)


def show(asker: Asker, found: Counterexample, args: argparse.Namespace, when: str) -> None:
    """The counterexample, and how to see it again."""
    from hakem_conformance import fuzz
    from hakem_conformance.draw import failure_lines
    from hakem_conformance.examine import described
    from hakem_conformance.fault import Fault

    paths = fuzz.write(found, args.output) if args.output else []
    if args.json:
        print(json.dumps({**fuzz.as_json(found), "files": list(map(str, paths))}))
        return
    case, vector = found.case, found.vector
    tricks, actions = case.size[:2]
    print(paint(f"DIFFERS  {case.found.kind} in position {case.found.at}, {when}", "red"))
    print(f"  made small in {found.seconds:.1f} s: {tricks} {'trick' if tricks == 1 else 'tricks'}, {actions} actions")
    first = asker.examine(vector)
    if isinstance(first, Fault):
        print(neutral(f"  {first.status}: {first.message}"))
    elif first is not None:
        for line in failure_lines({"failure": described(first, vector)}, vector):
            print(f"  {neutral(line)}")
    else:
        print("  the same question was then answered rightly: the engine does not give equal answers to equal requests")
    if found.record and not paths:
        print("\n" + found.record)
    for path in paths:
        print(f"  written: {path}")
    if paths:
        words = ["hakem", "test", "--vectors", str(args.output), "--only", vector.id, "--", *args.engine]
        print(f"  again: {neutral(shlex.join(words))}")


def _progress(quiet: bool) -> Callable[[int], None]:
    """Shows the number of deals on a terminal."""

    def note(number: int) -> None:
        if not quiet and sys.stderr.isatty() and number % 10 == 0:
            sys.stderr.write(f"\r\x1b[K{number} deals")
            sys.stderr.flush()

    return note


def _clear() -> None:
    if sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K")
