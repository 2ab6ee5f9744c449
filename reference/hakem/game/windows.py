"""The steps `stakes` and `lone_hand`: round windows, in which seats in turn may do one act (rules.md 5.1)."""

from __future__ import annotations

from hakem.game.compile import kind
from hakem.game.patterns import fits
from hakem.game.state import NOBODY, State, Window
from hakem.game.trump import take_marker_back

DOUBLES = ("X", "XX", "XXX")


def enter_stakes(state: State, again: int) -> str | None:
    """Apply an automatic double, or open the first window."""
    if state.lone or state.declarer == NOBODY:
        return ""
    setting = state.plan.setting
    factors = setting["stakes.factors"]
    automatic = setting["stakes.automatic"]
    if kind(automatic) == "none" or not state.contract or state.bid < automatic["bid"]:
        return _ask(state, 0)
    state.multiplier = automatic["factor"]
    state.emit("stakes", state.multiplier)
    # The first double counts as said: the answer is the next step above the automatic factor.
    steps = (step for step in range(1, len(factors)) if factors[step] > state.multiplier)
    return _ask(state, next(steps, None), automatic=True)


def _ask(state: State, step: int | None, automatic: bool = False) -> str | None:
    """Open the window of a step: defenders for the odd ones and after an automatic double, else declarers.

    "" if there is no such step.
    """
    if step is None or step >= len(state.plan.setting["stakes.factors"]):
        return ""
    defenders = automatic or step % 2 == 0
    side = state.declaring_side
    asked = [
        seat
        for seat in state.plan.walk(state.eldest, state.plan.auction_turn)
        if (state.side_of[seat] != side) == defenders
    ]
    if not defenders and state.plan.setting["stakes.redouble_by"] == "declarer":
        asked = [state.declarer]
    state.window = Window(DOUBLES[step], tuple(asked), tuple(asked), automatic)
    state.turn = asked[0]
    return None


def stakes_options(state: State, seat: int) -> tuple[str, ...]:
    """The next double and the pass."""
    window = state.window
    assert window is not None
    letter = state.plan.seats[seat]
    return (f"{letter}:P", f"{letter}:{window.word}")


def stakes_act(state: State, seat: int, word: str) -> str | None:
    """A double closes its window and opens the next one, if there is one; a pass asks the next seat."""
    window = state.window
    assert window is not None
    state.emit("call", state.plan.seats[seat], word)
    if word == "P":
        return _next(state, window)
    step = DOUBLES.index(word)
    state.multiplier = state.plan.setting["stakes.factors"][step]
    state.emit("stakes", state.multiplier)
    return "" if window.automatic else _ask(state, step + 1)


def _next(state: State, window: Window) -> str | None:
    window.waiting = window.waiting[1:]
    if not window.waiting:
        return ""
    state.turn = window.waiting[0]
    return None


def enter_lone(state: State, again: int) -> str | None:
    """Open the window over the seats that `lone_hand.who` names, from eldest."""
    who = state.plan.setting["lone_hand.who"]
    order = state.plan.walk(state.eldest, state.plan.auction_turn)
    if who == "declarers":
        order = [seat for seat in order if state.side_of[seat] == state.declaring_side]
    elif who == "declarer":
        order = [seat for seat in order if seat == state.declarer]
    if not order:
        return ""
    state.window = Window("lone", tuple(order), tuple(order))
    state.turn = order[0]
    return None


def may_claim(state: State, seat: int) -> bool:
    """Whether the hand of the seat, its marker counted, may be played alone."""
    pattern = state.plan.setting["lone_hand.not_with"]
    if pattern == "none":
        return True
    cards = state.hands[seat]
    if state.marker_lies and seat == state.maker:
        cards |= 1 << state.marker
    return not fits(state.plan, pattern, cards)


def lone_options(state: State, seat: int) -> tuple[str, ...]:
    """The pass, and the claim if the hand may be played alone."""
    letter = state.plan.seats[seat]
    return (f"{letter}:P", f"{letter}:lone") if may_claim(state, seat) else (f"{letter}:P",)


def lone_act(state: State, seat: int, word: str) -> str | None:
    """A claim replaces the contract and ends the step; a pass asks the next seat."""
    window = state.window
    assert window is not None
    letter = state.plan.seats[seat]
    state.emit("call", letter, word)
    if word == "P":
        return _next(state, window)
    take_marker_back(state)
    state.emit("lone_contract", letter)
    state.form_sides(seat)
    state.lone = state.contract = True
    state.bid = state.target = 0
    state.raised = False
    state.multiplier = 1
    state.maker = state.trump = state.marker = NOBODY
    state.chosen = ""
    state.reversed = state.hidden = state.known = state.call_pending = False
    state.powers = state.plan.power[0][4]
    if state.plan.setting["lone_hand.partner"] == "sits_out":
        for partner, side in enumerate(state.side_of):
            if side == state.side_of[seat] and partner != seat:
                state.hands[partner] = 0
    return ""
