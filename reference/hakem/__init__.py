"""Hakem: rules, records and conformance for trick-taking games with a secret trump.

Load a rule set, deal, list what is legal, play, look and score:

>>> import hakem
>>> rules = hakem.load("twenty-nine", overlays=["may-ask"])
>>> game = hakem.Game.deal(rules, dealer="N", seed=29)
>>> while not game.over:
...     seat, actions = next(iter(game.legal().items()))
...     events = game.apply(actions[-1])
>>> sum(game.points().values()), sum(game.tricks().values())
(28, 8)
>>> game.result["cause"], game.result["declarer"], game.result["bid"]
('played', 'N', 15)
>>> game.view("E")["hand"]
[]
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from hakem.version import __version__

if TYPE_CHECKING:
    from hakem.errors import Finding as Finding
    from hakem.errors import HakemError as HakemError
    from hakem.game import DealError as DealError
    from hakem.game import Game as Game
    from hakem.game import IllegalAction as IllegalAction
    from hakem.game import Match as Match
    from hakem.game import NotAnAction as NotAnAction
    from hakem.rules import RuleSet as RuleSet
    from hakem.rules import load as load

#: Name -> the module it comes from, imported when it is first used: `hakem --version` needs none of them.
_PUBLIC = {
    "DealError": "hakem.game",
    "Finding": "hakem.errors",
    "Game": "hakem.game",
    "HakemError": "hakem.errors",
    "IllegalAction": "hakem.game",
    "Match": "hakem.game",
    "NotAnAction": "hakem.game",
    "RuleSet": "hakem.rules",
    "load": "hakem.rules",
}

__all__ = ["__version__", *_PUBLIC]


def __getattr__(name: str) -> Any:
    if name in _PUBLIC:
        return getattr(import_module(_PUBLIC[name]), name)
    raise AttributeError(f"module 'hakem' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
