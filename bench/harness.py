"""The harness: whole deals put to an engine that answers from memory, schema checks and report on."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from hakem import wire
from hakem_conformance.claims import Claims
from hakem_conformance.client import HARNESS
from hakem_conformance.examine import examine
from hakem_conformance.interpreter import Interpreter
from hakem_conformance.report import Report, statuses
from hakem_conformance.runner import Run
from hakem_conformance.suite import Vector, load
from measure import Case, Group

NOTES = """Ours: `replay`, `legal`, `probe` and `view` requests of the suite's long vectors to a null engine, which
finds its reply in a table: every request and reply checked against the schema, every reply judged, the report written.
The peer is the bare loop over the same pipes to the same null engine: the same lines written, the replies read and not
looked at. Our own time is the processor time of the harness's process for a request, the engine's left out."""

NULL_ENGINE = """
import sys
replies = dict(line.rstrip("\\n").split("\\t") for line in open(sys.argv[1], encoding="utf-8"))
for line in sys.stdin:
    start = line.index('"id":') + 5
    end = line.index(",", start)
    sys.stdout.write(f'{{"jsonrpc":"2.0","id":{line[start:end]},"result":{replies[line[end + 1 : -2]]}}}\\n')
    sys.stdout.flush()
"""
VECTORS = 1200
Question = tuple[str, dict[str, Any]]


def group() -> Group:
    """The cases."""
    return Group(
        "Harness against a null engine",
        NOTES,
        [
            Case("harness", "requests/s", harness, 2000),
            Case("bare loop over the pipes", "requests/s", bare, peer=True),
            Case("our own time a request", "ms", lambda: _harness()[1], 0.5, small=True),
        ],
    )


@dataclass(frozen=True)
class Questions:
    """The vectors, and everything that is asked about them in one round."""

    vectors: list[Vector]
    hello: dict[str, Any]
    asked: list[Question]


@cache
def questions() -> Questions:
    """What the harness asks about the long vectors of the suite, `hello` first."""
    greeting: Question = ("hello", {"protocol": ["1.0"], "harness": HARNESS})
    hello = _reply(wire.Server(), greeting)
    hello["methods"] = ["replay", "legal", "probe", "view"]
    vectors = [vector for vector in load() if len(vector.actions) > 24]
    asked = [greeting]
    for vector in vectors:
        interpreter = Interpreter()
        examine(interpreter, Claims.of(hello), vector)
        asked += interpreter.asked
    return Questions(vectors, hello, asked)


def _reply(server: wire.Server, question: Question) -> dict[str, Any]:
    method, params = question
    answer = server.handle({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
    assert answer is not None
    result: dict[str, Any] = answer["result"]
    return result


@contextmanager
def null_engine() -> Iterator[list[str]]:
    """The command of an engine that has all replies in a table."""
    known, server = questions(), wire.Server()
    with tempfile.TemporaryDirectory() as folder:
        engine, table = Path(folder, "null.py"), Path(folder, "replies")
        engine.write_text(NULL_ENGINE, encoding="utf-8")
        with table.open("w", encoding="utf-8") as out:
            for method, params in known.asked:
                reply = known.hello if method == "hello" else _reply(server, (method, params))
                request = json.dumps({"method": method, "params": params}, separators=(",", ":"))[1:-1]
                out.write(f"{request}\t{json.dumps(reply, separators=(',', ':'))}\n")
        yield [sys.executable, str(engine), str(table)]


def _harness() -> tuple[float, float]:
    """Requests a second, and milliseconds of our own time a request."""
    known = questions()
    vectors = known.vectors
    many = [Vector(f"V{number:05}", vectors[number % len(vectors)].data) for number in range(VECTORS)]
    requests = VECTORS * (len(known.asked) - 1) / len(vectors)
    with null_engine() as command, tempfile.TemporaryFile("w", encoding="utf-8") as log:
        report, clock, own = Report(log), time.perf_counter(), time.process_time()
        for line in Run(command, many).lines():
            report.add(line)
        seconds, own = time.perf_counter() - clock, time.process_time() - own
    assert statuses(report.lines) == {"pass": VECTORS}
    return requests / seconds, own / requests * 1000


def harness() -> float:
    """Requests a second."""
    return _harness()[0]


def bare() -> float:
    """Requests a second when they are only written and the replies only read."""
    known = questions()
    lines = [
        json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}, separators=(",", ":")).encode()
        for number, (method, params) in enumerate(known.asked)
    ]
    rounds = max(1, VECTORS // len(known.vectors))
    with null_engine() as command:
        began = time.perf_counter()
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            assert process.stdin is not None and process.stdout is not None
            for _ in range(rounds):
                for line in lines:
                    process.stdin.write(line + b"\n")
                    process.stdin.flush()
                    assert process.stdout.readline()
            process.stdin.close()
        return rounds * len(lines) / (time.perf_counter() - began)
