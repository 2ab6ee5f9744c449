"""The stdio protocol, served by the reference interpreter."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hakem import rules as rule_sets
from hakem.game import DealError, Game
from hakem.wire import MAX_LINE, Server, handle, serve

split = str.split

# Dispute D-06: nobody is ever void. E is declarer at 16.
PACKETS = [
    {"N": "SJ S7 HJ H7", "E": "S9 S8 H9 H8", "S": "SA SQ HA HQ", "W": "ST SK HT HK"},
    {"N": "DJ D7 CJ C7", "E": "D9 D8 C9 C8", "S": "DA DQ CA CQ", "W": "DT DK CT CK"},
]
GAME: dict[str, Any] = {"rules": "twenty-nine@1", "dealer": "W", "deal": {"packets": PACKETS}}
AUCTION = ["N:P", "E:16", "S:P", "W:P", "N:P", "E:trump C"]
PLAY = [
    "N:SJ",
    "E:S8",
    "S:SQ",
    "W:SK",
    "N:HJ",
    "E:H8",
    "S:HQ",
    "W:HK",
    "N:DJ",
    "E:D8",
    "S:DQ",
    "W:DK",
    "N:CJ",
    "E:C8",
    "S:CQ",
    "W:CK",
    "N:S7",
    "E:S9",
    "S:SA",
    "W:ST",
    "E:H9",
    "S:HA",
    "W:HT",
    "N:H7",
    "E:D9",
    "S:DA",
    "W:DT",
    "N:D7",
    "E:C9",
    "S:CA",
    "W:CT",
    "N:C7",
]


def ask(method: str, **params: Any) -> dict[str, Any]:
    reply = handle({"jsonrpc": "2.0", "id": 7, "method": method, "params": params})
    assert (reply["jsonrpc"], reply["id"]) == ("2.0", 7)
    assert "error" not in reply, reply
    result: dict[str, Any] = reply["result"]
    return result


def fault(method: str, **params: Any) -> tuple[int, str]:
    error = handle({"jsonrpc": "2.0", "id": 7, "method": method, "params": params})["error"]
    return error["code"], error.get("data", {}).get("what", "")


def test_replay_stops_at_the_first_refusal() -> None:
    result = ask("replay", game=GAME, actions=[*AUCTION, "N:SJ", "E:D8", "S:SQ"])
    assert result == {
        "accepted": 7,
        "refused": {"at": 7, "do": "E:D8", "reason": "must_follow_suit", "path": "play.follow"},
        "turn": "E",
        "result": None,
    }


def test_replay_gives_what_is_wanted_of_each_position() -> None:
    result = ask("replay", game=GAME, actions=[*AUCTION, *PLAY[:4]], want=["points", "legal", "events"])
    steps = result["steps"]
    assert len(steps) == 11
    assert [event["event"] for event in steps[0]["events"]] == ["deal_begins", *["dealt"] * 4]
    assert steps[0]["events"][1] == {"event": "dealt", "seat": "N", "count": 4, "cards": "SJ S7 HJ H7"}
    assert list(steps[0]["legal"]) == ["N"]
    assert steps[6]["events"][0] == {"event": "trump_set", "seat": "E", "choice": "C"}
    assert steps[7]["legal"] == {"E": ["E:S8", "E:S9"]}
    assert steps[10]["points"] == {"NS": 3, "EW": 0}
    assert steps[10]["tricks"] == {"NS": 1, "EW": 0}
    assert steps[9]["events"] == [{"event": "played", "seat": "S", "card": "SQ"}]
    only = ask("replay", game=GAME, actions=[], want=["points"])
    assert only["steps"] == [{"points": {"NS": 0, "EW": 0}, "tricks": {"NS": 0, "EW": 0}}]
    assert "steps" not in ask("replay", game=GAME, actions=[])


def test_attempts_are_tried_on_the_live_game_and_change_nothing() -> None:
    actions = [*AUCTION, *PLAY]
    attempts = [
        {"at": 0, "do": "E:16"},
        {"at": 7, "do": "E:D8"},
        {"at": 7, "do": "E:S9"},
        {"at": 38, "do": "N:C7"},
        {"at": 39, "do": "N:C7"},
    ]
    result = ask("replay", game=GAME, actions=actions, attempts=attempts)
    assert result["attempts"] == [
        {"accepted": False, "reason": "not_your_turn", "path": "seats.turn"},
        {"accepted": False, "reason": "must_follow_suit", "path": "play.follow"},
        {"accepted": True},
        {"accepted": False, "reason": "deal_over", "path": "sequence"},
        None,
    ]
    plain = ask("replay", game=GAME, actions=actions)
    assert {key: value for key, value in result.items() if key != "attempts"} == plain
    assert plain["result"]["why"] == "never_revealed"


def test_legal_probe_view_and_perft() -> None:
    assert ask("legal", game=GAME, actions=[*AUCTION, "N:SJ"]) == {"legal": {"E": ["E:S8", "E:S9"]}}
    assert ask("probe", game=GAME, actions=AUCTION, **{"try": ["N:SJ", "E:S8"]}) == {
        "verdicts": [
            {"accepted": True},
            {"accepted": False, "reason": "not_your_turn", "path": "seats.turn"},
        ]
    }
    view = ask("view", game=GAME, actions=[*AUCTION, "N:SJ"], seat="S")["view"]
    assert (view["hand"], view["trump"], view["legal"]) == (
        ["CA", "CQ", "DA", "DQ", "HA", "HQ", "SA", "SQ"], "?", [],
    )  # fmt: skip
    # N leads any of eight cards, E has two of each suit, and so has S.
    assert ask("perft", game=GAME, actions=AUCTION, depth=3) == {"count": 8 * 2 * 2}
    divided = ask("perft", game=GAME, actions=AUCTION, depth=2, divide=True)
    assert divided == {
        "count": 16,
        "divide": dict.fromkeys(["N:C7", "N:CJ", "N:D7", "N:DJ", "N:H7", "N:HJ", "N:S7", "N:SJ"], 2),
    }
    # A sequence that ends the deal earlier counts as one.
    assert ask("perft", game=GAME, actions=[*AUCTION, *PLAY[:-2]], depth=9) == {"count": 1}
    refused = {"at": 0, "do": "E:16", "reason": "not_your_turn", "path": "seats.turn"}
    for method, params in (
        ("legal", {}),
        ("probe", {"try": []}),
        ("view", {"seat": "N"}),
        ("perft", {"depth": 1}),
    ):
        assert ask(method, game=GAME, actions=["E:16"], **params) == {"refused": refused}


def test_overlays_and_packs() -> None:
    pack = [card for packet in PACKETS for row in range(4) for card in [packet[s].split()[row] for s in "NESW"]]
    game = GAME | {"with": ["overlay/unrevealed-scores"], "deal": {"pack": " ".join(pack)}}
    result = ask("replay", game=game, actions=[*AUCTION, *PLAY])["result"]
    assert (result["made"], result["points"], result["score"]) == (
        True,
        {"NS": 12, "EW": 16},
        {"NS": 0, "EW": 1},
    )


def test_a_deal_may_begin_at_play() -> None:
    game = GAME | {"from": "play", "contract": {"declarer": "E", "bid": 16, "trump": "C", "stakes": 2}}
    assert fault("legal", game=game, actions=[]) == (-32602, "contract")  # nobody can double here
    game |= {"with": ["overlay/doubling"]}
    first = ask("replay", game=game, actions=[], want=["events", "legal"])["steps"][0]
    assert [event["event"] for event in first["events"]][9:] == ["contract", "trump_set", "stakes"]
    assert list(first["legal"]) == ["N"]
    assert fault("legal", game=game | {"contract": {"declarer": "E"}}, actions=[]) == (-32602, "contract")
    assert fault("legal", game=game | {"contract": {"trump": "C"}}, actions=[]) == (-32602, "contract")
    assert fault("legal", game=game | {"from": "score"}, actions=[]) == (-32602, "from")


def match_of(*deals: list[str], before: dict[str, Any] | None = None) -> dict[str, Any]:
    setting = {
        "rules": "twenty-nine",
        "with": ["overlay/unrevealed-scores"],
        "dealer": "W",
        "before": before or {},
    }
    listed = [{"deal": {"packets": PACKETS}, "actions": actions} for actions in deals]
    return ask("replay", match=setting, deals=listed)


def test_a_match_passes_offices_and_score_on() -> None:
    whole = [*AUCTION, *PLAY]
    reply = match_of(whole, ["E:16"], before={"score": {"EW": 4}})
    assert [deal["dealer"] for deal in reply["deals"]] == ["W", "N"]
    assert [deal["accepted"] for deal in reply["deals"]] == [38, 1]
    assert reply["deals"][0]["result"]["score"] == {"NS": 0, "EW": 5}
    assert (reply["status"], reply["winner"], reply["score"], reply["unused"]) == (
        "stopped", None, {"NS": 0, "EW": 5}, 0,
    )  # fmt: skip
    reply = match_of(whole, before={"score": {"EW": 4}})
    assert (reply["status"], reply["score"]) == ("unfinished", {"NS": 0, "EW": 5})
    reply = match_of(whole, whole, whole, before={"score": {"EW": 5}})
    assert (reply["status"], reply["winner"], reply["unused"]) == ("won", "EW", 2)
    assert len(reply["deals"]) == 1
    reply = match_of(["N:29"], whole)
    assert (reply["status"], reply["unused"]) == ("stopped", 1)
    assert reply["deals"][0]["refused"]["reason"] == "bid_too_high"


def test_a_defined_rule_set_is_played_by_its_digest() -> None:
    document = rule_sets.document(rule_sets.load("twenty-nine", overlays=["may-ask"]))
    server = Server()
    asked = {"jsonrpc": "2.0", "id": 1, "method": "define", "params": {"document": document}}
    assert server.handle(asked)["result"] == {"digest": document["digest"]}
    game = GAME | {"rules": "a label", "digest": document["digest"]}
    asked = {"jsonrpc": "2.0", "id": 2, "method": "legal", "params": {"game": game, "actions": AUCTION}}
    assert list(server.handle(asked)["result"]["legal"]) == ["N"]
    assert fault("legal", game=game, actions=[]) == (-32000, document["digest"])


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (None, -32600),
        ([], -32600),
        ({"id": 1, "method": "hello"}, -32600),
        ({"jsonrpc": "2.0", "id": None, "method": "hello"}, -32600),
        ({"jsonrpc": "2.0", "id": True, "method": "hello"}, -32600),
        ({"jsonrpc": "2.0", "id": 1, "method": 1}, -32600),
        ({"jsonrpc": "2.0", "id": 1, "method": "deal"}, -32601),
        ({"jsonrpc": "2.0", "id": 1, "method": "hello", "params": []}, -32602),
        ({"jsonrpc": "2.0", "id": 1, "method": "replay"}, -32602),
        ({"jsonrpc": "2.0", "id": 1, "method": "hello", "params": {"protocol": ["9"]}}, -32000),
    ],
)
def test_broken_requests(request_: Any, code: int) -> None:
    assert handle(request_)["error"]["code"] == code


@pytest.mark.parametrize(
    ("change", "code", "what"),
    [
        ({"dealer": "A"}, -32602, "dealer"),
        ({"dealer": None}, -32602, "dealer"),
        ({"deal": {}}, -32602, "deal"),
        ({"deal": {"pack": "SJ S9"}}, -32602, "deal"),
        ({"deal": {"pack": "S1"}}, -32602, "deal.pack"),
        ({"deal": {"packets": PACKETS[:1]}}, -32602, "deal.packets"),
        ({"deal": {"packets": [PACKETS[0], PACKETS[0]]}}, -32602, "deal"),
        ({"before": {"score": {"XY": 1}}}, -32602, "before.score"),
        ({"before": {"deal": "1"}}, -32602, "before.deal"),
        ({"before": []}, -32602, "before"),
        ({"rules": "no-such-game"}, -32000, "no-such-game"),
        ({"rules": "twenty-nine@9"}, -32000, "twenty-nine@9"),
        ({"with": ["no-such-overlay"]}, -32000, "no-such-overlay"),
        ({"with": "may-ask"}, -32602, "with"),
    ],
)
def test_games_that_cannot_be_played(change: dict[str, Any], code: int, what: str) -> None:
    assert fault("legal", game=GAME | change, actions=[]) == (code, what)


@pytest.mark.parametrize("dealer", [["N"], {"N": 1}, None, 0, "NE"])
def test_a_dealer_that_is_no_seat_is_a_bad_deal(dealer: Any) -> None:
    with pytest.raises(DealError, match="is no seat"):
        Game(rule_sets.load("twenty-nine"), dealer, PACKETS)


@pytest.mark.parametrize("score", [2**53, -(2**53), 1.5, True, "1"])
def test_a_score_is_a_number_that_json_can_carry(score: Any) -> None:
    with pytest.raises(DealError, match="is no whole number"):
        Game(rule_sets.load("twenty-nine"), "W", PACKETS, {"score": {"NS": score}})


@pytest.mark.parametrize(
    "text", ["", "N", "N:", "N:16 ", "n:16", "X:16", "N:016", "N:0", "N:SX", "N:trump 7st", "N:trump", "É:P"]
)
def test_a_text_that_is_no_action_is_no_refusal(text: str) -> None:
    assert fault("legal", game=GAME, actions=[text])[0] == -32602
    assert fault("probe", game=GAME, actions=[], **{"try": [text]})[0] == -32602
    assert fault("replay", game=GAME, actions=[], attempts=[{"at": 0, "do": text}])[0] == -32602


def lines_to_replies(content: bytes) -> list[dict[str, Any]]:
    out = io.BytesIO()
    serve(io.BytesIO(content), out)
    assert out.getvalue().endswith(b"\n") or not out.getvalue()
    return [json.loads(line) for line in out.getvalue().splitlines()]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.sampled_from(["2.0", "replay", "N:16", "twenty-nine"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["jsonrpc", "id", "method", "params", "game", "actions", "deal"]), inner)
    ),
    max_leaves=12,
)


@given(json_values)
@settings(max_examples=200, deadline=None)
def test_any_json_gets_one_reply(value: Any) -> None:
    (reply,) = lines_to_replies(json.dumps(value).encode() + b"\n")
    assert ("error" in reply) != ("result" in reply)
    assert reply.get("error", {}).get("code") in (None, -32700, -32600, -32601, -32602, -32000)


@given(
    st.dictionaries(
        st.sampled_from(["rules", "with", "digest", "dealer", "deal", "before", "from", "contract"]),
        json_values,
    )
)
@settings(max_examples=200, deadline=None)
def test_any_game_gets_a_fault_that_is_the_senders(change: dict[str, Any]) -> None:
    request = {"jsonrpc": "2.0", "id": 1, "method": "legal", "params": {"game": GAME | change, "actions": []}}
    reply = handle(request)
    assert reply.get("error", {}).get("code") in (None, -32602, -32000), reply


@given(st.binary(max_size=60).filter(lambda line: b"\n" not in line))
def test_any_line_gets_one_reply(line: bytes) -> None:
    assert len(lines_to_replies(line + b"\n")) == 1


def test_a_line_that_is_too_long_is_refused_and_the_next_one_answered() -> None:
    hello = b'{"jsonrpc":"2.0","id":2,"method":"hello","params":{"protocol":["1.0"]}}\n'
    first, second = lines_to_replies(b'"' + b"x" * MAX_LINE + b'"\n' + hello)
    assert first["error"]["code"] == -32600
    assert second["id"] == 2
    deep = lines_to_replies(b"[" * 100_000 + b"\n")
    assert deep[0]["error"]["code"] == -32700


def test_equal_requests_get_equal_bytes_from_a_process_too() -> None:
    request: dict[str, Any] = {"jsonrpc": "2.0", "id": "a", "method": "replay"}
    request["params"] = {"game": GAME, "actions": [*AUCTION, *PLAY], "want": ["points", "legal", "events"]}
    line = json.dumps(request).encode() + b"\n"
    command = [sys.executable, "-m", "hakem_cli.main", "engine"]
    done = subprocess.run(command, input=line + line, capture_output=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    first, second = done.stdout.splitlines()
    assert first == second
    assert json.loads(first) == handle(request)
