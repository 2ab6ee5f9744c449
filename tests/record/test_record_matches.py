"""Whole matches as records: offices, score, ends by target and floor, void deals, deals left over, deals that run out.

The two matches of conformance/records are worked out by hand: in `six-in-a-row` South makes every contract until the
score is six, one deal is void and its dealer deals again; in `seven-sweeps` each Hakem takes all thirteen tricks, two
courts, until six and two are eight.
"""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from record_samples import HERE

from hakem.record import read
from hakem.record.nodes import Board
from hakem.replay import Replayed, replay

RECORDS = HERE.parents[1] / "conformance" / "records"
SIX = RECORDS / "twenty-nine" / "six-in-a-row.ttn"
SWEEPS = RECORDS / "court-piece" / "seven-sweeps.ttn"
TWO = RECORDS / "twenty-nine" / "made-and-failed.ttn"


def boards(text: str) -> list[Replayed]:
    parts = replay(read(io.BytesIO(text.encode()), "strict"), "strict")
    return [part for part in parts if isinstance(part.node, Board)]


def told(text: str) -> list[tuple[str, str]]:
    return [(found.code, found.where) for part in boards(text) for found in part.findings]


def head(text: str, number: int) -> str:
    """The record up to the end of that board."""
    return "\n[Board".join(text.split("\n[Board")[: number + 1])


def copy(text: str, number: int, name: str, dealer: str) -> str:
    """A board of the record once more, under another name and dealer."""
    board = "\n[Board" + text.split("\n[Board")[number]
    return re.sub(r'Dealer "."', f'Dealer "{dealer}"', re.sub(r'Board "\d+"', f'Board "{name}"', board))


@pytest.mark.parametrize(
    ("path", "dealers", "scores", "winner"),
    [
        (SIX, "NESSWNE", [(1, 0), (2, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0)], "NS"),
        (SWEEPS, "NWSENWS", [(0, 2), (2, 2), (2, 4), (4, 4), (4, 6), (6, 6), (6, 8)], "EW"),
    ],
    ids=["six-in-a-row", "seven-sweeps"],
)
def test_a_whole_match(path: Path, dealers: str, scores: list[tuple[int, int]], winner: str) -> None:
    played = boards(path.read_text("utf-8"))
    assert [part.findings for part in played] == [()] * 7
    results = []
    for part, dealer in zip(played, dealers, strict=True):
        assert part.game is not None and part.game.offices["dealer"] == dealer and part.game.result is not None
        results.append(part.game.result)
    assert [(each["score"]["NS"], each["score"]["EW"]) for each in results] == scores
    assert [each.get("winner") for each in results] == [None] * 6 + [winner]


def test_the_void_deal_counts_nothing_and_its_dealer_deals_again() -> None:
    game = boards(SIX.read_text("utf-8"))[2].game
    assert game is not None and game.result is not None
    assert game.result["cause"] == "void" and game.result["why"] == "never_revealed"
    assert game.result["next"]["dealer"] == "S"
    text = SIX.read_text("utf-8").replace('[Board "4"]\n[Dealer "S"]', '[Board "4"]\n[Dealer "W"]')
    assert ("wrong_dealer", "4:Dealer") in told(text)


@pytest.mark.parametrize(
    ("path", "number", "wrong"), [(SIX, 2, "NSW"), (SIX, 5, "NES"), (SWEEPS, 2, "NES"), (SWEEPS, 4, "NWS")]
)
def test_the_office_goes_where_the_rules_say(path: Path, number: int, wrong: str) -> None:
    text = path.read_text("utf-8")
    for dealer in wrong:
        changed = re.sub(rf'(\[Board "{number}"\]\n\[Dealer ")\w', rf"\g<1>{dealer}", text)
        assert ("wrong_dealer", f"{number}:Dealer") in told(changed)


@pytest.mark.parametrize("path", [SIX, SWEEPS], ids=["six-in-a-row", "seven-sweeps"])
def test_the_score_is_carried_from_deal_to_deal(path: Path) -> None:
    """A total that is wrong is told where it stands, and only there: the next deals go on from the right one."""
    text = path.read_text("utf-8")
    changed = re.sub(r'(?s)(\[Board "5"\].*?\[Total "NS )(\d)', lambda m: m[1] + str(int(m[2]) + 1), text, count=1)
    assert told(changed) == [("wrong_total", "5:Total")]


def test_a_deal_after_the_match_is_won_is_left_over() -> None:
    six, sweeps = SIX.read_text("utf-8"), SWEEPS.read_text("utf-8")
    more = six + copy(six, 4, "8", "S").replace('[Total "NS 3', '[Total "NS 7')
    assert told(more) == [("match_over", "8:Board")]
    more = sweeps + copy(sweeps, 4, "8", "E").replace("NS 4 EW 4", "NS 8 EW 8")
    assert told(more) == [("match_over", "8:Board")]
    assert boards(more)[-1].findings[0].severity == "warning"


def test_a_new_event_begins_a_new_match() -> None:
    six = SIX.read_text("utf-8")
    again = six.partition("\n")[2]
    assert told(six + "\n" + again) == []


@pytest.mark.parametrize("path", [SIX, SWEEPS], ids=["six-in-a-row", "seven-sweeps"])
@pytest.mark.parametrize("number", [1, 3, 6])
def test_deals_may_run_out_before_the_match_is_won(path: Path, number: int) -> None:
    text = head(path.read_text("utf-8"), number)
    assert told(text) == []
    game = boards(text)[-1].game
    assert game is not None and game.over and not game.match_over


@pytest.mark.parametrize("path", [SIX, SWEEPS], ids=["six-in-a-row", "seven-sweeps"])
def test_a_record_may_begin_in_the_middle_of_a_match(path: Path) -> None:
    """[Total] less [Score] is what the first deal found: five and one are six, and the match is won."""
    text = path.read_text("utf-8")
    late = text[: text.index("\n[Board")] + "\n[Board" + text.split("\n[Board")[7]
    assert told(late) == []
    game = boards(late)[0].game
    assert game is not None and game.match_over


def test_the_floor_ends_a_match_as_the_target_does() -> None:
    """East-West stand at -5 and fail once more: the match is over."""
    text = TWO.read_text("utf-8").replace('[Total "NS 1 EW 0"]', '[Total "NS 1 EW -5"]')
    text = text.replace('[Total "NS 1 EW -1"]', '[Total "NS 1 EW -6"]')
    assert told(text) == []
    played = boards(text)
    assert [part.game.match_over for part in played if part.game is not None] == [False, True]
    assert told(text + copy(text, 1, "3", "E"))[0] == ("match_over", "3:Board")
    five = text.replace("EW -5", "EW -4").replace("EW -6", "EW -5")
    assert not any(part.game.match_over for part in boards(five) if part.game is not None)
