"""Hand patterns, reversed orders and card classes, by hand."""

from __future__ import annotations

from typing import Any

import pytest
from game_sets import TWENTY_EIGHT, TWENTY_NINE, hands, play, rules

from hakem import cards
from hakem.game import Game
from hakem.game.bits import mask_of
from hakem.game.compile import compile_rules
from hakem.game.patterns import fits

PLAN = compile_rules(rules(TWENTY_NINE))


def mask(text: str) -> int:
    return mask_of(cards.INDEX[card] for card in text.split())


@pytest.mark.parametrize(
    ("pattern", "hand", "expected"),
    [
        ({"worth": "points", "max": 0}, "SK SQ S8 S7", True),
        ({"worth": "points", "max": 0}, "SK SQ S8 ST", False),
        ({"ranks": ("J",), "min": 4}, "SJ HJ DJ CJ", True),
        ({"ranks": ("J",), "min": 4}, "SJ HJ DJ C9", False),
        ({"suit": "longest", "min": 3}, "SJ S9 SA HJ", True),
        ({"suit": "longest", "min": 3}, "SJ S9 HA HJ", False),
        ({"suit": "longest", "ranks": ("J", "9"), "max": 1}, "SJ SA S8 HJ", True),
        ({"suit": "trump", "min": 2}, "HJ H9 SJ CJ", True),
        ({"suit": "trump", "max": 1}, "HJ H9 SJ CJ", False),
        ({"suit": "other_trump", "max": 1}, "HJ H9 SJ CJ", True),  # the marker H9 is left out
        ({"min": 1, "max": 4}, "SJ HJ DJ CJ", True),
        ({}, "SJ", True),
    ],
)
def test_patterns(pattern: dict[str, Any], hand: str, expected: bool) -> None:
    trump, marker = cards.SUITS.index("H"), cards.INDEX["H9"]
    assert fits(PLAN, pattern, mask(hand), trump, marker) is expected


def test_without_trump_no_card_is_one() -> None:
    assert fits(PLAN, {"suit": "trump", "max": 0}, mask("HJ H9"))
    assert not fits(PLAN, {"suit": "other_trump", "min": 1}, mask("HJ H9"))


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("SJ S9 SA ST SK SQ S8 S7", True),
        ("SJ HJ DJ CJ", True),  # four masters
        ("SJ SA", False),  # the nine is out, and two or more other cards with it
        ("SJ S9 SA ST SK SQ S7", True),  # one card is missing: it falls under the jack
        ("S9 SJ SQ SK SA ST S7 HJ", True),
        ("S9 SA", False),
        ("SJ S9 ST SK SQ S8", True),  # ace and seven are missing: they fall under jack and nine
        ("SJ ST SK SQ", False),
    ],
)
def test_unbeatable_hands(hand: str, expected: bool) -> None:
    assert fits(PLAN, {"unbeatable": True}, mask(hand)) is expected


# Everybody follows in this trick: by rank the jack is highest, upside down the seven.
HEARTS = {"E": "HJ H8 C7 C8", "S": "H9 HQ C9 CA", "W": "H7 HT CJ CQ", "N": "HA HK CK CT"}


@pytest.mark.parametrize(
    ("choice", "winner"), [("NT", "E"), ("NT rev", "W"), ("S", "E"), ("S rev", "W"), ("H", "E"), ("H rev", "W")]
)
def test_an_order_upside_down(choice: str, winner: str) -> None:
    kinds = ("suit", "no_trump", "reversed", "reversed_suit")
    rule_set = rules(TWENTY_NINE, choose_trump__secrecy="open", choose_trump__choices=kinds)
    game = play(Game(rule_set, "N", hands(rule_set, **HEARTS)), "E:28")
    game.apply(f"E:trump {choice}")
    assert (game.view("S")["trump"], game.view("S")["open"]) == (choice, True)
    play(game, "E:HJ S:H9 W:H7 N:HA")
    assert game.turn == winner
    assert sum(game.points().values()) == 6  # the points stay where they were


@pytest.mark.parametrize(("activation", "winner"), [("trick", "E"), ("card", "S")])
def test_a_hidden_order_sets_in_with_the_reveal(activation: str, winner: str) -> None:
    rule_set = rules(TWENTY_NINE, choose_trump__choices=("reversed",), reveal__ask="may", reveal__activation=activation)
    deal = hands(
        rule_set,
        E="H8 H7 C7 C8 S7 S8 SK SQ",
        S="H9 HQ C9 CA S9 SJ SA ST",
        W="D7 D8 D9 DA DJ DK DQ DT",
    )
    game = play(Game(rule_set, "N", deal), "E:28")
    game.apply("E:trump NT rev")
    assert [game.view(seat)["trump"] for seat in "ESWN"] == ["NT rev", "?", "?", "?"]
    # S has beaten the eight with the nine when W turns the order up. By trick the eight is highest from now on; by
    # card the nine stays, and the jack is below it.
    play(game, "E:H8 S:H9 W:ask W:D7")
    assert game.events[-2] == {"event": "revealed", "seat": "W", "trump": "NT rev"}
    play(game, "N:HJ")
    assert game.turn == winner


def test_trump_is_no_class_while_it_is_hidden() -> None:
    follow = ("led_suit", "trump", "any")
    rule_set = rules(TWENTY_NINE, play__follow=follow, reveal__asked_by=("maker",))
    deal = hands(rule_set, E="CJ C9 H7 H8 D7 D8 S7 S8", S="HJ H9 HA SJ S9 SA DJ D9", W="C7 C8 CA CK CQ CT HK HQ")
    game = play(Game(rule_set, "N", deal), "E:28 E:trump_H E:CJ")
    # S is void, may not ask, and does not know that its hearts are trumps.
    assert len(game.legal()["S"]) == 8
    open_game = rules(TWENTY_NINE, play__follow=follow, choose_trump__secrecy="open")
    game = play(Game(open_game, "N", deal), "E:28 E:trump_H E:CJ")
    assert game.legal() == {"S": ["S:H9", "S:HA", "S:HJ"]}
    assert game.refusal("S:SJ") == ("must_trump", "play.follow")


def test_a_partner_that_wins_need_not_be_beaten() -> None:
    follow = ("led_suit", "trump_over_opponent", "trump", "any")
    rule_set = rules(TWENTY_NINE, play__follow=follow, choose_trump__secrecy="open")
    deal = hands(rule_set, E="CJ C9 CA CT CK CQ C8 C7", S="H9 H7 SJ S9 SA ST SK SQ", W="HJ H8 DJ D9 DA DT DK DQ")
    game = play(Game(rule_set, "N", deal), "E:28 E:trump_H E:CJ S:H9")
    # W has to go above S's nine; N, whose partner no longer wins, above W's jack if he could.
    assert game.legal() == {"W": ["W:HJ"]}
    assert game.refusal("W:H8") == ("must_beat_trump", "play.follow")
    play(game, "W:HJ")
    assert game.legal() == {"N": ["N:HA", "N:HK", "N:HQ", "N:HT"]}
    # S's nine wins, and N is his partner: every trump will do.
    deal = hands(rule_set, E="CJ C9 CA CT CK CQ C8 C7", S="H9 H7 SJ S9 SA ST SK SQ", W="DJ D9 DA DT DK DQ D8 D7")
    game = play(Game(rule_set, "N", deal), "E:28 E:trump_H E:CJ S:H9 W:DJ")
    assert game.legal() == {"N": ["N:H8", "N:HA", "N:HJ", "N:HK", "N:HQ", "N:HT"]}


def test_the_marker_must_be_played() -> None:
    rule_set = rules(TWENTY_EIGHT, reveal__after_show=("marker",))
    deal = hands(rule_set, E="S9 SA H7 H8 HQ D7 D8 DQ", N="CJ C7 C8 HJ DJ SJ CA CT")
    game = play(Game(rule_set, "E", deal), "N:14 W:P S:P E:15 N:P E:trump_S9 N:CJ")
    while game.turn != "E":
        assert game.turn is not None
        game.apply(game.legal()[game.turn][0])
    play(game, "E:show")
    assert game.legal() == {"E": ["E:S9"]}
    assert game.refusal("E:SA") == ("must_play_marker", "reveal.after_show")
