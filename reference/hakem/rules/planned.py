"""Words that are in the vocabulary already but that this version cannot play (`planned: true`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hakem.errors import Finding
from hakem.rules.edits import edits
from hakem.rules.reader import Document, Path
from hakem.vocabulary import Setting, Vocabulary, vocabulary


def check_planned(
    document: Document, broken: frozenset[Path] = frozenset(), words: Vocabulary | None = None
) -> list[Finding]:
    """A finding for each planned setting, value, step, class, fact or amount that an edit of a document uses."""
    known = words or vocabulary()
    found = []
    for edit in edits(document, broken):
        for word in dict.fromkeys(_planned(known, edit.path, edit.value)):
            at = edit.origin
            found.append(
                Finding("planned", f"`{word}` is in the vocabulary but not in this version's evaluators",
                        at.file, at.line, at.column, edit.path)
            )  # fmt: skip
    return found


def _planned(words: Vocabulary, path: str, value: Any) -> Iterator[str]:
    setting = words.setting(path)
    if setting is not None:
        yield from _value(words, setting, value)
    elif isinstance(value, Mapping):  # a row
        for column, inner in value.items():
            yield from _planned(words, f"{path}.{column}", inner)


def _value(words: Vocabulary, setting: Setting, value: Any) -> Iterator[str]:
    if setting.planned:
        yield setting.path
    entries = {"classes": words.card_classes, "steps": words.steps, "facts": words.facts, "amount": words.amounts}
    known: Mapping[str, Any] = entries.get(setting.type, setting.values)
    for word in _words(setting, value):
        entry = known.get(word)
        if entry is not None and entry.planned:
            yield word
    if isinstance(value, Mapping) and "kind" in value:
        keys = setting.values[value["kind"]].keys
        for name, inner in value.items():
            if name in keys:
                yield from _value(words, keys[name], inner)
    parts = words.parts("hand") if setting.type == "hand" and isinstance(value, Mapping) else {}
    for name, part in parts.items():
        if name in value and value[name] != part.default:
            yield from _value(words, part, value[name])


def _words(setting: Setting, value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from ([value["kind"]] if "kind" in value else value if setting.type == "facts" else ())
    elif isinstance(value, tuple):
        for item in value:
            yield from item if isinstance(item, Mapping) else [item] if isinstance(item, str) else ()
