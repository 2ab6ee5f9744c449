"""The two ledgers: what became of every statement of the seed texts, and of every point that is in dispute.

`spec/seeds.yaml` and `spec/disputes.yaml` are written by hand but for their lists of vectors. Those are found: a vector
bears on a row if it names the row among its `sources` or `disputes`, or asserts a clause of the row, and runs under
rules in which all clauses of the row say what they say under the rules of the row. `python -m
hakem_conformance.ledger` brings the lists up to date (what is listed and still fits is kept) and puts both files into
their one form.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

import yaml

from hakem import data, rules
from hakem.errors import HakemError
from hakem.rules import library
from hakem.rules.ruleset import RuleSet
from hakem.vocabulary import LOADER, Setting, vocabulary
from hakem_conformance.clauses import texts
from hakem_conformance.suite import Vector, load

SEEDS = "spec/seeds.yaml"
DISPUTES = "spec/disputes.yaml"
VARIANTS = "spec/variants.yaml"

Json = dict[str, Any]


class Row(NamedTuple):
    """A statement of a seed, one reading of a dispute, or a variant."""

    id: str
    fate: str
    rules: tuple[str, ...]
    clauses: tuple[str, ...]
    vectors: tuple[str, ...]
    base: tuple[str, ...]
    says: str
    because: str

    @property
    def name(self) -> str:
        return f"{self.id}: {self.says}"


class Question(NamedTuple):
    """What a dispute is about. `same` is the entry that answers it, if that is another."""

    asks: str
    same: str


@cache
def read(file: str) -> Json:
    """A ledger as plain data. Cached; not to be changed."""
    loaded: Json = yaml.load(data.path(file).read_bytes(), Loader=LOADER)
    return loaded


def statements() -> list[Row]:
    """Every statement of every seed, in order."""
    return [
        row_of(name, entry, entry["fate"], (seed["rules"],))
        for seed in read(SEEDS).values()
        for name, entry in seed["statements"].items()
    ]


def variants() -> list[Row]:
    """Every option of the seeds and every row of outside sources, in order."""
    return [
        Row(name, "variant", tuple(entry.get("rules", ())), (), (), (), entry["says"], entry.get("out", ""))
        for group in ("options", "outside")
        for name, entry in read(VARIANTS)[group].items()
    ]


def questions() -> dict[str, Question]:
    """dispute -> what it asks, in order."""
    entries = {name: entry for group in read(DISPUTES).values() for name, entry in group.items()}
    return {name: Question(entry["asks"], entry.get("same", "")) for name, entry in entries.items()}


def readings() -> list[Row]:
    """Every reading of every dispute, ours first."""
    return [
        row
        for group in read(DISPUTES).values()
        for name, entry in group.items()
        if "ours" in entry
        for row in readings_of(name, entry)
    ]


def readings_of(name: str, entry: Json) -> Iterator[Row]:
    """The readings of one dispute, ours first."""
    base = tuple(each for each in entry["ours"].get("rules", ()) if not each.startswith("overlay/"))
    yield row_of(name, entry["ours"], "ours", base)
    for other in entry.get("others", ()):
        yield row_of(name, other, "other", base)


def untested(rows: Iterable[Row]) -> list[Row]:
    """The rows that could be shown by a vector and are shown by none."""
    return [row for row in rows if row.clauses and not row.vectors]


def faults() -> Iterator[str]:
    """Whatever in the ledgers points at nothing, or at something that does not bear on it."""
    vectors = {vector.id: vector for vector in load()}
    for row in (*statements(), *readings()):
        for clause in row.clauses:
            if clause not in texts():
                yield f"{row.name}: there is no clause {clause}"
        for name in row.rules:
            if not library.is_shipped(name):
                yield f"{row.name}: there is no rule set or overlay {name}"
        for name in row.vectors:
            if name not in vectors:
                yield f"{row.name}: there is no vector {name}"
            elif not bears(vectors[name], row):
                yield f"{row.name}: {name} does not bear on it"
        if row.fate == "tested" and not row.vectors:
            yield f"{row.name}: tested by nothing"
    known = {*(row.id for row in statements()), *questions()}
    for group in read(DISPUTES).values():
        for name, entry in group.items():
            for other in (*entry.get("about", ()), *([entry["same"]] if "same" in entry else ())):
                if other not in known:
                    yield f"{name}: there is no statement or dispute {other}"


def row_of(name: str, entry: Json, fate: str, base: tuple[str, ...]) -> Row:
    """The row of an entry as it stands in a ledger; `base` are the rule sets it is true in unless it says others."""
    return Row(name, fate, tuple(entry.get("rules", ())), tuple(entry.get("clauses", ())),
               tuple(entry.get("vectors", ())), base, entry["says"], entry.get("because", ""))  # fmt: skip


def bearing(row: Row, vectors: Iterable[Vector]) -> list[str]:
    """The ids of all vectors that bear on a row, those first that name it."""
    fit = [vector for vector in vectors if bears(vector, row)]
    return [vector.id for vector in sorted(fit, key=lambda vector: not names(vector, row))]


def bears(vector: Vector, row: Row) -> bool:
    """Whether a vector bears on a row: it names it or asserts a clause of it, under rules in which all say the same."""
    if row.fate == "variant":
        return names(vector, row)
    if not row.clauses or not (names(vector, row) or vector.clauses.intersection(row.clauses)):
        return False
    if any(name in row.rules for name in vector.overlays):
        return True
    played = _load(vector.rules, vector.overlays)
    return played is not None and any(
        rule_set["pack.order"] == played["pack.order"]
        and all(_agree(clause, played, rule_set) for clause in row.clauses)
        for rule_set in _rules(row)
    )


def names(vector: Vector, row: Row) -> bool:
    """Whether a vector cites the row."""
    return row.id in vector.data.get("sources", ()) or row.id in vector.data.get("disputes", ())


def _rules(row: Row) -> list[RuleSet]:
    """The rule sets in which a row is true; an overlay is put on those of the seed, or of our reading."""
    found = [
        _load(base, (name,)) if name.startswith("overlay/") else _load(name, ())
        for name in row.rules or row.base
        for base in (row.base if name.startswith("overlay/") else ("",))
    ]
    return [rule_set for rule_set in found if rule_set is not None]


@cache
def _load(name: str, overlays: tuple[str, ...]) -> RuleSet | None:
    try:
        return rules.load(name, overlays)
    except HakemError:
        return None


def _agree(clause: str, one: RuleSet, other: RuleSet) -> bool:
    """Whether a clause says the same in two rule sets; a fixed clause does in all."""
    found = _of_setting(clause)
    if found is None:
        return True
    setting, word = found
    if word:
        return word in _words(_value(one, setting)) and word in _words(_value(other, setting))
    return bool(_value(one, setting) == _value(other, setting))


@cache
def _of_setting(clause: str) -> tuple[Setting, str] | None:
    for path, setting in vocabulary().settings.items():
        plain = path.replace(".*", "")
        if clause == plain:
            return setting, ""
        word, _, key = clause.removeprefix(f"{plain}.").partition(".")
        if clause.startswith(f"{plain}.") and word in (*setting.values, *_keys(setting)):
            return setting, "" if key or word not in setting.values else word
    return None


def _keys(setting: Setting) -> list[str]:
    return [key for value in setting.values.values() for key in value.keys]


def _value(rule_set: RuleSet, setting: Setting) -> Any:
    part = setting.path.rpartition(".")[2]
    if setting.table:
        return {name: row.get(part) for name, row in rule_set[setting.table].items()}
    if setting.path.startswith("sequence.deal."):
        return [item["deal"][part] for item in rule_set["sequence"] if isinstance(item, Mapping)]
    return rule_set.get(setting.path)


def _words(value: Any) -> Iterator[Any]:
    """The words in a value, whatever its shape."""
    if isinstance(value, Mapping):
        yield from (part for each in value.values() for part in _words(each))
    elif isinstance(value, list | tuple):
        yield from (part for each in value for part in _words(each))
    else:
        yield value
