"""Coverage counted by hand on the toy vectors; shrinking a vector that an engine fails."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from toy_suite import MATCH, VECTORS, write

from hakem import data
from hakem_cli.main import main
from hakem_conformance.coverage import Coverage, Exclusion, assertions, exclusions, pairs
from hakem_conformance.suite import HakemError, Vector, load

EVALUATOR = str(data.path("conformance/evaluator/main.js"))
ZOO = str(data.path("conformance/zoo/zoo.mjs"))


def covered(*vectors: dict[str, object], excluded: tuple[Exclusion, ...] = ()) -> Coverage:
    return Coverage(list(assertions(Vector(str(each["id"]), each) for each in vectors)), excluded)


def test_a_vector_is_counted_by_hand() -> None:
    """First step: legal, a refusal, an action, events. Second: legal, two refusals, an action, points, a view.
    Third: legal, result. In all 3 refusals of 12."""
    found = covered(VECTORS[0])
    assert found.share_of_refusals() == (3, 12)
    assert found.refusing["auction.bids.from"] == ["TOY-1"] and "auction.bids.from" not in found.accepting
    assert found.accepting["reveal.secret"] == found.refusing["reveal.secret"] == ["TOY-1"]
    assert found.unprobed() == []


def test_the_same_state_and_action_count_once() -> None:
    again = {**VECTORS[0], "id": "TOY-9"}
    assert covered(VECTORS[0], again).share_of_refusals() == (3, 12)
    assert covered(VECTORS[0], again).refusing["auction.bids.from"] == ["TOY-1", "TOY-9"]
    assert covered(VECTORS[0], VECTORS[1]).share_of_refusals() == (6, 24)


def test_turns_without_a_probe() -> None:
    bare = json.loads(json.dumps(VECTORS[0]))
    del bare["steps"][1]["refuse"]
    assert covered(bare).unprobed() == [("TOY-1", 1)]
    assert covered(bare, {**VECTORS[0], "id": "TOY-9"}).unprobed() == []  # the same turn, probed elsewhere


def test_a_match_asserts_its_clauses() -> None:
    assert covered(MATCH).accepting["match.order"] == ["TOY-4"]


def test_an_action_alone_covers_the_accepting_side() -> None:
    found = covered({"id": "A", "rules": "r", "dealer": "N", "steps": [{"do": "E:16", "clause": "pair.held"}]})
    assert found.accepting["pair.held"] == ["A"] and "pair.held" not in found.refusing
    assert "pair.held" in found.missing("refusing") and "pair.held" not in found.missing("accepting")


def test_exclusions() -> None:
    excluded = (
        Exclusion("pair.*", "both", "r"),
        Exclusion("auction.bids.from", "accepting", "r"),
        Exclusion("reveal.secret", "both", "in vain"),
        Exclusion("no.such", "both", "in vain"),
    )
    found = covered(VECTORS[0], excluded=excluded)
    assert "pair.held" not in found.missing("accepting") + found.missing("refusing")
    assert "auction.bids.from" not in found.missing("accepting")
    assert {each.reason for each in found.stale()} == {"in vain"} and len(found.stale()) == 2


@pytest.mark.parametrize(
    "text",
    [
        "excluded: [{clauses: a}]",
        "excluded: 3",
        "[",
        "excluded: [{clauses: a, reason: ''}]",
        "excluded: [{clauses: a, reason: r, sides: left}]",
    ],
)
def test_a_broken_list_of_exclusions(tmp_path: Path, text: str) -> None:
    (tmp_path / "x.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(HakemError):
        exclusions(tmp_path / "x.yaml")
    assert all(each.reason for each in exclusions())


def test_pairs_of_overlays() -> None:
    both = {"id": "A", "rules": "twenty-nine@1", "with": ["overlay/last-trick-point", "overlay/may-ask"], "dealer": "N"}
    found = pairs("twenty-nine", [Vector("A", both), Vector("B", {**both, "rules": "twenty-eight@1"})])
    pair = ("overlay/last-trick-point", "overlay/may-ask")
    assert pair in found.possible and pair not in found.missing
    assert len(found.possible) - len(found.missing) == 1
    assert all(one < other for one, other in found.possible)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["suite", "coverage", "--vectors", str(write(tmp_path)), "--all"]) == 1
    out = capsys.readouterr().out
    assert "uncovered  pair.held: no accepting and no refusing vector" in out
    assert "uncovered  auction.bids.from: no accepting vector" in out
    assert main(["suite", "coverage", "--json"]) in (0, 1)
    told = json.loads(capsys.readouterr().out)
    assert 0 < told["refusals"] < told["assertions"]
    assert told["clauses"]["play.follow"]["accepting"]


# -- hakem suite shrink ------------------------------------------------------------------------------------


def test_the_mistake_that_a_vector_shows_is_made_small(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = ["node", ZOO, "no-duty-to-follow"]
    words = ["suite", "shrink", "--seconds", "3", "--json", "-o", str(tmp_path / "small"), "TN-013", "--", *wrong]
    assert main(words) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["tricks"] <= 1 and told["actions"] <= 5
    (vector,) = load(tmp_path / "small")
    assert main(["test", "--vectors", str(tmp_path / "small"), "--only", vector.id, "--", *wrong]) == 1


@pytest.mark.parametrize(
    ("words", "code", "text"),
    [
        (["TN-001", "--", "node", EVALUATOR], 0, "says what the interpreter says"),
        (["TN-0O1", "--", "true"], 2, "did you mean `TN-"),
        (["TM-001", "--", "true"], 2, "is a match"),
        (["TN-001"], 2, "no engine was named"),
        (["TN-001", "--", "no-such-engine"], 2, "there is no command"),
    ],
)
def test_shrink_tells_what_it_cannot_do(
    words: list[str], code: int, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["suite", "shrink", *words]) == code
    captured = capsys.readouterr()
    assert text in captured.out + captured.err
