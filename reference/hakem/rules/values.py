"""Values of settings: from the many ways to write one to the one form that is kept, and back to plain JSON.

`normal` takes values that fit the schema. Two documents that mean the same give the same normal value, so that
"changes nothing" and digests do not depend on spelling.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from hakem.cards import CARDS, RANKS
from hakem.vocabulary import UNSET, Setting, vocabulary


def normal(setting: Setting, raw: Any) -> Any:
    """The one form of a value, as `RuleSet` describes it."""
    return _NORMAL[setting.type](setting, raw)


def plain(value: Any) -> Any:
    """A normal value as JSON: tuples become lists, a rank list (made of single letters only) one text."""
    if isinstance(value, tuple):
        if value and all(isinstance(item, str) and len(item) == 1 for item in value):
            return " ".join(value)
        return [plain(item) for item in value]
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    return value


@cache
def defaults() -> dict[str, Any]:
    """The normal default of every setting at a fixed path that has one. Cached; not to be changed."""
    return {
        path: normal(setting, setting.default)
        for path, setting in vocabulary().scalars.items()
        if setting.default is not UNSET
    }


@cache
def row_defaults(table: str) -> dict[str, Any]:
    """The normal defaults of the fields of a table's rows. Cached; not to be changed."""
    fields = vocabulary().tables[table]
    return {name: normal(field, field.default) for name, field in fields.items() if field.default is not UNSET}


def row(table: str, raw: Mapping[str, Any]) -> dict[str, Any]:
    """A whole row in its normal form, defaults included, fields in the order of the vocabulary."""
    given = {name: normal(vocabulary().tables[table][name], value) for name, value in raw.items()}
    filled = row_defaults(table) | given
    return {name: filled[name] for name in vocabulary().tables[table] if name in filled}


def _same(_: Setting, raw: Any) -> Any:
    return raw


def _words(setting: Setting, raw: list[str]) -> tuple[str, ...]:
    return tuple(word for word in setting.values if word in raw)


def _policy(setting: Setting, raw: Any) -> Any:
    if isinstance(raw, str):
        return raw
    keys = setting.values[raw["kind"]].keys
    if not keys:
        return raw["kind"]
    return {"kind": raw["kind"]} | {name: normal(key, raw[name]) for name, key in keys.items()}


def _ranks(_: Setting, raw: str) -> tuple[str, ...]:
    return tuple(raw.split())


def _points(_: Setting, raw: Mapping[str, int]) -> dict[str, int]:
    return {rank: raw[rank] for rank in RANKS if raw.get(rank)}


def _cards(_: Setting, raw: str | list[str]) -> tuple[str, ...]:
    named = raw.split() if isinstance(raw, str) else raw
    return tuple(card for card in CARDS if card in named)


def _steps(_: Setting, raw: list[Any]) -> tuple[Any, ...]:
    return tuple(item if isinstance(item, str) else {"deal": _packet(item["deal"])} for item in raw)


def _packet(raw: Any) -> dict[str, Any]:
    given = {"cards": raw} if isinstance(raw, int) else raw
    return {name: given.get(name, part.default) for name, part in vocabulary().parts("sequence.deal").items()}


def _list(_: Setting, raw: list[Any]) -> tuple[Any, ...]:
    return tuple(raw)


def _hand(_: Setting, raw: Any) -> Any:
    if isinstance(raw, str):
        return raw
    pattern: dict[str, Any] = {}
    for name, part in vocabulary().parts("hand").items():
        if name in raw:
            pattern[name] = normal(part, raw[name])
        elif part.default is not UNSET:
            pattern[name] = part.default
    return pattern


def _facts(_: Setting, raw: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _wanted(name, raw[name]) for name in vocabulary().facts if name in raw}


def _wanted(fact: str, raw: Any) -> Any:
    if isinstance(raw, Mapping):
        if len(raw) == 2 and raw["min"] == raw["max"]:
            return raw["min"]
        return {end: raw[end] for end in ("min", "max") if end in raw}
    if not isinstance(raw, list):
        return raw
    order = vocabulary().facts[fact].fields.get("values", (False, True))
    listed = [word for word in order if word in raw] if isinstance(raw[0], str | bool) else sorted(set(raw))
    return listed[0] if len(listed) == 1 else tuple(listed)


def _amount(_: Setting, raw: Any) -> tuple[int | str, ...]:
    terms = raw if isinstance(raw, list) else [raw]
    number = sum(term for term in terms if isinstance(term, int))
    words = tuple(word for word in vocabulary().amounts for term in terms if term == word)
    return words if words and not number else (number, *words)


_NORMAL: dict[str, Callable[[Setting, Any], Any]] = {
    "integer": _same,
    "word": _same,
    "flag": _same,
    "words": _words,
    "policy": _policy,
    "ranks": _ranks,
    "rank_points": _points,
    "cards": _cards,
    "steps": _steps,
    "classes": _list,
    "integers": _list,
    "hand": _hand,
    "facts": _facts,
    "amount": _amount,
}
