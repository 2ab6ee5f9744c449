"""Card classes: what a list in `play.lead`, `play.follow`, `reveal.after_…` lets a hand play (rules.md 3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from hakem.game.bits import SUIT_MASKS, TRUMP

if TYPE_CHECKING:
    from hakem.game.state import State

#: (state, seat, hand) -> the cards of the hand that are in the class, or that the list lets it play.
ListFunction = Callable[["State", int, int], int]


def _any(state: State, seat: int, hand: int) -> int:
    return hand


def _led_suit(state: State, seat: int, hand: int) -> int:
    return hand & state.led_mask


def _trump(state: State, seat: int, hand: int) -> int:
    return hand & SUIT_MASKS[state.trump] if state.known and state.trump >= 0 else 0


def _trump_over_opponent(state: State, seat: int, hand: int) -> int:
    trumps = _trump(state, seat, hand)
    if state.best < TRUMP or state.side_of[state.best_seat] == state.side_of[seat]:
        return trumps
    power = state.power
    higher = 0
    for card in range(13 * state.trump, 13 * state.trump + 13):
        if power[card] > state.best:
            higher |= 1 << card
    return trumps & higher


def _marker(state: State, seat: int, hand: int) -> int:
    return hand & 1 << state.marker if state.marker >= 0 and state.known and seat == state.maker else 0


def _not_hidden_trump(state: State, seat: int, hand: int) -> int:
    if state.hidden and seat == state.maker and state.trump >= 0:
        return hand & ~SUIT_MASKS[state.trump]
    return hand


def _not_hidden_trump_unless_led(state: State, seat: int, hand: int) -> int:
    if state.hidden and seat == state.maker and state.trump >= 0 and SUIT_MASKS[state.trump] & state.led_by_others:
        return hand
    return _not_hidden_trump(state, seat, hand)


CLASSES: dict[str, ListFunction] = {
    "any": _any,
    "led_suit": _led_suit,
    "trump": _trump,
    "trump_over_opponent": _trump_over_opponent,
    "marker": _marker,
    "not_hidden_trump": _not_hidden_trump,
    "not_hidden_trump_unless_led": _not_hidden_trump_unless_led,
}


def deciding(names: tuple[str, ...], state: State, seat: int, hand: int) -> tuple[str, int]:
    """The first class of the list of which the hand holds a card, and those cards; `("", 0)` for none."""
    for name in names:
        if cards := CLASSES[name](state, seat, hand):
            return name, cards
    return "", 0


def compile_list(names: tuple[str, ...]) -> ListFunction:
    """The function of a list: the cards it lets a hand play, 0 if the list runs out."""
    if names == ("any",):
        return _any
    if names == ("led_suit", "any"):
        return lambda state, seat, hand: hand & state.led_mask or hand
    functions = tuple(CLASSES[name] for name in names)

    def playable(state: State, seat: int, hand: int) -> int:
        for cards in functions:
            if mask := cards(state, seat, hand):
                return mask
        return 0

    return playable
