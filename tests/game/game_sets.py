"""Rule sets for these tests, made from the defaults of the vocabulary; and a way to play them.

They are written out here so that a test of the interpreter fails for the interpreter's sake alone.
"""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any

import yaml

from hakem import cards, data
from hakem.game import Game
from hakem.rules.ruleset import RuleSet


@cache
def defaults() -> dict[str, Any]:
    """Every setting that has a default, as a loader would hand it on."""
    vocabulary = yaml.safe_load(data.path("spec/vocabulary.yaml").read_text(encoding="utf-8"))["settings"]
    return {
        path: tuple(entry["default"]) if isinstance(entry["default"], list) else entry["default"]
        for path, entry in vocabulary.items()
        if "default" in entry and "*" not in path and not path.startswith(("hand.", "sequence."))
    }


def packet(cards: int, to: str = "all", seen: str = "at_once") -> dict[str, Any]:
    return {"deal": {"cards": cards, "to": to, "seen": seen}}


def rules(base: dict[str, Any], **changes: Any) -> RuleSet:
    """`base` with settings changed: `__` in a name is the dot of a path, `None` takes a setting away."""
    settings = defaults() | base
    settings.update({name.replace("__", "."): value for name, value in changes.items()})
    settings = {path: value for path, value in settings.items() if value is not None}
    digest = hashlib.sha256(repr(sorted(settings.items())).encode()).hexdigest()
    return RuleSet("test", "1.0.0", "a rule set of the tests", (), f"sha256:{digest}", settings)


def play(game: Game, actions: str) -> Game:
    """Apply the actions of a text, one after the other; `trump C` and the like are written `trump_C`."""
    for action in actions.split():
        game.apply(action.replace("_", " "))
    return game


def hands(rule_set: RuleSet, **by_seat: str) -> list[dict[str, str]]:
    """Packets that give each seat these cards in this order.

    Short hands are filled up with the other cards, in ASCII order, seat by seat as they sit.
    """
    settings = rule_set.settings
    pack = cards.pack(settings["pack.order"], settings["pack.remove"])
    seats = cards.SEATS[settings["seats.count"]]
    packets = [item["deal"] for item in settings["sequence"] if not isinstance(item, str)]
    size = sum(item["cards"] for item in packets)
    held = {seat: by_seat.get(seat, "").split() for seat in seats}
    given = {card for hand in held.values() for card in hand}
    spare = [card for card in pack if card not in given]
    for seat in seats:
        missing = size - len(held[seat])
        held[seat] += spare[:missing]
        del spare[:missing]
    dealt = []
    for item in packets:
        dealt.append({seat: " ".join(held[seat][: item["cards"]]) for seat in seats})
        for seat in seats:
            del held[seat][: item["cards"]]
    return dealt


def stage(
    rule_set: RuleSet, leader: str, tricks: list[tuple[str, str] | dict[str, str]]
) -> tuple[dict[str, str], list[str]]:
    """Hands and play in which these tricks fall, everybody following suit.

    A trick is its winner and four cards of one suit, of which the winner gets the highest, or one card by
    seat and the winner under `"wins"`.
    """
    settings = rule_set.settings
    height = {rank: place for place, rank in enumerate(settings["pack.order"])}
    seats = cards.SEATS[settings["seats.count"]]
    circle = seats if settings["seats.turn"] == "clockwise" else seats[::-1]
    held: dict[str, list[str]] = {seat: [] for seat in seats}
    actions = []
    for trick in tricks:
        start = circle.index(leader)
        order = circle[start:] + circle[:start]
        if isinstance(trick, dict):
            leader = trick["wins"]
            cards_by_seat = trick
        else:
            leader, listed = trick
            best, *others = sorted(listed.split(), key=lambda card: height[card[1]])
            rest = iter(others)
            cards_by_seat = {seat: best if seat == leader else next(rest) for seat in order}
        for seat in order:
            held[seat].append(cards_by_seat[seat])
            actions.append(f"{seat}:{cards_by_seat[seat]}")
    return {seat: " ".join(hand) for seat, hand in held.items()}, actions


JACK_NINE: dict[str, Any] = {
    "pack.order": tuple("J9ATKQ87"),
    "pack.points": {"J": 3, "9": 2, "A": 1, "T": 1},
    "pack.total": 28,
    "sequence": (packet(4), "auction", "choose_trump", "stakes", packet(4), "lone_hand", "play", "score"),
    "choose_trump.by": "declarer",
    "choose_trump.secrecy": "hidden",
    "play.first_lead": "eldest",
    "score": {
        "made": {"when": {"lone": False, "made": True}, "declarers": (1,), "times": "stakes"},
        "failed": {"when": {"lone": False, "made": False}, "declarers": (-1,), "times": "stakes"},
        "lone_made": {"when": {"lone": True, "made": True}, "declarers": (3,)},
        "lone_failed": {"when": {"lone": True, "made": False}, "declarers": (-3,)},
    },
    "next_dealer": {
        "void": {"when": {"voided": True}, "dealer": "same"},
        "played": {"when": {"voided": False}, "dealer": "next"},
    },
    "match.target": 6,
    "match.floor": -6,
}

TWENTY_NINE: dict[str, Any] = JACK_NINE | {
    "seats.turn": "clockwise",
    "auction.bids.from": 15,
    "auction.bids.to": 28,
    "auction.pass": "may_return",
    "auction.nobody_bids": "dealer_forced",
    "choose_trump.form": "named",
    "reveal.ask": "must",
    "reveal.activation": "trick",
    "reveal.never": "void",
    "pair.show": "may",
}

TWENTY_EIGHT: dict[str, Any] = JACK_NINE | {
    "seats.turn": "anticlockwise",
    "auction.bids.from": 14,
    "auction.bids.to": 28,
    "auction.opening": "compulsory",
    "auction.pass": "final",
    "auction.over_partner": {"kind": "at_least", "bid": 20},
    "choose_trump.form": "own_card",
    "reveal.ask": "may",
    "reveal.after_ask": ("led_suit", "trump", "any"),
    "reveal.after_show": ("led_suit", "trump", "any"),
    "reveal.activation": "card",
    "reveal.never": "score",
    "play.lead": ("not_hidden_trump_unless_led", "any"),
    "cancel_deal": {
        "weak_first_four": {
            "at": "first_packet", "whose": "eldest", "hand": {"worth": "points", "max": 0}, "by": "demand",
        },
        "weak_eight": {
            "at": "full_hand", "whose": "any_seat", "hand": {"worth": "points", "max": 0}, "by": "demand",
        },
        "four_jacks": {
            "at": "full_hand", "whose": "any_seat", "hand": {"ranks": ("J",), "min": 4}, "by": "demand",
        },
        "all_trumps": {
            "at": "reveal", "whose": "declarers", "hand": {"suit": "trump", "min": 8}, "by": "rule",
        },
    },
}  # fmt: skip

COURT_PIECE: dict[str, Any] = {
    "pack.order": tuple("AKQJT98765432"),
    "deal.manner": "packets",
    "sequence": (packet(5, seen="maker_first"), "choose_trump", packet(4), packet(4), "play", "score"),
    "seats.turn": "anticlockwise",
    "choose_trump.by": "hakem",
    "choose_trump.form": "named",
    "choose_trump.secrecy": "open",
    "play.first_lead": "declarer",
    "score": {
        "court": {"when": {"winner": "declarers", "winner_tricks": {"max": 12}}, "winners": (1,)},
        "beaten_hakem": {"when": {"winner": "defenders", "winner_tricks": {"max": 12}}, "winners": (1,)},
        "sweep": {"when": {"winner_tricks": 13}, "winners": (2,)},
    },
    "next_hakem": {
        "void": {"when": {"voided": True}, "hakem": "same"},
        "played": {"when": {"voided": False}, "hakem": "next"},
    },
    "match.target": 7,
}
