"""What a record says, as values: the tree that every reader builds and every writer takes.

Nodes are frozen and carry no positions, so two texts that say the same are equal and plain cards are shared.
Where a node stands in a text is found again from its address when a message needs it (`places.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Command:
    """`[%clk 0:04:31]`: something for programs. `value` is the text after the key, quotes included."""

    key: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class Notes:
    """What is said about the thing before it: glyphs 0-255 (`!` is 1, `?` 2, `!!` 3, `??` 4, `!?` 5, `?!` 6)
    in rising order, commands and comments in the order of the text."""

    glyphs: tuple[int, ...] = ()
    commands: tuple[Command, ...] = ()
    comments: tuple[str, ...] = ()


NO_NOTES = Notes()


@dataclass(frozen=True, slots=True)
class Tag:
    """`[Dealer "N"]`. `value` is the text itself, its escapes resolved."""

    name: str
    value: str
    notes: Notes = NO_NOTES


@dataclass(frozen=True, slots=True)
class Call:
    """`W:16`, `E:P`, `S:X`. `seat` is empty where the record leaves it out; `AP` is all the passes to come.

    `mark` is an irregularity that stood: R revoke, L lead out of turn, I insufficient bid, S turn skipped,
    T taken back, V another rule broken.
    """

    seat: str
    call: str
    mark: str = ""
    notes: Notes = NO_NOTES


@dataclass(frozen=True, slots=True)
class Event:
    """`<S:trump ~C>`: whatever is no call and no card. The actor is a seat, or T for the table."""

    seat: str
    word: str
    args: tuple[str, ...] = ()
    mark: str = ""
    notes: Notes = NO_NOTES


@dataclass(frozen=True, slots=True)
class Card:
    """A card of a trick. `_` stands for what is not known (`S_`, `__`), `--` for a seat that sits out."""

    card: str
    mark: str = ""
    notes: Notes = NO_NOTES


@dataclass(frozen=True, slots=True)
class Won:
    """`> W 6`: who won the trick and what his side has now, points where cards have points, else tricks."""

    seat: str
    count: int
    notes: Notes = NO_NOTES


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick. `leader` is empty where the record leaves it out and in the first trick of a variation,
    which goes on from the place the variation names. `after` is what happens when the trick is won."""

    number: int
    leader: str
    items: tuple[PlayItem, ...] = ()
    won: Won | None = None
    after: tuple[Event | Variation, ...] = ()
    opening: Notes = NO_NOTES


@dataclass(frozen=True, slots=True)
class Variation:
    """`( 5.4 DQ > S 2 6. S: … )`: what might have happened from the decision `at` (`5.4`, `a6`) on.

    One of `calls` (in an auction) and `tricks` (in the play) is empty.
    """

    at: str
    calls: tuple[CallItem, ...] = ()
    tricks: tuple[Trick, ...] = ()
    opening: Notes = NO_NOTES
    notes: Notes = NO_NOTES


CallItem: TypeAlias = "Call | Event | Variation"
PlayItem: TypeAlias = "Card | Event | Variation"


@dataclass(frozen=True, slots=True)
class Auction:
    """`[Auction "W"]` and what follows: everything before the first card. `first` speaks first."""

    first: str
    items: tuple[CallItem, ...] = ()
    opening: Notes = NO_NOTES


@dataclass(frozen=True, slots=True)
class Play:
    """`[Play "W"]` and the tricks. `leader` leads to the first."""

    leader: str
    tricks: tuple[Trick, ...] = ()
    opening: Notes = NO_NOTES


@dataclass(frozen=True, slots=True)
class Board:
    """One deal of a match, from `[Board "1"]` to `[End "played"]`. Tags stand in the order of the text."""

    name: str
    end: str
    tags: tuple[Tag, ...] = ()
    auction: Auction | None = None
    play: Play | None = None
    opening: Notes = NO_NOTES
    closing: Notes = NO_NOTES

    def tag(self, name: str) -> str | None:
        """The value of a tag, None if it is not there."""
        return value_of(self.tags, name)


@dataclass(frozen=True, slots=True)
class Header:
    """The tags that hold for all boards of a match, and what stands before the first of them."""

    tags: tuple[Tag, ...] = ()
    opening: Notes = NO_NOTES

    def tag(self, name: str) -> str | None:
        """The value of a tag, None if it is not there."""
        return value_of(self.tags, name)


@dataclass(frozen=True, slots=True)
class Match:
    """A match: its header and its boards."""

    header: Header
    boards: tuple[Board, ...] = ()


def value_of(tags: tuple[Tag, ...], name: str) -> str | None:
    """The value of the tag of that name."""
    return next((tag.value for tag in tags if tag.name == name), None)
