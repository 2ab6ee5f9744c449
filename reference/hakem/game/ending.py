"""The end of a deal: facts, score, runs, offices, the match (rules.md 5.5, 6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hakem.game import capture, score
from hakem.game.state import NOBODY, Before, State

#: Causes that make a contract fail whatever was counted.
FAILURES = frozenset(("conceded", "deadline", "lone_lost"))
#: The facts of a void deal.
VOID_FACTS: Mapping[str, Any] = {
    **dict.fromkeys(("lone", "contract", "made", "court", "term_over", "term_won"), False),
    "winner": "tied",
    "voided": True,
}


def void(state: State, why: str) -> None:
    """End the deal without a score: nobody bid, the trump was never revealed, or a row of `cancel_deal`."""
    before = state.before
    state.emit("deal_void", why)
    _close(state)
    dealer, hakem = _offices(state, VOID_FACTS)
    rows = dict(state.plan.cancel)
    same = hakem == state.hakem
    state.after = Before(
        state.score,
        before.deal,
        before.run,
        before.served if same else 0,
        before.won if same else True,
        {why: before.voided.get(why, 0) + 1} if why in rows else {},
    )
    state.result = {
        "cause": "void",
        "why": why,
        **_contract(state),
        "made": False,
        **counts(state),
        "row": None,
        "change": dict.fromkeys(state.score, 0),
        "score": dict(state.score),
        "next": offices(state, dealer, hakem),
        "winner": None,
    }


def end(state: State, cause: str) -> None:
    """End the deal: `played`, or earlier for one of the causes of `deal_ended`."""
    plan = state.plan
    stayed_hidden = state.hidden and cause == "played"
    never = plan.setting.get("reveal.never") if stayed_hidden else "score"
    if never == "void":
        void(state, "never_revealed")
        return
    state.emit("deal_ended", cause)
    _close(state)
    facts = facts_of(state, failed=cause in FAILURES or never == "fail")
    name, row = score.decide(plan.setting["score"], facts)
    sides = _sides(state)
    over = capture.count(state) - state.target if facts["made"] and not state.lone else 0
    change = score.changes(row, sides, bid=facts["bid"], over=over, multiplier=state.multiplier)
    state.score = _added(state.score, change)
    state.emit("scored", name, change, state.score)
    runs = score.runs(state.before.run, sides, change, _streak(plan.setting))
    for holder, amount in runs.given.items():
        state.score = _added(state.score, {holder: amount})
        state.emit("streak", holder, amount, state.score)
    change = _added(change, runs.given)
    won = {holder for holder, side in sides.holders.items() if side == sides.winner}
    facts |= _term(state, sides.winner)
    facts |= {"voided": False, "court": any(change[holder] > 0 for holder in won)}
    dealer, hakem = _offices(state, facts)
    state.match_over, winner = _match(state)
    if state.match_over:
        state.emit("match_won", winner)
    before = state.before
    goes_on = hakem == state.hakem and not facts["term_over"]
    state.after = Before(
        state.score,
        before.deal + 1,
        runs.after,
        before.served + 1 if goes_on else 0,
        facts["term_won"] if goes_on else True,
    )
    state.result = {
        "cause": cause,
        **_contract(state),
        "made": facts["made"],
        **counts(state),
        "row": name,
        "change": change,
        "score": dict(state.score),
        "next": offices(state, dealer, hakem),
        "winner": winner,
    }


def _close(state: State) -> None:
    state.over = True
    state.step = "over"
    state.turn = NOBODY
    state.deciding = False
    state.rights = {}
    state.used_up = {}
    state.pair_open = ()
    state.aside = False


def _added(amounts: Mapping[str, int], more: Mapping[str, int]) -> dict[str, int]:
    return {name: value + more.get(name, 0) for name, value in amounts.items()}


def _contract(state: State) -> dict[str, Any]:
    """The contract as a result writes it."""
    return {
        "declarer": state.plan.seats[state.declarer] if state.declarer != NOBODY else None,
        "bid": state.bid or None,
        "target": state.target if state.bid else None,
        "stakes": state.multiplier,
    }


def counts(state: State) -> dict[str, dict[str, int]]:
    """Captured points and tricks by side."""
    return {"points": by_side(state, state.points), "tricks": by_side(state, state.tricks)}


def by_side(state: State, amounts: list[int]) -> dict[str, int]:
    """What the sides of the deal have, by name."""
    return dict(zip(state.side_names, amounts, strict=True))


def offices(state: State, dealer: int, hakem: int) -> dict[str, str]:
    """Dealer and Hakem, who is left out where there is none, by name."""
    seats = state.plan.seats
    return {"dealer": seats[dealer]} | ({"hakem": seats[hakem]} if hakem != NOBODY else {})


def winning_side(state: State) -> int | None:
    """The side with the most captured tricks, None if there is none alone."""
    most = max(state.tricks)
    return state.tricks.index(most) if state.tricks.count(most) == 1 else None


def facts_of(state: State, failed: bool = False) -> dict[str, Any]:
    """The facts of the table in rules.md 6.1 that are evaluated at the end of play."""
    winner = winning_side(state)
    if state.lone:
        reached = state.won[state.declaring_side] == state.total_tricks
    else:
        reached = state.contract and capture.count(state) >= state.target
    return {
        "lone": state.lone,
        "contract": state.contract,
        "made": reached and not failed,
        "bid": state.bid,
        "raised": state.raised,
        "winner": "tied" if winner is None else "declarers" if winner == state.declaring_side else "defenders",
        "winner_tricks": max(state.tricks),
        "opening_run": state.opening if winner == state.opening_side else 0,
        "revealed": state.known,
    }


def _sides(state: State) -> score.Sides:
    """Score holders, and their sides in this deal."""
    plan = state.plan
    holders = {name: state.side_of[plan.seat_of[name[0]]] for name in plan.side_names}
    declaring = state.declaring_side
    return score.Sides(holders, None if declaring == NOBODY else declaring, winning_side(state))


def _streak(setting: Mapping[str, Any]) -> dict[str, Any]:
    deals = setting["streak.deals"]
    return {
        "deals": None if deals == "none" else deals,
        "amount": setting["streak.amount"],
        "after": setting["streak.after"],
    }


def _term(state: State, winner: int | None) -> dict[str, bool]:
    """The facts `term_over` and `term_won`: the Hakem's term, this deal included."""
    served, won = state.before.served, state.before.won
    return {
        "term_over": served + 1 >= state.plan.setting["match.hakem_term"],
        "term_won": won and state.hakem != NOBODY and winner == state.side_of[state.hakem],
    }


def _offices(state: State, facts: Mapping[str, Any]) -> tuple[int, int]:
    """Dealer and Hakem of the next deal, and the event `office`. One table moves both (`next.coupled`)."""
    plan = state.plan
    if table := plan.setting.get("next_hakem"):
        hakem = _moved(state, state.hakem, score.decide(table, facts)[1]["hakem"])
        dealer = plan.before[hakem]
    else:
        dealer = _moved(state, state.dealer, score.decide(plan.setting["next_dealer"], facts)[1]["dealer"])
        hakem = plan.turn[dealer] if plan.has_hakem else NOBODY
    state.emit("office", plan.seats[dealer], plan.seats[hakem] if hakem != NOBODY else None)
    return dealer, hakem


def _moved(state: State, seat: int, word: str) -> int:
    plan = state.plan
    if word == "next":
        return plan.turn[seat]
    if word == "previous":
        return plan.before[seat]
    if word == "partner" and plan.partners:
        others = plan.walk(plan.turn[seat], plan.turn)
        return next(other for other in others if state.side_of[other] == state.side_of[seat])
    if word == "last_trick_winner" and state.last_winner != NOBODY:
        return state.last_winner
    return seat


def _match(state: State) -> tuple[bool, str | None]:
    setting = state.plan.setting
    target, floor, deals = (setting[f"match.{name}"] for name in ("target", "floor", "deals"))
    return score.match_winner(
        state.score,
        None if target == "none" else target,
        None if floor == "none" else floor,
        last=deals != "none" and state.before.deal >= deals,
    )
