"""Rule sets for these tests, made from the defaults of the vocabulary; and a way to play them.

They are written out here so that a test of the interpreter fails for the interpreter's sake alone.
"""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any

import yaml

from hakem import data
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
