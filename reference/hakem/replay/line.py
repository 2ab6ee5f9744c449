"""A line of a record, main or variation, played under the rules: what it does, and what it claims on the way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal, cast

from hakem.errors import Finding
from hakem.game import Game, IllegalAction, NotAnAction
from hakem.game import events as happenings
from hakem.game.force import Mark, force
from hakem.record import places
from hakem.record.nodes import Call, CallItem, Card, Event, Trick, Variation, Won
from hakem.record.source import Source
from hakem.record.structure import SITS_OUT
from hakem.record.tags import fault_in
from hakem.record.words import action, says_action
from hakem.replay.cards import rotation

#: Automatic happenings that a record may repeat: its word -> the event, and where its argument stands there.
_AUTOMATIC = {
    "reveal": ("revealed", 2),
    "forced": ("forced_bid", 2),
    "marker": ("marker_set", 2),
    "pair": ("pair_shown", 2),
}
_SHOWN = 12
#: What to write if a refused action stood at the table.
_MARKS = {
    **dict.fromkeys(("must_follow_suit", "must_trump", "must_beat_trump"), "if it stood at the table, mark it ^R"),
    **dict.fromkeys(("bid_too_low", "bid_not_higher"), "if it stood at the table, mark it ^I"),
    **dict.fromkeys(("must_ask", "hidden_trump_barred"), "if it stood at the table, mark it ^V"),
}


class Line:
    """Plays a record on a game and notes what is wrong. It stops where the record cannot be followed any more.

    `tricks` and `calls` give the items back with what they left out filled in: whose call it is, who leads, who won.
    """

    def __init__(
        self, source: Source, game: Game, repairable: Literal["error", "warning"], branch: bool = False
    ) -> None:
        self.source = source
        self.game = game
        self.repairable = repairable
        self.branch = branch
        self.findings: list[Finding] = []
        self.stopped = False
        #: Whether everything that was played is known; False ends the replay without a fault.
        self.known = True
        #: Positions of the log that the record has repeated.
        self._told: set[int] = set()
        self._rotation = rotation(game.rules, "seats.play_turn")
        self._in_points = bool(game.rules["pack.points"])
        #: The game as it was at the places that variations start from.
        self._wanted: set[str] = set()
        self._snapshots: dict[str, Game] = {}

    def find(self, code: str, message: str, address: str, expected: str = "", hint: str = "") -> None:
        """Note a finding."""
        self.findings.append(self.source.finding(code, message, address, expected=expected, hint=hint))

    def expect_first(self, seat: str, part: Literal["Auction", "Play"]) -> None:
        """[Auction] and [Play] name the seat that is to act first."""
        turn = self.game.turn
        begins = (self.game.step == "play") == (part == "Play") and not fault_in(part, seat)
        if not self.stopped and turn is not None and begins and seat != turn:
            self.find("wrong_first", f"{turn} is to act first, not {seat}", part, f'[{part} "{turn}"]')

    def calls(self, items: tuple[CallItem, ...], path: str = "", first: int = 1) -> tuple[CallItem, ...]:
        """Play calls and events, up to where the record cannot be followed."""
        done: list[CallItem] = []
        self._wanted = {item.at for item in items if isinstance(item, Variation)}
        number = first
        for address, item in places.of_calls(items, path, first):
            if self._wanted:
                self._keep(f"a{number}")
            if self.stopped:
                done.append(item)
            elif isinstance(item, Call):
                done += self._call(item, address)
                number += 1
            else:
                self._aside(item, address)
                done.append(item)
        return tuple(done)

    def tricks(self, tricks: tuple[Trick, ...], path: str = "") -> tuple[Trick, ...]:
        """Play tricks, up to where the record cannot be followed."""
        items = [item for trick in tricks for item in (*trick.items, *trick.after) if type(item) is Variation]
        self._wanted = {item.at for item in items}
        return tuple(trick if self.stopped else self._trick(trick, path, 1) for trick in tricks)

    def _trick(self, trick: Trick, path: str, first: int) -> Trick:
        turn = self.game.turn or ""
        leader = trick.leader or turn
        if first == 1 and leader != turn and not _led_out_of_turn(trick):
            if self.game.over:
                self._goes_on(f"{path}{trick.number}")
            else:
                expected = f"{turn}:" if self.game.step == "play" else self._legal(turn)
                self.find("wrong_leader", f"{leader} leads, but {turn} is to act", f"{path}{trick.number}", expected)
                self.stopped = True
            return trick
        if first > 1:  # a variation that begins inside a trick
            leader = self._rotation[(self._rotation.index(turn) + 1 - first) % len(self._rotation)] if turn else ""
        start = self._rotation.index(leader) if leader in self._rotation else 0
        order = self._rotation[start:] + self._rotation[:start]
        winner: tuple[str, int] | None = None
        card = first
        if trick.won is not None and first == 1 and not self._wanted and _is_plain(trick, len(order)):
            return self._plain(trick, trick.won, path, order)
        for address, item in places.of_trick(trick, path, first):
            if self._wanted:
                self._keep(f"{trick.number}.{card}")
            if self.stopped:
                break
            if isinstance(item, Card):
                seat = order[card - 1 : card]
                if item.mark == "T":
                    self._taken_back(f"{seat}:{item.card}", address)
                    continue
                winner = self._card(seat, item, address) or winner
                card += 1
            elif isinstance(item, Won):
                self._won(item, winner, address)
            else:
                self._aside(item, address)
        won = trick.won
        if won is None and winner is not None and not self.stopped:
            won = Won(*winner)
        if won is trick.won and (trick.leader or first > 1):
            return trick
        return replace(trick, leader=leader if first == 1 else "", won=won)

    def _plain(self, trick: Trick, won: Won, path: str, order: str) -> Trick:
        """As `_trick`, for cards and their winner and nothing else.

        What the game does not take (a gap, a seat that sits out, a fault) goes the way of every other card.
        """
        winner: tuple[str, int] | None = None
        apply = self.game.apply
        for number, (seat, item) in enumerate(zip(order, cast(tuple[Card, ...], trick.items), strict=True), 1):
            try:
                happened = apply(f"{seat}:{item.card}")
            except (IllegalAction, NotAnAction):
                winner = self._card(seat, item, f"{path}{trick.number}.{number}") or winner
                if self.stopped:
                    return trick
            else:
                winner = self._winner(happened) or winner
        self._won(won, winner, f"{path}{trick.number}>")
        return trick

    def _keep(self, place: str) -> None:
        """Keep the game for the variations that start here."""
        if place in self._wanted and place not in self._snapshots and not self.stopped:
            self._snapshots[place] = self.game.copy()

    def _call(self, call: Call, address: str) -> Iterator[Call]:
        if call.call == "AP":
            yield from self._all_pass(call, address)
            return
        seat = call.seat or self.game.turn or ""
        self._act(f"{seat}:{call.call}", call.mark, address)
        yield replace(call, seat=seat) if seat != call.seat else call

    def _all_pass(self, call: Call, address: str) -> Iterator[Call]:
        """`AP`: every pass up to the end of the step."""
        step, notes = self.game.step, []
        while self.game.step == step and f"{self.game.turn}:P" in self.game.legal().get(self.game.turn or "", ()):
            notes.append(self.game.turn or "")
            self.game.apply(f"{self.game.turn}:P")
        if not notes:
            self.find("illegal_action", "nobody can pass here", address)
            self.stopped = True
            yield call
        for at, seat in enumerate(notes, 1):
            yield replace(call, seat=seat, call="P") if at == len(notes) else Call(seat, "P")

    def _card(self, seat: str, item: Card, address: str) -> tuple[str, int] | None:
        """Play a card. Returns the winner of the trick and the count of his side, if it is complete."""
        if item.card == SITS_OUT:
            if seat == self.game.turn:
                self.find("illegal_action", f"{seat} does not sit out", address, self._legal(seat))
                self.stopped = True
            return None
        if "_" in item.card:
            self._unknown()
            return None
        return self._winner(self._act(f"{seat}:{item.card}", item.mark, address))

    def _winner(self, happened: list[happenings.Event]) -> tuple[str, int] | None:
        """Who won the trick that a card completed, and the count of his side."""
        for event in happened:
            if event[0] == "trick_won":
                return event[1], self._count(event[1])
        return None

    def _count(self, seat: str) -> int:
        counts = self.game.points() if self._in_points else self.game.tricks()
        return next(count for side, count in counts.items() if seat in side)

    def _won(self, won: Won, winner: tuple[str, int] | None, address: str) -> None:
        if winner is None:
            return
        seat, count = winner
        if won.seat != seat:
            self.find("wrong_winner", f"{won.seat} does not win this trick", address, f"> {seat} {count}")
        elif won.count != count:
            what = "points" if self._in_points else "tricks"
            self.find(
                "wrong_count", f"the side of {seat} has {count} {what}, not {won.count}", address, f"> {seat} {count}"
            )

    def _aside(self, item: Event | Variation, address: str) -> None:
        """What is neither call nor card."""
        if isinstance(item, Variation):
            self._variation(item, address)
        elif self._repeats(item):
            return
        elif item.word in _AUTOMATIC and not says_action(item):
            happened = self._happened(item.word)
            message = f"`{item.word} {' '.join(item.args)}` did not happen"
            self.find("wrong_event", message, address, happened)
        elif says_action(item):
            if any("_" in arg for arg in item.args):
                self._unknown()
            elif item.mark == "T":
                self._taken_back(action(item), address)
            else:
                self._act(action(item), item.mark, address)

    def _repeats(self, event: Event) -> bool:
        """Whether the event tells of something that happened by itself and was not told yet."""
        if event.word not in _AUTOMATIC:
            return False
        name, field = _AUTOMATIC[event.word]
        said = " ".join(event.args).removeprefix("~")
        log = self.game.log
        for at, happened in enumerate(log):
            if happened[0] != name or at in self._told or str(happened[field]) != said:
                continue
            if (self._maker() if name == "revealed" else happened[1]) == event.seat:
                self._told.add(at)
                return True
        return False

    def _maker(self) -> str:
        return next((event[1] for event in reversed(self.game.log) if event[0] == "trump_set"), "")

    def _happened(self, word: str) -> str:
        """The last happening of that kind, as a record would write it."""
        name, field = _AUTOMATIC[word]
        for event in reversed(self.game.log):
            if event[0] == name:
                seat = self._maker() if name == "revealed" else event[1]
                return f"<{seat}:{word} {event[field]}>"
        return "no such event"

    def _variation(self, item: Variation, address: str) -> None:
        game = self._snapshots.get(item.at)
        if game is None:
            return
        branch = Line(self.source, game.copy(), self.repairable, branch=True)
        branch._told = set(self._told)
        branch._snapshots = dict(self._snapshots)
        if item.calls:
            branch.calls(item.calls, address + "/", places.first_call(item))
        for at, trick in enumerate(item.tricks):
            if not branch.stopped:
                branch._trick(trick, address + "/", 1 if at else places.first_card(item))
        self.findings += branch.findings

    def _act(self, text: str, mark: str, address: str) -> list[happenings.Event]:
        """Let the rules judge an action, and a mark on it. Returns what happened."""
        if self.game.over:
            self._goes_on(address)
            return []
        try:
            if mark:
                return self._irregular(text, cast(Mark, mark), address)
            return self.game.apply(text)
        except NotAnAction:
            message = f"`{text}` is no action of {self.game.rules.name}"
            self.find("illegal_action", message, address, self._legal(text[:1]))
            self.stopped = True
        except IllegalAction as refusal:
            self._refused(refusal, mark, address)
        return []

    def _irregular(self, text: str, mark: Mark, address: str) -> list[happenings.Event]:
        if self.game.refusal(text) is not None:
            return force(self.game, text, mark)
        self.find("mark_on_legal", f"`^{mark}` stands on {text}, which is legal", address, text[2:])
        return self.game.apply(text)

    def _refused(self, refusal: IllegalAction, mark: str, address: str) -> None:
        self.stopped = True
        why = f"{refusal.reason.replace('_', ' ')} ({refusal.path})"
        seat = refusal.action[0]
        if mark:
            message = f"the deal cannot go on after ^{mark} {refusal.action}: {why}"
            self.find("not_replayable", message, address)
            return
        if refusal.reason == "not_your_turn" and not self.branch:
            turn = self.game.turn or ""
            self.find("wrong_seat", f"{turn} is to act, not {seat}", address, self._legal(turn))
            return
        code = "illegal_variation" if self.branch else "illegal_action"
        message = f"{refusal.action} is refused: {why}"
        hint = "" if self.branch else _MARKS.get(refusal.reason, "")
        self.find(code, message, address, self._legal(seat), hint)

    def _legal(self, seat: str) -> str:
        """What may be done instead, in words."""
        legal = self.game.legal()
        if seat not in legal:
            return f"{self.game.turn} to act" if self.game.turn else ""
        shown = legal[seat][:_SHOWN]
        return " ".join(shown) + (" …" if len(legal[seat]) > _SHOWN else "")

    def _taken_back(self, text: str, address: str) -> None:
        """An action that was withdrawn must have been an illegal one."""
        try:
            if not self.game.over and self.game.refusal(text) is None:
                self.find("mark_on_legal", f"`^T` stands on {text}, which is legal", address)
        except NotAnAction:
            self.find("illegal_action", f"`{text}` is no action", address)

    def _goes_on(self, address: str) -> None:
        cause = self.game.result["cause"] if self.game.result else ""
        self.find("record_goes_on", f"the deal is over ({cause})", address, "[End]")
        self.stopped = True

    def _unknown(self) -> None:
        self.stopped, self.known = True, False


def _is_plain(trick: Trick, size: int) -> bool:
    """Whether a trick names its leader and has a card of each seat, without a mark or anything between."""
    if not trick.leader or trick.after or len(trick.items) != size:
        return False
    return not [item for item in trick.items if type(item) is not Card or item.mark]


def _led_out_of_turn(trick: Trick) -> bool:
    first = next((item for item in trick.items if isinstance(item, Card)), None)
    return first is not None and first.mark == "L"
