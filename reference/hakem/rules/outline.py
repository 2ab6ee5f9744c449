"""What follows from settings before a card is dealt: steps that act, cards a hand, sides, reachable numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from hakem.cards import pack

#: Choices of trump that name a suit or a card, so that a card can be laid for them.
WITH_A_CARD = frozenset({"suit", "reversed_suit", "dealt_card"})


@dataclass(frozen=True)
class Outline:
    """Derived facts about full settings (`Draft.full`), of which some may still be unset."""

    settings: Mapping[str, Any]

    def get(self, path: str) -> Any:
        return self.settings.get(path)

    @cached_property
    def steps(self) -> tuple[str, ...]:
        """The names of the steps in order, packets as `deal`."""
        return tuple(item if isinstance(item, str) else "deal" for item in self.get("sequence") or ())

    @cached_property
    def packets(self) -> tuple[Mapping[str, Any], ...]:
        return tuple(item["deal"] for item in self.get("sequence") or () if not isinstance(item, str))

    def acts(self, step: str) -> bool:
        """Whether a step is in the sequence and not turned off by its own section."""
        if step not in self.steps:
            return False
        if step == "second_auction":
            return bool(self.get("second_auction.who") != "nobody")
        if step == "stakes":
            return bool(self.get("stakes.factors")) or self.get("stakes.automatic") != "none"
        if step == "lone_hand":
            return bool(self.get("lone_hand.who") != "nobody")
        return step != "draw" or bool(self.get("draw.discards"))

    @property
    def hakem(self) -> bool:
        """Whether there is a Hakem."""
        return "choose_trump" in self.steps and self.get("choose_trump.by") == "hakem"

    @property
    def hidden(self) -> bool:
        return "choose_trump" in self.steps and self.get("choose_trump.secrecy") == "hidden"

    @property
    def seats(self) -> int:
        return int(self.get("seats.count"))

    @property
    def partners(self) -> bool:
        return bool(self.get("seats.sides") == "partners")

    @property
    def sides(self) -> int:
        """How many sides stand against each other in a deal."""
        return self.seats if self.get("seats.sides") == "singles" else 2

    @cached_property
    def pack_size(self) -> int:
        return len(pack(self.get("pack.order") or (), self.get("pack.remove")))

    @cached_property
    def dealt(self) -> tuple[int, ...]:
        """The cards dealt to each seat, eldest first, over all packets."""
        return self.dealt_by(len(self.packets))

    def dealt_by(self, packets: int) -> tuple[int, ...]:
        """The cards dealt to each seat, eldest first, by the first so many packets."""
        served = {"all": range(self.seats), "hakem": range(1), "others": range(1, self.seats)}
        return tuple(
            sum(packet["cards"] for packet in self.packets[:packets] if place in served[packet["to"]])
            for place in range(self.seats)
        )

    @cached_property
    def tricks(self) -> int:
        """The tricks of a deal that is played to the end: the cards of the shortest hand."""
        return int(self.get("draw.hand")) if self.acts("draw") else min(self.dealt, default=0)

    @property
    def count_limit(self) -> int:
        """The most that a side can have in the end of what bids count."""
        if self.get("auction.counts") == "points":
            return int(self.get("pack.total") + self.get("pack.last_trick"))
        return self.tricks

    @property
    def speaks_alone(self) -> bool:
        """Whether nobody but the Hakem ever speaks in an auction."""
        return self.get("auction.who") == "hakem" and not self.acts("second_auction")

    @property
    def one_bid_only(self) -> bool:
        """Whether the first bid of an auction ends it, because none can follow."""
        low, high = self.get("auction.bids.from"), self.get("auction.bids.to")
        again = self.get("auction.equal_bids") or self.acts("second_auction")
        return low is not None and low == high and not again

    @property
    def marker(self) -> Literal["never", "maybe", "always"]:
        """Whether a hidden trump is marked by a card of the maker's own."""
        choices = set(self.get("choose_trump.choices"))
        marked = choices & (WITH_A_CARD if self.get("choose_trump.form") == "own_card" else {"dealt_card"})
        if not self.hidden or not marked:
            return "never"
        return "always" if marked == choices else "maybe"

    @property
    def contract(self) -> bool:
        """Whether a deal can have a contract."""
        return "auction" in self.steps or self.acts("lone_hand")
