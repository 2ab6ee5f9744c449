"""The shipped documents: sound, and saying what their sources say."""

from __future__ import annotations

import re
from typing import Any

import pytest
from overlay_bases import base_of

from hakem import rules
from hakem.errors import HakemError
from hakem.rules import library

EVERYTHING = [*rules.shipped(), *rules.shipped("overlay"), *rules.shipped("family")]


@pytest.mark.parametrize("name", EVERYTHING)
def test_every_document_is_without_a_finding(name: str) -> None:
    rule_set, findings = rules.check(name)
    assert not findings
    assert (rule_set is not None) == (library.kind_of(name) == "rule_set")


@pytest.mark.parametrize("name", EVERYTHING)
def test_every_document_opens_with_its_sources(name: str) -> None:
    text = (library.folder() / f"{name}.yaml").read_text(encoding="utf-8")
    comment = text.partition("\nspec: 1\n")[0]
    assert all(line.startswith("# ") for line in comment.splitlines())
    assert re.search(r"\b([A-EGIV][0-9]{1,2}|[TECHD]-[0-9]{2})\b", comment), "names no statement or row"


@pytest.mark.parametrize("overlay", rules.shipped("overlay"))
def test_an_overlay_fits_what_it_is_meant_for_and_changes_its_play(overlay: str) -> None:
    base = rules.load(base_of(overlay))
    changed, findings = rules.check(base.id, [overlay])
    assert changed is not None and not findings
    assert changed.digest != base.digest
    assert changed.overlays == (overlay,)
    assert (changed.id, changed.version) == (base.id, base.version)


def test_no_two_shipped_rule_sets_play_alike() -> None:
    digests = [rules.load(name).digest for name in rules.shipped()]
    assert len(set(digests)) == len(digests)


SAID: list[tuple[str, str, Any]] = [
    # the three witnesses of Twenty-Nine
    ("twenty-nine", "pack.order", tuple("J9ATKQ87")),  # D06
    ("twenty-nine", "pack.points", {"J": 3, "9": 2, "A": 1, "T": 1}),  # B04
    ("twenty-nine", "seats.turn", "clockwise"),  # B06, C10, D08
    ("twenty-nine", "auction.bids.from", 15),  # D16
    ("twenty-nine", "auction.bids.to", 28),  # D17
    ("twenty-nine", "auction.pass", "may_return"),  # G01
    ("twenty-nine", "auction.nobody_bids", "dealer_forced"),  # D19
    ("twenty-nine", "pack.last_trick", 0),  # B34
    ("twenty-nine", "choose_trump.form", "named"),  # G06
    ("twenty-nine", "reveal.ask", "must"),  # D28
    ("twenty-nine", "reveal.activation", "trick"),  # D31
    ("twenty-nine", "reveal.after_ask", ("led_suit", "any")),  # D34
    ("twenty-nine", "reveal.never", "void"),  # D47
    ("twenty-nine", "pair.after", "own_trick"),  # D38
    ("twenty-nine", "pair.declarers.shift", -4),  # D39
    ("twenty-nine", "pair.declarers.limit", "lowest_bid"),  # D39: not below 15
    ("twenty-nine", "pair.defenders.limit", "highest_bid"),  # D40: not above 28
    ("twenty-nine", "match.target", 6),  # D50
    ("twenty-nine", "match.floor", -6),  # D51
    # seed A
    ("twenty-nine/italian", "seats.turn", "anticlockwise"),  # A14
    ("twenty-nine/italian", "auction.bids.from", 16),  # A20
    ("twenty-nine/italian", "auction.pass", "final"),  # A25
    ("twenty-nine/italian", "pack.last_trick", 1),  # A10
    ("twenty-nine/italian", "choose_trump.form", "own_card"),  # A31
    ("twenty-nine/italian", "reveal.ask", "may"),  # A44
    ("twenty-nine/italian", "reveal.activation", "card"),  # A50
    ("twenty-nine/italian", "pair.show", "never"),
    ("twenty-nine/italian", "match.floor", "none"),
    # D54 to D59
    ("twenty-nine/bangladesh", "seats.turn", "anticlockwise"),
    ("twenty-nine/bangladesh", "auction.bids.from", 16),
    ("twenty-nine/bangladesh", "pair.declarers.from_bid", 19),
    ("twenty-nine/nepal", "reveal.after_ask", ("led_suit", "trump_over_opponent", "trump", "any")),  # T-12
    # Twenty-Eight
    ("twenty-eight", "auction.opening", "compulsory"),  # E-02
    ("twenty-eight", "auction.bids.from", 14),  # E-02
    ("twenty-eight", "auction.over_partner", {"kind": "at_least", "bid": 20}),  # E-04
    ("twenty-eight", "reveal.after_ask", ("led_suit", "trump", "any")),  # E-09
    ("twenty-eight", "reveal.activation", "card"),  # E-11
    ("twenty-eight/second-auction", "second_auction.from", 24),  # E-05
    ("twenty-eight/second-auction", "play.concede", "declarer"),  # E-21
    ("twenty-eight/three-players", "seats.sides", "declarer_alone"),  # E-23
    ("twenty-eight/six-players", "pack.order", tuple("J9ATKQ876")),  # E-24
    # seed E
    ("court-piece", "pack.order", tuple("AKQJT98765432")),  # E04
    ("court-piece", "choose_trump.by", "hakem"),  # E09
    ("court-piece", "choose_trump.secrecy", "open"),  # E12
    ("court-piece", "play.first_lead", "declarer"),  # E16
    ("court-piece", "play.ends", "all_tricks"),  # E24
    ("court-piece", "match.target", 7),  # E36
    ("court-piece/as-written", "seats.play_turn", "clockwise"),  # E17
    ("court-piece/hidden-trump", "reveal.activation", "card"),  # G47
    ("court-piece/rang", "play.ends", {"kind": "side_tricks", "tricks": 7}),  # C-08
    ("court-piece/rang", "streak.deals", 7),  # C-09
    ("hokm", "match.target", 7),  # H-07
    ("hokm/three-players", "pack.remove", ("C2",)),  # H-10
    ("hokm/two-players", "draw.discards", (3, 2)),  # H-11
]


@pytest.mark.parametrize(("name", "path", "value"), SAID)
def test_a_rule_set_says_what_its_sources_say(name: str, path: str, value: Any) -> None:
    assert rules.load(name)[path] == value


def amounts(name: str, *overlays: str) -> dict[str, tuple[Any, ...]]:
    """row -> declarers, defenders, winners, losers."""
    table = rules.load(name, overlays)["score"]
    return {row: tuple(each[side] for side in ("declarers", "defenders", "winners", "losers"))
            for row, each in table.items()}  # fmt: skip


def test_score_tables() -> None:
    none = (0,)
    plain = {"made": ((1,), none, none, none), "failed": ((-1,), none, none, none),
             "lone_made": ((3,), none, none, none), "lone_failed": ((-3,), none, none, none)}  # fmt: skip
    assert amounts("twenty-nine") == plain  # D44, D45, D46, D67
    assert amounts("twenty-nine/italian") == plain | {"failed": ((-1,), (1,), none, none)}  # A59, A60
    assert amounts("twenty-nine", "surplus-points")["made"] == ((1, "over"), none, none, none)  # A58
    assert amounts("twenty-nine", "defenders-score-bid")["failed"] == ((-1,), ("bid",), none, none)  # A61
    assert amounts("court-piece") == {
        "court": (none, none, (1,), none),  # E26
        "beaten_hakem": (none, none, (1,), none),  # E34
        "sweep": (none, none, (2,), none),  # E27
    }
    assert amounts("hokm") == {
        "plain": (none, none, (1,), none), "kot": (none, none, (2,), none), "hakem_kot": (none, none, (3,), none),
    }  # H-05  # fmt: skip


def test_overlays_add_up() -> None:
    both = rules.load("twenty-nine", ["may-ask", "must-trump"])  # T-10: may ask, and then must trump
    assert (both["reveal.ask"], both["reveal.after_ask"]) == ("may", ("led_suit", "trump", "any"))
    assert both.overlays == ("overlay/may-ask", "overlay/must-trump")


def test_a_name_can_carry_its_major_version() -> None:
    assert rules.load("twenty-nine@1") == rules.load("twenty-nine")
    with pytest.raises(HakemError, match="wrong_major"):
        rules.load("twenty-nine@2")


def test_an_unknown_name_suggests_the_nearest() -> None:
    with pytest.raises(HakemError, match="did you mean `twenty-nine`"):
        rules.load("twenty-nien")


@pytest.mark.parametrize("name", ["overlay/may-ask", "family/jack-nine"])
def test_families_and_overlays_are_not_played(name: str) -> None:
    with pytest.raises(HakemError, match="not_playable"):
        rules.load(name)


def test_loading_twice_gives_the_same_rule_set() -> None:
    assert rules.load("hokm") is rules.load("hokm")
