"""The kit behind engines of many kinds: `ways.py` and `ways.mjs` connect the examples in other ways, and the
deal worked out by hand in `test_kit_examples.py` must come out the same."""

from __future__ import annotations

import json
from typing import Any

import pytest
from kit_harness import NODE, PYTHON, ROOT, answer, ask, run
from test_kit_examples import AUCTION, EVEN, EVEN_PLAY, MIXED, MIXED_PLAY, MIXED_RESULT, SPLIT, actions, game

PLAYED = actions(*(text for text, _, _ in MIXED_PLAY))
ILLEGAL = [
    (0, "E:14"), (0, "S:16"), (0, "E:SJ"), (0, "E:X"), (0, "E:redeal"), (1, "S:16"), (7, "N:P"),
    (7, "N:trump CJ"), (7, "E:trump C"), (8, "E:ask"), (8, "E:HA"), (8, "E:S2"), (9, "S:HA"), (9, "S:ask"),
    (9, "W:SQ"), (11, "N:HQ"), (11, "N:ask"), (11, "W:show"), (12, "N:show"), (12, "N:SJ"), (12, "E:S9"),
    (13, "S:pair C"), (14, "S:ask"), (17, "N:pair C"), (18, "S:pair C"), (42, "W:DA"),
]  # fmt: skip
WAYS = ["silent", "false", "bare", "with_card", "joined_bare", "by_itself", "seatless", "deals", "one_room"]
VOID = actions("W:P N:P E:P S:trump_C W:H8 N:HK")  # on the split cards; E must ask
EAST = ["E:C7", "E:C8", "E:CQ", "E:CT", "E:D9", "E:DA", "E:S9", "E:SA"]


def request(method: str, **params: Any) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()


def engine(language: str, way: str) -> list[str]:
    file = {"python": "ways.py", "javascript": "ways.mjs"}[language]
    return [PYTHON if language == "python" else NODE, str(ROOT / "tests/kit" / file), way]


languages = pytest.mark.parametrize("language", ["python", "javascript"])


@languages
@pytest.mark.parametrize("way", [*WAYS, "objects"])
def test_every_way_plays_the_deal_and_refuses_what_is_illegal(language: str, way: str) -> None:
    attempts = [{"at": at, "do": do} for at, do in ILLEGAL]
    reply = answer(engine(language, way), "replay", game=game(MIXED), actions=PLAYED, attempts=attempts)
    assert reply["accepted"] == 42 and reply["turn"] is None
    verdicts = zip(ILLEGAL, reply["attempts"], strict=True)
    assert [attempt for attempt, verdict in verdicts if verdict["accepted"]] == []
    result = dict(reply["result"])
    if way in ("bare", "false", "joined_bare", "objects"):  # these give no points, and all but one no tricks
        result.update(points=MIXED_RESULT["points"], tricks=MIXED_RESULT["tricks"])
    assert result == MIXED_RESULT


@languages
@pytest.mark.parametrize("way", ["with_card", "by_itself"])
def test_ask_and_card_are_split(language: str, way: str) -> None:
    table = game(SPLIT, "S")
    command = engine(language, way)
    before, after = ask(
        command,
        ("legal", {"game": table, "actions": VOID}),
        ("legal", {"game": table, "actions": [*VOID, "E:ask"]}),
    )
    assert before["result"]["legal"] == {"E": ["E:ask"]}
    assert after["result"]["legal"] == {"E": EAST}
    attempts = [{"at": 6, "do": do} for do in ("E:C7", "E:show", "S:ask")]
    attempts += [{"at": 7, "do": do} for do in ("E:ask", "S:CJ", "E:HK", "E:P")]
    played = [*VOID, "E:ask", "E:C7", "S:CJ"]
    reply = answer(command, "replay", game=table, actions=played, attempts=attempts, want=["points"])
    assert not any(verdict["accepted"] for verdict in reply["attempts"])
    assert reply["steps"][-1] == {"points": {"NS": 3, "EW": 0}, "tricks": {"NS": 1, "EW": 0}}
    assert answer(command, "replay", game=table, actions=played[:7])["turn"] == "E"


@languages
@pytest.mark.parametrize("way", ["bare", "joined_bare"])
def test_what_is_not_given_is_not_claimed(language: str, way: str) -> None:
    hello = answer(engine(language, way), "hello", protocol=["1.0"], harness="tests")
    assert (hello["methods"], hello["features"]) == (["replay", "probe"], ["attempts"])


@languages
@pytest.mark.parametrize(
    ("played", "turn"),
    [("", "E"), ("E:16 S:P", "W"), ("E:P S:28", "S"), (AUCTION, "E"), (f"{AUCTION} E:SJ S:S7 W:SQ", "N")],
)
def test_the_turn_is_found_by_trying(language: str, played: str, turn: str) -> None:
    reply = answer(engine(language, "bare"), "replay", game=game(MIXED), actions=actions(played))
    assert reply["turn"] == turn


@languages
def test_the_void_deal_without_any_notes(language: str) -> None:
    reply = answer(engine(language, "bare"), "replay", game=game(EVEN), actions=actions(EVEN_PLAY))
    result = reply["result"]
    assert (result["cause"], result["why"], result["row"]) == ("void", "never_revealed", None)


def swapped(value: Any) -> Any:
    """East and west exchanged."""
    if isinstance(value, dict):
        return {swapped(key): swapped(item) for key, item in value.items()}
    if isinstance(value, list):
        return [swapped(item) for item in value]
    if isinstance(value, str) and value[:1] in ("E", "W") and value[1:2] in ("", ":"):
        return {"E": "W", "W": "E"}[value[0]] + value[1:]
    return value


@languages
def test_an_engine_of_one_direction_plays_the_other_through_its_table_of_seats(language: str) -> None:
    first, second = swapped(MIXED)["packets"]
    hands = {seat: f"{first[seat]} {second[seat]}".split() for seat in "NESW"}
    pack = " ".join(hands[seat].pop(0) for _ in range(8) for seat in "WSEN")
    for cards in (swapped(MIXED), {"pack": pack}):
        table = {**game(cards), "rules": "mirror@1"}
        reply = answer(engine(language, "mirror"), "replay", game=table, actions=swapped(PLAYED))
        assert reply["result"] == {**MIXED_RESULT, "next": {"dealer": "W"}}


@languages
def test_stray_prints_never_reach_the_wire(language: str) -> None:
    command = engine(language, "prints")
    reply = answer(command, "replay", game=game(MIXED), actions=PLAYED)  # fails on any line that is no reply
    assert reply["result"] == MIXED_RESULT
    _, log, _ = run(command, request("legal", game=game(MIXED), actions=[]))
    assert all(text in log for text in ("loading", "a new game", "past ")), log
    if language == "python":
        assert "nothing to read: '' b''" in log


@languages
def test_a_bug_of_the_author_is_an_internal_error_and_not_the_end(language: str) -> None:
    broken, fine = ask(
        engine(language, "breaks"),
        ("replay", {"game": game(MIXED), "actions": ["E:20"]}),
        ("replay", {"game": game(MIXED), "actions": ["E:19", "S:14"]}),
    )
    kind = "KeyError" if language == "python" else "TypeError"
    assert broken["error"] == {"code": -32603, "message": f"internal error: {kind}, see standard error"}
    assert fine["result"]["accepted"] == 1


@languages
def test_state_kept_between_games_is_noticed(language: str) -> None:
    attempts = [{"at": 1, "do": "S:20"}]  # accepted, so the position is built anew, with E:16
    sent = request("replay", game=game(MIXED), actions=["E:16"], attempts=attempts)
    (line,), log, _ = run(engine(language, "sticky"), sent)
    assert json.loads(line)["error"]["code"] == -32603
    assert "E:16 is refused the second time: is state kept between games?" in log


@languages
def test_probes_leave_an_engine_with_room_for_one_game_in_order(language: str) -> None:
    tries = {"try": ["E:16", "E:28", "E:14", "E:P", "S:16"]}
    command = engine(language, "one_room")
    verdicts = answer(command, "probe", game=game(MIXED), actions=[], **tries)["verdicts"]
    assert [verdict["accepted"] for verdict in verdicts] == [True, True, False, True, False]
    attempts = [{"at": 8, "do": "E:D7"}]
    reply = answer(command, "replay", game=game(MIXED), actions=PLAYED, attempts=attempts)
    assert reply["attempts"] == [{"accepted": True}] and reply["result"] == MIXED_RESULT


@languages
def test_events_are_cut_at_the_positions(language: str) -> None:
    played = actions(AUCTION, "E:SJ S:S7")
    reply = answer(engine(language, "events"), "replay", game=game(MIXED), actions=played, want=["events"])
    happened = [step["events"] for step in reply["steps"]]
    assert happened[:9] == [[]] * 9
    assert [[event["card"] for event in events] for events in happened[9:]] == [["SJ"], ["S7"]]


@languages
def test_a_deal_may_begin_at_play(language: str) -> None:
    contract = {"declarer": "N", "bid": 17, "trump": "C", "stakes": 1}
    table = game(MIXED, **{"from": "play"}, contract=contract)
    reply = answer(engine(language, "from_play"), "replay", game=table, actions=PLAYED[8:])
    assert reply["accepted"] == 34 and reply["result"] == MIXED_RESULT


@languages
def test_an_adapter_that_cannot_work_says_so(language: str) -> None:
    lines, log, code = run(engine(language, "misspelt"), b"")
    assert (lines, code != 0) == ([], True)
    assert "crad" in log and "Traceback" not in log


def test_cards_that_cannot_be_told_apart_are_noticed() -> None:
    _, log, code = run(engine("python", "unkeyed"), b"")
    assert code == 1 and "give `Cards` a `key`" in log and "Traceback" not in log
