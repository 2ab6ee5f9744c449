"""Addresses: `5.4` the fourth card of trick 5, `a6` the sixth call, `5.4e1` the first event before that card, `5` the
trick itself and its winner, `5.4v1/6.2` a card in the first variation that stands for 5.4, `Deal` a tag.

Nodes carry no positions; where an address stands in the text is found again when a message needs it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hakem.record import pieces
from hakem.record.nodes import Board, Call, CallItem, Card, Event, Header, PlayItem, Tag, Trick, Variation, Won

Node = Tag | Call | Event | Card | Trick | Won | Variation

_MARKED = r"(?:\^[ILRSTV][ \t\n]*)?"
#: Everything that has an address, and what must be passed over to find it.
_TOKENS = re.compile(
    r"\{(?:[^\\}]|\\.)*\}"
    rf"|\[%(?:{pieces.STRING}|[^\"\]])*\]"
    rf"|(?P<tag>\[[A-Z][A-Za-z0-9_]*[ \t]+{pieces.STRING}[ \t]*\])"
    rf"|(?P<event>{_MARKED}<(?:{pieces.STRING}|[^\">])*>)"
    r"|(?P<variation>\([ \t\n]*(?:a[0-9]+|[0-9]+\.[0-9]+))"
    r"|(?P<trick>[1-9][0-9]?\.(?:[ \t\n]*[A-FNSW]:)?)"
    r"|(?P<won>>[ \t\n]*[A-FNSW][ \t\n]+[0-9]+)"
    rf"|(?P<card>{_MARKED}(?:[CDHS_][2-9AJKQT_]|--))"
    rf"|\$[0-9]+"
    rf"|(?P<call>{_MARKED}(?:[A-FNSW]:)?[0-9A-Z]+)",
    re.DOTALL,
)


def of_header(header: Header) -> Iterator[tuple[str, Node]]:
    """Address and node of every tag."""
    for tag in header.tags:
        yield tag.name, tag


def of_board(board: Board) -> Iterator[tuple[str, Node]]:
    """Address and node of everything in a board that has one, in the order of the text."""
    yield "Board", Tag("Board", board.name)
    for tag in board.tags:
        yield tag.name, tag
    if board.auction is not None:
        yield "Auction", Tag("Auction", board.auction.first)
        yield from _calls(board.auction.items, "")
    if board.play is not None:
        yield "Play", Tag("Play", board.play.leader)
        for trick in board.play.tricks:
            yield f"{trick.number}", trick
            yield from _inside(trick, "", 0)
    yield "End", Tag("End", board.end)


def _calls(items: tuple[CallItem, ...], path: str, first: int = 1) -> Iterator[tuple[str, Node]]:
    call, event = first, 0
    seen: dict[str, int] = {}
    for item in items:
        if isinstance(item, Call):
            yield f"{path}a{call}", item
            call, event = call + 1, 0
        elif isinstance(item, Event):
            event += 1
            yield f"{path}a{call}e{event}", item
        else:
            inside = _variation_path(path, item, seen)
            yield inside.removesuffix("/"), item
            yield from _calls(item.calls, inside, int(item.at[1:]))


def _inside(trick: Trick, path: str, played: int) -> Iterator[tuple[str, Node]]:
    """What stands in a trick of which `played` cards lie already."""
    event = 0
    seen: dict[str, int] = {}
    after: tuple[PlayItem | Won, ...] = () if trick.won is None else (trick.won, *trick.after)
    for item in (*trick.items, *after):
        here = f"{path}{trick.number}.{played + 1}"
        if isinstance(item, Won):
            yield f"{path}{trick.number}", item
        elif isinstance(item, Variation):
            inside = _variation_path(path, item, seen)
            yield inside.removesuffix("/"), item
            first, *rest = item.tricks
            yield from _inside(first, inside, int(item.at.partition(".")[2]) - 1)
            for next_trick in rest:
                yield f"{inside}{next_trick.number}", next_trick
                yield from _inside(next_trick, inside, 0)
        elif isinstance(item, Card) and item.mark != "T":
            yield here, item
            played, event = played + 1, 0
        else:
            event += 1
            yield f"{here}e{event}", item


def _variation_path(path: str, variation: Variation, seen: dict[str, int]) -> str:
    number = seen[variation.at] = seen.get(variation.at, 0) + 1
    return f"{path}{variation.at}v{number}/"


def offsets(text: str, node: Header | Board) -> dict[str, int]:
    """Where each address stands in the text that was read into the node. A trick's winner has the address of the
    trick and is found under `5>`."""
    walk = of_board(node) if isinstance(node, Board) else of_header(node)
    places: dict[str, int] = {}
    found = (match.start() for match in _TOKENS.finditer(text) if match.lastgroup)
    for (address, item), offset in zip(walk, found, strict=False):
        places.setdefault(address + ">" if isinstance(item, Won) else address, offset)
    return places
