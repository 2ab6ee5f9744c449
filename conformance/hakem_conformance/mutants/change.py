"""The changes of a rule set: each leaf to each other legal value, each row away, each boundary between rows moved."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from hakem.rules.ruleset import RuleSet
from hakem.rules.values import plain
from hakem.vocabulary import vocabulary
from hakem_conformance.mutants.others import others

Rows = Mapping[str, Mapping[str, Any]]
#: The path of the change that leaves an overlay out.
OVERLAY = "with"


@dataclass(frozen=True)
class Change:
    """One change. `path`: the leaf, the row, or the fact of a table whose boundary moves; `before`, `after`: what
    stands there, as text; `settings`: all settings after it."""

    path: str
    before: str
    after: str
    settings: Mapping[str, Any] = field(repr=False, compare=False)

    @property
    def told(self) -> str:
        return f"{self.path}: {self.before} -> {self.after}"


def changes(rules: RuleSet) -> Iterator[Change]:
    """Every change of a rule set, in the order of the vocabulary."""
    settings = rules.settings
    for path, setting in vocabulary().scalars.items():
        if path in settings:
            for value in others(setting, settings[path], settings):
                yield _change(path, settings[path], value, {**settings, path: value, **_sum(path, value, settings)})
    for table, columns in vocabulary().tables.items():
        rows: Rows = settings.get(table, {})
        for name, row in rows.items():
            less = {other: rows[other] for other in rows if other != name}
            yield Change(f"{table}.{name}", "there", "away", {**settings, table: less})
            for column, setting in columns.items():
                for value in others(setting, row[column], settings) if column in row else ():
                    new = {**rows, name: {**row, column: value}}
                    yield _change(f"{table}.{name}.{column}", row[column], value, {**settings, table: new})
        yield from _boundaries(table, rows, settings)


def _change(path: str, before: Any, after: Any, settings: Mapping[str, Any]) -> Change:
    return Change(path, _text(before), _text(after), settings)


def _text(value: Any) -> str:
    if isinstance(value, tuple) and any(isinstance(item, dict) and "deal" in item for item in value):
        value = [step if isinstance(step, str) else _packet(step["deal"]) for step in value]
    return value if isinstance(value, str) else json.dumps(plain(value), separators=(", ", ": "))


def _packet(packet: Mapping[str, Any]) -> str:
    unusual = [packet[key] for key in ("to", "seen") if packet[key] not in ("all", "at_once")]
    return " ".join((f"deal {packet['cards']}", *unusual))


def _sum(path: str, value: Any, settings: Mapping[str, Any]) -> dict[str, Any]:
    """The check sum that goes with other points."""
    if path != "pack.points":
        return {}
    gone = sum(value.get(card[1], 0) for card in settings["pack.remove"])
    return {"pack.total": sum(4 * value.get(rank, 0) for rank in settings["pack.order"]) - gone}


def _boundaries(table: str, rows: Rows, settings: Mapping[str, Any]) -> Iterator[Change]:
    """A bound at which one row ends and another begins, one lower and one higher, in all rows at once."""
    for fact, entry in vocabulary().facts.items():
        if entry.fields["type"] != "integer":
            continue
        wanted = {name: row["when"][fact] for name, row in rows.items() if fact in row["when"]}
        starts, ends = map(set, zip(*map(_ends, wanted.values()), strict=True)) if wanted else (set(), set())
        for cut in sorted(cut for cut in starts if cut is not None and cut in ends):
            for moved in (cut - 1, cut + 1):
                new = {name: _moved(value, cut, moved) for name, value in wanted.items()}
                if all(value is not None for value in new.values()):
                    table_after = {
                        name: {**row, "when": {**row["when"], fact: new[name]}} if name in new else row
                        for name, row in rows.items()
                    }
                    told = (f"from {cut}", f"from {moved}")
                    yield Change(f"{table}.*.when.{fact}", *told, {**settings, table: table_after})


def _ends(value: Any) -> tuple[int | None, int | None]:
    """The number with which a condition begins to hold, and the one after its last."""
    if isinstance(value, int):
        return value, value + 1
    if not isinstance(value, Mapping):
        return None, None
    return value.get("min"), value["max"] + 1 if "max" in value else None


def _moved(value: Any, cut: int, to: int) -> Any:
    """A condition after a bound has moved; None if nothing would be left of it."""
    if not isinstance(value, int | Mapping):
        return value
    ends = {"min": value, "max": value} if isinstance(value, int) else dict(value)
    if ends.get("min") == cut:
        ends["min"] = to
    if ends.get("max") == cut - 1:
        ends["max"] = to - 1
    low, high = ends.get("min"), ends.get("max")
    if low is not None and low == high:
        return low
    return None if low is not None and high is not None and low > high else ends
