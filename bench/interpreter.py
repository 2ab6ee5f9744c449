"""Decisions a second of random play (legal map, apply, events), beside a bare loop without rules in the same run."""

from __future__ import annotations

import random
import statistics
import time

from hakem import rules
from hakem.cards import pack
from hakem.game import Game

SECONDS = 1.0
RUNS = 3


def play(name: str) -> float:
    """Decisions a second of one rule set."""
    rule_set = rules.load(name)
    cards = list(pack(rule_set["pack.order"], rule_set["pack.remove"]))
    dice = random.Random(29)
    decisions = 0
    began = time.perf_counter()
    while (spent := time.perf_counter() - began) < SECONDS:
        dice.shuffle(cards)
        game = Game(rule_set, "N", {"pack": " ".join(cards)})
        while not game.over:
            legal = game.legal()
            choice = legal.get(game.turn) or next(iter(legal.values()))
            game.apply(choice[int(dice.random() * len(choice))])
            decisions += 1
    return decisions / spent


def bare() -> float:
    """The same choosing from a list and removing from it, without any rules."""
    dice = random.Random(29)
    decisions = 0
    began = time.perf_counter()
    while (spent := time.perf_counter() - began) < SECONDS:
        hands = [list(range(8)) for _ in range(4)]
        for turn in range(32):
            hand = hands[turn & 3]
            hand.pop(int(dice.random() * len(hand)))
            decisions += 1
    return decisions / spent


def main() -> None:
    loop = statistics.median(bare() for _ in range(RUNS))
    print(f"{'bare loop':16} {loop:10,.0f} decisions/s")
    for name in ("twenty-nine", "court-piece"):
        rate = statistics.median(play(name) for _ in range(RUNS))
        print(f"{name:16} {rate:10,.0f} decisions/s   {rate / loop:.2f} of the bare loop")


if __name__ == "__main__":
    main()
