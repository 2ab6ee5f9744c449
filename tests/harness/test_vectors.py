"""The frozen vectors are what their sources and both evaluators say, today as when they were frozen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from hakem import rules
from hakem_conformance import freeze
from hakem_conformance.agree import EVALUATOR
from hakem_conformance.client import Client, Timeouts


@pytest.fixture(scope="module")
def evaluator() -> Iterator[Client]:
    def define(name: str, overlays: Sequence[str]) -> tuple[dict[str, Any], str]:
        rule_set = rules.load(name, overlays)
        return rules.document(rule_set), rule_set.digest

    client = Client(EVALUATOR, Timeouts(), define)
    client.greet()
    yield client
    client.finish()


def test_every_vector_is_current(evaluator: Client) -> None:
    for file, source in freeze.sources([]):
        frozen = freeze.target(file, source).read_text(encoding="utf-8")
        assert frozen == freeze.text(freeze.freeze(source, evaluator)), source["id"]


def test_ids_are_unique() -> None:
    ids = [source["id"] for _, source in freeze.sources([])]
    assert len(ids) == len(set(ids)) and ids


@pytest.mark.parametrize(
    "change",
    [
        {"play": [{"do": "E:15", "legal": {"E": ["E:15"]}}]},
        {"play": [{"do": "E:15", "events": []}]},
        {"play": [{"do": "E:14"}]},
        {"play": [{"refuse": {"E:14": "bid_too_high"}}]},
        {"play": [{"refuse": {"E:15": "bid_too_low"}}]},
        {"play": [{"points": {"NS": 1}}]},
        {"play": [{"views": {"E": {"turn": "S"}}}]},
    ],
)
def test_a_wrong_value_by_hand_is_refused(evaluator: Client, change: dict[str, Any]) -> None:
    source = next(source for _, source in freeze.sources([]) if source["id"] == "TN-001")
    with pytest.raises(freeze.Disagreement):
        freeze.freeze({**source, **change}, evaluator)
