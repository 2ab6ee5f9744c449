"""Cards, ranks, suits and seats as text. Everything else in the package writes them this way."""

from __future__ import annotations

from collections.abc import Iterable

#: In ASCII order, so that sorted card texts stand suit by suit.
SUITS = "CDHS"
RANKS = "AKQJT98765432"

#: Every card of a 52-card pack (`HT` is the ten of hearts), in ASCII order; its place is its index.
CARDS: tuple[str, ...] = tuple(sorted(suit + rank for suit in SUITS for rank in RANKS))
INDEX: dict[str, int] = {card: index for index, card in enumerate(CARDS)}

#: The seats of a table by their number, clockwise.
SEATS: dict[int, str] = {2: "NS", 3: "NES", 4: "NESW", 5: "ABCDE", 6: "ABCDEF"}


def pack(order: Iterable[str], remove: Iterable[str] = ()) -> tuple[str, ...]:
    """The cards of a pack with these ranks in each suit and without the removed cards, in ASCII order."""
    ranks, removed = set(order), set(remove)
    return tuple(card for card in CARDS if card[1] in ranks and card not in removed)
