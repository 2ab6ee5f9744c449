"""The tables of the Python kit: cards, seats, sides and orders of dealing, without a process."""

from __future__ import annotations

import importlib.util
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit_harness import ROOT


def load() -> Any:
    spec = importlib.util.spec_from_file_location("hakem_kit", ROOT / "conformance/kit/python/hakem_kit.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["hakem_kit"] = module
    spec.loader.exec_module(module)
    return module


kit = load()


@pytest.mark.parametrize(
    ("cards", "jack", "ten"),
    [
        (kit.Cards(), "SJ", "DT"),
        (kit.Cards(lambda suit, rank: rank + suit, ranks={"T": "10"}), "JS", "10D"),
        (kit.Cards(lambda suit, rank: (suit, rank), {"S": "spades", "D": "diamonds"}, {"J": 11, "T": 10}),
         ("spades", 11), ("diamonds", 10)),
        (kit.Cards(lambda suit, rank: 8 * suit + rank, "CDHS", "789TJQKA"), 28, 11),
    ],
)  # fmt: skip
def test_cards_are_spelled_by_small_tables(cards: Any, jack: Any, ten: Any) -> None:
    cards.learn(["SJ", "DT"])
    assert (cards.mine("SJ"), cards.mine("DT")) == (jack, ten)
    assert (cards.wire(jack), cards.wire(ten)) == ("SJ", "DT")


def test_numbers_by_side() -> None:
    rules = kit.Rules("twenty-nine@1.0.0", "J9ATKQ87", [4, 4], seats="WNES")  # W is 0
    for given_numbers in ([3, 5], [1, 5, 2, 0], {"EW": 3, "NS": 5}, {0: 3, 3: 5}):
        assert rules.by_side(given_numbers) == {"NS": 5, "EW": 3}
    alone = kit.Rules("alone@1.0.0", "AK", [1], seats={"N": "north", "E": "east", "S": "south"}, sides="singles")
    assert alone.by_side({"south": 2}) == {"N": 0, "E": 0, "S": 2}
    with pytest.raises(LookupError, match="4 is neither a side nor one of your seats"):
        rules.by_side([0, 0, 0, 0, 1])


def test_the_seats_in_the_order_in_which_they_get_a_card() -> None:
    def orders(*args: Any, **kwargs: Any) -> list[str]:
        return ["".join(seats) for seats in kit.Dealing(*args, **kwargs).order("NESW", "E")]

    assert orders([2, 1]) == ["SWNESWNE", "SWNE"]
    assert orders([2, 1], manner="packets") == ["SSWWNNEE", "SWNE"]
    assert orders([1], turn="anticlockwise") == ["NWSE"]
    assert orders([1], first="dealer") == ["ESWN"] and orders([1], first="W") == ["WNES"]
    # The Hakem first, as in Court Piece: five to him, then five to each of the others, then four all round.
    hakem = orders([(2, "hakem"), (2, "others"), 1], manner="packets", turn="anticlockwise")
    assert hakem == ["NN", "WWSSEE", "NWSE"]


dealings = st.builds(
    kit.Dealing,
    st.sampled_from([[4, 4], [8], [3, 3, 2], [(4, "hakem"), (4, "others"), 4]]),
    manner=st.sampled_from(["singly", "packets"]),
    turn=st.sampled_from(["clockwise", "anticlockwise"]),
    first=st.sampled_from(["eldest", "dealer", "S"]),
    top=st.sampled_from(["first", "last"]),
)


@given(dealings, st.permutations(range(36)), st.sampled_from("NESW"))
def test_a_stacked_deck_deals_the_hands_it_was_stacked_for(dealing: Any, cards: list[int], dealer: str) -> None:
    hands = {seat: cards[8 * place : 8 * place + 8] for place, seat in enumerate("NESW")}
    deck = dealing.stack(hands, cards[32:], dealer)
    dealt: dict[str, list[int]] = {seat: [] for seat in "NESW"}
    for seat in [seat for packet in dealing.order("NESW", dealer) for seat in packet]:
        dealt[seat].append(deck.pop(0 if dealing.top == "first" else -1))
    assert dealt == hands
    assert sorted(deck) == sorted(cards[32:])


def test_places_are_written_in_english() -> None:
    words = ["1st", "2nd", "3rd", "4th", "7th", "11th", "12th", "13th", "21st", "102nd", "112th"]
    assert [kit.ordinal(int(word[:-2])) for word in words] == words


def test_every_kind_of_action_is_read_and_nothing_in_two_ways() -> None:
    texts = {
        "bid": "16", "pass": "P", "trump": "trump C", "lay": "trump C9", "place": "trump 7th", "no_trump": "trump NT",
        "reversed": "trump NT rev", "reversed_trump": "trump C rev", "reversed_lay": "trump C9 rev", "keep": "keep",
        "double": "XX", "lone": "lone", "away": "away C7", "take": "take", "leave": "leave", "card": "DJ", "ask": "ask",
        "show": "show", "pair": "pair C", "go": "go", "stop": "stop", "concede": "concede", "redeal": "redeal",
    }  # fmt: skip
    assert list(texts) == list(kit.KINDS)
    for kind, text in texts.items():
        assert kit.read_action(f"W:{text}", "NESW").kind == kind
        assert [other for other, pattern in kit.PATTERNS.items() if pattern.fullmatch(text)] == [kind]


@pytest.mark.parametrize(
    ("kind", "value", "text"),
    [
        ("bid", 16, "16"), ("pass", None, "P"), ("trump", "spades", "trump S"), ("lay", ("spades", 11), "trump SJ"),
        ("place", 7, "trump 7th"), ("no_trump", None, "trump NT"), ("reversed_trump", "spades", "trump S rev"),
        ("double", 2, "XX"), ("away", ("spades", 11), "away SJ"), ("pair", "spades", "pair S"), ("lone", None, "lone"),
    ],
)  # fmt: skip
def test_moves_are_written_as_actions(kind: str, value: Any, text: str) -> None:
    session = object.__new__(kit.Session)
    session.cards = kit.Cards(lambda suit, rank: (suit, rank), {"S": "spades"}, {"J": 11})
    session.cards.learn(["SJ"])
    assert session.write("W", kind, value) == f"W:{text}"
