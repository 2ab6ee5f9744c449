"""Counting: how many different sequences of legal actions there are from a position."""

from __future__ import annotations

from hakem.game.game import Game


def perft(game: Game, depth: int) -> int:
    """The number of sequences of `depth` legal actions; one that ends the deal earlier counts as one."""
    if depth <= 0:
        return 1
    actions = [action for listed in game.legal().values() for action in listed]
    if not actions:
        return 1
    if depth == 1:
        return len(actions)
    return sum(perft(_after(game, action), depth - 1) for action in actions)


def divide(game: Game, depth: int) -> dict[str, int]:
    """`perft` split by the first action, sorted; empty at depth 0 and when the deal is over."""
    if depth <= 0:
        return {}
    actions = sorted(action for listed in game.legal().values() for action in listed)
    return {action: perft(_after(game, action), depth - 1) for action in actions}


def _after(game: Game, action: str) -> Game:
    child = game.copy()
    child.apply(action)
    return child
