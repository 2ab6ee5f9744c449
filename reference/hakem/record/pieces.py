"""Pieces of record text and the nodes they stand for: strings, comments, cards, calls, events, whole tricks.

Both readers use these, so they can differ only in how they find the pieces.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Any, cast
from unicodedata import normalize

from hakem.record.nodes import NO_NOTES, Call, Card, Command, Event, Notes, Trick, Won

#: Suffixes and the glyphs they stand for.
SUFFIXES = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}

STRING = r'"(?:[^"\\\x00-\x1f\x7f-\x9f]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*"'
ARGUMENT = r"[A-Za-z0-9~_+-][A-Za-z0-9~_.,:+-]*"

_ARGUMENTS = re.compile(rf"{ARGUMENT}|{STRING}")
_COMMAND = re.compile(r"\[%([a-z][a-z0-9-]*)(.*)\]", re.DOTALL)
_BARE = re.compile(ARGUMENT)
_ESCAPED = re.compile(r"\\([\\}])")
_BLANKS = " \t\n"
#: Control characters that JSON leaves bare but a record does not.
_CONTROLS = re.compile("[\x7f-\x9f]")


def unquote(text: str) -> str:
    """The text of a string, without its quotes and escapes, in NFC."""
    inner = text[1:-1]
    if "\\" in inner:
        inner = cast(str, json.loads(text))
    return inner if inner.isascii() else normalize("NFC", inner)


def quote(text: str) -> str:
    """A text as a string, only what must be escaped being escaped."""
    if '"' not in text and "\\" not in text and text.isprintable():
        return f'"{text}"'
    return _CONTROLS.sub(lambda m: f"\\u{ord(m[0]):04x}", json.dumps(text, ensure_ascii=False))


def comment_text(token: str) -> str:
    """What a comment `{ … }` says: escapes resolved, no blanks at its ends or at the ends of lines, and the
    indentation that all lines after the first have in common taken away."""
    inner = token[1:-1]
    if "\\" in inner:
        inner = _ESCAPED.sub(r"\1", inner)
    if not inner.isascii():
        inner = normalize("NFC", inner)
    inner = inner.strip(_BLANKS)
    if "\n" not in inner:
        return inner
    first, *rest = (line.rstrip(" \t") for line in inner.split("\n"))
    indents = [line[: len(line) - len(line.lstrip(" \t"))] for line in rest if line]
    shared = _common_start(indents)
    return "\n".join([first, *(line[shared:] for line in rest)])


def _common_start(texts: list[str]) -> int:
    low, high = min(texts), max(texts)
    return next((at for at, char in enumerate(low) if high[at : at + 1] != char), len(low))


def command(token: str) -> Command:
    """`[%key value]`."""
    found = _COMMAND.match(token)
    assert found is not None
    value = found[2].strip(" \t")
    return Command(found[1], value if value.isascii() else normalize("NFC", value))


@lru_cache(maxsize=4096)
def call(token: str) -> Call:
    """`W:16`, or `16` where the seat is left out."""
    seat, colon, word = token.rpartition(":")
    return Call(seat, word) if colon else Call("", token)


@lru_cache(maxsize=4096)
def event(token: str) -> Event:
    """`<S:trump ~C>`. An argument in quotes that needs none is the same as the bare one."""
    word, *rest = _ARGUMENTS.findall(token, 3)
    args = tuple(unquote(text) if text[0] == '"' else text for text in rest)
    return Event(token[1], word, args)


def event_body(node: Event) -> str:
    """Word and arguments as the text has them: `trump ~C`."""
    args = (arg if _BARE.fullmatch(arg) else quote(arg) for arg in node.args)
    return " ".join((node.word, *args))


@lru_cache(maxsize=256)
def card(token: str) -> Card:
    """A card without a mark."""
    return Card(token)


@lru_cache(maxsize=1024)
def won(seat: str, count: str) -> Won:
    """The winner of a trick."""
    return Won(seat, int(count))


def plain_trick(token: str) -> Trick:
    """A whole undecorated trick: `1. W: DJ D9 DA D7 > W 6`, however it is spaced."""
    number, _, rest = token.partition(".")
    leader, _, rest = rest.partition(":")
    cards, _, result = rest.partition(">")
    seat, count = result.split()
    return Trick(int(number), leader.strip(_BLANKS), tuple(map(card, cards.split())), won(seat, count))


def notes(tokens: Iterable[tuple[str, str]]) -> Notes:
    """Annotations, each a kind (`suffix`, `glyph`, `command`, `comment`) and its text."""
    glyphs: list[int] = []
    commands: list[Command] = []
    comments: list[str] = []
    for kind, text in tokens:
        if kind == "suffix":
            glyphs.append(SUFFIXES[text])
        elif kind == "glyph":
            glyphs.append(int(text[1:]))
        elif kind == "command":
            commands.append(command(text))
        else:
            comments.append(comment_text(text))
    return Notes(tuple(sorted(glyphs)), tuple(commands), tuple(comments))


class Line:
    """Nodes in a row, the notes before the first one, and notes not yet given to the node they follow."""

    __slots__ = ("items", "loose", "opening")

    def __init__(self, items: list[Any] | None = None) -> None:
        self.items: list[Any] = [] if items is None else items
        self.opening = NO_NOTES
        self.loose: list[tuple[str, str]] = []

    def add(self, item: object) -> None:
        if self.loose:
            self.settle()
        self.items.append(item)

    def settle(self) -> None:
        """Give the loose notes to the last node, or to the opening."""
        if not self.loose:
            return
        said = notes(self.loose)
        if self.items:
            self.items[-1] = replace(self.items[-1], notes=said)
        else:
            self.opening = said
        self.loose = []


def tag_parts(token: str) -> tuple[str, str]:
    """Name and value of a tag."""
    start = token.index('"')
    return token[1:start].rstrip(" \t"), unquote(token[start : token.rindex('"') + 1])
