"""`hakem test` and `hakem suite` as a user meets them."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from toy_suite import VECTORS, parrot, write, wrong

from hakem_cli.main import main
from hakem_conformance.examine import CHANGES_NOTHING

HAKEM = [sys.executable, "-m", "hakem_cli.main"]


def test_all_is_well(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", "--vectors", str(folder), "--", *parrot(folder)]) == 0
    out = capsys.readouterr().out
    assert "4 pass" in out and "parrot 1 (Python)" in out and "\x1b" not in out
    assert "notation not claimed" in out


def test_a_failure_shows_all_that_is_needed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = wrong(folder)
    assert main(["test", "--vectors", str(folder), "--", *command]) == 1
    out = capsys.readouterr().out
    for text in (
        "FAIL  TOY-2  TOY-2 of the toy",
        "E  SK",  # the deal
        "0  E:16",  # the play so far
        "in position 1: the legal map",
        "play.first_lead.eldest: Eldest leads to the first trick.",
        "E: too many  E:C7",
        "2 later mismatches",
        "again: hakem test --only TOY-2",
        "3 pass, 1 fail",
    ):
        assert text in out


def test_the_command_that_is_printed_shows_the_failure_again(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["test", "--vectors", str(folder), "--timeout-factor", "2", "--", *wrong(folder)])
    (again,) = (line for line in capsys.readouterr().out.splitlines() if "again: " in line)
    words = shlex.split(again.partition("again: ")[2])
    assert words[0] == "hakem" and "--timeout-factor" in words
    assert main(words[1:]) == 1
    assert "1 fail" in capsys.readouterr().out


def test_nothing_of_the_engine_reaches_the_terminal_as_it_is(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", "--vectors", str(folder), "--", *parrot(folder, "crash", "TOY-2")]) == 1
    out = capsys.readouterr().out
    assert "\\x1b[31mred" in out and "\x1b" not in out and "\x07" not in out
    main(["test", "--vectors", str(folder), "--json", "--", *parrot(folder, "crash", "TOY-2")])
    assert "\x1b" not in capsys.readouterr().out
    main(["test", "--vectors", str(folder), "--", *parrot(folder, "unsupported", "TOY-2")])
    out = capsys.readouterr().out
    assert "\\x1b[2Jtoy" in out and "\x1b" not in out


def test_report_and_junit_are_written(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log, xml = tmp_path / "run.ndjson", tmp_path / "run.xml"
    words = ["--report", str(log), "--junit", str(xml), "--jobs", "2", "--json"]
    assert main(["test", "--vectors", str(folder), *words, "--", *parrot(folder)]) == 0
    kinds = [json.loads(line)["type"] for line in log.read_text().splitlines()]
    assert kinds == ["begin", "engine", "result", "result", "result", "result", "end"]
    assert capsys.readouterr().out == log.read_text()
    assert 'tests="4"' in xml.read_text()


def test_an_engine_that_does_not_start_leaves_no_report(folder: Path, tmp_path: Path) -> None:
    log, xml = tmp_path / "run.ndjson", tmp_path / "run.xml"
    words = ["--report", str(log), "--junit", str(xml)]
    assert main(["test", "--vectors", str(folder), *words, "--", "no-such-engine-here"]) == 2
    assert not log.exists() and not xml.exists()


@pytest.mark.parametrize(
    ("command", "text"),
    [
        ([sys.executable, "no_such_script.py"], "no_such_script.py"),
        ([sys.executable, "-c", "import no_such_module"], "No module named"),
        (["true"], "exit code 0 before it had replied"),
    ],
)
def test_an_engine_that_ends_at_once_is_a_broken_command(
    folder: Path, command: list[str], text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["test", "--vectors", str(folder), "--", *command]) == 2
    out = capsys.readouterr().out
    assert text in out and "did not start" in out and "4 not run" in out


def test_fail_fast_stops(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = parrot(folder, "internal", "TOY-1")
    assert main(["test", "--vectors", str(folder), "--fail-fast", "--json", "--", *command]) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    found = [line["status"] for line in lines if line["type"] == "result"]
    assert found[0] == "crash" and found[-1] == "not-run" and len(found) == 4


def test_what_nobody_claims_is_not_green(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = {**VECTORS[0], "id": "OTHER-1", "rules": "other@1"}
    write(folder, [other, {**VECTORS[0], "id": "OTHER-2", "with": ["toy/odd", "toy/very-odd"]}])
    assert main(["test", "--vectors", str(folder), "--only", "OTHER-*", "--", *parrot(folder)]) == 1
    out = capsys.readouterr().out
    assert "2 not claimed" in out and "nothing could be asked" in out
    assert main(["test", "--vectors", str(folder), "--", *parrot(folder)]) == 0


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["test"], "no engine was named"),
        (["test", "--", "no-such-engine-here"], "there is no command"),
        (["test", "--only", "TN-0O1", "--", "true"], "did you mean TN-"),
        (["test", "--clause", "reveal.no_such", "--", "true"], "fits no clause"),
        (["test", "--report", "/no/such/folder/x", "--", "true"], "cannot be written"),
        (["test", "--junit", "/no/such/folder/x", "--", "true"], "cannot be written"),
        (["suite", "explain", "TN-0O1"], "did you mean `TN-"),
    ],
)
def test_wrong_usage_is_one_clear_message(words: list[str], text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    found = capsys.readouterr()
    assert text in found.err and "Traceback" not in found.err and not found.out


@pytest.mark.parametrize("words", [["--jobs", "0"], ["--jobs", "x"], ["--timeout-factor", "-1"]])
def test_wrong_numbers(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["test", *words, "--", "true"])
    assert caught.value.code == 2 and "positive number" in capsys.readouterr().err


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupted_run_ends_its_engines_and_its_report(
    folder: Path, tmp_path: Path, number: int, jobs: str
) -> None:
    log = tmp_path / "run.ndjson"
    words = [
        "test",
        "--vectors",
        str(folder),
        "--jobs",
        jobs,
        "--report",
        str(log),
        "--",
        *parrot(folder, "stubborn", "TOY-2"),
    ]
    run = subprocess.Popen(
        [*HAKEM, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a job in the background ignores it
    )
    for _ in range(500):
        if log.exists() and '"engine"' in log.read_text():
            break
        time.sleep(0.01)
    time.sleep(0.3)  # now it waits for the reply about TOY-2
    run.send_signal(number)
    out, err = run.communicate(timeout=10)
    assert (run.returncode, err) == (130, "")
    assert "interrupted" in out
    end = json.loads(log.read_text().splitlines()[-1])
    assert (end["type"], end["complete"], end["exit"]) == ("end", False, 130)
    assert not _engines(folder)


def _engines(folder: Path) -> list[str]:
    """Command lines of living processes that name the folder."""
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                text = Path(f"/proc/{entry}/cmdline").read_bytes().replace(b"\0", b" ").decode()
            except OSError:
                continue
            if str(folder) in text:
                found.append(text)
    return found


def test_a_reader_that_goes_away_is_no_traceback(folder: Path) -> None:
    command = shlex.join([*HAKEM, "test", "--vectors", str(folder), "--json", "--", *parrot(folder)])
    done = subprocess.run(["sh", "-c", f"{command} | head -c 5"], capture_output=True, text=True, timeout=20)
    assert "Traceback" not in done.stderr


# -- hakem suite -------------------------------------------------------------------------------------------


def test_suite_list(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["suite", "list", "--vectors", str(folder), "--only", "TOY-[14]"]) == 0
    out = capsys.readouterr().out
    assert "TOY-1  TOY-1 of the toy" in out and "2 vectors" in out
    assert main(["suite", "list", "--vectors", str(folder), "--json"]) == 0
    found: list[dict[str, Any]] = json.loads(capsys.readouterr().out)
    assert [each["id"] for each in found] == ["TOY-1", "TOY-2", "TOY-3", "TOY-4"]
    assert "reveal.secret" in found[0]["clauses"]


def test_suite_explain(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["suite", "explain", "TOY-1", "--vectors", str(folder)]) == 0
    out = capsys.readouterr().out
    for text in ("E  SA", "legal   E: 16 P", "refuse  E:15", "[auction.bids.from]", "reveal.secret: Before the reveal"):
        assert text in out
    assert main(["suite", "explain", "TOY-4", "--vectors", str(folder)]) == 0
    assert "unfinished" in capsys.readouterr().out


def test_suite_repro_gives_lines_that_an_engine_answers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["suite", "repro", "TN-007"]) == 0
    lines = capsys.readouterr().out
    methods = [json.loads(line)["method"] for line in lines.splitlines()]
    assert methods[0] == "replay" and {"legal", "probe", "view"} <= set(methods)
    done = subprocess.run([*HAKEM, "engine"], input=lines, capture_output=True, text=True, timeout=20)
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    assert [reply["id"] for reply in replies] == list(range(1, len(methods) + 1))
    assert all("result" in reply for reply in replies)


def test_suite_freeze_says_what_is_not_current(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["suite", "freeze", "--check"]) == 0
    assert "current" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("- {id: X, title: x, rules: twenty-nine@1, dealer: N, dael: {}}", "did you mean `deal`?"),
        ("- {id: X, title: x, dealer: N}", "lacks `rules`"),
        ("- {id: X, id: Y}", "stands twice"),
        ("- [", "this is not YAML"),
        ("id: X", "is a list"),
        (
            "- {id: X, title: x, rules: r, dealer: N, play: [{do: E:15, clause: auction.frist}]}",
            "no clause `auction.frist`",
        ),
        ("- {id: X, title: x, rules: r, dealer: N, play: [{refuse: {E:15: {raeson: y}}}]}", "did you mean `reason`?"),
    ],
)
def test_a_slip_in_a_source_is_found(
    tmp_path: Path, text: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "slip.yaml"
    file.write_text(text, encoding="utf-8")
    assert main(["suite", "freeze", str(file)]) == 2
    assert message in capsys.readouterr().err


def test_a_source_that_contradicts_the_rules_is_not_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "wrong.yaml"
    hands = "deal: {E: SJ SK HJ D9 / HK DJ DA DT, S: CJ C9 CA S7 / CT CK CQ H7, W: S9 ST HT H8 / S8 H9 D8 C7, "
    hands += "N: SA HA DK C8 / SQ HQ DQ D7}"
    head = "- {id: XX-001, title: x, rules: twenty-nine@1, dealer: N, " + hands
    file.write_text(head + ", play: [{do: E:15, refuse: {E:14: bid_too_high}}]}", encoding="utf-8")
    assert main(["suite", "freeze", str(file)]) == 1
    found = capsys.readouterr()
    assert "XX-001" in found.err and "bid_too_high" in found.err and "1 refused" in found.out


def test_the_name_of_the_attributed_clause_exists() -> None:
    from hakem_conformance.clauses import clause_text

    assert clause_text(CHANGES_NOTHING)
    assert clause_text("auction.pass.final") == "A seat that has passed does not speak again in that auction."
    assert clause_text("cancel_deal.by.demand").startswith("Each seat for which the row holds")
    assert clause_text("class.marker") and clause_text("auction.bids.from") and not clause_text("auction.bids")
