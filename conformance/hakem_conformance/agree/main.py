"""`python -m hakem_conformance.agree`: the two evaluators put side by side."""

from __future__ import annotations

import argparse
import os
import shlex
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from hakem import rules
from hakem.errors import HakemError
from hakem_conformance.agree.campaign import campaign
from hakem_conformance.agree.compare import dice_for
from hakem_conformance.agree.coverage import Coverage
from hakem_conformance.agree.draw import trial
from hakem_conformance.agree.house import rule_set
from hakem_conformance.agree.peer import FOLDER, Peer
from hakem_conformance.agree.plan import Amounts, Item, of
from hakem_conformance.agree.run import run
from hakem_conformance.agree.shrink import judge, shrink
from hakem_conformance.agree.tell import command, lines

EPILOG = """RULES is a rule set with overlays and changes: twenty-nine+may-ask+play.concede=declarer

examples:
  python -m hakem_conformance.agree                       everything: rule sets, overlays, combinations
  python -m hakem_conformance.agree --quick               a twentieth of it
  python -m hakem_conformance.agree --deals 500 hokm      500 deals of one rule set
  python -m hakem_conformance.agree --trial 17 hokm       one trial again: where the two differ, made small
  python -m hakem_conformance.agree --campaign zero.json --deals 200000
                                                          many deals; stop it and give the command again to go on

exit codes: 0 no disagreement, 1 disagreements, 2 usage or broken input"""
#: Disagreements that are made small and told; the rest are counted.
TOLD = 3


def main(argv: Sequence[str] | None = None) -> int:
    """Run; see EPILOG."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    args = _parser().parse_args(arguments)
    try:
        if args.campaign:
            return _campaign(args, f"python -m hakem_conformance.agree {shlex.join(arguments)}")
        return _trial(args) if args.trial is not None else _run(args)
    except HakemError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 128 + signal.SIGINT
    except BrokenPipeError:  # the reader of our output has gone
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 128 + signal.SIGPIPE


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m hakem_conformance.agree", epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Play deals and matches through the interpreter and the JavaScript evaluator; compare all answers.",
    )  # fmt: skip
    parser.add_argument("rules", nargs="*", metavar="RULES", help="play only these, without further overlays")
    parser.add_argument("--deals", type=_positive, default=Amounts().alone, help="trials of a rule set (%(default)s); "
                        "one in sixteen is a whole match")  # fmt: skip
    parser.add_argument("--quick", action="store_true", help="a twentieth of everything")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=_positive, default=os.cpu_count() or 1, help="processes (%(default)s)")
    parser.add_argument("--trial", type=int, metavar="N", help="only trial N of RULES")
    parser.add_argument("--campaign", type=Path, metavar="FILE", help="keep state and result in FILE; nice")
    parser.add_argument("--evaluator", type=Path, default=FOLDER, metavar="FOLDER", help=argparse.SUPPRESS)
    return parser


def _positive(text: str) -> int:
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of 1 or more")
    return int(text)


def _run(args: argparse.Namespace) -> int:
    """Play what is asked for and print what came of it."""
    amounts = Amounts(alone=args.deals).divided(20 if args.quick else 1)
    items = [Item(text, 0, amounts.alone) for text in args.rules] if args.rules else [
        item for name in rules.shipped() for item in of(name, amounts, args.seed)
    ]  # fmt: skip
    for item in items:
        rule_set(item.text)  # whatever is wrong with it is told before anything is played
    coverage, deals, differing, began = Coverage(), 0, [], time.monotonic()
    for done, (item, outcome, reached) in enumerate(run(items, args.seed, args.jobs, args.evaluator), 1):
        coverage.add(reached)
        deals += outcome.deals
        differing += [(item.text, number) for number in outcome.differing]
        _progress(f"{done} of {len(items)}: {item.text}, {len(differing)} disagreements")
    _progress("")
    if not args.rules:
        print("\n".join(coverage.lines()))
    print(f"{len(items)} rule sets, {deals} deals, {len(differing)} disagreements, {time.monotonic() - began:.0f} s")
    _tell(differing, args)
    return int(bool(differing))


def _trial(args: argparse.Namespace) -> int:
    if len(args.rules) != 1:
        print("--trial is of one rule set", file=sys.stderr)
        return 2
    found = _tell([(args.rules[0], args.trial)], args)
    if not found:
        print("no disagreement")
    return int(found)


def _tell(differing: Sequence[tuple[str, int]], args: argparse.Namespace) -> bool:
    """Make the first disagreements small and print them. Returns whether there was one."""
    found = False
    for text, number in differing[:TOLD]:
        peer = Peer(args.evaluator)
        try:
            drawn, _ = trial(rule_set(text), dice_for(text, args.seed, number))
            if case := judge(peer, text, drawn):
                found = True
                print("\n".join(lines(shrink(peer, case), number, args.seed, text)))
        finally:
            peer.close()
    for text, number in differing[TOLD:][:20]:
        print(f"also: {command(text, number, args.seed)}")
    return found


def _campaign(args: argparse.Namespace, said: str) -> int:
    texts = args.rules or rules.shipped()
    state = campaign(args.campaign, texts, args.deals, args.seed, args.jobs, said, _progress)
    _progress("")
    code = 0
    for text, each in state["rules"].items():
        print(f"{text}: {each['trials']} trials, {each['deals']} deals, {len(each['differing'])} disagreements")
        for number in each["differing"][:TOLD]:
            code = 1
            print(f"  {command(text, number, args.seed)}")
    return code


def _progress(text: str) -> None:
    """One line that is overwritten, on a terminal only."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text[:100]}", end="", file=sys.stderr, flush=True)
