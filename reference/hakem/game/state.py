"""The state of one deal, as the referee knows it. The steps (`auction`, `play`, …) change it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import Any, Literal

from hakem.cards import SUITS
from hakem.game.bits import NO_SUIT
from hakem.game.compile import Plan
from hakem.game.events import Event

NOBODY = -1


@dataclass(frozen=True, slots=True)
class Before:
    """What a deal finds: the match up to now (protocol.md section 3)."""

    score: Mapping[str, int] = field(default_factory=dict)
    deal: int = 1
    run: Mapping[str, int] = field(default_factory=dict)
    served: int = 0
    won: bool = True
    voided: Mapping[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Auction:
    """One auction in progress. Sets of seats are masks."""

    second: bool
    entitled: int
    order: tuple[int, ...]
    bidder: int = NOBODY
    bid: int = 0
    equals: int = 0
    out: int = 0
    passed: int = 0
    spoken: int = 0
    speaker: int = NOBODY
    #: In a duel: the standing bidder, and whether a challenger has gone above him.
    holder: int = NOBODY
    challenged: bool = False


@dataclass(slots=True)
class Window:
    """A round window: the seats still to be asked, in order, and what they may say besides `P`."""

    word: str
    asked: tuple[int, ...]
    waiting: tuple[int, ...]
    automatic: bool = False


@dataclass(slots=True)
class Draw:
    """The exchange of the two-hand game: how many cards each seat has still to lay away."""

    to_lay: list[int]
    looked: int = NOBODY


class State:
    """One deal. Cards are bits (`bits`), seats, sides and suits numbers; -1 means none."""

    # fmt: off
    __slots__ = (
        "after", "aside", "at", "auction", "before", "best", "best_card", "best_seat", "bid",
        "bid_since_choice", "call_pending", "centre", "chosen", "contract", "dealer", "dealt", "deciding",
        "declarer", "draw", "eldest", "going_on", "hakem", "hands", "held_back", "hidden", "known",
        "last_winner", "leader", "led_by_others", "led_mask", "log", "lone", "maker", "marker",
        "marker_lies", "match_over", "may_ask", "multiplier", "next_play", "opening", "opening_side",
        "over", "pack", "pair_open", "pair_shown", "plan", "points", "power", "powers", "raised",
        "result", "reveal_trick", "reversed", "rights", "run", "run_of", "score", "side_names", "side_of",
        "step", "target", "to_come", "total_tricks", "trick", "trick_number", "trick_size", "tricks",
        "trump", "turn", "turned_up", "used_up", "window", "won",
    )
    # fmt: on

    def __init__(self, plan: Plan, dealer: int, pack: list[int], before: Before) -> None:
        count = len(plan.seats)
        self.plan = plan
        self.before = before
        self.score: Mapping[str, int] = {name: before.score.get(name, 0) for name in plan.side_names}
        self.dealer = dealer
        self.eldest = plan.turn[dealer]
        self.hakem = self.eldest if plan.has_hakem else NOBODY
        self.log: list[Event] = []

        self.pack = pack
        self.hands = [0] * count
        self.dealt: list[list[int]] = [[] for _ in range(count)]
        self.held_back: list[tuple[int, ...]] = [()] * count

        self.at = -1
        self.step = ""
        self.turn = NOBODY
        self.over = False
        self.result: dict[str, Any] | None = None
        self.match_over = False
        #: What the next deal finds, once this one is over.
        self.after: Before | None = None
        #: seat -> row of `cancel_deal` that gives it the right to `redeal`; and rows that are used up for it.
        self.rights: dict[int, str] = {}
        self.used_up: dict[int, str] = {}
        #: Whether some seat may have a side right, so that the legal list has to look.
        self.aside = False

        self.auction: Auction | None = None
        self.window: Window | None = None
        self.draw: Draw | None = None

        self.declarer = self.hakem
        self.contract = False
        self.bid = 0
        self.target = 0
        self.raised = False
        self.lone = False
        self.multiplier = 1
        self.bid_since_choice = False
        self.side_names, self.side_of = (
            plan.sides_for(self.hakem) if plan.has_hakem else (plan.side_names, plan.side_of)
        )

        self.maker = NOBODY
        self.chosen = ""
        self.trump = NOBODY
        self.reversed = False
        self.hidden = False
        self.known = False
        #: The card that fixed the trump, whether it lies apart, whether a called place is still to be dealt.
        self.marker = NOBODY
        self.marker_lies = False
        self.call_pending = False

        self.leader = NOBODY
        self.next_play: tuple[int, ...] = plan.play_turn
        self.trick: list[int] = []
        self.trick_number = 1
        self.trick_size = count
        self.total_tricks = 0
        self.led_mask = 0
        self.led_by_others = 0
        self.powers = plan.power[0][NO_SUIT]
        self.power: tuple[int, ...] = self.powers[0]
        self.best = 0
        self.best_card = NOBODY
        self.best_seat = NOBODY
        self.last_winner = NOBODY
        #: What this turn has turned the trump up by: `ask`, `show`, or nothing.
        self.turned_up: Literal["", "ask", "show"] = ""
        self.may_ask: tuple[bool, ...] = ()
        self.reveal_trick = 0
        self.deciding = False
        self.going_on = False
        self.pair_open: tuple[bool, ...] = ()
        self.pair_shown = False

        self.reset_sides()
        #: Card points in hands and marker zones when play began, the last-trick point included.
        self.to_come = 0
        #: Tricks and points of the centre; the run of tricks of one winner.
        self.centre = (0, 0)
        self.run_of = NOBODY
        self.run = 0
        self.opening_side = NOBODY
        self.opening = 0

    def reset_sides(self) -> None:
        """Empty piles for the sides as they are now."""
        self.tricks = [0] * len(self.side_names)
        self.points = [0] * len(self.side_names)
        self.won = [0] * len(self.side_names)

    def form_sides(self, declarer: int) -> None:
        """The sides of the deal around a declarer (matters for `declarer_alone` alone)."""
        self.declarer = declarer
        if self.plan.alone:
            self.side_names, self.side_of = self.plan.sides_for(declarer)
            self.reset_sides()

    def copy(self) -> State:
        """An independent state; what is never changed in place is shared."""
        new = object.__new__(type(self))
        for name, value in zip(_SLOTS, _values(self), strict=True):
            setattr(new, name, value)
        new.log = self.log[:]
        new.pack = self.pack[:]
        new.hands = self.hands[:]
        new.trick = self.trick[:]
        new.tricks = self.tricks[:]
        new.points = self.points[:]
        new.won = self.won[:]
        new.held_back = self.held_back[:]
        new.dealt = [cards[:] for cards in self.dealt]
        new.rights = dict(self.rights)
        new.used_up = dict(self.used_up)
        if self.auction is not None:
            new.auction = replace(self.auction)
        if self.window is not None:
            new.window = replace(self.window)
        if self.draw is not None:
            new.draw = Draw(self.draw.to_lay[:], self.draw.looked)
        return new

    @property
    def declaring_side(self) -> int:
        """The side of the declarer, or -1."""
        return self.side_of[self.declarer] if self.declarer >= 0 else NOBODY

    @property
    def trump_text(self) -> str:
        """The trump as events and views write it: `C`, `NT`, `C rev`, `NT rev`."""
        return (SUITS[self.trump] if self.trump >= 0 else "NT") + (" rev" if self.reversed else "")

    def emit(self, *event: Any) -> None:
        """Note what happened."""
        self.log.append(event)


_SLOTS = State.__slots__
_values = attrgetter(*_SLOTS)
