"""What a seat may know: a fold over the events as that seat saw them (protocol.md section 7).

Apart from the rules, the fold reads nothing but events with their hidden faces cut off, so a view cannot show
what its seat was never told. Step, turn and the seat's own legal list are added by the game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hakem.cards import INDEX
from hakem.game.bits import names
from hakem.game.compile import Plan
from hakem.game.events import FACES, Event, seen


class Fold:
    """The public and private knowledge of one seat, brought up to date event by event."""

    # fmt: off
    __slots__ = (
        "bid", "calls", "cards", "dealer", "declarer", "eldest", "hand", "laid", "last", "leader", "lone",
        "maker", "marker", "open", "place", "plan", "points", "reversed", "score", "seat", "side_of",
        "stakes", "target", "trick", "tricks", "trump",
    )
    # fmt: on

    def __init__(self, plan: Plan, seat: str) -> None:
        self.plan = plan
        self.seat = seat
        self.place = 0
        self.dealer = self.eldest = ""
        self.score: dict[str, int] = {}
        self.points: dict[str, int] = {}
        self.tricks: dict[str, int] = {}
        self.side_of = plan.side_of
        self.hand = 0
        self.cards = dict.fromkeys(plan.seats, 0)
        self.calls: list[str] = []
        self.declarer: str | None = None
        self.bid: int | None = None
        self.target: int | None = None
        self.stakes = 1
        self.lone = False
        self.maker = ""
        self.trump: str | None = None
        self.reversed = ""
        self.open = False
        #: Whose marker lies on the table, and its card where this seat may know it.
        self.laid = ""
        self.marker: str | None = None
        self.trick: list[str] = []
        self.leader: str | None = None
        self.last: dict[str, Any] | None = None

    def read(self, log: list[Event]) -> None:
        """Take in the events since the last time."""
        seat = self.seat
        for event in log[self.place :]:
            name = event[0]
            _READERS[name](self, *(seen(event, seat) if name in FACES else event)[1:])
        self.place = len(log)

    def form_sides(self, declarer: str) -> None:
        """Points and tricks by side; with `declarer_alone` the sides depend on the declarer."""
        sides, side_of = self.plan.sides_for(self.plan.seat_of[declarer])
        if self.plan.alone:
            self.points = dict.fromkeys(sides, 0)
            self.tricks = dict.fromkeys(sides, 0)
        self.side_of = side_of

    def view(self, step: str, turn: str | None, legal: list[str]) -> dict[str, Any]:
        """The view; every call makes a new one."""
        leader = self.leader
        if leader is None and step == "play":
            leader = self._first_leader()
        return {
            "seat": self.seat,
            "step": step,
            "turn": turn,
            "legal": legal,
            "dealer": self.dealer,
            "score": dict(self.score),
            "hand": names(self.hand),
            "marker": None if not self.laid else self.marker or "?",
            "cards": dict(self.cards),
            "calls": self.calls[:],
            "declarer": self.declarer,
            "bid": self.bid,
            "target": self.target,
            "stakes": self.stakes,
            "trump": self.trump,
            "open": self.open,
            "trick": self.trick[:],
            "leader": leader,
            "last": self.last and {**self.last, "cards": self.last["cards"][:]},
            "points": dict(self.points),
            "tricks": dict(self.tricks),
        }

    def _first_leader(self) -> str | None:
        lead = self.plan.setting["play.first_lead"]
        if self.lone or lead == "declarer":
            return self.declarer or self.eldest
        return self.dealer if lead == "dealer" else self.eldest

    def _add(self, seat: str, card: str | None) -> None:
        self.cards[seat] += 1
        if card is not None and seat == self.seat:
            self.hand |= 1 << INDEX[card]

    def _remove(self, seat: str, card: str | None) -> None:
        self.cards[seat] -= 1
        if card is not None and seat == self.seat:
            self.hand &= ~(1 << INDEX[card])


def _deal_begins(self: Fold, deal: int, dealer: str, hakem: str | None, score: dict[str, int]) -> None:
    plan = self.plan
    self.dealer = dealer
    self.eldest = plan.seats[plan.turn[plan.seat_of[dealer]]]
    self.score = score
    self.points = dict.fromkeys(plan.side_names, 0)
    self.tricks = dict.fromkeys(plan.side_names, 0)
    self.side_of = plan.side_of
    self.declarer = hakem
    if hakem is not None:
        self.form_sides(hakem)


def _dealt(self: Fold, seat: str, count: int, cards: str | None) -> None:
    self.cards[seat] += count
    _looked(self, seat, cards)


def _looked(self: Fold, seat: str, cards: str | None) -> None:
    if seat == self.seat and cards is not None:
        for card in cards.split():
            if card != self.marker:
                self.hand |= 1 << INDEX[card]


def _call(self: Fold, seat: str, word: str) -> None:
    self.calls.append(f"{seat}:{word}")


def _forced_bid(self: Fold, seat: str, bid: int) -> None:
    self.calls.append(f"{seat}:{bid}")


def _contract(self: Fold, seat: str, bid: int, target: int) -> None:
    self.declarer = seat
    self.bid = bid
    self.target = target
    self.form_sides(seat)


def _trump_set(self: Fold, seat: str, choice: str | None) -> None:
    self.maker = seat
    self.trump = "?"
    self.reversed = ""
    self.open = False
    if choice is None:
        return
    if choice[0].isdigit():
        self.calls.append(f"{seat}:trump {choice}")
        return
    self.reversed = " rev" if choice.endswith(" rev") else ""
    self.trump = (choice[:2] if choice.startswith("NT") else choice[0]) + self.reversed
    self.open = self.plan.open_game


def _marker_set(self: Fold, seat: str, card: str | None) -> None:
    if card is not None:
        self.trump = card[0] + self.reversed
    if self.plan.open_game:
        self.open = True
        return
    self.laid = seat
    self.marker = card
    self._remove(seat, card)


def _marker_back(self: Fold, seat: str, card: str | None) -> None:
    self.laid = ""
    self.marker = None
    self._add(seat, card)


def _stakes(self: Fold, multiplier: int) -> None:
    self.stakes = multiplier


def _lone_contract(self: Fold, seat: str) -> None:
    self.declarer = seat
    self.form_sides(seat)
    self.bid = self.target = self.trump = None
    self.stakes = 1
    self.lone = True
    self.open = False
    if self.plan.setting["lone_hand.partner"] == "plays":
        return
    side = self.side_of[self.plan.seat_of[seat]]
    for number, partner in enumerate(self.plan.seats):
        if self.side_of[number] == side and partner != seat:
            self.cards[partner] = 0
            if partner == self.seat:
                self.hand = 0


def _played(self: Fold, seat: str, card: str) -> None:
    if not self.trick:
        self.leader = seat
    self.trick.append(card)
    self._remove(seat, card)


def _revealed(self: Fold, seat: str, trump: str, marker: str | None) -> None:
    self.trump = trump
    self.open = True
    if marker is not None:
        self.laid = ""
        self.marker = None
        self._add(self.maker, marker)


def _trick_won(self: Fold, seat: str, trick: int) -> None:
    self.last = {"leader": self.leader, "cards": self.trick, "winner": seat}
    self.trick = []
    self.leader = seat


def _captured(self: Fold, side: str, tricks: int, points: int) -> None:
    self.tricks[side] += tricks
    self.points[side] += points


def _pair_shown(self: Fold, seat: str, suit: str) -> None:
    self.calls.append(f"{seat}:pair {suit}")


def _target_moved(self: Fold, old: int, new: int) -> None:
    self.target = new


def _scored(self: Fold, row: str, change: dict[str, int], score: dict[str, int]) -> None:
    self.score = score


def _ignored(self: Fold, *fields: Any) -> None:
    """Nothing that a view shows."""


_READERS: dict[str, Callable[..., None]] = {
    "deal_begins": _deal_begins,
    "dealt": _dealt,
    "looked": _looked,
    "call": _call,
    "forced_bid": _forced_bid,
    "contract": _contract,
    "trump_set": _trump_set,
    "marker_set": _marker_set,
    "marker_back": _marker_back,
    "stakes": _stakes,
    "lone_contract": _lone_contract,
    "laid_away": Fold._remove,
    "drawn": Fold._add,
    "played": _played,
    "revealed": _revealed,
    "trick_won": _trick_won,
    "captured": _captured,
    "pair_shown": _pair_shown,
    "target_moved": _target_moved,
    "deal_void": _ignored,
    "deal_ended": _ignored,
    "scored": _scored,
    "streak": _scored,
    "office": _ignored,
    "match_won": _ignored,
}
