"""The cards of a board: `[Deal "N:.KJ8..8/Q8..7.A …"]`, read and written.

Hands stand clockwise from the seat named; suits are S.H.D.C, ranks in the order AKQJT98765432 whatever the rule
set; `/` divides packets, `-` is a hand that is not known, `+2` at the end of a packet two cards not seen.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from hakem.cards import RANKS, SEATS

#: The order in which a packet lists suits.
SUITS = "SHDC"

_PACKET = re.compile(r"([2-9AJKQT]*)\.([2-9AJKQT]*)\.([2-9AJKQT]*)\.([2-9AJKQT]*)(?:\+([1-9][0-9]?))?")
_PLACE = {rank: place for place, rank in enumerate(RANKS)}


class DealFault(ValueError):
    """A text that is no deal. The message is a sentence."""


@dataclass(frozen=True, slots=True)
class Packet:
    """Cards dealt to a seat in one step, sorted, and how many more nobody recorded."""

    cards: tuple[str, ...]
    unseen: int = 0

    @property
    def size(self) -> int:
        """How many cards were dealt."""
        return len(self.cards) + self.unseen


#: seat -> its packets in the order dealt, None for a hand that is not known; seats clockwise.
Hands = Mapping[str, tuple[Packet, ...] | None]


@lru_cache(maxsize=16)
def parse_deal(text: str) -> Hands:
    """The hands of a `[Deal]`. Raises DealFault."""
    first, colon, rest = text.partition(":")
    words = rest.split()
    seats = SEATS.get(len(words))
    if not colon or seats is None:
        raise DealFault("a deal is a seat, a colon and two to six hands")
    if len(first) != 1 or first not in seats:
        raise DealFault(f"`{first}` is no seat of a table of {len(words)} ({' '.join(seats)})")
    start = seats.index(first)
    named = dict(zip(seats[start:] + seats[:start], words, strict=True))
    hands: Hands = {seat: _hand(named[seat]) for seat in seats}
    known = [card for hand in hands.values() if hand for packet in hand for card in packet.cards]
    if len(set(known)) < len(known):
        twice = sorted({card for card in known if known.count(card) > 1})
        raise DealFault(f"dealt twice: {' '.join(twice)}")
    sizes = {tuple(packet.size for packet in hand) for hand in hands.values() if hand is not None}
    if len({sum(size) for size in sizes}) > 1:
        raise DealFault("the hands are not of one size")
    return hands


def _hand(text: str) -> tuple[Packet, ...] | None:
    return None if text == "-" else tuple(_packet(part) for part in text.split("/"))


def _packet(text: str) -> Packet:
    found = _PACKET.fullmatch(text)
    if found is None:
        raise DealFault(f"`{text}` is no packet: ranks of spades, hearts, diamonds, clubs with dots between")
    spades, hearts, diamonds, clubs, unseen = found.groups()
    cards = _of_suit("S", spades) + _of_suit("H", hearts) + _of_suit("D", diamonds) + _of_suit("C", clubs)
    return Packet(cards, int(unseen or 0))


@lru_cache(maxsize=4096)
def _of_suit(suit: str, ranks: str) -> tuple[str, ...]:
    return tuple(suit + rank for rank in sorted(ranks, key=_PLACE.__getitem__))


def format_deal(hands: Hands) -> str:
    """The canonical text of hands, from the first seat on."""
    return f"{next(iter(hands))}:{' '.join(_hand_text(hand) for hand in hands.values())}"


def _hand_text(hand: tuple[Packet, ...] | None) -> str:
    return "-" if hand is None else "/".join(_packet_text(packet) for packet in hand)


def _packet_text(packet: Packet) -> str:
    suits = (
        "".join(sorted((card[1] for card in packet.cards if card[0] == suit), key=_PLACE.__getitem__)) for suit in SUITS
    )
    return ".".join(suits) + (f"+{packet.unseen}" if packet.unseen else "")


def hand_cards(hand: tuple[Packet, ...]) -> tuple[str, ...]:
    """All cards of a hand that are known."""
    return tuple(card for packet in hand for card in packet.cards)
