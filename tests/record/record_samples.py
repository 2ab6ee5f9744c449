"""Records to test with: arbitrary trees, games played at random, and the files beside this one."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

from hypothesis import strategies as st

from hakem import rules
from hakem.cards import CARDS, SEATS, pack
from hakem.game import Game
from hakem.game.match import Match as Table
from hakem.record import pieces
from hakem.record.nodes import (
    NO_NOTES,
    Auction,
    Board,
    Call,
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
from hakem.replay.recorder import board_of, header_of
from hakem.rules import library

HERE = Path(__file__).parent
RECORDS = sorted([*(HERE / "valid").glob("*.ttn"), *(HERE.parents[1] / "conformance" / "records").glob("*/*.ttn")])

# --- arbitrary trees: not games, but everything the notation can say ---------------------------------------------

SEAT = st.sampled_from("NESW")
MARK = st.sampled_from(["", "", "", "R", "L", "I", "S", "V"])
LINE = st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=12)
TEXT = LINE.map(lambda text: pieces.unquote(pieces.quote(text)))
COMMENT = st.lists(LINE, min_size=1, max_size=3).map(
    lambda lines: pieces.comment_text("{" + "\n ".join(lines).replace("\\", "\\\\").replace("}", "\\}") + "}")
)
COMMAND = st.builds(
    Command,
    st.from_regex(r"[a-z][a-z0-9-]{0,5}", fullmatch=True),
    st.one_of(st.just(""), st.from_regex(r"[a-z0-9:.,]{1,8}", fullmatch=True), TEXT.map(pieces.quote)),
)
REMARKS = st.one_of(
    st.just(NO_NOTES),
    st.builds(
        Notes,
        commands=st.lists(COMMAND, max_size=2).map(tuple),
        comments=st.lists(COMMENT, max_size=2).map(tuple),
    ),
)
NOTES = st.one_of(
    st.just(NO_NOTES),
    REMARKS,
    st.builds(
        Notes,
        st.lists(st.integers(0, 255), max_size=3).map(sorted).map(tuple),
        st.lists(COMMAND, max_size=1).map(tuple),
        st.lists(COMMENT, max_size=1).map(tuple),
    ),
)
CALL = st.builds(
    Call,
    st.sampled_from(["", *"NESW"]),
    st.one_of(st.integers(1, 999).map(str), st.sampled_from(["P", "AP", "X", "XX", "XXX", "2H", "3NT"])),
    MARK,
    NOTES,
)
ARGUMENT = st.one_of(st.sampled_from(["~C", "~_", "C9", "7th", "5.4", "+1", "-"]), TEXT)
EVENT = st.builds(
    Event,
    st.sampled_from("NESWT"),
    st.from_regex(r"[a-z][a-z0-9-]{0,6}", fullmatch=True),
    st.lists(ARGUMENT, max_size=2).map(tuple),
    MARK,
    NOTES,
)
CARD = st.builds(
    Card, st.sampled_from([*CARDS, "__", "S_", "--"]), st.sampled_from(["", "", "", "R", "L", "V", "T"]), NOTES
)
WON = st.builds(Won, SEAT, st.integers(0, 99999), NOTES)
PLAIN_TRICK = st.builds(
    Trick,
    st.integers(1, 99),
    SEAT,
    st.lists(st.builds(Card, st.sampled_from(CARDS)), min_size=2, max_size=6).map(tuple),
    st.builds(Won, SEAT, st.integers(0, 99)),
)


def _trick(items: st.SearchStrategy[object], number: st.SearchStrategy[int], begun: bool) -> st.SearchStrategy[Trick]:
    asides = items.filter(lambda item: not isinstance(item, Card))
    return st.builds(
        lambda number, leader, items, won, after, opening: Trick(
            number, "" if begun else leader, tuple(items), won, tuple(after) if won else (), opening
        ),
        number,
        st.sampled_from(["", *"NESW"]),
        st.lists(items, max_size=5),
        st.one_of(st.none(), WON),
        st.lists(asides, max_size=1),
        st.just(NO_NOTES) if begun else REMARKS,
    )


def _play_variation(items: st.SearchStrategy[object]) -> st.SearchStrategy[Variation]:
    place = st.tuples(st.integers(1, 99), st.integers(1, 9))
    return place.flatmap(
        lambda at: st.builds(
            lambda begun, rest, opening, notes: Variation(f"{at[0]}.{at[1]}", (), (begun, *rest), opening, notes),
            _trick(items, st.just(at[0]), begun=True),
            st.lists(_trick(items, st.integers(1, 99), begun=False), max_size=1),
            REMARKS,
            NOTES,
        )
    )


PLAY_ITEM = st.recursive(st.one_of(CARD, EVENT), _play_variation, max_leaves=4)
CALL_ITEM = st.recursive(
    st.one_of(CALL, EVENT),
    lambda items: st.builds(
        lambda at, calls, opening, notes: Variation(f"a{at}", tuple(calls), (), opening, notes),
        st.integers(1, 99),
        st.lists(items, max_size=3),
        REMARKS,
        NOTES,
    ),
    max_leaves=4,
)
TRICK = st.one_of(PLAIN_TRICK, _trick(PLAY_ITEM, st.integers(1, 99), begun=False))
NAME = st.from_regex(r"[A-Z][A-Za-z0-9_]{0,8}", fullmatch=True).filter(
    lambda name: name not in ("Board", "Auction", "Play", "End", "Event", "Deal")
)
TAGS = st.lists(st.builds(Tag, NAME, TEXT, REMARKS), max_size=3, unique_by=lambda tag: tag.name).map(tuple)
BOARD = st.builds(
    Board,
    st.from_regex(r"[A-Za-z0-9][A-Za-z0-9._-]{0,4}", fullmatch=True),
    st.sampled_from(["played", "ruling", "unfinished"]),
    TAGS,
    st.one_of(st.none(), st.builds(Auction, SEAT, st.lists(CALL_ITEM, max_size=4).map(tuple), REMARKS)),
    st.one_of(st.none(), st.builds(Play, SEAT, st.lists(TRICK, max_size=3).map(tuple), REMARKS)),
    REMARKS,
    REMARKS,
)
HEADER = st.builds(Header, TAGS.map(lambda tags: (Tag("Event", "e"), *tags)), REMARKS)
MATCH = st.builds(Match, HEADER, st.lists(BOARD, max_size=2).map(tuple))

# --- games played at random under a rule set ---------------------------------------------------------------------

#: Every shipped rule set, and some houses.
GAMES = (
    *((name, ()) for name in library.shipped()),
    ("twenty-nine", ("may-ask", "doubling", "alone", "seventh-card")),
    ("twenty-nine", ("own-card", "pair-any-trick", "doubling", "redeal-on-demand")),
)


@cache
def played(name: str, overlays: tuple[str, ...], seed: int, boards: int = 3) -> Match:
    """A match of a few deals, played at random; the same for the same seed."""
    chance = random.Random(seed)
    rule_set = rules.load(name, overlays)
    table = Table(rule_set, chance.choice(SEATS[rule_set["seats.count"]]))
    draws = "draw" in rule_set["sequence"]
    found: list[Board] = []
    while len(found) < boards and not table.over:
        whole = list(pack(rule_set["pack.order"], rule_set["pack.remove"]))
        chance.shuffle(whole)
        game = table.next_deal(whole)
        while not game.over:
            game.apply(_choice(game, chance))
        found.append(board_of(game, str(len(found) + 1), " ".join(whole) if draws else ""))
    return Match(header_of(rule_set, Event="random"), tuple(found))


def _choice(game: Game, chance: random.Random) -> str:
    """Any legal action; in an auction mostly a pass, or every contract would be the highest."""
    actions = [action for seat in game.legal().values() for action in seat]
    if "auction" in game.step and f"{game.turn}:P" in actions and chance.random() < 0.7:
        return f"{game.turn}:P"
    return chance.choice(actions)
