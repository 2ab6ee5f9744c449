"""Records made to hurt: mutated, endless, nested without end, too long. One message each, bounded memory and time."""

from __future__ import annotations

import gzip
import io
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import repeat
from pathlib import Path

import pytest
from record_samples import GAMES, HERE, RECORDS, played

from hakem.record import LEVELS, export, from_twin, matches, parse, read, to_twin
from hakem.record.codes import CODES
from hakem.record.cuts import MAX_PIECE
from hakem.record.reader import MAX_COMMENT, MAX_DEPTH, MAX_TOKENS
from hakem.replay import replay
from hakem.replay.draw import draw

MEGABYTE = 1 << 20
#: What a run may take: address space in bytes, seconds of processor time.
MEMORY, SECONDS = 400 * MEGABYTE, 60

START = b'%TTN 1.0\n[Rules "twenty-nine@1"]\n\n'
BOARD = b'[Board "1"]\n[Dealer "N"]\n'
LAST = b'\n\n[Board "last"]\n[Dealer "N"]\n[End "unfinished"]\n'


def check(chunks: Iterator[bytes], *arguments: str) -> tuple[int, str]:
    """`hakem record check -` in a process of limited memory and time, fed from a pipe. Exit code and output."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))

    command = [sys.executable, "-m", "hakem_cli.main", "record", "check", "-", *arguments]
    with tempfile.TemporaryFile() as out:
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=out, stderr=subprocess.STDOUT, preexec_fn=limit
        ) as process:
            assert process.stdin is not None
            with suppress(BrokenPipeError):  # it has seen enough
                for chunk in chunks:
                    process.stdin.write(chunk)
        out.seek(0)
        printed = out.read().decode()
    assert "Traceback" not in printed, printed[-2000:]
    return process.returncode, printed


def endless(piece: bytes, size: int = 100 * MEGABYTE) -> Iterator[bytes]:
    """A piece over and over, in large chunks, up to a size."""
    chunk = piece * (MEGABYTE // len(piece) + 1)
    return repeat(chunk, size // len(chunk))


@pytest.mark.parametrize(
    ("before", "piece"),
    [
        (BOARD + b'[Play "N"]\n 1. N: ', b"SA "),
        (BOARD + b"{ ", b"on and on\n"),
        (BOARD + b'[Auction "N"]\n', b"( a1 "),
        (BOARD + b'[Remark "', b"x"),
        (b'[Remark "a header of many tags"]\n', b'[Remark "x"]\n'),
        (BOARD, b"\xff"),
        (b"", b"\x00"),
    ],
    ids=["cards", "comment", "parentheses", "tag", "header", "no text", "nuls"],
)
def test_a_hundred_megabytes_in_one_piece(before: bytes, piece: bytes) -> None:
    def text() -> Iterator[bytes]:
        yield START + before
        yield from endless(piece)
        yield LAST

    code, printed = check(text())
    assert code == 1
    told = [line for line in printed.splitlines() if "error[" in line]
    assert len(told) == 1 and any(f"error[{code}]" in told[0] for code in ("too_long", "encoding")), told
    assert printed.splitlines()[-1].startswith("1 file, ")
    assert not before or "[no_deal]" in printed.splitlines()[-2] or "header" in str(before)  # the next board was read


def test_many_megabytes_of_boards_in_the_memory_of_one() -> None:
    board = BOARD + b'[Auction "E"]\nE:15 S:P W:P N:P ' + b"{ " + b"talk " * 13_000 + b'}\n[End "unfinished"]\n\n'

    def text() -> Iterator[bytes]:
        yield START
        yield from repeat(board, 30 * MEGABYTE // len(board))

    code, printed = check(text(), "--json")
    summary = json.loads(printed.splitlines()[-1])["summary"]
    assert code == 1 and summary["boards"] == 30 * MEGABYTE // len(board)


def test_a_small_file_that_unpacks_to_a_hundred_megabytes() -> None:
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb") as out:
        out.write(START + BOARD)
        for chunk in endless(b"{ "):
            out.write(chunk)
    code, printed = check(iter([packed.getvalue()]))
    assert code == 1 and printed.count("error[") == 1 and "error[too_long]" in printed


def test_a_twin_without_an_end() -> None:
    def text() -> Iterator[bytes]:
        yield b'{"event": "match", "tags": '
        yield from endless(b"[")

    code, printed = check(text())
    assert code == 2 and printed.count("error[bad_twin]") == 1


@pytest.mark.parametrize(
    ("code", "body"),
    [
        ("too_many_tokens", '[Play "N"]\n 1. N: ' + "SA " * MAX_TOKENS),
        ("comment_too_long", "{" + "x" * (MAX_COMMENT + 1) + "}"),
        ("too_deep", '[Play "N"]\n 1. N: SA ' + "( 1.1 SK " * (MAX_DEPTH + 1) + ")" * (MAX_DEPTH + 1)),
        ("too_deep", '[Auction "N"]\n N:15 ' + "( a1 N:16 " * 100_000),
        ("too_long", "{" + "x" * MAX_PIECE + "}"),
    ],
)
def test_limits(code: str, body: str) -> None:
    begun = time.process_time()
    for level in LEVELS:
        text = f'%TTN 1.0\n[Event "x"]\n\n[Board "1"]\n{body}\n[End "unfinished"]\n\n[Board "2"]\n[End "unfinished"]\n'
        trees, found = parse(text, level)
        assert [each.code for each in found if each.severity == "error"][:1] == [code]
        assert trees[0].boards[-1].name == "2"
    assert time.process_time() - begun < 5


@pytest.mark.parametrize(
    "body", ['[Play "N"]\n 1. N: SA ' + "( 1.1 SK " * MAX_DEPTH + ")" * MAX_DEPTH, "{" + "x" * MAX_COMMENT + "}"]
)
def test_what_is_just_within_the_limits(body: str) -> None:
    text = f'%TTN 1.0\n[Event "x"]\n\n[Board "1"]\n{body}\n[End "unfinished"]\n'
    trees, found = parse(text, "strict")
    assert not found
    assert parse(export(trees)) == (trees, [])
    assert from_twin(to_twin(trees[0])) == trees


STUTTER = [*'"{[<(\\^$;S♦\u00a0', "[%", "<S:", '<S:x "', "1.", "1. N: ", "> N ", "%\n", "sa ", "N:p ", "<w:ask>"]


@pytest.mark.parametrize("piece", STUTTER)
def test_nothing_takes_time_beyond_its_length(piece: str) -> None:
    """30 kB of anything are done within seconds at every level."""
    for part in ("", '[Auction "N"]\n', '[Play "N"]\n 1. N: '):
        text = f'%TTN 1.0\n\n[Board "1"]\n{part}' + piece * (30_000 // len(piece))
        for level in LEVELS:
            begun = time.process_time()
            list(replay(read(io.BytesIO(text.encode()), level), level))
            assert time.process_time() - begun < 2, (piece, part, level)


# --- mutations -------------------------------------------------------------------------------------------------------

SPICE = [
    *"[]{}<>()\\\"^$!?;% \t\r\0é♦~",
    "\n\n", "\r\n", "( 1.1 ", "( a1 ", "<N:", "^R ", "^L ", "^I ", "^S ", "^T ", "^V ", "--", "__", "S_", "AP ",
    '\n[Board "9"]\n', '\n[Event "x"]\n', '[End "played"]', '[Play "N"]', '[Auction "W"]', "[%x ", "99. ", "1. N: ",
    "> N 5 ", "10", "<W:ask>", "<S:show>", "<S:pair C>", "<N:lone>", "<N:redeal>", "<N:concede>", "<S:trump NT>",
    "<S:trump ~C9>", "<S:trump 7th>", "N:X ", "/", "+2", " -", '[Pack "SA"]\n', '[Options "alone"]\n', '[Dealer "C"]\n',
]  # fmt: skip


def mutated(chance: random.Random, pool: list[bytes]) -> bytes:
    """A record with a few stretches put in, left out, doubled or taken from another."""
    data = chance.choice(pool)
    for _ in range(chance.choice([1, 1, 1, 2, 3, 8])):
        at = chance.randrange(len(data) + 1)
        to = min(len(data), at + chance.choice([0, 0, 1, 1, 2, 5, 20, 200]))
        other = chance.choice([chance.choice(pool), data])
        begin = chance.randrange(len(other) + 1)
        copied = other[begin : begin + chance.choice([1, 3, 10, 60])]
        new = chance.choice([chance.choice(SPICE).encode(), copied, bytes([chance.randrange(256)])])
        data = data[:at] + new + data[to:]
    return data


@pytest.mark.parametrize("seed", range(6))
def test_damage_never_brings_anything_down_and_nothing_is_lost_in_silence(seed: int) -> None:
    chance = random.Random(seed)
    pool = [path.read_bytes() for path in (*RECORDS, *Path(HERE, "broken").glob("*.ttn"))]
    pool += [export([played(name, overlays, seed)]).encode() for name, overlays in GAMES]
    for _ in range(25):
        data = mutated(chance, pool)
        for level in LEVELS:
            for part in replay(read(io.BytesIO(data), level), level):
                assert {found.code for found in part.findings} <= set(CODES)
                if part.game is not None:
                    assert all(len(line) <= 80 for line in draw(part.game, "1", ascii_only=True).splitlines())
                if part.node is None:  # what is lost is told
                    assert any(found.severity == "error" for found in part.findings), data
            readings = list(read(io.BytesIO(data), level))
            trees = matches(readings)
            if level == "strict" or not trees or (level == "lenient" and any(each.node is None for each in readings)):
                continue  # `fmt` writes nothing either
            text = export(trees)
            assert parse(text, "strict") == (parse(text, "lenient")[0], []), data
            assert export(parse(text)[0]) == text, data
            assert export(from_twin(line for tree in trees for line in to_twin(tree))) == text, data
            if level == "salvage":
                lost = {found.code for each in readings if each.node is None for found in each.findings}
                assert not lost or lost & {"too_long", "gzip", "no_record", "encoding"}, data
