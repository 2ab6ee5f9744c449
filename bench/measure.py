"""Cases, repeats, and what they come to.

The cases of a group run in turn, repeat after repeat, so that a busy minute of the machine falls on a measure and
on its peer alike.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Case:
    """One thing to measure. `run` does it once and returns the figure in `unit`.

    `budget` is a floor, or with `small` (times, memory) a ceiling. A `peer` is what the others are put beside.
    """

    name: str
    unit: str
    run: Callable[[], float]
    budget: float | None = None
    small: bool = False
    peer: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Cases that are measured together. `notes` says what is compared, and what is not."""

    title: str
    notes: str
    cases: Sequence[Case]


@dataclass(frozen=True, slots=True)
class Measured:
    """The figures of a case, and its best figure over that of each peer of the same unit."""

    case: Case
    figures: tuple[float, ...]
    ratios: dict[str, float] = field(default_factory=dict)

    @property
    def best(self) -> float:
        return (min if self.case.small else max)(self.figures)

    @property
    def median(self) -> float:
        return statistics.median(self.figures)

    @property
    def met(self) -> bool:
        """Whether the best figure keeps the budget."""
        budget = self.case.budget
        return budget is None or (self.best <= budget if self.case.small else self.best >= budget)


def measure(group: Group, repeats: int) -> list[Measured]:
    """Run every case of a group `repeats` times."""
    figures: dict[str, list[float]] = {case.name: [] for case in group.cases}
    for _ in range(repeats):
        for case in group.cases:
            figures[case.name].append(case.run())
    found = [Measured(case, tuple(figures[case.name])) for case in group.cases]
    peers = [each for each in found if each.case.peer]
    for each in found:
        if not each.case.peer:
            beside = (peer for peer in peers if peer.case.unit == each.case.unit)
            each.ratios.update({peer.case.name: each.best / peer.best for peer in beside})
    return found
