"""The parts of the end of a deal that have clauses of their own: its score, the next offices, the end of the match.

Events and result of a last action tell all of them at once. The clause of a mismatch is that of the part in which it
begins, if the vector names one (`because` in spec/vectors.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from hakem.cards import SEATS
from hakem.rules.ruleset import RuleSet

Json = Mapping[str, Any]

#: Event or field of a result -> the part that it belongs to.
PARTS = {
    "scored": "score", "row": "score", "change": "score", "score": "score",
    "office": "office", "next": "office",
    "match_won": "winner", "winner": "winner",
}  # fmt: skip
#: Part -> the clauses that an author may have given to the whole because it is what his vector is about.
_FAMILY = {
    "score": ("score.", "streak."),
    "office": ("next.", "next_dealer.", "next_hakem.", "match.hakem_term"),
    "winner": ("match.target", "match.floor", "match.deals", "match.order"),
}
#: Word of a table of offices -> by how many seats the office moves (partners sit opposite, or two places on).
_MOVES = {"same": 0, "next": 1, "previous": -1, "partner": 2}


def part_of(expected: Any, got: Any) -> str:
    """The part in which a mismatch of events (lists) or of a result (mappings) begins; nothing if it is none."""
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        first = next((key for key, value in expected.items() if got.get(key) != value), "")
        return PARTS.get(first, "")
    if isinstance(expected, list) and isinstance(got, list):
        pairs = zip_longest(expected, got)
        first = next((want or have for want, have in pairs if not _covers(want, have)), None)
        return PARTS.get(first["event"], "") if isinstance(first, Mapping) and "event" in first else ""
    return ""


def _covers(want: Any, have: Any) -> bool:
    """Whether an event is the one expected; fields that were not expected do not matter here."""
    if not isinstance(want, Mapping) or not isinstance(have, Mapping):
        return False
    return all(key in have and have[key] == value for key, value in want.items())


def clauses_of_parts(result: Json, dealer: str, rule_set: RuleSet, stated: Sequence[str | None]) -> dict[str, str]:
    """Part -> clause for the end of a deal. `stated`: clauses of the author; one that is about a part is its clause."""
    found = {"office": _of_office(result["next"]["dealer"], dealer, rule_set)}
    if result["row"]:  # else the deal is void
        found["winner"] = _of_winner(result, rule_set)
        row = rule_set["score"][result["row"]]
        pays = (f"score.{key}" for key in ("declarers", "defenders", "winners", "losers") if any(row[key]))
        found["score"] = next(pays, "score.when")
    for part, family in _FAMILY.items():
        of_author = next((clause for clause in stated if clause and clause.startswith(family)), None)
        if part in found and of_author:
            found[part] = of_author
    return found


def _of_office(after: str, before: str, rule_set: RuleSet) -> str:
    """The value of the table of offices that takes the deal from one seat to another."""
    table, key = ("next_hakem", "hakem") if rule_set["next_hakem"] else ("next_dealer", "dealer")
    seats = SEATS[rule_set["seats.count"]]
    step = (seats.index(after) - seats.index(before)) * (1 if rule_set["seats.turn"] == "clockwise" else -1)
    words = {row[key] for row in rule_set[table].values()}
    fits = (word for word, move in _MOVES.items() if word in words and (step - move) % len(seats) == 0)
    return f"{table}.{key}.{next(fits, 'last_trick_winner')}"


def _of_winner(result: Json, rule_set: RuleSet) -> str:
    """The limit that ends the match here, or the one that is not reached."""
    target, floor, scores = rule_set["match.target"], rule_set["match.floor"], result["score"].values()
    if result["winner"] and isinstance(floor, int) and min(scores) <= floor and not _reaches(scores, target):
        return "match.floor"
    if isinstance(target, int) and (not result["winner"] or _reaches(scores, target)):
        return "match.target"
    return "match.deals" if isinstance(rule_set["match.deals"], int) else "match.order"


def _reaches(scores: Iterable[int], target: int | str) -> bool:
    return isinstance(target, int) and max(scores) >= target
