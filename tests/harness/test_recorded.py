"""A user's own game as a test: the record is played by the interpreter, and its answers are what is expected."""

from __future__ import annotations

from pathlib import Path

import pytest

from hakem import data
from hakem.errors import HakemError
from hakem_cli.main import main
from hakem_conformance.interpreter import requests
from hakem_conformance.recorded import vectors_of

EVALUATOR = ["node", str(data.path("conformance/evaluator/main.js"))]
ZOO = ["node", str(data.path("conformance/zoo/zoo.mjs"))]

#: Everybody holds two of each suit, so nobody is ever void, the trump stays hidden and the deal is void; W deals again.
NIGHT = """%TTN 1.0
[Event "Club"]
[Rules "twenty-nine@1"]

[Board "1"]
[Dealer "W"]
[Deal "N:J.J.J.J/7.7.7.7 9.9.9.9/8.8.8.8 A.A.A.A/Q.Q.Q.Q T.T.T.T/K.K.K.K"]
[Auction "N"]
N:P E:16 S:P W:P N:P <E:trump ~H>
[Play "N"]
 1. N: SJ S8 SQ SK
 2. N: HJ H8 HQ HK
 3. N: DJ D8 DQ DK
 4. N: CJ C8 CQ CK
 5. N: S7 S9 SA ST
 6. E: H9 HA HT H7
 7. E: D9 DA DT D7
 8. E: C9 CA CT C7
[End "annulled"]

[Board "2"]
[Dealer "W"]
[Deal "N:J.J.J.J/7.7.7.7 9.9.9.9/8.8.8.8 A.A.A.A/Q.Q.Q.Q T.T.T.T/K.K.K.K"]
[Auction "N"]
N:P E:P S:17 W:P N:P E:P <S:trump ~C>
[Play "N"]
 1. N: SJ S8 SQ SK
[End "unfinished"]
"""


@pytest.fixture
def night(tmp_path: Path) -> Path:
    file = tmp_path / "night.ttn"
    file.write_text(NIGHT, encoding="utf-8")
    return file


def test_each_board_is_a_vector_with_everything_in_it(night: Path) -> None:
    first, second = vectors_of(night)
    assert (first.id, second.id) == ("night#1", "night#2")
    assert first.actions[:7] == ["N:P", "E:16", "S:P", "W:P", "N:P", "E:trump H", "N:SJ"]
    assert len(first.actions) == 6 + 32
    assert all("legal" in step and "points" in step for step in first.steps)
    assert first.steps[7]["legal"] == {"E": ["E:S8", "E:S9"]}
    assert first.steps[10]["points"] == {"NS": 3, "EW": 0}  # jack, eight, queen, king of spades
    assert {refusal["reason"] for refusal in first.steps[7]["refuse"]} >= {"must_follow_suit"}
    assert first.steps[-1]["result"]["cause"] == "void"
    assert second.actions[-1] == "W:SK" and "result" not in second.steps[-1]


def test_a_right_engine_passes_and_a_wrong_one_does_not(night: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", "--record", str(night), "--", *EVALUATOR]) == 0
    assert "2 pass" in capsys.readouterr().out
    assert main(["test", "--record", str(night), "--only", "night#1", "--", *ZOO, "no-duty-to-follow"]) == 1
    out = capsys.readouterr().out
    assert "play.follow:" in out and "Board 1 of night.ttn" in out
    assert f"again: hakem test --only 'night#1' --record {night}" in out


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("S8 SQ SK", "H8 SQ SK", "must follow suit (play.follow)"),
        ("twenty-nine@1", "twenty-nin@1", "did you mean `twenty-nine`?"),
        ('[Rules "twenty-nine@1"]\n', "", "[Rules]"),
        ("[Board", "(Board", "error["),
    ],
)
def test_what_is_wrong_in_the_record_is_told(
    night: Path, old: str, new: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    night.write_text(NIGHT.replace(old, new), encoding="utf-8")
    assert main(["test", "--record", str(night), "--", *EVALUATOR]) == 2
    found = capsys.readouterr()
    assert message in found.err and "Traceback" not in found.err


def test_no_such_record(tmp_path: Path) -> None:
    with pytest.raises(HakemError) as caught:
        vectors_of(tmp_path / "none.ttn")
    assert [finding.code for finding in caught.value.findings] == ["no_such_file"]


def test_the_requests_of_a_recorded_vector_can_be_made(night: Path) -> None:
    methods = [method for method, _ in requests(vectors_of(night)[1], define=True)]
    assert methods[:2] == ["define", "replay"]
