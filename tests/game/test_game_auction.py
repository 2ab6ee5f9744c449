"""Auctions, by hand: who speaks, what may be bid, when it closes, what happens if nobody bids."""

from __future__ import annotations

from typing import Any

import pytest
from game_sets import COURT_PIECE, TWENTY_EIGHT, TWENTY_NINE, hands, packet, play, rules

from hakem.game import Game


def begin(base: dict[str, Any] = TWENTY_NINE, dealer: str = "N", **changes: Any) -> Game:
    rule_set = rules(base, **changes)
    return Game(rule_set, dealer, hands(rule_set))


def bids(low: int, high: int) -> list[str]:
    return [str(number) for number in range(low, high + 1)]


def words(game: Game) -> list[str]:
    """What the seat on turn may say, when nobody else may say anything."""
    assert game.turn is not None
    legal = game.legal()
    assert list(legal) == [game.turn]
    return [action.partition(":")[2] for action in legal[game.turn]]


def test_eldest_speaks_first_and_calls_go_round_in_their_own_direction() -> None:
    assert begin().turn == "E"
    assert begin(seats__turn="anticlockwise").turn == "W"
    game = begin(seats__auction_turn="anticlockwise")
    assert [game.turn, play(game, "E:P").turn, play(game, "N:P").turn] == ["E", "N", "W"]


def test_a_pass_that_may_return() -> None:
    game = play(begin(), "E:15 S:P W:16 N:P E:P")  # dispute D-11
    assert game.turn == "S"
    assert words(game) == [*bids(17, 28), "P"]
    assert play(game, "S:P").view("N")["declarer"] == "W"
    assert game.step == "choose_trump"


def test_a_final_pass() -> None:
    game = play(begin(auction__pass="final"), "E:15 S:P W:16 N:P")
    assert game.refusal("S:17") == ("already_passed", "auction.pass")
    play(game, "E:P")
    assert game.step == "choose_trump"
    assert game.refusal("S:17") == ("wrong_step", "sequence")
    assert game.events[-1] == {"event": "contract", "seat": "W", "bid": 16, "target": 16}


def test_limits_of_a_bid() -> None:
    game = play(begin(), "E:16")
    assert game.refusal("S:14") == ("bid_too_low", "auction.bids.from")
    assert game.refusal("S:29") == ("bid_too_high", "auction.bids.to")
    assert game.refusal("S:15") == ("bid_not_higher", "auction.form")
    assert game.refusal("S:16") == ("bid_not_higher", "auction.form")
    assert game.refusal("W:17") == ("not_your_turn", "seats.turn")
    assert game.refusal("S:X") == ("wrong_step", "sequence")


def test_the_highest_bid_closes_at_once() -> None:
    assert play(begin(), "E:28").step == "choose_trump"


@pytest.mark.parametrize(
    ("policy", "calls", "last"),
    [
        ("dealer_forced", "E:P S:P W:P", ("N", "choose_trump", 15)),
        ("void_before_dealer", "E:P S:P W:P", ("N", "void", None)),
        ("void", "E:P S:P W:P N:P", ("N", "void", None)),
    ],
)
def test_nobody_bids(policy: str, calls: str, last: tuple[str, str, int | None]) -> None:
    game = begin(auction__nobody_bids=policy)
    *first, end = calls.split()
    play(game, " ".join(first))
    assert game.step == "auction"
    play(game, end)
    if game.result is not None:
        assert (game.result["cause"], game.result["why"]) == ("void", "nobody_bids")
        assert (game.result["declarer"], game.result["next"]) == (None, {"dealer": "N"})
        assert last[1] == "void"
    else:
        assert game.events[-2:] == [
            {"event": "forced_bid", "seat": "N", "bid": 15},
            {"event": "contract", "seat": "N", "bid": 15, "target": 15},
        ]
        assert (game.turn, game.step, game.view("E")["bid"]) == last
        assert game.view("E")["calls"] == ["E:P", "S:P", "W:P", "N:15"]


def test_the_dealer_is_forced_even_if_he_spoke_before_the_last_pass() -> None:
    # Calls go E N W S here: the dealer passes second.
    game = play(begin(seats__auction_turn="anticlockwise"), "E:P N:P W:P S:P")
    assert game.events[-1] == {"event": "contract", "seat": "N", "bid": 15, "target": 15}


def test_the_first_speaker_must_bid() -> None:
    game = begin(TWENTY_EIGHT)
    assert words(game) == bids(14, 28)
    assert game.refusal("W:P") == ("may_not_pass", "auction.opening")
    assert words(play(game, "W:14")) == [*bids(15, 28), "P"]


def test_one_round() -> None:
    game = begin(auction__form="one_round")
    play(game, "E:16 S:P W:18")
    assert game.refusal("E:19") == ("not_your_turn", "seats.turn")
    play(game, "N:P")
    assert (game.step, game.turn) == ("choose_trump", "W")


def test_equal_bids_are_used_up() -> None:
    game = begin(auction__equal_bids=1)
    play(game, "E:16")
    assert words(game)[0] == "16"
    play(game, "S:16")
    assert game.refusal("W:16") == ("equal_bid_used", "auction.equal_bids")
    assert game.refusal("W:15") == ("bid_not_higher", "auction.form")
    play(game, "W:P N:P E:P")
    assert game.view("N")["declarer"] == "S"


def test_an_equal_bid_keeps_an_auction_open_at_the_maximum() -> None:
    game = play(begin(auction__equal_bids=1), "E:28")
    assert words(game) == ["28", "P"]
    assert play(game, "S:28").step == "choose_trump"


def test_a_bid_over_the_partner() -> None:
    game = play(begin(TWENTY_EIGHT), "W:14 S:P")
    assert words(game) == [*bids(20, 28), "P"]
    assert game.refusal("E:19") == ("below_partner_minimum", "auction.over_partner.bid")
    # Once an opponent has bid, the partner's bid no longer stands.
    play(game, "E:P N:15 W:16 N:17")
    assert words(game)[0] == "18"
    game = play(begin(auction__over_partner="never"), "E:16 S:P")
    assert words(game) == ["P"]
    assert game.refusal("W:17") == ("may_not_outbid_partner", "auction.over_partner")


def test_an_auction_closes_when_only_a_partner_is_left_who_may_not_bid() -> None:
    game = begin(auction__over_partner="never", auction__pass="final")
    play(game, "E:P S:16 W:P")
    # N alone is left, and the bid is his partner's: he is not asked.
    assert (game.step, game.turn) == ("choose_trump", "S")


def test_a_duel() -> None:
    changes = {"auction.form": "duel", "auction.pass": "final", "auction.bids.from": 16}
    # Seats in order A1 B1 A2 B2 (dispute D-13).
    game = Game(rules(TWENTY_NINE | changes), "N", hands(rules(TWENTY_NINE | changes)))
    play(game, "E:16 S:17")
    assert words(game) == ["17", "P"]
    assert game.refusal("E:16") == ("must_hold_same_number", "auction.form")
    assert game.refusal("E:18") == ("must_hold_same_number", "auction.form")
    play(game, "E:17")
    assert words(game) == [*bids(18, 28), "P"]
    assert game.refusal("S:17") == ("bid_not_higher", "auction.form")
    play(game, "S:P W:P N:P")
    assert game.events[-1] == {"event": "contract", "seat": "E", "bid": 17, "target": 17}


def test_a_duel_that_the_challenger_wins() -> None:
    changes = {"auction.form": "duel", "auction.pass": "final", "auction.bids.from": 16}
    game = Game(rules(TWENTY_NINE | changes), "N", hands(rules(TWENTY_NINE | changes)))
    play(game, "E:P S:16 W:28 S:28")
    # 28 has been equalled, so nobody can go above it: W is out without a call, and N is not asked.
    assert game.events[-1] == {"event": "contract", "seat": "S", "bid": 28, "target": 28}
    game = Game(rules(TWENTY_NINE | changes), "N", hands(rules(TWENTY_NINE | changes)))
    play(game, "E:16 S:20 E:P")
    assert game.turn == "W"
    assert game.refusal("E:21") == ("already_passed", "auction.pass")
    play(game, "W:P N:P")
    assert game.events[-1] == {"event": "contract", "seat": "S", "bid": 20, "target": 20}


def test_the_rising_auction_knows_no_equal_answer() -> None:
    assert play(begin(), "E:16 S:17").refusal("E:17") == ("not_your_turn", "seats.turn")
    assert play(begin(), "E:16 S:17 W:P N:P").refusal("E:17") == ("bid_not_higher", "auction.form")


SECOND = TWENTY_EIGHT | {
    "seats.turn": "clockwise",
    "sequence": (
        packet(4), "auction", "choose_trump", packet(4), "second_auction", "choose_trump", "play", "score",
    ),
    "auction.pass": "may_return",
    "second_auction.who": "every_seat",
    "second_auction.from": 24,
}  # fmt: skip


def second(**changes: Any) -> Game:
    """W is declarer at 20 with the marker C7."""
    rule_set = rules(SECOND, **changes)
    deal = hands(rule_set, W="C7 S7 H7 D7 CJ S8 H8 D8")
    return play(Game(rule_set, "N", deal), "E:14 S:15 W:20 N:P E:P S:P W:trump_C7")


def test_a_second_auction_without_a_bid_changes_nothing() -> None:
    game = second()
    assert (game.step, game.turn) == ("second_auction", "E")
    assert words(game) == [*bids(24, 28), "P"]
    assert game.refusal("E:23") == ("bid_too_low", "second_auction.from")
    play(game, "E:P S:P W:P N:P")
    assert (game.step, game.view("E")["declarer"], game.view("E")["bid"]) == ("play", "W", 20)


def test_the_maker_who_raises_may_keep_or_choose_anew() -> None:
    game = play(second(), "E:P S:P W:24 N:P E:P S:P")
    assert (game.step, game.turn) == ("choose_trump", "W")
    assert words(game) == [
        "keep", "trump CJ", "trump D7", "trump D8", "trump H7", "trump H8", "trump S7", "trump S8",
    ]  # fmt: skip
    assert game.refusal("W:trump C7") == ("must_lay_own_card", "choose_trump.form")
    assert play(game.copy(), "W:keep").view("W")["marker"] == "C7"
    happened = game.apply("W:trump S7")
    assert happened == [
        ("trump_set", "W", "S7", "W"),
        ("marker_back", "W", "C7", "W"),
        ("marker_set", "W", "S7", "W"),
    ]
    view = game.view("W")
    assert (view["marker"], view["trump"], "C7" in view["hand"]) == ("S7", "S", True)


def test_another_seat_that_raises_must_choose() -> None:
    game = play(second(), "E:24 S:P W:P N:P")
    assert (game.step, game.turn) == ("choose_trump", "E")
    assert game.refusal("E:keep") == ("may_not_keep", "choose_trump.by")
    game.apply(game.legal()["E"][0])
    assert (game.view("W")["marker"], len(game.view("W")["hand"]), len(game.view("E")["hand"])) == ("?", 8, 7)
    assert game.step == "play"


@pytest.mark.parametrize(
    ("who", "first", "turn"),
    [
        ("declarers", "eldest", "E"),
        ("declarers", "declarer", "W"),
        ("defenders", "eldest", "S"),
        ("defenders", "declarer", "N"),
    ],
)
def test_who_may_raise_and_who_speaks_first(who: str, first: str, turn: str) -> None:
    game = second(second_auction__who=who, second_auction__first=first)
    assert game.turn == turn
    outsider = {"declarers": "N", "defenders": "E"}[who]
    assert game.refusal(f"{outsider}:24") == ("not_entitled", "second_auction.who")


def test_a_second_auction_in_which_nobody_can_bid_is_over_at_once() -> None:
    rule_set = rules(SECOND)
    game = Game(rule_set, "N", hands(rule_set, E="C7 S7 H7 D7"))
    play(game, "E:28 E:trump_C7")
    assert game.step == "play"


DECLARED = COURT_PIECE | {
    "sequence": (
        packet(5, seen="maker_first"),
        "choose_trump",
        "auction",
        packet(4),
        packet(4),
        "play",
        "score",
    ),
    "auction.who": "hakem",
    "auction.counts": "tricks",
    "auction.bids.from": 9,
    "auction.bids.to": 11,
    "auction.nobody_bids": "no_contract",
}


def test_the_hakem_alone_may_promise_a_number() -> None:
    game = begin(DECLARED)
    play(game, "W:trump_C")
    assert words(game) == ["10", "11", "9", "P"]  # ASCII order
    assert game.refusal("S:9") == ("not_entitled", "auction.who")
    assert play(game.copy(), "W:P").view("N")["bid"] is None
    assert play(game, "W:9").view("N")["bid"] == 9
    assert (game.step, game.turn) == ("play", "W")


def test_the_defenders_may_promise_a_number() -> None:
    game = begin(DECLARED | {"auction.who": "defenders", "auction.pass": "final"})
    play(game, "W:trump_C")
    assert game.turn == "S"
    play(game, "S:9 N:10 S:P")
    assert game.view("W")["declarer"] == "N"
    assert game.turn == "N"


@pytest.mark.parametrize(("standing", "leaves"), [(20, 1), (19, 4), (18, 16), (17, 64), (15, 1024)])
def test_how_many_auctions_there_are_from_a_standing_bid(standing: int, leaves: int) -> None:
    """With f(b) auctions from a standing bid b: three seats may raise it to any n above, or all pass.

    So f(b) = 1 + 3 (f(b+1) + ... + f(20)) and f(20) = 1, which makes f(b) = 4^(20-b).
    """

    def count(game: Game) -> int:
        if game.step != "auction":
            return 1
        total = 0
        for action in game.legal()[str(game.turn)]:
            child = game.copy()
            child.apply(action)
            total += count(child)
        return total

    assert count(play(begin(auction__bids__to=20), f"E:{standing}")) == leaves
