"""Loading, layering and checking rule sets. Lines and columns are counted by hand in the text given."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from overlay_bases import base_of

from hakem import data, rules
from hakem.errors import HakemError
from hakem.rules import library, schema

HEAD = "spec: 1\nid: mine\nkind: rule_set\nversion: 1.0.0\ntitle: Mine\nextends: twenty-nine@1\n"


def findings(tmp_path: Path, text: str) -> list[tuple[str, int, int]]:
    file = tmp_path / "mine.yaml"
    file.write_text(text, encoding="utf-8")
    return [(each.code, each.line, each.column) for each in rules.check(file)[1]]


def test_the_committed_schema_is_the_one_the_vocabulary_makes() -> None:
    assert data.path(schema.FILE).read_text(encoding="utf-8") == schema.text()


@pytest.mark.parametrize("name", library.shipped())
def test_shipped_rule_sets_are_sound(name: str) -> None:
    rule_set, found = rules.check(name)
    assert rule_set is not None and not found


@pytest.mark.parametrize("overlay", library.shipped("overlay"))
def test_an_overlay_changes_the_digest_of_what_it_is_meant_for(overlay: str) -> None:
    base = base_of(overlay)
    rule_set, found = rules.check(base, [overlay])
    assert rule_set is not None and not found
    assert rule_set.digest != rules.load(base).digest
    assert rule_set.overlays == (overlay,)


def test_twenty_nine_is_the_main_description_of_three_seeds() -> None:
    rule_set = rules.load("twenty-nine@1")
    assert "".join(rule_set["pack.order"]) == "J9ATKQ87"  # D06
    assert rule_set["pack.points"] == {"J": 3, "9": 2, "A": 1, "T": 1}  # B04
    assert (rule_set["auction.bids.from"], rule_set["auction.bids.to"]) == (15, 28)  # D16, D17
    assert (rule_set["reveal.ask"], rule_set["reveal.never"]) == ("must", "void")  # D28, D47
    assert (rule_set["match.target"], rule_set["match.floor"]) == (6, -6)  # D50, D51


def test_house_rules_in_a_few_lines(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(HEAD + "with: [may-ask]\nchanges:\n  auction.bids.from: 16\n", encoding="utf-8")
    rule_set = rules.load(file)
    assert (rule_set["reveal.ask"], rule_set["auction.bids.from"]) == ("may", 16)
    assert rule_set["auction.bids.to"] == 28


def test_a_resolved_document_means_the_same_rule_set(tmp_path: Path) -> None:
    document = rules.document(rules.load("twenty-nine", ["last-trick-point"]))
    file = tmp_path / "resolved.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    assert rules.load(file).digest == document["digest"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (HEAD + "changes:\n  auction.bids.frm: 16\n", [("unknown_key", 8, 3)]),
        (HEAD + "changes:\n  reveal.ask: mey\n", [("wrong_value", 8, 15)]),
        (HEAD + "changes:\n  auction.bids.to: 28\n", [("changes_nothing", 8, 3)]),
        (HEAD + "changes:\n  auction.bids.from: 16\n  seats.count: 7\n", [("out_of_bounds", 9, 16)]),
        (HEAD.replace("twenty-nine@1", "twenty-nine@2"), [("wrong_major", 6, 10)]),
        (HEAD.replace("extends: twenty-nine@1", "extends: twenty-nin@1"), [("unknown_parent", 6, 10)]),
        (HEAD + "removes: [score.mde]\n", [("no_such_row", 7, 11)]),
        (HEAD + "with: [may-ask, may-aks]\n", [("unknown_overlay", 7, 17)]),
    ],
)
def test_a_fault_is_reported_where_it_stands(tmp_path: Path, text: str, expected: list[tuple[str, int, int]]) -> None:
    assert findings(tmp_path, text) == expected


def test_a_missing_name_suggests_the_nearest() -> None:
    with pytest.raises(HakemError, match="did you mean `twenty-nine`"):
        rules.load("twenty-nien")


def test_a_document_cannot_be_its_own_parent(tmp_path: Path) -> None:
    text = HEAD.replace("twenty-nine@1", "mine@1")
    assert [code for code, _, _ in findings(tmp_path, text)] == ["cyclic_parent"]


def test_the_command_ends_with_one_on_findings(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(HEAD + "changes:\n  reveal.ask: mey\n", encoding="utf-8")
    command = [sys.executable, "-m", "hakem_cli.main", "rules", "check", str(file)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert "did you mean `may`?" in ended.stdout and "Traceback" not in ended.stderr
