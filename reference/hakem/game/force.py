"""Irregular actions that stood. Only the replay of records comes in here; for everything else the legal map is the
one definition of what may be done."""

from __future__ import annotations

from typing import Literal

from hakem.cards import INDEX
from hakem.game.actions import Action
from hakem.game.errors import IllegalAction
from hakem.game.events import Event
from hakem.game.game import Game
from hakem.game.play import play_card
from hakem.game.reasons import reason_for
from hakem.game.state import State
from hakem.game.steps import say

#: Revoke, lead out of turn, insufficient bid, turn skipped, another rule broken.
Mark = Literal["R", "L", "I", "S", "V"]


def force(game: Game, action: str, mark: Mark) -> list[Event]:
    """Let an action stand that the rules refuse, and run on to the next decision. Returns what happened.

    A card must be in the hand; with `L` a seat leads that is not on lead, and play goes on from it; with `S` a seat
    calls before its turn, and the auction goes on from the seat after it. Raises IllegalAction, with the reason it is
    refused for, where even so it cannot be done; the game is then as it was.
    """
    state: State = game._state
    parsed = game._parse(action)
    seat = state.plan.seat_of[parsed.seat]
    if not _can_stand(state, parsed, seat, mark):
        reason, path = reason_for(state, parsed)
        raise IllegalAction(action, reason, path, game.position)
    start = len(state.log)
    game._own = None
    if mark == "L":
        state.leader = seat
    state.turn = seat
    if parsed.kind == "card":
        play_card(state, state.plan.card_actions[action])
    else:
        say(state, action)
    return state.log[start:]


def _can_stand(state: State, action: Action, seat: int, mark: Mark) -> bool:
    """Whether the state can go on from the action as if it had been allowed."""
    if state.over:
        return False
    on_turn = seat == state.turn
    if action.kind == "card":
        held = state.step == "play" and not state.deciding and state.hands[seat] >> INDEX[action.value] & 1
        return bool(held) and (not state.trick if mark == "L" else mark in ("R", "V") and on_turn)
    if action.kind in ("bid", "pass"):
        auction = state.auction
        if state.step not in ("auction", "second_auction") or auction is None or seat not in auction.order:
            return False
        free = state.plan.setting["auction.form"] != "duel"
        return on_turn if mark in ("I", "V") else mark == "S" and free
    if action.kind in ("ask", "show"):
        maker = seat == state.maker
        return mark == "V" and state.step == "play" and on_turn and state.hidden and maker == (action.kind == "show")
    return False
