"""The JSON twin of a record: one event a line, actor and address explicit, lossless both ways.

Events have the names of spec/protocol.md section 5 where they exist there; `grammar/README.md` tells of the others, and
`grammar/twin.schema.json` is their schema. Addresses (`at`) are redundant: writing is all they are for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from hakem.record import places
from hakem.record.deal import DealFault, Packet, parse_deal
from hakem.record.nodes import NO_NOTES, Board, Call, CallItem, Event, Header, Match, Notes, Tag, Trick, Variation, Won
from hakem.record.structure import SITS_OUT, rotation
from hakem.record.words import arguments_fit

Line = dict[str, Any]

#: A card that is not known.
UNKNOWN = "__"

#: Words that are said and nothing more: the event `call`.
SAID = ("ask", "show", "lone", "keep", "go", "stop", "take", "leave", "concede", "redeal")
#: word -> its event and the field of its argument; `~` tells who has seen it.
EVENTS = {
    "trump": ("trump_set", "choice"),
    "marker": ("marker_set", "card"),
    "away": ("laid_away", "card"),
    "pair": ("pair_shown", "suit"),
    "reveal": ("revealed", "trump"),
    "forced": ("forced_bid", "bid"),
    "expose": ("expose", "card"),
}


def to_twin(match: Match) -> Iterator[Line]:
    """The events of a match."""
    yield {"event": "match", **_tags_out(match.header.tags), **_notes_out(match.header.opening)}
    for board in match.boards:
        yield from board_to_twin(board, match.header)


def board_to_twin(board: Board, header: Header) -> Iterator[Line]:
    """The events of a board. The header tells the order of play."""
    writer = _Writer(rotation(header, board), board.name)
    opening = {"at": board.name, "event": "board", "board": board.name}
    yield opening | _board_tags_out(board.tags) | _notes_out(board.opening)
    if board.auction is not None:
        yield writer.line("Auction", {"event": "auction", "first": board.auction.first}, board.auction.opening)
        yield from writer.calls(board.auction.items, "", 1)
    if board.play is not None:
        yield writer.line("Play", {"event": "play", "leader": board.play.leader}, board.play.opening)
        yield from writer.tricks(board.play.tricks, "")
    yield writer.line("End", {"event": "end", "end": board.end}, board.closing)


def _notes_out(notes: Notes) -> Line:
    line: Line = {}
    if notes.glyphs:
        line["glyphs"] = list(notes.glyphs)
    if notes.commands:
        line["commands"] = [[command.key, command.value] for command in notes.commands]
    if notes.comments:
        line["comments"] = list(notes.comments)
    return line


def _tags_out(tagged: Iterable[Tag]) -> Line:
    """Tags as name, value and perhaps notes, in the order of the text."""
    pairs = ((tag, _notes_out(tag.notes)) for tag in tagged)
    return {"tags": [[tag.name, tag.value, *([notes] if notes else [])] for tag, notes in pairs]}


def _board_tags_out(tagged: tuple[Tag, ...]) -> Line:
    """Tags, the one [Deal] taken apart into hands: seat -> packets of cards, null for a hand that is not known."""
    deals = [tag for tag in tagged if tag.name == "Deal"]
    if len(deals) != 1 or deals[0].notes != NO_NOTES:
        return _tags_out(tagged)
    try:
        hands = parse_deal(deals[0].value)
    except DealFault:
        return _tags_out(tagged)
    cards = {seat: hand and [_packet_out(packet) for packet in hand] for seat, hand in hands.items()}
    return _tags_out(tag for tag in tagged if tag.name != "Deal") | {"hands": cards}


def _packet_out(packet: Packet) -> str:
    return " ".join((*packet.cards, *[UNKNOWN] * packet.unseen))


class _Writer:
    """Writes the events of one board."""

    def __init__(self, order: str, board: str) -> None:
        self.order = order
        self.board = board

    def line(self, address: str, line: Line, notes: Notes, mark: str = "") -> Line:
        """An event with its address, mark and notes."""
        marked = {"mark": mark} if mark else {}
        return {"at": f"{self.board}:{address.rstrip('>')}"} | line | marked | _notes_out(notes)

    def calls(self, items: tuple[CallItem, ...], path: str, first: int) -> Iterator[Line]:
        """The events of an auction."""
        for address, item in places.of_calls(items, path, first):
            if isinstance(item, Call):
                yield self.line(address, _with_seat("call", item.seat) | {"call": item.call}, item.notes, item.mark)
            elif isinstance(item, Event):
                yield self.line(address, _event_out(item), item.notes, item.mark)
            else:
                inside = list(self.calls(item.calls, address + "/", places.first_call(item)))
                yield self.variation(address, item, inside)

    def tricks(self, tricks: Iterable[Trick], path: str) -> Iterator[Line]:
        """The events of play."""
        for trick in tricks:
            leader = {"leader": trick.leader} if trick.leader else {}
            begins = {"event": "trick", "trick": trick.number} | leader
            yield self.line(f"{path}{trick.number}", begins, trick.opening)
            yield from self.trick(trick, path, 1, trick.leader)

    def trick(self, trick: Trick, path: str, first: int, leader: str) -> Iterator[Line]:
        """The events of a trick from a card on. The leader is not known everywhere."""
        start = self.order.find(leader) if leader else -1
        order = self.order[start:] + self.order[:start] if start >= 0 else ""
        card = first
        for address, item in places.of_trick(trick, path, first):
            if isinstance(item, Won):
                line = {"event": "trick_won", "seat": item.seat, "trick": trick.number, "count": item.count}
                yield self.line(address, line, item.notes)
            elif isinstance(item, Event):
                yield self.line(address, _event_out(item), item.notes, item.mark)
            elif isinstance(item, Variation):
                begun, *rest = item.tricks
                same = leader if begun.number == trick.number else ""
                inside = list(self.trick(begun, address + "/", places.first_card(item), same))
                yield self.variation(address, item, [*inside, *self.tricks(rest, address + "/")])
            else:
                played = "sits_out" if item.card == SITS_OUT else "played"
                face = {} if item.card == SITS_OUT else {"card": item.card}
                yield self.line(address, _with_seat(played, order[card - 1 : card]) | face, item.notes, item.mark)
                card += item.mark != "T"

    def variation(self, address: str, item: Variation, inside: list[Line]) -> Line:
        """A variation, its events inside it; `after` are the notes behind it."""
        line: Line = {"event": "variation", "from": item.at, "line": inside}
        if item.notes != NO_NOTES:
            line["after"] = _notes_out(item.notes)
        return self.line(address, line, item.opening)


def _with_seat(event: str, seat: str) -> Line:
    return {"event": event, "seat": seat} if seat else {"event": event}


def _event_out(event: Event) -> Line:
    """An event: by the name the protocol has for it, or as something said."""
    seat = {"seat": event.seat}
    if event.word in SAID and not event.args:
        return {"event": "call", **seat, "call": event.word}
    name, field = EVENTS.get(event.word, ("", ""))
    text = " ".join(event.args)
    face, colon, audience = text.removeprefix("~").partition(":")
    if not name or not arguments_fit(event.word, event.args) or audience == event.seat:
        return {"event": "said", **seat, "word": event.word, "args": list(event.args)}
    line: Line = {"event": name, **seat, field: int(face) if name == "forced_bid" else None if face == "_" else face}
    if text.startswith("~"):
        line["seen_by"] = audience.replace("-", "") if colon else event.seat
    return line
