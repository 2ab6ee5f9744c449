"""The vocabulary itself, the schema made from it, suggestions, and words that are planned only."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path
from typing import Any

import pytest
from rule_files import write

from hakem import data, rules
from hakem.cards import CARDS, INDEX, SEATS, pack
from hakem.rules import library, schema
from hakem.rules.planned import check_planned
from hakem.rules.reader import read
from hakem.rules.values import normal
from hakem.vocabulary import UNSET, parse, raw, vocabulary


def test_the_committed_schema_is_the_one_the_vocabulary_makes() -> None:
    assert data.path(schema.FILE).read_text(encoding="utf-8") == schema.text()


def test_the_schema_is_a_schema_with_the_sentences_of_the_vocabulary() -> None:
    from jsonschema import Draft202012Validator

    committed = json.loads(data.path(schema.FILE).read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(committed)
    told = json.dumps(committed, ensure_ascii=False)
    for setting in vocabulary().settings.values():
        for sentence in (setting.text, *(value.text for value in setting.values.values())):
            assert json.dumps(sentence, ensure_ascii=False)[1:-1] in told


def test_the_schema_accepts_every_shipped_document_and_its_resolved_form() -> None:
    import fastjsonschema

    accepts = fastjsonschema.compile(schema.schema(vocabulary()))  # a second validator, not the one of the checker
    for kind in ("rule_set", "overlay", "family"):
        for name in rules.shipped(kind):
            accepts(library.read_shipped(name).data)
    for name in rules.shipped():
        accepts(rules.document(rules.load(name)))


def test_every_entry_has_a_sentence_a_type_and_a_sound_default() -> None:
    for path, setting in vocabulary().settings.items():
        assert setting.text or all(value.text for value in setting.values.values()), path
        if setting.default is UNSET:
            continue
        plain = setting.default
        accepted = schema.schema_of(setting)
        from jsonschema import Draft202012Validator

        definitions = schema.schema(vocabulary())["$defs"]
        assert Draft202012Validator({**accepted, "$defs": definitions}).is_valid(plain), path
        normal(setting, plain)


def test_counts_of_the_table() -> None:
    words = vocabulary()
    keys = [key for setting in words.settings.values() for value in setting.values.values() for key in value.keys]
    assert len(words.settings) + len(keys) == 102
    assert len(words.steps) == 9 and len(words.card_classes) == 7 and len(words.facts) == 14
    assert list(words.tables) == ["cancel_deal", "score", "next_dealer", "next_hakem"]


@pytest.mark.parametrize("path", list(vocabulary().scalars))
def test_every_one_letter_slip_in_a_path_is_told_with_the_right_path(path: str, tmp_path: Path) -> None:
    last = path.rpartition(".")[2]
    for place in range(len(last)):
        slip = path.removesuffix(last) + last[:place] + last[place + 1 :]
        if not slip.rpartition(".")[2] or slip in vocabulary().scalars:
            continue
        file = write(tmp_path, "mine", f"changes:\n  {slip}: 1\n")
        (finding,) = rules.check(file)[1]
        assert (finding.code, finding.line, finding.column) == ("unknown_key", 8, 3)
        assert finding.hint == f"did you mean `{path}`?"


WORDS = [(path, word) for path, setting in vocabulary().scalars.items() for word in setting.values
         if setting.type in ("word", "integer")]  # fmt: skip


@pytest.mark.parametrize(("path", "word"), WORDS)
def test_every_one_letter_slip_in_a_word_is_told_with_a_word_that_fits(path: str, word: str, tmp_path: Path) -> None:
    slip = word[:2] + word[3:]
    (finding,) = rules.check(write(tmp_path, "mine", f"changes:\n  {path}: {slip}\n"))[1]
    assert finding.code == "wrong_value"
    assert finding.hint == f"did you mean `{word}`?"
    assert word in finding.expected


def doctored(*steps: str, **change: Any) -> Any:
    table = copy.deepcopy(raw())
    node: Any = table
    for step in steps[:-1]:
        node = node[step]
    entry = node[steps[-1]]
    node[steps[-1]] = {"text": entry, **change} if isinstance(entry, str) else {**entry, **change}
    return parse(table)


PLANNED = [
    (("settings", "auction.equal_bids"), "changes:\n  auction.equal_bids: 1\n", "auction.equal_bids"),
    (("settings", "auction.form", "values", "duel"), "changes:\n  auction.form: duel\n", "duel"),
    (("settings", "play.ends", "values", "side_tricks"), "changes:\n  play.ends: {kind: side_tricks, tricks: 5}\n",
     "side_tricks"),
    (("settings", "reveal.asked_by", "values", "maker"), "changes:\n  reveal.asked_by: [maker, defenders]\n", "maker"),
    (("card_classes", "marker"), "changes:\n  reveal.after_show: [marker, any]\n", "marker"),
    (("steps", "draw"), "changes:\n  sequence: [deal: 8, draw, play, score]\n", "draw"),
    (("facts", "raised"), "changes:\n  score.made.when: {raised: true}\n", "raised"),
    (("amounts", "over"), "adds:\n  score.extra: {when: {}, declarers: [1, over]}\n", "over"),
    (("settings", "score.*.times", "values", "stakes"), "adds:\n  score.extra: {when: {}, times: stakes}\n", "stakes"),
    (("settings", "hand.suit", "values", "longest"), "changes:\n  lone_hand.not_with: {suit: longest, min: 4}\n",
     "longest"),
    (("settings", "hand.unbeatable"), "changes:\n  lone_hand.not_with: {unbeatable: true}\n", "hand.unbeatable"),
]  # fmt: skip


@pytest.mark.parametrize(("steps", "body", "word"), PLANNED)
def test_a_planned_word_is_told(steps: tuple[str, ...], body: str, word: str) -> None:
    document, _ = read(f"spec: 1\nid: mine\n{body}".encode(), "f.yaml")
    assert document is not None
    assert not check_planned(document)
    (finding,) = check_planned(document, words=doctored(*steps, planned=True))
    assert (finding.code, finding.line, finding.column) == ("planned", 4, 3)
    assert finding.message == f"`{word}` is in the vocabulary but not in this version's evaluators"


def test_a_planned_setting_is_marked_in_the_schema() -> None:
    made = schema.schema(doctored("settings", "play.concede", planned=True))
    assert made["$defs"]["play.concede"]["description"].startswith("(Not in this version")


def test_nothing_shipped_is_planned() -> None:
    assert not re.search(r"planned: true", json.dumps(raw()))


def test_cards() -> None:
    assert len(CARDS) == 52 and CARDS[0] == "C2" and CARDS[-1] == "ST"
    assert all(CARDS[index] == card for card, index in INDEX.items())
    assert len(pack("J9ATKQ87")) == 32 and len(pack("AKQJT98765432", ["C2"])) == 51
    assert {count: len(seats) for count, seats in SEATS.items()} == {count: count for count in range(2, 7)}
