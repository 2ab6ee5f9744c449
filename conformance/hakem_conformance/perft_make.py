"""Makes the files of `conformance/perft`: positions of seeded random deals, each counted by both evaluators.

`python -m hakem_conformance.perft_make [--seed S] [--into FOLDER] [RULES[+OVERLAY…] …]`

A position is written only where the interpreter and the evaluator count the same; where they differ nothing is.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from hakem import data, rules
from hakem.cards import SEATS, pack
from hakem.game import Game
from hakem.game.perft import perft
from hakem.rules import RuleSet
from hakem_conformance.client import Client, Timeouts
from hakem_conformance.perft import Position, text_of

EVALUATOR = ("node", str(data.path("conformance/evaluator/main.js")))

#: Beside the shipped rule sets: what none of them has.
WITH_OVERLAYS = (
    "twenty-nine+doubling+may-ask", "twenty-nine+doubling-before-play+own-card", "twenty-nine+alone+last-trick-point",
    "twenty-nine+reveal-deadline+auto-pair", "twenty-eight+pair+equal-bid+double-redouble-set",
)  # fmt: skip

#: Sort of position -> how many of them a rule set gets. A sort that a rule set does not have gives its share to `play`.
SHARES = {
    "auction": 12, "second_auction": 8, "choose_trump": 4, "stakes": 8, "lone_hand": 6, "draw": 8, "redeal": 6,
    "ask": 8, "marker": 6, "pair": 8, "concede": 6, "go": 6, "ending": 16, "play": 6,
}  # fmt: skip
AT_LEAST = 56
#: How many sequences a position may have: small enough that a file is counted in seconds.
MOST = 1500
#: Random deals that are looked at, at most, for the sorts that are rare.
DEALS = 2000
#: An ending is looked for when this many cards are in the hands.
FEW_CARDS = 12
ENDING_WORDS = ("concede", "redeal", "stop")


@dataclass(frozen=True, slots=True)
class Found:
    """A position of a random deal that may be chosen."""

    sort: str
    game: Game
    pack: tuple[str, ...]
    actions: tuple[str, ...]


def deal_out(rule_set: RuleSet, dice: random.Random) -> Iterator[Found]:
    """Every position of a random deal, with the live game.

    Words are likelier than cards, so that asks, pairs and doubles are reached often; but not those that end the deal.
    """
    cards = list(pack(rule_set["pack.order"], rule_set["pack.remove"]))
    dice.shuffle(cards)
    game = Game(rule_set, dice.choice(SEATS[rule_set["seats.count"]]), {"pack": " ".join(cards)})
    actions: list[str] = []
    while not game.over:
        yield Found(sort_of(game), game, tuple(cards), tuple(actions))
        legal = [action for listed in game.legal().values() for action in listed]
        words = [action for action in legal if len(action) != 4 and action[2:] not in ENDING_WORDS]
        action = dice.choice(words) if words and dice.random() < 0.4 else dice.choice(legal)
        game.apply(action)
        actions.append(action)


def sort_of(game: Game) -> str:
    """What a position is a test of, by what may be done in it."""
    words = {action[2:].partition(" ")[0] for listed in game.legal().values() for action in listed}
    for word in ("pair", "ask", "show", "redeal", "go"):
        if word in words:
            return "ask" if word == "show" else word
    if game.step != "play":
        return game.step
    view = game.view(game.seats[0])
    if sum(view["cards"].values()) <= FEW_CARDS:
        return "ending"
    return "marker" if view["marker"] else "concede" if "concede" in words else "play"


def longest(game: Game, most: int) -> int | None:
    """The number of actions of the longest way to the end of the deal; None if there are more than `most` ways."""
    left = most

    def walk(here: Game) -> int:
        nonlocal left
        if here.over:
            left -= 1
        if here.over or left < 0:
            return 0
        found = 0
        for action in (action for listed in here.legal().values() for action in listed):
            child = here.copy()
            child.apply(action)
            found = max(found, 1 + walk(child))
        return found

    depth = walk(game)
    return depth if left >= 0 else None


def depth_of(game: Game, sort: str, most: int) -> int:
    """The whole ending, or as deep as `most` sequences allow; at least 2, so that one action is always carried out."""
    if sort == "ending":
        return longest(game, most) or 2
    depth = 2
    while depth < 12 and perft(game, depth + 1) <= most:
        depth += 1
    return depth


def positions(name: str, seed: int) -> list[Position]:
    """The positions of a rule set with their counts by the interpreter."""
    base, overlays = parts_of(name)
    rule_set = rules.load(base, overlays)
    dice = random.Random(f"{name} {seed}")
    chosen = _chosen(rule_set, dice)
    found: list[Position] = []
    for sort in SHARES:
        here = sorted((each for each in chosen if each.sort == sort), key=lambda each: len(each.actions))
        for number, each in enumerate(here, 1):
            depth = depth_of(each.game, sort, MOST)
            found.append(Position(
                f"{name.replace('/', '-')}.{sort.replace('_', '-')}.{number:02}",
                f"{base}@{rule_set.version.partition('.')[0]}", overlays, rule_set.digest,
                each.game.offices["dealer"], each.pack, each.actions, depth, perft(each.game, depth),
            ))  # fmt: skip
    return found


def _chosen(rule_set: RuleSet, dice: random.Random) -> list[Found]:
    """At most one position of a sort from a deal, until every sort that turned up has its share."""
    by_sort: dict[str, list[Found]] = {sort: [] for sort in SHARES}
    for number in range(DEALS):
        seen: dict[str, list[Found]] = {}
        for each in deal_out(rule_set, dice):
            if len(by_sort[each.sort]) < SHARES[each.sort] or each.sort == "play":
                seen.setdefault(each.sort, []).append(replace(each, game=each.game.copy()))
        for sort, items in seen.items():
            by_sort[sort] += _one_of(sort, items, dice)
        missing = [sort for sort, items in by_sort.items() if items and len(items) < SHARES[sort]]
        if not missing and number >= DEALS // 10:
            break
    rest = by_sort["play"]
    found = [each for sort, items in by_sort.items() if sort != "play" for each in items]
    return found + rest[: max(SHARES["play"], AT_LEAST - len(found))]


def _one_of(sort: str, items: list[Found], dice: random.Random) -> list[Found]:
    """One of the positions of a deal: an auction that has gone on, an ending as early as it can be counted whole."""
    if sort == "ending":
        return next(([each] for each in items if longest(each.game, MOST) is not None), [])
    return [dice.choice(items[len(items) // 2 :] if sort == "auction" else items)]


def parts_of(name: str) -> tuple[str, tuple[str, ...]]:
    """A rule set and the overlays on it, from `twenty-nine+may-ask`."""
    base, *overlays = name.split("+")
    return base, tuple(f"overlay/{overlay}" for overlay in overlays)


def agreed(client: Client, name: str, found: Sequence[Position]) -> list[str]:
    """The positions that the evaluator counts otherwise, in words."""
    digest = client.digest(*parts_of(name))
    differences = []
    for position in found:
        params = {"game": {**position.game, "digest": digest}, "actions": list(position.actions)}
        theirs = client.call("perft", {**params, "depth": position.depth})["count"]
        if theirs != position.count:
            differences.append(f"{position.id}: interpreter {position.count}, evaluator {theirs}\n  {position.line()}")
    return differences


def title(name: str) -> str:
    """What a file is about."""
    base, overlays = parts_of(name)
    return " · ".join([rules.load(base).title, *overlays])


def main(argv: Sequence[str] | None = None) -> int:
    """0 if all files were written, 1 if the evaluators disagree."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="*", metavar="RULES")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--into", type=Path, default=data.path("conformance/perft"))
    args = parser.parse_args(argv)
    client = Client(EVALUATOR, Timeouts())
    client.greet()
    code = 0
    for name in args.sets or [*rules.shipped(), *WITH_OVERLAYS]:
        found = positions(name, args.seed)
        differences = agreed(client, name, found)
        total = sum(each.count for each in found)
        print("\n".join(differences) or f"{name}: {len(found)} positions, {total} sequences")
        if differences:
            code = 1
            continue
        file = args.into / f"{name}.perft"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text_of(found, f"{title(name)}, seed {args.seed}"), encoding="utf-8")
    client.finish()
    return code


if __name__ == "__main__":
    sys.exit(main())
