"""Sources of vectors for the mutants that survive, house by house."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import repeat
from typing import Any

import yaml

from hakem.rules import load as load_rules
from hakem_conformance.mutants.aim import Search, look
from hakem_conformance.mutants.change import OVERLAY
from hakem_conformance.mutants.distil import distil
from hakem_conformance.mutants.mutant import Mutant
from hakem_conformance.mutants.run import Fate, House, ignore_interrupts, mutants_of, report
from hakem_conformance.mutants.script import Json
from hakem_conformance.mutants.source import source


@dataclass(frozen=True)
class Aimed:
    """The sources for one house, without ids, and the mutants for which nothing was found."""

    house: House
    sources: tuple[Json, ...]
    missed: tuple[Fate, ...]


def run(houses: Iterable[House], search: Search, jobs: int) -> Iterator[Aimed]:
    """Aim at what survives in each house; in order."""
    if jobs == 1:
        yield from (aimed(house, search) for house in houses)
        return
    with ProcessPoolExecutor(jobs, initializer=ignore_interrupts) as pool:
        try:
            yield from pool.map(aimed, houses, repeat(search))
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def aimed(house: House, search: Search) -> Aimed:
    """Aim at the survivors of one house."""
    rules = load_rules(house.name, house.overlays)
    alive = {(fate.path, fate.before, fate.after): fate for fate in report(house).fates if fate.status == "survivor"}
    targets = [mutant for mutant in mutants_of(house, rules) if _key(mutant) in alive]
    found = look(rules, targets, search) if targets else []
    sources = []
    for each in distil(rules, targets, found):
        killed = sorted(at for at in each.covers if isinstance(at, int))
        pinned = [path for at in killed if (path := targets[at].change.path) != OVERLAY]
        sources.append(source(each.aim, rules, each.mutant.change, pinned, house.overlays))
    missed = [alive[_key(mutant)] for mutant, ways in zip(targets, found, strict=True) if not ways]
    return Aimed(house, tuple(sources), tuple(missed))


def _key(mutant: Mutant) -> tuple[str, str, str]:
    return mutant.change.path, mutant.change.before, mutant.change.after


def as_yaml(sources: Iterable[Json]) -> str:
    """Sources as they stand in a file."""
    text: str = yaml.dump([_styled(source) for source in sources], Dumper=_Dumper, sort_keys=False, width=150,
                          allow_unicode=True)  # fmt: skip
    return text.replace("\n- id", "\n\n- id")


class _OneLine(dict[str, Any]):
    """A mapping that is written in one line."""


class _OneLineList(list[Any]):
    """A list that is written in one line."""


class _Dumper(yaml.SafeDumper):
    """Repeats what stands twice instead of naming it."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


_Dumper.add_representer(
    _OneLine, lambda dumper, data: dumper.represent_mapping("tag:yaml.org,2002:map", data, flow_style=True)
)

_Dumper.add_representer(
    _OneLineList, lambda dumper, data: dumper.represent_sequence("tag:yaml.org,2002:seq", data, flow_style=True)
)


def _styled(value: Any, key: str = "") -> Any:
    """A source with what is small in one line: events, refusals, a result, what stood before."""
    if key in ("refuse", "result", "before", "views", "points", "tricks") or "event" in value:
        return _OneLine(value)
    return {name: _inside(part, name) for name, part in value.items()}


def _inside(part: Any, name: str) -> Any:
    if isinstance(part, dict):
        return _styled(part, name)
    if not isinstance(part, list):
        return part
    return _OneLineList(part) if name == "with" else [_inside(item, name) for item in part]


def numbered(sources: Iterable[Json], taken: Iterable[str], prefix: str = "OP") -> list[Json]:
    """The sources with ids that nobody has."""
    numbers = [int(match[1]) for name in taken if (match := re.fullmatch(rf"{prefix}-(\d+)", name))]
    first = max(numbers, default=0) + 1
    return [{"id": f"{prefix}-{first + at:03}", **each} for at, each in enumerate(sources)]
