"""The chart of a deal: which step comes next, what may be done in it, and who does it (rules.md 5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from hakem.game import auction, draw, play, trump, windows
from hakem.game.dealing import deal_step
from hakem.game.ending import void
from hakem.game.state import State


class Step(NamedTuple):
    """A step that asks seats for decisions.

    `enter` and `act` return None while a seat is to act, "" when the step is over, or why the deal is void.
    """

    enter: Callable[[State, Any], str | None]
    options: Callable[[State, int], tuple[str, ...]]
    act: Callable[[State, int, str], str | None]


STEPS: dict[str, Step] = {
    "auction": Step(auction.enter_first, auction.options, auction.act),
    "second_auction": Step(auction.enter_second, auction.options, auction.act),
    "choose_trump": Step(trump.enter, trump.options, trump.act),
    "stakes": Step(windows.enter_stakes, windows.stakes_options, windows.stakes_act),
    "lone_hand": Step(windows.enter_lone, windows.lone_options, windows.lone_act),
    "draw": Step(draw.enter, draw.options, draw.act),
    "play": Step(play.enter, play.options, play.act),
}


def advance(state: State) -> None:
    """Run the steps of the sequence up to the next decision or the end of the deal."""
    while True:
        state.at += 1
        name, detail = state.plan.sequence[state.at]
        if name == "deal":
            outcome: str | None = deal_step(state, detail)
        elif state.lone and name != "play":
            continue
        else:
            state.step = name
            outcome = STEPS[name].enter(state, detail)
        if outcome:
            void(state, outcome)
        if outcome is None or outcome:
            return


def legal_actions(state: State) -> tuple[tuple[str, ...], dict[int, tuple[str, ...]]]:
    """The sorted actions of the seat on turn, and the side rights of other seats."""
    if state.over:
        return (), {}
    own = STEPS[state.step].options(state, state.turn)
    if not state.aside:
        return own, {}
    rights = play.side_rights(state) if state.step == "play" else {}
    for seat in state.rights:
        if not state.held_back[seat]:
            rights.setdefault(seat, []).append(f"{state.plan.seats[seat]}:redeal")
    if state.turn in rights:
        own = tuple(sorted([*own, *rights.pop(state.turn)]))
    return own, {seat: tuple(sorted(actions)) for seat, actions in rights.items()}


def say(state: State, action: str) -> None:
    """Carry out a legal action that is not a card played, and run on to the next decision."""
    seat, word = state.plan.seat_of[action[0]], action[2:]
    if word == "redeal":
        row = state.rights[seat]
        state.emit("call", action[0], word)
        void(state, row)
        return
    if state.aside:
        state.rights.pop(seat, None)
        state.used_up.pop(seat, None)
    settle(state, STEPS[state.step].act(state, seat, word))


def settle(state: State, outcome: str | None) -> None:
    """Go on after an action: None waits for a decision, "" leads to the next step, else the deal is void."""
    if outcome:
        void(state, outcome)
    elif outcome is not None:
        advance(state)
