"""Hidden trump, by hand: who may ask, what becomes trump and when, what happens if it stays hidden."""

from __future__ import annotations

import pytest
from game_sets import TWENTY_EIGHT, TWENTY_NINE, hands, packet, play, rules

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
    game = even(reveal__never="score", pack__last_trick=last_trick)
    play(game, EVEN_AUCTION + SEVEN_TRICKS + LAST_TRICK)
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
    assert game.refusal("E:ask") == ("may_not_ask_when_able_to_follow", "reveal.asked_by")
    play(game, SEVEN_TRICKS.removeprefix("N:SJ "))
    assert game.over
    assert game.result is not None
    assert (game.result["cause"], game.result["made"]) == ("deadline", False)
    assert game.result["points"] == {"NS": 12, "EW": 12}
    assert game.result["score"] == {"NS": 0, "EW": -1}
    assert game.refusal("E:C9") == ("deal_over", "sequence")


# Trump spades, made by W, the dealer, to whom 15 is forced. S leads diamonds; E and N are void (D-01).
D01 = {
    "S": "D7 DJ D9 DA C9 CJ S7 S8",
    "E": "S9 HJ C7 C8 CQ CK CT CA",
    "N": "SK H7 H8 HQ HK HT HA H9",
    "W": "DT DK DQ D8 SQ ST SA SJ",
}


@pytest.mark.parametrize(("activation", "winner", "side"), [("card", "N", "NS"), ("trick", "E", "EW")])
def test_a_card_played_before_the_reveal_is_trump_only_by_trick(activation: str, winner: str, side: str) -> None:
    rule_set = rules(TWENTY_NINE, seats__turn="anticlockwise", reveal__ask="may", reveal__activation=activation)
    game = Game(rule_set, "W", hands(rule_set, **D01))
    play(game, "S:P E:P N:P W:trump_S S:D7 E:S9")
    assert game.legal() == {"N": ["N:H7", "N:H8", "N:H9", "N:HA", "N:HK", "N:HQ", "N:HT", "N:SK", "N:ask"]}
    play(game, "N:ask")
    assert "N:ask" not in game.legal()["N"]
    play(game, "N:SK W:DT")
    assert game.events[-2:] == [
        {"event": "trick_won", "seat": winner, "trick": 1},
        {"event": "captured", "side": side, "tricks": 1, "points": 3},
    ]


def test_a_hidden_trump_has_no_power() -> None:
    rule_set = rules(TWENTY_NINE, reveal__ask="may")  # dispute D-03
    deal = hands(
        rule_set,
        W="H8 HJ H9 C8 C7 D7 D8 DQ",
        N="CJ C9 CA CT CK CQ S7 S8",
        E="H7 HA HT SJ S9 SA ST SK",
        S="HQ HK SQ DJ D9 DA DT DK",
    )
    game = play(Game(rule_set, "S", deal), "W:P N:P E:P S:trump_C W:H8 N:CJ E:H7 S:HQ")
    assert game.turn == "S"
    assert game.points() == {"NS": 3, "EW": 0}


@pytest.mark.parametrize(("activation", "winner"), [("trick", "W"), ("card", "E")])
def test_activation_matters_under_must_ask_when_the_hidden_suit_is_led(activation: str, winner: str) -> None:
    rule_set = rules(TWENTY_NINE, reveal__activation=activation)
    deal = hands(
        rule_set,
        W="CJ C9 CA CT H7 H8 S7 S8",
        N="D8 D7 DQ DK DT DA HJ SJ",
        E="C7 C8 CQ CK H9 S9 SA HA",
        S="HK HQ HT SK SQ ST DJ D9",
    )
    game = play(Game(rule_set, "S", deal), "W:P N:P E:P S:trump_C W:CJ")
    assert game.legal() == {"N": ["N:ask"]}
    assert game.refusal("N:D8") == ("must_ask", "reveal.ask")
    play(game, "N:ask N:D8 E:C7 S:HK")
    assert game.turn == winner


AFTER_ASK = {
    "free": ("led_suit", "any"),
    "trump": ("led_suit", "trump", "any"),
    "beat": ("led_suit", "trump_over_opponent", "trump", "any"),
}


@pytest.mark.parametrize(
    ("after_ask", "activation", "spades", "others"),
    [
        ("free", "trick", "S7 SJ", True),
        ("trump", "trick", "S7 SJ", False),
        ("beat", "trick", "SJ", False),
        ("beat", "card", "S7 SJ", False),
    ],
)
def test_what_the_asker_may_play(after_ask: str, activation: str, spades: str, others: bool) -> None:
    rule_set = rules(
        TWENTY_NINE, reveal__ask="may", reveal__after_ask=AFTER_ASK[after_ask], reveal__activation=activation
    )  # dispute D-16
    deal = hands(
        rule_set,
        W="H8 H7 HJ H9 HA HT HK HQ",
        N="S9 C9 CJ CT CK CQ D9 DJ",
        E="S7 SJ CA C7 C8 D7 D8 DQ",
    )
    game = play(Game(rule_set, "S", deal), "W:P N:P E:P S:trump_S W:H8 N:S9 E:ask")
    rest = "C7 C8 CA D7 D8 DQ " if others else ""
    assert game.legal() == {"E": [f"E:{card}" for card in (rest + spades).split()]}
    if not others:
        code = "must_beat_trump" if spades == "SJ" else "must_trump"
        assert game.refusal("E:CA") == (code, "reveal.after_ask")
    play(game, "E:SJ")
    # S is void too, but has not asked: everything may be played.
    assert len(game.legal()["S"]) == 8


def test_a_marker_is_not_in_the_hand_until_it_is_shown() -> None:
    rule_set = rules(TWENTY_EIGHT)  # dispute D-18
    deal = hands(rule_set, E="S9 H7 H8 HQ D7 D8 DQ C7", N="SK SQ S8 S7 HJ DJ CJ CA", W="ST SA HK HT DK DT CK CT")
    game = play(Game(rule_set, "E", deal), "N:14 W:P S:P E:15 N:P E:trump_S9 N:SK")
    assert game.view("E")["marker"] == "S9"
    assert game.view("W")["marker"] == "?"
    assert game.view("E")["cards"] == {"N": 7, "E": 7, "S": 8, "W": 8}
    play(game, "W:ST S:SJ")
    hand = ["E:C7", "E:D7", "E:D8", "E:DQ", "E:H7", "E:H8", "E:HQ"]
    assert game.legal() == {"E": [*hand, "E:show"]}
    assert game.refusal("E:S9") == ("card_is_marker", "choose_trump.form")
    play(game, "E:show")
    assert game.legal() == {"E": ["E:S9"]}
    assert game.refusal("E:C7") == ("must_follow_suit", "reveal.after_show")
    assert game.view("W")["marker"] is None
    # By card, S9 is the only trump of the trick: SJ lay there before the reveal.
    assert play(game, "E:S9").turn == "E"


ONE_SUIT_EACH = {seat: " ".join(suit + rank for rank in "J9ATKQ87") for seat, suit in zip("NESW", "SHDC", strict=True)}


def test_the_last_card_is_the_marker_and_must_be_shown() -> None:
    rule_set = rules(TWENTY_EIGHT, cancel_deal={})
    deal = hands(rule_set, **ONE_SUIT_EACH)
    game = play(Game(rule_set, "E", deal), "N:14 W:P S:P E:P N:trump_SJ")
    for rank in "987QKTA":
        play(game, f"N:S{rank} W:C{rank} S:D{rank} E:H{rank}")
    assert game.legal() == {"N": ["N:show"]}
    assert game.refusal("N:SJ") == ("must_show", "choose_trump.form")
    assert game.refusal("N:ask") == ("may_not_ask_when_leading", "reveal.asked_by")
    play(game, "N:show")
    assert game.events[-1] == {"event": "revealed", "seat": "N", "trump": "S", "marker": "SJ"}
    assert game.legal() == {"N": ["N:SJ"]}


@pytest.mark.parametrize("secrecy", ["hidden", "open"])
def test_the_seventh_card_is_counted_as_dealt(secrecy: str) -> None:
    rule_set = rules(
        TWENTY_NINE, choose_trump__choices=("suit", "dealt_card"), choose_trump__secrecy=secrecy
    )  # dispute D-34
    deal = hands(rule_set, E="HJ H9 C8 D7 SA DK SQ CT")
    game = play(Game(rule_set, "N", deal), "E:28")
    assert game.legal()["E"] == ["E:trump 7th", "E:trump C", "E:trump D", "E:trump H", "E:trump S"]
    assert game.refusal("E:trump 8th") == ("choice_not_offered", "choose_trump.choices")
    assert game.refusal("E:trump NT") == ("choice_not_offered", "choose_trump.choices")
    assert game.refusal("E:trump HJ") == ("no_card_to_lay", "choose_trump.form")
    happened = game.apply("E:trump 7th")
    everybody = "*" if secrecy == "open" else "E"
    assert happened[0] == ("trump_set", "E", "7th", "*")
    assert [event[0] for event in happened[1:]] == ["dealt"] * 4 + ["marker_set"]
    assert happened[-1] == ("marker_set", "E", "SQ", everybody)
    view = game.view("E")
    assert view["trump"] == "S"
    assert "E:trump 7th" in view["calls"]
    if secrecy == "open":
        assert (view["marker"], view["open"], "SQ" in view["hand"]) == (None, True, True)
        assert game.view("S")["trump"] == "S"
    else:
        assert (view["marker"], view["open"], "SQ" in view["hand"]) == ("SQ", False, False)
        assert (game.view("S")["trump"], game.view("S")["marker"]) == ("?", "?")


def test_a_place_called_before_its_card_is_dealt_is_known_to_nobody() -> None:
    rule_set = rules(
        TWENTY_NINE,
        choose_trump__choices=("dealt_card",),
        sequence=(
            *TWENTY_NINE["sequence"][:3],
            packet(2),
            "stakes",
            packet(2),
            "play",
        ),
        stakes__factors=(2,),
    )
    game = play(Game(rule_set, "N", hands(rule_set)), "E:28 E:trump_7th")
    assert game.step == "stakes"
    assert [game.view(seat)["trump"] for seat in "NESW"] == ["?"] * 4
    assert [game.view(seat)["marker"] for seat in "NESW"] == [None] * 4


def test_one_view_alone_shows_the_hidden_trump() -> None:
    game = play(even(), EVEN_AUCTION)  # dispute D-35
    assert [game.view(seat)["trump"] for seat in "NESW"] == ["?", "C", "?", "?"]
    assert not any(game.view(seat)["open"] for seat in "NESW")


def test_the_trump_turns_up_by_itself() -> None:
    rule_set = rules(TWENTY_NINE, reveal__ask="auto")
    deal = hands(rule_set, W="CJ C9 CA CT H7 H8 S7 S8", N="D8 D7 DQ DK DT DA HJ SJ", S="HK HQ HT SK SQ ST DJ D9")
    game = play(Game(rule_set, "S", deal), "W:P N:P E:P S:trump_C")
    happened = game.apply("W:CJ")
    assert happened == [("played", "W", "CJ"), ("revealed", "N", "C", None)]
    assert len(game.legal()["N"]) == 8
    assert game.refusal("N:ask") == ("trump_known", "choose_trump.secrecy")


def test_a_void_maker_must_show_where_he_has_the_duty() -> None:
    rule_set = rules(TWENTY_NINE)
    deal = hands(rule_set, W="CJ C9 CA CT H7 H8 S7 S8", N="C7 D7 DQ DK DT DA HJ SJ", S="HK HQ HT SK SQ ST DJ D9")
    game = play(Game(rule_set, "S", deal), "W:P N:P E:P S:trump_D W:CJ N:C7 E:C8")
    assert game.legal() == {"S": ["S:show"]}
    assert game.refusal("S:HK") == ("must_show", "reveal.ask")
    assert game.refusal("S:ask") == ("ask_not_for_this_role", "reveal.asked_by")
    # Void and without the right, a seat plays what it likes and the trump stays hidden.
    rule_set = rules(TWENTY_NINE, reveal__asked_by=("defenders", "partner"))
    game = play(Game(rule_set, "S", deal), "W:P N:P E:P S:trump_D W:CJ N:C7 E:C8")
    assert len(game.legal()["S"]) == 8
    assert game.refusal("S:show") == ("ask_not_for_this_role", "reveal.asked_by")


def test_a_list_that_runs_out_leaves_the_maker_to_show() -> None:
    rule_set = rules(TWENTY_EIGHT, cancel_deal={}, play__lead=("not_hidden_trump",), reveal__after_show=("marker",))
    deal = hands(rule_set, **ONE_SUIT_EACH)
    game = play(Game(rule_set, "E", deal), "N:14 W:P S:P E:P N:trump_SJ")
    assert game.legal() == {"N": ["N:show"]}
    assert game.refusal("N:S9") == ("must_show", "play.lead")
    play(game, "N:show")
    # A show on lead is followed by the list for the lead, not by `after_show`.
    assert len(game.legal()["N"]) == 8


def test_the_maker_may_lead_the_hidden_suit_once_another_seat_has() -> None:
    rule_set = rules(TWENTY_EIGHT)
    deal = hands(
        rule_set,
        N="SJ SA SK H7 D7 D8 C7 C8",
        W="S7 HJ HA H9 DJ DA D9 CJ",
        S="S8 S9 SQ ST H8 HQ HK HT",
        E="C9 CA CK CQ CT DK DQ DT",
    )
    game = play(Game(rule_set, "E", deal), "N:14 W:P S:P E:P N:trump_SJ")
    assert game.refusal("N:SA") == ("hidden_trump_barred", "play.lead")
    assert game.legal()["N"] == ["N:C7", "N:C8", "N:D7", "N:D8", "N:H7"]
    play(game, "N:H7 W:HJ S:H8 E:CQ W:S7 S:S8 E:CK N:SA")
    assert game.turn == "N"
    assert game.legal()["N"] == ["N:C7", "N:C8", "N:D7", "N:D8", "N:SK"]
