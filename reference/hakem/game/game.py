"""One deal to be played: deal, list, apply, look, score. The only class a user needs."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from hakem.cards import CARDS
from hakem.game import reasons
from hakem.game.actions import SHAPE, Action, parse
from hakem.game.bits import indices
from hakem.game.compile import compile_rules
from hakem.game.ending import by_side, offices
from hakem.game.errors import DealError, IllegalAction, NotAnAction
from hakem.game.events import Event, all_as_json
from hakem.game.play import may_play, play_card
from hakem.game.setup import begin_at_play, read_before, read_deal
from hakem.game.state import NOBODY, Before, State
from hakem.game.steps import advance, legal_actions, say
from hakem.game.view import Fold

if TYPE_CHECKING:
    from hakem.rules.ruleset import RuleSet


class Game:
    """A deal under a rule set, from the first packet to the score.

    `rules` is a checked rule set (`hakem.rules.load`), `dealer` a seat letter, `deal` the cards: a pack
    (`"SJ S9 …"` or a list, first dealt card first), or packets, one mapping of seats to cards for each `deal`
    step. `before` is what the deal finds of the match, a mapping as in protocol.md section 3 or a `Before`.
    With `contract` the deal begins at play (`from: play` of the protocol).

    Raises DealError if the cards do not make up the pack or the dealer is no seat.
    """

    __slots__ = ("_asides", "_folds", "_own", "_state")

    def __init__(
        self,
        rules: RuleSet,
        dealer: str = "N",
        deal: Any = None,
        before: Mapping[str, Any] | Before | None = None,
        contract: Mapping[str, Any] | None = None,
    ) -> None:
        plan = compile_rules(rules)
        if not isinstance(dealer, str) or dealer not in plan.seat_of:
            raise DealError(f"{dealer!r} is no seat", " ".join(plan.seats), "dealer")
        number = plan.seat_of[dealer]
        pack = read_deal(plan, number, deal)
        found = read_before(plan, before)
        self._state = state = State(plan, number, pack, found)
        #: The legal map: actions of the seat on turn (None: not listed yet) and side rights of other seats.
        self._own: tuple[str, ...] | None = None
        self._asides: dict[int, tuple[str, ...]] = {}
        self._folds: dict[str, Fold] = {}
        hakem = plan.seats[state.hakem] if state.hakem != NOBODY else None
        state.emit("deal_begins", found.deal, dealer, hakem, state.score)
        if contract is not None:
            begin_at_play(state, contract)
        advance(state)

    @classmethod
    def deal(
        cls,
        rules: RuleSet,
        dealer: str = "N",
        seed: int | None = None,
        before: Mapping[str, Any] | Before | None = None,
    ) -> Game:
        """A game with a shuffled pack; the same `seed` gives the same cards."""
        pack = [CARDS[card] for card in indices(compile_rules(rules).pack_mask)]
        random.Random(seed).shuffle(pack)
        return cls(rules, dealer, pack, before)

    def copy(self) -> Game:
        """An independent game in the same position."""
        new = object.__new__(Game)
        new._state = self._state.copy()
        new._own = self._own
        new._asides = self._asides
        new._folds = {}
        return new

    def legal(self) -> dict[str, list[str]]:
        """The seats that may act, each with its sorted actions: the one definition of legality."""
        own = self._own
        if own is None:
            own = self._list()
        state = self._state
        if state.over:
            return {}
        seats = state.plan.seats
        actions = {seats[state.turn]: list(own)}
        for seat, rights in self._asides.items():
            actions[seats[seat]] = list(rights)
        return actions

    def _list(self) -> tuple[str, ...]:
        own, self._asides = legal_actions(self._state)
        self._own = own
        return own

    def _is_legal(self, action: str) -> bool:
        own = self._own
        if own is None:
            own = self._list()
        return action in own or any(action in rights for rights in self._asides.values())

    def apply(self, action: str) -> list[Event]:
        """Let a seat act, and run on to the next decision. Returns what happened, the action's event first.

        Raises IllegalAction if the action is not in the legal map, NotAnAction if the text is no action at
        all; the game is then as it was.
        """
        state = self._state
        entry = state.plan.card_actions.get(action) if isinstance(action, str) else None
        own = self._own
        if own is None and entry is not None:  # nobody asked for the list: a card needs none
            legal = may_play(state, entry)
        else:
            legal = (own is not None and action in own) or self._is_legal(action)
        if not legal:
            raise self._refused(action)
        self._own = None
        log = state.log
        start = len(log)
        if entry is not None:
            play_card(state, entry)
        else:
            say(state, action)
        return log[start:]

    def _refused(self, action: str) -> IllegalAction:
        reason, path = reasons.reason_for(self._state, self._parse(action))
        return IllegalAction(action, reason, path, self.position)

    def _parse(self, action: str) -> Action:
        parsed = parse(action) if isinstance(action, str) else None
        if parsed is None or parsed.seat not in self._state.plan.seat_of:
            raise NotAnAction(action, self.position, SHAPE)
        return parsed

    def check(self, action: str) -> None:
        """Raise NotAnAction unless the text is an action of these seats, legal or not."""
        self._parse(action)

    def refusal(self, action: str) -> tuple[str, str] | None:
        """Why the action would be refused: reason code and rule path; None if it is legal.

        Raises NotAnAction if the text is no action at all.
        """
        parsed = self._parse(action)
        return None if self._is_legal(action) else reasons.reason_for(self._state, parsed)

    def view(self, seat: str) -> dict[str, Any]:
        """Everything the seat may know (protocol.md section 7), and nothing that depends on anything else."""
        fold = self._folds.get(seat)
        if fold is None:
            if seat not in self._state.plan.seat_of:
                raise NotAnAction(seat, self.position, "a seat: " + " ".join(self._state.plan.seats))
            fold = self._folds[seat] = Fold(self._state.plan, seat)
        fold.read(self._state.log)
        return fold.view(self._state.step, self.turn, self.legal().get(seat, []))

    @property
    def rules(self) -> RuleSet:
        """The rule set that is played."""
        return self._state.plan.rules

    @property
    def seats(self) -> str:
        """The seats, clockwise."""
        return self._state.plan.seats

    @property
    def turn(self) -> str | None:
        """The seat that is to act in its turn, None when the deal is over."""
        state = self._state
        return None if state.over else state.plan.seats[state.turn]

    @property
    def step(self) -> str:
        """The step of the sequence: `auction`, `choose_trump`, …, `play`, or `over`."""
        return self._state.step

    @property
    def over(self) -> bool:
        """Whether the deal has ended or is void."""
        return self._state.over

    @property
    def match_over(self) -> bool:
        """Whether this deal has decided the match."""
        return self._state.match_over

    def points(self) -> dict[str, int]:
        """Captured card points by side, the last-trick point included."""
        return by_side(self._state, self._state.points)

    def tricks(self) -> dict[str, int]:
        """Captured tricks by side."""
        return by_side(self._state, self._state.tricks)

    @property
    def result(self) -> dict[str, Any] | None:
        """The result of the deal (protocol.md section 6), None while it is open."""
        return self._state.result

    @property
    def after(self) -> Before | None:
        """What the next deal of the match finds, None while this one is open."""
        return self._state.after

    @property
    def offices(self) -> dict[str, str]:
        """Dealer, and Hakem where there is one."""
        return offices(self._state, self._state.dealer, self._state.hakem)

    @property
    def log(self) -> list[Event]:
        """Everything that happened so far, as tuples (see `hakem.game.events`)."""
        return self._state.log

    @property
    def events(self) -> list[dict[str, Any]]:
        """Everything that happened so far, as the referee saw it (protocol.md section 5)."""
        return all_as_json(self._state.log)

    @property
    def position(self) -> str:
        """One line for messages: rule set, step, whose turn."""
        state = self._state
        if state.over:
            return f"{self.rules.id}, deal over"
        where = state.step
        if where == "play":
            table = " ".join(CARDS[card] for card in state.trick)
            where = f"trick {state.trick_number}, {table or 'nothing'} on the table"
        return f"{self.rules.id}, {where}, {self.turn} to act"

    def __repr__(self) -> str:
        return f"<Game {self.position}>"
