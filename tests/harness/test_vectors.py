"""The frozen vectors are what their sources and both evaluators say, today as when they were frozen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from hakem import data, rules
from hakem_conformance import freeze
from hakem_conformance.agree import EVALUATOR
from hakem_conformance.client import Client, Timeouts
from hakem_conformance.suite import load


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


def test_every_vector_has_a_source() -> None:
    written = {freeze.target(file, source) for file, source in freeze.sources([])}
    assert set(data.path("conformance/vectors").rglob("*.json")) == written
    assert len(written) >= 200


def test_the_games_and_their_ends_are_there() -> None:
    vectors = load()
    per_game = Counter(vector.rules.partition("@")[0] for vector in vectors)
    assert per_game["twenty-nine"] >= 100 and per_game["court-piece"] >= 60 and per_game["court-piece/as-written"] >= 4
    ends = {vector.data["expect"]["status"] for vector in vectors if vector.is_match}
    assert ends == {"won", "unfinished", "stopped"}
    disputes = {case for vector in vectors for case in vector.data.get("disputes", ())}
    assert disputes >= {"D-22", "D-24", "D-27", "D-31"}


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
