"""The two readers say the same, of everything: files, arbitrary trees, games, and damaged text."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given, settings
from lark.exceptions import LarkError
from record_samples import BOARD, GAMES, HEADER, HERE, RECORDS, played

from hakem.record import export, export_board, export_header, grammar
from hakem.record.nodes import Board, Header
from hakem.record.reader import Fault, read_board, read_header

Kind = Literal["header", "board"]


def cut(text: str) -> list[tuple[Kind, str]]:
    """The pieces of a text, as the grammar says."""
    first, *rest = re.split(r"^(?=\[(?:Board|Event)\b)", text, flags=re.MULTILINE)
    if rest and rest[0].startswith("[Event"):
        first += rest.pop(0)
    return [("board" if piece.startswith("[Board") else "header", piece) for piece in (first, *rest)]


def fast(kind: Kind, text: str) -> Header | Board | None:
    try:
        return read_board(text) if kind == "board" else read_header(text)
    except Fault:
        return None


def normative(kind: Kind, text: str) -> Header | Board | None:
    try:
        return grammar.parse(text, kind)
    except LarkError:
        return None


def test_no_two_terminals_of_the_grammar_collide() -> None:
    grammar.parser(strict=True)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_both_readers_read_the_files_alike(path: Path) -> None:
    for kind, piece in cut(path.read_text("utf-8")):
        tree = normative(kind, piece)
        assert tree is not None
        assert fast(kind, piece) == tree


@given(BOARD)
@settings(max_examples=200, deadline=None)
def test_both_readers_read_any_board_alike(board: Board) -> None:
    text = export_board(board).lstrip("\n")
    tree = read_board(text)
    assert tree == normative("board", text)
    assert export_board(tree) == export_board(board)


@given(HEADER)
@settings(max_examples=50, deadline=None)
def test_both_readers_read_any_header_alike(header: Header) -> None:
    text = export_header(header)
    tree = read_header(text)
    assert tree == normative("header", text)
    assert export_header(tree) == text


@pytest.mark.parametrize(("name", "overlays"), GAMES)
def test_both_readers_read_played_games_alike(name: str, overlays: tuple[str, ...]) -> None:
    match = played(name, overlays, seed=1)
    pieces = cut(export([match]))
    assert [fast(*piece) for piece in pieces] == [normative(*piece) for piece in pieces]
    assert list(match.boards) == [fast(*piece) for piece in pieces[1:]]


def test_both_readers_judge_damaged_text_alike() -> None:
    """One change at a random place: either both refuse it or both read the same from it."""
    chance = random.Random(29)
    text = (HERE / "valid" / "everything.ttn").read_text("utf-8")
    pieces = cut(text)
    refused = 0
    for _ in range(600):
        kind, piece = chance.choice(pieces)
        at = chance.randrange(len(piece))
        new = chance.choice(["", piece[at] * 2, *'SHDCNESW23TJKA{}[]<>()"\\^!?$%.:-_ \n\taP~1', "\x00", "é", " "])
        damaged = piece[:at] + new + piece[at + 1 :]
        tree = fast(kind, damaged)
        assert tree == normative(kind, damaged), damaged
        refused += tree is None
    assert 150 < refused < 550  # the damage was neither always fatal nor always harmless


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('[Board "1"]\n[Play "N"]\n 1. N: SADA SK SQ > N 4\n[End "played"]\n', "cards run into one another"),
        ('[Board "1"]\n[End "played"]\n{ a\n[ b }\n', "a line of a comment begins with a bracket"),
        ('[Board "1"]\n[Auction "N"]\nN:16S:P\n[End "played"]\n', "calls run into one another"),
        ('[Board "1"]\n[End "played"] !\n', "a glyph on nothing"),
        ('[Board "1"]\n[Play "N"]\n 1. N: SA SK > N 4 > N 4\n[End "played"]\n', "won twice"),
        ('[Board "1"]\n[Play "N"]\n 1. N: SA SK > N 123456\n[End "played"]\n', "a count of six digits"),
        ('[Board "1"]\n[Auction "N"]\n( 1.1 N:P )\n[End "played"]\n', "a place of play in an auction"),
        ('[Board "1"]\n[Play "N"]\n<N:ask>\n[End "played"]\n', "an event outside a trick"),
    ],
)
def test_both_readers_refuse(text: str, why: str) -> None:
    assert fast("board", text) is None, why
    assert normative("board", text) is None, why
