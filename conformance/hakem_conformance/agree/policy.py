"""Ways to play: which kind of action a seat prefers where it has the choice, and which card."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

#: How likely a kind of action is beside the others that are legal; 1 where it is not listed.
_USUAL = {"concede": 0.02, "redeal": 0.1, "lone": 0.3, "show": 0.5}


@dataclass(frozen=True)
class Policy:
    """Weights by kind of action (`kind_of`); which number is bid; which card is played.

    `cards`: `any`; or `sides`, by which one side plays its highest cards and the other its lowest.
    """

    weights: Mapping[str, float] = field(default_factory=dict)
    bids: Literal["any", "low", "high"] = "any"
    cards: Literal["any", "sides"] = "any"

    def choose(self, legal: Mapping[str, Sequence[str]], strong: str, order: Sequence[str], dice: random.Random) -> str:
        """One of the legal actions. `strong`: the seats that want tricks. `order`: ranks, highest first."""
        kinds: dict[str, list[str]] = {}
        for actions in legal.values():
            for action in actions:
                kinds.setdefault(kind_of(action), []).append(action)
        weights = [self.weights.get(kind, _USUAL.get(kind, 1.0)) for kind in kinds]
        kind = dice.choices(list(kinds), weights)[0]
        actions = kinds[kind]
        if kind == "bid" and self.bids != "any":
            return min(actions, key=_number) if self.bids == "low" else max(actions, key=_number)
        if kind == "card" and self.cards == "sides" and dice.random() < 0.9:
            return (min if actions[0][0] in strong else max)(actions, key=lambda action: order.index(action[3]))
        return dice.choice(actions)


def kind_of(action: str) -> str:
    """`bid`, `card`, or the first word of what is said (`P`, `trump`, `ask`)."""
    word = action[2:]
    if word.isdigit():
        return "bid"
    return "card" if len(word) == 2 and word[0] in "CDHS" else word.partition(" ")[0]


def _number(action: str) -> int:
    return int(action[2:])


_QUIET = {"concede": 0.0, "redeal": 0.0, "lone": 0.0}
_REACHING = {"pair": 20.0, "ask": 5.0, "show": 5.0, "X": 5.0, "XX": 5.0, "XXX": 5.0, "go": 5.0}

POLICIES: dict[str, Policy] = {
    "plain": Policy(),
    "silent": Policy({**_QUIET, "P": 40.0, "ask": 0.05, "show": 0.05}, "low"),
    "rising": Policy({**_QUIET, "P": 0.1, "keep": 3.0}, "low"),
    "lofty": Policy({**_QUIET, **_REACHING, "P": 0.5}, "high"),
    "showing": Policy({**_QUIET, **_REACHING, "P": 3.0}, "low", "sides"),
    "secretive": Policy({**_QUIET, "P": 3.0, "ask": 0.01, "show": 0.01, "pair": 0.05}, "low"),
    "sweeping": Policy({**_QUIET, "P": 3.0, "go": 20.0, "keep": 3.0}, "any", "sides"),
    "alone": Policy({"lone": 40.0, "P": 2.0, "concede": 0.0}, "any", "sides"),
    "giving up": Policy({"concede": 0.3, "redeal": 5.0, "stop": 3.0, "P": 2.0}),
}
