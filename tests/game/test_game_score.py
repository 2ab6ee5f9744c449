"""Scoring by rows of numbers, apart from any cards; then a few deals played for their result."""

from __future__ import annotations

from typing import Any

import pytest
from game_sets import TWENTY_NINE, hands, play, rules, stage

from hakem.game import Game
from hakem.game.score import Runs, Sides, amount, changes, decide, holds, match_winner, runs

NS_DECLARE = Sides({"NS": 0, "EW": 1}, declarers=0, winner=1)


@pytest.mark.parametrize(
    ("when", "expected"),
    [
        ({}, True),
        ({"made": True}, True),
        ({"made": False}, False),
        ({"bid": 20}, True),
        ({"bid": {"min": 20}}, True),
        ({"bid": {"max": 19}}, False),
        ({"bid": {"min": 16, "max": 20}}, True),
        ({"bid": (19, 21)}, False),
        ({"bid": [20, 21], "made": True}, True),
        ({"trump_from": "suit"}, False),
    ],
)
def test_a_row_holds_when_every_fact_does(when: dict[str, Any], expected: bool) -> None:
    assert holds(when, {"made": True, "bid": 20}) is expected


def test_a_decision_table_gives_its_row() -> None:
    table = {"low": {"when": {"bid": {"max": 19}}}, "high": {"when": {"bid": {"min": 20}}}}
    assert decide(table, {"bid": 20})[0] == "high"
    assert decide(table, {"bid": 19})[0] == "low"
    with pytest.raises(LookupError):
        decide({"low": table["low"]}, {"bid": 20})


@pytest.mark.parametrize(
    ("terms", "value"), [(3, 3), ("bid", 17), ((1, "over"), 5), (("bid", "over", -2), 19), ((), 0), ("over", 4)]
)
def test_amounts_are_sums(terms: Any, value: int) -> None:
    assert amount(terms, bid=17, over=4) == value


@pytest.mark.parametrize(
    ("row", "change"),
    [
        ({"declarers": (1,)}, {"NS": 1, "EW": 0}),
        ({"declarers": (-1,), "defenders": ("bid",)}, {"NS": -1, "EW": 17}),
        ({"declarers": (1, "over"), "times": "stakes"}, {"NS": 20, "EW": 0}),
        ({"declarers": (1,), "times": "one"}, {"NS": 1, "EW": 0}),
        ({"winners": (2,), "losers": (-1,)}, {"NS": -1, "EW": 2}),
    ],
)
def test_a_row_changes_the_score(row: dict[str, Any], change: dict[str, int]) -> None:
    assert changes(row, NS_DECLARE, bid=17, over=4, multiplier=4) == change


def test_three_singles_and_a_declarer_alone() -> None:
    singles = Sides({"N": 0, "E": 1, "S": 2}, declarers=1, winner=2)
    row = {"winners": (3,), "losers": (-1,)}
    assert changes(row, singles, bid=0, over=0, multiplier=1) == {"N": -1, "E": -1, "S": 3}
    alone = Sides({"N": 1, "E": 0, "S": 1}, declarers=0)
    row = {"declarers": (-2,), "defenders": (1,)}
    assert changes(row, alone, bid=0, over=0, multiplier=2) == {"N": 1, "E": -2, "S": 1}


def test_nobody_takes_what_is_for_winners_when_nobody_won() -> None:
    tied = Sides({"NS": 0, "EW": 1}, declarers=0)
    assert changes({"winners": (1,), "losers": (-1,)}, tied, bid=0, over=0, multiplier=1) == {"NS": 0, "EW": 0}
    nobody = Sides({"NS": 0, "EW": 1}, winner=0)
    assert changes({"declarers": (1,), "defenders": (5,)}, nobody, bid=0, over=0, multiplier=1) == {
        "NS": 5, "EW": 5,
    }  # fmt: skip


EW_WON = Sides({"NS": 0, "EW": 1}, declarers=0, winner=1)
ONCE = {"deals": 3, "amount": 1, "after": "once"}
RESTART = {"deals": 7, "amount": 1, "after": "restart"}


@pytest.mark.parametrize(
    ("before", "sides", "change", "streak", "expected"),
    [
        ({"EW": 1}, EW_WON, 1, ONCE, Runs({"EW": 2})),
        ({"EW": 2}, EW_WON, 1, ONCE, Runs({"EW": 3}, {"EW": 1})),
        ({"EW": 3}, EW_WON, 1, ONCE, Runs({"EW": 4})),  # none for the fourth
        ({"NS": 2}, EW_WON, 1, ONCE, Runs({"EW": 1})),  # the run of the other side is broken
        ({"NS": 2}, Sides({"NS": 0, "EW": 1}, declarers=0), 0, ONCE, Runs({})),  # tied
        ({"EW": 6}, EW_WON, 0, RESTART, Runs({}, {"EW": 1})),
        ({"EW": 3}, EW_WON, 1, RESTART, Runs({})),  # a court begins all runs anew
        ({"EW": 3}, EW_WON, 0, RESTART, Runs({"EW": 4})),
        ({"EW": 9}, EW_WON, 0, {**ONCE, "deals": None}, Runs({"EW": 10})),
    ],
)
def test_runs_and_streaks(
    before: dict[str, int], sides: Sides, change: int, streak: dict[str, Any], expected: Runs
) -> None:
    assert runs(before, sides, {"NS": 0, "EW": change}, streak) == expected


@pytest.mark.parametrize(
    ("score", "target", "floor", "last", "expected"),
    [
        ({"NS": 9, "EW": 0}, 7, None, False, (True, "NS")),  # dispute D-22: 6 and a Kot worth 3
        ({"NS": 9, "EW": 0}, 6, -6, False, (True, "NS")),  # 5 and a redoubled 4
        ({"NS": -7, "EW": 0}, 6, -6, False, (True, "EW")),  # -4 and a lost 3
        ({"NS": -6, "EW": -5}, 6, -6, False, (True, "EW")),  # whatever its own score (G26)
        ({"NS": 6, "EW": -6}, 6, -6, False, (True, "NS")),
        ({"NS": 7, "EW": 6}, 6, -6, False, (True, "NS")),
        ({"NS": 6, "EW": 6}, 6, -6, False, (False, None)),  # one more deal
        ({"NS": -6, "EW": -6}, 6, -6, False, (False, None)),
        ({"NS": 5, "EW": -5}, 6, -6, False, (False, None)),
        ({"NS": 5, "EW": 3}, None, None, True, (True, "NS")),
        ({"NS": 3, "EW": 3}, None, None, True, (True, None)),
        ({"N": 2, "E": -6, "S": 2}, 6, -6, False, (False, None)),  # who has won is not decided
        ({"N": 2, "E": -6, "S": 3}, 6, -6, False, (True, "S")),
        ({"NS": 99, "EW": -99}, None, None, False, (False, None)),
    ],
)
def test_the_match(
    score: dict[str, int], target: int | None, floor: int | None, last: bool, expected: tuple[bool, str | None]
) -> None:
    assert match_winner(score, target, floor, last) == expected


@pytest.mark.parametrize(("last_trick", "made"), [(0, False), (1, True)])
def test_the_last_trick_may_count_one(last_trick: int, made: bool) -> None:
    """Dispute D-05: bid 16; 13 after seven tricks, and 2 card points in the eighth."""
    rule_set = rules(TWENTY_NINE, choose_trump__secrecy="open", pack__last_trick=last_trick)
    held, actions = stage(
        rule_set,
        "E",
        [
            ("W", "SJ S9 SA ST"),  # 7 for E-W
            ("E", "HJ H9 HK H8"),  # 12
            ("N", "DJ D9 DT DK"),
            ("W", "DA DQ D8 D7"),  # 13
            ("S", "CJ C9 CA CT"),
            ("N", "CK CQ C8 C7"),
            ("N", "SK SQ S8 S7"),
            ("E", "HA HT HQ H7"),  # 2 more, and the last trick
        ],
    )
    game = Game(rule_set, "N", hands(rule_set, **held))
    play(game, "E:16 S:P W:P N:P E:trump_H")
    for action in actions[:-4]:
        game.apply(action)
    assert game.points()["EW"] == 13
    for action in actions[-4:]:
        game.apply(action)
    assert game.result is not None
    assert game.result["points"] == {"NS": 13, "EW": 15 + last_trick}
    assert (game.result["made"], game.result["row"]) == (made, "made" if made else "failed")
    assert game.result["score"] == {"NS": 0, "EW": 1 if made else -1}


def test_the_stakes_multiply_and_the_match_ends_beyond_the_target() -> None:
    rule_set = rules(TWENTY_NINE, choose_trump__secrecy="open", stakes__factors=(2, 4))
    held, actions = stage(
        rule_set, "E", [("E", f"{suit}J {suit}9 {suit}A {suit}T") for suit in "SHDC"]
        + [("E", f"{suit}K {suit}Q {suit}8 {suit}7") for suit in "SHDC"],
    )  # fmt: skip
    game = Game(rule_set, "N", hands(rule_set, **held), {"score": {"EW": 5, "NS": -2}})
    play(game, "E:28 E:trump_S S:X E:XX")
    for action in actions:
        game.apply(action)
    assert game.result is not None
    assert (game.result["stakes"], game.result["change"]) == (4, {"NS": 0, "EW": 4})
    assert (game.result["score"], game.result["winner"]) == ({"NS": -2, "EW": 9}, "EW")
    assert game.events[-1] == {"event": "match_won", "side": "EW"}
    assert game.match_over
