"""Which settings are dormant where, and what must be stated."""

from __future__ import annotations

from pathlib import Path

import pytest
from rule_files import found

from hakem import rules
from hakem.rules.checker import asleep


@pytest.mark.parametrize(
    ("name", "overlays", "path", "dormant"),
    [
        ("twenty-nine", [], "reveal.never", False),
        ("twenty-nine", ["own-card"], "reveal.never", True),  # the marker is the last card
        ("twenty-nine", ["seventh-card"], "reveal.never", False),  # a named suit still has no marker
        ("twenty-nine", ["reveal-deadline"], "reveal.never", True),
        ("twenty-nine", ["chinni"], "reveal.ask", True),
        ("twenty-nine", [], "stakes.redouble_by", True),
        ("twenty-nine", ["double-only"], "stakes.redouble_by", True),
        ("twenty-nine", ["doubling"], "stakes.redouble_by", False),
        ("twenty-nine", ["doubling"], "score.made.times", False),
        ("twenty-nine", ["one-round"], "auction.pass", True),
        ("twenty-nine", [], "auction.pass", False),
        ("twenty-nine", ["eldest-must-bid"], "auction.nobody_bids", True),
        ("twenty-nine", ["no-pair"], "pair.defenders.limit", True),
        ("twenty-nine", [], "pair.defenders.limit", False),
        ("twenty-nine", ["alone"], "lone_hand.partner", False),
        ("twenty-nine", [], "lone_hand.partner", True),
        ("twenty-nine", [], "match.floor", False),
        ("twenty-nine", ["failure-only-pays"], "match.floor", True),  # nothing is ever taken away
        ("twenty-eight", [], "auction.over_partner", False),
        ("twenty-eight/three-players", [], "auction.over_partner", True),
        ("court-piece", ["declared-target"], "auction.pass", True),  # only the Hakem speaks
        ("court-piece", ["trump-challenge"], "auction.pass", True),  # only one bid is possible
        ("court-piece", [], "auction.bids.from", True),
        ("court-piece/rang", [], "play.go_on", False),
        ("court-piece/double-sir", [], "play.go_on", True),
        ("hokm/two-players", [], "draw.hand", False),
        ("hokm/two-players", ["without-draw"], "draw.discards", True),
        ("hokm", [], "match.hakem_term", False),
        ("twenty-nine", [], "match.hakem_term", True),
        ("twenty-nine", ["defenders-ask"], "reveal.after_show", True),
        ("twenty-nine", ["defenders-ask", "reveal-deadline"], "reveal.after_show", False),
        ("twenty-nine", ["defenders-ask", "no-hidden-discard"], "reveal.after_show", False),
    ],
)
def test_dormant_or_not(name: str, overlays: list[str], path: str, dormant: bool) -> None:
    assert (path in asleep(rules.load(name, overlays))) is dormant


FAMILY = "changes:\n  seats.turn: clockwise\n"


def test_what_is_live_must_be_stated(tmp_path: Path) -> None:
    findings = found(tmp_path, FAMILY, extends="family/jack-nine@1")
    assert {code for _, code, _ in findings} == {"unset"}
    # bids from and to, pass, nobody bids, form, and of the reveal ask, activation, never
    assert len(findings) == 8


def test_what_is_dormant_need_not_be(tmp_path: Path) -> None:
    body = FAMILY + "  auction.opening: compulsory\n  choose_trump.secrecy: open\n"
    assert len(found(tmp_path, body, extends="family/jack-nine@1")) == 4  # bids from and to, pass, form
