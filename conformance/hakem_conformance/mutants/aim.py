"""Looking for short deals and plays in which a changed rule set answers otherwise."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hakem.rules.ruleset import RuleSet
from hakem_conformance.mutants.mutant import Mutant
from hakem_conformance.mutants.script import SHOWS, Aim, Script, apart, play, replay

#: Plays in which shorter ways are looked for.
EARLY = 80


@dataclass(frozen=True)
class Search:
    """How long is looked: at most `seconds` of processor time, and at most `plays` after the last find."""

    seconds: float = 60.0
    plays: int = 4000
    seed: int = 1


def look(
    rules: RuleSet, targets: Sequence[Mutant], search: Search, tell: Callable[[int], None] = lambda left: None
) -> list[list[Aim]]:
    """For each mutant the ways found to tell it apart, the cheapest of each sort. `tell` hears how many have none."""
    dice = random.Random(f"{rules.digest} {search.seed}")
    found: list[dict[str, Aim]] = [{} for _ in targets]
    deadline = time.process_time() + search.seconds
    number = last = 0
    while time.process_time() < deadline and number - last < search.plays:
        left = [at for at, ways in enumerate(found) if not ways]
        if number >= EARLY and not left:
            break
        number += 1
        tell(len(left))
        near = targets[dice.choice(left or range(len(targets)))].rules
        script = play(rules, near or rules, dice, deep=number % 3 == 0)
        for at in range(len(targets)) if number <= EARLY else left:
            last = number if _keep(found[at], script, targets[at].rules) else last
    return [[exact for aim in ways.values() if (exact := _exact(rules, aim))] for ways in found]


def _keep(ways: dict[str, Aim], script: Script, other: RuleSet | None) -> bool:
    """Keep the cheapest way of each sort (`SHOWS`). Whether it is the first of all."""
    first = not ways
    longest = max((aim.at for aim in ways.values()), default=0) if len(ways) > 1 else 999
    for aim in apart(script, other, longest) if other else ():
        shows = SHOWS.get(aim.kind, "value")
        if shows not in ways or aim.cost < ways[shows].cost:
            ways[shows] = aim
    return first and bool(ways)


def _exact(rules: RuleSet, aim: Aim) -> Aim | None:
    """The assertion with the play up to it, and nothing looked at but what it is about."""
    return replay(rules, aim.script.game, aim.script.actions[: aim.at], aim.kind, aim.subject)
