"""The end of a deal told in parts: where a mismatch begins, and under which clause it then stands."""

from __future__ import annotations

from typing import Any

import pytest

from hakem import rules
from hakem_conformance.judge import Replayed, replay_checks, verdict
from hakem_conformance.parts import clauses_of_parts, part_of
from hakem_conformance.suite import Vector

WON = {"event": "trick_won", "seat": "N", "trick": 13}
SCORED = {"event": "scored", "row": "court", "change": {"NS": 1, "EW": 0}, "score": {"NS": 7, "EW": 0}}
OFFICE = {"event": "office", "dealer": "N", "hakem": "W"}
MATCH = {"event": "match_won", "side": "NS"}
RESULT = {
    "cause": "played", "tricks": {"NS": 7, "EW": 6}, "row": "court", "change": {"NS": 1, "EW": 0},
    "score": {"NS": 7, "EW": 0}, "next": {"dealer": "N", "hakem": "W"}, "winner": "NS",
}  # fmt: skip
MADE = {"row": "made", "score": {"NS": 6, "EW": -2}}
FAILED = {"row": "failed", "score": {"NS": 5, "EW": -6}}
BECAUSE = {"events": "play.trick.winner", "score": "score.winners", "office": "next_hakem.hakem.next"}


@pytest.mark.parametrize(
    ("got", "part"),
    [
        ([WON, SCORED, OFFICE, MATCH], ""),
        ([{**WON, "more": 1}, SCORED, OFFICE, MATCH], ""),
        ([{**WON, "seat": "S"}, {**SCORED, "row": "sweep"}, OFFICE, MATCH], ""),
        ([WON, {**SCORED, "row": "sweep"}, {**OFFICE, "dealer": "S"}, MATCH], "score"),
        ([WON, SCORED, {**OFFICE, "dealer": "S"}, MATCH], "office"),
        ([WON, SCORED, MATCH], "office"),
        ([WON, SCORED, OFFICE], "winner"),
        ([WON, SCORED, OFFICE, MATCH, MATCH], "winner"),
        ([WON, SCORED, OFFICE, MATCH, "noise"], ""),
        (None, ""),
    ],
)
def test_the_part_in_which_events_go_wrong(got: Any, part: str) -> None:
    assert part_of([WON, SCORED, OFFICE, MATCH], got) == part


@pytest.mark.parametrize(
    ("change", "part"),
    [
        ({}, ""),
        ({"more": 1}, ""),
        ({"tricks": {"NS": 6, "EW": 7}, "row": "beaten_hakem"}, ""),
        ({"row": "sweep", "next": {}}, "score"),
        ({"score": {"NS": 6, "EW": 0}}, "score"),
        ({"next": {"dealer": "S", "hakem": "E"}, "winner": None}, "office"),
        ({"winner": None}, "winner"),
    ],
)
def test_the_part_in_which_a_result_goes_wrong(change: dict[str, Any], part: str) -> None:
    assert part_of(RESULT, {**RESULT, **change}) == part


def test_a_mismatch_stands_under_the_clause_of_its_part() -> None:
    step = {"do": "N:C2", "events": [WON, SCORED, OFFICE], "because": BECAUSE}
    vector = Vector("X-1", {"rules": "court-piece@1", "dealer": "E", "steps": [step, {}]})
    for events, clause in (
        ([{**WON, "seat": "S"}, SCORED, OFFICE], "play.trick.winner"),
        ([WON, {**SCORED, "row": "sweep"}, OFFICE], "score.winners"),
        ([WON, SCORED, {**OFFICE, "hakem": "E"}], "next_hakem.hakem.next"),
    ):
        reply = {"accepted": 1, "refused": None, "result": None, "steps": [{}, {"events": events}]}
        first = verdict(replay_checks(vector, Replayed(reply, {}), frozenset(("events",)))).first
        assert first is not None and first.clause == clause


@pytest.mark.parametrize(
    ("name", "overlay", "before", "change", "expected"),
    [
        ("court-piece@1", "", "E", {}, ("winners", "hakem.hakem.next", "target")),
        ("court-piece@1", "office-goes-back", "W", {}, ("winners", "hakem.hakem.previous", "target")),
        ("court-piece@1", "keep-on-win", "N", {}, ("winners", "hakem.hakem.same", "target")),
        ("court-piece/rang@1", "", "S", {}, ("winners", "hakem.hakem.partner", "order")),
        ("court-piece@1", "single-deal", "E", {}, ("winners", "hakem.hakem.next", "deals")),
        ("twenty-nine@1", "", "W", MADE, ("declarers", "dealer.dealer.next", "target")),
        ("twenty-nine@1", "", "W", FAILED, ("declarers", "dealer.dealer.next", "floor")),
        ("twenty-nine@1", "", "W", {**FAILED, "winner": None}, ("declarers", "dealer.dealer.next", "target")),
    ],
)
def test_the_clauses_of_the_parts(
    name: str, overlay: str, before: str, change: dict[str, Any], expected: tuple[str, str, str]
) -> None:
    rule_set = rules.load(name, [f"overlay/{overlay}"] if overlay else [])
    found = clauses_of_parts({**RESULT, **change}, before, rule_set, [])
    score, office, winner = expected
    assert found == {"score": f"score.{score}", "office": f"next_{office}", "winner": f"match.{winner}"}


def test_a_void_deal_has_offices_only() -> None:
    result = {"cause": "void", "row": None, "next": {"dealer": "N"}, "winner": None, "score": {"NS": 0, "EW": 0}}
    assert clauses_of_parts(result, "N", rules.load("twenty-nine@1"), []) == {"office": "next_dealer.dealer.same"}


def test_a_clause_of_the_author_that_is_about_a_part_is_its_clause() -> None:
    stated = ["next.coupled", "score.when", "play.ends.all_tricks"]
    found = clauses_of_parts(RESULT, "E", rules.load("court-piece@1"), stated)
    assert found == {"score": "score.when", "office": "next.coupled", "winner": "match.target"}
