"""What a user of the package meets: the surface, messages, copies, irregular actions of records."""

from __future__ import annotations

import doctest

import pytest
from game_sets import COURT_PIECE, TWENTY_EIGHT, TWENTY_NINE, hands, play, rules

import hakem
from hakem.game import Before, DealError, Game, IllegalAction, Match, NotAnAction
from hakem.game.force import force


def test_the_example_of_the_package_works() -> None:
    assert doctest.testmod(hakem).failed == 0
    assert doctest.testmod(hakem).attempted > 5


def test_the_public_surface() -> None:
    assert sorted(hakem.__all__) == [
        "DealError", "Finding", "Game", "HakemError", "IllegalAction", "Match", "NotAnAction", "RuleSet",
        "__version__", "load",
    ]  # fmt: skip
    assert all(hasattr(hakem, name) for name in hakem.__all__)
    assert not hasattr(hakem, "play_card")
    assert set(hakem.__all__) <= set(dir(hakem))


def begin(dealer: str = "N", **by_seat: str) -> Game:
    rule_set = rules(TWENTY_NINE)
    return Game(rule_set, dealer, hands(rule_set, **by_seat))


def test_messages_quote_the_action_and_the_position() -> None:
    game = begin()
    with pytest.raises(IllegalAction) as refused:
        game.apply("S:16")
    assert (refused.value.reason, refused.value.path) == ("not_your_turn", "seats.turn")
    assert "S:16 is refused: not_your_turn by seats.turn (test, auction, E to act)" in str(refused.value)
    with pytest.raises(NotAnAction, match=r"'E:sixteen' is no action \(test, auction, E to act\)"):
        game.apply("E:sixteen")
    with pytest.raises(NotAnAction):
        game.refusal("A:16")
    with pytest.raises(NotAnAction):
        game.apply(16)  # type: ignore[arg-type]
    with pytest.raises(NotAnAction, match="N E S W"):
        game.view("A")
    game = play(begin(E="CJ"), "E:28 E:trump_C E:CJ")
    assert "trick 1, CJ on the table, S to act" in repr(game)


@pytest.mark.parametrize(
    ("deal", "message"),
    [
        ("SJ S9", "missing: C7"),
        ("SJ " * 32, "twice: SJ"),
        ("S2 H7", "not in the pack: S2"),
        ("SX", "'SX' is no card"),
        (5, "cards are a text or a list"),
        (None, "cards are a text or a list"),
        ({}, "a deal is a pack or packets"),
        ([{}], "wrong number of packets"),
        ([{"N": "SJ"}, {}], "a packet names the seats it serves"),
        ([dict.fromkeys("NESW", "SJ"), {}], "E gets 1 cards"),
        ({"packets": "SJ"}, "wrong number of packets"),
    ],
)
def test_deals_that_cannot_be_played(deal: object, message: str) -> None:
    with pytest.raises(DealError, match=message):
        Game(rules(TWENTY_NINE), "N", deal)


def test_a_dealer_who_is_no_seat() -> None:
    with pytest.raises(DealError, match="'A' is no seat"):
        Game.deal(rules(TWENTY_NINE), "A")


def test_a_seed_gives_the_same_cards_and_packets_the_same_deal_as_the_pack() -> None:
    rule_set = rules(TWENTY_NINE)
    first, second = Game.deal(rule_set, seed=5), Game.deal(rule_set, seed=5)
    assert first.events == second.events
    assert first.events != Game.deal(rule_set, seed=6).events
    dealt = [event for event in first.events if event["event"] == "dealt"]
    rows = [event["cards"].split() for event in dealt]
    assert [len(row) for row in rows] == [4] * 4
    # Singly: the first card of each seat, eldest first, then the second cards.
    packets = hands(rule_set)
    pack = [packets[number][seat].split()[row] for number in (0, 1) for row in range(4) for seat in "ESWN"]
    assert Game(rule_set, "N", pack).events == Game(rule_set, "N", packets).events
    assert Game(rule_set, "N", " ".join(pack)).events == Game(rule_set, "N", {"packets": packets}).events


def test_a_copy_goes_its_own_way() -> None:
    game = play(begin(E="CJ"), "E:28 E:trump_C")
    events, view = game.events, game.view("S")
    other = game.copy()
    play(other, "E:CJ")
    assert other.turn != game.turn
    assert (game.events, game.view("S")) == (events, view)
    assert other.view("S") != view


def test_what_is_handed_out_is_not_the_state() -> None:
    game = begin()
    game.legal()["E"].clear()
    game.points()["NS"] = 99
    game.view("E")["hand"].clear()
    game.view("E")["calls"].append("E:16")
    assert game.legal()["E"][0] == "E:15"
    assert game.points()["NS"] == 0
    assert len(game.view("E")["hand"]) == 4
    assert game.view("E")["calls"] == []


def test_properties_tell_where_a_game_stands() -> None:
    game = begin()
    assert (game.turn, game.step, game.over, game.result, game.after) == ("E", "auction", False, None, None)
    assert (game.seats, game.offices, game.match_over) == ("NESW", {"dealer": "N"}, False)
    court = Game.deal(rules(COURT_PIECE), "E", seed=1)
    assert court.offices == {"dealer": "E", "hakem": "N"}
    assert court.rules["seats.turn"] == "anticlockwise"


def test_a_match_goes_on_until_it_is_won() -> None:
    match = Match(rules(TWENTY_NINE, reveal__never="score", match__target=2), "N")
    dealers = []
    while not match.over:
        game = match.next_deal(seed=len(match.games))
        dealers.append(game.offices["dealer"])
        with pytest.raises(DealError, match="the last deal is not over"):
            match.next_deal(seed=0)
        while not game.over:
            game.apply(next(iter(game.legal().values()))[-1])
    assert dealers == ["NESW"[number % 4] for number in range(len(dealers))]
    assert match.winner is not None
    best = max(match.score.values())
    assert match.score[match.winner] == best
    with pytest.raises(DealError, match="the match is over"):
        match.next_deal(seed=0)
    assert match.games[-1].refusal("N:P") == ("match_over", "match")


def test_before_is_read_or_given() -> None:
    deal = hands(rules(TWENTY_NINE))
    given = Game(rules(TWENTY_NINE), "N", deal, Before(score={"NS": 3}, deal=2))
    read = Game(rules(TWENTY_NINE), "N", deal, {"score": {"NS": 3}, "deal": 2})
    assert given.events == read.events
    assert given.events[0] == {"event": "deal_begins", "deal": 2, "dealer": "N", "score": {"NS": 3, "EW": 0}}


# Irregular actions, which records replay.


def test_a_revoke_that_stood() -> None:
    game = play(begin(E="CJ C9 S7 S8", S="C7 H7 H8 HJ"), "E:28 E:trump_C E:CJ")
    assert force(game, "S:HJ", "R")[0] == ("played", "S", "HJ")
    assert game.turn == "W"
    assert game.view("S")["cards"]["S"] == 7


def test_force_needs_the_card_and_the_turn() -> None:
    game = play(begin(E="CJ C9 S7 S8", S="C7 H7 H8 HJ"), "E:28 E:trump_C E:CJ")
    for action, mark in (("S:SJ", "R"), ("W:HJ", "R"), ("S:HJ", "L"), ("S:16", "I"), ("S:P", "S")):
        before = game.events
        with pytest.raises(IllegalAction):
            force(game, action, mark)
        assert (game.events, game.turn) == (before, "S")


def test_a_lead_out_of_turn_that_stood() -> None:
    game = play(begin(W="DJ"), "E:28 E:trump_C")
    force(game, "W:DJ", "L")
    assert (game.turn, game.view("S")["leader"]) == ("N", "W")


def test_calls_that_should_not_have_stood() -> None:
    game = play(begin(), "E:18")
    assert force(game, "S:17", "I") == [("call", "S", "17")]
    assert game.legal()["W"][0] == "W:18"
    force(game, "E:19", "S")
    # The auction goes on from the seat after the one that called.
    assert game.turn == "S"
    force(game, "W:P", "S")
    assert game.turn == "N"


def test_twenty_eight_and_its_marker_survive_a_copy() -> None:
    rule_set = rules(TWENTY_EIGHT)
    game = play(Game(rule_set, "E", hands(rule_set, N="SJ SA S9 H7")), "N:28 N:trump_SJ")
    other = game.copy()
    assert other.view("N") == game.view("N")
    assert other.legal() == game.legal()
