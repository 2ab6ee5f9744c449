"""Court Piece and Hokm, by hand: the deal, captures, ends, courts and offices."""

from __future__ import annotations

from typing import Any

import pytest
from game_sets import COURT_PIECE, hands, packet, play, rules, stage

from hakem import cards
from hakem.game import Before, Game
from hakem.rules import RuleSet


def dealt(rule_set: RuleSet, dealer: str, winners: str, before: Any = None, leader: str = "") -> tuple[Game, list[str]]:
    """A deal with all 52 cards in which these seats win the tricks one after the other, and its play.

    All follow suit; in the thirteenth trick everybody plays his fourth suit, and the winner's is trump. The
    winner of the first trick leads to it if nobody else is named.
    """
    first, last = leader or winners[0], winners[12]
    tricks: list[tuple[str, str] | dict[str, str]] = []
    for number, winner in enumerate(winners[:12]):
        suit, low = "SHDC"[number // 3], 4 * (number % 3)
        tricks.append((winner, " ".join(suit + rank for rank in "AKQJT9876543"[low : low + 4])))
    others = [seat for seat in "NESW" if seat != last]
    twos = dict(zip(others, ("S2", "H2", "D2"), strict=True)) | {last: "C2", "wins": last}
    held, actions = stage(rule_set, first, [*tricks, twos])
    game = Game(rule_set, dealer, hands(rule_set, **held), before)
    return game, [f"{game.turn}:trump C", *actions]


def run(game: Game, actions: list[str]) -> Game:
    for action in actions:
        if game.over:
            break
        game.apply(action)
    return game


SIR = COURT_PIECE | {
    "score": {
        "deal_won": {"when": {"winner_tricks": {"max": 12}}},
        "court": {"when": {"winner_tricks": 13}, "winners": (1,)},
    }
}


@pytest.mark.parametrize(
    ("take", "tricks"),
    [
        ({}, {"NS": 6, "EW": 7}),
        ({"by": "side"}, {"NS": 9, "EW": 4}),
        ({"not_after": (2, 12)}, {"NS": 13, "EW": 0}),
        ({"run": "continues"}, {"NS": 7, "EW": 6}),
    ],
)
def test_tricks_are_kept_after_two_running(take: dict[str, Any], tricks: dict[str, int]) -> None:
    """Dispute D-24: A-C against B-D, tricks won by C B A C C C B D C A D D C; here A is N, B W, C S, D E."""
    rule = {"kind": "two_running", "by": "seat", "not_after": (), "run": "restarts", "counted_from": "first_trick"}
    rule_set = rules(SIR, play__take=rule | take)
    winners = "".join({"A": "N", "B": "W", "C": "S", "D": "E"}[seat] for seat in "CBACCCBDCADDC")
    game, actions = dealt(rule_set, "W", winners)
    assert run(game, actions).result is not None
    assert game.result["tricks"] == tricks


def test_tricks_in_the_centre_count_from_the_reveal_only() -> None:
    rule = {"kind": "two_running", "by": "seat", "not_after": (), "run": "restarts", "counted_from": "reveal"}
    rule_set = rules(
        SIR, play__take=rule, choose_trump__secrecy="hidden", reveal__ask="may", reveal__activation="card",
        reveal__never="score",
    )  # fmt: skip
    game, actions = dealt(rule_set, "W", "SSSSSSSSSSSSS")
    run(game, actions)
    # Nobody was void before the last trick, so the trump stayed hidden and all thirteen lay there to the end.
    assert game.result is not None
    captured = [event for event in game.events if event["event"] == "captured"]
    assert captured == [{"event": "captured", "side": "NS", "tricks": 13, "points": 0}]


RANG = COURT_PIECE | {
    "play.ends": {"kind": "side_tricks", "tricks": 7},
    "play.go_on": "may",
    "streak.deals": 7,
    "streak.after": "restart",
    "match.target": 52,
    "score": {
        "deal_won": {"when": {"opening_run": {"max": 6}}},
        "court": {"when": {"opening_run": {"min": 7}, "winner_tricks": {"max": 12}}, "winners": (1,)},
        "bavney": {"when": {"winner_tricks": 13}, "winners": (52,)},
    },
    "next_hakem": {
        "void": {"when": {"voided": True}, "hakem": "same"},
        "won": {"when": {"voided": False, "winner": "declarers", "court": False}, "hakem": "same"},
        "court": {"when": {"voided": False, "winner": "declarers", "court": True}, "hakem": "partner"},
        "lost": {"when": {"voided": False, "winner": "defenders"}, "hakem": "next"},
    },
}


@pytest.mark.parametrize(
    ("winners", "cause", "tricks", "row", "office"),
    [
        ("WWWNNNWWWWWWW", "side_tricks", {"NS": 3, "EW": 7}, "deal_won", {"dealer": "N", "hakem": "W"}),
        ("WWWWWWWWWWWWW", "stopped", {"NS": 0, "EW": 7}, "court", {"dealer": "S", "hakem": "E"}),
        ("WWWNNNNNNNNNN", "side_tricks", {"NS": 7, "EW": 3}, "deal_won", {"dealer": "W", "hakem": "S"}),
    ],
)
def test_courts_and_offices(winners: str, cause: str, tricks: dict[str, int], row: str, office: dict[str, str]) -> None:
    """Dispute D-27: dealer N, Hakem W, anticlockwise."""
    game, actions = dealt(rules(RANG), "N", winners)
    assert game.offices == {"dealer": "N", "hakem": "W"}
    if cause == "stopped":
        run(game, actions[:29])
        assert game.legal() == {"W": ["W:go", "W:stop"]}
        assert game.refusal("W:D2") == ("must_decide", "play.go_on")
        play(game, "W:stop")
    else:
        run(game, actions)
    assert game.result is not None
    assert (game.result["cause"], game.result["tricks"], game.result["row"]) == (cause, tricks, row)
    assert game.result["next"] == office


def test_going_on_for_all_tricks() -> None:
    game, actions = dealt(rules(RANG), "N", "WWWWWWWWWWWWW")
    run(game, [*actions[:29], "W:go", *actions[29:]])
    assert game.result is not None
    assert (game.result["cause"], game.result["row"], game.result["score"]) == ("played", "bavney", {"NS": 0, "EW": 52})
    assert game.result["winner"] == "EW"
    game, actions = dealt(rules(RANG), "N", "WWWWWWWWNWWWW")
    run(game, [*actions[:29], "W:go", *actions[29:]])
    assert game.result is not None
    assert (game.result["cause"], game.result["row"]) == ("run_broken", "court")
    assert game.result["tricks"] == {"NS": 1, "EW": 8}
    game, actions = dealt(rules(RANG, play__go_on="must"), "N", "WWWWWWWWWWWWW")
    assert run(game, actions).result is not None
    assert game.result["row"] == "bavney"
    # A side that has lost a trick does not go on.
    game, actions = dealt(rules(RANG), "N", "WWWWWWNWWWWWW")
    assert run(game, actions).result is not None
    assert game.result["cause"] == "side_tricks"


def test_seven_deals_running_are_a_court() -> None:
    game, actions = dealt(rules(RANG), "N", "WWWNNNWWWWWWW", {"run": {"EW": 6}})
    run(game, actions)
    assert game.events[-2:] == [
        {"event": "streak", "side": "EW", "amount": 1, "score": {"NS": 0, "EW": 1}},
        {"event": "office", "dealer": "S", "hakem": "E"},
    ]
    assert game.result is not None
    assert game.result["change"] == {"NS": 0, "EW": 1}
    assert game.after == Before(score={"NS": 0, "EW": 1}, deal=2)


def test_the_end_may_come_when_nobody_can_catch_up() -> None:
    game, actions = dealt(rules(COURT_PIECE, play__ends="uncatchable"), "N", "WNWNWNWNWWWWW")
    run(game, actions)
    # After eleven tricks E-W lead by 7 to 4 with two to come; after ten it was 6 to 4 with three to come.
    assert game.result is not None
    assert (game.result["cause"], game.result["tricks"]) == ("uncatchable", {"NS": 4, "EW": 7})


def test_the_deal_goes_from_the_top_and_the_hakem_looks_first() -> None:
    rule_set = rules(COURT_PIECE)  # dispute D-31: 52 cards in a known order, dealer E, Hakem N
    pack = list(cards.CARDS)
    game = Game(rule_set, "E", pack)
    assert game.offices == {"dealer": "E", "hakem": "N"}
    assert game.view("N")["hand"] == sorted(pack[:5])
    assert [game.view(seat)["hand"] for seat in "WSE"] == [[], [], []]
    assert game.view("N")["cards"] == dict.fromkeys("NESW", 5)
    happened = game.apply("N:trump H")
    assert [event[0] for event in happened] == ["trump_set", *["looked"] * 3, *["dealt"] * 8]
    assert happened[1] == ("looked", "W", " ".join(pack[5:10]), "W")
    assert game.view("W")["hand"] == sorted(pack[5:10] + pack[24:28] + pack[40:44])
    hands_seen = [card for seat in "NESW" for card in game.view(seat)["hand"]]
    assert sorted(hands_seen) == sorted(pack)


def test_one_pack_gives_other_hands_where_the_hakem_alone_is_served_first() -> None:
    steps = (packet(5, "hakem"), "choose_trump", packet(5, "others"), packet(4), packet(4), "play", "score")
    game = Game(rules(COURT_PIECE, sequence=steps), "E", list(cards.CARDS))
    assert game.view("W")["cards"] == {"N": 5, "E": 0, "S": 0, "W": 0}
    play(game, "N:trump_H")
    assert game.view("W")["cards"] == dict.fromkeys("NESW", 13)


def test_the_play_may_go_against_the_turn() -> None:
    game = Game.deal(rules(COURT_PIECE, seats__play_turn="clockwise"), "E", seed=1)
    play(game, "N:trump_H")
    order = []
    for _ in range(4):
        assert game.turn is not None
        order.append(game.turn)
        game.apply(game.legal()[game.turn][0])
    assert order == ["N", "E", "S", "W"]  # the dealer plays second


TERM = {
    "match.hakem_term": 2,
    "next_hakem": {
        "void": {"when": {"voided": True}, "hakem": "same"},
        "serving": {"when": {"voided": False, "term_over": False}, "hakem": "same"},
        "kept": {"when": {"voided": False, "term_over": True, "term_won": True}, "hakem": "same"},
        "lost": {"when": {"voided": False, "term_over": True, "term_won": False}, "hakem": "next"},
    },
}


@pytest.mark.parametrize(
    ("term", "winner", "hakem", "served", "won"),
    [
        ({"served": 0, "won": True}, "W", "W", 1, True),
        ({"served": 0, "won": True}, "N", "W", 1, False),
        ({"served": 1, "won": True}, "W", "W", 0, True),
        ({"served": 1, "won": False}, "W", "S", 0, True),
        ({"served": 1, "won": True}, "N", "S", 0, True),
    ],
)
def test_a_term_of_two_deals(term: dict[str, Any], winner: str, hakem: str, served: int, won: bool) -> None:
    game, actions = dealt(rules(COURT_PIECE | TERM), "N", winner * 13, {"term": term}, leader="W")
    assert run(game, actions).result is not None
    assert game.result["next"]["hakem"] == hakem
    assert game.after is not None
    assert (game.after.served, game.after.won) == (served, won)


TWO = COURT_PIECE | {
    "seats.count": 2,
    "seats.sides": "singles",
    "deal.manner": "packets",
    "sequence": (packet(5), "choose_trump", "draw", "play", "score"),
    "draw.discards": (3, 2),
}


def test_two_players_lay_away_and_draw() -> None:
    pack = list(cards.CARDS)
    game = Game(rules(TWO), "S", pack)  # N is Hakem
    play(game, "N:trump_C")
    assert (game.step, game.turn) == ("draw", "N")
    assert game.legal()["N"] == [f"N:away {card}" for card in pack[:5]]
    assert game.refusal("N:take") == ("discard_count", "draw.discards")
    assert game.refusal("N:away SA") == ("card_not_in_hand", "deal")
    assert game.apply(f"N:away {pack[0]}") == [("laid_away", "N", pack[0], "N")]
    game.apply(f"N:away {pack[1]}")
    game.apply(f"N:away {pack[2]}")
    assert game.turn == "S"
    game.apply(f"S:away {pack[5]}")
    happened = game.apply(f"S:away {pack[6]}")
    assert happened[-1] == ("drawn", "N", pack[10], "N")
    assert game.legal() == {"N": ["N:leave", "N:take"]}
    assert game.refusal(f"N:away {pack[3]}") == ("discard_count", "draw.discards")
    assert pack[10] in game.view("N")["hand"]
    assert game.view("S")["cards"] == {"N": 3, "S": 3}
    # Taken: the next card goes away, seen by N alone.
    assert game.apply("N:take") == [
        ("call", "N", "take"),
        ("drawn", "N", pack[11], "N"),
        ("laid_away", "N", pack[11], "N"),
        ("drawn", "S", pack[12], "S"),
    ]
    # Left: S gets the next one instead.
    assert game.apply("S:leave")[1:3] == [("laid_away", "S", pack[12], "S"), ("drawn", "S", pack[13], "S")]
    while game.step == "draw":
        assert game.turn is not None
        game.apply(f"{game.turn}:take")
    assert game.view("N")["cards"] == {"N": 13, "S": 13}
    drawn = [event for event in game.events if event["event"] == "drawn"]
    assert len(drawn) == 42
