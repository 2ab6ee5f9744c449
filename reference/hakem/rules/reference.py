"""The reference page: every setting with its values, made from the vocabulary and the shipped documents.

`python -m hakem.rules.reference` writes `spec/reference.md`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from hakem import data
from hakem.rules import library
from hakem.rules.clauses import fixed
from hakem.rules.edits import edits
from hakem.rules.liveness import may_sleep
from hakem.rules.oneline import flow, steps
from hakem.rules.values import plain
from hakem.vocabulary import UNSET, Entry, Setting, vocabulary

FILE = "spec/reference.md"
#: group (the beginning of its paths) -> heading.
GROUPS = {
    "seats": "Seats, sides and directions",
    "pack": "The pack",
    "sequence": "The order of a deal",
    "deal": "Dealing",
    "auction": "The auction",
    "second_auction": "The second auction",
    "choose_trump": "Choosing trump",
    "reveal": "The hidden trump and its reveal",
    "stakes": "Doubling",
    "lone_hand": "Playing alone",
    "draw": "Drawing, for two players",
    "play": "Playing",
    "pair": "King and queen of trumps",
    "cancel_deal": "Void deals and redeals",
    "hand": "Patterns of a hand",
    "score": "Scoring a deal",
    "streak": "Deals won in a row",
    "next_dealer": "The next dealer",
    "next_hakem": "The next Hakem",
    "match": "The match",
}
_TYPES = {
    "integer": "a whole number",
    "word": "one of the words",
    "words": "a list of the words",
    "policy": "one of the words; one with keys is written `{kind: WORD, KEY: …}`",
    "ranks": "ranks, highest first: `J 9 A T`",
    "rank_points": "points by rank: `{J: 3, \"9\": 2}`",
    "cards": "cards: `[C2, D2]`",
    "steps": "a list of [steps](#steps)",
    "classes": "a list of [card classes](#card-classes)",
    "integers": "a list of whole numbers",
    "hand": "a [pattern](#patterns-of-a-hand)",
    "facts": "a mapping of [facts](#facts), each to a value, a list of values or `{min: …, max: …}`",
    "amount": "a whole number, an [amount](#amounts), or a list of both, which is their sum",
    "flag": "`true`",
}
_HEAD = """# Reference of the rule language

Made from `vocabulary.yaml`, `clauses.yaml` and `rulesets/` by `python -m hakem.rules.reference`; do not edit.

Every setting of a rule set, in groups. *Clause* is the id that vectors and verdicts name; *set by* names the documents
that state a value: [`twenty-nine`](rulesets/twenty-nine.yaml) is a rule set,
[`family/jack-nine`](rulesets/family/jack-nine.yaml) what several of them extend, and
[`+may-ask`](rulesets/overlay/may-ask.yaml) an overlay (`--with may-ask`). A setting without a default must be stated
wherever it acts; one that cannot act is *dormant*, and changing it there is an error. How the pieces work together is
in [rules.md](rules.md).
"""


def text() -> str:
    """The page as it is to be committed."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield _HEAD
    yield from _contents()
    for group, heading in GROUPS.items():
        yield f"## {heading}\n"
        if step := vocabulary().steps.get(group):
            yield f"Step `{group}`: {_linked(step.text)}.\n"
        for setting in _members(group):
            yield from _setting(setting)
    yield from _entries("Steps", vocabulary().steps, ("does", "actions", "who", "events"))
    yield from _entries("Card classes", vocabulary().card_classes, ())
    yield from _entries("Facts", vocabulary().facts, ("text", "domain", "evaluated"))
    yield from _entries("Amounts", vocabulary().amounts, ())
    yield from _entries("Reason codes", vocabulary().reasons, ("when", "path"))
    yield "## Fixed clauses\n\nWhat no setting can change.\n\n| clause | it says |\n|---|---|"
    for name, says in fixed().items():
        yield f"| `{name}` | {_linked(says)} |"


def _contents() -> Iterator[str]:
    yield "| group | settings |\n|---|---|"
    for group, heading in GROUPS.items():
        yield f"| [{heading}](#{slug(heading)}) | {' · '.join(_linked(f'`{each.path}`') for each in _members(group))} |"
    others = ("Steps", "Card classes", "Facts", "Amounts", "Reason codes", "Fixed clauses")
    yield f"\nBesides: {' · '.join(f'[{other}](#{slug(other)})' for other in others)}\n"


def _members(group: str) -> list[Setting]:
    return [each for path, each in vocabulary().settings.items() if path.partition(".")[0] == group]


def _setting(setting: Setting) -> Iterator[str]:
    path = setting.path
    stated = _stated()[path]
    yield f"### `{path}`\n"
    if setting.text:
        yield f"{_linked(setting.text)}\n"
    yield " · ".join(_properties(setting)) + "\n"
    if setting.values or setting.number:
        yield from _values(setting, stated)
    elif stated:
        yield f"Set by: {_by_value(stated)}\n"
    if reasons := may_sleep(path):
        yield f"Dormant where {_linked('; '.join(reasons))}.\n"


def _properties(setting: Setting) -> Iterator[str]:
    yield _TYPES[setting.type] + _bounds(setting)
    if setting.default is not UNSET:
        yield f"default `{flow(plain(setting.default))}`"
    else:
        yield "may be left out" if setting.optional else "no default"
    clause = setting.path.replace(".*", "")
    yield f"clause `{clause}.VALUE`" if setting.values and setting.type in ("word", "policy") else f"clause `{clause}`"


def _bounds(setting: Setting) -> str:
    low, high = setting.minimum, setting.maximum
    ends = f" from {low} on" if high is None else f" up to {high}" if low is None else f" from {low} to {high}"
    return ends if (low, high) != (None, None) else ""


def _values(setting: Setting, stated: Mapping[str, list[str]]) -> Iterator[str]:
    yield "| value | meaning | set by |\n|---|---|---|"
    left = dict(stated)
    for word, value in setting.values.items():
        usual = " (default)" if word == setting.default else ""
        mine = {shown: left.pop(shown) for shown in list(stated) if shown in left and _names(shown, word)}
        meaning = value.text + "".join(f" `{key}`: {part.text}" for key, part in value.keys.items())
        yield f"| `{word}`{usual} | {_linked(meaning)} | {_by_value(mine, word)} |"
    if setting.number:
        what = "a number" if setting.type == "integer" else "a pattern"
        yield f"| {what} | {_linked(setting.number)} | {_by_value(left)} |"
        left = {}
    yield ""
    if left:  # lists of several words
        yield f"Several: {_by_value(left)}\n"


def _names(shown: str, word: str) -> bool:
    return shown in (word, f"[{word}]") or shown.startswith(f"{{kind: {word},")


def _by_value(stated: Mapping[str, list[str]], word: str = "") -> str:
    """`15: twenty-nine · 16: +lowest-bid-16`; the value left out where it is the word itself."""
    parts = []
    for shown, documents in stated.items():
        value = re.sub(rf"^\{{kind: {word},? ?(.*)\}}$", r"\1", shown) if word else shown
        prefix = "" if value in ("", word, f"[{word}]") else f"`{value}`: "
        parts.append(prefix + ", ".join(_document(name) for name in documents))
    return " · ".join(parts)


@cache
def _stated() -> Mapping[str, Mapping[str, list[str]]]:
    """path of the vocabulary -> value as it is shown -> documents that state it. Parts of a value too. Cached."""
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    words = vocabulary()
    names = [name for kind in ("family", "rule_set", "overlay") for name in library.shipped(kind)]
    for name in names:
        for path, value in _edited(name):
            documents = found[path][_shown(words.settings[path], value)]
            if name not in documents:
                documents.append(name)
    return found


def _edited(name: str) -> Iterator[tuple[str, Any]]:
    words = vocabulary()
    for edit in edits(library.read_shipped(name)):
        table = edit.path.partition(".")[0]
        if edit.kind == "remove":
            continue
        if table not in words.tables:
            fields = {edit.path: edit.value}
        elif edit.kind == "change":
            fields = {f"{table}.*.{edit.path.rpartition('.')[2]}": edit.value}
        else:
            fields = {f"{table}.*.{column}": edit.value[column] for column in edit.fields}
        for path, value in fields.items():
            yield path, value
            yield from _parts(path, value)


def _parts(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    """What a composite value states: the packets of a sequence, the keys of a pattern."""
    kind = vocabulary().settings[path].type
    if kind == "steps":
        for item in value:
            packet = item["deal"] if isinstance(item, Mapping) else {}
            yield from ((f"sequence.deal.{key}", part) for key, part in packet.items())
    elif kind == "hand" and isinstance(value, Mapping):
        yield from ((f"hand.{key}", part) for key, part in _stated_keys(value))


def _shown(setting: Setting, value: Any) -> str:
    ready = plain(value)
    if setting.type == "steps":
        return steps(ready)
    if setting.type == "amount" and len(ready) == 1:
        return str(ready[0])
    if setting.type == "hand" and isinstance(value, Mapping):
        return flow({key: plain(part) for key, part in _stated_keys(value)})
    return ready if isinstance(ready, str) else flow(ready)


def _stated_keys(pattern: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The keys of a pattern that are not at their defaults."""
    usual = {key: part.default for key, part in vocabulary().parts("hand").items()}
    return ((key, part) for key, part in pattern.items() if part != usual[key])


def _document(name: str) -> str:
    return f"[`{'+' if name.startswith('overlay/') else ''}{name.removeprefix('overlay/')}`](rulesets/{name}.yaml)"


def _entries(heading: str, entries: Mapping[str, Entry], fields: Iterable[str]) -> Iterator[str]:
    columns = tuple(fields) or ("meaning",)
    yield f"## {heading}\n\n| name | {' | '.join(columns)} |\n|---{'|---' * len(columns)}|"
    for name, entry in entries.items():
        cells = [_linked(_cell(entry.fields.get(column, ""))) for column in fields] or [_linked(entry.text)]
        yield f"| `{name}` | {' | '.join(cells)} |"
    yield ""


def _cell(value: Any) -> str:
    return ", ".join(f"`{path}`" for path in value) if isinstance(value, list) else str(value)


def slug(heading: str) -> str:
    """The anchor that Markdown readers make of a heading."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def _linked(words: str) -> str:
    """The text with every setting it names in backticks linked; bars are kept from ending a cell."""

    def link(found: re.Match[str]) -> str:
        path = found[1] if found[1] in vocabulary().settings else ""
        return f"[`{path}`](#{slug(path)})" if path else found[0]

    return re.sub(r"(?<!\[)`([a-z_.*]+)`", link, words.replace("|", "\\|"))


if __name__ == "__main__":
    data.path(FILE).write_text(text(), encoding="utf-8")
