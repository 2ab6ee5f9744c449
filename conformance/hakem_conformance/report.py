"""The report of a run: NDJSON, one line as each thing happens, and everything else is derived from these lines.

`begin`, then `engine` or `fault`, `result` for each vector, `notice`, and at last `end`. A report without its
`end` is of a run that was cut off; every line of it is still good (`spec/schema/report.schema.json`).
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TextIO

from hakem.version import __version__
from hakem_conformance.fault import HARMLESS
from hakem_conformance.messages import VERSION
from hakem_conformance.suite import Selection, Vector, fingerprint

Line = dict[str, Any]

#: Exit codes of a run.
GOOD, FINDINGS, UNUSABLE, INTERRUPTED = 0, 1, 2, 130


class Report:
    """Collects the lines of a run and writes each at once to `stream`, if there is one."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self.lines: list[Line] = []
        self._stream = stream
        self._began = time.monotonic()

    def add(self, line: Line) -> Line:
        self.lines.append(line)
        if self._stream is not None:
            self._stream.write(as_text(line))
            self._stream.flush()
        return line

    def begin(self, command: Sequence[str], vectors: Sequence[Vector], selection: Selection, jobs: int) -> Line:
        chosen = {key: list(value) for key, value in vars(selection).items() if value}
        return self.add({
            "type": "begin", "report": "1.0", "harness": f"hakem {__version__}", "protocol": VERSION,
            "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "command": list(command), "jobs": jobs,
            "suite": {"vectors": len(vectors), "digest": fingerprint(vectors)}, "selection": chosen,
        })  # fmt: skip

    def end(self, interrupted: bool) -> Line:
        code = INTERRUPTED if interrupted else exit_code(self.lines)
        return self.add({
            "type": "end", "complete": not interrupted, "exit": code,
            "seconds": round(time.monotonic() - self._began, 2),
            "statuses": dict(statuses(self.lines)), "assertions": dict(assertions(self.lines)),
        })  # fmt: skip


def as_text(line: Mapping[str, Any]) -> str:
    """A line as it is written: ASCII, so that nothing of the engine reaches a terminal as it is."""
    return json.dumps(line, separators=(",", ":")) + "\n"


def read(lines: Iterable[str]) -> list[Line]:
    """The lines of a report, also of one that was cut off in the middle of a line."""
    found: list[Line] = []
    for text in lines:
        try:
            found.append(json.loads(text))
        except ValueError:
            break
    return found


def results(lines: Iterable[Line]) -> list[Line]:
    """The lines about vectors."""
    return [line for line in lines if line["type"] == "result"]


def statuses(lines: Iterable[Line]) -> Counter[str]:
    """How many vectors have each status."""
    return Counter(line["status"] for line in results(lines))


def assertions(lines: Iterable[Line]) -> Counter[str]:
    """How many assertions came out how."""
    total: Counter[str] = Counter()
    for line in results(lines):
        total.update(line.get("assertions", {}))
    return total


def is_red(line: Line) -> bool:
    """Whether a line alone makes the run red."""
    return line["type"] == "fault" or (line["type"] == "result" and line["status"] not in HARMLESS)


def exit_code(lines: Sequence[Line]) -> int:
    """0 if everything that was asked passed, and something was asked; 2 if the engine ended as soon as it began."""
    if any(line["type"] == "fault" and line["status"] == "crash" for line in lines):
        return UNUSABLE
    passed = any(line["status"] == "pass" for line in results(lines))
    return GOOD if passed and not any(map(is_red, lines)) else FINDINGS
