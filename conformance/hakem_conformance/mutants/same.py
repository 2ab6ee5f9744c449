"""Changes of decision tables that the checker's own list of cases proves to change nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hakem.rules.domain import Case, cases
from hakem.rules.outline import Outline
from hakem.rules.tables import DECISIONS, holds

Rows = Mapping[str, Mapping[str, Any]]
#: Amounts that nobody gets where nobody has won.
_OF_WINNER = ("winners", "losers")
#: What decides the value of the words in an amount.
_OF_AMOUNTS = frozenset({"made", "bid", "lone", "contract", "winner"})


def no_case(before: Mapping[str, Any], after: Mapping[str, Any], path: str) -> bool:
    """Whether a table, changed at `path`, gives the same in every case that can come about (rules.md 6.1)."""
    table = path.partition(".")[0]
    if table not in DECISIONS or len(before[table]) != len(after[table]):
        return False
    named = {fact for rows in (before[table], after[table]) for row in rows.values() for fact in row["when"]}
    wanted = named | (_OF_AMOUNTS if table == "score" else frozenset())
    every = [*cases(Outline(before), table, wanted), *cases(Outline(after), table, wanted)]
    return all(_given(before[table], case) == _given(after[table], case) for case in every)


def _given(rows: Rows, case: Case) -> Any:
    """The row that holds and what it gives, words that stand for nothing left out."""
    name, row = next((item for item in rows.items() if holds(item[1]["when"], case)), ("", {}))
    return name, [
        (field, _terms(value, case))
        for field, value in row.items()
        if field != "when" and not (field in _OF_WINNER and case["winner"] == "tied")
    ]


def _terms(value: Any, case: Case) -> Any:
    if not isinstance(value, tuple):
        return value
    gone = {"over"} if not case["made"] or case["lone"] else set()
    gone |= {"bid"} if not case["contract"] or case["lone"] else set()
    left = [term for term in value if term not in gone]
    return left or [0]
