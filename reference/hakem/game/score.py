"""Scoring: pure functions from facts to points (rules.md section 6). Nothing here knows a card."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

Facts = Mapping[str, Any]
Row = Mapping[str, Any]


def holds(when: Mapping[str, Any], facts: Facts) -> bool:
    """Whether every fact that `when` names has the value, is one of the values, or lies in the range."""
    return all(name in facts and _suits(wanted, facts[name]) for name, wanted in when.items())


def _suits(wanted: Any, value: Any) -> bool:
    if isinstance(wanted, Mapping):
        return bool(wanted.get("min", value) <= value <= wanted.get("max", value))
    if isinstance(wanted, (list, tuple)):
        return value in wanted
    return bool(wanted == value)


def decide(table: Mapping[str, Row], facts: Facts) -> tuple[str, Row]:
    """The row of a decision table that holds. A checked rule set has exactly one in every case."""
    for name, row in table.items():
        if holds(row.get("when", {}), facts):
            return name, row
    raise LookupError(f"no row holds for {dict(facts)}")


def amount(terms: Iterable[int | str] | int | str, bid: int, over: int) -> int:
    """The sum of the terms: integers, `bid`, `over` (count minus target if the contract was made, else 0)."""
    values = {"bid": bid, "over": over}
    listed = (terms,) if isinstance(terms, (int, str)) else terms
    return sum(values[term] if isinstance(term, str) else term for term in listed)


@dataclass(frozen=True)
class Sides:
    """Who holds match scores, and on which side of this deal each of them is.

    `declarers` and `winner` are sides of the deal, None where there is none.
    """

    holders: Mapping[str, int]
    declarers: int | None = None
    winner: int | None = None


def changes(row: Row, sides: Sides, *, bid: int, over: int, multiplier: int) -> dict[str, int]:
    """What the row changes, by score holder: one pair of its amounts, times the stakes where it says so.

    Without a declarer every side takes the `defenders` amount; without a winner nobody takes `winners` or
    `losers`.
    """
    factor = multiplier if row.get("times", "one") == "stakes" else 1

    def worth(name: str) -> int:
        return factor * amount(row.get(name, 0), bid, over)

    contract = {
        holder: worth("declarers" if side == sides.declarers else "defenders") for holder, side in sides.holders.items()
    }
    if sides.winner is None:
        return contract
    return {
        holder: contract[holder] + worth("winners" if side == sides.winner else "losers")
        for holder, side in sides.holders.items()
    }


@dataclass(frozen=True)
class Runs:
    """Deals won running by each score holder, and what the streak gave in this deal."""

    after: dict[str, int]
    given: dict[str, int] = field(default_factory=dict)


def runs(before: Mapping[str, int], sides: Sides, change: Mapping[str, int], streak: Mapping[str, Any]) -> Runs:
    """The runs after a deal that was not void, and the streak amounts that are due.

    `streak` has `deals` (None where streaks are off), `amount` and `after`. A tied deal ends all runs.
    """
    winners = [holder for holder, side in sides.holders.items() if side == sides.winner]
    after = {holder: before.get(holder, 0) + 1 for holder in winners}
    if streak["deals"] is None:
        return Runs(after)
    restart = streak["after"] == "restart"
    reached = range(streak["deals"], max(after.values(), default=0) + 1 if restart else streak["deals"] + 1)
    given = {holder: streak["amount"] for holder in winners if after[holder] in reached}
    if restart and (given or any(change[holder] > 0 for holder in winners)):
        after = {}
    return Runs(after, given)


def match_winner(
    score: Mapping[str, int], target: int | None, floor: int | None, last: bool
) -> tuple[bool, str | None]:
    """Whether the match is over, and who has won it (None: a tie after the last deal).

    First the target, then the floor, by `>=` and `<=`; equal scores go on for one more deal unless `last`.
    """
    if target is not None and (over := {name: value for name, value in score.items() if value >= target}):
        winner = _highest(over)
        if winner is not None:
            return True, winner
    if floor is not None and any(value <= floor for value in score.values()):
        left = {name: value for name, value in score.items() if value > floor} or score
        winner = _highest(left)
        if winner is not None:
            return True, winner
    return (True, _highest(score)) if last else (False, None)


def _highest(score: Mapping[str, int]) -> str | None:
    best = max(score.values())
    names = [name for name, value in score.items() if value == best]
    return names[0] if len(names) == 1 else None
