"""`hakem suite mutants`: every setting changed to every other value, and what the vectors make of it."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from hakem_cli.output import paint

if TYPE_CHECKING:
    from hakem_conformance.mutants.run import Fate, House, Report

EPILOG = """examples:
  hakem suite mutants                          every rule set, and every overlay on one where it acts
  hakem suite mutants --rules twenty-nine      one of them
  hakem suite mutants --rules twenty-nine+may-ask --all
                                               only what the overlay changes; each mutant and what killed it
  hakem suite mutants --rules hokm --aim conformance/sources/options
                                               sources for what survives; then `hakem suite freeze`

A mutant is a rule set in which one setting has another legal value, a list has lost an item, or a row is gone. It is
killed by a vector to which it gives a wrong answer (to crash is no answer). What the rule checker refuses, or says
cannot act, is no mutant; what makes no difference is listed in hakem_conformance/mutants/equivalent.yaml with reasons.

exit codes: 0 every other mutant is killed, 1 some survive, 2 usage or broken input, 130 interrupted"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--rules", nargs="+", default=[], metavar="ID", help="rule sets, or ID+OVERLAY (default: all)")
    parser.add_argument("--vectors", type=Path, metavar="FOLDER", help="vectors of your own instead of the suite")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes (default: all)")
    parser.add_argument("--aim", type=Path, metavar="FOLDER", help="write sources of vectors that kill survivors")
    parser.add_argument("--seconds", type=float, default=60.0, metavar="S", help="how long --aim looks, a rule set")
    parser.add_argument("--all", action="store_true", help="tell of every mutant, not only of survivors")
    parser.add_argument("--json", action="store_true", help="as a JSON array, one object a rule set")


def run(args: argparse.Namespace) -> int:
    """Run the mutants and return the exit code."""
    from hakem_conformance.mutants import houses
    from hakem_conformance.mutants.run import House, run

    if args.rules:
        chosen = houses.named(args.rules, args.vectors)
    else:
        chosen = [House(house.name, house.overlays, args.vectors) for house in houses.every()]
    if args.aim:
        return _aim(args, chosen)
    width = max(len(str(house)) for house in chosen)
    if not args.json:
        print(paint(_row("", _HEADINGS, width), "bold"))
    reports: list[Report] = []
    for report in run(chosen, max(1, args.jobs)):
        reports.append(report)
        if not args.json:
            _progress("")
            print("\n".join(_lines(report, width, args.all)), flush=True)
        _progress(f"{len(reports)} of {len(chosen)}" if len(reports) < len(chosen) else "")
    alive = sum(report.count("survivor") for report in reports)
    vain = [text for report in reports for text in report.listed_in_vain]
    if args.json:
        print(json.dumps([_as_json(report) for report in reports], indent=1, ensure_ascii=False))
    else:
        killed = sum(report.count("killed") for report in reports)
        style = "red" if alive or vain else "green"
        print(paint(f"{len(reports)} rule sets, {killed} mutants killed, {alive} survive", style))
    for text in vain:
        print(paint(f"called equivalent, but {text}", "red", sys.stderr), file=sys.stderr)
    return 1 if alive or vain else 0


def _aim(args: argparse.Namespace, chosen: Sequence[House]) -> int:
    """Write a file of sources for each rule set in which something survives."""
    from hakem_conformance.freeze import sources
    from hakem_conformance.mutants import aimed
    from hakem_conformance.mutants.aim import Search

    taken = [source["id"] for _, source in sources()]
    missed = 0
    for found in aimed.run(chosen, Search(args.seconds), max(1, args.jobs)):
        _progress("")
        listed = aimed.numbered(found.sources, taken)
        taken += [source["id"] for source in listed]
        if listed:
            file = args.aim / f"{str(found.house).replace('/', '-')}.yaml"
            file.parent.mkdir(parents=True, exist_ok=True)
            with file.open("a", encoding="utf-8") as out:
                out.write(aimed.as_yaml(listed))
        missed += len(found.missed)
        print(f"{found.house}: {len(listed)} sources, {len(found.missed)} mutants for which nothing was found")
        for fate in found.missed:
            print(f"  {fate.path}: {fate.before} -> {fate.after}", flush=True)
    return 1 if missed else 0


_HEADINGS = ("vectors", "killed", "survive", "equivalent", "dormant", "refused", "no deal")


def _row(name: str, cells: Sequence[object], width: int) -> str:
    return " ".join((name.ljust(width), *(str(cell).rjust(10) for cell in cells)))


def _lines(report: Report, width: int, everything: bool) -> Iterator[str]:
    from hakem_conformance.mutants.run import STATUSES

    row = _row(str(report.house), (report.vectors, *(report.count(status) for status in STATUSES)), width)
    yield paint(row, "red") if report.count("survivor") else row
    for fate in report.fates:
        if everything or fate.status == "survivor":
            yield f"  {fate.status.ljust(10)} {fate.path}: {fate.before} -> {fate.after}{_because(fate)}"


def _because(fate: Fate) -> str:
    if fate.by:
        return f"  [{fate.by}, {fate.kind}, {fate.clause}]"
    if fate.reason:
        return f"  ({fate.reason})"
    return f"  (crashes on {fate.crashes} vectors)" if fate.crashes else ""


def _as_json(report: Report) -> dict[str, object]:
    fates = [{key: value for key, value in asdict(fate).items() if value} for fate in report.fates]
    return {"rules": report.house.name, "with": list(report.house.overlays), "vectors": report.vectors,
            "mutants": fates}  # fmt: skip


def _progress(text: str) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()
