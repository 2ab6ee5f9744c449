"""What can be kept of a piece that cannot be read: its whole beginning, and the rest word for word."""

from __future__ import annotations

import json
import re
from dataclasses import replace

from hakem.record.cuts import MAX_PIECE
from hakem.record.nodes import Board, Command, Header, Notes, Tag
from hakem.record.reader import Fault, read_board, read_header
from hakem.record.source import Source

KEY = "unparsed"

_EVENT = re.compile(r"^\[Event\b", re.MULTILINE)
_END = re.compile(r'^\[End[ \t]+"([a-z-]+)"[ \t]*\]', re.MULTILINE)


def salvaged(source: Source, whole: int) -> Header | Board | None:
    """The node of a text that is whole up to an offset; what follows is in its `[%unparsed "…"]`.

    None if the rest is too long to be written down and read again. Bytes that are not UTF-8 are lone surrogates
    U+DC80 to U+DCFF in the text and in what is kept of it.
    """
    if not source.text.startswith("[Board"):
        header, whole = _header(source.text, whole)
        if header.tag("Event") is None and _EVENT.search(source.text):
            header = replace(header, tags=(Tag("Event", "?"), *header.tags))  # or it would not begin a match
        kept = _kept(source.tail(whole))
        if kept is None:
            return None
        if not header.tags:
            return replace(header, opening=_with(header.opening, kept))
        last = replace(header.tags[-1], notes=_with(header.tags[-1].notes, kept))
        return replace(header, tags=(*header.tags[:-1], last))
    board, whole = _board(source, whole)
    kept = _kept(source.tail(whole))
    return None if kept is None else replace(board, closing=_with(board.closing, kept))


def unparsed(board: Board) -> str:
    """The text that could not be read when the board was salvaged, "" if there is none."""
    return "".join(json.loads(command.value) for command in board.closing.commands if command.key == KEY)


def _kept(text: str) -> Command | None:
    value = json.dumps(text).replace("\x7f", "\\u007f")
    return Command(KEY, value) if len(value) < MAX_PIECE // 2 else None


def _with(notes: Notes, command: Command) -> Notes:
    return replace(notes, commands=(*notes.commands, command))


def _header(text: str, whole: int) -> tuple[Header, int]:
    """The header that stands in the whole part, and where that ends."""
    for _ in range(2):
        try:
            return read_header(text[:whole]), whole
        except Fault as fault:
            whole = min(whole, fault.safe)
    return Header(), 0


def _board(source: Source, whole: int) -> tuple[Board, int]:
    """The board that stands in the whole part, and where that ends."""
    ends = _END.findall(source.text, whole)
    for end in ("", f'\n[End "{ends[-1] if ends else "unfinished"}"]'):
        try:
            return read_board(source.text[:whole] + end), whole
        except Fault as fault:
            whole = min(whole, fault.safe)
    return Board(f"line-{source.line}", "unfinished"), 0
