"""Stakes, pair, lone hand, concession: what moves the contract and what it is worth, by hand."""

from __future__ import annotations

from typing import Any

import pytest
from game_sets import TWENTY_EIGHT, TWENTY_NINE, hands, packet, play, rules

from hakem.game import Game


def begin(dealer: str = "N", base: dict[str, Any] = TWENTY_NINE, **changes: Any) -> Game:
    rule_set = rules(base, **changes)
    return Game(rule_set, dealer, hands(rule_set))


def first_legal(game: Game, cards: int) -> None:
    """Let the seats on turn play so many cards, each its first."""
    for _ in range(cards):
        assert game.turn is not None
        game.apply(game.legal()[game.turn][0])


def words(game: Game) -> list[str]:
    assert game.turn is not None
    return [action.partition(":")[2] for action in game.legal()[game.turn]]


# Stakes. With dealer W the order is N E S W; N is declarer.


def doubling(**changes: Any) -> Game:
    return play(begin("W", stakes__factors=(2, 4), **changes), "N:28 N:trump_C")


def test_one_voice_doubles_and_one_redoubles() -> None:
    game = doubling()  # dispute D-20
    assert (game.step, game.turn, words(game)) == ("stakes", "E", ["P", "X"])
    assert game.refusal("N:X") == ("not_entitled", "stakes.redouble_by")
    assert game.refusal("S:P") == ("not_entitled", "stakes.redouble_by")
    assert game.refusal("W:X") == ("not_your_turn", "seats.turn")
    assert game.refusal("E:XX") == ("no_such_double", "stakes.factors")
    play(game, "E:P")
    assert game.refusal("E:X") == ("not_your_turn", "seats.turn")
    assert game.apply("W:X") == [("call", "W", "X"), ("stakes", 2)]
    assert (game.turn, words(game)) == ("N", ["P", "XX"])
    play(game, "N:P S:XX")
    assert game.view("E")["stakes"] == 4
    assert game.step == "play"
    assert game.refusal("E:X") == ("wrong_step", "sequence")


def test_a_window_that_all_decline_ends_the_stakes() -> None:
    game = play(doubling(), "E:P W:P")
    assert (game.step, game.view("N")["stakes"]) == ("play", 1)


def test_only_the_declarer_may_redouble() -> None:
    game = play(doubling(stakes__redouble_by="declarer"), "E:X")
    assert game.turn == "N"
    assert game.refusal("S:XX") == ("not_entitled", "stakes.redouble_by")
    assert play(game, "N:P").step == "play"


def test_a_third_double_belongs_to_the_defenders() -> None:
    game = play(begin("W", stakes__factors=(2, 4, 8)), "N:28 N:trump_C E:X N:XX")
    assert (game.turn, words(game)) == ("E", ["P", "XXX"])
    assert play(game, "E:P W:XXX").view("N")["stakes"] == 8


@pytest.mark.parametrize(
    ("factors", "answers"), [((), None), ((2,), None), ((2, 4), ["P", "XX"]), ((2, 4, 8), ["P", "XX"])]
)
def test_an_automatic_double(factors: tuple[int, ...], answers: list[str] | None) -> None:
    automatic = {"kind": "from_bid", "bid": 21, "factor": 2}
    game = begin("W", stakes__factors=factors, stakes__automatic=automatic)
    play(game, "N:28 N:trump_C")
    assert game.view("N")["stakes"] == 2
    if answers is None:
        assert game.step == "play"
        return
    assert (game.turn, words(game)) == ("E", answers)
    assert game.refusal("E:X") == ("no_such_double", "stakes.factors")
    assert game.refusal("E:XXX") == ("automatic_limit", "stakes.automatic")
    assert play(game, "E:XX").step == "play"
    assert game.view("N")["stakes"] == 4


def test_the_automatic_double_has_a_threshold() -> None:
    automatic = {"kind": "from_bid", "bid": 21, "factor": 2}
    game = begin("W", stakes__automatic=automatic)
    play(game, "N:20 E:P S:P W:P N:trump_C")
    assert (game.step, game.view("N")["stakes"]) == ("play", 1)


# Pair. E is eldest, declarer and holder of king and queen of clubs; the trump is open.

PAIR = {
    "E": "CJ CK CQ SJ HJ DJ S7 S8",
    "S": "C7 CA H9 HA HT HK H7 H8",
    "W": "C8 C9 D9 DA DT DK D7 D8",
    "N": "CT S9 SA ST SK SQ HQ DQ",
}


def paired(bid: int, holder: str = "E", **changes: Any) -> Game:
    """After the first trick, which E has won; the pair is in the hand of `holder`."""
    rule_set = rules(TWENTY_NINE, choose_trump__secrecy="open", **changes)
    deal = dict(PAIR)
    deal[holder], deal["E"] = deal["E"].replace("CJ", "C_"), deal[holder]
    if holder != "E":
        first = deal["E"].split()[0]
        deal["E"] = deal["E"].replace(first, "CJ", 1)
        deal[holder] = deal[holder].replace("C_", first)
    else:
        deal["E"] = PAIR["E"]
    game = Game(rule_set, "N", hands(rule_set, **deal))
    play(game, f"E:{bid} S:P W:P N:P E:trump_C E:CJ")
    while game.turn != "E":
        seat = game.turn
        assert seat is not None
        low = [action for action in game.legal()[seat] if action[2:] not in ("CK", "CQ")]
        play(game, low[0])
    return game


@pytest.mark.parametrize(
    ("changes", "targets"),
    [
        ({}, {15: 15, 16: 15, 17: 15, 18: 15, 19: 15, 20: 16}),
        ({"pair.declarers.limit": 16}, {15: 15, 16: 16, 17: 16, 18: 16, 19: 16, 20: 16, 21: 17}),
        ({"pair.beyond_limit": "unchanged"}, {15: 15, 18: 18, 19: 15, 20: 16}),
        ({"pair.declarers.shift": -2}, {16: 15, 17: 15, 18: 16}),
    ],
)
def test_a_pair_of_the_declarers_lowers_the_target(changes: dict[str, Any], targets: dict[int, int]) -> None:
    for bid, target in targets.items():  # dispute D-08
        game = paired(bid, **{path.replace(".", "__"): value for path, value in changes.items()})
        assert game.apply("E:pair C") == [("pair_shown", "E", "C"), ("target_moved", bid, target)]
        assert game.view("S")["target"] == target
        assert game.view("S")["bid"] == bid


def test_a_pair_needs_a_high_contract_where_the_rules_say_so() -> None:
    game = paired(18, pair__declarers__from_bid=19)
    assert game.refusal("E:pair C") == ("contract_too_low_for_pair", "pair.declarers.from_bid")
    assert paired(19, pair__declarers__from_bid=19).refusal("E:pair C") is None


def test_the_window_is_open_for_the_winning_side_until_the_lead() -> None:
    game = paired(18)
    assert "E:pair C" in game.legal()["E"]
    assert game.refusal("E:pair D") == ("pair_not_held", "pair.show")
    assert game.refusal("W:pair C") == ("pair_not_held", "pair.show")
    assert game.refusal("S:pair C") == ("pair_window_closed", "pair.after")
    play(game, "E:SJ")
    assert game.refusal("E:pair C") == ("pair_window_closed", "pair.after")
    # A missed window does not lose the next one, and the pair is shown once.
    first_legal(game, 3)
    # The partner has ruffed; the trick is the side's, and E shows out of turn.
    assert (game.turn, game.legal()["E"]) == ("W", ["E:pair C"])
    play(game, "E:pair_C")
    assert game.refusal("E:pair C") == ("pair_window_closed", "pair.after")


def test_the_partner_shows_out_of_turn_and_nobody_else_learns_of_the_right() -> None:
    game = paired(18, "W")
    assert game.turn == "E"
    legal = game.legal()
    assert legal["W"] == ["W:pair C"]
    assert game.view("N")["legal"] == []
    assert game.view("W")["legal"] == ["W:pair C"]
    play(game, "W:pair_C")
    assert list(game.legal()) == ["E"]
    assert game.view("N")["calls"][-1] == "W:pair C"


def test_a_pair_of_the_defenders_raises_the_target() -> None:
    game = paired(26, "S", pair__after="any_trick")
    assert game.legal()["S"] == ["S:pair C"]
    assert game.apply("S:pair C")[1] == ("target_moved", 26, 28)
    assert paired(26, "S").refusal("S:pair C") == ("pair_window_closed", "pair.after")


def test_a_pair_may_show_itself_or_not_exist() -> None:
    game = paired(20, pair__show="auto")
    assert game.view("N")["target"] == 16
    assert game.view("N")["calls"][-1] == "E:pair C"
    assert game.refusal("E:pair C") == ("pair_not_in_use", "pair.show")
    assert paired(20, pair__show="never").refusal("E:pair C") == ("pair_not_in_use", "pair.show")


def test_a_pair_after_an_own_ruff_only() -> None:
    game = paired(20, pair__after="own_ruff")
    assert game.refusal("E:pair C") == ("pair_window_closed", "pair.after")  # trumps were led


# Lone hand and concession.


def lone(**changes: Any) -> Game:
    """W, a defender, plays alone after E's contract at 28: he holds all spades."""
    rule_set = rules(TWENTY_NINE, **{"lone_hand__who": "any_seat", **changes})
    deal = hands(rule_set, W="SJ S9 SA ST SK SQ S8 S7")
    return play(Game(rule_set, "N", deal), "E:28 E:trump_C")


def test_the_first_claim_is_the_contract() -> None:
    game = lone()
    assert (game.step, game.turn, words(game)) == ("lone_hand", "E", ["P", "lone"])
    assert game.refusal("W:lone") == ("not_your_turn", "seats.turn")
    play(game, "E:P S:P")
    assert game.apply("W:lone") == [("call", "W", "lone"), ("lone_contract", "W")]
    view = game.view("E")
    assert (view["declarer"], view["bid"], view["target"], view["trump"]) == ("W", None, None, None)
    assert (view["hand"], view["cards"]) == ([], {"N": 8, "E": 0, "S": 8, "W": 8})
    assert (game.turn, view["leader"]) == ("W", "W")
    play(game, "W:S7")
    assert game.turn == "N"
    assert game.refusal("N:ask") == ("trump_known", "choose_trump.secrecy")
    first_legal(game, 23)
    assert game.result == {
        "cause": "played", "declarer": "W", "bid": None, "target": None, "stakes": 1, "made": True,
        "points": game.points(), "tricks": {"NS": 0, "EW": 8}, "row": "lone_made",
        "change": {"NS": 0, "EW": 3}, "score": {"NS": 0, "EW": 3}, "next": {"dealer": "E"}, "winner": None,
    }  # fmt: skip


def test_a_lone_hand_ends_with_the_first_trick_lost() -> None:
    rule_set = rules(TWENTY_NINE, lone_hand__who="any_seat")
    game = Game(rule_set, "N", hands(rule_set, E="D7 D8 H7 H8 C7 C8 S7 S8", N="DA"))
    play(game, "E:28 E:trump_C E:lone E:D7")
    while not game.over:
        seat = game.turn
        assert seat is not None
        play(game, game.legal()[seat][-1])
    assert game.result is not None
    assert (game.result["cause"], game.result["row"]) == ("lone_lost", "lone_failed")
    assert game.result["change"] == {"NS": 0, "EW": -3}
    assert sum(game.result["tricks"].values()) == 1


def test_nobody_claims() -> None:
    game = play(lone(), "E:P S:P W:P N:P")
    assert (game.step, game.view("E")["declarer"], game.view("E")["trump"]) == ("play", "E", "C")


def test_the_partner_may_play_on() -> None:
    game = play(lone(lone_hand__partner="plays"), "E:P S:P W:lone W:S7")
    assert game.turn == "N"
    assert len(game.view("E")["hand"]) == 8


def test_an_unbeatable_hand_may_not_claim() -> None:
    game = play(lone(lone_hand__not_with={"unbeatable": True}), "E:P S:P")
    assert words(game) == ["P"]
    assert game.refusal("W:lone") == ("lone_hand_barred", "lone_hand.not_with")


@pytest.mark.parametrize(("who", "turn", "outsider"), [("declarers", "E", "S"), ("declarer", "E", "W")])
def test_who_may_claim(who: str, turn: str, outsider: str) -> None:
    game = lone(lone_hand__who=who)
    assert game.turn == turn
    assert game.refusal(f"{outsider}:lone") == ("lone_not_offered", "lone_hand.who")
    assert game.refusal(f"{outsider}:P") == ("lone_not_offered", "lone_hand.who")


def test_a_marker_goes_back_unseen_when_a_hand_is_played_alone() -> None:
    rule_set = rules(TWENTY_EIGHT, lone_hand__who="any_seat")
    deal = hands(rule_set, W="SJ S9 SA ST SK SQ S8 S7", N="C7 C8 C9 CA CJ CK CQ CT")
    game = play(Game(rule_set, "N", deal), "W:28 W:trump_SJ")
    assert game.apply("W:P") == [("call", "W", "P")]
    happened = game.apply("S:lone")
    assert happened == [("call", "S", "lone"), ("marker_back", "W", "SJ", "W"), ("lone_contract", "S")]
    assert "SJ" in game.view("W")["hand"]
    assert game.view("E")["marker"] is None


def test_a_contract_may_be_conceded_while_it_is_open() -> None:
    rule_set = rules(TWENTY_NINE, choose_trump__secrecy="open", play__concede="declarer")
    game = Game(rule_set, "N", hands(rule_set, **PAIR))
    play(game, "E:15 S:P W:P N:P E:trump_C")
    assert "E:concede" in game.legal()["E"]
    assert game.refusal("W:concede") == ("may_not_concede", "play.concede")
    play(game, "E:CJ")
    assert game.legal()["E"] == ["E:concede"]  # out of turn
    play(game, "E:concede")
    assert game.result is not None
    assert (game.result["cause"], game.result["made"], game.result["change"]) == (
        "conceded", False, {"NS": 0, "EW": -1},
    )  # fmt: skip
    assert rules(TWENTY_NINE)["play.concede"] == "nobody"


def test_a_contract_that_is_decided_cannot_be_conceded() -> None:
    rule_set = rules(TWENTY_NINE, choose_trump__secrecy="open", play__concede="declarer")
    game = Game(rule_set, "N", hands(rule_set, **PAIR))
    # 28 needs every point: the first point lost decides the contract.
    play(game, "E:28 E:trump_C E:CJ S:CA W:C9 N:CT")
    assert "E:concede" in game.legal()["E"]
    play(game, "E:S7 S:C7")
    assert game.refusal("E:concede") is None
    play(game, "W:D7 N:SA")
    assert game.turn == "S"
    assert game.refusal("E:concede") == ("may_not_concede", "play.concede")


def test_twenty_eight_needs_nothing_but_words() -> None:
    """The words of other steps are refused as such, whoever says them."""
    game = begin()
    for action in ("E:ask", "E:CJ", "E:lone", "E:X", "E:trump C", "E:keep", "E:go", "E:pair C", "E:away C7"):
        assert game.refusal(action) == ("wrong_step", "sequence")
    assert game.refusal("W:redeal") == ("no_redeal_right", "cancel_deal")


def test_go_is_no_word_where_nothing_is_to_be_decided() -> None:
    game = play(begin(), "E:28 E:trump_C")
    assert game.refusal("E:go") == ("may_not_go_on", "play.go_on")
    assert game.refusal("S:go") == ("not_your_turn", "seats.turn")


# Redeals.


def weak() -> Game:
    rule_set = rules(TWENTY_EIGHT)
    deal = hands(rule_set, W="C7 C8 CK CQ D7 D8 DK DQ", S="SJ HJ DJ CJ S7 S8 SK SQ")
    return Game(rule_set, "N", deal)


def test_a_redeal_is_demanded_out_of_turn_or_lost() -> None:
    game = weak()
    assert game.legal()["W"] == [*(f"W:{bid}" for bid in range(14, 29)), "W:redeal"]
    assert game.view("E")["legal"] == []
    other = game.copy()
    play(game, "W:redeal")
    assert game.result is not None
    assert (game.result["why"], game.result["next"], game.result["score"]) == (
        "weak_first_four", {"dealer": "N"}, {"NS": 0, "EW": 0},
    )  # fmt: skip
    assert game.events[-3:-1] == [
        {"event": "call", "seat": "W", "call": "redeal"},
        {"event": "deal_void", "why": "weak_first_four"},
    ]
    play(other, "W:14")
    assert other.refusal("W:redeal") == ("no_redeal_right", "cancel_deal")
    play(other, "S:15 E:P N:P W:P S:trump_SJ")
    # Now all have eight cards: W has none with points, S has the four jacks.
    assert other.turn == "W"
    assert other.legal()["S"] == ["S:redeal"]
    assert "W:redeal" in other.legal()["W"]
    play(other, "W:C7")
    assert other.refusal("S:redeal") == ("no_redeal_right", "cancel_deal")


def test_a_row_that_is_used_up_is_passed_over() -> None:
    rows = {"weak": TWENTY_EIGHT["cancel_deal"]["weak_first_four"] | {"at_most": 2}}
    rule_set = rules(TWENTY_EIGHT, cancel_deal=rows)
    deal = hands(rule_set, W="C7 C8 CK CQ")
    game = Game(rule_set, "N", deal, {"voided": {"weak": 1}})
    play(game, "W:redeal")
    assert game.after is not None
    assert game.after.voided == {"weak": 2}
    game = Game(rule_set, "N", deal, game.after)
    assert game.refusal("W:redeal") == ("redeal_used_up", "cancel_deal.weak.at_most")
    assert game.refusal("S:redeal") == ("no_redeal_right", "cancel_deal")


def test_all_trumps_with_one_side_void_the_deal_at_the_reveal() -> None:
    rule_set = rules(TWENTY_EIGHT)
    deal = hands(
        rule_set,
        W="SJ S9 SA ST H7 H8 D7 D8",
        E="SK SQ S8 S7 H9 HJ D9 DJ",
        S="CJ C9 CA CT HA HT DA DT",
        N="CK CQ C8 C7 HK HQ DK DQ",
    )
    game = play(Game(rule_set, "N", deal), "W:28 W:trump_SJ W:H7 S:HA E:H9 N:HK E:HJ N:HQ W:H8 S:HT E:S7")
    assert game.apply("N:ask")[-2:] == [("deal_void", "all_trumps"), ("office", "N", None)]


def test_a_row_by_rule_voids_at_once() -> None:
    rows = {"four_jacks": TWENTY_EIGHT["cancel_deal"]["four_jacks"] | {"by": "rule"}}
    rule_set = rules(TWENTY_NINE, cancel_deal=rows, sequence=(packet(8), "auction", "choose_trump", "play"))
    game = Game(rule_set, "N", hands(rule_set, S="SJ HJ DJ CJ"))
    assert game.over
    assert game.legal() == {}
    assert game.result is not None
    assert game.result["why"] == "four_jacks"
