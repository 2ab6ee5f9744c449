"""Lists of expectations: every entry is executed, and each way in which it can be no longer so is red."""

from __future__ import annotations

import datetime
import json
from pathlib import Path
from typing import Any

import pytest
from toy_suite import parrot, wrong

from hakem.errors import HakemError
from hakem_cli.main import main
from hakem_conformance.expectation_file import baseline, load, prune
from hakem_conformance.suite import load as load_suite

TODAY = datetime.date(2026, 11, 30)
FAILS = "expected:\n  - {vectors: TOY-2, status: fail, code: play.*, reason: not yet}\n"


def a_run(folder: Path, text: str, command: list[str], *words: str) -> tuple[int, dict[str, dict[str, Any]], list[Any]]:
    """Exit code, results by id, stale entries."""
    listed, log = folder.parent / "known.yaml", folder.parent / "run.ndjson"
    listed.write_text(text, encoding="utf-8")
    words = ("--expect", str(listed), "--report", str(log), "--json", *words)
    code = main(["test", "--vectors", str(folder), *words, "--", *command])
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    found = {line["vector"]: line for line in lines if line["type"] == "result"}
    return code, found, [line["entry"] for line in lines if line["type"] == "stale"]


@pytest.mark.parametrize(
    ("text", "code", "status", "stale"),
    [
        ("expected: []", 1, "fail", []),
        (FAILS, 0, "xfail", []),
        ("expected: [{clauses: play.first_*, status: fail, reason: r}]", 0, "xfail", []),
        ("expected: [{vectors: TOY-2, status: fail, reason: r}]", 0, "xfail", []),
        ("expected: [{vectors: TOY-2, status: fail, code: auction.*, reason: r}]", 1, "fail", []),
        ("expected: [{vectors: TOY-2, status: crash, reason: r}]", 1, "fail", []),
        (FAILS + "  - {vectors: TOY-9*, status: fail, reason: r}", 1, "xfail", ["TOY-9*"]),
        (FAILS + "  - {clauses: pair.*, status: fail, reason: r}", 1, "xfail", ["pair.*"]),
        (FAILS + "  - {clauses: score.*, status: fail, reason: r}", 1, "xfail", ["score.*"]),
        (FAILS.replace("reason", "until: 2020-01-01, reason"), 1, "xfail", ["TOY-2"]),
        (FAILS.replace("reason", "until: 2999-01-01, reason"), 0, "xfail", []),
        ("quarantined: [{vectors: TOY-2, until: 2999-01-01, reason: r}]", 0, "quarantined", []),
        ("quarantined: [{vectors: TOY-2, until: 2020-01-01, reason: r}]", 1, "quarantined", ["TOY-2"]),
    ],
)
def test_what_a_list_makes_of_a_failure(folder: Path, text: str, code: int, status: str, stale: list[str]) -> None:
    found = a_run(folder, text, wrong(folder))
    assert (found[0], found[1]["TOY-2"]["status"], found[2]) == (code, status, stale)
    assert found[1]["TOY-2"].get("was", "fail") == "fail"
    assert [found[1][name]["status"] for name in ("TOY-1", "TOY-3", "TOY-4")] == ["pass"] * 3


def test_an_unexpected_pass_is_red(folder: Path) -> None:
    code, found, _ = a_run(folder, FAILS, parrot(folder))
    assert (code, found["TOY-2"]["status"], found["TOY-2"]["was"]) == (1, "xpass", "pass")
    assert "known.yaml:2" in found["TOY-2"]["message"]


def test_a_glob_expects_every_vector_that_it_fits(folder: Path) -> None:
    code, found, _ = a_run(folder, "expected: [{vectors: 'TOY-[23]', status: fail, reason: r}]", wrong(folder))
    assert code == 1 and found["TOY-2"]["status"] == "xfail" and found["TOY-3"]["status"] == "xpass"


def test_a_part_of_the_suite_says_nothing_about_the_rest(folder: Path) -> None:
    text = FAILS + "  - {clauses: score.*, status: fail, reason: r}\n  - {vectors: TOY-3, status: fail, reason: r}"
    code, _, stale = a_run(folder, text, wrong(folder), "--only", "TOY-[12]")
    assert (code, stale) == (0, [])


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("", "expectations_empty", (0, 0)),
        ("# only a comment\n", "expectations_empty", (0, 0)),
        ("expected: [", "expectations_not_yaml", (1, 12)),
        ("- x", "expectations_shape", (1, 1)),
        ("expectde: []", "expectations_unknown_key", (1, 1)),
        ("expected: x", "expectations_shape", (1, 11)),
        ("expected:\n  - x", "expectations_shape", (2, 5)),
        ("expected:\n  - vectors: A\n    status: fail", "expectations_incomplete", (2, 5)),
        ("expected:\n  - vectors: A\n    reason: r", "expectations_incomplete", (2, 5)),
        ("expected:\n  - status: fail\n    reason: r", "expectations_incomplete", (2, 5)),
        ("expected:\n  - {vectors: A, clauses: b, status: fail, reason: r}", "expectations_incomplete", (2, 5)),
        ("expected:\n  - {vectors: A, status: crash, code: b, reason: r}", "expectations_incomplete", (2, 5)),
        ("expected:\n  - {clauses: b, status: crash, reason: r}", "expectations_incomplete", (2, 5)),
        ("expected:\n  - {vectors: A, status: pass, reason: r}", "expectations_status", (2, 26)),
        ("expected:\n  - {vectors: A, status: fail, reason: ''}", "expectations_shape", (2, 40)),
        ("expected:\n  - {vectors: [A], status: fail, reason: r}", "expectations_shape", (2, 15)),
        ("expected:\n  - {vectors: A, vectors: B, status: fail, reason: r}", "expectations_twice", (2, 18)),
        ("expected:\n  - {vectors: A, status: fail, until: soon, reason: r}", "expectations_date", (2, 39)),
        ("expected:\n  - {vectros: A, status: fail, reason: r}", "expectations_unknown_key", (2, 6)),
        ("quarantined:\n  - {vectors: A, reason: r}", "expectations_incomplete", (2, 5)),
        ("quarantined:\n  - {vectors: A, status: fail, reason: r}", "expectations_unknown_key", (2, 18)),
        ("a: &a [*a]", "expectations_not_yaml", None),
    ],
)
def test_a_slip_in_a_list_is_told_where_it_stands(
    tmp_path: Path, text: str, code: str, place: tuple[int, int] | None
) -> None:
    file = tmp_path / "known.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(HakemError) as caught:
        load(file)
    finding = caught.value.findings[0]
    if place is None:  # an alias inside of what it names: whichever way it is told
        assert finding.line == 1
    else:
        assert (finding.code, (finding.line, finding.column)) == (code, place)


def test_a_list_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", "--expect", str(tmp_path / "no.yaml"), "--", "true"]) == 2
    assert "expectations_unreadable" in capsys.readouterr().err


def test_a_baseline_makes_its_run_green_and_is_stale_when_it_is_mended(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log, listed = folder.parent / "run.ndjson", folder.parent / "base.yaml"
    command = wrong(folder)
    assert main(["test", "--vectors", str(folder), "--report", str(log), "--", *command]) == 1
    words = ["baseline", "write", str(log), "--reason", "not yet: #1", "-o", str(listed)]
    assert main(words) == 0
    assert main(words) == 2 and "file is there already" in capsys.readouterr().err
    (entry,) = load(listed).entries
    assert (entry.vectors, entry.status, entry.code) == ("TOY-2", "fail", "play.first_lead.eldest")
    assert entry.reason == "not yet: #1" and entry.since
    again = ["test", "--vectors", str(folder), "--expect", str(listed), "--report", str(log), "--"]
    assert main([*again, *command]) == 0
    assert "1 xfail" in capsys.readouterr().out
    assert main(["baseline", "write", str(log), "--reason", "r", "-o", str(listed), "--force"]) == 0
    assert main([*again, *command]) == 0  # an expected failure is written again
    assert main([*again, *parrot(folder)]) == 1
    assert main(["baseline", "prune", str(log), str(listed), "--check"]) == 1
    assert load(listed).entries
    assert main(["baseline", "prune", str(log), str(listed)]) == 0
    assert not load(listed).entries
    assert main([*again, *parrot(folder)]) == 0


def test_prune_keeps_comments_and_what_still_holds(tmp_path: Path) -> None:
    text = (
        "# ours\nexpected:\n  # first\n  - vectors: A\n    status: fail\n    reason: r\n\n  # second\n"
        "  - vectors: B\n    status: fail\n    reason: >\n      r\n  - {vectors: C, status: crash, reason: r}\n"
    )
    file = tmp_path / "known.yaml"
    file.write_text(text, encoding="utf-8")
    lines: list[dict[str, Any]] = [
        {"type": "result", "vector": name, "status": status, "title": ""}
        for name, status in (("A", "fail"), ("B", "pass"), ("C", "not-run"))
    ]
    kept, gone = prune(text, load(file), lines)
    assert [entry.vectors for entry in gone] == ["B"]
    assert kept == "# ours\nexpected:\n  # first\n  - vectors: A\n    status: fail\n    reason: r\n\n  # second\n" + (
        "  - {vectors: C, status: crash, reason: r}\n"
    )


def test_a_list_in_brackets_is_not_pruned(tmp_path: Path) -> None:
    text = "expected: [{vectors: A, status: fail, reason: r}]"
    (tmp_path / "known.yaml").write_text(text, encoding="utf-8")
    passed = [{"type": "result", "vector": "A", "status": "pass", "title": ""}]
    with pytest.raises(HakemError, match="begin with a dash"):
        prune(text, load(tmp_path / "known.yaml"), passed)


def test_a_baseline_without_failures_is_an_empty_list(tmp_path: Path) -> None:
    (tmp_path / "known.yaml").write_text(baseline([], "2026-11-30", "r"), encoding="utf-8")
    assert load(tmp_path / "known.yaml").entries == []


def test_stale_names_the_nearest(folder: Path) -> None:
    (folder.parent / "known.yaml").write_text("expected: [{vectors: TOX-1, status: fail, reason: r}]")
    stale = load(folder.parent / "known.yaml").stale(load_suite(folder), True, TODAY)
    assert "did you mean `TOY-1`?" in next(stale)["message"]
