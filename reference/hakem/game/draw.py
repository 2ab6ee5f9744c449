"""The step `draw`: cards are laid away, then drawn one of two at a time (rules.md 5.1)."""

from __future__ import annotations

from hakem.cards import CARDS, INDEX
from hakem.game.bits import names
from hakem.game.state import Draw, State


def enter(state: State, again: int) -> str | None:
    """Note what each seat has to lay away, in turn from eldest."""
    plan = state.plan
    to_lay = [0] * len(plan.seats)
    for seat, number in zip(plan.walk(state.eldest, plan.turn), plan.setting["draw.discards"], strict=False):
        to_lay[seat] = number
    state.draw = Draw(to_lay)
    return _next(state, state.eldest)


def laying(state: State) -> bool:
    """Whether cards are still to be laid away."""
    assert state.draw is not None
    return any(state.draw.to_lay)


def options(state: State, seat: int) -> tuple[str, ...]:
    """A card to lay away, or what to do with the card looked at."""
    letter = state.plan.seats[seat]
    if laying(state):
        return tuple(f"{letter}:away {card}" for card in names(state.hands[seat]))
    return (f"{letter}:leave", f"{letter}:take")


def act(state: State, seat: int, word: str) -> str | None:
    """Lay a card away, or take or leave the card looked at; the other one of the two goes the other way."""
    draw = state.draw
    assert draw is not None
    plan = state.plan
    letter = plan.seats[seat]
    if word.startswith("away "):
        _lay_away(state, seat, INDEX[word[5:]])
        draw.to_lay[seat] -= 1
        if not laying(state):
            return _next(state, state.eldest)
        return _next(state, seat if draw.to_lay[seat] else plan.turn[seat])
    state.emit("call", letter, word)
    if word == "leave":
        _lay_away(state, seat, draw.looked)
    if _undrawn(state):
        other = _draw_card(state, seat)
        if word == "take":
            _lay_away(state, seat, other)
    return _next(state, plan.turn[seat])


def _next(state: State, start: int) -> str | None:
    """Give the next seat its turn, from `start` on; "" when the step is over."""
    draw = state.draw
    assert draw is not None
    order = state.plan.walk(start, state.plan.turn)
    for seat in order:
        if draw.to_lay[seat]:
            state.turn = seat
            return None
    for seat in order:
        if _undrawn(state) and _size(state, seat) < state.plan.setting["draw.hand"]:
            state.turn = seat
            draw.looked = _draw_card(state, seat)
            return None
    return ""


def _size(state: State, seat: int) -> int:
    marker = state.marker_lies and seat == state.maker
    return state.hands[seat].bit_count() + marker


def _undrawn(state: State) -> bool:
    unused: int = state.plan.setting["pack.unused"]
    return len(state.pack) > unused


def _draw_card(state: State, seat: int) -> int:
    """The top card of the pack, into the hand."""
    card = state.pack.pop(0)
    letter = state.plan.seats[seat]
    state.hands[seat] |= 1 << card
    state.emit("drawn", letter, CARDS[card], letter)
    return card


def _lay_away(state: State, seat: int, card: int) -> None:
    letter = state.plan.seats[seat]
    state.hands[seat] ^= 1 << card
    state.emit("laid_away", letter, CARDS[card], letter)
