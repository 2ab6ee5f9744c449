"""How two rule sets differ: setting by setting, row by row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from hakem.rules.checker import asleep
from hakem.rules.oneline import flow
from hakem.rules.ruleset import RuleSet
from hakem.rules.sentences import sentence, shown
from hakem.rules.values import plain, row_defaults
from hakem.vocabulary import vocabulary


@dataclass(frozen=True, slots=True)
class Difference:
    """One setting or row. Of each side: its value as text, what it says, and why it cannot act if it cannot.

    A setting that is not set and a row that is not there have no value and say nothing.
    """

    path: str
    left: str
    right: str
    left_says: str = ""
    right_says: str = ""
    left_dormant: str = ""
    right_dormant: str = ""

    @property
    def acts(self) -> bool:
        """Whether the difference can be felt: on one side at least the setting acts."""
        return not (self.left_dormant and self.right_dormant)

    def to_json(self) -> dict[str, str]:
        """The difference as a JSON object, without its empty fields."""
        return {key: value for key, value in asdict(self).items() if value}


def differences(left: RuleSet, right: RuleSet) -> list[Difference]:
    """Every setting and row in which two rule sets differ, in the order of the vocabulary; rows by name."""
    asleep_left, asleep_right = asleep(left), asleep(right)
    found = [*_settings(left, right), *_rows(left, right)]
    return [
        Difference(path, one, other, one_says, other_says, asleep_left.get(path, ""), asleep_right.get(path, ""))
        for path, one, one_says, other, other_says in found
    ]


def _settings(left: RuleSet, right: RuleSet) -> Iterator[tuple[str, str, str, str, str]]:
    for path in vocabulary().scalars:
        one, other = left.get(path), right.get(path)
        if one != other:
            yield (path, *_said(left, path, one), *_said(right, path, other))


def _said(rules: RuleSet, path: str, value: Any) -> tuple[str, str]:
    if value is None:
        return "", ""
    return shown(vocabulary().scalars[path], value), sentence(path, value, rules.settings)


def _rows(left: RuleSet, right: RuleSet) -> Iterator[tuple[str, str, str, str, str]]:
    for table in vocabulary().tables:
        for name in sorted({*left[table], *right[table]}):
            one, other = left[table].get(name), right[table].get(name)
            if one != other:
                yield f"{table}.{name}", _row(table, one), "", _row(table, other), ""


def _row(table: str, row: Mapping[str, Any] | None) -> str:
    """A row as one would write it: without the fields that stand at their defaults."""
    if row is None:
        return ""
    usual = row_defaults(table)
    return flow({name: _field(value) for name, value in row.items() if value != usual.get(name)})


def _field(value: Any) -> Any:
    """An amount of one number is that number."""
    alone = isinstance(value, tuple) and len(value) == 1 and isinstance(value[0], int)
    return value[0] if alone else plain(value)
