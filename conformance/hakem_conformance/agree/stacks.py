"""Cards laid out so that what seldom happens by chance happens often: pairs, long suits, hands without points."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from hakem.cards import SEATS, pack
from hakem.rules import RuleSet

#: Puts the pack in the order in which it is cut into hands, seat by seat.
Stack = Callable[[RuleSet, list[str], random.Random], list[str]]


def shuffled(rules: RuleSet, cards: list[str], dice: random.Random) -> list[str]:
    return cards


def suits(rules: RuleSet, cards: list[str], dice: random.Random) -> list[str]:
    """Long suits: voids at once, many tricks in a row."""
    order = dice.sample("CDHS", 4)
    return sorted(cards, key=lambda card: order.index(card[0]))


def ranks(rules: RuleSet, cards: list[str], dice: random.Random) -> list[str]:
    """High cards with one seat and then its partner, low ones with the others; one rank in one hand."""
    return sorted(cards, key=lambda card: rules["pack.order"].index(card[1]))


def points(rules: RuleSet, cards: list[str], dice: random.Random) -> list[str]:
    """Hands of nothing but points, and hands without any."""
    return sorted(cards, key=lambda card: rules["pack.points"].get(card[1], 0))


def pairs(rules: RuleSet, cards: list[str], dice: random.Random) -> list[str]:
    """King and queen of a suit in one hand."""
    return sorted(cards, key=lambda card: (card[1] not in "KQ", card[0] if card[1] in "KQ" else ""))


def level(rules: RuleSet, cards: list[str], dice: random.Random) -> list[str]:
    """The same number of each suit in every hand: voids late or never."""
    seats = rules["seats.count"]
    by_suit = sorted(cards, key=lambda card: card[0])
    return [card for seat in range(seats) for card in by_suit[seat::seats]]


STACKS: dict[str, Stack] = {each.__name__: each for each in (shuffled, suits, ranks, points, pairs, level)}


def deal(rules: RuleSet, dealer: str, stack: Stack, dice: random.Random) -> dict[str, Any]:
    """The `deal` of a request (protocol.md 3): stacked hands with a few cards changed round, in dealing order."""
    cards = list(pack(rules["pack.order"], rules["pack.remove"]))
    dice.shuffle(cards)
    cards = stack(rules, cards, dice)
    for _ in range(dice.choice((0, 1, 4))):
        one, other = dice.randrange(len(cards)), dice.randrange(len(cards))
        cards[one], cards[other] = cards[other], cards[one]
    steps = list(_served(rules, dealer))
    seats = SEATS[rules["seats.count"]]
    start = dice.randrange(len(seats))
    hands: dict[str, list[str]] = {}
    for seat in _partners_first(seats[start:] + seats[:start]):
        size = sum(count for served, count in steps if seat in served)
        hands[seat], cards = cards[:size], cards[size:]
        dice.shuffle(hands[seat])
    packets = []
    for served, count in steps:
        packets.append({seat: " ".join(hands[seat][:count]) for seat in served})
        for seat in served:
            del hands[seat][:count]
    dice.shuffle(cards)
    return {"packets": packets, "rest": " ".join(cards)}


def _partners_first(seats: str) -> str:
    return seats[0::2] + seats[1::2]


def _served(rules: RuleSet, dealer: str) -> Iterator[tuple[str, int]]:
    """Each `deal` step: the seats it serves and how many cards each of them gets."""
    seats = SEATS[rules["seats.count"]]
    step = 1 if rules["seats.turn"] == "clockwise" else -1
    hakem = seats[(seats.index(dealer) + step) % len(seats)]
    for item in rules["sequence"]:
        if isinstance(item, str):
            continue
        to, count = item["deal"]["to"], item["deal"]["cards"]
        yield {"all": seats, "hakem": hakem, "others": seats.replace(hakem, "")}[to], count
