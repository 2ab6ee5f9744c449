"""Inheritance: one parent, overlays in order, then removes, adds and changes. Lines are counted in the text given."""

from __future__ import annotations

from pathlib import Path

import pytest
from rule_files import found, load, write

from hakem import rules
from hakem.errors import HakemError


def test_house_rules_in_a_few_lines(tmp_path: Path) -> None:
    rule_set = load(tmp_path, "with: [may-ask, overlay/doubling]\nchanges:\n  auction.bids.from: 16\n")
    assert (rule_set["reveal.ask"], rule_set["auction.bids.from"], rule_set["stakes.factors"]) == ("may", 16, (2, 4))
    assert rule_set["auction.bids.to"] == 28  # the parent's
    assert rule_set["pair.after"] == "own_trick"  # the vocabulary's
    assert rule_set.overlays == ("overlay/may-ask", "overlay/doubling")


def test_every_leaf_knows_where_it_was_stated(tmp_path: Path) -> None:
    write(tmp_path, "parent", "changes:\n  auction.bids.from: 16\n  reveal.ask: may\n")
    body = "changes:\n  reveal.ask: auto\n  score.made.declarers: 2\nadds:\n  cancel_deal.weak:\n"
    body += "    at: full_hand\n    whose: eldest\n    hand: {max: 0, worth: points}\n"
    rule_set = load(tmp_path, body, extends="parent@1")
    where = {path: (origin.document, origin.line, origin.column) for path, origin in rule_set.origin.items()}
    assert where["auction.bids.from"] == ("parent", 8, 3)
    assert where["reveal.ask"] == ("mine", 8, 3)
    assert where["score.made.declarers"] == ("mine", 9, 3)
    assert where["score.made.when"][0] == "family/jack-nine"
    assert where["cancel_deal.weak.hand"] == ("mine", 14, 5)
    assert "cancel_deal.weak.by" not in where  # a default
    assert "pair.after" not in where


def test_the_own_edits_act_after_the_overlays(tmp_path: Path) -> None:
    rule_set = load(tmp_path, "with: [double-from-21]\nchanges:\n  stakes.automatic: none\n")
    assert rule_set["stakes.automatic"] == "none"


def test_removes_come_before_adds(tmp_path: Path) -> None:
    body = "adds:\n  score.made: {when: {lone: false, made: true}, declarers: 5}\nremoves: [score.made]\n"
    assert load(tmp_path, body)["score"]["made"]["declarers"] == (5,)


def test_adds_come_before_changes(tmp_path: Path) -> None:
    body = ("changes:\n  cancel_deal.weak.whose: any_seat\nadds:\n"
            "  cancel_deal.weak: {at: full_hand, whose: eldest, hand: {max: 0, worth: points}}\n")  # fmt: skip
    assert load(tmp_path, body)["cancel_deal"]["weak"]["whose"] == "any_seat"


def test_policies_lists_and_facts_are_replaced_whole(tmp_path: Path) -> None:
    body = "changes:\n  play.ends: {kind: side_tricks, tricks: 9}\n  score.sweep.when: {winner_tricks: {min: 13}}\n"
    rule_set = load(tmp_path, body.replace("  score", "  # score"), extends="court-piece/rang@1")
    assert rule_set["play.ends"] == {"kind": "side_tricks", "tricks": 9}
    facts = load(tmp_path, "changes:\n  next_dealer.void.when: {voided: true, made: false}\n")["next_dealer"]
    assert facts["void"]["when"] == {"made": False, "voided": True}


@pytest.mark.parametrize("value", ["[led_suit, any]", "\n    - led_suit\n    - any"])
def test_spelling_does_not_count_as_a_change(tmp_path: Path, value: str) -> None:
    assert found(tmp_path, f"changes:\n  reveal.after_ask: {value}\n") == [("error", "changes_nothing", 8)]


def test_the_same_set_in_another_order_is_no_change(tmp_path: Path) -> None:
    body = "changes:\n  reveal.asked_by: [maker, partner, defenders]\n"
    assert found(tmp_path, body) == [("error", "changes_nothing", 8)]


def test_an_overlay_that_changes_nothing_here_is_a_warning(tmp_path: Path) -> None:
    assert found(tmp_path, "with: [clockwise]\n") == [("warning", "changes_nothing", 7)]


def test_an_overlay_whose_change_is_dormant_here_is_a_warning(tmp_path: Path) -> None:
    assert found(tmp_path, "with: [chinni, defenders-ask]\n") == [("warning", "no_effect", 7)]


def test_overlays_that_disagree_need_a_word_from_the_document(tmp_path: Path) -> None:
    both = "with: [double-from-21, double-from-28]\n"
    assert found(tmp_path, both) == [("error", "overlays_disagree", 7)]
    decided = both + "changes:\n  stakes.automatic: {kind: from_bid, bid: 21, factor: 2}\n"
    assert load(tmp_path, decided)["stakes.automatic"] == {"kind": "from_bid", "bid": 21, "factor": 2}


def test_overlays_that_agree_do_not_need_one(tmp_path: Path) -> None:
    rule_set = load(tmp_path, "with: [alone, alone-not-certain]\n")
    assert rule_set["lone_hand.not_with"] == {"suit": "any", "worth": "any", "min": 0, "unbeatable": True}


def test_a_row_that_one_overlay_removes_and_another_changes(tmp_path: Path) -> None:
    overlay = "spec: 1\nkind: overlay\nid: three\ntitle: Three\nchanges:\n  score.made.declarers: 3\n"
    (tmp_path / "three.yaml").write_text(overlay, encoding="utf-8")
    assert ("error", "overlays_disagree", 7) in found(tmp_path, "with: [three, brackets-20]\n")


def test_overlays_of_ones_own_lie_beside_the_document(tmp_path: Path) -> None:
    overlay = "spec: 1\nkind: overlay\nid: slow\ntitle: Slow\nchanges:\n  match.target: 12\n"
    (tmp_path / "slow.yaml").write_text(overlay, encoding="utf-8")
    assert load(tmp_path, "with: [slow]\n")["match.target"] == 12


def test_a_fault_of_ones_own_overlay_is_shown_in_its_file(tmp_path: Path) -> None:
    overlay = "spec: 1\nkind: overlay\nid: slow\ntitle: Slow\nchanges:\n  match.target: many\n"
    (tmp_path / "slow.yaml").write_text(overlay, encoding="utf-8")
    findings = rules.check(write(tmp_path, "mine", "with: [slow]\n"))[1]
    assert [(Path(each.file).name, each.code, each.line) for each in findings] == [("slow.yaml", "wrong_value", 6)]


def test_overlays_of_the_command_line_disagree_too() -> None:
    with pytest.raises(HakemError, match="overlays_disagree"):
        rules.load("twenty-nine", ["double-from-21", "double-from-28"])


def test_a_long_chain_of_parents(tmp_path: Path) -> None:
    write(tmp_path, "p0", "changes:\n  match.target: 20\n")
    for number in range(1, 10):
        write(tmp_path, f"p{number}", f"changes:\n  match.target: {20 + number}\n", extends=f"p{number - 1}@1")
    assert load(tmp_path, "changes:\n  match.floor: -9\n", extends="p9@1")["match.target"] == 29


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(HakemError, match="no_file"):
        rules.load(tmp_path / "none.yaml")


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(HakemError):
        rules.load(tmp_path)
