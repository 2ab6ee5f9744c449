"""Adapters with one thing wrong: each is called by its name, and the right one is healthy."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from hakem_cli.main import main
from hakem_conformance import doctor
from hakem_conformance.client import Timeouts
from hakem_conformance.diagnosis import FIXES, NOTES, Diagnosis
from hakem_conformance.doctor import examine
from hakem_conformance.suite import load

SICK = str(Path(__file__).with_name("sick.py"))
QUICK = Timeouts(start=15, request=3, exit=1)
#: What is wrong -> how the doctor calls it.
PLANTED = {
    "dies": "ended",
    "dies-of-rubbish": "broken_line",
    "once": "one_request_only",
    "silent": "no_reply",
    "no-flush": "no_flush",
    "reads-all": "no_flush",
    "no-newline": "no_newline",
    "stderr": "reply_on_stderr",
    "headers": "header_framing",
    "batch": "batch",
    "echo": "echo",
    "bom": "bom",
    "crlf": "crlf",
    "pretty": "pretty_json",
    "two-on-a-line": "two_on_a_line",
    "hand-made": "not_json",
    "latin-1": "not_utf8",
    "nan": "nan",
    "floats": "float_numbers",
    "array": "no_reply_object",
    "text-ids": "id_changed",
    "own-ids": "id_changed",
    "late": "late_reply",
    "double": "double_reply",
    "huge": "huge_line",
    "greeting": "stray_print",
    "no-name": "schema",
    "no-accepted": "schema",
    "other-version": "protocol_version",
    "misspelt-claim": "unknown_claim",
    "claims-nothing": "nothing_claimed",
    "claims-too-much": "claimed_unsupported",
    "fails-inside": "internal_error",
    "params": "params_refused",
    "unknown-ok": "unknown_method",
    "strict": "unknown_field",
    "short-lines": "long_line",
    "illegal-error": "illegal_is_error",
    "digest": "wrong_digest",
    "random": "not_deterministic",
    "state": "state_kept",
    "slow": "slow",
    "stays": "no_exit",
    "exit-3": "exit_code",
    "child": "child_left",
}


def found(mode: str) -> list[str]:
    silent = ("silent", "no-flush", "reads-all", "no-newline", "stderr", "batch", "headers")
    timeouts = Timeouts(start=4, request=3, exit=1) if mode in silent else QUICK
    vectors = [each for each in load() if each.id in ("TN-007", "TN-014")]
    seen = examine([sys.executable, SICK, mode], vectors, timeouts)
    return [each.name for each in seen if isinstance(each, Diagnosis)]


@pytest.mark.parametrize("mode", PLANTED)
def test_each_fault_has_its_name(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "SLOW", 0.3 if mode == "slow" else 3.0)
    names = found(mode)
    assert PLANTED[mode] in names
    others = [name for name in names if name != PLANTED[mode] and name not in NOTES]
    assert not others, others


def test_most_names_are_planted() -> None:
    assert len(set(PLANTED.values())) >= 35
    assert set(FIXES) - set(PLANTED.values()) <= {"slow_start", "unstable_bytes"}


@pytest.mark.parametrize("command", [[sys.executable, "-m", "hakem_cli.main", "engine"], ["node", "evaluator"]])
def test_a_right_one_is_healthy(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    from hakem import data

    if command[0] == "node":
        command = ["node", str(data.path("conformance/evaluator/main.js"))]
    assert main(["doctor", "--", *command]) == 0
    out = capsys.readouterr().out
    assert "healthy" in out and "WRONG" not in out and "note" not in out


def test_it_tells_the_fix(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--timeout-factor", "0.15", "--", sys.executable, SICK, "no-flush"]) == 1
    out = capsys.readouterr().out
    assert "WRONG  no_flush" in out and "fix: flush after every reply" in out and "1 to be mended" in out
    assert main(["doctor", "--json", "--", sys.executable, SICK, "greeting"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines[-1]["name"] == "stray_print" and lines[-1]["fault"] is False


@pytest.mark.parametrize("words", [["doctor"], ["doctor", "--", "no-such-command"], ["doctor", "--", "/"],
                                   ["doctor", "--timeout-factor", "0", "--", "true"]])  # fmt: skip
def test_wrong_usage(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    captured = capsys.readouterr()
    assert not captured.out and "Traceback" not in captured.err


def test_nothing_of_the_adapter_reaches_the_terminal_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["sh", "-c", "printf '\\033[31mred\\n' ; printf '\\033[31mred\\n' >&2; exit 1"]
    assert main(["doctor", "--", *command]) == 1
    assert "\x1b" not in capsys.readouterr().out
