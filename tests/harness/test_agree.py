"""The interpreter and the JavaScript evaluator, written apart from each other, give the same answers."""

from __future__ import annotations

import pytest

from hakem import rules
from hakem_conformance import agree

SETS = [
    *rules.shipped(), "twenty-nine+may-ask", "twenty-nine+last-trick-point+may-ask", "twenty-nine+unrevealed-scores",
    "twenty-nine+reveal-deadline", "twenty-nine+pair-bangladesh", "twenty-nine+pair-floor-16",
]  # fmt: skip


@pytest.mark.parametrize("rule_set", SETS)
def test_both_evaluators_give_the_same_answers(rule_set: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert agree.main(["--deals", "60", "--seed", "7", rule_set]) == 0, capsys.readouterr().out


def test_a_difference_is_found_and_named() -> None:
    assert agree.differences({"a": [1, {"b": 2}]}, {"a": [1, {"b": 3}]}) == [".a[1].b: interpreter 2, evaluator 3"]
    assert agree.differences({"a": 1}, {}) == [".a: interpreter 1, evaluator null"]
