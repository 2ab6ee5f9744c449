"""The normative reader: `grammar/record.lark` run by Lark, into the same nodes as the fast reader.

It is the yardstick, not the way files are read: it knows syntax only, and stops at the first fault.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any, Literal, cast

from lark import Lark, Token, Transformer

from hakem import data
from hakem.record import pieces
from hakem.record.nodes import NO_NOTES, Auction, Board, Header, Notes, Play, Tag, Trick, Variation, Won
from hakem.record.pieces import Line

_NOTES = {"SUFFIX": "suffix", "GLYPH": "glyph", "COMMAND": "command", "COMMENT": "comment"}


def parse(text: str, start: Literal["header", "board"] = "board") -> Header | Board:
    """One piece of a record. Raises lark.exceptions.UnexpectedInput, which knows line and column."""
    return cast("Header | Board", parser().parse(text, start=start))


@cache
def parser(strict: bool = False) -> Lark:
    """The LALR parser. With `strict` Lark proves that no two terminals collide (needs `interegular`)."""
    text = data.path("grammar/record.lark").read_text(encoding="utf-8")
    return Lark(text, parser="lalr", start=["header", "board"], transformer=_Nodes(), strict=strict)


def _split(children: list[Any]) -> tuple[Notes, list[Any]]:
    """The notes before the first node, and the nodes, each with the notes that follow it."""
    line = Line()
    for child in children:
        if type(child) is Token:
            line.loose.append((_NOTES[child.type], child))
        else:
            line.add(child)
    line.settle()
    return line.opening, line.items


def _alone(node: Any, notes: list[Any]) -> Any:
    """The node with the notes that follow it."""
    return _split([node, *notes])[1][0]


def _item(build: Callable[[str], Any]) -> Callable[[Any, list[Any]], Any]:
    """What builds a call, card or event, with its mark and notes."""

    def item(self: object, children: list[Any]) -> Any:
        mark = children.pop(0)[1] if children[0].type == "MARK" else ""
        node = build(str(children[0]))
        return _alone(replace(node, mark=mark) if mark else node, children[1:])

    return item


def _trick(number: int, leader: str, children: list[Any]) -> Trick:
    opening, nodes = _split(children)
    end = next((at for at, node in enumerate(nodes) if type(node) is Won), len(nodes))
    won = nodes[end] if end < len(nodes) else None
    return Trick(number, leader, tuple(nodes[:end]), won, tuple(nodes[end + 1 :]), opening)


class _Nodes(Transformer[Token, Any]):
    """Builds the nodes while the text is parsed, so that there is never a tree."""

    call = _item(pieces.call)
    card = _item(pieces.card)
    event = _item(pieces.event)

    def header(self, children: list[Any]) -> Header:
        version = bool(children) and type(children[0]) is Token and children[0].type == "VERSION"
        opening, tags = _split(children[version:])
        return Header(tuple(tags), opening)

    def board(self, children: list[Any]) -> Board:
        end = next(at for at, child in enumerate(children) if type(child) is Token and child.type == "END")
        opening, nodes = _split(children[1:end])
        parts = {type(node): node for node in nodes}
        tags = tuple(node for node in nodes if type(node) is Tag)
        name, reason = pieces.tag_parts(children[0])[1], pieces.tag_parts(children[end])[1]
        closing, _ = _split(children[end + 1 :])
        return Board(name, reason, tags, parts.get(Auction), parts.get(Play), opening, closing)

    def tag(self, children: list[Any]) -> Any:
        return _alone(Tag(*pieces.tag_parts(children[0])), children[1:])

    def auction(self, children: list[Any]) -> Auction:
        opening, items = _split(children[1:])
        return Auction(pieces.tag_parts(children[0])[1], tuple(items), opening)

    def call_branch(self, children: list[Any]) -> Variation:
        opening, items = _split(children[1:])
        return Variation(str(children[0]), tuple(items), (), opening)

    def auction_variation(self, children: list[Any]) -> Any:
        return _alone(children[0], children[1:])

    def play(self, children: list[Any]) -> Play:
        opening, tricks = _split(children[1:])
        return Play(pieces.tag_parts(children[0])[1], tuple(tricks), opening)

    def trick(self, children: list[Any]) -> Trick:
        head = children[0]
        if head.type == "PLAIN_TRICK":
            trick = pieces.plain_trick(head)
            won, *after = _split([trick.won, *children[1:]])[1]
            return replace(trick, won=won, after=tuple(after))
        number, _, leader = head.partition(".")
        return _trick(int(number), leader.strip(" \t\n:"), children[1:])

    def won(self, children: list[Any]) -> Any:
        return _alone(pieces.won(*children[0][1:].split()), children[1:])

    def card_branch(self, children: list[Any]) -> Variation:
        place = str(children[0])
        first = _trick(int(place.partition(".")[0]), "", children[1:])
        return Variation(place, (), (replace(first, opening=NO_NOTES),), first.opening)

    def variation(self, children: list[Any]) -> Any:
        tricks = [child for child in children[1:] if type(child) is Trick]
        branch = replace(children[0], tricks=(*children[0].tricks, *tricks))
        return _alone(branch, children[1 + len(tricks) :])
