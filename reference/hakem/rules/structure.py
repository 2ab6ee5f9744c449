"""Does a document have the form of the JSON Schema? Every fault at once, each where it stands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from hakem.errors import Finding
from hakem.rules.edits import HEADER, LAYERS
from hakem.rules.explain import expected, hint_for, shown
from hakem.rules.reader import Document, Path, address
from hakem.rules.schema import schema
from hakem.suggest import did_you_mean
from hakem.vocabulary import Vocabulary, vocabulary

#: A `jsonschema.ValidationError`; its own types are looser than what a schema made of mappings gives.
Fault = Any

_BOUNDS = ("minimum", "maximum")
_LENGTHS = ("minItems", "maxItems", "minProperties", "minLength")
_JSON_TYPES = {"object": Mapping, "array": list, "integer": int}


def check_structure(document: Document) -> tuple[list[Finding], frozenset[Path]]:
    """All findings, and the paths of the values that cannot be used."""
    if not isinstance(document.data, Mapping):
        finding = Finding("wrong_value", "the document is not a mapping", document.file, *document.mark(()),
                          expected="`spec: 1`, `kind:`, `id:` and so on, one a line")  # fmt: skip
        return [finding], frozenset({()})
    found: dict[Path, Finding | None] = {}
    for error in _validator().iter_errors(document.data):
        for path, fault in _faults(document, error):
            found.setdefault(path, fault)
    findings = [finding for finding in found.values() if finding is not None]
    return sorted(findings, key=lambda finding: (finding.line, finding.column)), frozenset(found)


@cache
def _validator() -> Any:
    from jsonschema import Draft202012Validator  # slow to import, and shipped documents do not need it

    return Draft202012Validator(schema(vocabulary()))


def _faults(document: Document, error: Fault) -> Iterator[tuple[Path, Finding | None]]:
    path: Path = tuple(error.absolute_path)
    given: Any = error.instance
    rule = str(error.validator)
    if given is None:  # the reader has said already that there is no value
        yield path, None
    elif rule == "not":  # the schema says so of keys that cannot stand in a document of this kind
        yield path, _misplaced(document, path)
    elif rule == "additionalProperties":
        for key in _unknown(error):
            yield (*path, key), _unknown_key(document, path, key, error.schema)
    elif rule == "propertyNames":
        yield (*path, given), _at_key(document, (*path, given), "wrong_value", f"`{given}` is no name for a row",
                                      expected="small letters, digits and underscores, a letter first")  # fmt: skip
    elif rule == "required":
        for key in error.validator_value:
            if key not in given:
                yield (*path, key), _missing(document, path, key)
    elif rule == "anyOf" and (inner := list(_fitting(error))):
        for each in inner:
            yield from _faults(document, each)
    else:
        yield path, _wrong_value(document, path, error)


def _fitting(error: Fault) -> Iterator[Fault]:
    """Of an `anyOf`, the faults of the one branch that was meant: a mapping, list or number like the value given."""
    for each in error.context or ():
        branch = error.schema["anyOf"][each.schema_path[0]]
        meant = _JSON_TYPES.get(branch.get("type", ""))
        if meant and isinstance(error.instance, meant) and each.validator != "type":
            yield each


def _unknown(error: Fault) -> Iterator[str]:
    known = error.schema.get("properties", {})
    patterns = error.schema.get("patternProperties", {})
    for key in error.instance:
        if key not in known and not any(re.search(pattern, key) for pattern in patterns):
            yield key


def _at_key(
    document: Document, path: Path, code: str, message: str, *, expected: str = "", hint: str = ""
) -> Finding:
    return Finding(code, message, document.file, *document.mark(path, key=True), address(path), expected, hint)


def _missing(document: Document, path: Path, key: str) -> Finding:
    line, column = document.mark(path, key=True)
    return Finding("missing_key", f"`{key}` is missing", document.file, line, column, address((*path, key)))


def _misplaced(document: Document, path: Path) -> Finding:
    key = str(path[-1])
    data = document.data
    if data.get("kind") == "overlay":
        hint = "an overlay has only `changes`, `adds` and `removes`"
    elif key in LAYERS:
        hint = "without `extends` a document states its sections directly"
    elif key == "with":
        hint = "overlays are put on a parent: name it under `extends`"
    elif key == "digest":
        hint = "only a resolved document has one, and it has no parent"
    else:
        hint = "a document with a parent states settings under `changes:`, by their dotted paths"
    return _at_key(document, path, "not_here", f"`{key}` cannot stand here", hint=hint)


def _unknown_key(document: Document, path: Path, key: str, wanted: Mapping[str, Any]) -> Finding:
    words = vocabulary()
    inside = (*path, key)
    if path == ("changes",):
        return _at_key(document, inside, "unknown_key", f"there is no setting `{key}`", hint=_setting_hint(words, key))
    if path == ("adds",):
        table = key.partition(".")[0]
        hint = did_you_mean(table, words.tables) or f"tables are: {', '.join(words.tables)}"
        if table in words.tables:
            hint = "a row's name is of small letters, digits and underscores, a letter first"
        message = f"`{key}` is no row of a table"
        return _at_key(document, inside, "unknown_key", message, expected="`table.row`", hint=hint)
    known = list(wanted.get("properties", {}))
    hint = did_you_mean(key, known)
    if not hint and not path and key in words.settings:
        hint = f"write `{key}` under `changes:`" if "extends" in document.data else "nest it: one mapping a dot"
    if not hint:
        listed = [name for name in known if path or name not in HEADER]
        hint = f"known here: {', '.join(listed)}"
    return _at_key(document, inside, "unknown_key", f"there is no `{key}` here", hint=hint)


def _setting_hint(words: Vocabulary, key: str) -> str:
    """What a path under `changes` that is no setting may have meant."""
    table, _, rest = key.partition(".")
    if table in words.tables:
        _, _, column = rest.partition(".")
        if not column:
            return f"name one field of the row (`{key}.when`), or use `adds:` and `removes:` for whole rows"
        return did_you_mean(column, words.tables[table]) or f"fields of a row: {', '.join(words.tables[table])}"
    if inside := [path for path in words.scalars if path.startswith(f"{key}.")]:
        return f"name one setting: {', '.join(f'`{path}`' for path in inside)}"
    for path in words.scalars:
        if key.startswith(f"{path}."):
            return f"`{path}` is replaced whole"
    return did_you_mean(key, words.scalars)


def _wrong_value(document: Document, path: Path, error: Fault) -> Finding:
    given = error.instance
    rule = error.validator
    key = address(path)
    code = "wrong_value"
    message = f"{shown(given)} does not fit here"
    if rule in _BOUNDS:
        code, message = "out_of_bounds", f"{given} is out of bounds"
    elif rule in _LENGTHS:
        code, message = "out_of_bounds", "there is nothing in it" if "min" in rule else "there is too much in it"
    elif rule == "uniqueItems":
        code, message = "repeated", f"{shown(_repeated(given))} is here twice"
    branch_of = error.parent is not None and error.parent.validator == "anyOf" and not error.relative_path
    wanted = error.parent.schema if branch_of else error.schema
    return Finding(code, message, document.file, *document.mark(path), key, expected(wanted), hint_for(given, wanted))


def _repeated(items: Iterable[Any]) -> Any:
    seen: list[Any] = []
    for item in items:
        if item in seen:
            return item
        seen.append(item)
    return None
