"""The list of what is expected to fail: always executed, and red as soon as it says what is no longer so.

```yaml
expected:
  - vectors: TN-01*            # or `clauses: pair.*`: the clauses of first mismatches
    status: fail               # fail, crash, timeout, protocol or unsupported
    code: pair.window          # with `fail`: the clause of the first mismatch (a pattern too); may be left out
    reason: pairs come with the next version
    issue: https://…           # may be left out
    since: 2026-11-30          # may be left out
    until: 2027-03-01          # may be left out; red from the day after
quarantined:                   # steady neither way, or in dispute: executed, and counts for nothing
  - vectors: TN-044
    reason: depends on the clock of the engine
    until: 2027-03-01          # compulsory here
```
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any

from hakem.suggest import did_you_mean
from hakem_conformance.suite import Vector

Line = dict[str, Any]
#: What may be expected of a vector.
STATUSES = ("fail", "crash", "timeout", "protocol", "unsupported")


@dataclass(slots=True)
class Entry:
    """One entry of the file. `line`: where it begins. `used`: the vectors to which it was applied."""

    kind: str
    line: int
    vectors: str = ""
    clauses: str = ""
    status: str = ""
    code: str = ""
    reason: str = ""
    issue: str = ""
    since: str = ""
    until: str = ""
    used: set[str] = field(default_factory=set)

    @property
    def pattern(self) -> str:
        return self.vectors or self.clauses

    def covers(self, line: Line) -> bool:
        """Whether it speaks of this result: by the id; by the clause, if there is a mismatch."""
        if self.vectors:
            return fnmatchcase(line["vector"], self.vectors)
        return "failure" in line and fnmatchcase(line["failure"]["clause"], self.clauses)

    def holds(self, line: Line) -> bool:
        """Whether it came out as expected."""
        if line["status"] != self.status:
            return False
        return not self.code or ("failure" in line and fnmatchcase(line["failure"]["clause"], self.code))


class Expectations:
    """The entries of one file, applied to the results of one run."""

    def __init__(self, entries: Sequence[Entry], file: str) -> None:
        self.entries = entries
        self.file = file

    def apply(self, line: Line) -> Line:
        """A result as the list sees it: `xfail`, `xpass`, `quarantined`, or as it was. `was`: the status before."""
        if line["type"] != "result" or line["status"] in ("not-claimed", "not-run"):
            return line
        entry = next((each for each in self.entries if each.covers(line)), None)
        if entry is None:
            return line
        entry.used.add(line["vector"])
        told = {"was": line["status"], "expectation": entry.reason}
        if entry.kind == "quarantined":
            return {**line, **told, "status": "quarantined"}
        if entry.holds(line):
            return {**line, **told, "status": "xfail"}
        if line["status"] == "pass":
            text = f"it passes, and {self._place(entry)} expects {entry.status}"
            return {**line, **told, "status": "xpass", "message": text, "hint": "hakem baseline prune takes it out"}
        wanted = entry.status + (f" under {entry.code}" if entry.code else "")
        return {**line, **told, "hint": f"{self._place(entry)} expects {wanted}"}

    def stale(self, vectors: Sequence[Vector], whole: bool, today: datetime.date) -> Iterator[Line]:
        """Red lines at the end: a pattern that fits nothing in the suite, a passed date, a clause nothing fails under.

        `vectors`: the whole suite. `whole`: whether all of it was asked, so that what did not fail cannot fail.
        """
        ids = [vector.id for vector in vectors]
        clauses = {clause for vector in vectors for clause in vector.clauses}
        for entry in self.entries:
            names = ids if entry.vectors else clauses
            text = ""
            if not any(fnmatchcase(name, entry.pattern) for name in names):
                near = did_you_mean(entry.pattern, sorted(names))
                what = "vector" if entry.vectors else "clause with a vector"
                text = f"fits no {what}" + (f"; {near}" if near else "")
            elif entry.until and datetime.date.fromisoformat(entry.until) < today:
                text = f"was good until {entry.until}: {entry.reason}"
            elif whole and entry.clauses and not entry.used:
                text = "expects mismatches, and nothing fails under it"
            if text:
                yield {"type": "stale", "entry": entry.pattern, "message": f"{self._place(entry)} {text}"}

    def _place(self, entry: Entry) -> str:
        return f"{self.file}:{entry.line}: `{entry.pattern}`"
