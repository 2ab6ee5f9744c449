"""`hakem suite coverage`: what the vectors hold down, and what they do not."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hakem_cli.output import paint

if TYPE_CHECKING:
    from hakem_conformance.coverage import Coverage, Pairs


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = """examples:
  hakem suite coverage                          clauses with an accepting and a refusing vector, share of refusals
  hakem suite coverage --all                    every clause with its vectors
  hakem suite coverage --pairs twenty-nine      pairs of overlays that no vector has together

A clause that need not be covered stands with its reason in conformance/coverage.yaml.
exit codes: 0 every clause is covered or excluded, 1 one is not (or is excluded in vain), 2 usage or broken input"""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--vectors", type=Path, metavar="FOLDER", help="vectors of your own instead of the suite")
    parser.add_argument("--all", action="store_true", help="every clause, with its vectors")
    parser.add_argument("--pairs", action="append", default=[], metavar="ID", help="pairs of overlays of a rule set")
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(args: argparse.Namespace) -> int:
    """Print it and return the exit code."""
    from hakem_conformance.coverage import coverage, pairs
    from hakem_conformance.suite import load

    vectors = load(args.vectors)
    found = coverage(vectors)
    lattice = [pairs(name, vectors) for name in args.pairs]
    if args.json:
        print(json.dumps(_json(found, lattice), indent=1))
    else:
        _print(found, lattice, args.all)
    return 1 if found.missing("accepting") or found.missing("refusing") or found.stale() else 0


def _json(found: Coverage, lattice: list[Pairs]) -> dict[str, Any]:
    from hakem_conformance.clauses import texts

    refusals, assertions = found.share_of_refusals()
    return {
        "clauses": {
            name: {"accepting": found.accepting.get(name, []), "refusing": found.refusing.get(name, [])}
            for name in sorted(texts())
        },
        "missing": {side: found.missing(side) for side in ("accepting", "refusing")},
        "stale": [each.clauses for each in found.stale()],
        "assertions": assertions,
        "refusals": refusals,
        "unprobed": dict(found.unprobed()),
        "pairs": {each.rules: {"possible": len(each.possible), "missing": each.missing} for each in lattice},
    }


def _print(found: Coverage, lattice: list[Pairs], everything: bool) -> None:
    from hakem_conformance.clauses import texts

    if everything:
        for name in sorted(texts()):
            counts = f"{len(found.accepting.get(name, ())):4} {len(found.refusing.get(name, ())):4}"
            print(f"{counts}  {name.ljust(42)} {' '.join(found.accepting.get(name, [])[:6])}".rstrip())
        print()
    missing = {side: found.missing(side) for side in ("accepting", "refusing")}
    for name in sorted({*missing["accepting"], *missing["refusing"]}):
        sides = " and no ".join(side for side in missing if name in missing[side])
        print(f"{paint('uncovered', 'red')}  {name}: no {sides} vector")
    for exclusion in found.stale():
        text = f"{exclusion.clauses}: excluded ({exclusion.reason}), and covered or not there"
        print(f"{paint('stale', 'red')}      {text}")
    refusals, assertions = found.share_of_refusals()
    count, covered = len(texts()), found.covered()
    print(f"clauses     {covered} of {count} from both sides ({covered / count:.1%}), {len(found.excluded)} exclusions")
    print(f"assertions  {assertions:,}, {refusals:,} of them refusals ({refusals / assertions:.1%})")
    bare = found.unprobed()
    turns = sum(number for _, number in bare)
    most = f", most in {max(bare, key=lambda item: item[1])[0]}" if bare else ""
    print(f"turns       {turns:,} without a probe{most}")
    for each in lattice:
        met = len(each.possible) - len(each.missing)
        print(f"pairs       {each.rules}: {met} of {len(each.possible)} pairs of overlays together in some vector")
        for one, other in each.missing if everything else ():
            print(f"            {one.removeprefix('overlay/')} + {other.removeprefix('overlay/')}")
