"""What a document says, as a flat list of edits: rows removed, rows added, settings stated or changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from hakem.rules.reader import Document, Path
from hakem.rules.ruleset import Origin
from hakem.rules.values import normal, row
from hakem.vocabulary import vocabulary

Kind = Literal["state", "remove", "add", "change"]

#: Keys of a document that are not sections of the rules.
HEADER = ("spec", "kind", "id", "version", "title", "sources", "notes", "extends", "with", "digest")
LAYERS = ("removes", "adds", "changes")


@dataclass(frozen=True, slots=True)
class Edit:
    """One edit. `path` is that of a setting or of a row's field; for `remove` and `add` that of the row.

    `value` is normal; that of a row is the mapping of all its fields. `origin` is where the edit stands,
    `fields` where the fields of a row stand.
    """

    kind: Kind
    path: str
    value: Any
    origin: Origin
    fields: Mapping[str, Origin]


def edits(document: Document, broken: frozenset[Path] = frozenset()) -> list[Edit]:
    """The edits of a document in the order in which they act: sections, `removes`, `adds`, `changes`.

    `broken` are the paths of values that do not fit the schema; what stands at or under them is left out.
    """
    return list(_Reader(document, broken).read())


class _Reader:
    def __init__(self, document: Document, broken: frozenset[Path]) -> None:
        self.document = document
        self.broken = broken
        self.name = str(document.data.get("id", ""))

    def read(self) -> Iterator[Edit]:
        data = self.document.data
        for key in data:
            if key not in HEADER and key not in LAYERS:
                yield from self.section((key,), key)
        for place, name in enumerate(self.listed("removes")):
            if self.sound(path := ("removes", place)):
                yield Edit("remove", name, None, self.origin(path), {})
        for name, fields in self.mapped("adds").items():
            yield from self.row("add", ("adds", name), name, fields)
        for name, value in self.mapped("changes").items():
            change: Path = ("changes", name)
            if self.sound(change) and (setting := vocabulary().setting(name)):
                yield Edit("change", name, normal(setting, value), self.origin(change), {})

    def section(self, path: Path, dotted: str) -> Iterator[Edit]:
        if not self.sound(path, deep=False):
            return
        value = self.at(path)
        if setting := vocabulary().scalars.get(dotted):
            if self.sound(path):
                yield Edit("state", dotted, normal(setting, value), self.origin(path), {})
        elif dotted in vocabulary().tables and isinstance(value, Mapping):
            for name, fields in value.items():
                yield from self.row("state", (*path, name), f"{dotted}.{name}", fields)
        elif isinstance(value, Mapping):
            for key in value:
                yield from self.section((*path, key), f"{dotted}.{key}")

    def row(self, kind: Kind, path: Path, dotted: str, fields: Any) -> Iterator[Edit]:
        table = dotted.partition(".")[0]
        if self.sound(path) and table in vocabulary().tables:
            places = {name: self.origin((*path, name)) for name in fields}
            yield Edit(kind, dotted, row(table, fields), self.origin(path), places)

    def sound(self, path: Path, *, deep: bool = True) -> bool:
        """Whether nothing at the path (and, if `deep`, under it) is broken."""
        return not any(
            broken == path or (deep and broken[: len(path)] == path) or path[: len(broken)] == broken
            for broken in self.broken
        )

    def at(self, path: Path) -> Any:
        value = self.document.data
        for part in path:
            value = value[part]
        return value

    def listed(self, key: str) -> list[Any]:
        value = self.document.data.get(key)
        return value if isinstance(value, list) else []

    def mapped(self, key: str) -> Mapping[str, Any]:
        value = self.document.data.get(key)
        return value if isinstance(value, Mapping) else {}

    def origin(self, path: Path) -> Origin:
        return Origin(self.name, self.document.file, *self.document.mark(path, key=True))
