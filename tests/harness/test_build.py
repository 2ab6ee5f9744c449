"""`hakem suite build`: a suite for a rule set of one's own."""

import json

import pytest

from hakem import rules
from hakem_cli.main import main
from hakem_conformance import suite
from hakem_conformance.judge import Check
from hakem_conformance.mutants.aim import Search
from hakem_conformance.mutants.build import build
from hakem_conformance.mutants.kill import kills

MAPLE = """\
spec: 1
kind: rule_set
id: {id}
version: 1.0.0
title: Twenty-Nine, Maple Street
extends: twenty-nine@1
with: [may-ask]
changes:
  auction.bids.from: 17
  auction.pass: final
"""
EVALUATOR = ["--", "node", "conformance/evaluator/main.js"]


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("built")
    (folder / "maple.yaml").write_text(MAPLE.format(id="maple-street"))
    return build(folder / "maple.yaml", folder / "suite", Search(15, 200)), folder / "suite"


def test_what_is_written(built):
    made, folder = built
    vectors = suite.load(folder / "vectors")
    assert made.vectors == len(vectors) >= 3 and made.positions >= 40 and not made.refused and not made.missed
    assert {vector.rules for vector in vectors} == {"maple-street@1"}
    assert {"auction.bids.from", "auction.pass.final", "reveal.ask.may"} <= {
        clause for vector in vectors for clause in vector.clauses
    }  # each thing that it states has a vector of its own
    assert "Maple Street" in (folder / "rules.md").read_text()
    assert vectors[0].id in (folder / "README.md").read_text()
    assert "twenty-nine@1" not in (folder / "rules" / "maple-street.yaml").read_text()  # needs no parent


def test_it_tells_the_rules_from_their_parent(built):
    _, folder = built
    vectors = suite.load(folder)
    mine = rules.load("maple-street@1")
    assert [vector.id for vector in vectors if kills(vector, mine)] == []
    for other in (rules.load("twenty-nine"), rules.load("twenty-nine", ["may-ask"])):
        assert any(isinstance(kills(vector, other), Check) for vector in vectors)


def test_an_engine_runs_it(built, capsys):
    _, folder = built
    assert main(["test", "--vectors", str(folder), *EVALUATOR]) == 0
    assert f"{len(suite.load(folder))} pass" in capsys.readouterr().out
    counts = str(folder / "counts.perft")
    assert main(["perft", "--check", "--file", counts, *EVALUATOR]) == 0
    assert "every count that was asked is right" in capsys.readouterr().out


def test_faults_of_the_user(tmp_path, capsys):
    assert main(["suite", "build", str(tmp_path / "none.yaml")]) == 2
    assert "there is no file" in capsys.readouterr().err
    (tmp_path / "elm.yaml").write_text(MAPLE.format(id="elm-street").replace("17", "30"))
    assert main(["suite", "build", str(tmp_path / "elm.yaml"), "--into", str(tmp_path / "new")]) == 2
    assert "no_bid_possible" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()
    (tmp_path / "elm.yaml").write_text(MAPLE.format(id="elm-street"))
    assert main(["suite", "build", str(tmp_path / "elm.yaml"), "--into", str(tmp_path)]) == 2
    assert "is there already" in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["elm.yaml"]


def test_another_version_is_not_taken(built, tmp_path, capsys):
    _, folder = built
    for path in (folder / "vectors").iterdir():
        vector = json.loads(path.read_text())
        (tmp_path / path.name).write_text(json.dumps({**vector, "rules": "maple-street@2"}))
    assert main(["test", "--vectors", str(tmp_path), *EVALUATOR]) != 0
    assert "version 2 is not there" in "".join(capsys.readouterr())
