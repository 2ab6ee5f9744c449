"""`hakem leaks`: pairs of worlds that a seat cannot tell apart, put to an engine; its answers must not either."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from hakem.errors import Finding, HakemError
from hakem_cli.output import neutral, paint

if TYPE_CHECKING:
    from hakem_conformance.fuzz import Asker
    from hakem_conformance.suite import Vector

EPILOG = """examples:
  hakem leaks -- node my_engine.js                            200 pairs of each rule set that it claims
  hakem leaks --ruleset twenty-nine --pairs 10000 -- ./mine   a campaign
  hakem leaks --ruleset hokm --pairs 12 --write leaks         draw pairs and write them, no engine

In each pair the seat sees the same, the hidden cards and the hidden trump are others. Its view, its legal list and the
verdicts on its own actions must be equal, byte for byte, and its view must change when something public happens.
exit codes: 0 nothing leaks, 1 something does, 2 usage or broken input, 130 interrupted"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.usage = "hakem leaks [options] -- COMMAND [ARGUMENT ...]"
    parser.epilog = EPILOG
    parser.add_argument("engine", nargs="*", metavar="COMMAND", help="the command that starts the engine")
    parser.add_argument("--ruleset", action="append", default=[], metavar="ID", help="rule set or file (repeatable)")
    parser.add_argument("--with", dest="overlays", action="append", default=[], metavar="OVERLAY", help="put on all")
    parser.add_argument("--pairs", type=int, default=200, metavar="N", help="pairs of each rule set (default 200)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="equal seeds draw equal pairs (default 0)")
    parser.add_argument("--write", type=Path, metavar="FOLDER", help="write the pairs, a JSON object a line")


def run(args: argparse.Namespace) -> int:
    """Draw, ask, tell, and return the exit code."""
    from hakem import rules
    from hakem_conformance import leaks, twins
    from hakem_conformance.client import Timeouts
    from hakem_conformance.fuzz import Table

    overlays = [name if "/" in name else f"overlay/{name}" for name in args.overlays]
    if args.write:
        for name in args.ruleset or rules.shipped():
            rule_set = rules.load(name, overlays)
            pairs = list(leaks.pairs(rule_set, args.pairs, args.seed))
            _write(args.write / f"{leaks.slug(rule_set)}.jsonl", twins.text(pairs))
        return 0
    from hakem_cli.fuzz_command import open_engine

    asker = open_engine(args.engine, Timeouts(), "hakem leaks -- node my_engine.js")
    try:
        if "view" not in asker.claims.methods:
            raise HakemError(Finding("views_not_claimed", "the engine does not claim `view`: it cannot leak here"))
        table = Table(asker.claims, args.ruleset, overlays)
        found: Counter[str] = Counter()
        for name in table.names:
            red = asked = 0
            for pair in leaks.pairs(rules.load(name, overlays), args.pairs, args.seed):
                asked += 1
                red += _is_red(asker, pair, args, found)
            print(f"{name}: {asked} pairs, {red} leak" if red else f"{name}: {asked} pairs, nothing leaks", flush=True)
    finally:
        asker.close()
    for clause, count in found.most_common():
        print(f"  {count}  {clause}")
    return 1 if found else 0


def _is_red(asker: Asker, pair: Vector, args: argparse.Namespace, found: Counter[str]) -> bool:
    """Whether a pair is told apart; the first of each clause is shown."""
    from hakem_conformance.draw import failure_lines
    from hakem_conformance.examine import described
    from hakem_conformance.fault import Fault

    first = asker.examine(pair)
    if first is None:
        return False
    clause = first.status if isinstance(first, Fault) else first.clause
    found[clause] += 1
    if found[clause] == 1:
        print(paint(f"LEAK  {pair.id}  {pair.title}", "red"))
        lines = [f"{first.status}: {first.message}"] if isinstance(first, Fault) else failure_lines(
            {"failure": described(first, pair)}, pair
        )
        for line in lines:
            print(f"  {neutral(line)}")
        print(f"  engine: {neutral(shlex.join(args.engine))}\n")
        sys.stdout.flush()
    return True


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise HakemError(Finding("not_writable", f"it cannot be written: {error.strerror}", str(path))) from None
    print(f"{path}: {len(text.splitlines())} pairs")
