"""The two example engines over the protocol. Every value here was worked out by hand from the rules."""

from __future__ import annotations

from typing import Any

import pytest
from kit_harness import NODE, PYTHON, ROOT, Json, answer, ask, deal, error

PY = [PYTHON, str(ROOT / "conformance/engines/python/adapter.py")]
JS = [NODE, str(ROOT / "conformance/engines/javascript/adapter.mjs")]
both = pytest.mark.parametrize("engine", [PY, JS], ids=["python", "javascript"])

MIXED = deal(
    4, 4,
    E="SJ S9 SA ST HJ H7 D7 C7",
    S="S7 S8 HA HT CK CQ C8 DJ",
    W="SK SQ H9 H8 DA D9 D8 C9",
    N="CJ CA CT HK HQ DT DK DQ",
)  # fmt: skip
# N buys it at 17 after two passes that do not bind, and names clubs.
AUCTION = "E:16 S:P W:P N:17 E:P S:P W:P N:trump_C"
MIXED_PLAY = [
    (AUCTION, 0, 0),
    ("E:SJ S:S7 W:SQ N:show N:HQ", 0, 3),  # N is void, so he shows; he need not trump; jack 3
    ("E:S9 S:S8 W:SK N:CT", 3, 3),  # 2 and 1, trumped
    ("S:pair_C N:HK E:HJ S:HT W:H8", 3, 7),  # 3 and 1
    ("E:SA S:C8 W:C9 N:CJ", 9, 7),  # 1, 2 and 3
    ("N:CA E:C7 S:CQ W:D8", 10, 7),
    ("N:DT E:D7 S:DJ W:D9", 16, 7),  # 1, 3 and 2
    ("S:HA W:H9 N:DQ E:H7", 16, 10),  # the nine beats the ace; 1 and 2
    ("W:DA N:DK E:ST S:CK", 18, 10),  # the last trump; 1 and 1
]
MIXED_RESULT = {
    "cause": "played", "declarer": "N", "bid": 17, "target": 15, "stakes": 1, "made": True,
    "points": {"NS": 18, "EW": 10}, "tricks": {"NS": 5, "EW": 3}, "row": "made",
    "change": {"NS": 1, "EW": 0}, "score": {"NS": 1, "EW": 0}, "next": {"dealer": "E"}, "winner": None,
}  # fmt: skip

# Hearts are with W and N only, clubs with E and S only.
SPLIT = deal(
    4, 4,
    W="H8 HA HT H7 S7 S8 D7 D8",
    N="HK HQ HJ H9 SQ SK DQ DK",
    E="C7 C8 SA S9 DA D9 CQ CT",
    S="CJ C9 CA SJ CK ST DJ DT",
)  # fmt: skip

# Two cards of each suit for everybody: nobody is ever void.
EVEN = deal(
    4, 4,
    E="SJ S7 HJ H7 DJ D7 CJ C7",
    S="S9 S8 H9 H8 D9 D8 C9 C8",
    W="SA SQ HA HQ DA DQ CA CQ",
    N="ST SK HT HK DT DK CT CK",
)  # fmt: skip
EVEN_PLAY = (
    "E:15 S:P W:P N:P E:trump_S E:SJ S:S8 W:SQ N:SK E:S7 S:S9 W:SA N:ST S:H9 W:HQ N:HK E:HJ E:H7 S:H8 W:HA "
    "N:HT W:DA N:DK E:DJ S:D8 E:D7 S:D9 W:DQ N:DT S:C9 W:CQ N:CK E:CJ E:C7 S:C8 W:CA N:CT"
)


def actions(*texts: str) -> list[str]:
    return [action.replace("_", " ") for text in texts for action in text.split()]


def game(cards: Any, dealer: str = "N", **more: Any) -> Json:
    return {"rules": "twenty-nine@1", "dealer": dealer, "deal": cards, **more}


def reasons(engine: list[str], *codes: str) -> list[Json]:
    """Refusals; only the Python example says why."""
    return [{"accepted": False, **({"reason": code} if engine is PY else {})} for code in codes]


@both
def test_what_they_claim(engine: list[str]) -> None:
    hello = answer(engine, "hello", protocol=["1.0"], harness="tests")
    assert hello["rules"] == [{"id": "twenty-nine@1.0.0", "with": []}]
    more = engine is PY
    assert hello["methods"] == ["replay", "probe", "legal", "view", *(["perft"] if more else [])]
    assert hello["features"] == ["points", "legal", "attempts", *(["reasons"] if more else []), "match"]


@both
def test_a_whole_deal(engine: list[str]) -> None:
    played = actions(*(text for text, _, _ in MIXED_PLAY))
    reply = answer(engine, "replay", game=game(MIXED), actions=played, want=["points"])
    assert (reply["accepted"], reply["refused"], reply["turn"]) == (len(played), None, None)
    assert reply["result"] == MIXED_RESULT
    position = 0
    for text, north_south, east_west in MIXED_PLAY:
        position += len(text.split())
        assert reply["steps"][position]["points"] == {"NS": north_south, "EW": east_west}, text


@both
def test_the_same_deal_from_a_pack(engine: list[str]) -> None:
    hands = {seat: [card for packet in MIXED["packets"] for card in packet[seat].split()] for seat in "ESWN"}
    pack = " ".join(hands[seat][place] for place in range(8) for seat in "ESWN")
    played = actions(*(text for text, _, _ in MIXED_PLAY))
    reply = answer(engine, "replay", game=game({"pack": pack}), actions=played)
    assert reply["result"] == MIXED_RESULT


@both
def test_attempts_change_nothing_and_say_why(engine: list[str]) -> None:
    played = actions(*(text for text, _, _ in MIXED_PLAY))
    attempts = [
        (0, "E:14", "bid_too_low"), (0, "E:29", "bid_too_high"), (0, "S:16", "not_your_turn"),
        (0, "E:SJ", "wrong_step"), (0, "E:X", "wrong_step"), (0, "E:redeal", "no_redeal_right"),
        (1, "S:16", "bid_not_higher"), (7, "N:P", "wrong_step"), (7, "N:trump NT", "choice_not_offered"),
        (7, "N:trump CJ", "no_card_to_lay"), (7, "E:trump C", "not_your_turn"), (7, "N:keep", "may_not_keep"),
        (8, "E:ask", "may_not_ask_when_leading"), (8, "E:HA", "card_not_in_hand"),
        (8, "E:S2", "card_not_in_hand"),
        (9, "S:HA", "must_follow_suit"), (9, "S:ask", "may_not_ask_when_able_to_follow"),
        (9, "W:SQ", "not_your_turn"),
        (11, "N:HQ", "must_show"), (11, "N:ask", "ask_not_for_this_role"), (12, "N:show", "trump_known"),
        (13, "S:pair C", "pair_window_closed"), (13, "E:stop", "may_not_go_on"),
        (13, "N:concede", "may_not_concede"), (17, "N:pair C", "pair_not_held"),
        (17, "S:pair H", "pair_not_held"), (18, "S:pair C", "pair_window_closed"), (42, "W:DA", "deal_over"),
    ]  # fmt: skip
    asked = [{"at": at, "do": do} for at, do, _ in attempts]
    reply = answer(engine, "replay", game=game(MIXED), actions=played, attempts=asked)
    assert reply["attempts"] == reasons(engine, *(reason for _, _, reason in attempts))
    assert reply["result"] == MIXED_RESULT


@both
def test_an_accepted_attempt_is_undone(engine: list[str]) -> None:
    played = actions(*(text for text, _, _ in MIXED_PLAY))
    attempts = [{"at": 0, "do": "E:28"}, {"at": 18, "do": "N:CJ"}, {"at": 99, "do": "E:P"}]
    reply = answer(engine, "replay", game=game(MIXED), actions=played, attempts=attempts)
    assert reply["attempts"] == [{"accepted": True}, {"accepted": True}, None]
    assert reply["result"] == MIXED_RESULT


@both
def test_the_pair_window(engine: list[str]) -> None:
    before = actions(AUCTION, "E:SJ S:S7 W:SQ N:show N:HQ E:S9 S:S8 W:SK N:CT")
    north = ["N:CA", "N:CJ", "N:DK", "N:DQ", "N:DT", "N:HK"]
    legal = answer(engine, "legal", game=game(MIXED), actions=before)["legal"]
    assert legal == {"N": north, "S": ["S:pair C"]}
    assert answer(engine, "legal", game=game(MIXED), actions=[*before, "S:pair C"])["legal"] == {"N": north}
    reply = answer(engine, "replay", game=game(MIXED), actions=[*before, "N:HK", "S:pair C"])
    assert (reply["refused"]["at"], reply["refused"]["do"]) == (18, "S:pair C")
    assert (reply["accepted"], reply["turn"]) == (18, "E")


@both
def test_a_forced_dealer_and_a_void_defender_who_must_ask(engine: list[str]) -> None:
    # Clubs hidden; eight and king of hearts, E asks and plays the seven of clubs, S wins with the jack.
    start = actions("W:P N:P E:P S:trump_C W:H8 N:HK")
    table = game(SPLIT, "S")
    forced, asking, asked = ask(
        engine,
        ("legal", {"game": table, "actions": start[:3]}),
        ("legal", {"game": table, "actions": start}),
        ("legal", {"game": table, "actions": [*start, "E:ask"]}),
    )
    assert forced["result"]["legal"] == {"S": ["S:trump C", "S:trump D", "S:trump H", "S:trump S"]}
    assert asking["result"]["legal"] == {"E": ["E:ask"]}
    east = ["E:C7", "E:C8", "E:CQ", "E:CT", "E:D9", "E:DA", "E:S9", "E:SA"]
    assert asked["result"]["legal"] == {"E": east}
    tries = {"try": ["E:C7", "E:show", "E:ask", "S:ask"]}
    assert answer(engine, "probe", game=table, actions=start, **tries)["verdicts"] == [
        *reasons(engine, "must_ask", "ask_not_for_this_role"),
        {"accepted": True},
        *reasons(engine, "not_your_turn"),
    ]
    reply = answer(engine, "replay", game=table, actions=[*start, "E:ask", "E:C7", "S:CJ"], want=["points"])
    assert reply["turn"] == "S"
    assert reply["steps"][-1] == {"points": {"NS": 3, "EW": 0}, "tricks": {"NS": 1, "EW": 0}}


@both
def test_views_keep_the_secret(engine: list[str]) -> None:
    start = actions("W:P N:P E:P S:trump_C W:H8 N:HK")
    views = ask(
        engine,
        ("view", {"game": game(SPLIT, "S"), "actions": start, "seat": "E"}),
        ("view", {"game": game(SPLIT, "S"), "actions": start, "seat": "S"}),
        ("view", {"game": game(SPLIT, "S"), "actions": [*start, "E:ask", "E:C7", "S:CJ"], "seat": "W"}),
    )
    east, south, west = (reply["result"]["view"] for reply in views)
    assert east == {
        "seat": "E", "step": "play", "turn": "E", "legal": ["E:ask"], "dealer": "S",
        "score": {"NS": 0, "EW": 0}, "hand": ["C7", "C8", "CQ", "CT", "D9", "DA", "S9", "SA"], "marker": None,
        "cards": {"N": 7, "E": 8, "S": 8, "W": 7}, "calls": ["W:P", "N:P", "E:P", "S:15"],
        "declarer": "S", "bid": 15, "target": 15, "stakes": 1, "trump": "?", "open": False,
        "trick": ["H8", "HK"], "leader": "W", "last": None,
        "points": {"NS": 0, "EW": 0}, "tricks": {"NS": 0, "EW": 0},
    }  # fmt: skip
    assert (south["trump"], south["open"], south["legal"]) == ("C", False, [])
    assert (west["trump"], west["open"], west["trick"], west["leader"]) == ("C", True, [], "S")
    assert west["last"] == {"leader": "W", "cards": ["H8", "HK", "C7", "CJ"], "winner": "S"}
    assert west["calls"] == ["W:P", "N:P", "E:P", "S:15", "E:ask"]


@both
def test_a_pair_of_the_defenders_stops_at_28(engine: list[str]) -> None:
    played = actions(
        "W:P N:P E:26 S:P W:P N:P E:trump_H W:S7 N:SQ E:SA S:SJ S:CJ W:ask W:D7 N:H9 E:C7 N:pair_H"
    )
    reply = answer(engine, "replay", game=game(SPLIT, "S"), actions=played, want=["points", "legal"])
    assert reply["refused"] is None
    before, after = (step["legal"]["N"] for step in reply["steps"][16:])
    assert [action for action in before if action not in after] == ["N:pair H"]
    assert reply["steps"][-1]["points"] == {"NS": 9, "EW": 0}  # 1 + 3, then 3 + 2
    view = answer(engine, "view", game=game(SPLIT, "S"), actions=played, seat="W")["view"]
    assert (view["bid"], view["target"]) == (26, 28)  # 30 is beyond the highest bid


@both
def test_the_highest_bid_closes_the_auction(engine: list[str]) -> None:
    reply = answer(engine, "replay", game=game(MIXED), actions=["E:P", "S:28", "W:P"])
    assert (reply["accepted"], reply["turn"]) == (2, "S")
    assert reply["refused"]["do"] == "W:P"


@both
def test_a_deal_in_which_nobody_is_void_does_not_count(engine: list[str]) -> None:
    table = game(EVEN, before={"score": {"NS": 2, "EW": -5}})
    assert answer(engine, "replay", game=table, actions=actions(EVEN_PLAY))["result"] == {
        "cause": "void", "why": "never_revealed", "declarer": "E", "bid": 15, "target": 15, "stakes": 1,
        "made": False, "points": {"NS": 7, "EW": 21}, "tricks": {"NS": 2, "EW": 6}, "row": None,
        "change": {"NS": 0, "EW": 0}, "score": {"NS": 2, "EW": -5}, "next": {"dealer": "N"}, "winner": None,
    }  # fmt: skip


@both
def test_a_match(engine: list[str]) -> None:
    mixed = {"deal": MIXED, "actions": actions(*(text for text, _, _ in MIXED_PLAY))}
    even = {"deal": EVEN, "actions": actions(EVEN_PLAY)}
    setting = {"rules": "twenty-nine@1", "dealer": "N", "before": {"score": {"NS": 5, "EW": 0}}}
    won, stopped, unfinished, left_open = ask(
        engine,
        ("replay", {"match": setting, "deals": [even, mixed, even]}),
        ("replay", {"match": setting, "deals": [even, {**mixed, "actions": ["E:16", "W:17"]}, even]}),
        ("replay", {"match": setting, "deals": [even]}),
        ("replay", {"match": setting, "deals": [{**mixed, "actions": ["E:16"]}, even, mixed]}),
    )
    result = won["result"]
    assert [(one["dealer"], one["accepted"]) for one in result["deals"]] == [("N", 37), ("N", 42)]
    assert (result["status"], result["winner"], result["unused"]) == ("won", "NS", 1)
    assert result["score"] == {"NS": 6, "EW": 0}
    result = stopped["result"]
    assert (result["status"], result["winner"], result["score"]) == ("stopped", None, {"NS": 5, "EW": 0})
    assert result["deals"][1]["refused"]["at"] == 1 and result["deals"][1]["result"] is None
    assert result["unused"] == 1
    assert unfinished["result"]["status"] == "unfinished" and unfinished["result"]["unused"] == 0
    result = left_open["result"]
    assert (result["status"], len(result["deals"]), result["unused"]) == ("stopped", 1, 2)
    assert result["deals"][0]["refused"] is None and result["deals"][0]["result"] is None


@both
def test_a_floor_of_minus_six_loses_the_match(engine: list[str]) -> None:
    played = actions(*(text for text, _, _ in MIXED_PLAY))
    played[3] = "N:24"  # 20 with the pair, and 18 are taken
    table = game(MIXED, before={"score": {"NS": -5, "EW": -3}})
    reply = answer(engine, "replay", game=table, actions=played)
    assert reply["result"]["target"] == 20 and reply["result"]["row"] == "failed"
    assert reply["result"]["score"] == {"NS": -6, "EW": -3} and reply["result"]["winner"] == "EW"
    refused = answer(engine, "probe", game=table, actions=played, **{"try": ["E:P"]})["verdicts"]
    assert refused == reasons(engine, "match_over")


def test_counts() -> None:
    # N and S follow hearts with the cards they have: W leads one of 8, N follows hearts, spades or diamonds.
    start = actions("W:P N:P E:P S:trump_C")
    reply = answer(PY, "perft", game=game(SPLIT, "S"), actions=start, depth=2, divide=True)
    assert reply["divide"]["W:H8"] == 4 and reply["divide"]["W:S7"] == 2 and reply["divide"]["W:D8"] == 2
    assert reply["count"] == 4 * 4 + 4 * 2


@both
def test_what_is_not_played_is_called_unsupported(engine: list[str]) -> None:
    other = {**game(MIXED), "rules": "twenty-eight@1"}
    assert error(engine, "replay", game=other, actions=[])["data"] == {"what": "twenty-eight@1"}
    fault = error(engine, "replay", game={**game(MIXED), "with": ["overlay/may-ask"]}, actions=[])
    assert (fault["code"], fault["data"]) == (-32000, {"what": "overlay/may-ask"})
    from_play = game(MIXED, **{"from": "play"})
    assert error(engine, "replay", game=from_play, actions=[])["data"] == {"what": "from"}
    fault = error(engine, "replay", game=game(MIXED), actions=[], want=["events"])
    assert fault["data"] == {"what": "events"}
    assert error(engine, "hello", protocol=["2.0"], harness="tests")["data"] == {"what": "protocol"}
