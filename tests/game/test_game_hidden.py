"""Hidden trump, by hand: who may ask, what becomes trump and when, what happens if it stays hidden."""

from __future__ import annotations

import pytest
from game_sets import TWENTY_NINE, play, rules

from hakem.game import Game

# Nobody is ever void (dispute D-06): N holds J 7, E 9 8, S A Q, W T K of every suit.
EVEN = [
    {"N": "SJ S7 HJ H7", "E": "S9 S8 H9 H8", "S": "SA SQ HA HQ", "W": "ST SK HT HK"},
    {"N": "DJ D7 CJ C7", "E": "D9 D8 C9 C8", "S": "DA DQ CA CQ", "W": "DT DK CT CK"},
]
EVEN_AUCTION = "N:P E:16 S:P W:P N:P E:trump_C "
SEVEN_TRICKS = (
    "N:SJ E:S8 S:SQ W:SK N:HJ E:H8 S:HQ W:HK N:DJ E:D8 S:DQ W:DK N:CJ E:C8 S:CQ W:CK "
    "N:S7 E:S9 S:SA W:ST E:H9 S:HA W:HT N:H7 E:D9 S:DA W:DT N:D7 "
)
LAST_TRICK = "E:C9 S:CA W:CT N:C7"


def even(**changes: object) -> Game:
    return Game(rules(TWENTY_NINE, **changes), "W", EVEN)


def test_trump_never_revealed_voids_the_deal_and_the_dealer_deals_again() -> None:
    game = play(even(), EVEN_AUCTION + SEVEN_TRICKS + LAST_TRICK)
    assert game.result is not None
    assert game.result["cause"] == "void"
    assert game.result["why"] == "never_revealed"
    assert game.result["points"] == {"NS": 12, "EW": 16}
    assert game.result["change"] == {"NS": 0, "EW": 0}
    assert game.result["next"] == {"dealer": "W"}
    assert [event["event"] for event in game.events][-3:] == ["captured", "deal_void", "office"]


@pytest.mark.parametrize(("last_trick", "points"), [(0, 16), (1, 17)])
def test_trump_never_revealed_may_be_scored_as_it_lies(last_trick: int, points: int) -> None:
    game = play(
        even(reveal__never="score", pack__last_trick=last_trick), EVEN_AUCTION + SEVEN_TRICKS + LAST_TRICK
    )
    assert game.result is not None
    assert (game.result["cause"], game.result["made"], game.result["row"]) == ("played", True, "made")
    assert game.result["points"] == {"NS": 12, "EW": points}
    assert game.result["score"] == {"NS": 0, "EW": 1}
    assert game.result["next"] == {"dealer": "N"}


def test_trump_never_revealed_may_fail_the_contract() -> None:
    game = play(even(reveal__never="fail"), EVEN_AUCTION + SEVEN_TRICKS + LAST_TRICK)
    assert game.result is not None
    assert (game.result["cause"], game.result["made"]) == ("played", False)
    assert game.result["score"] == {"NS": 0, "EW": -1}


def test_deadline_ends_the_deal_with_the_seventh_trick() -> None:
    game = even(reveal__deadline=7)
    play(game, EVEN_AUCTION)
    # With a deadline the maker may show on any of his turns, even when he can follow; nobody else may.
    assert game.legal()["N"] == ["N:C7", "N:CJ", "N:D7", "N:DJ", "N:H7", "N:HJ", "N:S7", "N:SJ"]
    play(game, "N:SJ")
    assert game.legal() == {"E": ["E:S8", "E:S9", "E:show"]}
    play(game, SEVEN_TRICKS.removeprefix("N:SJ "))
    assert game.over
    assert game.result is not None
    assert (game.result["cause"], game.result["made"]) == ("deadline", False)
    assert game.result["points"] == {"NS": 12, "EW": 12}
    assert game.result["score"] == {"NS": 0, "EW": -1}
    assert game.refusal("E:C9") == ("deal_over", "sequence")
