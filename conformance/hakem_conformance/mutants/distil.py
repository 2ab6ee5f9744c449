"""Few small vectors that together kill what many kill, one at least for each clause: the greedy set cover."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace

from hakem.rules.ruleset import RuleSet
from hakem_conformance.freeze import text
from hakem_conformance.judge import Check
from hakem_conformance.mutants.change import OVERLAY
from hakem_conformance.mutants.clause import clause_of_change
from hakem_conformance.mutants.kill import kills
from hakem_conformance.mutants.mutant import Mutant
from hakem_conformance.mutants.script import Aim
from hakem_conformance.mutants.source import vector
from hakem_conformance.mutants.tidy import shrunk


@dataclass(frozen=True)
class Chosen:
    """An assertion; the mutant for which it was found; what it is good for: mutants killed (their places), and the
    clause that it was aimed at."""

    aim: Aim
    mutant: Mutant
    covers: frozenset[Hashable]
    size: int


def distil(rules: RuleSet, targets: Sequence[Mutant], found: Sequence[Sequence[Aim]]) -> list[Chosen]:
    """The cheapest assertions that kill every target for which there is one, with one at least for each clause."""
    pool = [
        weighed(rules, mutant, aim, targets)
        for mutant, ways in zip(targets, found, strict=True)
        for aim in ways
    ]  # fmt: skip
    left = frozenset[Hashable]().union(*(each.covers for each in pool))
    chosen: list[tuple[Chosen, frozenset[Hashable]]] = []
    while left:
        best = min(pool, key=lambda each: each.size / (len(each.covers & left) or 1e-9))
        chosen.append((best, best.covers & left))
        left -= best.covers
    small = [_shrunk(rules, each, wanted, targets) for each, wanted in chosen]
    for each in sorted(small, key=lambda each: -each.size):
        rest = [other for other in small if other is not each]
        if each.covers <= frozenset().union(*(other.covers for other in rest)):
            small = rest
    return sorted(small, key=lambda each: targets.index(each.mutant))


def weighed(rules: RuleSet, mutant: Mutant, aim: Aim, targets: Sequence[Mutant]) -> Chosen:
    """What an assertion is good for."""
    made = vector(aim, rules, mutant.change)
    killed = (
        number for number, other in enumerate(targets)
        if other.rules is not None and isinstance(kills(made, other.rules), Check)
    )  # fmt: skip
    own = () if mutant.change.path == OVERLAY else (clause_of_change(mutant.change, rules),)
    return Chosen(aim, mutant, frozenset((*killed, *own)), len(text(dict(made.data))))


def _shrunk(rules: RuleSet, chosen: Chosen, wanted: frozenset[Hashable], targets: Sequence[Mutant]) -> Chosen:
    """The same with less around it, as long as it is good for what it was chosen for."""
    alive = [targets[at].rules for at in wanted if isinstance(at, int)]

    def good(aim: Aim) -> bool:
        made = vector(aim, rules, chosen.mutant.change)
        return all(other is not None and isinstance(kills(made, other), Check) for other in alive)

    aim = shrunk(rules, chosen.aim, good)
    return replace(weighed(rules, chosen.mutant, aim, targets), mutant=chosen.mutant)
