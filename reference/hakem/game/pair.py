"""The pair: king and queen of trumps, shown in a window after a trick (rules.md 5.4, step 8)."""

from __future__ import annotations

from hakem.cards import INDEX, SUITS
from hakem.game.state import State
from hakem.game.trump import is_active_trump


def open_window(state: State) -> None:
    """Open the window after a trick for the sides entitled by `pair.after`; `auto` shows a pair at once."""
    plan = state.plan
    if state.pair_shown or not state.known or state.trump < 0 or state.lone or not state.contract:
        return
    after = plan.pair_after
    seats = range(len(plan.seats))
    side = state.side_of[state.last_winner]
    ruffed = is_active_trump(state) and state.led_mask >> 13 * state.trump & 1 == 0
    if after == "own_ruff" and not ruffed:
        return
    state.pair_open = tuple(after == "any_trick" or state.side_of[seat] == side for seat in seats)
    state.aside = True
    if plan.pair == "auto":
        for seat in seats:
            if state.pair_open[seat] and holds_pair(state, seat) and high_enough(state, seat):
                show(state, seat)
                break
        state.pair_open = ()


def holds_pair(state: State, seat: int) -> bool:
    """Whether king and queen of trumps are both in the hand."""
    suit = SUITS[state.trump]
    both = 1 << INDEX[suit + "K"] | 1 << INDEX[suit + "Q"]
    return state.hands[seat] & both == both


def side_word(state: State, seat: int) -> str:
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
