"""The words of events and the reasons of [End]: what a record can tell of besides calls and cards.

Words of players are those of spec/protocol.md section 2; the others exist in records alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from hakem.record.nodes import Event

_CARD = "[CDHS][2-9AJKQT]"
_TRUMP = rf"(?:[CDHS](?: rev)?|NT(?: rev)?|{_CARD}(?: rev)?|[1-9][0-9]?(?:st|nd|rd|th))"


@dataclass(frozen=True, slots=True)
class Word:
    """A word: who says it (a player's action, an automatic happening that the record repeats, or people at the table),
    the shape of its arguments, and an example."""

    kind: Literal["action", "automatic", "table"]
    arguments: str
    example: str


WORDS: dict[str, Word] = {
    "trump": Word("action", rf"~?{_TRUMP}|~{_TRUMP}:(?:[A-FNSW]{{1,6}}|-)|~_|_", "S:trump ~C"),
    "keep": Word("action", "", "S:keep"),
    "lone": Word("action", "", "E:lone"),
    "away": Word("action", rf"~?{_CARD}|~_", "N:away ~C7"),
    "take": Word("action", "", "N:take"),
    "leave": Word("action", "", "N:leave"),
    "ask": Word("action", "", "W:ask"),
    "show": Word("action", "", "S:show"),
    "pair": Word("action", "[CDHS]", "S:pair C"),
    "go": Word("action", "", "S:go"),
    "stop": Word("action", "", "S:stop"),
    "redeal": Word("action", "", "W:redeal"),
    "concede": Word("action", "(?:[1-9][0-9]?)?", "S:concede"),
    "reveal": Word("automatic", r"[CDHS](?: rev)?|NT(?: rev)?", "S:reveal C"),
    "forced": Word("automatic", "[1-9][0-9]{0,2}", "N:forced 15"),
    "marker": Word("automatic", rf"~?{_CARD}", "S:marker ~H9"),
    "expose": Word("table", _CARD, "W:expose HJ"),
    "claim": Word("table", "[1-9][0-9]?", "E:claim 3"),
    "accept": Word("table", "", "N:accept"),
    "contest": Word("table", "", "N:contest"),
    "annul": Word("table", ".*", "W:annul no-points"),
    "call": Word("table", ".+", "N:call revoke 5.4"),
    "ruling": Word("table", ".+", 'T:ruling revoke W 5.4 "trick stands"'),
}

#: Why a board ended.
ENDS: dict[str, str] = {
    "played": "to its end by the rules",
    "claimed": "the players agreed on a claim",
    "conceded": "a side gave up",
    "passed-out": "nobody bid",
    "annulled": "void by the rules",
    "ruling": "the director decided",
    "abandoned": "the players stopped",
    "unfinished": "the record stops before the deal does",
}

CALL = re.compile(r"[1-9][0-9]{0,2}|P|AP|X{1,3}")

_FIRST = re.compile(r"~?([^:]*)(?::.*)?")


def says_action(event: Event) -> bool:
    """Whether the event is a player's action under the rules (a concession of tricks is an agreement instead)."""
    word = WORDS.get(event.word)
    return word is not None and word.kind == "action" and not (event.word == "concede" and event.args)


def action(event: Event) -> str:
    """The action the event stands for, as the protocol writes it; what is hidden is told as far as it is known."""
    return f"{event.seat}:{event.word} {' '.join(map(_open, event.args))}".rstrip()


def _open(argument: str) -> str:
    found = _FIRST.fullmatch(argument)
    return found[1] if found else argument


@lru_cache(maxsize=4096)
def arguments_fit(word: str, args: tuple[str, ...]) -> bool:
    """Whether a known word takes these arguments."""
    return re.fullmatch(WORDS[word].arguments, " ".join(args), re.DOTALL) is not None
