"""What a place in a document takes, in words, and what somebody may have meant who wrote something else."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from hakem.suggest import did_you_mean

#: Words that YAML 1.1 readers take for truth values, which is why no setting uses them.
_TRUTH = frozenset({"no", "off", "n", "false", "yes", "on", "y", "true"})
_DENIAL = frozenset({"no", "off", "n", "false"})
_OFF = ("never", "nobody", "none", "free")
_TYPES = {"object": "a mapping", "array": "a list", "string": "text", "boolean": "true or false"}


def expected(wanted: Mapping[str, Any]) -> str:
    """The values a schema accepts: `final or may_return`, `a whole number from 1 on`."""
    found = list(dict.fromkeys(_described(wanted)))
    return found[0] if len(found) == 1 else f"{', '.join(found[:-1])} or {found[-1]}" if found else ""


def shown(given: Any) -> str:
    """A value as a message shows it: short, and only if it is one word or number."""
    if isinstance(given, bool):
        return f"`{str(given).lower()}`"
    if isinstance(given, int):
        return f"`{given}`"
    if isinstance(given, str):
        return f"`{given if len(given) <= 40 else given[:39] + '…'}`"
    return "a list" if isinstance(given, list) else "a mapping"


def hint_for(given: Any, wanted: Mapping[str, Any]) -> str:
    """A suggestion, if one can be made."""
    branches = list(_branches(wanted))
    words = [branch["const"] for branch in branches if isinstance(branch.get("const"), str)]
    words += [word for branch in branches for word in branch.get("enum", ()) if isinstance(word, str)]
    types = {branch.get("type") for branch in branches}
    text = str(given).lower()
    if isinstance(given, str | bool) and text in _TRUTH:
        if "boolean" in types or wanted.get("const") is True:
            return "truth values are written `true` and `false`"
        off = next((word for word in _OFF if word in words), "[]" if "array" in types else "")
        reason = f"many YAML readers take `{text}` for a truth value, so no setting uses it"
        return f"{reason}; to turn this off write `{off}`" if off and text in _DENIAL else reason
    if isinstance(given, str) and "integer" in types and re.fullmatch(r"-?[0-9]+", given):
        return "a number stands without quotation marks and has at most nine digits, none of them a leading zero"
    if isinstance(given, int) and "string" in types:
        return f'put quotation marks round it: "{given}"'
    if isinstance(given, str) and re.search(r"\b10\b", given) and "pattern" in wanted:
        return "ten is written `T`"
    if isinstance(given, str) and "(?!" in wanted.get("pattern", "") and len(set(given.split())) < len(given.split()):
        return "one of them is here twice"
    if isinstance(given, str) and "array" in types and given in _item_words(wanted):
        return f"a list is meant: [{given}]"
    return did_you_mean(given, words) if isinstance(given, str) else ""


def _described(wanted: Mapping[str, Any]) -> Iterator[str]:
    for branch in _branches(wanted):
        if "const" in branch:
            yield _word(branch["const"])
        elif "enum" in branch:
            yield from (_word(word) for word in branch["enum"])
        elif branch.get("type") == "integer":
            yield _number(branch)
        elif branch.get("type") == "object" and isinstance(branch.get("properties", {}).get("kind"), Mapping):
            properties = branch["properties"]
            rest = ", ".join(f"{key}: …" for key in properties if key != "kind")
            yield f"{{kind: {properties['kind']['const']}, {rest}}}"
        elif branch.get("type") == "object" and "deal" in branch.get("properties", {}):
            yield "deal: 4"
        elif branch.get("type") == "array" and (words := _item_words(branch)):
            yield f"a list of {', '.join(words)}"
        elif branch.get("type") in _TYPES:
            yield _TYPES[branch["type"]] + (f" like {_FORMS[key]}" if (key := _form(branch)) else "")


#: What the text patterns of the schema mean, by a piece that only this pattern has.
_FORMS = {"sha256": "`sha256:` and 64 digits", ")\\.(0": "`1.0.0`", "@(0": "`twenty-nine@1`", "(?!": "`J 9 A T`",
          "[CDHS]": "`C2 D2`", "score": "`score.made`", "[a-z0-9]+": "`twenty-nine/maple-street`"}  # fmt: skip


def _form(branch: Mapping[str, Any]) -> str:
    return next((piece for piece in _FORMS if piece in branch.get("pattern", "")), "")


def _branches(wanted: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    for each in wanted.get("anyOf", (wanted,)):
        yield from _branches(each) if "anyOf" in each else (each,)


def _item_words(wanted: Mapping[str, Any]) -> list[str]:
    words: list[str] = []
    for branch in _branches(wanted):
        for item in _branches(branch.get("items", {})):
            words += [str(item["const"])] if "const" in item else []
    return words


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _number(branch: Mapping[str, Any]) -> str:
    low, high = branch.get("minimum"), branch.get("maximum")
    ends = (f" from {low} to {high}" if low is not None and high is not None
            else f" from {low} on" if low is not None else f" up to {high}" if high is not None else "")  # fmt: skip
    return f"a whole number{ends}"
