"""Text, tree and JSON twin say the same: of arbitrary trees, and of games played under every shipped rule set."""

from __future__ import annotations

import io
import json
import random
import re

import pytest
from hypothesis import given, settings
from record_samples import GAMES, MATCH, RECORDS, played

from hakem.record import LEVELS, export, from_twin, parse, read, to_twin
from hakem.record.nodes import Board, Match
from hakem.replay import replay


def through_the_twin(matches: list[Match]) -> list[Match]:
    lines = [json.dumps(line, ensure_ascii=False) for match in matches for line in to_twin(match)]
    return from_twin(map(json.loads, lines))


@given(MATCH)
@settings(max_examples=150, deadline=None)
def test_any_record_survives_text_and_twin(match: Match) -> None:
    text = export([match])
    trees, found = parse(text, "strict")
    assert not found
    assert export(trees) == text
    assert export(through_the_twin(trees)) == text
    for level in LEVELS:
        assert parse(text, level) == (trees, [])


@given(MATCH)
@settings(max_examples=60, deadline=None)
def test_layout_makes_no_difference(match: Match) -> None:
    """Line ends, a byte-order mark and blanks at line ends: the canonical text is the same."""
    text = export([match])
    loose = text.replace("\n", "  \t\r\n")
    assert export(parse(b"\xef\xbb\xbf" + loose.encode(), "lenient")[0]) == text


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(("name", "overlays"), GAMES)
def test_played_games_are_checked_and_come_back(name: str, overlays: tuple[str, ...], seed: int) -> None:
    match = played(name, overlays, seed)
    text = export([match])
    parts = list(replay(read(io.BytesIO(text.encode()), "strict"), "strict"))
    assert [str(found) for part in parts for found in part.findings] == []
    boards = [part for part in parts if isinstance(part.node, Board)]
    assert len(boards) == len(match.boards) and all(part.game is not None for part in boards)
    assert parse(text)[0] == [match]
    assert through_the_twin([match]) == [match]


@pytest.mark.parametrize(("name", "overlays"), GAMES)
def test_what_a_scorer_leaves_out_is_filled_in(name: str, overlays: tuple[str, ...]) -> None:
    """Without seats of calls, leaders, winners, automatic events and the results the rules say the same deal."""
    match = played(name, overlays, seed=4)
    text = export([match])
    bare = re.sub(r"(?m)^\[(Contract|Target|Result|Score|Total|RulesDigest|Rotation) .*\n", "", text)
    bare = re.sub(r"<\w:(?:reveal|forced) [^>]*>", "", bare)
    bare = re.sub(r"(?m)^( ?\d+\.) [A-Z]:", r"\1", bare)
    bare = re.sub(r">\s+[A-Z]\s+\d+", "", bare)
    bare = re.sub(r"(?<!\")\b[A-FNSW]:(?=\d|P\b|X)", "", bare)
    parts = list(replay(read(io.BytesIO(bare.encode()), "lenient"), "lenient"))
    assert [str(found) for part in parts for found in part.findings if found.severity == "error"] == []
    boards = [part.node for part in parts if isinstance(part.node, Board)]
    for filled, whole in zip(boards, match.boards, strict=True):
        assert filled.play is None or whole.play is not None
        if filled.play is not None and whole.play is not None:
            assert [(t.leader, t.won) for t in filled.play.tricks] == [(t.leader, t.won) for t in whole.play.tricks]


def test_a_change_of_one_claim_is_always_found() -> None:
    """Every number and seat that a record repeats is checked: change one, and the record is wrong at that line."""
    chance = random.Random(28)
    claims = re.compile(
        r"(?m)(?:> ([NESW]) \d+|> [NESW] (\d+)|^\[Result \"NS (\d+)|^\[Target \"(\d+)|^\[Dealer \"([NESW])"
        r"|^ ?\d+\. ([NESW]):|^\[Contract \"([NESW])|^\[Play \"([NESW])|^\[Auction \"([NESW]))"
    )
    for path in RECORDS:
        if path.stem == "everything":
            continue
        text = path.read_text("utf-8")
        for found in claims.finditer(text):
            group = next(number for number in range(1, 10) if found[number] is not None)
            told = found[group]
            other = chance.choice("NESW".replace(told, "")) if told.isalpha() else str(int(told) + 1)
            changed = text[: found.start(group)] + other + text[found.end(group) :]
            parts = replay(read(io.BytesIO(changed.encode()), "strict"), "strict")
            lines = [each.line for part in parts for each in part.findings if each.severity == "error"]
            assert lines, (path, found[0], other)
            if not found[0].startswith("[Dealer"):  # the first dealer of a record is only known by what he does
                assert text.count("\n", 0, found.start(group)) + 1 in lines, (path, found[0], other, lines)
