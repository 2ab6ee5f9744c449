"""Asking an engine about one vector: which requests are made, and what becomes of the answers."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from hakem_conformance import twins
from hakem_conformance.claims import Claims
from hakem_conformance.judge import (
    NOT_CLAIMED,
    NOT_REACHED,
    Check,
    Replayed,
    Verdict,
    match_checks,
    refusal_checks,
    replay_checks,
    verdict,
)
from hakem_conformance.suite import Vector, clause_of

#: The clause of a mismatch that is gone once the refused actions before it are left out.
CHANGES_NOTHING = "legal.refused_changes_nothing"

#: How many consequences a report names, and how long a value in it may be as JSON.
CONSEQUENCES_NAMED, VALUE_LENGTH = 20, 8000


class Asks(Protocol):
    """Whoever answers requests: a `Client`, or a stand-in in the same process."""

    def call(self, method: str, params: dict[str, Any]) -> dict[str, Any]: ...

    def digest(self, rules: str, overlays: Sequence[str]) -> str: ...


def examine(client: Asks, claims: Claims, vector: Vector) -> Verdict:
    """Ask everything the engine claims, and judge. Raises `Fault` if there is nothing to be judged."""
    return Examination(client, claims, vector).verdict()


class Examination:
    """The conversation about one vector."""

    def __init__(self, client: Asks, claims: Claims, vector: Vector) -> None:
        self.client, self.claims, self.vector = client, claims, vector
        self.game = dict(vector.game)
        if "define" in claims.methods:
            self.game["digest"] = client.digest(vector.rules, vector.overlays)

    def verdict(self) -> Verdict:
        judged = self.claims.judged
        if "perft" in self.vector.data:
            return verdict(self._counts())
        if "twin" in self.vector.data:
            found = twins.checks(self.client, self.game, self.vector, self.claims.methods)
            return verdict(check for check in found if not judged or check.by in judged)
        if self.vector.is_match:
            if judged and "replay" not in judged:
                return verdict([])
            deals = [dict(deal) for deal in self.vector.data["deals"]]
            reply = self.client.call("replay", {"match": self.game, "deals": deals})
            return verdict(match_checks(self.vector, reply, self.claims.features))
        replayed = self._replay(self._refusals_of_all() if "attempts" in self.claims.features else [])
        checks = [*replay_checks(self.vector, replayed, self.claims.features), *self._by_other_methods(replayed)]
        result = verdict([check for check in checks if not judged or check.by in judged])
        if result.first is not None and self._is_gone_alone(result.first):
            result.first.clause = CHANGES_NOTHING
        return result

    def _counts(self) -> Iterator[Check]:
        """The number of lines of play from a position (`perft`)."""
        perft, actions = self.vector.data["perft"], self.vector.actions
        reply = self.client.call("perft", {"game": self.game, "actions": actions, "depth": perft["depth"]})
        got = reply["count"] if "count" in reply else {"refused": reply["refused"]}
        yield Check(len(actions), "count", clause_of(self.vector.data, "count"), "", perft["count"], got, "perft")

    # -- replay -------------------------------------------------------------------------------------------

    def _refusals_of_all(self) -> list[tuple[int, str]]:
        steps = enumerate(self.vector.steps)
        return [(at, refusal["do"]) for at, step in steps for refusal in step.get("refuse", ())]

    def _replay(self, refusals: list[tuple[int, str]]) -> Replayed:
        """The deal with these refused actions tried on the way."""
        params: dict[str, Any] = {"game": self.game, "actions": self.vector.actions}
        if refusals:
            params["attempts"] = [{"at": at, "do": action} for at, action in refusals]
        if want := self._wanted():
            params["want"] = want
        reply = self.client.call("replay", params)
        answers = reply.get("attempts", [])
        return Replayed(reply, dict(zip(refusals, answers, strict=False)))

    def _wanted(self) -> list[str]:
        """What the vector asserts of its steps and the engine claims to fill in."""
        steps, features = self.vector.steps, self.claims.features
        asserted = {
            "points": any("points" in step or "tricks" in step for step in steps),
            "legal": any("legal" in step for step in steps),
            "events": any("events" in step for step in steps),
        }
        return [part for part, there in asserted.items() if there and part in features]

    def _is_gone_alone(self, check: Check) -> bool:
        """Whether a mismatch in the replay is the work of the refused actions tried before: without them it is gone."""
        if check.by != "replay" or "attempts" not in self.claims.features:
            return False
        action = check.subject.rpartition(" ")[0] if check.kind == "reason" else check.subject
        itself = [each for each in self._refusals_of_all() if each == (check.at, action)]
        again = replay_checks(self.vector, self._replay(itself), self.claims.features)
        return any(other.key == check.key and other.got is not NOT_REACHED and not other.is_wrong for other in again)

    # -- the other methods --------------------------------------------------------------------------------

    def _by_other_methods(self, replayed: Replayed) -> Iterator[Check]:
        """Views; legal maps and refusals at one marked position, or at all where `replay` cannot give them."""
        methods, features = self.claims.methods, self.claims.features
        marked = max((at for at, step in enumerate(self.vector.steps) if "refuse" in step), default=-1)
        marked_map = max((at for at, step in enumerate(self.vector.steps) if "legal" in step), default=-1)
        for at, step in enumerate(self.vector.steps):
            if "legal" in step and ("legal" not in features or at == marked_map):
                if "legal" in methods:
                    got = self._ask("legal", at, replayed, "legal")
                    yield Check(at, "legal", clause_of(step, "legal"), "", step["legal"], got, "legal")
                elif "legal" not in features:
                    yield Check(at, "legal", clause_of(step, "legal"), "", step["legal"], NOT_CLAIMED)
            if "refuse" in step and ("attempts" not in features or at == marked):
                yield from self._refusals(at, step, replayed)
            for seat, expected in step.get("views", {}).items():
                got = self._ask("view", at, replayed, "view", seat=seat) if "view" in methods else NOT_CLAIMED
                yield Check(at, "views", clause_of(step, "views"), seat, expected, got, "view")

    def _refusals(self, at: int, step: Mapping[str, Any], replayed: Replayed) -> Iterator[Check]:
        """By `probe` if it is claimed; and by a plain replay into the refused action, which every engine can do:
        of each one if there is no other way, else of the first."""
        refusals = list(step["refuse"])
        features = self.claims.features
        if "probe" in self.claims.methods:
            actions = [refusal["do"] for refusal in refusals]
            got = self._ask("probe", at, replayed, "verdicts", **{"try": actions})
            for place, refusal in enumerate(refusals):
                answer = got[place] if isinstance(got, list) and place < len(got) else got
                answer = None if isinstance(answer, list) else answer
                yield from refusal_checks(at, refusal, answer, features, "probe")
            refusals = refusals[:1]
        elif "attempts" in features:
            refusals = refusals[:1]
        for refusal in refusals:
            yield from refusal_checks(at, refusal, self._dead_end(at, refusal["do"], replayed), features, "replay")

    def _dead_end(self, at: int, action: str, replayed: Replayed) -> Any:
        """The verdict on an action as the last one of a replay."""
        if at > replayed.reached:
            return NOT_REACHED
        actions = [*self.vector.actions[:at], action]
        reply = self.client.call("replay", {"game": self.game, "actions": actions})
        if reply["accepted"] < at:
            return NOT_REACHED
        return {"accepted": reply["accepted"] > at, **(reply["refused"] or {})}

    def _ask(self, method: str, at: int, replayed: Replayed, part: str, **more: Any) -> Any:
        """One part of the answer of another method about a position, if the position was reached."""
        if at > replayed.reached:
            return NOT_REACHED
        reply = self.client.call(method, {"game": self.game, "actions": self.vector.actions[:at], **more})
        return reply[part] if part in reply else {"refused": reply["refused"]}


# -- for the report ---------------------------------------------------------------------------------------


def described(check: Check, vector: Vector) -> dict[str, Any]:
    """A mismatch as an object of the report."""
    found: dict[str, Any] = {
        "clause": check.clause, "at": check.at, "kind": check.kind, "by": check.by,
        "expected": _bounded(check.expected), "got": _bounded(check.got),
    }  # fmt: skip
    if check.subject:
        found["subject"] = check.subject
    if not vector.is_match and check.at < len(vector.actions):
        found["do"] = vector.actions[check.at]
    return found


def named(checks: Any) -> list[dict[str, Any]]:
    """Consequences: only where and under which clause."""
    return [
        {
            "clause": check.clause,
            "at": check.at,
            "kind": check.kind,
            **({"subject": check.subject} if check.subject else {}),
        }
        for check in list(checks)[:CONSEQUENCES_NAMED]
    ]


def _bounded(value: Any) -> Any:
    """A value of the engine, cut off where it is absurdly long."""
    text = json.dumps(value)
    return value if len(text) <= VALUE_LENGTH else text[:VALUE_LENGTH] + " …"
