"""What can be said against a record without its rule set: tags, seats, the order of tricks, who held which card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from hakem.cards import SEATS
from hakem.errors import Finding
from hakem.record import places, tags
from hakem.record.deal import DealFault, hand_cards, parse_deal
from hakem.record.load import Level
from hakem.record.nodes import Board, Call, CallItem, Card, Event, Header, Tag, Trick, Variation, Won
from hakem.record.source import Source
from hakem.record.words import CALL, ENDS, WORDS, arguments_fit
from hakem.suggest import did_you_mean

#: Card play in which hands change, so that [Deal] does not tell who may play what.
_EXCHANGES = {"away", "take", "leave"}
TABLE = "T"
SITS_OUT = "--"


def check_header(source: Source, header: Header) -> list[Finding]:
    """Findings about the tags of a match."""
    return list(_tags(source, header.tags, ()))


def check_board(source: Source, board: Board, order: str, level: Level, before: str = "") -> list[Finding]:
    """Findings about a board, in the order of the text. `order` is the order of play round the table, `before` the
    name of the board before it."""
    checker = _Checker(source, board, order, level)
    return [*_opening(source, board, before), *checker.auction(), *checker.play(), *_end(source, board)]


def rotation(header: Header, board: Board) -> str:
    """The order of play round the table: [Rotation], or clockwise as many seats as the deal serves, or four."""
    told = header.tag("Rotation")
    if told and not tags.fault_in("Rotation", told):
        return told
    deal = board.tag("Deal")
    return SEATS.get(len(deal.split()) if deal else 4, SEATS[4])


def _opening(source: Source, board: Board, before: str) -> Iterator[Finding]:
    sections = [Tag("Board", board.name)]
    if board.auction is not None:
        sections.append(Tag("Auction", board.auction.first))
    if board.play is not None:
        sections.append(Tag("Play", board.play.leader))
    if board.name == before:
        yield source.finding("board_twice", f"board {board.name} stands twice", "Board")
    yield from _tags(source, board.tags, tuple(sections))
    deal, pack = board.tag("Deal"), board.tag("Pack")
    if deal and pack and not tags.fault_in("Deal", deal) and not tags.fault_in("Pack", pack):
        dealt = {card for hand in parse_deal(deal).values() if hand for card in hand_cards(hand)}
        if strange := sorted(dealt - set(pack.split())):
            yield source.finding("pack_differs", f"not in [Pack]: {' '.join(strange)}", "Deal")


def _tags(source: Source, tagged: tuple[Tag, ...], sections: tuple[Tag, ...]) -> Iterator[Finding]:
    seen: set[str] = set()
    for tag in (*sections[:1], *tagged, *sections[1:]):
        if tag.name in seen:
            yield source.finding("duplicate_tag", f"[{tag.name}] stands twice", tag.name)
        seen.add(tag.name)
        if expected := tags.fault_in(tag.name, tag.value):
            message = f"[{tag.name}] cannot be `{tag.value}`" + (f": {expected}" if tag.name == "Deal" else "")
            shape = "" if tag.name == "Deal" else expected
            yield source.finding("bad_value", message, tag.name, expected=shape)


def _end(source: Source, board: Board) -> Iterator[Finding]:
    if board.end not in ENDS:
        hint = did_you_mean(board.end, ENDS)
        yield source.finding(
            "unknown_end", f"[End] cannot be `{board.end}`", "End", expected=", ".join(ENDS), hint=hint
        )


@dataclass(slots=True)
class _Line:
    """A line of play, main or variation: what was played where, who led, whose turn it is."""

    path: str = ""
    #: (trick, card) -> seat and card.
    played: dict[tuple[int, int], tuple[str, str]] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)
    leaders: dict[int, str] = field(default_factory=dict)
    #: Who should lead the next trick, "" if that is not told.
    next_leader: str = ""

    def until(self, trick: int, card: int, path: str) -> _Line:
        """The line as it was before a decision."""
        played = {at: what for at, what in self.played.items() if at < (trick, card)}
        leaders = {number: seat for number, seat in self.leaders.items() if number <= trick}
        return _Line(path, played, {card for _, card in played.values()}, leaders)

    def play(self, trick: int, card: int, seat: str, text: str) -> None:
        """A card is played."""
        self.played[trick, card] = seat, text
        if text != SITS_OUT and "_" not in text:
            self.gone.add(text)


class _Checker:
    """The checks of one board."""

    def __init__(self, source: Source, board: Board, order: str, level: Level) -> None:
        self.source = source
        self.board = board
        self.repairable: Literal["error", "warning"] = "error" if level == "strict" else "warning"
        self.rotation = order
        self.hands: dict[str, frozenset[str]] = {}
        deal = board.tag("Deal")
        if deal is not None and not self._exchanges():
            try:
                hands = parse_deal(deal)
            except DealFault:
                return
            whole = {seat: hand for seat, hand in hands.items() if hand and not any(packet.unseen for packet in hand)}
            self.hands = {seat: frozenset(hand_cards(hand)) for seat, hand in whole.items()}

    def _exchanges(self) -> bool:
        items = self.board.auction.items if self.board.auction is not None else ()
        return any(isinstance(item, Event) and item.word in _EXCHANGES for item in items)

    def auction(self) -> Iterator[Finding]:
        """Calls and events before the play."""
        if self.board.auction is not None:
            yield from self._calls(self.board.auction.items, "", 1)

    def _calls(self, items: tuple[CallItem, ...], path: str, first: int) -> Iterator[Finding]:
        reached = first
        for address, item in places.of_calls(items, path, first):
            if isinstance(item, Variation):
                if places.first_call(item) > reached:
                    yield self._ahead(item, address)
                yield from self._calls(item.calls, address + "/", places.first_call(item))
            elif isinstance(item, Event):
                yield from self._event(item, address)
            else:
                reached += 1
                yield from self._call(item, address)

    def _call(self, call: Call, address: str) -> Iterator[Finding]:
        if not CALL.fullmatch(call.call):
            yield self.source.finding(
                "unknown_call", f"`{call.call}` is no call", address, expected="a number, P, X, XX or XXX"
            )
        elif not call.seat or call.call == "AP":
            yield self.source.finding(
                "missing_seat",
                f"`{call.call}` does not say whose call it is",
                address,
                expected="a seat and a colon before it, as in W:16",
                severity=self.repairable,
            )
        if call.seat and call.seat not in self.rotation:
            yield self._no_seat(call.seat, address)

    def _event(self, event: Event, address: str) -> Iterator[Finding]:
        word = WORDS.get(event.word)
        if word is None:
            hint = did_you_mean(event.word, WORDS)
            message = f"`{event.word}` is no word of an event"
            yield self.source.finding("unknown_word", message, address, hint=hint, severity=self.repairable)
        elif not arguments_fit(event.word, event.args):
            message = f"`{event.word}` does not go with `{' '.join(event.args)}`"
            yield self.source.finding("bad_arguments", message, address, expected=f"as in <{word.example}>")
        if event.seat not in self.rotation + TABLE:
            yield self._no_seat(event.seat, address)

    def _no_seat(self, seat: str, address: str) -> Finding:
        expected = " ".join(sorted(self.rotation))
        return self.source.finding("no_such_seat", f"{seat} is no seat of this table", address, expected=expected)

    def _ahead(self, variation: Variation, address: str) -> Finding:
        message = f"the variation starts from {variation.at}, which the line has not reached"
        return self.source.finding("place_ahead", message, address)

    def play(self) -> Iterator[Finding]:
        """The tricks."""
        if self.board.play is not None:
            yield from self._tricks(self.board.play.tricks, _Line(next_leader=self.board.play.leader), 1)

    def _tricks(self, tricks: tuple[Trick, ...], line: _Line, number: int) -> Iterator[Finding]:
        seen = Counter[int]()
        for at, trick in enumerate(tricks):
            address = f"{line.path}{trick.number}"
            in_order = trick.number == number
            if not in_order:
                message = f"trick {trick.number} stands where trick {number} should"
                spot = places.again(address, seen[trick.number])
                yield self.source.finding("trick_order", message, spot, expected=f"{number}.")
                follower = tricks[at + 1].number if at + 1 < len(tricks) else 0
                number = number if follower == number + 1 else trick.number
            number += 1
            seen[trick.number] += 1
            if in_order and self._plays_plain(trick, line):
                continue
            yield from self._leader(trick, line, address, in_order)
            yield from self._trick(trick, line, 1, last=at == len(tricks) - 1)

    def _leader(self, trick: Trick, line: _Line, address: str, in_order: bool) -> Iterator[Finding]:
        expected = line.next_leader
        line.leaders[trick.number] = trick.leader or expected
        if not trick.leader:
            yield self.source.finding(
                "missing_leader",
                f"trick {trick.number} does not say who leads",
                address,
                expected=f"{trick.number}. {expected or 'W'}:",
                severity=self.repairable,
            )
        elif trick.leader not in self.rotation:
            yield self._no_seat(trick.leader, address)
        elif in_order and expected and trick.leader != expected:
            first = next((item for item in trick.items if isinstance(item, Card)), None)
            if first is None or first.mark != "L":
                message = f"{trick.leader} leads, but {expected} won the trick before"
                if trick.number == 1:
                    message = f"{trick.leader} leads, but [Play] names {expected}"
                yield self.source.finding("wrong_leader", message, address, expected=f"{trick.number}. {expected}:")

    def _trick(self, trick: Trick, line: _Line, first: int, last: bool) -> Iterator[Finding]:
        """What stands in a trick from its card `first` on; `last`: nothing follows in this line."""
        size, leader, card = len(self.rotation), line.leaders.get(trick.number, ""), first
        order = ""
        if leader and leader in self.rotation:
            start = self.rotation.index(leader)
            order = self.rotation[start:] + self.rotation[:start]
        line.next_leader = ""
        if first == 1 and trick.won is not None and _cards(trick) < size:
            order = ""  # one is missing somewhere, so who played the others is not known
        for address, item in places.of_trick(trick, line.path, first):
            if isinstance(item, Won):
                yield from self._won(trick, item, line, card - 1, address)
            elif isinstance(item, Event):
                yield from self._event(item, address)
            elif isinstance(item, Variation):
                yield from self._variation(item, line, (trick.number, card), address)
            else:
                seat = order[card - 1 : card]
                wrong = list(self._card(item, line, seat, address))
                yield from wrong
                if item.mark == "T":
                    continue
                if not wrong and card <= size:
                    line.play(trick.number, card, seat, item.card)
                card += 1
                if card == size + 2:
                    message = f"more than {size} cards in a trick"
                    yield self.source.finding("trick_size", message, address, expected="> and the winner")
        if trick.won is None and card > size:
            yield self._unwon(trick, line)
        elif trick.won is None and not last:
            yield self._short(trick, line, card - 1)

    def _plays_plain(self, trick: Trick, line: _Line) -> bool:
        """Play a trick that is whole, undecorated, led by who should, of cards that the seats hold: nothing can be
        said against it. False, and nothing played, for every other trick."""
        leader, won, size = trick.leader, trick.won, len(self.rotation)
        start = self.rotation.find(leader) if leader and leader == line.next_leader else -1
        if start < 0 or won is None or won.seat not in self.rotation or trick.after or len(trick.items) != size:
            return False
        played: list[tuple[str, str]] = []
        for at, item in enumerate(trick.items, start):
            seat = self.rotation[at % size]
            # hands have no card in common, so none can be twice in the trick
            if type(item) is not Card or item.mark or item.card not in self.hands.get(seat, ()):
                return False
            played.append((seat, item.card))
        cards = {card for _, card in played}
        if not line.gone.isdisjoint(cards):
            return False
        line.gone |= cards
        line.leaders[trick.number] = leader
        line.played.update(zip([(trick.number, card) for card in range(1, size + 1)], played, strict=True))
        line.next_leader = won.seat
        return True

    def _won(self, trick: Trick, won: Won, line: _Line, cards: int, address: str) -> Iterator[Finding]:
        if won.seat not in self.rotation:
            yield self._no_seat(won.seat, address)
            return
        line.next_leader = won.seat
        if cards < len(self.rotation):
            yield self._short(trick, line, cards)
        elif (won.seat, SITS_OUT) in (
            (seat, card) for at, (seat, card) in line.played.items() if at[0] == trick.number
        ):
            yield self.source.finding("not_winner", f"{won.seat} sits out and wins the trick", address)

    def _short(self, trick: Trick, line: _Line, cards: int) -> Finding:
        size = len(self.rotation)
        message = f"trick {trick.number} has {cards} of {size} cards"
        hint = f"a seat that sits out is written {SITS_OUT}"
        return self.source.finding("trick_size", message, f"{line.path}{trick.number}", expected="a card", hint=hint)

    def _unwon(self, trick: Trick, line: _Line) -> Finding:
        return self.source.finding(
            "missing_winner",
            f"trick {trick.number} does not say who won it",
            f"{line.path}{trick.number}",
            expected="the winner and the count of his side, as in > W 6",
            severity=self.repairable,
        )

    def _card(self, item: Card, line: _Line, seat: str, address: str) -> Iterator[Finding]:
        card = item.card
        if "_" in card or card == SITS_OUT:
            return
        if card in line.gone:
            yield self.source.finding("card_twice", f"{card} was played before", address)
        elif seat in self.hands and card not in self.hands[seat]:
            holder = next((other for other, hand in self.hands.items() if card in hand), "")
            message = f"{seat} does not hold {card}" + (f", {holder} does" if holder else "")
            yield self.source.finding("card_not_held", message, address, hint=self._of_suit(seat, card, line))

    def _of_suit(self, seat: str, card: str, line: _Line) -> str:
        left = sorted(other for other in self.hands[seat] - line.gone if other[0] == card[0])
        return f"{seat} holds {' '.join(left)}" if left else ""

    def _variation(self, item: Variation, line: _Line, here: tuple[int, int], address: str) -> Iterator[Finding]:
        begun, *rest = item.tricks
        card = places.first_card(item)
        if (begun.number, card) > here:
            yield self._ahead(item, address)
            return
        branch = line.until(begun.number, card, address + "/")
        yield from self._trick(begun, branch, card, last=not rest)
        yield from self._tricks(tuple(rest), branch, begun.number + 1)


def _cards(trick: Trick) -> int:
    """How many cards a trick has; one that was taken back does not count."""
    return sum(isinstance(item, Card) and item.mark != "T" for item in trick.items)
