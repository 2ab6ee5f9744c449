"""Hand patterns (`cancel_deal.*.hand`, `lone_hand.not_with`): pure functions of a set of cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hakem.cards import CARDS
from hakem.game.bits import SUIT_MASKS, indices
from hakem.game.compile import Plan


def fits(plan: Plan, pattern: Mapping[str, Any], cards: int, trump: int = -1, marker: int = -1) -> bool:
    """Whether the cards (a mask) fit the pattern; `trump` is a suit, `marker` a card, -1 for none."""
    counted = indices(cards)
    if ranks := pattern.get("ranks"):
        counted = [card for card in counted if CARDS[card][1] in ranks]
    if pattern.get("worth", "any") == "points":
        counted = [card for card in counted if plan.points[card]]
    suit = pattern.get("suit", "any")
    if suit == "longest":
        number = max(sum(1 for card in counted if card // 13 == each) for each in range(4))
    elif suit in ("trump", "other_trump"):
        left_out = marker if suit == "other_trump" else -1
        number = sum(1 for card in counted if card // 13 == trump and card != left_out)
    else:
        number = len(counted)
    if number < pattern.get("min", 0) or number > pattern.get("max", number):
        return False
    return not pattern.get("unbeatable") or unbeatable(plan, cards)


def unbeatable(plan: Plan, cards: int) -> bool:
    """Whether the hand wins every trick without trump: in each suit the i-th highest card has no missing card
    above it, or at most i-1 cards of the suit are missing."""
    for suit, block in enumerate(SUIT_MASKS):
        power = plan.power[0][4][suit]
        missing = [power[card] for card in indices(plan.pack_mask & block & ~cards)]
        held = sorted((power[card] for card in indices(cards & block)), reverse=True)
        for place, height in enumerate(held):
            if len(missing) > place and any(other > height for other in missing):
                return False
    return True
