"""Reports: every line fits the schema, JUnit parses, and exit codes say what happened."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest
from referencing import Registry, Resource
from toy_suite import RESULT, VECTORS, lines_of, parrot, vector, write

from hakem import data
from hakem_cli.output import neutral
from hakem_conformance import report, suite
from hakem_conformance.fault import STATUSES
from hakem_conformance.junit import junit
from hakem_conformance.suite import Selection, Vector, load

Line = dict[str, Any]


def schema(name: str) -> jsonschema.Draft202012Validator:
    """A schema of `spec/schema`, which may point at the protocol."""
    contents = {
        each: json.loads(data.path(f"spec/schema/{each}.schema.json").read_bytes()) for each in (name, "protocol")
    }
    jsonschema.Draft202012Validator.check_schema(contents[name])
    registry: Registry[Any] = Registry().with_resource(
        "protocol.schema.json", Resource.from_contents(contents["protocol"])
    )
    return jsonschema.Draft202012Validator(contents[name], registry=registry)


def a_run(folder: Path, *words: str, interrupted: bool = False) -> list[Line]:
    vectors = load(folder)
    found = report.Report()
    found.begin(parrot(folder, *words), vectors, Selection(only=["TOY-*"]), 1)
    for line in lines_of(parrot(folder, *words), vectors):
        found.add(line)
    found.end(interrupted)
    return found.lines


@pytest.mark.parametrize("words", [(), ("crash", "TOY-2"), ("text", "TOY-1"), ("types", "TOY-1"), ("internal", "TOY-3"),
                                   ("crash",), ("unsupported",)])  # fmt: skip
def test_every_line_fits_the_schema(tmp_path: Path, words: tuple[str, ...]) -> None:
    validator = schema("report")
    for line in a_run(write(tmp_path), *words):
        validator.validate(json.loads(report.as_text(line)))


def test_a_failure_fits_the_schema(tmp_path: Path) -> None:
    """The parrot answers by other vectors than it is asked about."""
    (tmp_path / "asked").mkdir()
    (tmp_path / "known").mkdir()
    wrong = vector("TOY-1", "SA")
    wrong["steps"][0]["legal"] = {"E": ["E:16"]}
    wrong["steps"][2]["result"] = {**RESULT, "made": False}
    write(tmp_path / "known", [wrong])
    lines = lines_of(parrot(tmp_path / "known"), [Vector("TOY-1", VECTORS[0])])
    line = next(line for line in lines if line["type"] == "result")
    schema("report").validate(line)
    assert line["failure"] == {
        "clause": "auction.first", "at": 0, "kind": "legal", "by": "replay", "do": "E:16",
        "expected": {"E": ["E:16", "E:P"]}, "got": {"E": ["E:16"]},
    }  # fmt: skip
    assert line["consequences"] == [{"clause": "score.declarers", "at": 2, "kind": "result"}]


def test_the_schema_names_exactly_the_statuses() -> None:
    names = json.loads(data.path("spec/schema/report.schema.json").read_bytes())["$defs"]["status"]["enum"]
    assert tuple(names) == STATUSES


@pytest.mark.parametrize(
    ("change", "path"),
    [({"status": "green"}, "status"), ({"extra": 1}, ""), ({"assertions": {"pass": -1}}, "assertions")],
)
def test_the_schema_refuses_what_is_wrong(tmp_path: Path, change: Line, path: str) -> None:
    line = next(line for line in a_run(write(tmp_path)) if line["type"] == "result")
    schema("report").validate(line)
    assert not schema("report").is_valid({**line, **change})


def test_every_shipped_vector_fits_its_schema() -> None:
    validator = schema("vector")
    for each in load():
        validator.validate(each.data)


@pytest.mark.parametrize(
    "change",
    [{"steps": []}, {"id": "tn 1"}, {"because": {"legal": 3}}, {"steps": [{"do": "E:sixteen"}]}, {"stpes": []}],
)
def test_the_vector_schema_refuses_what_is_wrong(change: Line) -> None:
    assert schema("vector").is_valid(VECTORS[0])
    assert not schema("vector").is_valid({**VECTORS[0], **change})


def result(status: str) -> Line:
    return {"type": "result", "vector": "X", "title": "", "rules": "toy@1", "status": status}


@pytest.mark.parametrize(
    ("found", "code"),
    [
        (["pass"], 0),
        (["pass", "not-claimed"], 0),
        (["not-claimed"], 1),
        ([], 1),
        *((["pass", status], 1) for status in ("fail", "crash", "timeout", "protocol", "unsupported")),
        *((["pass", status], 1) for status in ("flaky", "not-run", "xpass")),
        (["pass", "xfail", "quarantined"], 0),
    ],
)  # fmt: skip
def test_exit_codes(found: list[str], code: int) -> None:
    assert report.exit_code([result(status) for status in found]) == code


def test_a_fault_at_the_start_is_red() -> None:
    assert report.exit_code([{"type": "fault", "status": "timeout"}, result("not-run")]) == 1
    assert report.exit_code([{"type": "fault", "status": "crash"}, result("not-run")]) == 2


def test_the_end_adds_up(tmp_path: Path) -> None:
    lines = a_run(write(tmp_path), "crash", "TOY-2")
    assert lines[-1]["statuses"] == {"pass": 3, "crash": 1}
    # two deals of 18 assertions each, the match with 4 of its deal and 4 of the whole
    assert lines[-1]["assertions"]["pass"] == 2 * 18 + 4 + 4
    assert lines[-1]["complete"] and lines[-1]["exit"] == 1
    assert not a_run(tmp_path, interrupted=True)[-1]["complete"]


def test_a_report_cut_off_in_the_middle_of_a_line_is_still_read(tmp_path: Path) -> None:
    text = "".join(map(report.as_text, a_run(write(tmp_path))))
    whole = report.read(text.splitlines())
    cut = report.read(text[: len(text) // 2].splitlines())
    assert whole[: len(cut)] == cut and len(cut) < len(whole)


def test_junit_parses_and_counts(tmp_path: Path) -> None:
    write(tmp_path)
    vectors = {each.id: each for each in load(tmp_path)}
    lines = a_run(tmp_path, "crash", "TOY-2")
    lines.insert(2, {**result("fail"), "vector": "TOY-1", "title": "A <b> & \x1b[31m \x00 \ud800", "failure": {
        "clause": "auction.first", "at": 1, "kind": "accept", "by": "probe", "subject": "E:C7", "expected": False,
        "got": True}})  # fmt: skip
    lines.insert(3, result("not-claimed"))
    root = ElementTree.fromstring(junit(lines, vectors, neutral))
    (suite_element,) = (each for each in root if each.get("name") == "toy@1")
    assert {key: suite_element.get(key) for key in ("tests", "failures", "errors", "skipped")} == {
        "tests": "6", "failures": "1", "errors": "1", "skipped": "1",
    }  # fmt: skip
    failure = root.find(".//failure")
    assert failure is not None and failure.text is not None
    assert "is E:C7 legal?" in failure.get("message", "") and "expected  refused" in failure.text
    log = root.find(".//system-err")
    assert log is not None and log.text is not None and "\\x1b[31mred" in log.text


def test_what_is_broken_in_a_folder_of_vectors_is_told_at_once(tmp_path: Path) -> None:
    write(tmp_path)
    (tmp_path / "broken.json").write_text("{", encoding="utf-8")
    (tmp_path / "thin.json").write_text('{"id": "X"}', encoding="utf-8")
    (tmp_path / "twin.json").write_text(json.dumps(VECTORS[0]), encoding="utf-8")
    with pytest.raises(suite.HakemError) as caught:
        load(tmp_path)
    assert [finding.code for finding in caught.value.findings] == [
        "vector_unreadable", "vector_unreadable", "vector_id_twice",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("options", "ids"),
    [
        ({}, ["TOY-1", "TOY-2", "TOY-3", "TOY-4"]),
        ({"only": ["TOY-[12]"]}, ["TOY-1", "TOY-2"]),
        ({"skip": ["TOY-1"], "only": ["TOY-[12]"]}, ["TOY-2"]),
        ({"clause": ["match.*"]}, ["TOY-4"]),
        ({"clause": ["reveal.*", "match.*"], "skip": ["TOY-1"]}, ["TOY-2", "TOY-3", "TOY-4"]),
        ({"ruleset": ["toy"]}, ["TOY-1", "TOY-2", "TOY-3", "TOY-4"]),
        ({"ruleset": ["toy@1"], "only": ["*4"]}, ["TOY-4"]),
    ],
)
def test_selection(tmp_path: Path, options: Any, ids: list[str]) -> None:
    assert [each.id for each in Selection(**options).choose(load(write(tmp_path)))] == ids


@pytest.mark.parametrize(
    ("options", "codes"),
    [
        ({"only": ["TOY-9"]}, ["no_such_vector"]),
        ({"only": ["A"], "clause": ["b"]}, ["no_such_vector"] * 2),
        ({"only": ["TOY-1"], "skip": ["TOY-*"]}, ["nothing_selected"]),
    ],
)
def test_a_selection_that_fits_nothing_is_a_mistake(tmp_path: Path, options: Any, codes: list[str]) -> None:
    with pytest.raises(suite.HakemError) as caught:
        Selection(**options).choose(load(write(tmp_path)))
    assert [finding.code for finding in caught.value.findings] == codes
