"""The JSON twin read back: events into matches."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import count
from typing import Any, BinaryIO

from hakem.errors import Finding, HakemError
from hakem.record.deal import Hands, Packet, format_deal
from hakem.record.export import export_board, export_header
from hakem.record.load import Reading, matches
from hakem.record.nodes import (
    NO_NOTES,
    Auction,
    Board,
    Call,
    CallItem,
    Card,
    Command,
    Event,
    Header,
    Match,
    Notes,
    Play,
    Tag,
    Trick,
    Variation,
    Won,
)
from hakem.record.reader import Fault, read_board, read_header
from hakem.record.source import Source
from hakem.record.structure import SITS_OUT
from hakem.record.tags import canonical
from hakem.record.twin import EVENTS, SAID, UNKNOWN

#: event -> the word of a record, and the field of its argument.
_WORDS = {event: (word, field) for word, (event, field) in EVENTS.items()}


#: Limits of a twin: bytes of a line, events of a board.
MAX_LINE = 1 << 20
MAX_EVENTS = 20_000


class TwinFault(HakemError):
    """Events that are no record."""

    def __init__(self, number: int, message: str, file: str = "") -> None:
        super().__init__(Finding("bad_twin", f"event {number}: {message}", file, number))


def from_twin(lines: Iterable[Mapping[str, Any]]) -> list[Match]:
    """The matches that events tell of. Raises TwinFault with the number of the event, counted from 1."""
    return matches(read_twin(lines))


def read_twin(lines: Iterable[Mapping[str, Any]], file: str = "") -> Iterator[Reading]:
    """Headers and boards one at a time. Raises TwinFault, also for events that no record could tell of."""
    board: list[Mapping[str, Any]] = []
    first, number = True, 0
    try:
        for line in lines:
            number += 1
            event = line["event"]
            if first and event != "match":
                raise ValueError("the first event is no `match`")
            if event in ("match", "board") and board:
                yield _reading(_board_in(board), file, False)
                board = []
            if event == "match":
                yield _reading(Header(_tags_in(line), _notes_in(line)), file, first)
                first = False
            elif event == "board" or board:
                board.append(line)
            else:
                raise ValueError(f"`{event}` stands outside a board")
            if len(board) > MAX_EVENTS:
                raise ValueError(f"more than {MAX_EVENTS} events in one board")
        if board:
            yield _reading(_board_in(board), file, False)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, RecursionError) as error:
        what = f"`{error.args[0]}` is missing" if isinstance(error, KeyError) else str(error)
        raise TwinFault(number, what, file) from error
    if not number:
        raise TwinFault(0, "there is none", file)


def twin_lines(stream: BinaryIO, file: str = "") -> Iterator[dict[str, Any]]:
    """The events of a twin in a stream, one a line. Raises TwinFault on a line that is no JSON object."""
    for number in count(1):
        text = stream.readline(MAX_LINE)
        if not text:
            return
        try:
            line = json.loads(text)
        except (ValueError, RecursionError):
            line = None
        if not isinstance(line, dict):
            raise TwinFault(number, "the line is no JSON object, or too long", file)
        yield line


def _reading(node: Header | Board, file: str, first: bool) -> Reading:
    """The node with its canonical text, which must say the same; a twin can hold words that no record can."""
    text = (export_header(node, first) if isinstance(node, Header) else export_board(node)).lstrip("\n")
    try:
        again = read_header(text) if isinstance(node, Header) else read_board(text)
    except Fault as fault:
        raise ValueError(f"it cannot be written as a record ({fault.place or fault.part})") from None
    if _ordered(again) != _ordered(node):
        raise ValueError("it cannot be written as a record")
    return Reading(Source(file, 0, text, again))


def _ordered(node: Header | Board) -> Header | Board:
    """The node with its tags as canonical text has them."""
    tags = (replace(tag, value=canonical(tag.name, tag.value)) for tag in node.tags)
    return replace(node, tags=tuple(sorted(tags, key=lambda tag: tag.name)))


def _board_in(lines: list[Mapping[str, Any]]) -> Board:
    """One board, from its `board` to its `end`."""
    first, last = lines[0], lines[-1]
    if last["event"] != "end":
        raise ValueError("the board has no `end`")
    begins = {line["event"]: at for at, line in enumerate(lines) if line["event"] in ("auction", "play")}
    at_play = begins.get("play", len(lines) - 1)
    auction = play = None
    if "auction" in begins:
        head, *calls = lines[begins["auction"] : at_play]
        auction = Auction(str(head["first"]), _calls_in(calls), _notes_in(head))
    if "play" in begins:
        head, *rest = lines[at_play:-1]
        play = Play(str(head["leader"]), _tricks_in(rest, None), _notes_in(head))
    return Board(
        str(first["board"]), str(last["end"]), _board_tags_in(first), auction, play, _notes_in(first), _notes_in(last)
    )


def _notes_in(line: Mapping[str, Any]) -> Notes:
    if not line.keys() & {"glyphs", "commands", "comments"}:
        return NO_NOTES
    glyphs = sorted(int(glyph) for glyph in line.get("glyphs", ()))
    commands = (Command(str(key), str(value)) for key, value in line.get("commands", ()))
    return Notes(tuple(glyphs), tuple(commands), tuple(str(text) for text in line.get("comments", ())))


def _tags_in(line: Mapping[str, Any]) -> tuple[Tag, ...]:
    return tuple(
        Tag(str(name), str(value), _notes_in(notes[0]) if notes else NO_NOTES) for name, value, *notes in line["tags"]
    )


def _board_tags_in(line: Mapping[str, Any]) -> tuple[Tag, ...]:
    if "hands" not in line:
        return _tags_in(line)
    hands: Hands = {seat: hand and tuple(map(_packet_in, hand)) for seat, hand in line["hands"].items()}
    return (*_tags_in(line), Tag("Deal", format_deal(hands)))


def _packet_in(text: str) -> Packet:
    cards = text.split()
    known = tuple(card for card in cards if card != UNKNOWN)
    return Packet(known, len(cards) - len(known))


def _calls_in(lines: Iterable[Mapping[str, Any]]) -> tuple[CallItem, ...]:
    items: list[CallItem] = []
    for line in lines:
        if line["event"] == "variation":
            items.append(_variation_in(line, _calls_in(line["line"]), ()))
        elif line["event"] == "call" and line["call"] not in SAID:
            items.append(Call(str(line.get("seat", "")), line["call"], str(line.get("mark", "")), _notes_in(line)))
        else:
            items.append(_event_in(line))
    return tuple(items)


def _tricks_in(lines: Iterable[Mapping[str, Any]], begun: Trick | None) -> tuple[Trick, ...]:
    """Tricks; `begun` is the one in progress where a variation begins."""
    tricks = [] if begun is None else [begun]
    for line in lines:
        event = line["event"]
        if event == "trick":
            tricks.append(Trick(int(line["trick"]), str(line.get("leader", "")), opening=_notes_in(line)))
            continue
        if not tricks:
            raise ValueError(f"`{event}` stands before the first trick")
        trick = tricks.pop()
        if event == "trick_won":
            trick = replace(trick, won=Won(str(line["seat"]), int(line["count"]), _notes_in(line)))
        elif event in ("played", "sits_out"):
            card = Card(
                str(line["card"]) if event == "played" else SITS_OUT, str(line.get("mark", "")), _notes_in(line)
            )
            trick = replace(trick, items=(*trick.items, card))
        else:
            trick = _beside(trick, _play_variation_in(line) if event == "variation" else _event_in(line))
        tricks.append(trick)
    return tuple(tricks)


def _beside(trick: Trick, item: Event | Variation) -> Trick:
    if trick.won is None:
        return replace(trick, items=(*trick.items, item))
    return replace(trick, after=(*trick.after, item))


def _play_variation_in(line: Mapping[str, Any]) -> Variation:
    number = int(line["from"].partition(".")[0])
    return _variation_in(line, (), _tricks_in(line["line"], Trick(number, "")))


def _variation_in(line: Mapping[str, Any], calls: tuple[CallItem, ...], tricks: tuple[Trick, ...]) -> Variation:
    return Variation(str(line["from"]), calls, tricks, _notes_in(line), _notes_in(line.get("after", {})))


def _event_in(line: Mapping[str, Any]) -> Event:
    name, seat = line["event"], str(line["seat"])
    args: tuple[str, ...] = ()
    if name == "call":
        word = str(line["call"])
        if word not in SAID:
            raise ValueError(f"`{word}` is no call")
    elif name == "said":
        word, args = str(line["word"]), tuple(map(str, line["args"]))
    elif name in _WORDS:
        word, field = _WORDS[name]
        args = tuple(_argument_in(line, seat, line[field]).split())
    else:
        raise ValueError(f"`{name}` is no event of a record")
    return Event(seat, word, args, str(line.get("mark", "")), _notes_in(line))


def _argument_in(line: Mapping[str, Any], seat: str, face: object) -> str:
    text = "_" if face is None else str(face)
    audience = line.get("seen_by")
    if audience is None:
        return text
    return f"~{text}" if audience == seat else f"~{text}:{audience or '-'}"
