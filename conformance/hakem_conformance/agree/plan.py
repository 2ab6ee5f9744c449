"""What is played: every rule set, every overlay on every rule set where it acts, and combinations drawn by seed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import astuple, dataclass
from functools import cache

from hakem.errors import HakemError
from hakem.rules import check, shipped
from hakem_conformance.agree.house import rule_set
from hakem_conformance.agree.houses import HOUSES


@dataclass(frozen=True)
class Item:
    """Trials of one rule set, as `house.rule_set` reads it: those numbered from `start` up to `stop`."""

    text: str
    start: int
    stop: int


@dataclass(frozen=True)
class Amounts:
    """Trials of a rule set, of one with one overlay, of a house, of a combination; combinations of a rule set."""

    alone: int = 2000
    overlay: int = 4
    house: int = 200
    combination: int = 50
    combinations: int = 13

    def divided(self, by: int) -> Amounts:
        """A part of each, at least one."""
        return Amounts(*(max(1, n // by) for n in astuple(self)))


def of(name: str, amounts: Amounts, seed: int) -> Iterator[Item]:
    """All that is played of one shipped rule set: alone, with each overlay that acts there, in combinations."""
    yield Item(name, 0, amounts.alone)
    for overlay in fitting(name):
        yield Item(f"{name}+{overlay}", 0, amounts.overlay)
    for text in combinations(name, amounts.combinations, seed):
        yield Item(text, 0, amounts.combination)
    for text in HOUSES:
        if text.partition("+")[0] == name:
            yield Item(text, 0, amounts.house)


@cache
def fitting(name: str) -> tuple[str, ...]:
    """The overlays that can be put on a shipped rule set and act there as a whole. Short names, sorted."""
    found = []
    for overlay in shipped("overlay"):
        rules, findings = check(name, [overlay])
        if rules is not None and not findings:
            found.append(overlay.removeprefix("overlay/"))
    return tuple(found)


def combinations(name: str, count: int, seed: int) -> Iterator[str]:
    """So many different sound combinations of two to five overlays, none of them in vain, drawn by seed."""
    dice = random.Random(f"combinations {name} {seed}")
    digests: set[str] = set()
    while len(digests) < count:
        text = "+".join((name, *dice.sample(fitting(name), dice.choice((2, 2, 3, 4, 5)))))
        try:
            digest = rule_set(text).digest
        except HakemError:
            continue
        if digest not in digests and not _in_vain(text):
            digests.add(digest)
            yield text


def _in_vain(text: str) -> bool:
    """Whether a rule set plays the same without one of its overlays."""
    name, *overlays = text.split("+")
    for left_out in overlays:
        try:
            less = rule_set("+".join((name, *(each for each in overlays if each != left_out))))
        except HakemError:
            continue
        if less.digest == rule_set(text).digest:
            return True
    return False
