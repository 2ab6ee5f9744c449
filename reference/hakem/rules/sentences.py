"""What a setting says at a given value, as a sentence of the vocabulary with the value in its place."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from hakem.rules.oneline import flow, steps
from hakem.rules.values import plain
from hakem.vocabulary import UNSET, Setting, Value, vocabulary

#: How a sentence points at the value of its setting.
_POINTER = re.compile(
    r"\b(this many|this number|this score|this trick|these ranks|these points|these cards|this list|than this"
    r"|(?:lower|higher)(?=[.,]))"
)
_PUT: dict[str, Callable[[str], str]] = {
    "lower": lambda value: f"lower than {value}",
    "higher": lambda value: f"higher than {value}",
    "than this": lambda value: f"than {value}",
    "this score": lambda value: f"a score of {value}",
    "this trick": lambda value: f"trick {value}",
    "these ranks": lambda value: f"the ranks {value}",
    "these points": lambda value: f"points ({value})",
    "these cards": lambda value: f"the cards {value}",
    "this list": lambda value: f"the list {value}",
}


def sentence(path: str, value: Any, settings: Mapping[str, Any] | None = None) -> str:
    """What the setting at `path` (a field of a row with its row's name) says at a normal value.

    `settings`, if given, are those of a rule set: other settings that the sentence names are replaced by their values.
    """
    setting = vocabulary().setting(path)
    if setting is None:
        raise KeyError(path)
    text = _text(setting, value)
    return filled(text, settings) if settings is not None else text


def shown(setting: Setting, value: Any) -> str:
    """A normal value as a table shows it: `15`, `J 9 A T`, `[led_suit, any]`, `deal 4, auction, …`."""
    if value is None or value is UNSET:
        return "not set"
    ready = plain(value)
    if setting.type == "steps":
        return steps(ready)
    if setting.type == "amount" and len(ready) == 1:
        return str(ready[0])
    return ready if isinstance(ready, str) else flow(ready)


def _text(setting: Setting, value: Any) -> str:
    if isinstance(value, str) and value in setting.values:
        return setting.values[value].text
    if isinstance(value, Mapping) and value.get("kind") in setting.values:
        return _policy(setting.values[value["kind"]], value)
    if setting.type == "words":
        return " ".join(setting.values[word].text for word in value)
    return _placed(setting.number or setting.text, shown(setting, value))


def _policy(kind: Value, value: Mapping[str, Any]) -> str:
    """The sentence of a policy, its keys in brackets where it does not name them."""
    text = kind.text
    for key, part in kind.keys.items():
        given = shown(part, value[key])
        if f"`{key}`" in text:
            text = text.replace(f"`{key}`", given)
        else:
            text += " " + (part.values[given].text if given in part.values else _placed(part.text, given))
    return text


def _placed(text: str, value: str) -> str:
    found = _POINTER.search(text)
    if found is None:
        return f"{text.removesuffix('.')}: {value}."
    put: Callable[[str], str] = _PUT.get(found[1], str)
    return _singular(text[: found.start()] + put(value) + text[found.end() :])


def _singular(text: str) -> str:
    return re.sub(r"\b1 (bid|card|deal|point|trick)s\b", r"1 \1", text)


def filled(text: str, settings: Mapping[str, Any]) -> str:
    """A sentence with the settings it names replaced by their values, where these are one word or number."""

    def put(found: re.Match[str]) -> str:
        setting = vocabulary().scalars.get(found[1])
        value = settings.get(found[1])
        return shown(setting, value) if setting is not None and isinstance(value, int | str) else found[0]

    return re.sub(r"`([a-z_.]+)`", put, re.sub(r"\bin (?=`seats\.turn`)", "", text))
