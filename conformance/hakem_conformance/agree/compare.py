"""Trials put to both sides and compared by one hash each."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from hakem.rules import RuleSet
from hakem_conformance.agree.answer import Json, hash_of
from hakem_conformance.agree.draw import deals_in, trial
from hakem_conformance.agree.house import rule_set
from hakem_conformance.agree.peer import Peer

#: Trials in one message.
BATCH = 20


@dataclass
class Outcome:
    """What a run of trials under one rule set came to. `differing`: the numbers of trials answered differently."""

    text: str
    trials: int = 0
    deals: int = 0
    differing: list[int] = field(default_factory=list)
    hashes: str = ""


def dice_for(text: str, seed: int, number: int) -> random.Random:
    """The dice of one trial: the same on every machine."""
    return random.Random(f"{text} {seed} {number}")


def compare(
    peer: Peer, text: str, numbers: Sequence[int], seed: int, note: Callable[[RuleSet, Json, Json], None]
) -> Outcome:
    """Draw the trials of these numbers and compare both sides. `note` is told of each trial and our answer.

    While the peer answers one batch the next is drawn.
    """
    rules, outcome = rule_set(text), Outcome(text)
    total = hashlib.sha256()
    waiting: list[tuple[int, str]] = []

    def settle() -> None:
        for (number, ours), theirs in zip(waiting, peer.receive(), strict=True):
            total.update(ours.encode())
            if ours != theirs:
                outcome.differing.append(number)

    for start in range(0, len(numbers), BATCH):
        batch = numbers[start : start + BATCH]
        drawn = [trial(rules, dice_for(text, seed, number)) for number in batch]
        for asked, answered in drawn:
            note(rules, asked, answered)
            outcome.deals += deals_in(asked)
        hashes = [(number, hash_of(answered)) for number, (_, answered) in zip(batch, drawn, strict=True)]
        if waiting:
            settle()
        peer.send(rules, [asked for asked, _ in drawn])
        waiting = hashes
        outcome.trials += len(batch)
    if waiting:
        settle()
    outcome.hashes = total.hexdigest()
    return outcome
