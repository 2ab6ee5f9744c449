"""Typed access to `spec/vocabulary.yaml`, the one table of settings, steps, card classes, facts and reasons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

import yaml

from hakem import data

LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

#: What `Setting.default` is where a setting stays unset until a document states it.
UNSET: Any = type("Unset", (), {"__repr__": lambda self: "UNSET", "__bool__": lambda self: False})()


@dataclass(frozen=True, slots=True)
class Value:
    """One closed value of a setting. `keys` are those of a policy mapping with this `kind`."""

    word: str
    text: str
    keys: Mapping[str, Setting]
    planned: bool


@dataclass(frozen=True, slots=True)
class Setting:
    """One entry of the table `settings`, or one key of a policy. `*` in `path` stands for a row's name."""

    path: str
    type: str
    text: str
    values: Mapping[str, Value]
    default: Any
    minimum: int | None
    maximum: int | None
    min_items: int
    max_items: int | None
    rising: bool
    optional: bool
    planned: bool
    number: str

    @property
    def table(self) -> str:
        """The table whose rows have this field, or nothing."""
        return self.path.partition(".*.")[0] if ".*." in self.path else ""


@dataclass(frozen=True, slots=True)
class Entry:
    """A step, card class, fact, amount or reason code, with its fields as they stand in the file."""

    name: str
    text: str
    planned: bool = False
    fields: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Vocabulary:
    """The whole table. Every mapping keeps the order of the file."""

    settings: Mapping[str, Setting]
    steps: Mapping[str, Entry]
    card_classes: Mapping[str, Entry]
    facts: Mapping[str, Entry]
    amounts: Mapping[str, Entry]
    reasons: Mapping[str, Entry]

    @cached_property
    def tables(self) -> dict[str, dict[str, Setting]]:
        """table -> field -> setting, for `cancel_deal`, `score`, `next_dealer` and `next_hakem`."""
        found: dict[str, dict[str, Setting]] = {}
        for setting in self.settings.values():
            if setting.table:
                found.setdefault(setting.table, {})[setting.path.rpartition(".")[2]] = setting
        return found

    @cached_property
    def scalars(self) -> dict[str, Setting]:
        """The settings that stand at one fixed path: no rows, no parts of a value."""
        return {
            path: setting
            for path, setting in self.settings.items()
            if not setting.table and not path.startswith(("sequence.deal.", "hand."))
        }

    def parts(self, prefix: str) -> dict[str, Setting]:
        """The keys of a composite value: `sequence.deal` or `hand`."""
        return {
            path.removeprefix(f"{prefix}."): setting
            for path, setting in self.settings.items()
            if path.startswith(f"{prefix}.")
        }

    def setting(self, path: str) -> Setting | None:
        """The entry of a path in a document, where a row's name stands for `*`; `None` if there is none."""
        if path in self.scalars:
            return self.scalars[path]
        table, _, rest = path.partition(".")
        return self.tables.get(table, {}).get(rest.partition(".")[2])


def parse(raw: Mapping[str, Any]) -> Vocabulary:
    """The table from its YAML as plain data (tests hand in doctored ones)."""
    return Vocabulary(
        settings={path: _setting(path, entry) for path, entry in raw["settings"].items()},
        **{
            name: {key: _entry(key, entry) for key, entry in raw[name].items()}
            for name in ("steps", "card_classes", "facts", "amounts", "reasons")
        },
    )


@cache
def vocabulary() -> Vocabulary:
    """The table of this version. Cached."""
    return parse(raw())


@cache
def raw() -> Mapping[str, Any]:
    """`spec/vocabulary.yaml` as plain data. Cached; not to be changed."""
    loaded: Mapping[str, Any] = yaml.load(data.path("spec/vocabulary.yaml").read_bytes(), Loader=LOADER)
    return loaded


def _setting(path: str, entry: Mapping[str, Any]) -> Setting:
    return Setting(
        path=path,
        type=entry["type"],
        text=entry.get("text", ""),
        values={value.word: value for value in _values(path, entry.get("values", {}))},
        default=entry.get("default", UNSET),
        minimum=entry.get("min"),
        maximum=entry.get("max"),
        min_items=entry.get("min_items", 0),
        max_items=entry.get("max_items"),
        rising=entry.get("rising", False),
        optional=entry.get("optional", False),
        planned=entry.get("planned", False),
        number=entry.get("number", entry.get("otherwise", "")),
    )


def _values(path: str, values: Mapping[str, Any]) -> Iterator[Value]:
    for word, entry in values.items():
        if isinstance(entry, str):
            yield Value(word, entry, {}, False)
        else:
            keys = {key: _setting(f"{path}.{key}", sub) for key, sub in entry.get("keys", {}).items()}
            yield Value(word, entry["text"], keys, entry.get("planned", False))


def _entry(name: str, entry: Any) -> Entry:
    if isinstance(entry, str):
        return Entry(name, entry)
    text = next((entry[key] for key in ("text", "does", "when") if key in entry), "")
    return Entry(name, text, entry.get("planned", False), entry)
