"""The vectors of the notation: what is accepted and its canonical form, what is refused and where. All by hand."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from record_samples import HERE
from test_record_broken import EXPECTED
from test_record_readers import cut, fast, normative

from hakem.record import export, from_twin, parse, read, to_twin
from hakem.record.codes import CODES
from hakem.replay import replay

FOLDER = HERE.parents[1] / "conformance" / "records" / "vectors"


def vectors(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FOLDER / f"{name}.jsonl").read_text("utf-8").splitlines()]


VALID, INVALID = vectors("valid"), vectors("invalid")


@pytest.mark.parametrize("vector", VALID, ids=lambda vector: vector["name"])
def test_valid(vector: dict[str, Any]) -> None:
    trees, found = parse(vector["text"], "strict")
    assert not found
    assert export(trees) == vector["canonical"]
    assert parse(vector["canonical"], "strict") == (parse(vector["canonical"], "lenient")[0], [])
    assert export(parse(vector["canonical"])[0]) == vector["canonical"]
    assert export(from_twin(line for tree in trees for line in to_twin(tree))) == vector["canonical"]
    for kind, piece in cut(vector["text"]):
        assert fast(kind, piece) == normative(kind, piece) is not None


@pytest.mark.parametrize("vector", INVALID, ids=lambda vector: vector["name"])
def test_invalid(vector: dict[str, Any]) -> None:
    parts = replay(read(io.BytesIO(vector["text"].encode()), "strict"), "strict")
    found = [each for part in parts for each in part.findings if each.severity == "error"]
    told = [{"code": each.code, "line": each.line, "column": each.column, "where": each.where} for each in found]
    assert told == vector["findings"], "\n".join(map(str, found))
    for kind, piece in cut(vector["text"]):
        assert fast(kind, piece) == normative(kind, piece)


def test_there_are_many() -> None:
    assert len(VALID) >= 150 and len(INVALID) + len(EXPECTED) >= 300
    for several in (VALID, INVALID):
        for key in ("name", "text"):
            assert len({vector[key] for vector in several}) == len(several)
    assert {found["code"] for vector in INVALID for found in vector["findings"]} <= set(CODES)
    assert sum(vector["text"] != vector["canonical"] for vector in VALID) >= 40
