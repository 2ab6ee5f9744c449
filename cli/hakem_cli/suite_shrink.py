"""`hakem suite shrink ID -- COMMAND`: the smallest deal in which an engine makes the mistake that a vector shows."""

from __future__ import annotations

import argparse
from pathlib import Path

from hakem.errors import Finding, HakemError
from hakem.suggest import did_you_mean


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.usage = "hakem suite shrink [options] ID -- COMMAND [ARGUMENT ...]"
    parser.epilog = """examples:
  hakem suite shrink TN-024 -- node my_engine.js           the same mistake in as few cards as possible
  hakem suite shrink -o small TN-024 -- node my_engine.js  written as a vector and a record

exit codes: 0 the engine is right about this vector, 1 the small vector is shown, 2 usage or broken input"""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("words", nargs="+", metavar="ID", help="the vector, then the command that starts the engine")
    parser.add_argument("--vectors", type=Path, metavar="FOLDER", help="vectors of your own instead of the suite")
    parser.add_argument("--seconds", type=float, default=10.0, metavar="N", help="how long it may take (default 10)")
    parser.add_argument("-o", "--output", type=Path, metavar="FOLDER", help="write the counterexample there")
    parser.add_argument("--json", action="store_true", help="the counterexample as JSON")


def run(args: argparse.Namespace) -> int:
    """Make it small, show it, and return the exit code."""
    from hakem import rules
    from hakem_cli.fuzz_command import open_engine, show
    from hakem_conformance import fuzz
    from hakem_conformance.client import Timeouts
    from hakem_conformance.shrink import cut
    from hakem_conformance.suite import load
    from hakem_conformance.trials import of_vector

    name, *args.engine = args.words
    vectors = {vector.id: vector for vector in load(args.vectors)}
    if name not in vectors:
        hint = did_you_mean(name, vectors) or "hakem suite list shows all"
        raise HakemError(Finding("no_such_vector", f"there is no vector {name}", hint=hint))
    vector = vectors[name]
    if vector.is_match:
        hint = "each of its deals that fails is small enough by itself, or has a vector of its own"
        raise HakemError(Finding("not_a_deal", f"{name} is a match: only deals are made small", hint=hint))
    asker = open_engine(args.engine, Timeouts(), "hakem suite shrink TN-024 -- node my_engine.js")
    try:
        rule_set = rules.load(vector.rules, vector.overlays)
        trial = of_vector(vector)
        found = asker.ask(rule_set, trial)
        if found is None:
            print("null" if args.json else f"{name}: the engine says what the interpreter says")
            return 0
        small = fuzz.made_small(asker, cut(rule_set, trial, found), args.seconds)
        show(asker, small, args, f"from {name}")
    finally:
        asker.close()
    return 1
