"""The canonical text of records: the same bytes for the same nodes, whatever text they came from.

UTF-8, NFC, LF, no blanks at line ends; tags in a fixed order, one trick a line, auctions wrapped at 80 columns.
`export(parse(x))` is a fixed point. It does not depend on a rule set.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hakem.record import pieces
from hakem.record.nodes import Auction, Board, Call, Card, Event, Header, Match, Notes, Play, Tag, Trick, Variation
from hakem.record.tags import BOARD_TAGS, HEADER_TAGS, canonical

VERSION = "%TTN 1.0"
WIDTH = 80
INDENT = "   "

_SUFFIX_OF = {glyph: suffix for suffix, glyph in pieces.SUFFIXES.items()}


def export(matches: Iterable[Match]) -> str:
    """The canonical text of matches. Raises ValueError if a match after the first has no `[Event]`: it is the
    tag that begins it."""
    parts: list[str] = []
    for match in matches:
        parts.append(export_header(match.header, first=not parts))
        parts += map(export_board, match.boards)
    return "".join(parts) or VERSION + "\n"


def export_header(header: Header, first: bool = True) -> str:
    """The text of a header; the first one of a file begins with the version."""
    lines = [VERSION if first else "", *_notes(header.opening)]
    if not first and header.tag("Event") is None:
        raise ValueError("a match after the first needs an [Event] tag")
    return _joined(lines + _tags(header.tags, HEADER_TAGS))


def export_board(board: Board) -> str:
    """The text of a board, with the blank line before it."""
    lines = ["", f"[Board {pieces.quote(board.name)}]", *_notes(board.opening), *_tags(board.tags, BOARD_TAGS)]
    if board.auction is not None:
        lines += _auction(board.auction)
    if board.play is not None:
        lines += _play(board.play)
    lines += [f"[End {pieces.quote(board.end)}]", *_notes(board.closing)]
    return _joined(lines)


def _joined(lines: list[str]) -> str:
    return "\n".join(lines) + "\n"


def _tags(tags: tuple[Tag, ...], order: tuple[str, ...]) -> list[str]:
    place = {name: at for at, name in enumerate(order)}
    lines: list[str] = []
    for tag in sorted(tags, key=lambda tag: (place.get(tag.name, len(place)), tag.name)):
        lines += [f"[{tag.name} {pieces.quote(canonical(tag.name, tag.value))}]", *_notes(tag.notes)]
    return lines


def _auction(auction: Auction) -> list[str]:
    words = [word for item in auction.items for word in _item(item)]
    return [f"[Auction {pieces.quote(auction.first)}]", *_notes(auction.opening), *_wrapped(words)]


def _play(play: Play) -> list[str]:
    lines = [f"[Play {pieces.quote(play.leader)}]", *_notes(play.opening)]
    for trick in play.tricks:
        head, *words = _trick(trick)
        lines += _wrapped([" " + head if trick.number < 10 else head, *words])
    return lines


def _wrapped(words: list[str]) -> list[str]:
    """Words in lines of at most 80 columns; lines after the first are indented. A word is never divided."""
    lines: list[str] = []
    width = 0
    for word in words:
        first, _, rest = word.partition("\n")
        if lines and width + 1 + len(first) <= WIDTH:
            lines[-1] += " " + word
            width += 1 + len(first)
        else:
            indent = INDENT if lines else ""
            lines.append(indent + word)
            width = len(indent) + len(first)
        if rest:
            width = len(rest.rpartition("\n")[2])
    return lines


def _trick(trick: Trick) -> Iterator[str]:
    """Head, cards, winner and whatever stands between them."""
    yield f"{trick.number}." + (f" {trick.leader}:" if trick.leader else "")
    yield from _notes(trick.opening)
    yield from _inside(trick)


def _inside(trick: Trick) -> Iterator[str]:
    for item in trick.items:
        yield from _item(item)
    if trick.won is not None:
        yield from _annotated(f"> {trick.won.seat} {trick.won.count}", trick.won.notes)
    for item in trick.after:
        yield from _item(item)


def _item(item: Call | Card | Event | Variation) -> Iterator[str]:
    if isinstance(item, Variation):
        yield from _variation(item)
        return
    if isinstance(item, Call):
        text = f"{item.seat}:{item.call}" if item.seat else item.call
    elif isinstance(item, Card):
        text = item.card
    else:
        text = f"<{item.seat}:{pieces.event_body(item)}>"
    yield from _annotated(f"^{item.mark} {text}" if item.mark else text, item.notes)


def _variation(variation: Variation) -> Iterator[str]:
    yield f"( {variation.at}"
    yield from _notes(variation.opening)
    for call in variation.calls:
        yield from _item(call)
    for at, trick in enumerate(variation.tricks):
        yield from _trick(trick) if at else _inside(trick)
    yield from _annotated(")", variation.notes)


def _annotated(text: str, notes: Notes) -> Iterator[str]:
    """A word and its notes: one suffix, other glyphs, commands, comments."""
    glyphs = list(notes.glyphs)
    if glyphs and glyphs[0] in _SUFFIX_OF:
        text += _SUFFIX_OF[glyphs.pop(0)]
    yield text
    yield from (f"${glyph}" for glyph in glyphs)
    yield from _notes(notes)


def _notes(notes: Notes) -> Iterator[str]:
    """Commands, then comments."""
    for command in notes.commands:
        yield f"[%{command.key} {command.value}]" if command.value else f"[%{command.key}]"
    for comment in notes.comments:
        yield _comment(comment)


def _comment(text: str) -> str:
    if not text:
        return "{ }"
    escaped = text.replace("\\", "\\\\").replace("}", "\\}")
    return (
        "{ " + "\n".join(INDENT + line if at and line else line for at, line in enumerate(escaped.split("\n"))) + " }"
    )
