"""`hakem record`: check, format and replay recorded games."""

from __future__ import annotations

import argparse
import io
import json
import sys

from hakem import rules as rule_sets
from hakem.errors import Finding, HakemError
from hakem.record import LEVELS
from hakem.record.nodes import Board, Header
from hakem.replay import Replayed
from hakem.replay.draw import Style, draw, plain
from hakem.rules import RuleSet
from hakem_cli.output import neutral, paint
from hakem_cli.record_files import Tally, gist, named, parts
from hakem_cli.record_fmt import fmt

EPILOG = """examples:
  hakem record check night.ttn club/           is it well written, and was it played by the rules?
  hakem record fmt -w typed.ttn                put a typed record into the canonical form
  hakem record fmt --json night.ttn            its JSON twin, one event a line; fmt turns a twin back
  hakem record replay night.ttn --board 2      draw it trick by trick

levels: strict refuses every departure from the notation; lenient puts right what is plain (10 for T, suit
symbols, `Pass`, a missing seat …) and says so; salvage also keeps what cannot be read in [%unparsed "…"].

exit codes: 0 all good, 1 findings, 2 usage or broken input"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    check = actions.add_parser("check", help="report everything that is wrong in records")
    fmt = actions.add_parser("fmt", help="write records in their canonical form")
    show = actions.add_parser("replay", help="draw deals trick by trick, and check what they claim")
    for each, level in ((check, "strict"), (fmt, "lenient"), (show, "lenient")):
        each.add_argument("files", nargs="+", metavar="FILE", help="records, twins, folders of them; - for stdin")
        each.add_argument("--level", choices=LEVELS, default=level, help=f"how much to put right ({level})")
        each.add_argument("--rules", metavar="ID", help="an id or a YAML file, instead of the records' own [Rules]")
        each.add_argument("--with", dest="overlays", action="append", default=[], metavar="OVERLAY",
                          help="put an overlay on --rules; may be repeated, or several with commas")  # fmt: skip
    check.add_argument("--json", action="store_true", help="one finding a line, then a summary")
    show.add_argument("--json", action="store_true", help="the result of each board, one a line")
    show.add_argument("--board", metavar="NAME", help="only the board of this name")
    show.add_argument("--ascii", action="store_true", help="letters for suits, and nothing but ASCII")
    show.add_argument("--plain", action="store_true", help="no colour, even on a terminal")
    how = fmt.add_mutually_exclusive_group()
    how.add_argument("-w", "--write", action="store_true", help="change the files themselves")
    how.add_argument("--check", action="store_true", help="only say which files are not canonical")
    how.add_argument("--diff", action="store_true", help="show what would change")
    how.add_argument("--json", action="store_true", help="print the JSON twin, one event a line")


def run(args: argparse.Namespace) -> int:
    for stream in (sys.stdout, sys.stderr):  # a record can hold what the terminal cannot show
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    args.overlays = [name for given in args.overlays for name in given.split(",") if name]
    if args.overlays and not args.rules:
        raise HakemError(Finding("usage", "--with needs --rules", hint="or write overlays into [Options]"))
    rules = rule_sets.load(args.rules, args.overlays) if args.rules else None
    return {"check": _check, "fmt": fmt, "replay": _replay}[args.action](args, rules)


def _check(args: argparse.Namespace, rules: RuleSet | None) -> int:
    tally = Tally()
    for name in named(args.files):
        tally.numbers["files"] += 1
        for part in parts(name, args, rules):
            tally.add(part)
            for finding in part.findings:
                print(json.dumps(finding.to_json(), ensure_ascii=False) if args.json else neutral(str(finding)))
    if args.json:
        numbers = ("files", "boards", "played", "errors", "warnings")
        print(json.dumps({"summary": {name: tally.numbers[name] for name in numbers}}))
    else:
        print(paint(str(tally), "red" if tally.code else "green"))
    return tally.code


def _replay(args: argparse.Namespace, rules: RuleSet | None) -> int:
    tally, drawn = Tally(), 0
    ascii_only = args.ascii or not _can_show("♠°→")
    style = plain if args.plain else paint
    for name in named(args.files):
        tally.numbers["files"] += 1
        for part in parts(name, args, rules):
            if args.board is not None and not (isinstance(part.node, Board) and part.node.name == args.board):
                continue
            tally.add(part)
            drawn += isinstance(part.node, Board)
            if args.json:
                _print_result(name, part)
            else:
                _print_drawing(part, ascii_only, style)
    if args.board is not None and not drawn:
        raise HakemError(Finding("no_such_board", f"there is no board `{args.board}`", " ".join(args.files)))
    if not args.json:
        print(style(str(tally), "red" if tally.code else "green"))
    return tally.code


def _print_result(name: str, part: Replayed) -> None:
    if isinstance(part.node, Header) and not part.findings:
        return
    line = {
        "file": name,
        "board": part.node.name if isinstance(part.node, Board) else None,
        "result": part.game.result if part.game is not None else None,
        "findings": [finding.to_json() for finding in part.findings],
    }
    print(json.dumps(line, ensure_ascii=False))


def _print_drawing(part: Replayed, ascii_only: bool, style: Style) -> None:
    if part.game is not None and isinstance(part.node, Board):
        print(draw(part.game, part.node.name, ascii_only, style))
        if part.game.log and any(event[0] == "trick_won" for event in part.game.log):
            void = "*" if ascii_only else "°"
            print(style(f"  the leader stands first   [ ] wins the trick   {void} void in the suit led", "dim"))
    for text in gist(part.findings):
        print(text)
    if part.game is not None or part.findings:
        print()


def _can_show(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True
