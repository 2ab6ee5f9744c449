"""spec/seeds.yaml and spec/disputes.yaml: whole, in their one form, and pointing only at what is there."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from hakem import data
from hakem_conformance import ledger
from hakem_conformance.ledger import DISPUTES, SEEDS, Row, bears, faults, read
from hakem_conformance.ledger.form import Writer
from hakem_conformance.suite import Vector, load

#: How many statements each seed was read to have; ids are never dropped or reused.
STATEMENTS = {"A": 88, "B": 45, "C": 53, "D": 71, "E": 58}


@pytest.mark.parametrize("file", [SEEDS, DISPUTES])
def test_a_ledger_has_its_form(file: str) -> None:
    name = file.removeprefix("spec/").removesuffix(".yaml")
    schema = json.loads(data.path(f"spec/schema/{name}.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    assert not [error.message for error in Draft202012Validator(schema).iter_errors(read(file))]
    assert data.path(file).read_text(encoding="utf-8") == Writer(file).text(find=False)


def test_every_statement_has_its_fate() -> None:
    wanted = [f"{seed}{number:02}" for seed, last in STATEMENTS.items() for number in range(1, last + 1)]
    assert [row.id for row in ledger.statements()] == wanted


def test_every_dispute_is_there() -> None:
    groups = read(DISPUTES)
    assert list(groups["inconsistencies"]) == [f"I{number}" for number in range(1, 37)]
    assert list(groups["contradictions"]) == [f"X{number:02}" for number in range(1, 38)]
    assert list(groups["gaps"]) == [f"G{number:02}" for number in range(1, 55)]
    assert len(groups["cases"]) == 17 and len(groups["published"]) == 7


def test_nothing_points_at_nothing() -> None:
    assert list(faults()) == [], "if vectors were renamed or changed: python -m hakem_conformance.ledger"


def test_what_another_entry_answers_it_does_answer() -> None:
    entries = {name: entry for group in read(DISPUTES).values() for name, entry in group.items()}
    for name, entry in entries.items():
        answer, seen = entry, {name}
        while "same" in answer:
            assert answer["same"] not in seen, f"{name} runs in a circle"
            seen.add(answer["same"])
            answer = entries[answer["same"]]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"clauses": ("auction.pass.finale",)}, "there is no clause auction.pass.finale"),
        ({"rules": ("overlay/pas-final",)}, "there is no rule set or overlay overlay/pas-final"),
        ({"vectors": ("TN-999",)}, "there is no vector TN-999"),
        ({"vectors": ("CP-001",)}, "CP-001 does not bear on it"),
        ({"vectors": ()}, "tested by nothing"),
    ],
)
def test_a_row_that_points_at_nothing_is_found(
    monkeypatch: pytest.MonkeyPatch, change: dict[str, Any], complaint: str
) -> None:
    row = next(row for row in ledger.statements() if row.id == "D28")
    monkeypatch.setattr(ledger, "statements", lambda: [row._replace(**change)])
    monkeypatch.setattr(ledger, "readings", list)
    assert any(complaint in fault for fault in faults())


def vector(rules: str, *overlays: str, clause: str = "auction.bids.from", sources: tuple[str, ...] = ()) -> Vector:
    return Vector("TT-001", {"rules": rules, "with": list(overlays), "dealer": "N", "sources": list(sources),
                             "steps": [{"do": "E:P", "clause": clause}]})  # fmt: skip


def row(*clauses: str, base: str = "twenty-nine", rules: tuple[str, ...] = ()) -> Row:
    return Row("B09", "tested", rules, clauses, (), (base,), "Bids begin with 15.", "")


def test_a_vector_bears_on_a_row_only_where_the_clause_says_the_same() -> None:
    lowest = row("auction.bids.from")
    assert bears(vector("twenty-nine@1"), lowest)
    assert not bears(vector("twenty-nine/italian@1"), lowest)  # 16
    assert not bears(vector("twenty-nine@1", clause="auction.bids.to"), lowest)
    assert bears(vector("twenty-nine@1", clause="auction.bids.to", sources=("B09",)), lowest)
    assert not bears(vector("twenty-nine/italian@1", sources=("B09",)), lowest)
    assert bears(vector("twenty-nine/italian@1"), row("auction.bids.from", base="twenty-nine/italian"))
    assert bears(vector("twenty-nine@1", "overlay/lowest-bid-16"), row("auction.bids.from", base="twenty-nine/italian"))
    assert bears(vector("twenty-nine@1", "overlay/lowest-bid-16"),
                 row("auction.bids.from", rules=("overlay/lowest-bid-16",)))  # fmt: skip


def test_a_vector_of_another_game_bears_on_no_row() -> None:
    assert not bears(vector("court-piece@1", clause="play.follow"), row("play.follow"))
    assert bears(vector("twenty-nine@1", clause="play.follow"), row("play.follow"))


def test_words_and_keys_are_compared_too() -> None:
    final = row("auction.pass.final", base="twenty-nine/italian")
    assert not bears(vector("twenty-nine@1", sources=("B09",)), final)
    assert bears(vector("twenty-nine/italian@1", sources=("B09",)), final)
    double = row("stakes.automatic.bid", rules=("overlay/double-from-28",))
    assert not bears(vector("twenty-nine@1", "overlay/double-from-21", clause="stakes.automatic.bid"), double)
    assert bears(vector("twenty-nine@1", "overlay/double-from-28", clause="stakes.automatic.bid"), double)


def test_bringing_up_to_date_changes_nothing_that_fits() -> None:
    found = Writer(SEEDS).text(find=True)
    assert "statements:" in found and len(found.splitlines()) == len(Writer(SEEDS).text(find=False).splitlines())
    assert all(name in {each.id for each in load()} for each in ledger.statements() for name in each.vectors)
