"""Cards as the bits of one integer, by their index in `hakem.cards.CARDS`.

So the bits of a hand from low to high are its sorted cards, and a suit is a block of thirteen bits.
"""

from __future__ import annotations

from collections.abc import Iterable

from hakem.cards import CARDS

SUIT_MASKS: tuple[int, ...] = tuple(0x1FFF << (13 * suit) for suit in range(4))

#: In a power table a trump stands this much above a plain card.
TRUMP = 100
#: Index of the power table in which no suit is trump.
NO_SUIT = 4


_BITS = tuple(1 << card for card in range(52))


def mask_of(cards: Iterable[int]) -> int:
    """The cards (indices) as bits."""
    mask = 0
    for bit in map(_BITS.__getitem__, cards):
        mask |= bit
    return mask


def indices(mask: int) -> list[int]:
    """The cards of a mask, sorted."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def names(mask: int) -> list[str]:
    """The names of the cards of a mask, sorted."""
    return [CARDS[card] for card in indices(mask)]
