"""`hakem audit`: an engine that deals for itself plays deals, and every step is judged."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from hakem.errors import Finding, HakemError
from hakem_cli.output import neutral, paint

if TYPE_CHECKING:
    from hakem_conformance.audit import Deal

EPILOG = """examples:
  hakem audit -- ./mine                                    50 deals of each rule set that it claims
  hakem audit --ruleset twenty-nine --deals 1000 -- ./mine
  hakem audit --ruleset twenty-nine --badge -- ./mine      JSON for https://img.shields.io/endpoint?url=…

For engines that cannot be given a deal: they answer `audit` (spec/protocol.md). The badge is *audited*, never *core*:
what play does not reach stays untested. Whoever can stack the deck for the engine uses the adapter kit and hakem test.
exit codes: 0 every step was right, 1 one was not, 2 usage or broken input, 130 interrupted"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.usage = "hakem audit [options] -- COMMAND [ARGUMENT ...]"
    parser.epilog = EPILOG
    parser.add_argument("engine", nargs="*", metavar="COMMAND", help="the command that starts the engine")
    parser.add_argument("--ruleset", action="append", default=[], metavar="ID", help="rule set or file (repeatable)")
    parser.add_argument("--with", dest="overlays", action="append", default=[], metavar="OVERLAY", help="put on all")
    parser.add_argument("--deals", type=int, default=50, metavar="N", help="deals of each rule set (default 50)")
    parser.add_argument("--badge", action="store_true", help="only the badge, as JSON")


def run(args: argparse.Namespace) -> int:
    """Let it play, judge, tell, and return the exit code."""
    from hakem import rules
    from hakem_conformance.audit import Tally, audit
    from hakem_conformance.client import Client, Timeouts
    from hakem_conformance.fault import Fault
    from hakem_conformance.fuzz import Table

    if not args.engine:
        raise HakemError(Finding("no_engine", "no engine was named", expected="-- COMMAND at the end",
                                 hint="hakem audit -- ./my_engine"))  # fmt: skip
    overlays = [name if "/" in name else f"overlay/{name}" for name in args.overlays]
    tally = Tally()
    client = Client(args.engine, Timeouts())
    try:
        claims, _ = client.greet()
        if "audit" not in claims.methods:
            hint = "hakem test, if it can be given a deal; else spec/protocol.md, `audit`"
            raise HakemError(Finding("audit_not_claimed", "the engine does not claim `audit`", hint=hint))
        for name in Table(claims, args.ruleset, overlays).names:
            for deal in audit(client, claims, rules.load(name, overlays), args.deals):
                tally.add(deal)
                if deal.is_red and not args.badge:
                    _show(name, deal, tally.red)
    except Fault as fault:
        tally.red += 1
        if not args.badge:
            print(paint(f"{fault.status.upper()}  {neutral(fault.message)}", "red"))
    finally:
        client.engine.close()
    if args.badge:
        print(json.dumps(tally.badge()))
    else:
        told = f"{tally.assertions:,} assertions under {len(tally.clauses)} clauses"
        print(f"{tally.deals} deals, {tally.red} wrong; {told}")
        if not tally.red and tally.deals:
            print(paint("audited: every step was right; what was not reached stays untested", "green"))
    return 1 if tally.red or not tally.deals else 0


#: How many wrong deals are shown in full.
SHOWN = 5


def _show(name: str, deal: Deal, number: int) -> None:
    from hakem_conformance.draw import failure_lines
    from hakem_conformance.examine import described

    if number > SHOWN:
        return
    print(paint(f"WRONG  {name}, deal {deal.number}", "red"))
    if deal.unsound or deal.verdict is None or deal.verdict.first is None or deal.vector is None:
        print(f"  {neutral(deal.unsound)}\n")
        return
    for line in failure_lines({"failure": described(deal.verdict.first, deal.vector)}, deal.vector):
        print(f"  {neutral(line)}")
    print()
