"""Every wrong engine fails under exactly the clauses that its file names; every right one passes."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from hakem import data
from hakem_conformance import zoo
from hakem_conformance.runner import Run
from hakem_conformance.suite import Vector, load

ANIMALS = zoo.animals()
RIGHT = {
    "evaluator": ("node", str(data.path("conformance/evaluator/main.js"))),
    "interpreter": (sys.executable, "-m", "hakem_cli.main", "engine"),
    "python adapter": (sys.executable, str(data.path("conformance/engines/python/adapter.py"))),
    "javascript adapter": ("node", str(data.path("conformance/engines/javascript/adapter.mjs"))),
}


@pytest.fixture(scope="module")
def vectors() -> Sequence[Vector]:
    return load()


@pytest.mark.parametrize("animal", ANIMALS, ids=lambda animal: str(animal.name))
def test_a_wrong_engine_fails_where_it_should(animal: zoo.Animal, vectors: Sequence[Vector]) -> None:
    finds = zoo.examine(animal, vectors)
    assert finds.is_as_said, "\n".join(zoo.lines(finds))
    assert len(set().union(*finds.failing.values())) < len(vectors)


@pytest.mark.parametrize("name", RIGHT)
def test_a_right_engine_passes_all_that_it_claims(name: str, vectors: Sequence[Vector]) -> None:
    results = [line for line in Run(RIGHT[name], vectors).lines() if line["type"] == "result"]
    statuses = {line["status"] for line in results}
    assert "pass" in statuses and statuses <= {"pass", "not-claimed"}


def test_there_are_at_least_forty_wrong_engines() -> None:
    assert len(ANIMALS) >= 40
    assert all((animal.fails or animal.statuses) and animal.about.endswith(".") for animal in ANIMALS)
    assert {status for animal in ANIMALS for status in animal.statuses} == {"timeout", "flaky", "protocol"}


# -- the command that compares and writes the lists -------------------------------------------------------


def few(vectors: Sequence[Vector]) -> list[Vector]:
    return [vector for vector in vectors if vector.id in ("TN-031", "TN-056", "TN-057")]


def points_as_rank(fails: Sequence[str], folder: Path) -> zoo.Animal:
    """The engine that takes points for rank, with a file of its own that names these clauses."""
    file = Path(shutil.copy(data.path("conformance/zoo/points-as-rank.json"), folder))
    file.write_text(json.dumps({**json.loads(file.read_text(encoding="utf-8")), "fails": list(fails)}))
    return zoo.Animal(file, "", tuple(fails))


def test_differences_are_told_and_written(vectors: Sequence[Vector], tmp_path: Path) -> None:
    animal = points_as_rank(["auction.close"], tmp_path)
    finds = zoo.examine(animal, few(vectors))
    assert (finds.extra, finds.missing, finds.fault) == (["pack.order"], ["auction.close"], "")
    first, *rest = zoo.lines(finds)
    assert "2 vectors fail under 1 clauses" in first and "as its file says" not in first
    assert [line.split() for line in rest] == [["-", "auction.close"], ["+", "pack.order", "TN-056", "TN-057"]]
    zoo.write(finds)
    content = json.loads(animal.file.read_text(encoding="utf-8"))
    assert content["fails"] == ["pack.order"] and content["edits"] and content["about"]


def test_an_engine_whose_edit_no_longer_fits_cannot_be_judged(tmp_path: Path) -> None:
    ghost = zoo.Animal(tmp_path / "no-such-engine.json", "", ())
    finds = zoo.examine(ghost, load()[:2])
    assert "no wrong engine is called no-such-engine" in finds.fault and not finds.is_as_said
    assert "cannot be judged" in next(zoo.lines(finds))


def test_a_name_that_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert zoo.main(["points-as-rang"]) == 2
    assert "did you mean" in capsys.readouterr().err
