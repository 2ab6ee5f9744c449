"""JSON Schema (2020-12) of rule-set documents, made from the vocabulary.

`python -m hakem.rules.schema` writes `spec/schema/ruleset.schema.json`, which editors can use for completion.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from hakem import data
from hakem.cards import RANKS, SUITS
from hakem.vocabulary import UNSET, Entry, Setting, Vocabulary, vocabulary

Schema = dict[str, Any]

FILE = "spec/schema/ruleset.schema.json"
KINDS = {
    "family": "What several rule sets share. It may leave settings unset and is never played itself.",
    "rule_set": "A game that can be played.",
    "overlay": "A few changes that can be put on any rule set they fit.",
}
ROW_NAME = "[a-z][a-z0-9_]*"
_ID = "[a-z0-9]+(-[a-z0-9]+)*(/[a-z0-9]+(-[a-z0-9]+)*)*"
_RANK = f"[{RANKS}]"
_CARD = f"[{SUITS}]{_RANK}"
#: Accepts no value: the key may not be there.
_NOWHERE: Schema = {"not": {}}
_TEXTS = {"type": "array", "items": {"type": "string"}}


def schema(words: Vocabulary) -> Schema:
    """The schema of a document of any kind."""
    sections = _sections(words)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:hakem:schema:ruleset:1",
        "title": "A rule set, family or overlay",
        "description": "Made from spec/vocabulary.yaml; do not edit.",
        "type": "object",
        "properties": {**_header(), **_layers(words), **sections},
        "required": ["spec", "kind", "id", "title"],
        "additionalProperties": False,
        "allOf": [
            {
                "if": {"required": ["kind"], "properties": {"kind": {"const": "overlay"}}},
                "then": {"properties": dict.fromkeys((*sections, "extends", "with", "digest"), _NOWHERE)},
                "else": {"required": ["version"]},
            },
            {
                "if": {"required": ["extends"]},
                "then": {"properties": dict.fromkeys((*sections, "digest"), _NOWHERE)},
            },
            {
                "if": {"not": {"required": ["extends"]}, "properties": {"kind": {"enum": ["family", "rule_set"]}}},
                "then": {"properties": dict.fromkeys(("removes", "adds", "changes"), _NOWHERE)},
            },
            {
                "if": {"not": {"anyOf": [{"required": ["extends"]}, {"required": ["digest"]}]}},
                "then": {"properties": {"with": _NOWHERE}},
            },
        ],
        "$defs": _definitions(words),
    }


def schema_of(setting: Setting) -> Schema:
    """The schema of one setting's values."""
    return _MAKERS[setting.type](setting, vocabulary())


def text() -> str:
    """The schema as it is written to the file."""
    return json.dumps(schema(vocabulary()), indent=1, ensure_ascii=False) + "\n"


def _header() -> Schema:
    return {
        "spec": {"const": 1, "description": "Version of the rule language."},
        "kind": _words(KINDS),
        "id": {"type": "string", "pattern": f"^{_ID}$", "description": "Path of the file without its ending."},
        "version": {
            "type": "string",
            "pattern": r"^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)$",
            "description": "Major.minor.patch; the major number grows when old games would be judged otherwise.",
        },
        "title": {"type": "string", "minLength": 1},
        "sources": {**_TEXTS, "description": "Where the rules are taken from."},
        "notes": {"type": "string"},
        "extends": {
            "type": "string",
            "pattern": f"^{_ID}@(0|[1-9][0-9]*)$",
            "description": "The parent and its major version: `twenty-nine@1`.",
        },
        "with": {
            "type": "array",
            "items": {"type": "string", "pattern": f"^{_ID}$"},
            "uniqueItems": True,
            "description": "Overlays, put on the parent in this order.",
        },
        "digest": {
            "type": "string",
            "pattern": "^sha256:[0-9a-f]{64}$",
            "description": "Only in resolved documents: the digest of their settings.",
        },
    }


def _layers(words: Vocabulary) -> Schema:
    tables = words.tables
    return {
        "removes": {
            "type": "array",
            "items": {"type": "string", "pattern": f"^({'|'.join(tables)})\\.{ROW_NAME}$"},
            "uniqueItems": True,
            "description": "Rows of the parent that are left out.",
        },
        "adds": {
            "type": "object",
            "patternProperties": {f"^{table}\\.{ROW_NAME}$": _ref(f"row.{table}") for table in tables},
            "additionalProperties": False,
            "description": "Rows that the parent lacks.",
        },
        "changes": {
            "type": "object",
            "properties": {path: _ref(path) for path in words.scalars},
            "patternProperties": {
                f"^{table}\\.{ROW_NAME}\\.{name}$": _ref(field.path)
                for table, fields in tables.items()
                for name, field in fields.items()
            },
            "additionalProperties": False,
            "description": "Settings by their dotted paths; a policy, list or `when` is replaced whole.",
        },
    }


def _sections(words: Vocabulary) -> Schema:
    sections: Schema = {}
    for path in words.scalars:
        *parents, name = path.split(".")
        inner = sections
        for parent in parents:
            inner = inner.setdefault(parent, _object({}))["properties"]
        inner[name] = _ref(path)
    for table in words.tables:
        rows = {"type": "object", "propertyNames": {"pattern": f"^{ROW_NAME}$"}}
        sections[table] = {**rows, "additionalProperties": _ref(f"row.{table}")}
    return sections


def _definitions(words: Vocabulary) -> Schema:
    found = {path: _setting(setting, words) for path, setting in words.settings.items()}
    for table, fields in words.tables.items():
        required = [name for name, field in fields.items() if field.default is UNSET]
        found[f"row.{table}"] = _object({name: _ref(field.path) for name, field in fields.items()}, required)
    return found


def _setting(setting: Setting, words: Vocabulary) -> Schema:
    made = _MAKERS[setting.type](setting, words)
    note = "(Not in this version's evaluators yet.) " if setting.planned else ""
    return {"description": note + setting.text, **made} if note or setting.text else made


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _object(properties: Schema, required: Iterable[str] = ()) -> Schema:
    made: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    return {**made, "required": list(required)} if required else made


def _array(items: Schema, setting: Setting, *, unique: bool = False) -> Schema:
    made: Schema = {"type": "array", "items": items}
    if setting.min_items:
        made["minItems"] = setting.min_items
    if setting.max_items is not None:
        made["maxItems"] = setting.max_items
    return {**made, "uniqueItems": True} if unique else made


def _words(texts: Mapping[str, str]) -> Schema:
    return {"anyOf": [{"const": word, "description": meaning} for word, meaning in texts.items()]}


def _texts(setting: Setting) -> dict[str, str]:
    return {word: value.text for word, value in setting.values.items()}


def _entries(entries: Mapping[str, Entry]) -> dict[str, str]:
    return {name: entry.text for name, entry in entries.items()}


def _number(setting: Setting) -> Schema:
    made: Schema = {"type": "integer"}
    if setting.minimum is not None:
        made["minimum"] = setting.minimum
    if setting.maximum is not None:
        made["maximum"] = setting.maximum
    return made


def _or_words(setting: Setting, other: Schema) -> Schema:
    """`other`, or one of the setting's words."""
    if not setting.values:
        return other
    described = {**other, "description": setting.number} if setting.number else other
    return {"anyOf": [*_words(_texts(setting))["anyOf"], described]}


def _integer(setting: Setting, _: Vocabulary) -> Schema:
    return _or_words(setting, _number(setting))


def _word(setting: Setting, _: Vocabulary) -> Schema:
    return _words(_texts(setting))


def _word_list(setting: Setting, _: Vocabulary) -> Schema:
    return _array(_words(_texts(setting)), setting, unique=True)


def _policy(setting: Setting, words: Vocabulary) -> Schema:
    branches: list[Schema] = []
    for word, value in setting.values.items():
        if not value.keys:
            branches.append({"const": word, "description": value.text})
            continue
        keys = {name: _setting(key, words) for name, key in value.keys.items()}
        made = _object({"kind": {"const": word}, **keys}, ["kind", *keys])
        branches.append({**made, "description": value.text})
    return {"anyOf": branches}


def _ranks(_: Setting, __: Vocabulary) -> Schema:
    return {"type": "string", "pattern": f"^(?!.*({_RANK}).*\\1){_RANK}( {_RANK})*$"}


def _rank_points(_: Setting, __: Vocabulary) -> Schema:
    points = {"type": "integer", "minimum": 0}
    return {"type": "object", "properties": dict.fromkeys(RANKS, points), "additionalProperties": False}


def _cards(setting: Setting, _: Vocabulary) -> Schema:
    listed = _array({"type": "string", "pattern": f"^{_CARD}$"}, setting, unique=True)
    return {"anyOf": [{"type": "string", "pattern": f"^{_CARD}( {_CARD})*$"}, listed]}


def _steps(_: Setting, words: Vocabulary) -> Schema:
    parts = words.parts("sequence.deal")
    packet = _object({name: _ref(part.path) for name, part in parts.items()}, ["cards"])
    short = {"type": "integer", "minimum": 1, "description": parts["cards"].text}
    deal = {**_object({"deal": {"anyOf": [short, packet]}}, ["deal"]), "description": words.steps["deal"].text}
    steps = _words({name: text for name, text in _entries(words.steps).items() if name != "deal"})
    return {"type": "array", "minItems": 1, "items": {"anyOf": [*steps["anyOf"], deal]}}


def _classes(setting: Setting, words: Vocabulary) -> Schema:
    return _array(_words(_entries(words.card_classes)), setting, unique=True)


def _integers(setting: Setting, _: Vocabulary) -> Schema:
    return _array(_number(setting), setting)


def _hand(setting: Setting, words: Vocabulary) -> Schema:
    keys = {name: _ref(part.path) for name, part in words.parts("hand").items()}
    return _or_words(setting, {**_object(keys), "minProperties": 1})


def _facts(setting: Setting, words: Vocabulary) -> Schema:
    known = {
        name: {"description": fact.text, **_fact(fact)}
        for name, fact in words.facts.items()
        if setting.table in fact.fields["tables"]
    }
    return _object(known)


def _fact(fact: Entry) -> Schema:
    if fact.fields["type"] == "integer":
        number = {"type": "integer", "minimum": 0}
        ends = {**_object({"min": number, "max": number}), "minProperties": 1}
        return {"anyOf": [number, {"type": "array", "items": number, "minItems": 1}, ends]}
    one: Schema = {"type": "boolean"} if fact.fields["type"] == "flag" else {"enum": fact.fields["values"]}
    return {"anyOf": [one, {"type": "array", "items": one, "minItems": 1}]}


def _amount(_: Setting, words: Vocabulary) -> Schema:
    terms: list[Schema] = [{"type": "integer"}, *_words(_entries(words.amounts))["anyOf"]]
    return {"anyOf": [*terms, {"type": "array", "items": {"anyOf": terms}, "minItems": 1}]}


def _flag(_: Setting, __: Vocabulary) -> Schema:
    return {"const": True}


_MAKERS: dict[str, Callable[[Setting, Vocabulary], Schema]] = {
    "integer": _integer,
    "word": _word,
    "words": _word_list,
    "policy": _policy,
    "ranks": _ranks,
    "rank_points": _rank_points,
    "cards": _cards,
    "steps": _steps,
    "classes": _classes,
    "integers": _integers,
    "hand": _hand,
    "facts": _facts,
    "amount": _amount,
    "flag": _flag,
}


if __name__ == "__main__":
    data.path(FILE).write_text(text(), encoding="utf-8")
