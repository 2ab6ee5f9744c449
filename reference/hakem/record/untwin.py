"""The JSON twin read back: events into matches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from hakem.errors import Finding, HakemError
from hakem.record.deal import Hands, Packet, format_deal
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
from hakem.record.structure import SITS_OUT
from hakem.record.twin import EVENTS, SAID, UNKNOWN
from hakem.record.words import CALL

#: event -> the word of a record, and the field of its argument.
_WORDS = {event: (word, field) for word, (event, field) in EVENTS.items()}


class TwinFault(HakemError):
    """Events that are no record."""

    def __init__(self, number: int, message: str) -> None:
        super().__init__(Finding("bad_twin", f"event {number}: {message}", line=number))


def from_twin(lines: Iterable[Mapping[str, Any]]) -> list[Match]:
    """The matches that events tell of. Raises TwinFault with the number of the event, counted from 1."""
    reader = _Reader()
    try:
        for line in lines:
            reader.take(line)
        return reader.done()
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        what = f"`{error.args[0]}` is missing" if isinstance(error, KeyError) else str(error)
        raise TwinFault(reader.number, what) from error


class _Reader:
    """Puts matches together."""

    def __init__(self) -> None:
        self.matches: list[Match] = []
        self.board: list[Mapping[str, Any]] = []
        self.number = 0

    def take(self, line: Mapping[str, Any]) -> None:
        """The next event."""
        self.number += 1
        event = line["event"]
        if event == "match":
            self._close()
            self.matches.append(Match(Header(_tags_in(line), _notes_in(line))))
        elif event == "board":
            self._close()
            self.board = [line]
        elif self.board:
            self.board.append(line)
        else:
            raise ValueError(f"`{event}` stands outside a board")

    def done(self) -> list[Match]:
        """The matches, once all events are taken."""
        self._close()
        return self.matches

    def _close(self) -> None:
        if not self.board:
            return
        last = self.matches.pop() if self.matches else Match(Header())
        self.matches.append(replace(last, boards=(*last.boards, _board_in(self.board))))
        self.board = []


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
        elif line["event"] == "call" and CALL.fullmatch(line["call"]):
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
