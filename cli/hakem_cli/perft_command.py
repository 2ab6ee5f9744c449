"""`hakem perft`: counts of a position, an engine's counts checked, and the place where it parts from them."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hakem.errors import Finding, HakemError
from hakem.suggest import did_you_mean
from hakem_cli.output import neutral, paint

if TYPE_CHECKING:
    from hakem_conformance.counts import Answer, Counter, Parting
    from hakem_conformance.fault import Fault
    from hakem_conformance.perft import Position

EPILOG = """examples:
  hakem perft twenty-nine.auction.03                   count one of the positions that come with Hakem
  hakem perft twenty-nine.auction.03 --divide          the same, split by the first action
  hakem perft 'hokm.play.*' --json                     several, one JSON object a line
  hakem perft --rules twenty-nine --dealer N --deal 'SJ S9 …' --actions 'E:16, S:P' --depth 3
                                                       a position of your own
  hakem perft --check                                  all positions, counted by the reference interpreter
  hakem perft --check -- node my_engine.js             … by your engine, as far as it claims `perft`
  hakem perft --bisect --only 'twenty-nine.*' -- ./mine
                                                       the first action at which your engine parts from them

The format of the files is in conformance/perft/README.md.
exit codes: 0 all counts are right, 1 one is not (or none was asked), 2 usage, broken input or no engine,
130 interrupted"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.usage = "hakem perft [options] ID [ID ...] | --check [-- COMMAND ...] | --bisect -- COMMAND ..."
    parser.epilog = EPILOG
    parser.add_argument("words", nargs="*", metavar="ID", help="positions (shell patterns); or an engine's command")
    mode = parser.add_mutually_exclusive_group()
    mode.add_argument("--check", action="store_true", help="put the counts to an engine")
    mode.add_argument("--bisect", action="store_true", help="find the first action at which an engine parts from them")
    which = parser.add_argument_group("which positions")
    which.add_argument("--file", type=Path, action="append", default=[], help="positions of your own (repeatable)")
    which.add_argument("--only", action="append", default=[], metavar="GLOB", help="only positions with such an id")
    own = parser.add_argument_group("a position of your own")
    own.add_argument("--rules", metavar="ID", help="rule set or file")
    own.add_argument("--with", dest="overlays", action="append", default=[], metavar="OVERLAY", help="repeatable")
    own.add_argument("--dealer", metavar="SEAT")
    own.add_argument("--deal", metavar="CARDS", help="every card of the pack, first dealt card first")
    own.add_argument("--actions", default="", help="what has been done, separated by commas")
    own.add_argument("--depth", type=_depth, metavar="N", help="also for positions of a file, instead of their own")
    out = parser.add_argument_group("how")
    out.add_argument("--divide", action="store_true", help="split the count by the first action")
    out.add_argument("--timeout-factor", type=_factor, default=1.0, metavar="F", help="times the usual 60 s a count")
    out.add_argument("--json", action="store_true", help="one JSON object a line")


def _depth(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 3):
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 0 to 999")
    return int(text)


def _factor(text: str) -> float:
    value = float(text)
    if not 0 < value <= 10_000:
        raise ValueError
    return value


def run(args: argparse.Namespace) -> int:
    """Count, check or bisect, and return the exit code."""
    if args.check or args.bisect:
        if args.rules or args.divide or args.depth is not None:
            raise _usage("--rules, --divide and --depth do not go with --check and --bisect")
        if args.bisect and not args.words:
            raise _usage("no engine was named", hint="hakem perft --bisect -- node my_engine.js")
        return _with_engine(args, _chosen(args, args.only))
    if args.rules:
        return _count_own(args)
    if not args.words and not args.only:
        raise _usage("neither a position nor --rules, --check or --bisect was named", hint="hakem perft --help")
    return _count_all(args, _chosen(args, [*args.words, *args.only]))


def _usage(message: str, hint: str = "") -> HakemError:
    return HakemError(Finding("perft_usage", message, hint=hint))


def _chosen(args: argparse.Namespace, patterns: Sequence[str]) -> list[Position]:
    from hakem_conformance import perft

    positions = perft.load(args.file)
    names = [position.id for position in positions]
    findings = [
        Finding("no_such_position", f"no position has the id {pattern}", hint=did_you_mean(pattern, names))
        for pattern in patterns
        if not any(fnmatchcase(name, pattern) for name in names)
    ]
    if findings:
        raise HakemError(findings)
    return [each for each in positions if not patterns or any(fnmatchcase(each.id, pattern) for pattern in patterns)]


# -- counting here ----------------------------------------------------------------------------------------


def _count_own(args: argparse.Namespace) -> int:
    from hakem_conformance.perft import Position

    missing = [f"--{name}" for name in ("dealer", "deal", "depth") if getattr(args, name) is None]
    if missing:
        raise _usage(f"a position of your own needs {', '.join(missing)}")
    if args.words or args.only or args.file:
        raise _usage("--rules is for a position of your own: it takes no ids or files")
    overlays = tuple(name if "/" in name else f"overlay/{name}" for name in args.overlays)
    actions = tuple(action.strip() for action in args.actions.split(",") if action.strip())
    cards = tuple(args.deal.split())
    _print_count(args, Position("", args.rules, overlays, "", args.dealer, cards, actions, args.depth, 0), None)
    return 0


def _count_all(args: argparse.Namespace, positions: Sequence[Position]) -> int:
    own_depth = args.depth is None
    right = [_print_count(args, position, position.count if own_depth else None) for position in positions]
    return 0 if all(right) else 1


def _print_count(args: argparse.Namespace, position: Position, expected: int | None) -> bool:
    """Count a position and print it. Returns whether it is as expected."""
    from hakem.game.perft import divide, perft
    from hakem_conformance.counts import game_at

    game = game_at(position)
    depth = position.depth if args.depth is None else args.depth
    parts = divide(game, depth) if args.divide else {}
    count = sum(parts.values()) if parts else perft(game, depth)
    if args.json:
        named = {"id": position.id} if position.id else {}
        told = {"expected": expected} if expected is not None else {}
        split = {"divide": parts} if args.divide else {}
        print(json.dumps({**named, "depth": depth, "count": count, **told, **split}))
    else:
        for action, number in parts.items():
            print(f"{number:>12,}  {action}")
        label = f"{position.id}  " if position.id else ""
        wrong = "" if expected in (None, count) else paint(f"  but the file has {expected:,}", "red")
        print(f"{label}depth {depth}: {count:,}{wrong}")
    return expected in (None, count)


# -- an engine --------------------------------------------------------------------------------------------


def _with_engine(args: argparse.Namespace, positions: Sequence[Position]) -> int:
    from hakem_conformance.client import Timeouts
    from hakem_conformance.counts import Counter
    from hakem_conformance.fault import Fault

    command = args.words or [sys.executable, "-m", "hakem_cli.main", "engine"]
    counter = Counter(command, Timeouts().times(args.timeout_factor))
    started = False
    try:
        counter.start()
        started = True
        return _bisect(args, counter, positions) if args.bisect else _check(args, counter, positions)
    except Fault as fault:
        _trouble(args, "", fault, counter.log)
        return 1 if started else 2
    finally:
        counter.close()


def _check(args: argparse.Namespace, counter: Counter, positions: Sequence[Position]) -> int:
    found: dict[str, int] = {}
    sequences, seconds = 0, 0.0
    for number, position in enumerate(positions, 1):
        answer = counter.answer(position)
        found[answer.status] = found.get(answer.status, 0) + 1
        if answer.status == "pass":
            sequences, seconds = sequences + position.count, seconds + answer.seconds
        _show(args, answer, counter.log)
        _progress(args, number, len(positions), position.id)
    wrong_end = counter.finish()
    code = 0 if found.get("pass") and set(found) <= {"pass", "not-claimed"} else 1
    if args.json:
        print(json.dumps({"type": "end", "statuses": found, "sequences": sequences, "exit": code}))
        return code
    _progress(args, 0, 0, "")
    print(f"engine     {neutral(counter.claims.describe())}")
    statuses = (f"{count} {status.replace('-', ' ')}" for status, count in found.items())
    print(f"positions  {', '.join(statuses)}")
    if sequences and seconds:
        print(f"sequences  {sequences:,}, {sequences / seconds:,.0f} a second")
    if wrong_end:
        print(paint(f"note: {wrong_end}", "yellow"))
    if code == 0:
        print(paint("every count that was asked is right", "green"))
    elif set(found) == {"not-claimed"}:
        print(paint(f"nothing could be asked: {_unclaimed(counter)}", "red"))
    return code


def _unclaimed(counter: Counter) -> str:
    if "perft" not in counter.claims.methods:
        return "the engine does not claim the method `perft`"
    return "the engine claims no rule set of these positions"


def _show(args: argparse.Namespace, answer: Answer, log: str) -> None:
    """One answer, if it is anything to be told."""
    position = answer.position
    if args.json:
        more = {"got": answer.got, "message": answer.message, "hint": answer.hint}
        head: dict[str, Any] = {"type": "result", "id": position.id, "status": answer.status}
        head["expected"] = position.count
        print(json.dumps({**head, **{key: value for key, value in more.items() if value not in (None, "")}}))
    elif answer.status == "fail":
        _clear(args)
        failed = paint(f"FAIL  {position.id}", "red")
        theirs = answer.message if answer.got is None else f"it counts {answer.got:,}"
        print(f"{failed}  depth {position.depth}: {position.count:,}, {neutral(theirs)}")
        again = shlex.join(["hakem", "perft", "--bisect", *_files(args), "--only", position.id, "--", *args.words])
        if args.words:
            print(f"  where: {neutral(again)}")
    elif answer.status not in ("pass", "not-claimed"):
        _clear(args)
        _trouble(args, position.id, answer, log)


def _files(args: argparse.Namespace) -> Iterator[str]:
    for file in args.file:
        yield from ("--file", str(file))


def _trouble(args: argparse.Namespace, name: str, what: Answer | Fault, log: str) -> None:
    """An engine that gave no answer: what it did, and its log."""
    from hakem_conformance.draw import log_tail

    if args.json:
        print(json.dumps({"type": "fault", "status": what.status, "message": what.message}))
        return
    print(paint(f"{what.status.upper()}  {name}".rstrip(), "red") + f"  {neutral(what.message)}")
    if what.hint:
        print(f"  hint: {neutral(what.hint)}")
    if log:
        print("  its standard error:")
        for line in log_tail(log):
            print(f"    {neutral(line)}")


def _bisect(args: argparse.Namespace, counter: Counter, positions: Sequence[Position]) -> int:
    asked = [position for position in positions if counter.asks(position)]
    if not asked:
        print(paint(f"nothing could be asked: {_unclaimed(counter)}", "red") if not args.json else "{}")
        return 1
    for number, position in enumerate(asked, 1):
        answer = counter.answer(position)
        _progress(args, number, len(asked), position.id)
        if answer.status == "pass":
            continue
        _clear(args)
        if (parting := counter.parting(position)) is not None:
            _print_parting(args, position, parting)
        else:
            _show(args, answer, counter.log)
        return 1
    _clear(args)
    if args.json:
        print(json.dumps({"type": "end", "positions": len(asked), "exit": 0}))
    else:
        print(paint(f"it parts from none of {len(asked)} positions", "green"))
    return 0


def _print_parting(args: argparse.Namespace, position: Position, parting: Parting) -> None:
    if args.json:
        told = {"missing": parting.missing, "surplus": parting.surplus, "message": parting.message}
        head: dict[str, Any] = {"type": "parting", "id": position.id, "game": position.game}
        head.update(actions=parting.actions, depth=parting.depth)
        print(json.dumps({**head, **{key: value for key, value in told.items() if value}}))
        return
    print(paint(f"{position.id}: it parts from the rules after {len(parting.actions)} actions", "red"))
    shown = len(position.actions)
    rules = "+".join((position.rules, *position.overlays))
    print(f"  {rules}, dealer {position.dealer}, dealt {' '.join(position.pack)}")
    print(f"  before    {', '.join(parting.actions[:shown]) or 'nothing'}")
    if parting.actions[shown:]:
        print(f"  then      {', '.join(parting.actions[shown:])}")
    if parting.missing:
        print(f"  it lacks  {', '.join(parting.missing)}")
    if parting.surplus:
        print(f"  too many  {neutral(', '.join(parting.surplus))[:500]}")
    if parting.message:
        print(f"  {neutral(parting.message)}")


def _progress(args: argparse.Namespace, number: int, total: int, name: str) -> None:
    if sys.stderr.isatty() and not args.json:
        sys.stderr.write(f"\r\x1b[K{number}/{total}  {name}" if total else "\r\x1b[K")
        sys.stderr.flush()


def _clear(args: argparse.Namespace) -> None:
    _progress(args, 0, 0, "")
