"""Addresses: `5.4` the fourth card of trick 5, `a6` the sixth call, `5.4e1` the first event before that card, `5` the
trick itself, `5>` its winner, `5.4v1/6.2` a card in the first variation that stands for 5.4, `Deal` a tag.

Nodes carry no positions; where an address stands in the text is found again when a message needs it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from hakem.record import pieces
from hakem.record.nodes import Board, Call, CallItem, Card, Event, Header, PlayItem, Tag, Trick, Variation, Won

Node = Tag | Call | Event | Card | Trick | Won | Variation

#: Put behind the address of a trick whose number was there before, to find it in the text.
AGAIN = "'"
_MANY = 9

_MARKED = r"(?:\^[ILRSTV][ \t\n]*)?"
#: Everything that has an address, and what must be passed over to find it; what is not closed goes on to the end, so
#: that no text takes longer than its length.
_TOKENS = re.compile(
    r"\{(?:[^\\}]|\\.)*(?:\}|\\?\Z)"
    rf"|\[%(?:{pieces.STRING}|[^\]])*(?:\]|\Z)"
    rf"|(?P<tag>\[[A-Z][A-Za-z0-9_]*[ \t]+{pieces.STRING}[ \t]*\])"
    rf"|(?P<event>{_MARKED}<(?:{pieces.STRING}|[^>])*(?:>|\Z))"
    r"|(?P<variation>\([ \t\n]*(?:a[0-9]+|[0-9]+\.[0-9]+))"
    r"|(?P<trick>[1-9][0-9]?\.(?:[ \t\n]*[A-FNSW]:)?)"
    r"|(?P<won>>[ \t\n]*[A-FNSW][ \t\n]+[0-9]+)"
    rf"|(?P<card>{_MARKED}(?:[CDHS_][2-9AJKQT_]|--))"
    rf"|\$[0-9]+"
    rf"|(?P<call>{_MARKED}(?:[A-FNSW]:)?[0-9A-Z]+)",
    re.DOTALL,
)

_ADDRESSED = tuple(_TOKENS.groupindex)


def again(address: str, before: int) -> str:
    """Where to find a trick in the text whose number was there so many times before."""
    return address + AGAIN * min(before, _MANY)


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
        yield from _all_calls(board.auction.items, "", 1)
    if board.play is not None:
        yield "Play", Tag("Play", board.play.leader)
        yield from _all_tricks(board.play.tricks, "")
    yield "End", Tag("End", board.end)


def _all_calls(items: tuple[CallItem, ...], path: str, first: int) -> Iterator[tuple[str, Node]]:
    for address, item in of_calls(items, path, first):
        yield address, item
        if isinstance(item, Variation):
            yield from _all_calls(item.calls, address + "/", first_call(item))


def _all_tricks(tricks: tuple[Trick, ...], path: str) -> Iterator[tuple[str, Node]]:
    for trick in tricks:
        yield f"{path}{trick.number}", trick
        yield from _all_in_trick(trick, path, 1)


def _all_in_trick(trick: Trick, path: str, first: int) -> Iterator[tuple[str, Node]]:
    for address, item in of_trick(trick, path, first):
        yield address, item
        if isinstance(item, Variation):
            begun, *rest = item.tricks
            yield from _all_in_trick(begun, address + "/", first_card(item))
            yield from _all_tricks(tuple(rest), address + "/")


def of_calls(items: tuple[CallItem, ...], path: str = "", first: int = 1) -> Iterator[tuple[str, CallItem]]:
    """Address and node of what stands in an auction, or in a variation of one that begins with call `first`."""
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
            yield _of_variation(path, item, seen), item


def of_trick(trick: Trick, path: str = "", first: int = 1) -> Iterator[tuple[str, PlayItem | Won]]:
    """Address and node of what stands in a trick, or in the part of one that begins with card `first`."""
    card, event = first, 0
    seen: dict[str, int] = {}
    after: tuple[PlayItem | Won, ...] = () if trick.won is None else (trick.won, *trick.after)
    for item in (*trick.items, *after):
        if isinstance(item, Card) and item.mark != "T":
            yield f"{path}{trick.number}.{card}", item
            card, event = card + 1, 0
        elif isinstance(item, Won):
            yield f"{path}{trick.number}>", item
        elif isinstance(item, Variation):
            yield _of_variation(path, item, seen), item
        else:
            event += 1
            yield f"{path}{trick.number}.{card}e{event}", item


def _of_variation(path: str, variation: Variation, seen: dict[str, int]) -> str:
    number = seen[variation.at] = seen.get(variation.at, 0) + 1
    return f"{path}{variation.at}v{number}"


def first_call(variation: Variation) -> int:
    """The number of the call from which a variation of an auction begins: 6 of `a6`."""
    return int(variation.at[1:])


def first_card(variation: Variation) -> int:
    """The number of the card from which a variation of the play begins: 4 of `5.4`."""
    return int(variation.at.partition(".")[2])


def offsets(text: str, node: Header | Board) -> dict[str, int]:
    """Where each address stands in the text that was read into the node."""
    if isinstance(node, Board):
        walk, wanted = of_board(node), _ADDRESSED
    else:
        walk, wanted = of_header(node), ("tag",)
    places: dict[str, int] = {}
    before = Counter[str]()
    found = (match.start() for match in _TOKENS.finditer(text) if match.lastgroup in wanted)
    for (address, node_there), offset in zip(walk, found, strict=False):
        if isinstance(node_there, Trick):
            before[address] += 1
            address = again(address, before[address] - 1)
        places.setdefault(address, offset)
    return places
