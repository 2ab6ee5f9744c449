"""The fast reader: one piece of a record, cut as the grammar says, into its nodes.

It accepts exactly what `grammar/record.lark` accepts and builds the same nodes; the tests hold it to that. It
stops at the first fault and says where, what it was reading, and up to where everything was whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from hakem.record import pieces
from hakem.record.nodes import (
    NO_NOTES,
    Auction,
    Board,
    Call,
    Card,
    Header,
    Play,
    Tag,
    Trick,
    Variation,
)
from hakem.record.pieces import Line

#: Limits of one piece: characters, tokens, variations inside variations, characters of a comment.
MAX_PIECE = 1 << 20
MAX_TOKENS = 20_000
MAX_DEPTH = 32
MAX_COMMENT = 1 << 16

#: Tags that open a part of a board.
SECTIONS = ("Board", "Auction", "Play", "End")
NOTES = ("suffix", "glyph", "command", "comment")

_NOT_ON = "(?![A-Za-z0-9_.:-])"
_SEAT = "[A-FNSW]"
_CARD = "(?:[CDHS_][2-9AJKQT_]|--)"
_COUNT = "(?:0|[1-9][0-9]{0,4})"
_REMARK = (
    rf"(?P<command>\[%[a-z][a-z0-9-]*(?:[ \t](?:{pieces.STRING}|[^\"\[\]\x00-\x1f\x7f-\x9f])*)?\])"
    r"|(?P<comment>\{(?:[^\\}\n\x00-\x08\x0b-\x1f\x7f-\x9f]|\n(?!\[)|\\(?:[\\}]|(?![\\}])))*\})"
)
_GLYPH = rf"(?P<suffix>[!?]{{1,2}})(?![!?])|(?P<glyph>\$(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){_NOT_ON}"
_TAG = rf"(?P<tag>\[[A-Z][A-Za-z0-9_]*[ \t]+{pieces.STRING}[ \t]*\])"
_EVENT = rf"(?P<event><[A-FNSTW]:[a-z][a-z0-9-]*(?:[ \t\n]+(?:{pieces.ARGUMENT}|{pieces.STRING}))*[ \t\n]*>)"
_MARK = rf"\^(?P<mark>[ILRSTV]){_NOT_ON}"
_SHARED = rf"{_EVENT}|{_GLYPH}|{_REMARK}|{_MARK}|(?P<open>\()|(?P<close>\))|{_TAG}|(?P<stop>\Z)"


def _tokens(pattern: str) -> Callable[[str, int], re.Match[str] | None]:
    return re.compile(rf"[ \t\n]*(?:{pattern})").match


_TAGS = _tokens(rf"{_TAG}|{_REMARK}|(?P<stop>\Z)")
_VERSION = _tokens(rf"(?P<version>%TTN[ \t]+[0-9]{{1,4}}\.[0-9]{{1,4}}){_NOT_ON}")
_CALLS = _tokens(rf"(?P<call>(?:{_SEAT}:)?(?:[1-9][0-9]{{0,2}}[A-Z]{{0,2}}|P|AP|X{{1,3}}){_NOT_ON})|{_SHARED}")
_CARDS = _tokens(
    rf"(?P<plain>[1-9][0-9]?\.[ \t\n]*{_SEAT}:(?:[ \t\n]+{_CARD}){{2,6}}"
    rf"[ \t\n]+>[ \t\n]*{_SEAT}[ \t\n]+{_COUNT}{_NOT_ON})"
    rf"|(?P<card>{_CARD}){_NOT_ON}"
    rf"|>[ \t\n]*(?P<won>{_SEAT}[ \t\n]+{_COUNT}){_NOT_ON}"
    rf"|(?P<trick>[1-9][0-9]?\.(?:[ \t\n]*{_SEAT}:)?){_NOT_ON}"
    rf"|{_SHARED}"
)
_CALL_PLACE = _tokens(rf"(?P<place>a[1-9][0-9]{{0,3}}){_NOT_ON}")
_CARD_PLACE = _tokens(rf"(?P<place>[1-9][0-9]?\.[1-9]){_NOT_ON}")
_BLANK = re.compile(r"[ \t\n]*")


class Fault(Exception):
    """Text that is no record. `part` is what was being read (`header`, `tags`, `auction`, `play`, `closing`),
    `place` the address inside the board, `safe` the offset up to which everything was whole. `code` is set
    where the reader knows more than that the text does not fit."""

    def __init__(self, offset: int, part: str, safe: int, code: str = "", message: str = "") -> None:
        super().__init__(message or f"unreadable text at offset {offset}")
        self.offset = offset
        self.part = part
        self.safe = safe
        self.code = code
        self.message = message
        self.place = ""


class _Trick:
    """A trick that is being read. `after` begins with the winner, once there is one."""

    __slots__ = ("after", "before", "first", "leader", "number")

    def __init__(self, number: int, leader: str, first: int = 1) -> None:
        self.number = number
        self.leader = leader
        self.first = first
        self.before = Line()
        self.after: Line | None = None

    @classmethod
    def reopened(cls, trick: Trick) -> _Trick:
        """A plain trick to which something is added after its winner."""
        new = cls(trick.number, trick.leader)
        new.before.items = list(trick.items)
        new.after = Line([trick.won])
        return new

    @property
    def line(self) -> Line:
        """Where the next event or note goes."""
        return self.before if self.after is None else self.after

    @property
    def place(self) -> str:
        """The address of the next card."""
        played = sum(type(item) is Card and item.mark != "T" for item in self.before.items)
        return f"{self.number}.{self.first + played}"

    def close(self) -> Trick:
        self.before.settle()
        items, opening = tuple(self.before.items), self.before.opening
        if self.after is None:
            return Trick(self.number, self.leader, items, None, (), opening)
        self.after.settle()
        won, *after = self.after.items
        return Trick(self.number, self.leader, items, won, tuple(after), opening)


class _Reader:
    """One pass over a piece."""

    __slots__ = ("begin", "depth", "part", "pos", "safe", "text", "tokens")

    def __init__(self, text: str, part: str) -> None:
        self.text = text
        self.part = part
        self.pos = self.begin = self.safe = 0
        self.tokens = 0
        self.depth = 0

    def fault(self, code: str = "", message: str = "") -> Fault:
        """A fault at the present token."""
        blank = _BLANK.match(self.text, self.begin)
        assert blank is not None
        return Fault(blank.end(), self.part, self.safe, code, message)

    def token(self, match: Callable[[str, int], re.Match[str] | None]) -> tuple[str, str]:
        """Kind and text of the next token."""
        self.begin = self.pos
        found = match(self.text, self.pos)
        if found is None:
            raise self.fault()
        self.tokens += 1
        if self.tokens > MAX_TOKENS:
            raise self.fault("too_many_tokens", f"more than {MAX_TOKENS} tokens in one piece")
        self.pos = found.end()
        kind = found.lastgroup
        assert kind is not None  # every alternative of every pattern has one group
        return kind, found[kind]

    def note(self, line: Line, kind: str, text: str) -> None:
        """Keep a note for the node it follows. Glyphs need one; a comment has a limit."""
        if kind in ("suffix", "glyph"):
            if not line.items:
                raise self.fault("glyph_place", f"`{text}` follows nothing it could speak of")
        elif kind == "comment" and len(text) > MAX_COMMENT and len(pieces.comment_text(text)) > MAX_COMMENT:
            raise self.fault("comment_too_long", f"a comment of more than {MAX_COMMENT // 1024} kB")
        line.loose.append((kind, text))

    def tags(self, line: Line) -> tuple[str, str]:
        """Tags and their notes. Returns the token that ends them."""
        while True:
            self.safe = self.pos
            kind, text = self.token(_TAGS)
            if kind == "tag":
                name, value = pieces.tag_parts(text)
                if name in SECTIONS:
                    break
                line.add(Tag(name, value))
            elif kind == "stop":
                break
            else:
                self.note(line, kind, text)
        line.settle()
        return kind, text

    def notes(self, line: Line) -> None:
        """Notes up to the end of the text."""
        while True:
            self.safe = self.pos
            kind, text = self.token(_TAGS)
            if kind == "stop":
                break
            if kind == "tag":
                raise self.fault()
            self.note(line, kind, text)
        line.settle()

    def calls(self, line: Line, first: int = 1) -> tuple[str, str]:
        """Calls, events and variations of an auction, from its call number `first` on. Returns the token that
        ends them."""
        mark = ""
        try:
            while True:
                if not self.depth and not mark:
                    self.safe = self.pos
                kind, text = self.token(_CALLS)
                if kind == "call":
                    line.add(_marked(pieces.call(text), mark))
                elif kind == "event":
                    line.add(_marked(pieces.event(text), mark))
                elif mark:
                    raise self.fault("mark_place", f"`^{mark}` is not followed by a call or an event")
                elif kind == "mark":
                    mark = text
                    continue
                elif kind == "open":
                    line.add(self.call_variation(line))
                elif kind in ("close", "tag", "stop"):
                    line.settle()
                    return kind, text
                else:
                    self.note(line, kind, text)
                mark = ""
        except Fault as fault:
            fault.place = fault.place or f"a{first + sum(type(item) is Call for item in line.items)}"
            raise

    def call_variation(self, line: Line) -> Variation:
        """From behind the parenthesis on."""
        opened = self.begin
        at = self.deeper(_CALL_PLACE)
        inner = Line()
        try:
            if self.calls(inner, int(at[1:]))[0] != "close":
                raise self.unclosed(opened)
        except Fault as fault:
            fault.place = _inside(f"{at}v{1 + _same_place(line.items, at)}", fault.place)
            raise
        self.depth -= 1
        return Variation(at, tuple(inner.items), (), inner.opening)

    def deeper(self, match: Callable[[str, int], re.Match[str] | None]) -> str:
        """The place a variation names."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.fault("too_deep", f"more than {MAX_DEPTH} variations inside one another")
        return self.token(match)[1]

    def unclosed(self, opened: int) -> Fault:
        """The fault of a variation that never ends, at its parenthesis."""
        self.begin = opened
        return self.fault("unclosed_variation", "a variation is not closed")

    def tricks(self, trick: _Trick | None, opening: Line) -> tuple[list[Trick], tuple[str, str]]:
        """Tricks, and the token that ends them. `trick` is the one in progress, for a variation."""
        done: list[Trick] = []
        mark = ""
        try:
            while True:
                if not self.depth and not mark:
                    self.safe = self.pos
                kind, text = self.token(_CARDS)
                if kind == "plain" and not mark:
                    if trick is not None:
                        done.append(trick.close())
                        trick = None
                    done.append(pieces.plain_trick(text))
                    continue
                if kind in ("close", "tag", "stop", "trick") and not mark:
                    if trick is not None:
                        done.append(trick.close())
                        trick = None
                    if kind != "trick":
                        opening.settle()
                        return done, (kind, text)
                    number, _, leader = text.partition(".")
                    trick = _Trick(int(number), leader.strip(" \t\n:"))
                    continue
                if trick is None and done:
                    trick = _Trick.reopened(done.pop())
                if kind == "card" and trick is not None and trick.after is None:
                    trick.before.add(_marked(pieces.card(text), mark))
                elif kind == "event" and trick is not None:
                    trick.line.add(_marked(pieces.event(text), mark))
                elif mark:
                    raise self.fault("mark_place", f"`^{mark}` is not followed by a card or an event")
                elif kind == "mark":
                    mark = text
                    continue
                elif kind == "won" and trick is not None and trick.after is None:
                    trick.after = Line([pieces.won(*text.split())])
                elif kind == "open" and trick is not None:
                    trick.line.add(self.card_variation(trick))
                elif kind in NOTES:
                    self.note(opening if trick is None else trick.line, kind, text)
                else:
                    raise self.fault()
                mark = ""
        except Fault as fault:
            if not fault.place:
                if trick is None:
                    fault.place = f"{done[-1].number + 1 if done else 1}"
                else:
                    fault.place = trick.place if trick.after is None else f"{trick.number}"
            raise

    def card_variation(self, trick: _Trick) -> Variation:
        """From behind the parenthesis on."""
        opened = self.begin
        at = self.deeper(_CARD_PLACE)
        number, _, first = at.partition(".")
        branch = _Trick(int(number), "", int(first))
        try:
            tricks, (end, _) = self.tricks(branch, branch.before)
            if end != "close":
                raise self.unclosed(opened)
        except Fault as fault:
            fault.place = _inside(f"{at}v{1 + _same_place(trick.line.items, at)}", fault.place)
            raise
        self.depth -= 1
        begun, *rest = tricks
        return Variation(at, (), (replace(begun, opening=NO_NOTES), *rest), begun.opening)


def read_header(text: str) -> Header:
    """The tags of a match. Raises Fault."""
    reader = _Reader(text, "header")
    version = _VERSION(text, 0)
    if version is not None:
        reader.pos = version.end()
    tags = Line()
    if reader.tags(tags)[0] != "stop":
        raise reader.fault("tag_place", "a part of a board stands before the first [Board]")
    return Header(tuple(tags.items), tags.opening)


def read_board(text: str) -> Board:
    """One deal. Raises Fault."""
    reader = _Reader(text, "tags")
    section, name = _section(*reader.token(_TAGS))
    if section != "Board":
        raise reader.fault("bad_tag", "a board does not begin with its name")
    tags = Line()
    stop = reader.tags(tags)
    auction = play = None
    section, value = _section(*stop)
    if section == "Auction":
        reader.part = "auction"
        calls = Line()
        stop = reader.calls(calls)
        auction = Auction(value, tuple(calls.items), calls.opening)
        section, value = _section(*stop)
    if section == "Play":
        reader.part = "play"
        opening = Line()
        tricks, stop = reader.tricks(None, opening)
        play = Play(value, tuple(tricks), opening.opening)
        section, value = _section(*stop)
    if section != "End":
        raise _no_end(reader, stop[0], section)
    reader.part = "closing"
    closing = Line()
    reader.notes(closing)
    return Board(name, value, tuple(tags.items), auction, play, tags.opening, closing.opening)


def _section(kind: str, text: str) -> tuple[str, str]:
    """Name and value of the tag that ends a part, or two empty texts."""
    return pieces.tag_parts(text) if kind == "tag" else ("", "")


def _no_end(reader: _Reader, kind: str, section: str) -> Fault:
    """What is wrong where a board should have ended."""
    if section in SECTIONS:
        return reader.fault("section_order", f"[{section}] does not stand here")
    if section:
        return reader.fault("tag_place", f"tag [{section}] stands behind the tags of the board")
    if kind == "close":
        return reader.fault("unopened_variation", "a parenthesis is closed that was never opened")
    return reader.fault("missing_end", "the board has no [End]")


def _inside(variation: str, place: str) -> str:
    """The address of a place in a variation; of the variation, if the fault is its own."""
    return f"{variation}/{place}" if place else variation


def _marked(node: Any, mark: str) -> Any:
    return replace(node, mark=mark) if mark else node


def _same_place(items: list[Any], at: str) -> int:
    """How many variations from this place there are already."""
    return sum(type(item) is Variation and item.at == at for item in items)
