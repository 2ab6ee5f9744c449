"""One deal put to an engine and to the interpreter at once, and the first position in which they differ.

A trial is `{"game", "actions", "attempts", "views"}`: `attempts` are `{"at", "do"}`, `views` the positions in which
every seat looks. It says nothing by itself: what is right is what the interpreter answers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hakem.errors import HakemError
from hakem.rules import RuleSet
from hakem_conformance.agree.answer import answer
from hakem_conformance.claims import Claims, major
from hakem_conformance.client import Client
from hakem_conformance.fault import Fault
from hakem_conformance.judge import KINDS, Check
from hakem_conformance.suite import Vector

Json = dict[str, Any]
#: How many refused actions are tried one by one where an engine takes no `attempts`.
DEAD_ENDS = 8


@dataclass(frozen=True, slots=True)
class Difference:
    """Where an engine first differs from the interpreter. `kind`: as in a report; the status, if it did not answer.

    `at`: the position, `subject`: the action or seat.
    """

    at: int
    kind: str
    subject: str = ""
    message: str = ""


def wire_game(rules: RuleSet, game: Mapping[str, Any]) -> Json:
    """The `game` of a request, without a digest."""
    overlays = {"with": list(rules.overlays)} if rules.overlays else {}
    rest = {key: value for key, value in game.items() if key not in ("rules", "with", "digest")}
    return {"rules": major(rules.name), **overlays, **rest}


def compare(client: Client, claims: Claims, rules: RuleSet, trial: Json) -> Difference | None:
    """The first difference, in the order in which a vector is judged; None if both say the same, or the interpreter
    takes no such deal. A crash and the like are differences too; the client is then to be given up if it says so.
    """
    ours = answer(rules, trial)
    if "error" in ours:
        return None
    client.begin()
    try:
        checks = list(_Asked(client, claims, rules, trial, ours).checks())
    except Fault as fault:
        if fault.status == "not-claimed":
            return None
        at = len(trial["actions"])
        return Difference(at, fault.status, message=fault.message)
    wrong = [check for check in checks if check.is_wrong]
    if not wrong:
        return None
    first = min(wrong, key=lambda check: (check.at, KINDS.index(check.kind)))
    return Difference(first.at, first.kind, first.subject)


class _Asked:
    """The questions about one trial."""

    def __init__(self, client: Client, claims: Claims, rules: RuleSet, trial: Json, ours: Json) -> None:
        self.client, self.claims, self.trial, self.ours = client, claims, trial, ours
        self.game = wire_game(rules, trial["game"])
        if "define" in claims.methods:
            self.game["digest"] = client.digest(self.game["rules"], rules.overlays)
        reached = len(ours["steps"])
        self.tried = [
            (at, each["do"], verdict)
            for at, step in enumerate(ours["steps"])
            for each, verdict in zip([a for a in trial["attempts"] if a["at"] == at], step["attempts"], strict=True)
            if verdict is not None and at < reached
        ]

    def checks(self) -> Iterator[Check]:
        features, methods = self.claims.features, self.claims.methods
        want = [part for part in ("points", "legal", "events") if part in features]
        params: Json = {"game": self.game, "actions": self.trial["actions"]}
        params |= {"want": want} if want else {}
        if "attempts" in features and self.tried:
            params["attempts"] = [{"at": at, "do": action} for at, action, _ in self.tried]
        reply = self.client.call("replay", params)
        yield from self._replayed(reply, want)
        if "attempts" in features:
            for (at, action, verdict), got in zip(self.tried, reply.get("attempts", ()), strict=False):
                yield from self._verdict(at, action, verdict, got)
        else:
            yield from self._dead_ends()
        if reply["accepted"] == len(self.ours["steps"]) - 1:
            last = len(self.ours["steps"]) - 1
            if "legal" in methods and "legal" not in features:
                got = self._ask("legal", last, "legal")
                yield Check(last, "legal", "", "", self.ours["steps"][last]["legal"], got, "legal")
            if "view" in methods:
                yield from self._views()

    def _replayed(self, reply: Json, want: Sequence[str]) -> Iterator[Check]:
        ours = self.ours["steps"]
        refused = self.ours["refused"]
        accepted = refused["at"] if refused else len(ours) - 1
        yield Check(min(accepted, reply["accepted"]), "accept", "", self._do(min(accepted, reply["accepted"])),
                    accepted, reply["accepted"])  # fmt: skip
        if reply["accepted"] == accepted:
            yield Check(accepted, "result", "", "", self.ours["result"], reply["result"])
        for at, (mine, theirs) in enumerate(zip(ours, reply.get("steps", ()), strict=False)):
            if "legal" in want:
                yield Check(at, "legal", "", "", mine["legal"], theirs.get("legal"))
            if "events" in want and at:
                yield Check(at - 1, "events", "", self._do(at - 1), mine["events"], theirs.get("events"))
            for part in ("points", "tricks") if "points" in want else ():
                yield Check(at, "points", "", part, mine[part], theirs.get(part))

    def _do(self, at: int) -> str:
        actions: list[str] = self.trial["actions"]
        return actions[at] if at < len(actions) else ""

    def _verdict(self, at: int, action: str, ours: Json, got: Any) -> Iterator[Check]:
        if got is None:
            return
        yield Check(at, "accept", "", action, ours["accepted"], got["accepted"])
        if "reasons" in self.claims.features and not ours["accepted"] and not got["accepted"]:
            yield Check(at, "reason", "", action, ours["reason"], got.get("reason"))

    def _dead_ends(self) -> Iterator[Check]:
        """A plain replay into a refused action, which every engine can do."""
        last = [each for each in self.tried if not each[2]["accepted"]][-DEAD_ENDS:]
        for at, action, verdict in last:
            reply = self.client.call("replay", {"game": self.game, "actions": [*self.trial["actions"][:at], action]})
            if reply["accepted"] >= at:
                got = {"accepted": reply["accepted"] > at, **(reply["refused"] or {})}
                yield from self._verdict(at, action, verdict, got)

    def _views(self) -> Iterator[Check]:
        for at in sorted(set(self.trial["views"])):
            if at < len(self.ours["steps"]):
                for view in self.ours["steps"][at]["views"]:
                    got = self._ask("view", at, "view", seat=view["seat"])
                    yield Check(at, "views", "", view["seat"], view, got, "view")

    def _ask(self, method: str, at: int, part: str, **more: Any) -> Any:
        params = {"game": self.game, "actions": self.trial["actions"][:at], **more}
        return self.client.call(method, params).get(part)


def is_sound(rules: RuleSet, trial: Json) -> bool:
    """Whether the interpreter takes the deal and accepts every action."""
    try:
        ours = answer(rules, {**trial, "attempts": [], "views": []})
    except HakemError:
        return False
    return "error" not in ours and ours["refused"] is None


def of_vector(vector: Vector) -> Json:
    """The deal of a vector with all its questions."""
    steps = list(enumerate(vector.steps))
    attempts = [{"at": at, "do": refusal["do"]} for at, step in steps for refusal in step.get("refuse", ())]
    views = [at for at, step in steps if "views" in step]
    return {"game": vector.game, "actions": vector.actions, "attempts": attempts, "views": views}
