"""The interpreter and the JavaScript evaluator, written apart from each other, give the same answers."""

from __future__ import annotations

import io
import json
import pickle
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from hakem import data, rules
from hakem.errors import HakemError
from hakem.record import read
from hakem.replay import replay
from hakem_conformance import agree
from hakem_conformance.agree import plan
from hakem_conformance.agree.answer import answer
from hakem_conformance.agree.compare import compare, dice_for
from hakem_conformance.agree.coverage import Coverage, everything
from hakem_conformance.agree.draw import trial
from hakem_conformance.agree.house import rule_set
from hakem_conformance.agree.houses import HOUSES
from hakem_conformance.agree.main import main
from hakem_conformance.agree.peer import FOLDER, Peer
from hakem_conformance.agree.shrink import Case, judge, shrink
from hakem_conformance.agree.tell import command, lines, record

ZOO = sorted(data.path("conformance/zoo").glob("*.json"))


@pytest.fixture
def peer() -> Iterator[Peer]:
    peer = Peer()
    yield peer
    peer.close()


def disagreements(peer: Peer, name: str, amounts: plan.Amounts, seed: int, coverage: Coverage) -> list[str]:
    return [
        command(item.text, number, seed)
        for item in plan.of(name, amounts, seed)
        for number in compare(peer, item.text, range(item.start, item.stop), seed, coverage.note).differing
    ]


@pytest.mark.parametrize("name", rules.shipped())
def test_both_give_the_same_answers(name: str, peer: Peer) -> None:
    assert disagreements(peer, name, plan.Amounts().divided(40), 7, Coverage()) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", rules.shipped())
def test_both_give_the_same_answers_to_many(
    name: str, peer: Peer, testrun_uid: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """2,000 trials of the rule set, some with every overlay that acts, 50 of each of 13 combinations of overlays.

    Whichever of these tests ends last sees that together they reached every branch there is.
    """
    coverage = Coverage()
    assert disagreements(peer, name, plan.Amounts(), 1, coverage) == []
    together = tmp_path_factory.getbasetemp().parent / f"agree-{testrun_uid}"
    together.mkdir(exist_ok=True)
    (together / name.replace("/", " ")).write_bytes(pickle.dumps(coverage))
    parts = list(together.iterdir())
    if len(parts) == len(rules.shipped()):
        for part in parts:
            coverage.add(pickle.loads(part.read_bytes()))
        assert coverage.missing() == []
        assert set(coverage.reached) <= everything()


def test_two_hundred_combinations_are_drawn_and_no_two_play_alike() -> None:
    assert plan.Amounts().combinations * len(rules.shipped()) >= 200
    drawn = list(plan.combinations("twenty-nine", plan.Amounts().combinations, 1))
    assert len({rule_set(text).digest for text in drawn}) == plan.Amounts().combinations
    assert drawn == list(plan.combinations("twenty-nine", plan.Amounts().combinations, 1))
    assert all(2 <= text.count("+") <= 5 for text in drawn)


def test_the_same_seed_draws_the_same_trials() -> None:
    for text in ("twenty-nine", "hokm/two-players"):
        once, again = (trial(rule_set(text), dice_for(text, 3, 16)) for _ in range(2))
        assert once == again
        assert once != trial(rule_set(text), dice_for(text, 4, 16))


@pytest.mark.parametrize("name", rules.shipped())
def test_every_overlay_acts_on_a_rule_set_or_it_is_said_why_not(name: str) -> None:
    """Where it is refused, or a part of it does nothing, a finding names the overlay."""
    for overlay in rules.shipped("overlay"):
        changed, findings = rules.check(name, [overlay])
        assert (changed is None) == any(finding.severity == "error" for finding in findings)
        assert not findings or any(overlay in str(finding) for finding in findings), (overlay, findings)
        if not findings:
            assert changed is not None and changed.digest != rules.load(name).digest


# What is never drawn is never compared -----------------------------------------------------------


def first_that_fits(overlay: str) -> str:
    """A rule set on which all of an overlay acts."""
    order = sorted(rules.shipped(), key=lambda name: ("twenty-nine", "twenty-eight", "court-piece").index(name)
                   if name in ("twenty-nine", "twenty-eight", "court-piece") else 9)  # fmt: skip
    return next(f"{name}+{overlay}" for name in order if rules.check(name, [overlay])[1] == [])


def test_the_houses_and_overlays_have_every_value_of_every_setting() -> None:
    coverage = Coverage()
    for text in (*rules.shipped(), *HOUSES, *map(first_that_fits, rules.shipped("overlay"))):
        coverage.note(rule_set(text), {"game": {}}, {})
    assert [name for sort, name in coverage.missing() if sort == "value"] == []


# A mistake is found, made small and told ---------------------------------------------------------


def wrong(name: str, folder: Path) -> Path:
    """The evaluator with the mistake of a wrong engine, in a folder of its own."""
    copy = folder / name
    shutil.copytree(FOLDER, copy)
    for edit in json.loads((data.path("conformance/zoo") / f"{name}.json").read_text(encoding="utf-8"))["edits"]:
        file = copy / edit["file"]
        source = file.read_text(encoding="utf-8")
        assert source.count(edit["find"]) == 1
        file.write_text(source.replace(edit["find"], edit["replace"]), encoding="utf-8")
    return copy


@pytest.mark.parametrize("mistake", ["dealer-not-forced", "unrevealed-trump-wins", "view-shows-trump-to-partner"])
def test_a_mistake_is_found_and_made_small(mistake: str, tmp_path: Path) -> None:
    peer, text = Peer(wrong(mistake, tmp_path)), "twenty-nine+may-ask+surplus-points+target-7"
    try:
        number = compare(peer, text, range(100), 1, lambda *_: None).differing[0]
        drawn, _ = trial(rule_set(text), dice_for(text, 1, number))
        case = judge(peer, text, drawn)
        assert case is not None
        small = shrink(peer, case)
        assert small.text in ("twenty-nine", "twenty-nine+may-ask")  # no mistake needs the others
        assert "before" not in small.trial["game"]
        assert len(small.trial["actions"]) < 40
        assert judge(peer, small.text, small.trial) == small
        told = list(lines(small, number, 1, text))
        assert told[-1] == f"again: python -m hakem_conformance.agree --seed 1 --trial {number} {text}"
        assert any(line.startswith("  interpreter ") for line in told)
        assert any(line.startswith("  evaluator   ") for line in told)
    finally:
        peer.close()


def test_a_disagreement_is_told_as_a_record_that_can_be_replayed() -> None:
    for number in range(40):
        drawn, _ = trial(rule_set("twenty-nine"), dice_for("records", 1, number))
        if "match" not in drawn and not {"before", "from"} & set(drawn["game"]):
            text = "".join(f"{each}\n" for each in record(Case("twenty-nine", drawn, ())))
            played = list(replay(read(io.BytesIO(text.encode()), "strict"), "strict"))
            assert len(played) == 2 and not any(part.findings for part in played)


def test_the_command_finds_a_mistake(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = wrong("dealer-not-forced", tmp_path)
    assert main(["--evaluator", str(folder), "--deals", "60", "--jobs", "1", "twenty-nine"]) == 1
    out = capsys.readouterr().out
    assert "DISAGREEMENT  twenty-nine" in out and '"forced_bid"' in out and "[Board" in out
    assert main(["--deals", "20", "--jobs", "2", "twenty-nine", "hokm"]) == 0
    assert "2 rule sets" in capsys.readouterr().out
    assert main(["--trial", "3", "twenty-nine"]) == 0
    assert capsys.readouterr().out == "no disagreement\n"


@pytest.mark.parametrize("text", ["twenty-nein", "twenty-nine+no-such", "twenty-nine+auction.bids.from=no"])
def test_what_cannot_be_played_is_told_before_anything_is(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["twenty-nine", text]) == 2
    captured = capsys.readouterr()
    assert "error[" in captured.err and not captured.out


def test_a_difference_is_named() -> None:
    assert agree.differences({"a": [1, {"b": 2}]}, {"a": [1, {"b": 3}]}) == [
        "a: interpreter [1, {\"b\": 2}], evaluator [1, {\"b\": 3}]"
    ]
    assert agree.differences([{"b": 2}], [{"b": 3}, {}]) == [
        "[0].b: interpreter 2, evaluator 3", "[1]: interpreter null, evaluator {}"
    ]
    assert agree.differences({"a": 1}, {}) == ["a: interpreter 1, evaluator null"]
    assert agree.differences({"a": 1}, {"a": True}) == ["a: interpreter 1, evaluator true"]
    assert agree.differences({"a": [1, 2]}, {"a": [1, 2]}) == []


# What was found on the way -----------------------------------------------------------------------


def test_a_match_that_stopped_has_no_winner(peer: Peer) -> None:
    """protocol.md 4: `winner` goes with `won`; an action after the end of the last deal stops the match instead."""
    twenty_nine = rule_set("twenty-nine+target-5")
    for number in range(400):
        drawn, _ = trial(twenty_nine, dice_for("stopped", 1, number))
        if "match" in drawn and (found := answer(twenty_nine, drawn))["status"] == "stopped" and any(
            deal["result"] and deal["result"]["winner"] for deal in found["deals"]
        ):
            assert found["winner"] is None
            assert peer.answer(twenty_nine, drawn) == found
            return
    raise AssertionError("no match went on after its end")


def test_a_place_that_is_never_dealt_cannot_be_called() -> None:
    with pytest.raises(HakemError, match="5 cards are dealt to a hand, so place 7 cannot be called"):
        rule_set("hokm/two-players+seventh-card")


# Campaigns ---------------------------------------------------------------------------------------


def test_a_campaign_goes_on_where_it_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hakem_conformance.agree.campaign.BLOCK", 20)
    monkeypatch.setattr("os.nice", lambda _: 0)  # the tests that follow are not to be slower
    whole, parts = tmp_path / "whole.json", tmp_path / "parts.json"
    assert main(["--campaign", str(whole), "--deals", "90", "--jobs", "1", "hokm/two-players"]) == 0
    for deals in ("40", "90"):
        assert main(["--campaign", str(parts), "--deals", deals, "--jobs", "1", "hokm/two-players"]) == 0
    one, other = (json.loads(file.read_text(encoding="utf-8")) for file in (whole, parts))
    assert one["rules"] == other["rules"]
    assert one["rules"]["hokm/two-players"]["trials"] == 90
    assert one["finished"] and one["machine"] and one["command"].endswith("hokm/two-players")
    assert "0 disagreements" in capsys.readouterr().out


def test_a_campaign_is_not_continued_with_other_programs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.nice", lambda _: 0)
    file = tmp_path / "state.json"
    assert main(["--campaign", str(file), "--deals", "20", "--jobs", "1", "hokm"]) == 0
    state = json.loads(file.read_text(encoding="utf-8"))
    file.write_text(json.dumps(state | {"evaluator": "another"}), encoding="utf-8")
    before = file.read_bytes()
    assert main(["--campaign", str(file), "--deals", "40", "--jobs", "1", "hokm"]) == 2
    assert "other_campaign" in capsys.readouterr().err
    assert file.read_bytes() == before
