"""`hakem perft`: counts, a check of engines good and bad, and the place where a wrong one parts."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hakem import data
from hakem_cli.main import main
from hakem_conformance import perft

ODD = str(Path(__file__).with_name("odd_engine.py"))
NODE_ZOO = ["node", str(data.path("conformance/zoo/zoo.mjs"))]
EVALUATOR = ["node", str(data.path("conformance/evaluator/main.js"))]
#: W has bid 24 and N 26; E is to speak.
AUCTION = "twenty-nine.auction.03"
PACK = " ".join(suit + rank for rank in "J9ATKQ87" for suit in "SHDC")

Captured = pytest.CaptureFixture[str]


def odd(habit: str) -> list[str]:
    return ["--", sys.executable, ODD, habit]


def lines(captured: Captured) -> list[dict[str, Any]]:
    return [json.loads(line) for line in captured.readouterr().out.splitlines()]


def test_a_shipped_position(capsys: Captured) -> None:
    assert main(["perft", AUCTION, "--divide"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[-1] == f"{AUCTION}  depth 6: 814"
    assert sum(int(line.split()[0]) for line in out[:-1]) == 814


def test_a_position_of_ones_own(capsys: Captured) -> None:
    """E may bid 15 to 28 or pass: 15 ways; a second bid b leaves the bids above it and a pass."""
    own = ["perft", "--rules", "twenty-nine", "--dealer", "N", "--deal", PACK, "--json"]
    assert main([*own, "--depth", "1"]) == 0
    assert main([*own, "--depth", "1", "--actions", "E:27", "--divide"]) == 0
    assert main([*own, "--depth", "2", "--actions", "E:27, S:P, W:P", "--with", "may-ask"]) == 0
    assert lines(capsys) == [
        {"depth": 1, "count": 15},
        {"depth": 1, "count": 2, "divide": {"S:28": 1, "S:P": 1}},
        {"depth": 2, "count": 8},  # N passes or bids 28; E or N then names one of four suits
    ]


def test_a_pattern_of_ids_as_json(capsys: Captured) -> None:
    assert main(["perft", "hokm.draw.*", "hokm-two-players.draw.0[12]", "--json"]) == 2
    assert "no_such_position" in capsys.readouterr().err
    assert main(["perft", "hokm-two-players.draw.0[12]", "--json"]) == 0
    found = lines(capsys)
    assert [each["id"] for each in found] == ["hokm-two-players.draw.01", "hokm-two-players.draw.02"]
    assert all(each["count"] == each["expected"] for each in found)


def test_a_count_that_is_not_that_of_the_file(tmp_path: Path, capsys: Captured) -> None:
    file = _file_with(tmp_path, AUCTION, count=815)
    assert main(["perft", AUCTION, "--file", str(file)]) == 1
    assert "depth 6: 814  but the file has 815" in capsys.readouterr().out
    assert main(["perft", AUCTION, "--file", str(file), "--depth", "1"]) == 0


def test_lines_of_other_rules_or_impossible_actions(tmp_path: Path, capsys: Captured) -> None:
    assert main(["perft", AUCTION, "--file", str(_file_with(tmp_path, AUCTION, digest="sha256:0"))]) == 2
    assert "perft_digest" in capsys.readouterr().err
    assert main(["perft", AUCTION, "--file", str(_file_with(tmp_path, AUCTION, actions=("W:24", "N:23")))]) == 2
    assert "N:23 is refused: bid_not_higher" in capsys.readouterr().err
    assert main(["perft", AUCTION, "--file", str(_file_with(tmp_path, AUCTION, pack=("SJ", "SJ")))]) == 2
    assert "bad_deal" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ([], "neither a position"),
        (["--bisect"], "no engine was named"),
        (["--rules", "twenty-nine"], "needs --dealer, --deal, --depth"),
        (["--check", "--divide"], "do not go with"),
        (["--check", "--only", "nothing.*"], "no position has the id"),
    ],
)
def test_a_wrong_use(words: list[str], text: str, capsys: Captured) -> None:
    assert main(["perft", *words]) == 2
    assert text in capsys.readouterr().err


def test_the_help_has_examples(capsys: Captured) -> None:
    with pytest.raises(SystemExit) as left:
        main(["perft", "--help"])
    assert left.value.code == 0
    assert "hakem perft --bisect" in capsys.readouterr().out


def test_checking_the_interpreter_and_the_evaluator(capsys: Captured) -> None:
    assert main(["perft", "--check", "--only", "hokm.*"]) == 0
    assert main(["perft", "--check", "--only", "hokm.*", "--", *EVALUATOR]) == 0
    assert capsys.readouterr().out.count("positions  56 pass\n") == 2


def test_what_is_not_claimed_is_not_asked(capsys: Captured) -> None:
    assert main(["perft", "--check", "--only", "twenty-nine.stakes.*", *odd("no")]) == 2  # there is no doubling there
    capsys.readouterr()
    assert main(["perft", "--check", "--only", "*.draw.*", "--json", *odd("no")]) == 1
    assert lines(capsys)[-1] == {"type": "end", "statuses": {"not-claimed": 8}, "sequences": 0, "exit": 1}
    assert main(["perft", "--check", "--only", AUCTION, *odd("perft")]) == 1
    assert "does not claim the method `perft`" in capsys.readouterr().out
    assert main(["perft", "--bisect", "--only", "*.draw.*", *odd("no")]) == 1
    assert "claims no rule set of these positions" in capsys.readouterr().out


def test_the_zoo_parts_where_it_does(capsys: Captured) -> None:
    """Only the dealer is left, and this engine lets him pass: three passes, then E should name the trump."""
    assert main(["perft", "--check", "--only", "twenty-nine-bangladesh.auction.04", "--", *NODE_ZOO,
                 "dealer-not-forced"]) == 1  # fmt: skip
    out = capsys.readouterr().out
    assert "FAIL  twenty-nine-bangladesh.auction.04" in out
    assert "where: hakem perft --bisect --only twenty-nine-bangladesh.auction.04 -- node" in out
    assert main(["perft", "--bisect", "--only", "twenty-nine-bangladesh.*", "--json", "--", *NODE_ZOO,
                 "dealer-not-forced"]) == 1  # fmt: skip
    (found,) = lines(capsys)
    assert found["actions"][-3:] == ["N:P", "W:P", "S:P"]
    assert found["missing"] == ["E:trump C", "E:trump D", "E:trump H", "E:trump S"]
    assert found["surplus"] == [*(f"E:{bid}" for bid in range(16, 29)), "E:P"]


@pytest.mark.parametrize("mistake", [
    "ask-not-forced", "ask-when-able-to-follow", "dealer-not-forced", "pair-at-any-time", "points-as-rank",
    "unrevealed-trump-wins",
])  # fmt: skip
def test_the_counts_find_what_changes_the_play(mistake: str, capsys: Captured) -> None:
    """Mistakes of scores, views and refusals are for the vectors: no count can show them."""
    command = ["--only", "twenty-nine*.a[su]*", "--only", "twenty-nine*.pair.*", "--", *NODE_ZOO, mistake]
    assert main(["perft", "--bisect", "--json", *command]) == 1
    (found,) = lines(capsys)
    assert found["type"] == "parting" and (found.get("missing") or found.get("surplus"))


def test_nothing_is_found_where_an_engine_is_right(capsys: Captured) -> None:
    assert main(["perft", "--bisect", "--only", "twenty-nine.pair.*", "--", *EVALUATOR]) == 0
    assert "it parts from none of 8 positions" in capsys.readouterr().out


def test_an_engine_that_does_not_divide(tmp_path: Path, capsys: Captured) -> None:
    """It lets nobody say 28 after 27. Two actions on from N:26: E:27 and 2 words of S, E:28 and 4 trumps, E:P and 3
    words of S are 9 ways; it knows of one word of S after 27."""
    file = _file_with(tmp_path, AUCTION, depth=2, count=9)
    assert main(["perft", AUCTION, "--file", str(file)]) == 0
    capsys.readouterr()
    assert main(["perft", "--bisect", "--file", str(file), "--json", *odd("no-divide")]) == 1
    (found,) = lines(capsys)
    assert found["actions"] == ["W:24", "N:26", "E:27"]
    assert found["message"] == "it counts 1, and its parts, which are right, make 2"


def test_an_engine_whose_parts_are_right_and_whose_sum_is_not(capsys: Captured) -> None:
    assert main(["perft", "--bisect", "--only", AUCTION, *odd("one-too-many")]) == 1
    assert "it counts 815, and its parts, which are right, make 814" in capsys.readouterr().out


def test_an_engine_that_refuses_an_action_on_the_way(capsys: Captured) -> None:
    assert main(["perft", "--check", "--only", AUCTION, *odd("refuses")]) == 1
    assert "it refuses W:24, an action on the way" in capsys.readouterr().out
    assert main(["perft", "--bisect", "--only", AUCTION, "--json", *odd("refuses")]) == 1
    (found,) = lines(capsys)
    assert (found["actions"], found["missing"]) == ([], ["W:24"])


def test_engines_that_crash_hang_or_rave_are_named_and_ended(capsys: Captured) -> None:
    only = ["--only", "twenty-nine.auction.0*"]
    assert main(["perft", "--check", "--json", *only, *odd("crashes")]) == 1
    end = lines(capsys)[-1]
    assert end["statuses"] == {"crash": 4, "not-run": 5}  # three restarts, then no more
    assert main(["perft", "--check", "--only", AUCTION, *odd("crashes")]) == 1
    out = capsys.readouterr().out
    assert "CRASH" in out and "out of cards" in out
    assert main(["perft", "--check", "--only", AUCTION, "--timeout-factor", "0.05", *odd("hangs")]) == 1
    assert "TIMEOUT" in capsys.readouterr().out
    assert main(["perft", "--bisect", "--only", AUCTION, *odd("raves")]) == 1
    assert "a reply is not JSON" in capsys.readouterr().out


def test_an_engine_that_cannot_be_started(capsys: Captured) -> None:
    assert main(["perft", "--check", "--only", AUCTION, "--", "./no-such-engine"]) == 2
    assert "engine_missing" in capsys.readouterr().err
    assert main(["perft", "--check", "--only", AUCTION, "--", "false"]) == 2
    assert "before it had replied" in capsys.readouterr().out


def _file_with(folder: Path, name: str, **changes: Any) -> Path:
    position = next(each for each in perft.load() if each.id == name)
    file = folder / "mine.perft"
    file.write_text(perft.text_of([replace(position, **changes)], "mine"))
    return file
