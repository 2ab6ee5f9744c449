"""Action texts: which texts are actions, and to which steps their words belong (protocol.md section 2)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from hakem.game.trump import ordinal

_CARD = "[CDHS][2-9AJKQT]"
_WORDS = re.compile(
    rf"(?P<bid>[1-9][0-9]{{0,3}})|(?P<pass>P)|(?P<double>X{{1,3}})|(?P<card>{_CARD})"
    rf"|trump (?P<trump>[CDHS]( rev)?|{_CARD}( rev)?|[1-9][0-9]?(?:st|nd|rd|th)|NT( rev)?)"
    rf"|away (?P<away>{_CARD})|pair (?P<pair>[CDHS])"
    r"|(?P<word>keep|lone|take|leave|ask|show|go|stop|concede|redeal)"
)

_AUCTIONS = frozenset(("auction", "second_auction"))
_PLAY = frozenset(("play",))
_DRAW = frozenset(("draw",))
_CHOICE = frozenset(("choose_trump",))
_EVERY = frozenset(("auction", "second_auction", "choose_trump", "stakes", "lone_hand", "draw", "play"))

#: kind of word -> the steps it belongs to.
STEPS: dict[str, frozenset[str]] = {
    "bid": _AUCTIONS,
    "pass": frozenset(("auction", "second_auction", "stakes", "lone_hand")),
    "double": frozenset(("stakes",)),
    "trump": _CHOICE,
    "keep": _CHOICE,
    "lone": frozenset(("lone_hand",)),
    "away": _DRAW,
    "take": _DRAW,
    "leave": _DRAW,
    "card": _PLAY,
    "ask": _PLAY,
    "show": _PLAY,
    "pair": _PLAY,
    "go": _PLAY,
    "stop": _PLAY,
    "concede": _PLAY,
    "redeal": _EVERY,
}

#: What an action looks like, for messages.
SHAPE = "SEAT:word, as in W:16, E:P, S:X, S:trump C, W:ask, S:pair C, N:DJ"


@dataclass(frozen=True, slots=True)
class Action:
    """A text taken apart. `kind` is a key of STEPS; `value` what the word names (`16`, `C9 rev`), or ""."""

    seat: str
    word: str
    kind: str
    value: str


@lru_cache(maxsize=4096)
def parse(text: str) -> Action | None:
    """The action a text stands for, None if it is none. Whether the seat exists is for the caller to see."""
    seat, colon, word = text.partition(":")
    found = _WORDS.fullmatch(word)
    if not colon or not found or len(seat) != 1:
        return None
    kind = found.lastgroup or ""
    value = found[kind]
    if kind == "word":
        return Action(seat, word, word, "")
    if value[-2:] in ("st", "nd", "rd", "th") and value != ordinal(int(value[:-2])):
        return None
    return Action(seat, word, kind, value)
