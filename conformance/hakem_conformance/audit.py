"""Deals that an engine dealt and played by itself, judged step by step (protocol.md, `audit`).

What it does not reach stays untested, so this is a badge of its own and never *core*.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from hakem.cards import SEATS
from hakem.errors import HakemError
from hakem.game import DealError, Game
from hakem.rules import RuleSet
from hakem_conformance.claims import Claims, major
from hakem_conformance.client import Client
from hakem_conformance.judge import Check, Replayed, Verdict, replay_checks, verdict
from hakem_conformance.recorded import vector_of
from hakem_conformance.suite import Vector
from hakem_conformance.trials import wire_game

Json = dict[str, Any]
#: Parts of an entry of `steps`, and the feature under which they are compared.
_PARTS = {"legal": "legal", "events": "events", "points": "points"}


@dataclass(frozen=True)
class Deal:
    """One deal of an audit. `unsound`: why it cannot be judged; `verdict`: the assertions as far as it was legal."""

    number: int
    vector: Vector | None
    verdict: Verdict | None
    unsound: str = ""

    @property
    def is_red(self) -> bool:
        return bool(self.unsound) or (self.verdict is not None and self.verdict.first is not None)


@dataclass
class Tally:
    """What the deals of an audit came to. `clauses`: assertions under each clause that was met."""

    deals: int = 0
    red: int = 0
    assertions: int = 0
    clauses: Counter[str] = field(default_factory=Counter)

    def add(self, deal: Deal) -> None:
        self.deals += 1
        self.red += deal.is_red
        if deal.verdict is not None and deal.vector is not None:
            self.assertions += sum(deal.verdict.counts[outcome] for outcome in ("pass", "fail", "consequence"))
            self.clauses.update(deal.vector.clauses)

    def badge(self) -> Json:
        """The badge as shields.io reads it."""
        told = f"{self.red} of {self.deals} deals wrong" if self.red else f"{self.deals} deals"
        colour = "red" if self.red else "blue" if self.deals else "lightgrey"
        return {"schemaVersion": 1, "label": "hakem audited", "message": told, "color": colour}


def audit(client: Client, claims: Claims, rules: RuleSet, deals: int) -> Iterator[Deal]:
    """So many deals, the seats dealing in turn. Raises `Fault`."""
    seats = SEATS[rules["seats.count"]]
    for number in range(deals):
        params: Json = {**wire_game(rules, {"dealer": seats[number % len(seats)]}), "number": number}
        if "define" in claims.methods:
            params["digest"] = client.digest(major(rules.name), rules.overlays)
        yield judged(rules, number, params["dealer"], client.call("audit", params))


def judged(rules: RuleSet, number: int, dealer: str, reply: Mapping[str, Any]) -> Deal:
    """The verdict on one deal."""
    setting = wire_game(rules, {"dealer": reply.get("dealer", dealer), "deal": reply["deal"]})
    try:
        game = Game(rules, setting["dealer"], setting["deal"])
    except DealError as error:
        return Deal(number, None, None, f"the deal is none of {major(rules.name)}: {error}")
    done: list[str] = []
    for action in reply["actions"]:
        if game.refusal(action) is not None:
            break
        game.apply(action)
        done.append(action)
    refused = reply["actions"][len(done) : len(done) + 1]
    name = f"audit-{number}"
    try:
        vector = vector_of(name, f"Deal {number} of the audit", setting, done, rules,
                           refused={len(done): refused} if refused else {})  # fmt: skip
    except HakemError as error:
        return Deal(number, None, None, str(error))
    return Deal(number, vector, verdict(_checks(vector, reply, done, refused, game.over)))


def _checks(
    vector: Vector, reply: Mapping[str, Any], done: list[str], refused: list[str], over: bool
) -> Iterator[Check]:
    steps = list(reply.get("steps", ()))
    told = frozenset(feature for part, feature in _PARTS.items() if steps and all(part in step for step in steps))
    answer = {"accepted": len(done), "refused": None, "steps": steps, "result": None if refused else reply["result"]}
    for check in replay_checks(vector, Replayed(answer, {}), told):
        if check.kind != "accept" or check.expected is True:
            yield check
    at = len(done)
    for refusal in vector.steps[-1].get("refuse", ()) if refused else ():
        if refusal["do"] in refused:
            yield Check(at, "accept", refusal["clause"], refusal["do"], False, True)
    if not refused and not over:
        yield Check(at, "result", "sequence", "", "a deal played to its end", "a deal left open")
