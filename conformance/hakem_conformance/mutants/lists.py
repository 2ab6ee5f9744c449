"""Card-class lists that allow and refuse the same in every hand that can come about.

A hand is told by the kinds of cards it holds: of the led suit, trumps below and above an opponent's winning trump, the
marker that came back, others. More hands are looked at than can come about; that is safe (rules.md sections 3, 5.2).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, product
from typing import Any

from hakem.rules.classes import LISTS
from hakem.rules.outline import Outline

Cards = frozenset[str]
_ROLES = {"defenders", "partner", "maker"}
_TRUMPS = frozenset({"low", "high", "low marker", "high marker"})
_MARKERS = frozenset({"low marker", "high marker"})
_REASONS = {"led_suit": "must_follow_suit", "trump": "must_trump", "marker": "must_play_marker"}


@dataclass(frozen=True)
class _Turn:
    """A turn: the cards held; whether the trump is known, is hidden and this seat's own, is the suit led; whether an
    opponent's trump wins so far; whether the hidden suit has been led before."""

    hand: Cards
    known: bool
    own: bool = False
    led: bool = False
    beaten: bool = False
    before: bool = False


def no_hand(before: Mapping[str, Any], after: Mapping[str, Any], path: str) -> bool:
    """Whether a list of classes, changed at `path`, decides the same in every hand."""
    if path not in LISTS:
        return False
    outline = Outline(before)
    return all(_decided(before[path], turn) == _decided(after[path], turn) for turn in _turns(outline, path))


def _decided(classes: Sequence[str], turn: _Turn) -> tuple[Cards, str]:
    """The cards that may be played, and why others may not; none where the list runs out."""
    for name in classes:
        cards = turn.hand & _class(name, turn)
        if cards:
            reason = _REASONS.get(name, "hidden_trump_barred")
            if name == "trump_over_opponent":
                reason = "must_beat_trump" if turn.beaten else "must_trump"
            return cards, reason if cards != turn.hand else ""
    return frozenset(), ""


def _class(name: str, turn: _Turn) -> Cards:
    if name == "led_suit":
        return _TRUMPS if turn.led else frozenset({"suit"})
    if name == "marker":
        return _MARKERS
    if name == "any" or (name.startswith("not_hidden") and not turn.own):
        return turn.hand
    if name.startswith("not_hidden"):
        return turn.hand if turn.before and name.endswith("unless_led") else turn.hand - _TRUMPS
    if not turn.known:
        return frozenset()
    return frozenset({"high", "high marker"}) if turn.beaten and name == "trump_over_opponent" else _TRUMPS


def _turns(outline: Outline, path: str) -> Iterator[_Turn]:
    markers: list[tuple[str, ...]] = [("low marker",), ("high marker",)] if outline.marker != "never" else []
    if outline.marker != "always":
        markers.append(())
    early = outline.get("reveal.ask") == "may" or set(outline.get("reveal.asked_by")) != _ROLES
    # an opponent's trump can lie there at the reveal only if somebody void could play without asking
    active = (False, True) if outline.get("reveal.activation") == "trick" and early else (False,)
    if path == "reveal.after_ask":  # void, and not the maker
        for led, beaten in product((False, True), active):
            for hand in _hands("other" if led else "low high other"):
                yield _Turn(hand, True, led=led, beaten=beaten)
    elif path == "reveal.after_show":
        void = outline.get("reveal.deadline") == "none" and outline.get("play.follow")[0] == "led_suit"
        for led, beaten, marker in product((False, True), active, markers):
            held = ("other" if led else "low high other") if void else "suit low high other"
            for hand in _hands(held, marker):
                yield _Turn(hand, True, led=led, beaten=beaten)
    else:
        yield from _plain_turns(outline, path == "play.lead", markers)


def _plain_turns(outline: Outline, leads: bool, markers: Sequence[tuple[str, ...]]) -> Iterator[_Turn]:
    """Turns in which nobody has asked: the trump known, or hidden from the seat, or its own."""
    suits = "low high other" if leads else "suit low high other"
    for led, beaten, marker in product((False,) if leads else (False, True), (False, True), (*markers, ())):
        for hand in _hands(suits, marker):
            yield _Turn(hand, True, led=led, beaten=beaten and not leads)
    if not outline.hidden:
        return
    asked = outline.get("reveal.asked_by") if outline.get("reveal.ask") != "may" and not leads else ()
    for led, before in product((False,) if leads else (False, True), (False, True)):
        for hand in _hands("low other" if leads else "suit low other"):
            void = not hand & (_TRUMPS if led else {"suit"})
            if not (void and {"defenders", "partner"} <= set(asked)):
                yield _Turn(hand, False, led=led)
            if not (void and "maker" in asked):
                yield _Turn(hand, False, own=True, led=led, before=before)


def _hands(kinds: str, always: Sequence[str] = ()) -> Iterator[Cards]:
    """Every hand of some of these kinds, with the cards that are always in it."""
    listed = kinds.split()
    for chosen in chain.from_iterable(combinations(listed, count) for count in range(len(listed) + 1)):
        if hand := frozenset((*chosen, *always)):
            yield hand
