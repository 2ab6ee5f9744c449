"""Engines that deal for themselves, and the start of an engine of one's own."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from hakem import data, rules
from hakem_cli.main import main
from hakem_conformance import audit
from hakem_conformance.claims import Claims
from hakem_conformance.client import Client, Timeouts

SELF = str(Path(__file__).with_name("self_dealer.py"))


def engine(mistake: str = "") -> list[str]:
    return [sys.executable, SELF, *([mistake] if mistake else [])]


def deals(mistake: str, count: int = 6) -> list[audit.Deal]:
    client = Client(engine(mistake), Timeouts())
    try:
        claims: Claims = client.greet()[0]
        return list(audit.audit(client, claims, rules.load("twenty-nine"), count))
    finally:
        client.engine.close()


def test_a_right_one_is_audited(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "--deals", "12", "--", *engine()]) == 0
    out = capsys.readouterr().out
    assert "12 deals, 0 wrong" in out and "audited" in out
    assert main(["audit", "--deals", "3", "--badge", "--", *engine()]) == 0
    badge = json.loads(capsys.readouterr().out)
    assert (badge["label"], badge["message"], badge["color"]) == ("hakem audited", "3 deals", "blue")


def test_every_seat_deals_in_turn() -> None:
    assert [deal.vector.data["dealer"] for deal in deals("", 5) if deal.vector] == ["N", "E", "S", "W", "N"]


@pytest.mark.parametrize(
    ("mistake", "kind", "clause"),
    [
        ("revoke", "accept", "play.follow"),
        ("offers-too-much", "legal", ""),
        ("score", "result", "score."),
        ("short", "result", "sequence"),
    ],
)
def test_a_mistake_is_found_under_its_clause(mistake: str, kind: str, clause: str) -> None:
    found = deals(mistake, 12)
    firsts = [deal.verdict.first for deal in found if deal.verdict and deal.verdict.first]
    assert firsts
    assert {first.kind for first in firsts} == {kind}
    if clause:
        assert any(first.clause.startswith(clause) for first in firsts)
    if mistake == "revoke":
        assert all(first.got is True and first.expected is False for first in firsts)


def test_what_is_not_told_is_not_judged() -> None:
    told, silent = deals("", 1)[0], deals("no-steps", 1)[0]
    assert told.verdict and silent.verdict
    assert told.verdict.counts["not-claimed"] < silent.verdict.counts["not-claimed"]
    assert not silent.is_red


def test_cards_that_are_no_pack(capsys: pytest.CaptureFixture[str]) -> None:
    assert all(deal.unsound for deal in deals("lost-card", 2))
    assert main(["audit", "--deals", "7", "--", *engine("lost-card")]) == 1
    out = capsys.readouterr().out
    assert out.count("WRONG") == 5 and "the deal is none of twenty-nine@1" in out and "7 deals, 7 wrong" in out


def test_an_engine_that_dies(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "--", *engine("dies")]) == 1
    assert "exit code 4" in capsys.readouterr().out
    assert main(["audit", "--badge", "--", *engine("dies")]) == 1
    assert json.loads(capsys.readouterr().out)["color"] == "red"


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ([], "no engine was named"),
        (["--", "no-such-engine"], "there is no command"),
        (["--", *engine("no-audit")], "does not claim `audit`"),
        (["--ruleset", "court-piece", "--", *engine()], "claims none of these"),
    ],
)
def test_wrong_usage(words: list[str], text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", *words]) == 2
    assert text in capsys.readouterr().err


# -- hakem engine new --------------------------------------------------------------------------------------

LANGUAGES = ("cpp", "go", "java", "python", "rust", "typescript")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_start_stands_alone(tmp_path: Path, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "mine"
    assert main(["engine", "new", language, str(target)]) == 0
    assert "next: cd" in capsys.readouterr().out
    readme = (target / "README.md").read_text(encoding="utf-8")
    assert "../" not in readme and "hakem test --vectors vectors" in readme
    assert (target / "vectors").is_dir() and (target / "plain-tricks.yaml").is_file()
    assert not [each for each in target.rglob("*") if each.name in ("node_modules", "target", "__pycache__")]


def test_the_start_in_python_passes_its_vector(tmp_path: Path) -> None:
    target = tmp_path / "mine"
    assert main(["engine", "new", "py", str(target)]) == 0
    command = [sys.executable, str(target / "engine.py")]
    assert main(["test", "--vectors", str(target / "vectors"), "--", *command]) == 0


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["new"], "is nothing that"),
        (["serve"], "is nothing that"),
        (["new", "python", "a", "b"], "is nothing that"),
        (["new", "pyton"], "did you mean `python`?"),
        (["new", "cobol"], "there are cpp, go, java, python, rust, typescript"),
        (["new", "python", "/"], "there is such a folder"),
        (["new", "python", "/dev/null/x"], "cannot be written"),
    ],
)
def test_engine_new_tells_what_it_cannot_do(words: list[str], text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["engine", *words]) == 2
    assert text in capsys.readouterr().err


def test_every_start_that_ships_can_be_begun() -> None:
    folder = data.path("conformance/engines/starters")
    assert sorted(each.name for each in folder.iterdir() if (each / "README.md").is_file()) == list(LANGUAGES)
