"""Every wrong engine fails under exactly the clauses that its file names; every right one passes."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from hakem import data
from hakem_conformance.runner import Run
from hakem_conformance.suite import load

ZOO = sorted(data.path("conformance/zoo").glob("*.json"))
RIGHT = {
    "evaluator": ("node", str(data.path("conformance/evaluator/main.js"))),
    "interpreter": (sys.executable, "-m", "hakem_cli.main", "engine"),
    "python adapter": (sys.executable, str(data.path("conformance/engines/python/adapter.py"))),
    "javascript adapter": ("node", str(data.path("conformance/engines/javascript/adapter.mjs"))),
}


@pytest.mark.parametrize("file", ZOO, ids=lambda file: str(file.stem))
def test_a_wrong_engine_fails_where_it_should(file: Path) -> None:
    command = ("node", str(data.path("conformance/zoo/zoo.mjs")), file.stem)
    results = [line for line in Run(command, load()).lines() if line["type"] == "result"]
    assert {line["status"] for line in results} == {"pass", "fail"}
    failing = {line["failure"]["clause"] for line in results if line["status"] == "fail"}
    assert sorted(failing) == json.loads(file.read_text(encoding="utf-8"))["fails"]


@pytest.mark.parametrize("name", RIGHT)
def test_a_right_engine_passes_all_that_it_claims(name: str) -> None:
    results = [line for line in Run(RIGHT[name], load()).lines() if line["type"] == "result"]
    statuses = {line["status"] for line in results}
    assert "pass" in statuses and statuses <= {"pass", "not-claimed"}


def test_there_are_at_least_twelve_wrong_engines() -> None:
    assert len(ZOO) >= 12
