"""What the kit does with lines that are no good: each gets its one error, and the next line is answered as ever."""

from __future__ import annotations

import ast
import json
from typing import Any

import pytest
from kit_harness import ROOT, deal, error, run
from test_kit_examples import EVEN, MIXED, both, game

HELLO = b'{"jsonrpc":"2.0","id":"last","method":"hello","params":{"protocol":["1.0"],"harness":"x"}}\n'


def line(**changes: Any) -> bytes:
    request = {"jsonrpc": "2.0", "id": 7, "method": "hello", "params": {"protocol": ["1.0"], "harness": "x"}, **changes}
    return json.dumps({key: value for key, value in request.items() if value is not ...}).encode()


HOSTILE = {
    "no JSON": (b"hello", -32700, None),
    "nothing": (b"", -32700, None),
    "cut off": (b'{"jsonrpc":"2.0","id":1', -32700, None),
    "no UTF-8": (b'{"jsonrpc":"2.0","id":"\xff"}', -32700, None),
    "byte-order mark": (b"\xef\xbb\xbf" + line(), -32700, None),
    "NaN": (b'{"jsonrpc":"2.0","id":NaN}', -32700, None),
    "two on a line": (line() + line(), -32700, None),
    "deep": (b"[" * 100_000, -32700, None),
    "a batch": (b"[" + line() + b"]", -32600, None),
    "a number": (b"17", -32600, None),
    "null": (b"null", -32600, None),
    "no id": (line(id=...), -32600, None),
    "id null": (line(id=None), -32600, None),
    "id a truth value": (line(id=True), -32600, None),
    "id a list": (line(id=[1]), -32600, None),
    "id beyond 2^53": (line(id=2**53), -32600, None),
    "id with a fraction": (line(id=1.5), -32600, None),
    "no method": (line(method=...), -32600, 7),
    "a method of a wrong type": (line(method=1), -32600, 7),
    "another version": (line(jsonrpc="1.0"), -32600, 7),
    "unknown method": (line(method="castle"), -32601, 7),
    "a method of every object": (line(method="__init__"), -32601, 7),
    "constructor": (line(method="constructor"), -32601, 7),
    "not claimed": (line(method="define"), -32601, 7),
    "no params": (line(params=...), -32602, 7),
    "params a list": (line(params=[]), -32602, 7),
    "protocol a text": (line(params={"protocol": "1.0"}), -32602, 7),
    "too long": (b'{"id": "' + b"x" * 4 * 1024 * 1024 + b'"}', -32600, None),
}


@both
def test_hostile_lines(engine: list[str]) -> None:
    lines, _, code = run(engine, b"".join(bad + b"\n" + HELLO for bad, _, _ in HOSTILE.values()))
    assert code == 0 and len(lines) == 2 * len(HOSTILE)
    for name, reply, after in zip(HOSTILE, lines[::2], lines[1::2], strict=True):
        answer = json.loads(reply)
        assert (answer["error"]["code"], answer["id"]) == HOSTILE[name][1:], name
        assert json.loads(after)["id"] == "last", name


@both
def test_line_ends_and_the_end_of_the_input(engine: list[str]) -> None:
    assert run(engine, b"") == ([], "", 0)
    lines, _, code = run(engine, line(id=1) + b"\r\n" + line(id="\ud800ü") + b"\n" + line(id=3))
    assert [json.loads(reply)["id"] for reply in lines] == [1, "\ud800ü", 3] and code == 0


@both
def test_equal_requests_get_equal_bytes(engine: list[str]) -> None:
    request = line(method="replay", params={"game": game(MIXED), "actions": ["E:16"], "want": ["legal", "points"]})
    lines, _, _ = run(engine, (request + b"\n") * 3)
    assert len(set(lines)) == 1


def code_of(reply: str) -> int | None:
    """The code of the error, or None."""
    code: int | None = json.loads(reply).get("error", {}).get("code")
    return code


WRONG_ACTIONS = [
    "", "E", "E:", "X:16", "E:016", "E:0", "E:-1", "E:16 ", "e:16", "E:XXXX", "E:D1", "E:trump", "E:trump  C",
    "E:trump 7", "E:trump 1th", "E:trump C9 9", "E:pair", "E:10", "E:٣", "E:" + "9" * 400, 16, None,
]  # fmt: skip


@both
def test_texts_that_are_no_actions(engine: list[str]) -> None:
    requests = [line(method="replay", params={"game": game(MIXED), "actions": [text]}) for text in WRONG_ACTIONS]
    lines, _, _ = run(engine, b"\n".join(requests))
    codes = dict(zip(WRONG_ACTIONS, map(code_of, lines), strict=True))
    assert codes == {**dict.fromkeys(WRONG_ACTIONS, -32602), "E:10": None}  # 10 is a number, and too low


def changed(**packet: str) -> dict[str, Any]:
    """The mixed deal with another first packet for some seats."""
    first, second = MIXED["packets"]
    return {"packets": [{**first, **packet}, second]}


WRONG_DEALS = {
    "nothing": {},
    "a text": "SJ",
    "one packet": {"packets": MIXED["packets"][:1]},
    "packets a text": {"packets": "SJ S9"},
    "a packet a text": {"packets": ["SJ S9", "SA ST"]},
    "a card twice": changed(E="SJ SJ SA ST"),
    "no card": changed(E="SJ S9 SA XX"),
    "a card of another pack": changed(E="SJ S9 SA S2"),
    "three cards": changed(E="SJ S9 SA"),
    "two spaces": changed(E="SJ  S9 SA ST"),
    "a fifth seat": changed(A="SJ S9 SA ST"),
    "a rest too many": {**MIXED, "rest": "SJ"},
    "cut otherwise": deal(5, 3, **{s: " ".join(p[s] for p in EVEN["packets"]) for s in "NESW"}),
    "a short pack": {"pack": "SJ S9"},
    "a pack of numbers": {"pack": 32},
}


@both
def test_cards_that_are_no_deal(engine: list[str]) -> None:
    requests = [line(method="legal", params={"game": game(cards), "actions": []}) for cards in WRONG_DEALS.values()]
    lines, _, _ = run(engine, b"\n".join(requests))
    assert dict(zip(WRONG_DEALS, map(code_of, lines), strict=True)) == dict.fromkeys(WRONG_DEALS, -32602)


@both
@pytest.mark.parametrize(
    "change",
    [{"dealer": "X"}, {"dealer": None}, {"dealer": "NE"}, {"rules": 29}, {"with": "x"}, {"before": []},
     {"before": {"score": {"NS": "2"}}}],
)
def test_games_with_something_wrong(engine: list[str], change: dict[str, Any]) -> None:
    assert error(engine, "replay", game={**game(MIXED), **change}, actions=[])["code"] == -32602


@both
def test_other_parameters(engine: list[str]) -> None:
    table = game(MIXED)
    wrong: list[tuple[str, dict[str, Any]]] = [
        ("replay", {"game": table}),
        ("replay", {"actions": []}),
        ("replay", {"game": table, "actions": "E:16"}),
        ("replay", {"game": table, "actions": [], "attempts": [{"do": "E:16"}]}),
        ("replay", {"game": table, "actions": [], "attempts": ["E:16"]}),
        ("replay", {"game": table, "actions": [], "want": "points"}),
        ("replay", {"match": {"rules": "twenty-nine@1", "dealer": "N"}, "deals": ["x"]}),
        ("probe", {"game": table, "actions": []}),
        ("view", {"game": table, "actions": [], "seat": "A"}),
        ("view", {"game": table, "actions": []}),
    ]
    for method, params in wrong:
        assert error(engine, method, **params)["code"] == -32602, (method, params)


def test_the_kit_runs_on_python_3_9() -> None:
    file = ROOT / "conformance/kit/python/hakem_kit.py"
    ast.parse(file.read_text(encoding="utf-8"), feature_version=(3, 9))


def test_an_adapter_has_forty_lines() -> None:
    for name in ("python/adapter.py", "javascript/adapter.mjs"):
        assert len((ROOT / "conformance/engines" / name).read_text(encoding="utf-8").splitlines()) <= 40


def test_the_readme_shows_the_adapters_as_they_are() -> None:
    readme = (ROOT / "conformance/kit/README.md").read_text(encoding="utf-8")
    for name in ("python/adapter.py", "javascript/adapter.mjs"):
        assert (ROOT / "conformance/engines" / name).read_text(encoding="utf-8") in readme
