"""`hakem rules doc` and `hakem rules diff`: rule sets in words."""

from __future__ import annotations

import argparse
import json
import random
import textwrap
from collections.abc import Iterator

from hakem.cards import SEATS
from hakem.game import Game
from hakem.rules.diff import Difference, differences
from hakem.rules.doc import page
from hakem.rules.ruleset import RuleSet
from hakem_cli.output import paint
from hakem_cli.rules_show import loaded

#: So many deals are tried for an example, and so many actions in each.
_DEALS, _ACTIONS = 200, 1000
#: Words that a table says seldom; the example says them only where nothing else is left.
_SELDOM = ("redeal", "concede", "lone", "X", "XX", "XXX")


def doc(args: argparse.Namespace) -> int:
    """Print the page."""
    rules = loaded(args.name, args.overlays)
    print(page(rules, "" if args.no_example else _example(rules, args.seed)), end="")
    return 0


def _example(rules: RuleSet, seed: int | None) -> str:
    """A deal drawn as text: that of the seed, or the first that is played to its end and shows what can be shown."""
    from hakem.replay.draw import draw  # brings the reader of records along, which `diff` can do without

    deals = (_played(rules, number) for number in ([seed] if seed is not None else range(_DEALS)))
    played = [game for game in deals if game is not None]
    best = next((game for game in played if _telling(game)), played[0] if played else None)
    return "" if best is None else "\n".join(line.rstrip() for line in draw(best, "1").splitlines())


def _telling(game: Game) -> bool:
    """Whether the deal was played and scored, and a hidden trump came out in it."""
    names = [event["event"] for event in game.events]
    hidden = game.rules.get("choose_trump.secrecy") == "hidden"
    return "scored" in names and "played" in names and ("revealed" in names or not hidden)


def _played(rules: RuleSet, seed: int) -> Game | None:
    """A deal with the cards and the choices of a seed; None if it does not end."""
    game = Game.deal(rules, SEATS[rules["seats.count"]][0], seed=seed)
    chance = random.Random(seed)
    for _ in range(_ACTIONS):
        if game.over:
            return game
        legal = game.legal()
        game.apply(_choice(legal.get(game.turn or "") or next(iter(legal.values())), chance))
    return None


def _choice(actions: list[str], chance: random.Random) -> str:
    words = {action: action.partition(":")[2] for action in actions}
    usual = [action for action in actions if words[action].partition(" ")[0] not in _SELDOM] or actions
    bids = sorted((action for action in usual if words[action].isdigit()), key=lambda action: int(words[action]))
    if bids:
        passes = [action for action in usual if words[action] == "P"]
        return chance.choice([*bids[:2], *passes * 3])
    return chance.choice(usual)


def diff(args: argparse.Namespace) -> int:
    """Print how two rule sets differ; 1 if they do in something that acts."""
    left, right = (loaded(name, overlays) for name, *overlays in (side.split("+") for side in (args.left, args.right)))
    found = differences(left, right)
    if args.json:
        print(json.dumps({
            "left": {"name": left.name, "with": list(left.overlays), "digest": left.digest},
            "right": {"name": right.name, "with": list(right.overlays), "digest": right.digest},
            "differences": [each.to_json() for each in found],
        }, indent=1, ensure_ascii=False))  # fmt: skip
    else:
        print("\n".join(_lines(left, right, found)))
    return 1 if any(each.acts for each in found) else 0


def _lines(left: RuleSet, right: RuleSet, found: list[Difference]) -> Iterator[str]:
    for sign, rules, colour in (("-", left, "red"), ("+", right, "green")):
        extra = f" with {', '.join(rules.overlays)}" if rules.overlays else ""
        yield paint(f"{sign} {rules.name}{extra}  {rules.title}", colour)
    acting = [each for each in found if each.acts]
    for each in acting:
        yield f"\n{paint(each.path, 'bold')}"
        yield from _side("-", each.left, each.left_says, each.left_dormant, "red")
        yield from _side("+", each.right, each.right_says, each.right_dormant, "green")
    if not acting:
        yield "\nthey play alike"
    if asleep := [each.path for each in found if not each.acts]:
        yield f"\n{paint('dormant in both', 'dim')}: {', '.join(asleep)}"


def _side(sign: str, value: str, says: str, dormant: str, colour: str) -> Iterator[str]:
    why = f"   ({'not set; ' * (not value)}dormant: {dormant})" if dormant else ""
    yield paint(f"  {sign} {value or ('' if dormant else 'not there')}", colour) + why
    if says and not dormant:
        yield from (paint(f"      {line}", "dim") for line in textwrap.wrap(says, 110))
