"""The order of comparison, what counts as a mismatch, and under which clause a vector fails."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from parrot import HELLO, answer, replay
from toy_suite import MATCH, RESULT, VIEW, vector

from hakem_conformance.claims import Claims
from hakem_conformance.examine import examine
from hakem_conformance.judge import Verdict
from hakem_conformance.suite import Vector

Json = dict[str, Any]
Change = Callable[[str, Json, Json], None]


class Liar:
    """A client whose replies are those of the parrot, changed: `change(method, params, result)`."""

    def __init__(self, data: Json, change: Change) -> None:
        self.data, self.change = data, change
        self.asked: list[tuple[str, Json]] = []

    def call(self, method: str, params: Json) -> Json:
        self.asked.append((method, params))
        result = copy.deepcopy(answer([self.data], method, params))
        self.change(method, params, result)
        return result

    def digest(self, rules: str, overlays: Any) -> str:
        return "sha256:" + "0" * 64


def judge(change: Change = lambda *_: None, data: Json | None = None, **claims: Any) -> tuple[Verdict, Liar]:
    """The verdict on the first toy vector, and the client with what it was asked."""
    data = data or vector("TOY-1", "SA")
    liar = Liar(data, change)
    return examine(liar, Claims.of({**HELLO, **claims}), Vector(data["id"], data)), liar


def first(change: Change, data: Json | None = None, **claims: Any) -> tuple[int, str, str]:
    """Position, kind and clause of the verdict."""
    check = judge(change, data, **claims)[0].first
    assert check is not None
    return check.at, check.kind, check.clause


def test_right_answers_pass_and_each_assertion_counts_once() -> None:
    verdict, _ = judge()
    # 3 maps, 2 actions, 3 refusals with reason and path, events, points, a view, a result
    assert verdict.first is None
    assert verdict.counts == {
        "pass": 3 + 2 + 3 * 3 + 1 + 1 + 1 + 1, "fail": 0, "consequence": 0, "not-reached": 0, "not-claimed": 0,
    }  # fmt: skip


def test_what_is_asked() -> None:
    _, liar = judge()
    assert [method for method, _ in liar.asked] == ["replay", "probe", "replay", "view", "legal"]
    assert liar.asked[0][1]["attempts"] == [
        {"at": 0, "do": "E:15"}, {"at": 1, "do": "E:C7"}, {"at": 1, "do": "S:C7"},
    ]  # fmt: skip
    assert liar.asked[0][1]["want"] == ["points", "legal", "events"]
    assert liar.asked[2][1]["actions"] == ["E:16", "E:C7"]


def tried(params: Json, result: Json) -> list[tuple[Json, Json]]:
    """Each attempt with its verdict."""
    return list(zip(params.get("attempts", ()), result.get("attempts", ()), strict=True))


def everything_wrong(method: str, params: Json, result: Json) -> None:
    """Wrong in every kind in position 1."""
    if "steps" in result:
        result["steps"][1].update(legal={"E": ["E:C7"]}, points={"NS": 9, "EW": 9})
    for attempt, verdict in tried(params, result):
        if attempt["do"] == "E:C7":
            verdict.update(reason="must_ask")
        if attempt["do"] == "S:C7":
            verdict.update(accepted=True)
    if method == "view":
        result["view"]["trump"] = "C"


def without(kind: str) -> Change:
    def change(method: str, params: Json, result: Json) -> None:
        everything_wrong(method, params, result)
        right = replay(vector("TOY-1", "SA"), params) if method == "replay" else {}
        if "steps" in result:
            if kind >= "1":
                result["steps"][1]["legal"] = right["steps"][1]["legal"]
            if kind >= "4":
                result["steps"][1]["points"] = right["steps"][1]["points"]
        for attempt, verdict in tried(params, result):
            if kind >= "2" and attempt["do"] == "S:C7":
                verdict["accepted"] = False
            if kind >= "3" and attempt["do"] == "E:C7":
                verdict["reason"] = "card_not_in_hand"

    return change


@pytest.mark.parametrize(
    ("mended", "kind", "clause"),
    [
        ("0", "legal", "play.first_lead.eldest"),
        ("1", "accept", "auction.first"),
        ("2", "reason", "deal.face"),
        ("3", "points", "play.first_lead.eldest"),
        ("4", "views", "reveal.secret"),
    ],
)
def test_the_first_mismatch_in_the_order_of_comparison_is_the_verdict(mended: str, kind: str, clause: str) -> None:
    assert first(without(mended)) == (1, kind, clause)


def test_later_mismatches_are_consequences() -> None:
    verdict, _ = judge(everything_wrong)
    assert [check.kind for check in verdict.consequences] == ["accept", "reason", "points", "views"]
    assert (verdict.counts["fail"], verdict.counts["consequence"]) == (1, 4)


def test_an_earlier_position_comes_first_whatever_its_kind() -> None:
    def change(method: str, params: Json, result: Json) -> None:
        if "steps" in result:
            result["steps"][1]["legal"] = {}
            result["steps"][1]["events"] = []  # what E:16 in position 0 caused

    assert first(change) == (0, "events", "auction.first")


def test_a_refused_action_ends_what_can_be_judged() -> None:
    def change(method: str, params: Json, result: Json) -> None:
        if "steps" in result:
            result.update(accepted=1, refused={"at": 1, "do": "E:SA", "reason": "must_ask"}, result=None)
            result["steps"] = result["steps"][:2]

    verdict, liar = judge(change)
    assert verdict.first is not None
    assert (verdict.first.at, verdict.first.kind, verdict.first.subject) == (1, "accept", "E:SA")
    assert verdict.first.got == {"accepted": False, "at": 1, "do": "E:SA", "reason": "must_ask"}
    assert verdict.counts["not-reached"] == 2  # the last map, the result
    assert all(len(params["actions"]) < 2 for method, params in liar.asked if method != "replay")


def test_too_permissive_is_a_mismatch() -> None:
    def change(method: str, params: Json, result: Json) -> None:
        if method == "probe":
            result["verdicts"][0] = {"accepted": True}

    assert first(change) == (1, "accept", "deal.face")


@pytest.mark.parametrize("part", ["reason", "path"])
def test_reasons_count_only_where_they_are_claimed(part: str) -> None:
    def change(method: str, params: Json, result: Json) -> None:
        for verdict in (*result.get("attempts", ()), *result.get("verdicts", ()), result.get("refused") or {}):
            verdict.pop(part, None)

    assert first(change)[:2] == (0, "reason")
    kept = [each for each in HELLO["features"] if each not in ("reasons", "paths")]
    verdict, _ = judge(change, features=kept)
    assert verdict.first is None and verdict.counts["not-claimed"] == 6


def test_what_is_not_claimed_is_not_asked_and_not_green() -> None:
    verdict, liar = judge(methods=["replay"], features=[])
    assert verdict.first is None
    assert {method for method, _ in liar.asked} == {"replay"}
    assert "want" not in liar.asked[0][1] and "attempts" not in liar.asked[0][1]
    # still asked: 2 actions, 3 refusals by a replay into each, the result
    assert (verdict.counts["pass"], verdict.counts["not-claimed"]) == (6, 12)


def test_without_attempts_and_probe_a_permissive_engine_is_still_found() -> None:
    def change(method: str, params: Json, result: Json) -> None:
        if params["actions"] == ["E:16", "S:C7"]:
            result.update(accepted=2, refused=None)

    assert first(change, methods=["replay"], features=[]) == (1, "accept", "auction.first")


def test_legal_and_probe_stand_in_for_features_not_claimed() -> None:
    _, liar = judge(features=["events"])
    assert [len(params["actions"]) for method, params in liar.asked if method == "legal"] == [0, 1, 2]
    assert [params["try"] for method, params in liar.asked if method == "probe"] == [["E:15"], ["E:C7", "S:C7"]]


def test_a_mismatch_that_is_the_work_of_a_refused_action() -> None:
    """With attempts the points are wrong, without them right: a refused action has changed something."""

    def change(method: str, params: Json, result: Json) -> None:
        if "attempts" in params:
            result["steps"][1]["points"] = {"NS": 0, "EW": 3}

    assert first(change) == (1, "points", "legal.refused_changes_nothing")

    def always(method: str, params: Json, result: Json) -> None:
        if "steps" in result:
            result["steps"][1]["points"] = {"NS": 0, "EW": 3}

    assert first(always) == (1, "points", "play.first_lead.eldest")

    def reason(method: str, params: Json, result: Json) -> None:
        """Each attempt after the first of all is judged by what that one has changed."""
        for _, verdict in tried(params, result)[1:]:
            verdict["reason"] = "card_not_in_hand" if verdict["reason"] != "card_not_in_hand" else "must_ask"

    assert first(reason) == (1, "reason", "legal.refused_changes_nothing")


def test_unknown_fields_are_ignored_and_known_ones_are_not() -> None:
    def strange(method: str, params: Json, result: Json) -> None:
        if method == "view":
            result["view"]["mood"] = "good"
        if "steps" in result:
            result["steps"][1]["events"][0]["colour"] = "red"
            result["result"]["length"] = 4

    assert judge(strange)[0].first is None

    def known(method: str, params: Json, result: Json) -> None:
        if "steps" in result:
            result["steps"][1]["events"][0]["bid"] = 16

    assert first(known) == (0, "events", "auction.first")


def test_legal_actions_must_be_sorted() -> None:
    def change(method: str, params: Json, result: Json) -> None:
        if "steps" in result:
            result["steps"][0]["legal"]["E"].reverse()

    assert first(change) == (0, "legal", "auction.first")


def test_too_short_answers_are_mismatches() -> None:
    def change(method: str, params: Json, result: Json) -> None:
        if "steps" in result:
            result["steps"], result["attempts"] = [], []
        if method == "probe":
            result["verdicts"] = []

    verdict, _ = judge(change)
    assert verdict.first is not None and (verdict.first.at, verdict.first.kind) == (0, "legal")


def test_another_method_that_refuses_the_actions_is_a_mismatch() -> None:
    def change(method: str, params: Json, result: Json) -> None:
        if method in ("view", "legal", "probe"):
            result.clear()
            result["refused"] = {"at": 0, "do": "E:16"}

    verdict, _ = judge(change)
    assert [(check.kind, check.by) for check in (verdict.first, *verdict.consequences) if check] == [
        ("accept", "probe"), ("accept", "probe"), ("views", "view"), ("legal", "legal"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        (("score",), {"NS": 1, "EW": 0}, (1, "result", "score.declarers")),
        (("status",), "won", (1, "result", "match.order")),
        (("deals", 0, "dealer"), "E", (0, "result", "legal.one_definition")),
        (("deals", 0, "accepted"), 0, (0, "accept", "legal.one_definition")),
        (("deals", 0, "result"), {**RESULT, "made": False}, (0, "result", "legal.one_definition")),
    ],
)
def test_a_match_is_judged_part_by_part(
    path: tuple[str | int, ...], value: Any, expected: tuple[int, str, str]
) -> None:
    def change(method: str, params: Json, result: Json) -> None:
        inner: Any = result
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = value

    assert judge(data=MATCH)[0].first is None
    assert first(change, MATCH) == expected


def test_why_a_match_was_stopped_counts_only_where_reasons_are_claimed() -> None:
    refused = {"at": 0, "do": "E:16", "reason": "bid_too_low", "path": "auction.bids.from"}
    deal = {**MATCH["expect"]["deals"][0], "accepted": 0, "refused": refused}
    data = {**MATCH, "expect": {**MATCH["expect"], "deals": [deal]}}

    def change(method: str, params: Json, result: Json) -> None:
        result["deals"][0]["refused"] = {"at": 0, "do": "E:16"}

    assert judge(data=data)[0].first is None
    assert first(change, data) == (0, "reason", "legal.one_definition")
    assert judge(change, data, features=["match"])[0].first is None


def test_a_partial_view_is_compared_where_it_says_something() -> None:
    data = vector("TOY-1", "SA")
    data["steps"][1]["views"] = {"S": {"trump": "?", "turn": "E"}}

    def fill(method: str, params: Json, result: Json) -> None:
        if method == "view":
            result["view"] = {**VIEW, **result["view"], "hand": ["H7"]}

    assert judge(fill, data)[0].first is None


def test_claims_name_rule_sets_by_major_version_and_overlays() -> None:
    claims = Claims.of({**HELLO, "rules": [{"id": "toy@1.4.0", "with": ["toy/a"]}, {"id": "other@2", "with": ["*"]}]})
    assert claims.plays("toy@1", [])
    assert claims.plays("toy@1", ["toy/a"])
    assert not claims.plays("toy@1", ["toy/a", "toy/b"])
    assert not claims.plays("toy@2", [])
    assert claims.plays("other@2", ["toy/b"])
    assert Claims.of({**HELLO, "rules": ["*"]}).plays("anything@9", ["toy/b"])


def test_an_engine_that_loads_rule_sets_is_asked_by_digest(tmp_path: Path) -> None:
    _, liar = judge(methods=[*HELLO["methods"], "define"])
    assert all(params["game"]["digest"] == "sha256:" + "0" * 64 for _, params in liar.asked)
