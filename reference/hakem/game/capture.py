"""Who captures a trick, and when; the count of a side (rules.md 5.4)."""

from __future__ import annotations

from hakem.game.state import NOBODY, State


def take(state: State, winner: int, last: bool) -> None:
    """Capture the trick just completed, or leave it in the centre."""
    plan = state.plan
    worth = plan.points
    points = 0
    for card in state.trick:
        points += worth[card]
    tricks, lying = state.centre
    state.centre = (tricks + 1, lying + points)
    if plan.two_running is None or last or _two_running(state, winner):
        _capture(state, state.side_of[winner], plan.last_trick if last else 0)


def _capture(state: State, side: int, extra: int) -> None:
    tricks, points = state.centre
    points += extra
    state.centre = (0, 0)
    state.tricks[side] += tricks
    state.points[side] += points
    state.log.append(("captured", state.side_names[side], tricks, points))


def _two_running(state: State, winner: int) -> bool:
    """Note the trick in the run, and say whether two of it in a row capture the centre."""
    rule = state.plan.two_running
    assert rule is not None
    who = winner if rule["by"] == "seat" else state.side_of[winner]
    state.run = state.run + 1 if who == state.run_of else 1
    state.run_of = who
    number = state.trick_number
    if state.run < 2 or number in rule["not_after"]:
        return False
    if rule["counted_from"] == "reveal" and (not state.known or number - 1 < state.reveal_trick):
        return False
    if rule["run"] == "restarts":
        state.run, state.run_of = 0, NOBODY
    else:
        state.run = 1
    return True


def count(state: State) -> int:
    """What the declarers have towards the target, by `auction.counts`."""
    side = state.declaring_side
    counts = state.plan.setting["auction.counts"]
    if counts == "points":
        return state.points[side]
    if counts == "tricks":
        return state.tricks[side]
    return state.opening if state.opening_side == side else 0


def still_to_take(state: State) -> int:
    """What the declarers' count can still grow by: points or tricks not yet captured."""
    counts = state.plan.setting["auction.counts"]
    if counts == "points":
        return state.to_come - sum(state.points)
    if counts == "tricks":
        return state.total_tricks - sum(state.tricks)
    played = sum(state.won)
    unbroken = state.won[state.declaring_side] == played
    return state.total_tricks - played if unbroken else 0
