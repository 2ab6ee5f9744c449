"""The joint domain of the facts and the tables over it. The numbers of cases are counted by hand."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from hakem import rules
from hakem.rules.domain import cases
from hakem.rules.outline import Outline
from hakem.rules.tables import holds, live_rows


def domain(name: str, table: str, facts: str, overlays: Iterable[str] = ()) -> list[dict[str, object]]:
    return list(cases(Outline(rules.load(name, overlays).settings), table, facts.split()))


@pytest.mark.parametrize(
    ("name", "overlays", "facts", "number"),
    [
        ("twenty-nine", [], "lone made", 2),  # made or not
        ("twenty-nine", ["alone"], "lone made", 4),
        ("twenty-nine", [], "made bid", 28),  # 15 to 28, made or not
        ("twenty-nine", [], "contract", 1),  # the dealer is forced
        ("twenty-nine", ["last-trick-point"], "made bid", 30),
        ("twenty-eight/second-auction", [], "lone raised made bid", 42),  # 15 bids x 2, raised from 24: 5 x 2, lone 2
        ("court-piece", [], "winner winner_tricks", 14),  # 7 to 13 tricks for either side
        # with w tricks, from 7 to 12, the run is 0 to w; with 13 it is 13
        ("court-piece", [], "winner winner_tricks opening_run", 2 * (8 + 9 + 10 + 11 + 12 + 13 + 1)),
        ("court-piece", ["ends-at-seven"], "winner_tricks opening_run", 8),  # 7 tricks, 0 to 7 of them at the start
        ("court-piece", ["declared-target"], "contract made", 3),
        ("hokm", [], "winner opening_run", 16),
        ("court-piece/rang", [], "winner_tricks opening_run", 14),  # 8 at seven tricks, then the run is all: 8 to 13
        ("court-piece/double-sir", [], "winner winner_tricks", 28),  # whatever was picked up
        ("hokm/three-players", [], "winner", 3),
        ("court-piece", [], "revealed", 1),
        ("court-piece/hidden-trump", [], "revealed", 2),
    ],
)
def test_score_cases(name: str, overlays: list[str], facts: str, number: int) -> None:
    found = domain(name, "score", facts, overlays)
    assert len(found) == number
    assert len({tuple(case.items()) for case in found}) == number


def test_cases_of_the_offices() -> None:
    assert domain("twenty-nine", "next_dealer", "voided") == [{"voided": True}, {"voided": False}]
    assert len(domain("court-piece", "next_hakem", "voided term_over term_won", ["double-hakem"])) == 5
    # void; or a winner with or without a court (a tie gives none)
    assert len(domain("court-piece/rang", "next_hakem", "voided winner court")) == 5


def test_what_cannot_happen_together() -> None:
    every = domain("twenty-eight/second-auction", "score", "lone contract made bid raised revealed")
    assert all(case["contract"] and not case["raised"] for case in every if case["lone"])
    assert all(case["bid"] == 0 for case in every if case["lone"])
    assert min(case["bid"] for case in every if case["raised"]) == 24  # type: ignore[type-var]
    court = domain("court-piece", "score", "winner winner_tricks opening_run")
    assert not [case for case in court if case["winner"] == "tied"]  # 13 is odd
    assert all((case["winner_tricks"] == 13) == (case["opening_run"] == 13) for case in court)


def test_a_tie_needs_an_even_number_of_tricks_or_a_third_side() -> None:
    even = domain("court-piece", "score", "winner winner_tricks", ["hakem-dealt-first"])
    assert not [case for case in even if case["winner"] == "tied"]
    jack = domain("twenty-nine", "score", "winner winner_tricks")
    assert [case for case in jack if case["winner"] == "tied"] == [{"winner": "tied", "winner_tricks": 4}]


@pytest.mark.parametrize("name", rules.shipped())
def test_in_every_case_exactly_one_row_holds(name: str) -> None:
    outline = Outline(rules.load(name).settings)
    every_fact = {"score": "lone contract made bid raised winner winner_tricks opening_run revealed",
                  "next_dealer": "lone contract made winner voided court",
                  "next_hakem": "lone contract made winner voided court term_over term_won"}  # fmt: skip
    for table, facts in every_fact.items():
        rows = outline.get(table)
        for case in cases(outline, table, facts.split()) if rows else ():
            assert sum(holds(row["when"], case) for row in rows.values()) == 1, (table, case)


def test_dormant_rows() -> None:
    assert live_rows(Outline(rules.load("twenty-nine").settings))["score"] == {"made", "failed"}
    alone = rules.load("twenty-nine", ["alone"])
    assert live_rows(Outline(alone.settings))["score"] == {"made", "failed", "lone_made", "lone_failed"}


@pytest.mark.parametrize(
    ("when", "case", "answer"),
    [
        ({}, {"made": True}, True),
        ({"made": True}, {"made": False}, False),
        ({"bid": {"min": 20}}, {"bid": 20}, True),
        ({"bid": {"min": 20}}, {"bid": 19}, False),
        ({"bid": {"max": 19}}, {"bid": 19}, True),
        ({"bid": {"min": 20, "max": 24}}, {"bid": 25}, False),
        ({"winner": ("defenders", "tied")}, {"winner": "tied"}, True),
        ({"winner": ("defenders", "tied"), "made": True}, {"winner": "tied", "made": False}, False),
    ],
)
def test_when_is_a_conjunction_of_values_lists_and_ranges(when: dict, case: dict, answer: bool) -> None:
    assert holds(when, case) is answer
