"""grammar/README.md and the schema of the twin say what the code says: nothing is listed twice by hand unseen."""

from __future__ import annotations

import json
import re
from itertools import chain

import pytest
from hypothesis import given, settings
from jsonschema import Draft202012Validator
from record_samples import GAMES, HERE, MATCH, RECORDS, played

from hakem.record import from_twin, parse, to_twin
from hakem.record.codes import CODES
from hakem.record.nodes import Match
from hakem.record.tags import BOARD_TAGS, HEADER_TAGS, SECTION_CHECKS
from hakem.record.words import ENDS, WORDS

GRAMMAR = HERE.parents[1] / "grammar"
README = (GRAMMAR / "README.md").read_text("utf-8")
SCHEMA = json.loads((GRAMMAR / "twin.schema.json").read_text("utf-8"))
VALID = Draft202012Validator(SCHEMA)


def rows(heading: str) -> list[list[str]]:
    """The rows of all tables whose first column is headed so."""
    found = re.findall(rf"^\| {re.escape(heading)} \|.*\n\|[-|]+\n((?:\|.*\n)+)", README, re.MULTILINE)
    return [[cell.strip() for cell in row.strip("|").split(" | ")] for part in found for row in part.splitlines()]


def test_every_code_is_explained() -> None:
    assert [(code.strip("`"), text) for code, text in rows("code")] == list(CODES.items())


def test_every_word_and_every_end_is_listed() -> None:
    assert [(word.strip("`"), example) for word, example, _ in rows("word")] == [
        (word, f"`<{what.example}>`") for word, what in WORDS.items()
    ]
    assert [(end.strip("`"), text) for end, text in rows("`[End]`")] == list(ENDS.items())


def test_every_tag_is_named() -> None:
    named = set(re.findall(r"\[([A-Z][A-Za-z]*)", README))
    seats = {"North", "East", "South", "West"} | {tag for tag in HEADER_TAGS if tag.startswith("Seat")}
    assert {*HEADER_TAGS, *BOARD_TAGS, *SECTION_CHECKS} - seats <= named


def assert_fits(match: Match) -> None:
    for line in to_twin(match):
        again = json.loads(json.dumps(line))
        errors = list(VALID.iter_errors(again))
        assert not errors, (again, errors[0].message)


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_twin_of_every_file_fits_the_schema(path: object) -> None:
    matches, _ = parse(path.read_bytes())  # type: ignore[attr-defined]
    for match in matches:
        assert_fits(match)
        assert from_twin(chain(to_twin(match)))


@pytest.mark.parametrize(("name", "overlays"), GAMES)
def test_the_twin_of_played_games_fits_the_schema(name: str, overlays: tuple[str, ...]) -> None:
    assert_fits(played(name, overlays, seed=3))


@given(MATCH)
@settings(max_examples=50, deadline=None)
def test_the_twin_of_any_record_fits_the_schema(match: Match) -> None:
    assert_fits(match)


@pytest.mark.parametrize(
    "line",
    [{}, {"event": "cheat"}, {"event": "played", "card": "Z9"}, {"event": "end"}, {"event": "trick", "trick": 0}],
)
def test_the_schema_refuses(line: dict[str, object]) -> None:
    assert not VALID.is_valid(line)
