"""`hakem doctor`: is the adapter right, and if not, what to mend."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from hakem.errors import Finding, HakemError
from hakem_cli.output import neutral, paint

EPILOG = """examples:
  hakem doctor -- node my_engine.js       what is wrong with how it talks, by name, and the fix
  hakem doctor --json -- ./mine           one JSON object a line

It does not ask whether the engine knows the rules; that is hakem test.
exit codes: 0 healthy (notes do no harm), 1 something has to be mended, 2 usage, or the command cannot be started"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.usage = "hakem doctor [options] -- COMMAND [ARGUMENT ...]"
    parser.epilog = EPILOG
    parser.add_argument("engine", nargs="*", metavar="COMMAND", help="the command that starts the engine")
    parser.add_argument("--vectors", type=Path, metavar="FOLDER", help="deals of your own to ask about")
    parser.add_argument("--timeout-factor", type=float, default=1.0, metavar="F",
                        help="times the usual 30 s to start, 5 s a request, 5 s to end")  # fmt: skip
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def run(args: argparse.Namespace) -> int:
    """Look, tell, and return the exit code."""
    from hakem_conformance.client import Timeouts
    from hakem_conformance.diagnosis import Diagnosis
    from hakem_conformance.doctor import examine
    from hakem_conformance.suite import load

    if not args.engine:
        raise HakemError(Finding("no_engine", "no engine was named", expected="-- COMMAND at the end",
                                 hint="hakem doctor -- node my_engine.js"))  # fmt: skip
    if not 0 < args.timeout_factor <= 1000:
        raise HakemError(Finding("usage", "--timeout-factor is a number above 0, up to 1000"))
    faults = notes = 0
    for each in examine(args.engine, load(args.vectors), Timeouts().times(args.timeout_factor)):
        if isinstance(each, Diagnosis):
            faults += each.is_fault
            notes += not each.is_fault
        if args.json:
            print(json.dumps(each.to_json() if isinstance(each, Diagnosis) else {"ok": each}), flush=True)
        elif isinstance(each, Diagnosis):
            word = paint("WRONG", "red") if each.is_fault else paint("note ", "yellow")
            print(f"{word}  {each.name}: {neutral(each.told)}")
            print(f"       {'fix' if each.is_fault else 'say'}: {each.fix}", flush=True)
        else:
            print(f"{paint('ok   ', 'green')}  {each}", flush=True)
    if not args.json:
        print(f"{faults} to be mended, {notes} notes" if faults or notes else "healthy: hakem test is next")
    return 1 if faults else 0
