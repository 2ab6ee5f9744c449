"""Does a document have the form of the JSON Schema? Every fault at once, each where it stands."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from hakem.errors import Finding
from hakem.rules.reader import Document, Path, address
from hakem.rules.schema import schema
from hakem.suggest import did_you_mean
from hakem.vocabulary import vocabulary


def check_structure(document: Document) -> tuple[list[Finding], frozenset[Path]]:
    """All findings, and the paths of the values that cannot be used."""
    findings: list[Finding] = []
    broken: set[Path] = set()
    for error in _validator().iter_errors(document.data):
        for path, finding in _faults(document, error):
            findings.append(finding)
            broken.add(path)
    findings.sort(key=lambda finding: (finding.line, finding.column))
    return findings, frozenset(broken)


@cache
def _validator() -> Any:
    return Draft202012Validator(schema())


def _faults(document: Document, error: ValidationError) -> Iterator[tuple[Path, Finding]]:
    path: Path = tuple(error.absolute_path)
    rule = error.validator
    if rule == "additionalProperties":
        known = list(error.schema.get("properties", {}))
        patterns = list(error.schema.get("patternProperties", {}))
        for key in error.instance:
            if key not in known and not any(_matches(pattern, key) for pattern in patterns):
                yield (*path, key), _finding(document, (*path, key), "unknown_key", f"there is no `{key}` here",
                                             hint=did_you_mean(key, known or vocabulary().settings), key=True)  # fmt: skip
    elif rule == "required":
        missing = [key for key in error.validator_value if key not in error.instance]
        for key in missing:
            if error.message.startswith(f"'{key}'"):
                yield (*path, key), _finding(document, path, "missing_key", f"`{key}` is missing", key=bool(path))
    elif error.schema is False or rule is None:
        yield path, _finding(document, path, "not_here", "an overlay has only `changes`, `adds` and `removes`", key=True)
    else:
        yield path, _wrong_value(document, path, error)


def _wrong_value(document: Document, path: Path, error: ValidationError) -> Finding:
    wanted = list(_expected(error.schema))
    words = [word for each in wanted for word in each.get("enum", ())]
    given = error.instance
    hint = did_you_mean(given, [word for word in words if isinstance(word, str)]) if isinstance(given, str) else ""
    shown = f"`{given}`" if isinstance(given, str | int) else "this value"
    low, high = error.schema.get("minimum"), error.schema.get("maximum")
    if error.validator in ("minimum", "maximum") and isinstance(given, int):
        ends = [f"{name} {end}" for name, end in (("from", low), ("to", high)) if end is not None]
        return _finding(document, path, "out_of_bounds", f"{given} is out of bounds", "a number " + " ".join(ends))
    expected = " or ".join(dict.fromkeys(_words(each) for each in wanted))
    return _finding(document, path, "wrong_value", f"{shown} does not fit here", expected, hint)


def _expected(wanted: dict[str, Any]) -> Iterator[dict[str, Any]]:
    if "anyOf" in wanted:
        for each in wanted["anyOf"]:
            yield from _expected(each)
    else:
        yield wanted


def _words(wanted: dict[str, Any]) -> str:
    if "enum" in wanted:
        return "one of " + ", ".join(str(word).lower() if isinstance(word, bool) else str(word) for word in wanted["enum"])
    if "const" in wanted:
        return str(wanted["const"]).lower()
    if "pattern" in wanted:
        return "text of the form " + str(wanted["pattern"]).strip("^$")
    kind = {"integer": "a whole number", "object": "a mapping", "array": "a list", "string": "text", "boolean": "true or false"}
    return kind.get(str(wanted.get("type")), "another value")


def _matches(pattern: str, key: str) -> bool:
    import re

    return re.search(pattern, key) is not None


def _finding(
    document: Document, path: Path, code: str, message: str, expected: str = "", hint: str = "", key: bool = False
) -> Finding:
    return Finding(code, message, document.file, *document.mark(path, key=key), address(path), expected, hint)
