"""The report of a run: NDJSON, one line as each thing happens, and everything else is derived from these lines.

`begin`, then `engine` or `fault`, `result` for each vector, `notice`, and at last `end`. A report without its
`end` is of a run that was cut off; every line of it is still good (`spec/schema/report.schema.json`).
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TextIO

from hakem import data
from hakem.errors import Finding, HakemError
from hakem.version import __version__
from hakem_conformance.fault import HARMLESS
from hakem_conformance.messages import VERSION
from hakem_conformance.profiles import profiles
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

    def begin(
        self, command: Sequence[str], suite: Sequence[Vector], selection: Selection, jobs: int, **more: Any
    ) -> Line:
        """The head. `more`: `chosen` (number of vectors), `profiles`, `seed`, `expectations`, as far as given."""
        whole = {"vectors": len(suite), "chosen": more.pop("chosen", len(suite)), "digest": fingerprint(suite)}
        return self.add({
            "type": "begin", "report": "1.0", "harness": f"hakem {__version__}", "protocol": VERSION,
            "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "command": list(command), "jobs": jobs,
            "suite": whole, "selection": selection.to_json(), **more,
        })  # fmt: skip

    def end(self, interrupted: bool) -> Line:
        return self.add(ending(self.lines, time.monotonic() - self._began, not interrupted))


def ending(lines: Sequence[Line], seconds: float, complete: bool) -> Line:
    """The last line of a report."""
    return {
        "type": "end", "complete": complete, "exit": exit_code(lines) if complete else INTERRUPTED,
        "seconds": round(seconds, 2), "statuses": dict(statuses(lines)), "assertions": dict(assertions(lines)),
        "profiles": {each.name: each.to_json() for each in profiles(lines)},
    }  # fmt: skip


def is_complete(lines: Sequence[Line]) -> bool:
    """Whether the run came to its end, which is then the last line."""
    return bool(lines) and lines[-1]["type"] == "end" and bool(lines[-1]["complete"])


def as_text(line: Mapping[str, Any]) -> str:
    """A line as it is written: ASCII, so that nothing of the engine reaches a terminal as it is."""
    return json.dumps(line, separators=(",", ":")) + "\n"


def read(lines: Iterable[str]) -> list[Line]:
    """The lines of a report, also of one that was cut off in the middle of a line."""
    found: list[Line] = []
    for text in lines:
        try:
            line = json.loads(text)
        except (ValueError, RecursionError):
            break
        if not isinstance(line, dict) or "type" not in line:
            break
        found.append(line)
    return found


def load(path: Path) -> list[Line]:
    """The lines of a report in a file. Raises HakemError if it is none."""
    try:
        with path.open(encoding="utf-8", errors="replace") as stream:
            lines = read(stream)
    except OSError as error:
        text = f"the report cannot be read: {error.strerror}"
        raise HakemError(Finding("report_unreadable", text, file=str(path))) from None
    if not lines or lines[0]["type"] != "begin" or not _is_sound(lines):
        hint = "hakem test --report FILE.ndjson -- COMMAND writes one"
        raise HakemError(Finding("no_report", "this is no report of `hakem test`", file=str(path), hint=hint))
    return lines


def _is_sound(lines: Iterable[Line]) -> bool:
    """Whether all lines fit the schema."""
    from jsonschema import Draft202012Validator
    from referencing import Registry, Resource

    schemas = {name: _schema(name) for name in ("report.schema.json", "protocol.schema.json")}
    registry: Registry[Any] = Registry().with_resources(
        (name, Resource.from_contents(schema)) for name, schema in schemas.items()
    )
    definitions = {"$schema": schemas["report.schema.json"]["$schema"], "$defs": schemas["report.schema.json"]["$defs"]}
    kinds = {
        kind: Draft202012Validator({**definitions, "$ref": f"#/$defs/{kind}"}, registry=registry)
        for kind in definitions["$defs"]
    }
    return all(line["type"] in kinds and kinds[line["type"]].is_valid(line) for line in lines)


def _schema(name: str) -> Line:
    content: Line = json.loads(data.path(f"spec/schema/{name}").read_bytes())
    return content


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
    if line["type"] == "result":
        return line["status"] not in HARMLESS
    return line["type"] in ("fault", "stale")


def exit_code(lines: Sequence[Line]) -> int:
    """0 if everything that was asked passed or failed as expected, and something was asked, of each profile that was
    named too; 2 if the engine ended as soon as it began."""
    if any(line["type"] == "fault" and line["status"] == "crash" for line in lines):
        return UNUSABLE
    executed = any(line["status"] in ("pass", "xfail") for line in results(lines))
    wanted = next((line.get("profiles", ()) for line in lines if line["type"] == "begin"), ())
    green = all(each.standing in ("pass", "expected") for each in profiles(lines) if each.name in wanted)
    return GOOD if executed and green and not any(map(is_red, lines)) else FINDINGS
