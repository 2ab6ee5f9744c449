"""Messages that cannot be dealt with: both evaluators give the error that spec/protocol.md says, and keep the id.

conformance/malformed.jsonl has one message a line. `text` and `hex` (bytes after the text; before it for a byte-order
mark) are sent as they stand. All others are the request below with changes: `request`, `params`, `game` put fields in,
`drop` takes one out, `deal` is one of the deals below. `code` is the error's, or null for a message that is good after
all; `id` is 7 unless it is said.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hakem import data, rules

Json = dict[str, Any]

LIMIT = 4 * 1024 * 1024
ENGINES = {
    "interpreter": (sys.executable, "-m", "hakem_cli.main", "engine"),
    "evaluator": ("node", str(data.path("conformance/evaluator/main.js"))),
}
MESSAGES = [json.loads(line) for line in data.path("conformance/malformed.jsonl").read_text("utf-8").splitlines()]
DOCUMENT = rules.document(rules.load("twenty-nine"))
PACKETS = [
    {"E": "S9 S8 H9 H8", "S": "SA SQ HA HQ", "W": "ST SK HT HK", "N": "SJ S7 HJ H7"},
    {"E": "D9 D8 C9 C8", "S": "DA DQ CA CQ", "W": "DT DK CT CK", "N": "DJ D7 CJ C7"},
]
PACK = [f"{suit}{rank}" for suit in "SHDC" for rank in "J9ATKQ87"]
DEALS = {
    "pack": {"pack": " ".join(PACK)},
    "list": {"pack": PACK},
    "spaces": {"pack": "  ".join(PACK)},
    "trailing": {"pack": " ".join(PACK) + " "},
    "both": {"pack": " ".join(PACK), "packets": PACKETS},
    "short": {"pack": " ".join(PACK[1:])},
    "twice": {"pack": " ".join([PACK[1], *PACK[1:]])},
    "listed packets": {"packets": [{seat: cards.split() for seat, cards in packet.items()} for packet in PACKETS]},
    "one packet": {"packets": PACKETS[:1]},
}
GAME: Json = {"rules": "twenty-nine@1", "digest": DOCUMENT["digest"], "dealer": "N", "deal": {"packets": PACKETS}}
HELLO = {"jsonrpc": "2.0", "id": "hello", "method": "hello", "params": {"protocol": ["1.0"], "harness": "test"}}
DEFINE = {"jsonrpc": "2.0", "id": 0, "method": "define", "params": {"document": DOCUMENT}}


def encoded(request: Json) -> bytes:
    return json.dumps(request).encode()


def sent(message: Json) -> bytes:
    if "text" in message or "hex" in message:
        text: bytes = message.get("text", "").encode()
        more = bytes.fromhex(message.get("hex", ""))
        return more + text if more.startswith(b"\xef") else text + more
    game = GAME | ({"deal": DEALS[message["deal"]]} if "deal" in message else {}) | message.get("game", {})
    params = {"game": game, "actions": []} | message.get("params", {})
    for fields in (game, params):
        fields.pop(message.get("drop"), None)
    return encoded({"jsonrpc": "2.0", "id": 7, "method": "legal", "params": params} | message.get("request", {}))


def replies(engine: tuple[str, ...], *lines: bytes, **options: Any) -> list[Json]:
    done = subprocess.run(engine, input=b"".join(lines), capture_output=True, timeout=60, check=False, **options)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES)
def test_a_malformed_message_gets_its_error(engine: tuple[str, ...]) -> None:
    _, *answers = replies(engine, *(line + b"\n" for line in [encoded(DEFINE), *map(sent, MESSAGES)]))
    told = {
        message["about"]: (answer.get("error", {}).get("code"), answer["id"])
        for message, answer in zip(MESSAGES, answers, strict=True)
    }
    assert told == {message["about"]: (message["code"], message.get("id", 7)) for message in MESSAGES}
    for error in (answer["error"] for answer in answers if "error" in answer):
        assert "\n" not in error["message"] and "error[" not in error["message"], error
        assert error["code"] != -32000 or "what" in error["data"], error


def padded(length: int) -> bytes:
    """A request for `hello` of so many bytes."""
    line = encoded(HELLO | {"more": ""})
    return line[:-2] + b"x" * (length - len(line)) + line[-2:]


@pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES)
def test_the_end_of_a_line_is_not_counted(engine: tuple[str, ...]) -> None:
    longest, longer = padded(LIMIT), padded(LIMIT + 1)
    assert len(longest) == LIMIT
    lines = [longest + b"\n", longest + b"\r\n", longer + b"\n", longer + b"\r\n", padded(LIMIT + 2) + b"\n"]
    lines += [padded(2 * LIMIT + 5) + b"\r\n", encoded(HELLO) + b"\r\n", longer]
    told = [(answer["id"], answer.get("error", {}).get("code")) for answer in replies(engine, *lines)]
    fine, refused = ("hello", None), (None, -32600)
    assert told == [fine, fine, refused, refused, refused, refused, fine, refused]
    assert [answer["id"] for answer in replies(engine, longest)] == ["hello"]


def test_the_interpreter_opens_no_file_that_a_message_names(tmp_path: Path) -> None:
    """Neither a rule set that is there, nor a pipe on which it would wait for ever, under any spelling."""
    (tmp_path / "own.json").write_text(json.dumps({**DOCUMENT, "id": "own"}), encoding="utf-8")
    os.mkfifo(tmp_path / "pipe")
    os.mkfifo(tmp_path / "pipe.yaml")
    names = ["own.json", "./own.json", "own", "pipe", "pipe.yaml", "./pipe", str(tmp_path / "pipe"), str(tmp_path)]
    names += [
        f"{tmp_path}/own.json",
        "twenty-nine@../own.json",
        "twenty-nine@1/../own.json",
        "overlay/may-ask@pipe.yaml",
    ]
    plain = {key: value for key, value in GAME.items() if key != "digest"}
    games = [plain | {"rules": name} for name in names] + [plain | {"with": [name]} for name in names]
    asked = [encoded(HELLO | {"method": "legal", "params": {"game": game, "actions": []}}) + b"\n" for game in games]
    told = [answer["error"]["code"] for answer in replies(ENGINES["interpreter"], *asked, cwd=tmp_path)]
    assert told == [-32000] * len(games)


def test_the_interpreter_plays_shipped_rule_sets_by_name() -> None:
    plain = {key: value for key, value in GAME.items() if key != "digest"}
    games = [plain | {"rules": name, "with": [overlay]} for name in ("twenty-nine", "twenty-nine@1")
             for overlay in ("may-ask", "overlay/may-ask")]  # fmt: skip
    asked = [encoded(HELLO | {"method": "legal", "params": {"game": game, "actions": []}}) + b"\n" for game in games]
    assert all(list(answer["result"]["legal"]) == ["E"] for answer in replies(ENGINES["interpreter"], *asked))


def test_the_interpreter_checks_the_digest_of_a_document() -> None:
    """An engine may; the evaluator takes it for a name."""
    false = DEFINE | {"params": {"document": DOCUMENT | {"digest": "sha256:" + "0" * 64}}}
    (answer,) = replies(ENGINES["interpreter"], encoded(false) + b"\n")
    assert answer["error"]["code"] == -32602
    assert answer["error"]["data"] == {"what": "digest", "expected": DOCUMENT["digest"]}


def test_a_fault_says_where_it_is_and_what_was_expected() -> None:
    game = GAME | {"dealer": "Q"}
    asked = encoded(HELLO | {"method": "legal", "params": {"game": game, "actions": []}}) + b"\n"
    _, answer = replies(ENGINES["interpreter"], encoded(DEFINE) + b"\n", asked)
    data = {"what": "dealer", "expected": "N E S W"}
    assert answer["error"] == {"code": -32602, "message": "'Q' is no seat", "data": data}
