"""The resolved document and its digest; and whatever the vocabulary allows either has findings or can be played."""

from __future__ import annotations

import copy
import hashlib
import json
import tempfile
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from hakem import rules
from hakem.cards import SEATS
from hakem.errors import HakemError
from hakem.game import Game
from hakem.rules.values import defaults
from hakem.vocabulary import Setting, vocabulary

PACKET = {"cards": 4, "seen": "at_once", "to": "all"}

#: Every leaf of Twenty-Nine that is no default, from its two files.
TWENTY_NINE: dict[str, Any] = {
    "auction.bids.from": 15,
    "auction.bids.to": 28,
    "auction.nobody_bids": "dealer_forced",
    "auction.pass": "may_return",
    "choose_trump.by": "declarer",
    "choose_trump.form": "named",
    "choose_trump.secrecy": "hidden",
    "match.floor": -6,
    "match.target": 6,
    "next_dealer.played.dealer": "next",
    "next_dealer.played.when": {"voided": False},
    "next_dealer.void.dealer": "same",
    "next_dealer.void.when": {"voided": True},
    "pack.order": "J 9 A T K Q 8 7",
    "pack.points": {"9": 2, "A": 1, "J": 3, "T": 1},
    "pack.total": 28,
    "pair.show": "may",
    "play.first_lead": "eldest",
    "reveal.activation": "trick",
    "reveal.ask": "must",
    "reveal.never": "void",
    "score.failed.declarers": [-1],
    "score.failed.times": "stakes",
    "score.failed.when": {"lone": False, "made": False},
    "score.lone_failed.declarers": [-3],
    "score.lone_failed.when": {"lone": True, "made": False},
    "score.lone_made.declarers": [3],
    "score.lone_made.when": {"lone": True, "made": True},
    "score.made.declarers": [1],
    "score.made.times": "stakes",
    "score.made.when": {"lone": False, "made": True},
    "seats.turn": "clockwise",
    "sequence": [{"deal": PACKET}, "auction", "choose_trump", "stakes", {"deal": PACKET}, "lone_hand", "play", "score"],
}


def test_the_digest_is_that_of_the_leaves_that_are_no_defaults() -> None:
    text = json.dumps(TWENTY_NINE, sort_keys=True, separators=(",", ":"))
    assert rules.load("twenty-nine").digest == f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


def test_the_document_has_every_setting() -> None:
    document = rules.document(rules.load("twenty-nine"))
    for path in vocabulary().scalars:
        node: Any = document
        for part in path.split("."):
            node = node.get(part) if isinstance(node, dict) else None
        assert node is not None or path not in defaults(), path
    assert list(document)[:7] == ["spec", "kind", "id", "version", "title", "with", "digest"]
    assert document["cancel_deal"] == {} and document["next_hakem"] == {}
    assert document["sequence"][0] == {"deal": {"cards": 4, "to": "all", "seen": "at_once"}}
    assert document["score"]["made"] == {
        "when": {"lone": False, "made": True}, "declarers": [1], "defenders": [0], "winners": [0], "losers": [0],
        "times": "stakes",
    }  # fmt: skip


def test_a_hand_pattern_is_filled_up_but_for_what_is_absent() -> None:
    row = rules.document(rules.load("twenty-eight"))["cancel_deal"]["four_jacks"]
    assert row["hand"] == {"ranks": "J", "suit": "any", "worth": "any", "min": 4}


@pytest.mark.parametrize("name", rules.shipped())
def test_there_and_back(name: str) -> None:
    rule_set = rules.load(name)
    again = rules.RuleSet.from_document(json.loads(json.dumps(rules.document(rule_set))))
    assert again == rule_set and again.settings == rule_set.settings


def test_a_resolved_document_is_a_document_like_any_other(tmp_path: Path) -> None:
    document = rules.document(rules.load("twenty-nine", ["last-trick-point"]))
    for file, text in (("r.json", json.dumps(document)), ("r.yaml", yaml.safe_dump(document, sort_keys=False))):
        (tmp_path / file).write_text(text, encoding="utf-8")
        loaded = rules.load(tmp_path / file)
        assert loaded.digest == document["digest"]
        assert loaded.overlays == ("overlay/last-trick-point",)


def test_titles_and_versions_do_not_count_but_play_does() -> None:
    document = rules.document(rules.load("hokm"))
    digest = document.pop("digest")
    again = copy.deepcopy(document) | {"title": "Other", "version": "3.1.4", "id": "mine", "notes": "a note"}
    again["with"] = []
    del again["with"]
    assert rules.from_document(again).digest == digest
    again["match"]["target"] = 8
    assert rules.from_document(again).digest != digest


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda document: document.update(digest="sha256:" + 64 * "0"), "wrong_digest"),
        (lambda document: document.update(house=1), "unknown_key"),
        (lambda document: document["seats"].update(count=9), "out_of_bounds"),
        (lambda document: document["pack"].update(total=30), "points_do_not_add_up"),
        (lambda document: document.update(extends="hokm@1"), "not_here"),
        (lambda document: document.clear(), "missing_key"),
    ],
)
def test_a_faulty_document_is_refused(change: Any, code: str) -> None:
    document = rules.document(rules.load("twenty-nine"))
    change(document)
    with pytest.raises(HakemError) as caught:
        rules.from_document(document)
    assert code in {finding.code for finding in caught.value.findings}


def alternatives(setting: Setting) -> st.SearchStrategy[Any]:
    """Values for a setting, most of them legal."""
    words = [word for word, value in setting.values.items() if not value.keys]
    if setting.type == "integer":
        low = setting.minimum if setting.minimum is not None else -8
        high = setting.maximum if setting.maximum is not None else 30
        return st.integers(low, high) | st.sampled_from(words or [low])
    if setting.type == "word":
        return st.sampled_from(words)
    if setting.type == "words":
        return st.lists(st.sampled_from(words), min_size=1, unique=True)
    if setting.type == "classes":
        return st.lists(st.sampled_from(list(vocabulary().card_classes)), min_size=1, max_size=3, unique=True)
    if setting.type == "integers":
        return st.lists(st.integers(2, 6), max_size=3)
    if setting.path == "auction.over_partner":
        return st.sampled_from([*words, {"kind": "at_least", "bid": 20}])
    if setting.path == "stakes.automatic":
        return st.sampled_from([*words, {"kind": "from_bid", "bid": 21, "factor": 2}])
    if setting.path == "play.ends":
        return st.sampled_from([*words, {"kind": "side_tricks", "tricks": 5}])
    return st.just(setting.default)


FIXED = ("ranks", "rank_points", "cards", "steps", "hand")
CHANGES = {path: setting for path, setting in vocabulary().scalars.items()
           if setting.type not in FIXED and path != "play.take"}  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_what_is_found_sound_can_be_resolved_again_and_played(data: st.DataObject) -> None:
    """Any changes to any rule set either give findings, or a rule set that survives the round trip and two deals."""
    base = data.draw(st.sampled_from(rules.shipped()))
    paths = data.draw(st.lists(st.sampled_from(sorted(CHANGES)), min_size=1, max_size=4, unique=True))
    changes = {path: data.draw(alternatives(CHANGES[path])) for path in paths}
    head = {"spec": 1, "kind": "rule_set", "id": "mine", "version": "1.0.0", "title": "Mine", "extends": f"{base}@1"}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "mine.yaml"
        file.write_text(yaml.safe_dump(head | {"changes": changes}, sort_keys=False), encoding="utf-8")
        rule_set, findings = rules.check(file)
    assert (rule_set is None) == any(finding.severity == "error" for finding in findings)
    assert all(finding.line for finding in findings)
    if rule_set is None:
        return
    assert rules.from_document(rules.document(rule_set)).settings == rule_set.settings
    for seed in range(2):
        game = Game.deal(rule_set, SEATS[rule_set["seats.count"]][0], seed=seed)
        for turn in range(1000):
            legal = [action for actions in game.legal().values() for action in actions]
            if not legal:
                break
            game.apply(legal[(seed + turn * 7) % len(legal)])
        else:
            raise AssertionError("the deal does not end")
