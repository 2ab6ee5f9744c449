"""How much of the rules the vectors hold down: clauses from both sides, the share of refusals, options met in pairs.

A clause has an *accepting* vector if something must be so because of it, and a *refusing* one if something must not be:
an action is refused under it, or a value (legal map, events, points, view, result) is asserted, of which every other is
detected.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Any

import yaml

from hakem import data
from hakem.errors import Finding, HakemError
from hakem.rules import check, load, shipped
from hakem_conformance.clauses import texts
from hakem_conformance.suite import DEFAULT_CLAUSE, Vector, clause_of

#: Kinds of assertion that state a value: any other one is noticed.
_VALUES = ("legal", "events", "points", "tricks", "views", "result")


@dataclass(frozen=True, slots=True)
class Assertion:
    """One thing that a vector asserts. `state`: what tells its position apart from all others."""

    vector: str
    state: str
    clause: str
    kind: str
    subject: str = ""


def assertions(vectors: Iterable[Vector]) -> Iterator[Assertion]:
    """Every assertion of every vector."""
    for vector in vectors:
        if vector.is_match:
            yield from _of_match(vector)
            continue
        game = json.dumps(vector.game, sort_keys=True)
        for at, step in enumerate(vector.steps):
            state = f"{game} {' '.join(vector.actions[:at])}"
            for refusal in step.get("refuse", ()):
                yield Assertion(vector.id, state, refusal.get("clause", DEFAULT_CLAUSE), "refuse", refusal["do"])
            if "do" in step:
                yield Assertion(vector.id, state, clause_of(step, "accept"), "accept", step["do"])
            for kind in _VALUES:
                if kind in step:
                    yield from _of_value(vector, state, step, kind)


def _of_value(vector: Vector, state: str, step: Mapping[str, Any], kind: str) -> Iterator[Assertion]:
    because = step.get("because", {})
    parts = {name: clause for name, clause in because.items() if name.startswith(f"{kind}.")}
    yield Assertion(vector.id, state, clause_of(step, kind if kind in because or kind != "tricks" else "points"), kind)
    for name, clause in parts.items():
        yield Assertion(vector.id, state, clause, kind, name)


def _of_match(vector: Vector) -> Iterator[Assertion]:
    for name, clause in vector.data.get("because", {}).items():
        yield Assertion(vector.id, vector.id, clause, "result", name)


@dataclass(frozen=True)
class Exclusion:
    """Clauses that need not be covered, and why. `sides`: `both`, `accepting` or `refusing`."""

    clauses: str
    sides: str
    reason: str


def exclusions(path: Path | None = None) -> list[Exclusion]:
    """The list of conformance/coverage.yaml. Raises HakemError."""
    file = path or data.path("conformance/coverage.yaml")
    try:
        content = yaml.safe_load(file.read_text(encoding="utf-8")) or {}
        found = [Exclusion(each["clauses"], each.get("sides", "both"), each["reason"]) for each in content["excluded"]]
    except (OSError, yaml.YAMLError, KeyError, TypeError, AttributeError) as error:
        raise HakemError(Finding("exclusions_unreadable", f"the list cannot be read: {error!r}", str(file))) from None
    for each in found:
        if each.sides not in ("both", "accepting", "refusing") or not str(each.reason).strip():
            raise HakemError(Finding("exclusion_incomplete", f"`{each.clauses}` lacks a reason or a side", str(file)))
    return found


@dataclass(frozen=True)
class Coverage:
    """What the vectors cover. `accepting`, `refusing`: clause -> the vectors."""

    all: Sequence[Assertion]
    excluded: Sequence[Exclusion]

    @cached_property
    def accepting(self) -> Mapping[str, list[str]]:
        return _by_clause(each for each in self.all if each.kind != "refuse")

    @cached_property
    def refusing(self) -> Mapping[str, list[str]]:
        return _by_clause(each for each in self.all if each.kind != "accept")

    def missing(self, side: str) -> list[str]:
        """Clauses without a vector on this side that are not excluded."""
        have = self.accepting if side == "accepting" else self.refusing
        return [name for name in sorted(texts()) if name not in have and not self._is_excluded(name, side)]

    def covered(self) -> int:
        """How many clauses are covered on both sides."""
        return sum(name in self.accepting and name in self.refusing for name in texts())

    def stale(self) -> list[Exclusion]:
        """Exclusions that fit no clause, or only clauses that are covered."""
        found = []
        for each in self.excluded:
            names = [name for name in texts() if fnmatchcase(name, each.clauses)]
            sides = ("accepting", "refusing") if each.sides == "both" else (each.sides,)
            if all(name in getattr(self, side) for name in names for side in sides):
                found.append(each)
        return found

    def _is_excluded(self, name: str, side: str) -> bool:
        return any(fnmatchcase(name, each.clauses) and each.sides in ("both", side) for each in self.excluded)

    def share_of_refusals(self) -> tuple[int, int]:
        """Refusals, counted once for each state and action, of all assertions so counted."""
        distinct = {(each.state, each.kind, each.subject) for each in self.all}
        return sum(kind == "refuse" for _, kind, _ in distinct), len(distinct)

    def unprobed(self) -> list[tuple[str, int]]:
        """Turns in which nothing is refused: vectors, and how many."""
        probed = {each.state for each in self.all if each.kind == "refuse"}
        bare = {(each.vector, each.state) for each in self.all if each.kind == "accept" and each.state not in probed}
        names = [vector for vector, _ in bare]
        return sorted((name, names.count(name)) for name in set(names))


def _by_clause(found: Iterable[Assertion]) -> dict[str, list[str]]:
    by: dict[str, list[str]] = {}
    for each in found:
        vectors = by.setdefault(each.clause, [])
        if each.vector not in vectors:
            vectors.append(each.vector)
    return by


def coverage(vectors: Iterable[Vector]) -> Coverage:
    """The coverage of these vectors."""
    return Coverage(list(assertions(vectors)), exclusions())


# -- options -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Pairs:
    """Pairs of overlays of one rule set that may be combined, and those of them that no vector has together."""

    rules: str
    possible: Sequence[tuple[str, str]]
    missing: Sequence[tuple[str, str]]


def pairs(name: str, vectors: Iterable[Vector]) -> Pairs:
    """The pairs of a rule set. Each overlay must act there by itself, and both together be sound."""
    single = [overlay for overlay in shipped("overlay") if not check(name, [overlay])[1]]
    possible = [pair for pair in combinations(single, 2) if _go_together(name, pair)]
    met = {frozenset(vector.overlays) for vector in vectors if vector.rules.partition("@")[0] == name}
    missing = [pair for pair in possible if not any(each.issuperset(pair) for each in met)]
    return Pairs(name, possible, missing)


def _go_together(name: str, pair: Sequence[str]) -> bool:
    try:
        load(name, pair)
    except HakemError:
        return False
    return True
