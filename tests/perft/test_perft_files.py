"""The files of counts: whole, of today's rule sets, and right by both evaluators; the format by hand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest

from hakem import rules
from hakem.errors import HakemError
from hakem.game import Game
from hakem.game.perft import perft
from hakem_conformance import perft as files
from hakem_conformance.client import Client, Timeouts
from hakem_conformance.perft import Position
from hakem_conformance.perft_make import EVALUATOR

ALL = files.load()
#: One position in four, another one of each sort in each file.
QUICK = ALL[::4]
LINE = "a.play.01 | twenty-nine@1+overlay/may-ask | sha256:0 | N | SJ S9 | E:P, S:trump C | 2 | 9"


@pytest.fixture(scope="module")
def evaluator() -> Iterator[Client]:
    client = Client(EVALUATOR, Timeouts())
    client.greet()
    yield client
    client.finish()


def test_every_rule_set_has_its_file_with_at_least_fifty_positions() -> None:
    plain = [position.rules.partition("@")[0] for position in ALL if not position.overlays]
    assert sorted({name for name, _ in groupby(plain)}) == rules.shipped()
    assert all(plain.count(name) >= 50 for name in rules.shipped())


def test_the_rule_sets_are_those_that_were_counted() -> None:
    named = {(position.rules, position.overlays): position.digest for position in ALL}
    assert {key: rules.load(*key).digest for key in named} == named


def test_every_sort_that_can_be_counted_is_there() -> None:
    sorts = {position.id.split(".")[1] for position in ALL}
    assert sorts == {
        "auction", "second-auction", "choose-trump", "stakes", "lone-hand", "draw", "redeal", "ask", "marker", "pair",
        "concede", "go", "ending", "play",
    }  # fmt: skip


def test_the_interpreter_counts_the_same() -> None:
    assert [(each.id, perft(_game(each), each.depth)) for each in QUICK] == [(each.id, each.count) for each in QUICK]


def test_the_evaluator_counts_the_same(evaluator: Client) -> None:
    for each in QUICK[::3]:
        game = {**each.game, "digest": evaluator.digest(each.rules, each.overlays)}
        params = {"game": game, "actions": list(each.actions), "depth": each.depth}
        assert (each.id, evaluator.call("perft", params)["count"]) == (each.id, each.count)


@pytest.mark.parametrize("standing", [22, 25, 26, 27, 28])
def test_an_auction_has_four_to_the_power_of_the_bids_that_are_left(standing: int) -> None:
    """A pass is not final. Up to the next bid there are 0, 1 or 2 passes, or 3 that close: a bid b of the n above
    comes in 3 ways and leaves A(n'), so A(n) = 1 + 3 (A(0) + … + A(n - 1)) = 4^n, with A(0) = 1."""
    game = Game(rules.load("twenty-nine"), "N", {"pack": " ".join(_a_pack())})
    game.apply(f"E:{standing}")
    assert _auctions(game) == 4 ** (28 - standing)


def _auctions(game: Game) -> int:
    if game.step != "auction":
        return 1
    total = 0
    for action in game.legal()[game.turn or ""]:
        child = game.copy()
        child.apply(action)
        total += _auctions(child)
    return total


def test_a_whole_ending_by_hand() -> None:
    """Two cards each, all of one suit with each seat, trump known: the leader has 2 ways, and so has everybody else
    in the first trick; then one card each. 2^4 = 16, however deep one counts."""
    hands = {"E": "S", "S": "H", "W": "D", "N": "C"}
    deal = [{seat: " ".join(suit + rank for rank in ranks.split()) for seat, suit in hands.items()}
            for ranks in ("J 9 A T", "K Q 8 7")]  # fmt: skip
    game = Game(rules.load("twenty-nine"), "N", {"packets": deal})
    start = "E:28 E:trump S E:SJ S:ask S:HJ W:DJ N:CJ".replace("trump ", "trump_").split()
    tricks = [f"{seat}:{suit}{rank}" for rank in "9ATKQ" for seat, suit in hands.items()]
    for action in [*start, *tricks]:
        game.apply(action.replace("_", " "))
    assert game.legal() == {"E": ["E:S7", "E:S8"]}
    assert [perft(game, depth) for depth in (1, 2, 3, 4, 5, 8, 20)] == [2, 4, 8, 16, 16, 16, 16]


def test_a_line_is_read_and_written(tmp_path: Path) -> None:
    file = tmp_path / "a.perft"
    file.write_text(f"# head\n\n{LINE}\n")
    (position,) = files.load([file])
    assert position == Position(
        "a.play.01", "twenty-nine@1", ("overlay/may-ask",), "sha256:0", "N", ("SJ", "S9"), ("E:P", "S:trump C"), 2, 9
    )
    assert position.line() == LINE
    assert position.game == {
        "rules": "twenty-nine@1", "with": ["overlay/may-ask"], "dealer": "N", "deal": {"pack": "SJ S9"}
    }  # fmt: skip


def test_the_shipped_files_are_as_they_would_be_written() -> None:
    for file in files.shipped():
        title = file.read_text().split("\n", 1)[0].removeprefix("# ")
        assert files.text_of(files.load([file]), title) == file.read_text()


@pytest.mark.parametrize(
    ("line", "code", "column"),
    [
        (LINE.replace(" | 9", ""), "perft_fields", 1),
        (LINE.replace("| 9", "| nine"), "perft_number", len(LINE)),
        (LINE.replace("| 2 |", "| -2 |"), "perft_number", len(LINE) - 4),
        (LINE.replace("| N |", "| |"), "perft_empty", 56),
        (f"{LINE}\n{LINE}", "perft_id_twice", 1),
    ],
)
def test_a_broken_line_is_named(tmp_path: Path, line: str, code: str, column: int) -> None:
    file = tmp_path / "a.perft"
    file.write_text(f"# head\n{line}\n")
    with pytest.raises(HakemError) as caught:
        files.load([file])
    (finding,) = caught.value.findings
    assert (finding.code, finding.file) == (code, str(file))
    assert finding.line == 2 + line.count("\n") and finding.column == column


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(HakemError, match="perft_unreadable"):
        files.load([tmp_path / "none.perft"])
    (tmp_path / "empty.perft").write_text("# nothing\n")
    with pytest.raises(HakemError, match="no_positions"):
        files.load([tmp_path / "empty.perft"])


def _game(position: Position) -> Game:
    game = Game(rules.load(position.rules, position.overlays), position.dealer, position.game["deal"])
    for action in position.actions:
        game.apply(action)
    return game


def _a_pack() -> list[str]:
    return [suit + rank for rank in "J9ATKQ87" for suit in "SHDC"]
