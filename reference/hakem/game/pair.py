"""The pair: king and queen of trumps, shown in a window after a trick (rules.md 5.4, step 8)."""

from __future__ import annotations

from hakem.cards import INDEX, SUITS
from hakem.game.bits import mask_of
from hakem.game.state import State
from hakem.game.trump import is_active_trump

#: King and queen of each suit, as a mask.
_PAIRS = tuple(mask_of((INDEX[suit + "K"], INDEX[suit + "Q"])) for suit in SUITS)


def open_window(state: State) -> None:
    """Open the window after a trick for the sides entitled by `pair.after`; `auto` shows a pair at once."""
    plan = state.plan
    if state.pair_shown or not state.known or state.trump < 0 or not state.contract:
        return
    after = plan.pair_after
    side = state.side_of[state.last_winner]
    ruffed = is_active_trump(state) and state.led_mask >> 13 * state.trump & 1 == 0
    if after == "own_ruff" and not ruffed:
        return
    state.pair_open = tuple([after == "any_trick" or of == side for of in state.side_of])
    holders = showers(state)
    if plan.pair == "may":
        state.aside = state.aside or bool(holders)
        return
    state.pair_open = ()
    if holders:
        show(state, holders[0])


def showers(state: State) -> list[int]:
    """The seats that may show the pair now: at most one, since there is one king and one queen."""
    return [
        seat
        for seat, is_open in enumerate(state.pair_open)
        if is_open and holds_pair(state, seat) and high_enough(state, seat)
    ]


def holds_pair(state: State, seat: int) -> bool:
    """Whether king and queen of trumps are both in the hand."""
    return _PAIRS[state.trump] & ~state.hands[seat] == 0


def side_word(state: State, seat: int) -> str:
    """Which of the two keys of `pair` is about the seat's side."""
    return "declarers" if state.side_of[seat] == state.declaring_side else "defenders"


def high_enough(state: State, seat: int) -> bool:
    """Whether the contract is high enough for a pair of the seat's side."""
    least = state.plan.setting[f"pair.{side_word(state, seat)}.from_bid"]
    return least == "none" or bool(state.bid >= least)


def show(state: State, seat: int) -> None:
    """Show the pair and move the target."""
    state.emit("pair_shown", state.plan.seats[seat], SUITS[state.trump])
    state.pair_shown = True
    state.pair_open = ()
    old = state.target
    state.target = moved_target(state, side_word(state, seat))
    state.emit("target_moved", old, state.target)


def moved_target(state: State, side: str) -> int:
    """The target after a pair of `side`: never beyond its limit, and never the other way."""
    setting = state.plan.setting
    shift: int = setting[f"pair.{side}.shift"]
    word = setting[f"pair.{side}.limit"]
    limit: int = {"lowest_bid": state.plan.lowest, "highest_bid": state.plan.highest}.get(word, word)
    moved = state.target + shift
    within = moved >= limit if side == "declarers" else moved <= limit
    if within:
        return moved
    if setting["pair.beyond_limit"] == "unchanged":
        return state.target
    return min(state.target, limit) if side == "declarers" else max(state.target, limit)
