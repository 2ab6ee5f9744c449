"""The one form of the ledgers, and their lists of vectors brought up to date."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from hakem import data
from hakem_conformance.ledger import SEEDS, Json, Row, bearing, names, read, readings_of, row_of
from hakem_conformance.suite import Vector, load

#: A row lists no more vectors than this: the first that name it, then the first that assert its clauses.
MOST = 4


@dataclass(frozen=True)
class Writer:
    """A ledger in its one form: its opening comment, then a line for each row."""

    file: str

    def text(self, *, find: bool) -> str:
        """The file as it is to be committed; `find`: with its lists of vectors brought up to date."""
        old = data.path(self.file).read_text(encoding="utf-8")
        head = re.match(r"(#.*\n)+", old)
        return "\n".join([head[0] if head else "", *self.lines(find)]) + "\n"

    def lines(self, find: bool) -> Iterator[str]:
        vectors = load() if find else []
        for group, content in read(self.file).items():
            yield f"{group}:"
            if self.file == SEEDS:
                yield from (f"  {key}: {_flow(content[key])}" for key in content if key != "statements")
                yield "  statements:"
                for name, entry in content["statements"].items():
                    row = row_of(name, entry, entry["fate"], (content["rules"],))
                    yield f"    {name}: {_flow(_promoted(_found(entry, row, vectors), row))}"
            else:
                for name, entry in content.items():
                    yield from _dispute(name, entry, vectors)
            yield ""


def _dispute(name: str, entry: Json, vectors: list[Vector]) -> Iterator[str]:
    if "ours" not in entry:
        yield f"  {name}: {_flow(entry)}"
        return
    yield f"  {name}:"
    yield from (f"    {key}: {_flow(entry[key])}" for key in ("asks", "about") if key in entry)
    ours, *others = readings_of(name, entry)
    yield f"    ours: {_flow(_found(entry['ours'], ours, vectors))}"
    if others:
        yield "    others:"
    for other, row in zip(entry.get("others", ()), others, strict=True):
        yield f"      - {_flow(_found(other, row, vectors))}"


def _found(entry: Json, row: Row, vectors: list[Vector]) -> Json:
    """The entry with the vectors that bear on it, in the order of its keys; unchanged if there are none to ask."""
    if vectors:
        fit = bearing(row, vectors)
        naming = [vector.id for vector in vectors if vector.id in fit and names(vector, row)]
        kept = [name for name in row.vectors if name in fit]
        chosen = list(dict.fromkeys([*naming, *kept, *fit]))[:MOST]
        entry = {**entry, "vectors": sorted(chosen)}
    order = ("fate", "rules", "clauses", "vectors", "because", "says")
    return {key: entry[key] for key in order if entry.get(key)}


def _promoted(entry: Json, row: Row) -> Json:
    """A rule of the seed's own rule set is an option until a vector shows it."""
    if row.fate in ("option", "tested") and row.rules in ((), row.base):
        rest = {key: value for key, value in entry.items() if key not in ("fate", "rules")}
        fate = {"fate": "tested"} if entry.get("vectors") else {"fate": "option", "rules": list(row.base)}
        return fate | rest
    return entry


def _flow(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_flow(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_flow(each) for each in value) + "]"
    text = str(value)
    plain = re.fullmatch(r"[^\s\[\]{},:#&*!|>'\"%@`?-][^\[\]{},:#?]*", text) and not re.fullmatch(r"[\d.+]+", text)
    return text if plain else '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
