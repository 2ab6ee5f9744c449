"""What `hakem test` asks besides the vectors: a few of the counts (conformance/perft), and the pairs of worlds of
conformance/leaks. All counts take minutes: `hakem perft --check`; pairs without end: `hakem leaks`.
"""

from __future__ import annotations

from hakem_conformance import perft, twins
from hakem_conformance.suite import Vector

#: How many positions of each rule set, and the least and greatest count of one.
EACH, LEAST, GREATEST = 2, 20, 400


def samples() -> list[Vector]:
    """Counts and pairs of worlds."""
    return counts() + twins.shipped()


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
