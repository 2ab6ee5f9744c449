"""A few of the counts (conformance/perft) as vectors, so that `hakem test` exercises that profile too.

All of them take minutes; `hakem perft --check` asks them.
"""

from __future__ import annotations

from hakem_conformance import perft
from hakem_conformance.suite import Vector

#: How many positions of each rule set, and the least and greatest count of one.
EACH, LEAST, GREATEST = 2, 20, 400


def counts() -> list[Vector]:
    """The smallest counts of each rule set with its overlays."""
    found: dict[tuple[str, ...], list[perft.Position]] = {}
    for position in sorted(perft.load(), key=lambda each: each.count):
        group = found.setdefault((position.rules, *position.overlays), [])
        if LEAST <= position.count <= GREATEST and len(group) < EACH:
            group.append(position)
    return sorted((_vector(each) for group in found.values() for each in group), key=lambda vector: vector.id)


def _vector(position: perft.Position) -> Vector:
    title = f"The lines of play of {position.depth} actions from here"
    content = {**position.game, "id": position.id, "title": title, "steps": list(position.actions)}
    return Vector(position.id, {**content, "perft": {"depth": position.depth, "count": position.count}})
