"""The JSON Schema of rule-set documents, made from the vocabulary: `python -m hakem.rules.schema` writes it."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from hakem import data
from hakem.cards import RANKS, SUITS
from hakem.vocabulary import Setting, vocabulary

Schema = dict[str, Any]

FILE = "spec/schema/ruleset.schema.json"
ID = "^[a-z0-9]+(-[a-z0-9]+)*(/[a-z0-9]+(-[a-z0-9]+)*)*$"
PARENT = ID[:-1] + "@[0-9]+$"
ROW = "[a-z][a-z0-9_]*"
RANK = f"[{RANKS}]"
CARD = f"[{SUITS}][{RANKS}]"


@cache
def schema() -> Schema:
    """The whole schema. Cached; not to be changed."""
    words = vocabulary()
    sections: Schema = {}
    for path, setting in words.scalars.items():
        *parents, name = path.split(".")
        place = sections
        for parent in parents:
            place = place.setdefault(parent, _closed({}))["properties"]
        place[name] = value(setting)
    rows = {table: _row(fields) for table, fields in words.tables.items()}
    for table, row in rows.items():
        sections[table] = {"type": "object", "patternProperties": {f"^{ROW}$": row}, "additionalProperties": False}
    changes = {path: value(setting) for path, setting in words.scalars.items()}
    columns = {
        f"^{table}\\.{ROW}\\.{name}$": value(field)
        for table, fields in words.tables.items()
        for name, field in fields.items()
    }
    head: Schema = {
        "spec": {"const": 1, "description": "The version of the rule language."},
        "kind": {"enum": ["rule_set", "overlay", "family"]},
        "id": {"type": "string", "pattern": ID},
        "version": {"type": "string", "pattern": r"^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)$"},
        "title": {"type": "string", "minLength": 1},
        "sources": {"type": "array", "items": {"type": "string"}},
        "notes": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
        "extends": {"type": "string", "pattern": PARENT, "description": "The one parent, id@major."},
        "with": {"type": "array", "items": {"type": "string", "pattern": ID}, "uniqueItems": True},
        "digest": {"type": "string", "pattern": "^sha256:[0-9a-f]{64}$"},
    }
    layers: Schema = {
        "removes": {"type": "array", "items": {"type": "string", "pattern": f"^({'|'.join(rows)})\\.{ROW}$"}},
        "adds": {
            "type": "object",
            "patternProperties": {f"^{table}\\.{ROW}$": row for table, row in rows.items()},
            "additionalProperties": False,
        },
        "changes": {
            "type": "object",
            "properties": changes,
            "patternProperties": columns,
            "additionalProperties": False,
        },
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Hakem rule set, family or overlay",
        "type": "object",
        "properties": {**head, **sections, **layers},
        "additionalProperties": False,
        "required": ["spec", "kind", "id", "title"],
        "if": {"required": ["kind"], "properties": {"kind": {"const": "overlay"}}},
        "then": {"properties": dict.fromkeys(["extends", "with", *sections], False)},
        "else": {"required": ["version"]},
    }


def value(setting: Setting) -> Schema:
    """The schema of one setting's value, with its sentence as description."""
    made = _TYPES[setting.type](setting)
    text = setting.text or "\n".join(f"{word}: {each.text}" for word, each in setting.values.items())
    return {**made, **({"description": text} if text else {})}


def _words(setting: Setting) -> Schema:
    return {"enum": [word for word, each in setting.values.items() if not each.keys]}


def _integer(setting: Setting) -> Schema:
    number: Schema = {"type": "integer", **_bounds(setting)}
    return {"anyOf": [_words(setting), number]} if setting.values else number


def _policy(setting: Setting) -> Schema:
    kinds = [
        _closed({"kind": {"const": word}, **{name: value(key) for name, key in each.keys.items()}}, ["kind", *each.keys])
        for word, each in setting.values.items()
        if each.keys
    ]
    return {"anyOf": [_words(setting), *kinds]}


def _list(setting: Setting, items: Schema, unique: bool = False) -> Schema:
    most = {} if setting.max_items is None else {"maxItems": setting.max_items}
    least = {"minItems": setting.min_items} if setting.min_items else {}
    return {"type": "array", "items": items, **least, **most, **({"uniqueItems": True} if unique else {})}


def _cards(setting: Setting) -> Schema:
    listed = {"type": "array", "items": {"type": "string", "pattern": f"^{CARD}$"}, "uniqueItems": True}
    return {"anyOf": [{"type": "string", "pattern": f"^{CARD}( {CARD})*$"}, listed]}


def _steps(_: Setting) -> Schema:
    parts = vocabulary().parts("sequence.deal")
    packet = _closed({name: value(part) for name, part in parts.items()}, ["cards"])
    deal = _closed({"deal": {"anyOf": [{"type": "integer", "minimum": 1}, packet]}}, ["deal"])
    words = [word for word in vocabulary().steps if word != "deal"]
    return {"type": "array", "minItems": 1, "items": {"anyOf": [{"enum": words}, deal]}}


def _hand(setting: Setting) -> Schema:
    parts = {name: value(part) for name, part in vocabulary().parts("hand").items()}
    pattern = {**_closed(parts), "minProperties": 1}
    return {"anyOf": [_words(setting), pattern]} if setting.values else pattern


def _facts(setting: Setting) -> Schema:
    known = {name: fact.fields for name, fact in vocabulary().facts.items() if setting.table in fact.fields["tables"]}
    return _closed({name: _fact(fields) for name, fields in known.items()})


def _fact(fields: Any) -> Schema:
    single: Schema = {
        "flag": {"type": "boolean"},
        "integer": {"type": "integer", "minimum": 0},
        "word": {"enum": list(fields.get("values", ()))},
    }[fields["type"]]
    choices = [single, {"type": "array", "items": single, "minItems": 1, "uniqueItems": True}]
    if fields["type"] == "integer":
        choices.append({**_closed({"min": single, "max": single}), "minProperties": 1})
    return {"anyOf": choices}


def _amount(_: Setting) -> Schema:
    term = {"anyOf": [{"type": "integer"}, {"enum": list(vocabulary().amounts)}]}
    return {"anyOf": [term, {"type": "array", "items": term}]}


def _row(fields: dict[str, Setting]) -> Schema:
    from hakem.vocabulary import UNSET

    needed = [name for name, field in fields.items() if field.default is UNSET and not field.optional]
    return _closed({name: value(field) for name, field in fields.items()}, needed)


def _closed(properties: Schema, required: list[str] | None = None) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
        **({"required": required} if required else {}),
    }


def _bounds(setting: Setting) -> Schema:
    low = {} if setting.minimum is None else {"minimum": setting.minimum}
    return {**low, **({} if setting.maximum is None else {"maximum": setting.maximum})}


_TYPES: dict[str, Any] = {
    "integer": _integer,
    "word": _words,
    "policy": _policy,
    "words": lambda setting: _list(setting, _words(setting), unique=True),
    "classes": lambda setting: _list(setting, {"enum": list(vocabulary().card_classes)}, unique=True),
    "integers": lambda setting: _list(setting, {"type": "integer", **_bounds(setting)}),
    "ranks": lambda _: {"type": "string", "pattern": f"^{RANK}( {RANK})*$"},
    "rank_points": lambda _: {
        "type": "object", "patternProperties": {f"^{RANK}$": {"type": "integer", "minimum": 0}}, "additionalProperties": False,
    },
    "cards": _cards,
    "steps": _steps,
    "hand": _hand,
    "facts": _facts,
    "amount": _amount,
    "flag": lambda _: {"const": True},
}  # fmt: skip


def text() -> str:
    """The schema as its file holds it."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    data.path(FILE).write_text(text(), encoding="utf-8")
