"""Engines that hang, flood, crash and lie: each gets its status, and the other vectors get theirs."""

from __future__ import annotations

import os
import re
import resource
import sys
import time
from pathlib import Path

import pytest
from toy_suite import QUICK, lines_of, load, parrot, statuses_of, write

from hakem.errors import HakemError
from hakem_conformance import runner
from hakem_conformance.client import Timeouts
from hakem_conformance.runner import Run

#: What the engine does at its first request about TOY-2 -> status, and a word of the message.
MODES = {
    "hang": ("timeout", "within 0.7 s"),
    "slow": ("pass", ""),
    "crash": ("crash", "exit code 3"),
    "segv": ("crash", "SIGSEGV"),
    "exit0": ("crash", "exit code 0"),
    "child-holds-pipe": ("crash", "exit code 3 before it had replied, and a process that it had started"),
    "close-stdout": ("crash", "closed its standard output"),
    "close-stdin": ("timeout", "within 0.7 s"),
    "flood": ("protocol", "longer than"),
    "flood-lines": ("timeout", "within 0.7 s"),
    "stubborn": ("timeout", "within 0.7 s"),
    "log-flood": ("pass", ""),
    "rubbish": ("protocol", "not JSON"),
    "text": ("pass", ""),
    "no-newline": ("timeout", "within 0.7 s"),
    "bom": ("protocol", "byte-order mark"),
    "crlf": ("pass", ""),
    "wrong-id": ("protocol", "999999"),
    "text-id": ("protocol", "the request had"),
    "double": ("protocol", "second reply"),
    "utf8": ("protocol", "not UTF-8"),
    "types": ("protocol", "accepted"),
    "list": ("protocol", "result"),
    "neither": ("protocol", "`result`, or `error`"),
    "no-version": ("protocol", "jsonrpc"),
    "nan": ("protocol", "NaN"),
    "deep": ("protocol", "deeply"),
    "huge": ("protocol", "longer than"),
    "unsupported": ("unsupported", "claimed"),
    "no-method": ("unsupported", "does not know"),
    "bad-params": ("protocol", "invalid"),
    "internal": ("crash", "internal error"),
    "odd-error": ("protocol", "error code"),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write(tmp_path)


@pytest.mark.parametrize("mode", MODES)
def test_each_misdeed_has_its_status_and_the_run_goes_on(folder: Path, mode: str) -> None:
    lines = lines_of(parrot(folder, mode, "TOY-2"), load(folder))
    status, word = MODES[mode]
    found = statuses_of(lines)
    assert found == {"TOY-1": "pass", "TOY-2": status, "TOY-3": "pass", "TOY-4": "pass"}
    assert list(found) == sorted(found)
    line = next(line for line in lines if line.get("vector") == "TOY-2")
    assert word in line.get("message", "")


@pytest.mark.parametrize("mode", ["hang", "crash", "flood", "rubbish", "list", "unsupported", "close-stdout", "bom"])
def test_of_no_use_from_the_start(folder: Path, mode: str) -> None:
    lines = lines_of(parrot(folder, mode), load(folder), timeouts=Timeouts(start=1, request=1, exit=1))
    assert lines[0]["type"] == "fault"
    assert lines[0]["status"] == MODES[mode][0]
    assert set(statuses_of(lines).values()) == {"not-run"}
    assert len(lines) == 5


@pytest.mark.parametrize("mode", ["crash", "hang", "segv"])
def test_what_goes_well_alone_is_flaky(folder: Path, tmp_path: Path, mode: str) -> None:
    lines = lines_of(parrot(folder, mode, "TOY-2", str(tmp_path / "once")), load(folder))
    assert statuses_of(lines) == {"TOY-1": "pass", "TOY-2": "flaky", "TOY-3": "pass", "TOY-4": "pass"}


def test_an_engine_that_ends_after_each_reply_is_given_up(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "RESTARTS", 1)
    found = statuses_of(lines_of(parrot(folder, "crash", "TOY-1"), load(folder)))
    assert found == {"TOY-1": "crash", "TOY-2": "pass", "TOY-3": "pass", "TOY-4": "pass"}
    command = ["sh", "-c", f"head -n 1 | '{sys.executable}' '{parrot(folder)[1]}' '{folder}'"]
    lines = lines_of(command, load(folder))
    assert statuses_of(lines) == {"TOY-1": "crash", "TOY-2": "crash", "TOY-3": "not-run", "TOY-4": "not-run"}
    assert "restarted" in lines[-1]["message"]


def test_a_second_reply_to_the_last_request_is_seen_too(folder: Path) -> None:
    """The match is one request, so its second reply comes when nothing more is asked."""
    (folder / "TOY-1.json").unlink()
    (folder / "TOY-2.json").unlink()
    (folder / "TOY-3.json").unlink()
    script = folder / "twice.py"
    script.write_text(
        "import subprocess, sys\n"
        f"engine = subprocess.Popen({parrot(folder)!r}, stdin=subprocess.PIPE, stdout=subprocess.PIPE)\n"
        "for line in sys.stdin.buffer:\n"
        "    engine.stdin.write(line); engine.stdin.flush()\n"
        "    reply = engine.stdout.readline()\n"
        "    sys.stdout.buffer.write(reply * (1 if b'hello' in line else 2)); sys.stdout.buffer.flush()\n",
        encoding="utf-8",
    )
    lines = lines_of([sys.executable, str(script)], load(folder))
    assert statuses_of(lines) == {"TOY-4": "protocol"}


def test_nothing_is_left_behind(folder: Path) -> None:
    lines = lines_of(parrot(folder, "stubborn", "TOY-1"), load(folder), timeouts=QUICK)
    log = next(line["stderr"] for line in lines if line.get("status") == "timeout")
    for pid in map(int, re.findall(r"child (\d+)", log)):
        for _ in range(100):
            if not _lives(pid):
                break
            time.sleep(0.01)
        assert not _lives(pid)


def test_a_child_in_a_session_of_its_own_is_not_left_behind(folder: Path) -> None:
    """It has left the group of the engine, and its parent is gone before the engine is ended."""
    lines = lines_of(parrot(folder, "daemon", "TOY-1"), load(folder), timeouts=QUICK)
    log = next(line["stderr"] for line in lines if line.get("status") == "timeout")
    pids = list(map(int, re.findall(r"child (\d+)", log)))
    assert pids
    for pid in pids:
        for _ in range(100):
            if not _lives(pid):
                break
            time.sleep(0.01)
        assert not _lives(pid)


def test_an_engine_that_takes_short_lines_only_is_asked_nothing_longer(folder: Path) -> None:
    lines = lines_of(parrot(folder, "short-lines"), load(folder))
    found = {line["vector"]: (line["status"], line.get("message", "")) for line in lines if "vector" in line}
    assert {status for status, _ in found.values()} == {"not-claimed"}
    assert "the engine takes 120" in found["TOY-1"][1]


def _lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except FileNotFoundError:
        return False


@pytest.mark.parametrize("mode", ["flood", "flood-lines"])
def test_a_flood_does_not_fill_memory(folder: Path, mode: str) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    lines = lines_of(parrot(folder, mode, "TOY-1"), load(folder))
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 40 * 1024
    if mode == "flood-lines":
        notice = next(line for line in lines if line["type"] == "notice" and line["code"] == "noise")
        assert len(notice["lines"]) == 10


def test_noise_is_reported_once_and_is_not_fatal(folder: Path) -> None:
    lines = lines_of(parrot(folder, "text", "TOY-2"), load(folder))
    notices = [line for line in lines if line["type"] == "notice"]
    assert [notice["code"] for notice in notices] == ["noise"]
    assert notices[0]["lines"][:2] == ["I do not know", "what to say"]


def test_an_end_out_of_order_is_noted(folder: Path) -> None:
    command = ["sh", "-c", f"'{sys.executable}' '{parrot(folder)[1]}' '{folder}'; exit 7"]
    lines = lines_of(command, load(folder))
    assert set(statuses_of(lines).values()) == {"pass"}
    assert [line["message"] for line in lines if line["type"] == "notice"] == [
        "at the end of its input it ended with exit code 7, not with exit code 0"
    ]
    lines = lines_of(["sh", "-c", f"'{sys.executable}' '{parrot(folder)[1]}' '{folder}'; sleep 60"], load(folder))
    assert "did not exit within 0.7 s" in lines[-1]["message"]


def test_the_log_of_the_engine_is_kept_for_the_vector_and_bounded(folder: Path) -> None:
    lines = lines_of(parrot(folder, "crash", "TOY-2"), load(folder))
    assert "the reason" in next(line["stderr"] for line in lines if line.get("vector") == "TOY-2")
    assert all("stderr" not in line for line in lines if line.get("vector") in ("TOY-1", "TOY-3"))
    script = folder / "chatty.py"
    script.write_text("import sys; sys.stderr.write('x' * 300000); sys.exit(1)", encoding="utf-8")
    (fault, *_) = lines_of([sys.executable, str(script)], load(folder))
    assert len(fault["stderr"]) == 64 * 1024


def test_several_processes_give_the_same_lines_in_the_same_order(folder: Path) -> None:
    alone = lines_of(parrot(folder, "crash", "TOY-2"), load(folder))
    three = lines_of(parrot(folder, "crash", "TOY-2"), load(folder), jobs=3)
    assert [(line["vector"], line["status"]) for line in three if line["type"] == "result"] == [
        (line["vector"], line["status"]) for line in alone if line["type"] == "result"
    ]


def test_stopping_a_run_ends_its_processes(folder: Path) -> None:
    run = Run(parrot(folder), load(folder), timeouts=QUICK)
    lines = run.lines()
    assert next(lines)["type"] == "engine"
    (client,) = run._clients
    lines.close()
    assert client.engine.kill() != 0 and not run._clients


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (["no-such-command-here"], "engine_missing"),
        (["node engine.js"], "engine_missing"),
        ([os.devnull], "engine_not_executable"),
        (["/"], "engine_is_folder"),
    ],
)
def test_an_engine_that_cannot_be_started(folder: Path, command: list[str], code: str) -> None:
    with pytest.raises(HakemError) as caught:
        lines_of(command, load(folder))
    assert [finding.code for finding in caught.value.findings] == [code]


def test_a_script_without_interpreter(folder: Path) -> None:
    script = folder / "engine"
    script.write_text("print('x')\n", encoding="utf-8")
    for mode, first, code in (
        (0o644, "print('x')\n", "engine_not_executable"),
        (0o755, "\0\n", "engine_not_executable"),
        (0o755, "#!/no/such/python\n", "engine_missing"),
    ):
        script.write_text(first, encoding="utf-8")
        script.chmod(mode)
        with pytest.raises(HakemError) as caught:
            lines_of([str(script)], load(folder))
        assert [finding.code for finding in caught.value.findings] == [code]
