"""The text of a clause, wherever it stands: `spec/clauses.yaml` or `spec/vocabulary.yaml`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import yaml

from hakem import data
from hakem.vocabulary import LOADER, Setting, vocabulary


def clause_text(clause: str) -> str:
    """The sentence of a clause id; nothing if there is no such clause."""
    return texts().get(clause, "")


@cache
def texts() -> Mapping[str, str]:
    """Every clause and its sentence.

    A value of a setting is `path.value`, a setting with a number or list its path, both without the `*` that stands
    for the name of a row; a card class is `class.NAME`.
    """
    found = dict(_of_settings(vocabulary().settings.values()))
    for name, entry in vocabulary().card_classes.items():
        found.setdefault(f"class.{name}", f"Class `{name}`: {entry.text}.")
    fixed: Mapping[str, Any] = yaml.load(data.path("spec/clauses.yaml").read_bytes(), Loader=LOADER)["clauses"]
    found.update({name: entry["text"] for name, entry in fixed.items()})
    return found


def _of_settings(settings: Any) -> Iterator[tuple[str, str]]:
    setting: Setting
    for setting in settings:
        path = setting.path.replace(".*", "")
        text = setting.text or setting.number
        if setting.type == "words":  # a list of words: its clause says what each of them means
            text = " ".join(value.text for value in setting.values.values())
        if text:
            yield path, text
        for value in setting.values.values():
            yield f"{path}.{value.word}", value.text
            yield from _of_settings(value.keys.values())
