"""`hakem report`: everything that is made of the log of `hakem test --report FILE.ndjson`."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from hakem.errors import Finding, HakemError
from hakem_cli.output import neutral, paint

if TYPE_CHECKING:
    from hakem_conformance.suite import Vector

EPILOG = """examples:
  hakem report show run.ndjson                        what the terminal showed
  hakem report diff before.ndjson after.ndjson        what broke, what was fixed; exit 1 if anything broke or is gone
  hakem report html run.ndjson -o run.html            a page that opens from disk: deals, clauses, filters
  hakem report junit run.ndjson -o run.xml            for build servers
  hakem report badge run.ndjson --profile core        JSON for https://img.shields.io/endpoint?url=…
  hakem report matrix a.ndjson b.ndjson               engines side by side, in Markdown
  hakem report merge part*.ndjson -o run.ndjson       the parts of --shard as one report

exit codes: 0 all good, 1 something broke or is gone (diff), 2 usage or broken input"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    commands = parser.add_subparsers(dest="what", metavar="WHAT", required=True)
    show = commands.add_parser("show", help="as the terminal showed it")
    page = commands.add_parser("html", help="one page that opens from disk")
    junit = commands.add_parser("junit", help="JUnit XML")
    badge = commands.add_parser("badge", help="a badge of one profile, as shields.io reads it")
    badge.add_argument("--profile", default="core", help="core (default), legality, views, counts, notation or rules")
    diff = commands.add_parser("diff", help="two runs: what broke, what was fixed")
    diff.add_argument("before", type=Path)
    diff.add_argument("after", type=Path)
    matrix = commands.add_parser("matrix", help="several engines side by side")
    merge = commands.add_parser("merge", help="the parts of one run as one report")
    for each in (show, page, junit, badge):
        each.add_argument("log", type=Path, metavar="FILE.ndjson")
    for each in (matrix, merge):
        each.add_argument("logs", type=Path, nargs="+", metavar="FILE.ndjson")
    for each in (show, page, junit):
        each.add_argument("--vectors", type=Path, metavar="FOLDER", help="the vectors were of your own")
        each.add_argument("--record", type=Path, metavar="GAME.ttn", help="it was a game of your own")
    for each in (diff, matrix):
        each.add_argument("--json", action="store_true", help="as JSON")
    for each in (page, junit, badge, matrix, merge):
        each.add_argument("-o", "--output", type=Path, metavar="FILE", help="instead of standard output")
    for each, act in ((show, _show), (page, _html), (junit, _junit), (badge, _badge), (diff, _diff),
                      (matrix, _matrix), (merge, _merge)):  # fmt: skip
        each.set_defaults(act=act)


def run(args: argparse.Namespace) -> int:
    """Derive one thing from the log and return the exit code."""
    code: int = args.act(args)
    return code


def _vectors(args: argparse.Namespace) -> dict[str, Vector]:
    from hakem_conformance.samples import samples
    from hakem_conformance.suite import load

    if args.record:
        from hakem_conformance.recorded import vectors_of

        found = vectors_of(args.record)
    else:
        found = load(args.vectors) + (samples() if args.vectors is None else [])
    return {vector.id: vector for vector in found}


def _put(args: argparse.Namespace, text: str) -> int:
    """The text to the file that was named, or to standard output."""
    if args.output is None:
        sys.stdout.write(text)
        return 0
    try:
        args.output.write_text(text, encoding="utf-8")
    except OSError as error:
        text = f"it cannot be written: {error.strerror}"
        raise HakemError(Finding("report_not_writable", text, file=str(args.output))) from None
    return 0


def _show(args: argparse.Namespace) -> int:
    from hakem_cli.console import Console
    from hakem_conformance.report import load

    lines = load(args.log)
    console = Console(_vectors(args))
    for line in lines:
        console.show(line)
    if lines[-1]["type"] != "end":
        console.close()
    return 0


def _html(args: argparse.Namespace) -> int:
    from hakem_conformance.html import page
    from hakem_conformance.report import load

    return _put(args, page(load(args.log), _vectors(args)))


def _junit(args: argparse.Namespace) -> int:
    from hakem_conformance.junit import junit
    from hakem_conformance.report import load

    return _put(args, junit(load(args.log), _vectors(args), neutral))


def _badge(args: argparse.Namespace) -> int:
    from hakem.suggest import did_you_mean
    from hakem_conformance.claims import PROFILES
    from hakem_conformance.derive import badge
    from hakem_conformance.report import load

    if args.profile not in PROFILES:
        hint = did_you_mean(args.profile, PROFILES) or f"there are {', '.join(PROFILES)}"
        raise HakemError(Finding("no_such_profile", f"there is no profile `{args.profile}`", hint=hint))
    return _put(args, json.dumps(badge(load(args.log), args.profile)) + "\n")


def _diff(args: argparse.Namespace) -> int:
    from hakem_conformance.derive import differences
    from hakem_conformance.report import is_complete, load

    after = load(args.after)
    complete = is_complete(after)
    found = list(differences(load(args.before), after))
    worse = not complete or any(each.change in ("broken", "gone") for each in found)
    if args.json:
        print(json.dumps([{name: getattr(each, name) for name in ("vector", "change", "before", "after")}
                          for each in found], indent=1))  # fmt: skip
        return 1 if worse else 0
    colours = {"broken": "red", "gone": "red", "fixed": "green", "otherwise": "yellow"}
    for each in found:
        word = paint(each.change.ljust(9), colours.get(each.change, "dim"))
        print(f"{word}  " + neutral(f"{each.vector}  {each.before or 'not there'} -> {each.after or 'not there'}"))
    words = ("broken", "gone", "fixed", "otherwise")
    counts = {change: sum(each.change == change for each in found) for change in words}
    print(", ".join(f"{count} {word}" for word, count in counts.items()) if found else "no difference")
    if not complete:
        print(paint(f"{args.after} was cut off: its run did not come to an end", "red"))
    return 1 if worse else 0


def _matrix(args: argparse.Namespace) -> int:
    from hakem_conformance.derive import matrix, row
    from hakem_conformance.report import load

    rows = [row(load(path)) for path in args.logs]
    if args.json:
        return _put(args, json.dumps([each.to_json() for each in rows], indent=1, ensure_ascii=False) + "\n")
    return _put(args, neutral(matrix(rows)))


def _merge(args: argparse.Namespace) -> int:
    from hakem_conformance.derive import merge
    from hakem_conformance.report import as_text, load

    return _put(args, "".join(map(as_text, merge([load(path) for path in args.logs]))))
