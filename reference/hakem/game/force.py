"""Irregular actions that stood at a table, for the replay of records alone. `legal` knows nothing of them."""

from __future__ import annotations

from collections.abc import Callable

from hakem.game import auction
from hakem.game.actions import Action
from hakem.game.play import play_card
from hakem.game.state import State
from hakem.game.steps import settle


def _card(state: State, seat: int, action: Action) -> bool:
    """`R`, `V`: a card that the seat on turn held and was not allowed to play."""
    return seat == state.turn and _play(state, seat, action)


def _lead(state: State, seat: int, action: Action) -> bool:
    """`L`: a lead out of turn; the play goes on from the seat that led."""
    if state.step != "play" or state.trick or seat == state.turn:
        return False
    turn = state.turn
    state.turn = state.leader = seat
    if _play(state, seat, action):
        return True
    state.turn = state.leader = turn
    return False


def _play(state: State, seat: int, action: Action) -> bool:
    entry = state.plan.card_actions.get(f"{action.seat}:{action.word}")
    if state.step != "play" or state.deciding or entry is None or not state.hands[seat] & entry[2]:
        return False
    play_card(state, entry)
    return True


def _bid(state: State, seat: int, action: Action) -> bool:
    """`I`: a bid of the seat on turn that was too low or too high."""
    return seat == state.turn and action.kind == "bid" and _call(state, seat, action)


def _skip(state: State, seat: int, action: Action) -> bool:
    """`S`: a call out of turn; the auction goes on from the seat after it."""
    sale = state.auction
    if sale is None or seat == state.turn or sale.out >> seat & 1 or not sale.entitled >> seat & 1:
        return False
    if action.kind == "bid" and int(action.value) not in auction.numbers(state, seat):
        return False
    return action.kind in ("bid", "pass") and _call(state, seat, action)


def _call(state: State, seat: int, action: Action) -> bool:
    sale = state.auction
    duel = state.plan.setting["auction.form"] == "duel"
    if sale is None or duel or state.step not in ("auction", "second_auction"):
        return False
    settle(state, auction.act(state, seat, action.word))
    return True


#: mark of a record -> whether the action could be carried out, and was.
MARKS: dict[str, Callable[[State, int, Action], bool]] = {
    "R": _card,
    "V": _card,
    "L": _lead,
    "I": _bid,
    "S": _skip,
}
