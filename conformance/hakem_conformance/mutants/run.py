"""The mutants of rule sets, each put to the vectors of its rule set, on as many processes as asked for."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterable, Iterator, Sequence, Set
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from hakem.errors import HakemError
from hakem.rules import load as load_rules
from hakem.rules.ruleset import RuleSet
from hakem_conformance.mutants.change import OVERLAY, Change
from hakem_conformance.mutants.kill import Crash, kills
from hakem_conformance.mutants.known import known
from hakem_conformance.mutants.mutant import Mutant, mutants
from hakem_conformance.suite import Vector, load

Status = Literal["killed", "survivor", "equivalent", "dormant", "refused", "other pack"]
#: Statuses in the order in which they are told.
STATUSES: tuple[Status, ...] = ("killed", "survivor", "equivalent", "dormant", "refused", "other pack")


@dataclass(frozen=True)
class House:
    """A rule set, or one with overlays of which only what they change is mutated. `folder`: the vectors, where they
    are not those that come with Hakem. `own`: only what the document itself and its overlays say is mutated."""

    name: str
    overlays: tuple[str, ...] = ()
    folder: Path | None = None
    own: bool = False

    def __str__(self) -> str:
        return "+".join((self.name, *(overlay.removeprefix("overlay/") for overlay in self.overlays)))


@dataclass(frozen=True)
class Fate:
    """What became of one mutant. `by`: the vector that killed it, `kind` and `clause` of its mismatch; `reason`: why
    it is no mutant, or why nothing can kill it; `crashes`: how many vectors it only crashed on."""

    path: str
    before: str
    after: str
    status: Status
    by: str = ""
    kind: str = ""
    clause: str = ""
    reason: str = ""
    crashes: int = 0


@dataclass(frozen=True)
class Report:
    """All fates of one house. `listed_in_vain`: mutants that are called equivalent and are killed, as text."""

    house: House
    vectors: int
    fates: tuple[Fate, ...]
    listed_in_vain: tuple[str, ...] = ()

    def count(self, status: Status) -> int:
        return sum(fate.status == status for fate in self.fates)


def run(houses: Iterable[House], jobs: int) -> Iterator[Report]:
    """The reports in the order of the houses. With one job everything is done in this process."""
    if jobs == 1:
        yield from map(report, houses)
        return
    with ProcessPoolExecutor(jobs, initializer=ignore_interrupts) as pool:
        try:
            yield from pool.map(report, houses)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def ignore_interrupts() -> None:
    """For the processes of a pool: the parent ends the run."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def report(house: House) -> Report:
    """Run the vectors of a house against every mutant of it."""
    rules = load_rules(house.name, house.overlays)
    mine = of_house(house, _vectors(house.folder))
    fates: list[Fate] = []
    in_vain: list[str] = []
    for mutant in mutants_of(house, rules):
        change = mutant.change
        told = (change.path, change.before, change.after)
        if mutant.rules is None:
            fates.append(Fate(*told, mutant.kind, reason=mutant.reason))  # type: ignore[arg-type]
            continue
        entry = known(rules, change)
        reason = mutant.reason or (entry.reason if entry else "")
        fate = _put(told, mutant.rules, by_relevance(mine, change.path))
        if reason and fate.status == "killed":
            in_vain.append(f"{house}: {change.told}: killed by {fate.by}")
        elif reason:
            fate = Fate(*told, "equivalent", reason=reason)
        fates.append(fate)
    return Report(house, len(mine), tuple(fates), tuple(in_vain))


def _put(told: tuple[str, str, str], rules: RuleSet, vectors: Sequence[Vector]) -> Fate:
    crashes = 0
    for vector in vectors:
        found = kills(vector, rules)
        if isinstance(found, Crash):
            crashes += 1
        elif found is not None:
            return Fate(*told, "killed", vector.id, found.kind, found.clause, crashes=crashes)
    return Fate(*told, "survivor", crashes=crashes)


def mutants_of(house: House, rules: RuleSet) -> Iterator[Mutant]:
    """The mutants of a house; with overlays: each of them left out, and what they state changed."""
    for overlay in house.overlays:
        less = tuple(other for other in house.overlays if other != overlay)
        with contextlib.suppress(HakemError):
            plain = load_rules(house.name, less)
            yield Mutant(Change(OVERLAY, overlay, "left out", plain.settings), "live", rules=plain)
    documents = set(house.overlays) or ({rules.id, *rules.overlays} if house.own else set())
    yield from mutants(rules, lambda path: not documents or stated_by(documents, rules, path))


def stated_by(documents: Set[str], rules: RuleSet, path: str) -> bool:
    """Whether a leaf, a row or a boundary (`table.*.when.fact`) stands where one of these documents has put it."""
    prefix = path.partition("*")[0]
    return any(
        origin.document in documents
        for leaf, origin in rules.origin.items()
        if leaf == path or leaf.startswith(path + ".") or (prefix != path and leaf.startswith(prefix))
    )


def of_house(house: House, vectors: Iterable[Vector]) -> list[Vector]:
    """The vectors of just this rule set with just these overlays."""
    name = house.name.partition("@")[0]
    return [
        vector for vector in vectors
        if vector.rules.partition("@")[0] == name and set(vector.overlays) == set(house.overlays)
    ]  # fmt: skip


def by_relevance(vectors: Sequence[Vector], path: str) -> list[Vector]:
    """Those first that have a clause of the setting, then the small ones."""
    section = path.partition(".")[0]

    def key(vector: Vector) -> tuple[int, int]:
        near = sum(clause.startswith(f"{path}.") or clause == path for clause in vector.clauses)
        far = any(clause.startswith(f"{section}.") for clause in vector.clauses)
        return (0 if near else 1 if far else 2, len(vector.steps))

    return sorted(vectors, key=key)


@cache
def _vectors(folder: Path | None) -> Sequence[Vector]:
    return load(folder)
