"""`hakem suite`: look at the conformance vectors, and freeze them from their sources."""

from __future__ import annotations

import argparse
import json
import sys
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from hakem.errors import Finding, HakemError
from hakem.suggest import did_you_mean
from hakem_cli import suite_build, suite_coverage, suite_mutants, suite_shrink
from hakem_cli.output import paint

if TYPE_CHECKING:
    from hakem_conformance.suite import Vector

EPILOG = """examples:
  hakem suite list --ruleset twenty-nine     ids, titles, number of clauses
  hakem suite explain TN-014                 the deal, every step, every clause with its text
  hakem suite repro TN-014 | node engine.js  the requests of a vector, to paste or to pipe into an engine
  hakem suite freeze                         write the vectors of conformance/sources
  hakem suite freeze --check                 are the committed vectors current?
  hakem suite mutants --rules twenty-nine    do they notice every change of a setting?
  hakem suite coverage                       what do they hold down, and what not?
  hakem suite shrink TN-024 -- ./mine        the mistake that it shows, made small
  hakem suite build maple-street.yaml        a suite for a rule set of your own

exit codes: 0 all good, 1 findings, 2 usage or broken input"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    commands = parser.add_subparsers(dest="what", metavar="WHAT", required=True)
    listing = commands.add_parser("list", help="ids, titles and clauses of the vectors")
    listing.add_argument("--only", action="append", default=[], metavar="GLOB")
    listing.add_argument("--clause", action="append", default=[], metavar="GLOB")
    listing.add_argument("--ruleset", action="append", default=[], metavar="ID")
    listing.add_argument("--json", action="store_true", help="as a JSON array")
    listing.set_defaults(act=_list)
    explain = commands.add_parser("explain", help="one vector: the deal, its steps, its clauses, the reasoning")
    explain.add_argument("id")
    explain.set_defaults(act=_explain)
    repro = commands.add_parser("repro", help="the requests of one vector as raw lines")
    repro.add_argument("id")
    repro.add_argument("--define", action="store_true", help="for engines that load rule sets: define it first")
    repro.set_defaults(act=_repro)
    freeze = commands.add_parser("freeze", help="check the sources against both evaluators and write the vectors")
    freeze.add_argument("files", nargs="*", type=Path, metavar="FILE", help="sources (default: all)")
    freeze.add_argument("--check", action="store_true", help="write nothing, say whether the vectors are current")
    freeze.set_defaults(act=_freeze)
    mutants = commands.add_parser("mutants", help="every setting changed: is it noticed?")
    suite_mutants.add_arguments(mutants)
    mutants.set_defaults(act=suite_mutants.run)
    build = commands.add_parser("build", help="a suite for a rule set of your own")
    suite_build.add_arguments(build)
    build.set_defaults(act=suite_build.run)
    coverage = commands.add_parser("coverage", help="clauses from both sides, share of refusals, pairs of options")
    suite_coverage.add_arguments(coverage)
    coverage.set_defaults(act=suite_coverage.run)
    shrink = commands.add_parser("shrink", help="the mistake that a vector shows, in a deal as small as possible")
    suite_shrink.add_arguments(shrink)
    shrink.set_defaults(act=suite_shrink.run)
    for each in (listing, explain, repro):
        each.add_argument("--vectors", type=Path, metavar="FOLDER", help="vectors of your own instead of the suite")


def run(args: argparse.Namespace) -> int:
    """Do one of them and return the exit code."""
    code: int = args.act(args)
    return code


def _list(args: argparse.Namespace) -> int:
    from hakem_conformance.suite import Selection, load

    vectors = Selection(args.only, (), args.clause, args.ruleset).choose(load(args.vectors))
    if args.json:
        print(json.dumps([
            {"id": vector.id, "title": vector.title, "rules": vector.rules, "with": list(vector.overlays),
             "clauses": sorted(vector.clauses), "sources": vector.data.get("sources", []),
             "disputes": vector.data.get("disputes", [])}
            for vector in vectors
        ], indent=1, ensure_ascii=False))  # fmt: skip
        return 0
    width = max(len(vector.id) for vector in vectors)
    for vector in vectors:
        print(f"{vector.id.ljust(width)}  {vector.title}")
    clauses = frozenset().union(*(vector.clauses for vector in vectors))
    print(f"{len(vectors)} vectors, {len(clauses)} clauses")
    return 0


def _named(args: argparse.Namespace) -> Vector:
    from hakem_conformance.suite import load

    vectors = {vector.id: vector for vector in load(args.vectors)}
    if args.id not in vectors:
        hint = did_you_mean(args.id, vectors) or "hakem suite list shows all"
        raise HakemError(Finding("no_such_vector", f"there is no vector {args.id}", hint=hint))
    return vectors[args.id]


def _explain(args: argparse.Namespace) -> int:
    from hakem_conformance.draw import clause_lines, deal_table

    vector = _named(args)
    print(paint(f"{vector.id}  {vector.title}", "bold"))
    print("\n".join(deal_table(vector)))
    print()
    for line in _match_lines(vector) if vector.is_match else _step_lines(vector):
        print(line)
    print()
    for clause in sorted(vector.clauses):
        print("\n".join(clause_lines(clause)))
    for heading in ("why", "sources", "disputes"):
        if text := vector.data.get(heading):
            text = text if isinstance(text, str) else " ".join(text)
            print()
            print(textwrap.fill(f"{heading}: {text}", 100, subsequent_indent="  "))
    return 0


def _step_lines(vector: Vector) -> Iterator[str]:
    """Every position: what is asserted there, and the action that leaves it with its clause."""
    from hakem_conformance.draw import compact
    from hakem_conformance.suite import clause_of

    for at, step in enumerate(vector.steps):
        if "do" in step:
            clause = clause_of(step, "accept") if len(step) > 1 else ""
            yield f"{at:3}  {step['do']:<14} {clause}".rstrip()
        else:
            yield f"{at:3}  the end of the vector"
        for seat, actions in step.get("legal", {}).items():
            yield f"       legal   {seat}: {' '.join(each.partition(':')[2] for each in actions)}"
        for refusal in step.get("refuse", ()):
            yield f"       refuse  {refusal['do']:<12} {refusal.get('reason', '')}  [{refusal['clause']}]"
        for key in ("points", "tricks"):
            if key in step:
                yield f"       {key:<7} {_by_side(step[key])}"
        for seat, view in step.get("views", {}).items():
            text = f"view    {seat}: {json.dumps(view, ensure_ascii=False)}"
            yield from textwrap.wrap(text, 100, initial_indent=" " * 7, subsequent_indent=" " * 18)
        for event in step.get("events", ()):
            fields = " ".join(f"{key} {compact(value)}" for key, value in event.items() if key != "event")
            yield f"       event   {event['event']} {fields}"
        if "result" in step:
            yield f"       result  {compact(step['result'])}"


def _match_lines(vector: Vector) -> Iterator[str]:
    from hakem_conformance.draw import action_lines, compact, hand_lines

    for number, deal in enumerate(vector.data["deals"], start=1):
        yield f"deal {number}"
        yield from hand_lines(deal["deal"])
        yield from action_lines(deal["actions"])
    for key, value in vector.data["expect"].items():
        for text in map(compact, value if key == "deals" else [value]):
            yield f"  {key}: {text}"


def _by_side(numbers: Mapping[str, int]) -> str:
    return ", ".join(f"{side} {number}" for side, number in numbers.items())


def _repro(args: argparse.Namespace) -> int:
    """The lines that `hakem test` sends about one vector to an engine that claims everything."""
    from hakem_conformance.interpreter import requests

    for number, (method, params) in enumerate(requests(_named(args), args.define), start=1):
        request = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        sys.stdout.write(json.dumps(request, separators=(",", ":")) + "\n")
    return 0


def _freeze(args: argparse.Namespace) -> int:
    from hakem_conformance import freeze
    from hakem_conformance.agree import EVALUATOR
    from hakem_conformance.client import Client, Timeouts
    from hakem_conformance.fault import Fault

    counts = dict.fromkeys(("current", "written", "not current", "refused"), 0)
    sources = list(freeze.sources(args.files))
    client = Client(EVALUATOR, Timeouts())
    try:
        client.greet()
        for file, source in sources:
            target = freeze.target(file, source)
            try:
                text = freeze.text(freeze.freeze(source, client))
            except (freeze.Disagreement, HakemError, Fault) as error:
                counts["refused"] += 1
                print(f"{paint('refused', 'red', sys.stderr)}  {file}: {source['id']}: {error}", file=sys.stderr)
                continue
            if target.is_file() and target.read_text(encoding="utf-8") == text:
                counts["current"] += 1
            elif args.check:
                counts["not current"] += 1
                print(f"{paint('not current', 'red', sys.stderr)}  {target}", file=sys.stderr)
            else:
                counts["written"] += 1
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(text, encoding="utf-8")
    finally:
        client.finish()
    print(f"{len(sources)} sources: " + ", ".join(f"{count} {word}" for word, count in counts.items() if count))
    return 1 if counts["refused"] or counts["not current"] else 0
