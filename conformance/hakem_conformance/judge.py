"""What a vector asserts, beside what the engine answered; and the order in which that is a verdict.

In each position: legal map, acceptance, reason, events, points, views, result (protocol.md section 8). The first
mismatch is the verdict; later ones are its consequences; what was never reached is neither right nor wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hakem_conformance.messages import known_fields
from hakem_conformance.parts import part_of
from hakem_conformance.suite import Vector, clause_of

#: Kinds of assertion in the order in which they are compared.
KINDS = ("legal", "accept", "reason", "events", "points", "views", "result", "count")
#: What becomes of one assertion.
OUTCOMES = ("pass", "fail", "consequence", "not-reached", "not-claimed")
_ORDER = {kind: place for place, kind in enumerate(KINDS)}

Json = Mapping[str, Any]


class _Marker:
    """A value that no reply can hold."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __repr__(self) -> str:
        return self._name


NOT_REACHED = _Marker("not reached")
NOT_CLAIMED = _Marker("not claimed")


@dataclass(slots=True)
class Check:
    """One assertion and its answer.

    `at`: the position (in a match: the deal). `subject`: the action, seat or field it is about. `got` is
    NOT_REACHED or NOT_CLAIMED where there is no answer. `by`: the method that was asked.
    """

    at: int
    kind: str
    clause: str
    subject: str
    expected: Any
    got: Any
    by: str = "replay"

    @property
    def order(self) -> tuple[int, int]:
        return self.at, _ORDER[self.kind]

    @property
    def key(self) -> tuple[int, str, str]:
        return self.at, self.kind, self.subject

    @property
    def is_wrong(self) -> bool:
        got = self.got
        return got is not NOT_REACHED and got is not NOT_CLAIMED and got != self.expected and not _same(self)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The checks of one vector, in order. `first`: the first mismatch, if there is one."""

    first: Check | None
    consequences: Sequence[Check]
    counts: Mapping[str, int] = field(default_factory=dict)


def verdict(checks: Iterable[Check]) -> Verdict:
    """The first mismatch in the order of comparison, and how many assertions came out how.

    An assertion that several methods were asked about counts once, and is right if all answers are.
    """
    ordered = sorted(checks, key=lambda check: check.order)
    wrong = [check for check in ordered if check.is_wrong]
    outcomes: dict[tuple[int, str, str], str] = {}
    for check in ordered:
        if check.got is NOT_REACHED or check.got is NOT_CLAIMED:
            outcomes.setdefault(check.key, "not-reached" if check.got is NOT_REACHED else "not-claimed")
        else:
            outcomes[check.key] = "pass"
    distinct = {check.key: check for check in reversed(wrong)}
    outcomes.update(dict.fromkeys(distinct, "consequence"))
    first = wrong[0] if wrong else None
    if first:
        outcomes[first.key] = "fail"
    counts = dict.fromkeys(OUTCOMES, 0)
    for outcome in outcomes.values():
        counts[outcome] += 1
    return Verdict(first, [check for check in wrong[1:] if distinct[check.key] is check], counts)


# -- the replay of a deal ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Replayed:
    """The parts of the reply to `replay`. `tried`: (position, action) -> verdict of an attempt."""

    reply: Json
    tried: Mapping[tuple[int, str], Json | None]

    @property
    def reached(self) -> int:
        """The last position reached."""
        accepted: int = self.reply["accepted"]
        return accepted

    def step(self, at: int, part: str) -> Any:
        """A part of the entry of a position; nothing where the engine left it out."""
        if at > self.reached:
            return NOT_REACHED
        steps = self.reply.get("steps", ())
        return steps[at].get(part) if at < len(steps) else None


def replay_checks(vector: Vector, replayed: Replayed, features: frozenset[str]) -> Iterator[Check]:
    """The checks that the reply to `replay` answers. What another method may answer is left out if not claimed."""
    end = len(vector.actions)
    for at, step in enumerate(vector.steps):
        if "legal" in step and "legal" in features:
            got = replayed.step(at, "legal")
            yield Check(at, "legal", _clause_of_turn(vector, at, got, features), "", step["legal"], got)
        if "attempts" in features:
            for refusal in step.get("refuse", ()):
                got = replayed.tried.get((at, refusal["do"])) if at <= replayed.reached else NOT_REACHED
                yield from refusal_checks(at, refusal, got, features)
        if "do" in step:
            yield _acceptance(at, step, replayed)
        if "events" in step:
            got = replayed.step(at + 1, "events") if "events" in features else NOT_CLAIMED
            clause = _clause_of_end(step, "events", step["events"], got)
            yield Check(at, "events", clause, step.get("do", ""), step["events"], got)
        for part in ("points", "tricks"):
            if part in step:
                got = replayed.step(at, part) if "points" in features else NOT_CLAIMED
                yield Check(at, "points", _clause_of_count(step, part), part, step[part], got)
        if "result" in step:
            got = replayed.reply["result"] if replayed.reached == end else NOT_REACHED
            yield Check(at, "result", _clause_of_end(step, "result", step["result"], got), "", step["result"], got)


def _clause_of_turn(vector: Vector, at: int, got: Any, features: frozenset[str]) -> str:
    """The clause of a legal map. If another seat acts than should, and the engine tells no events, what happened
    before was wrong (who took the trick, say): then it is the clause of these events."""
    step = vector.steps[at]
    before = vector.steps[at - 1] if at else {}
    wrong_seat = isinstance(got, Mapping) and got.keys() != step["legal"].keys()
    if wrong_seat and "events" in before and "events" not in features:
        return clause_of(before, "events")
    return clause_of(step, "legal")


def _acceptance(at: int, step: Json, replayed: Replayed) -> Check:
    got: Any = True if at < replayed.reached else NOT_REACHED
    if at == replayed.reached:
        got = {"accepted": False, **(replayed.reply["refused"] or {})}
    return Check(at, "accept", clause_of(step, "accept"), step["do"], True, got)


def _clause_of_end(step: Json, kind: str, expected: Any, got: Any) -> str:
    """Score, next offices and end of the match may have clauses of their own; else that of the events or result."""
    clause: str | None = step.get("because", {}).get(part_of(expected, got))
    return clause or clause_of(step, kind)


def _clause_of_count(step: Json, part: str) -> str:
    """Tricks may have a clause of their own; else that of the points."""
    return clause_of(step, part if part in step.get("because", {}) else "points")


def refusal_checks(at: int, refusal: Json, got: Any, features: frozenset[str], by: str = "replay") -> Iterator[Check]:
    """The checks of one entry of `refuse`, given the verdict of the engine on it."""
    clause = refusal.get("clause") or clause_of({}, "accept")
    subject = refusal["do"]
    answered = isinstance(got, Mapping) and "accepted" in got
    yield Check(at, "accept", clause, subject, False, got["accepted"] if answered else got, by)
    for part, feature in (("reason", "reasons"), ("path", "paths")):
        if part not in refusal:
            continue
        if feature not in features:
            answer: Any = NOT_CLAIMED
        elif answered:
            answer = NOT_REACHED if got["accepted"] else got.get(part)
        else:
            answer = got if isinstance(got, _Marker) else NOT_REACHED
        yield Check(at, "reason", clause, f"{subject} {part}", refusal[part], answer, by)


# -- a match ----------------------------------------------------------------------------------------------


def match_checks(vector: Vector, reply: Json, features: frozenset[str]) -> Iterator[Check]:
    """The checks of a match: deal by deal, then what is said of the whole. `at` counts deals."""
    expected = vector.data["expect"]
    deals = reply.get("deals", [])
    for at, deal in enumerate(expected.get("deals", ())):
        for part, value in deal.items():
            got = deals[at].get(part) if at < len(deals) else NOT_REACHED
            if part == "refused":
                yield from _match_refusal(at, clause_of(vector.data, part), value, got, features)
            else:
                kind = "accept" if part == "accepted" else "result"
                clause = _clause_in_match(vector.data, part, value, got)
                if kind == "accept" and got is not NOT_REACHED and got != value and deals[at].get("refused"):
                    got = {"accepted": got, "refused": deals[at]["refused"]}
                yield Check(at, kind, clause, part, value, got)
    for part, value in expected.items():
        if part != "deals":
            at = len(expected.get("deals", ()))
            yield Check(at, "result", clause_of(vector.data, part), part, value, reply.get(part))


def _clause_in_match(vector: Json, part: str, expected: Any, got: Any) -> str:
    """That of the part; for a result that is wrong in the next offices or the end of the match, that of these."""
    stated = vector.get("because", {})
    wrong = part_of(expected, got) if part == "result" else ""
    keys = {"office": ("hakem", "dealer"), "winner": ("winner",)}.get(wrong, ())
    return next((stated[key] for key in keys if key in stated), clause_of(vector, part))


def _match_refusal(at: int, clause: str, expected: Any, got: Any, features: frozenset[str]) -> Iterator[Check]:
    """Which action of a deal is refused, and, where that is claimed, why."""
    if not isinstance(expected, Mapping) or not isinstance(got, Mapping):
        yield Check(at, "accept", clause, "refused", expected, got)
        return
    where = {key: expected[key] for key in ("at", "do")}
    yield Check(at, "accept", clause, "refused", where, {key: got[key] for key in where})
    for part, feature in (("reason", "reasons"), ("path", "paths")):
        if part in expected:
            answer = got.get(part) if feature in features else NOT_CLAIMED
            yield Check(at, "reason", clause, f"{expected['do']} {part}", expected[part], answer)


# -- equality ---------------------------------------------------------------------------------------------


def _same(check: Check) -> bool:
    """Equality that ignores fields which the protocol does not know."""
    expected, got = check.expected, check.got
    if check.kind == "events" and isinstance(got, list) and len(got) == len(expected):
        known = known_fields("event")
        return all(_same_object(want, have, known) for want, have in zip(expected, got, strict=True))
    if check.kind == "views" and isinstance(got, Mapping):
        return all(key in got and got[key] == value for key, value in expected.items())
    if check.kind == "result" and isinstance(expected, Mapping) and isinstance(got, Mapping):
        return _same_object(expected, got, known_fields("deal_result"))
    return False


def _same_object(expected: Json, got: Json, known: frozenset[str]) -> bool:
    return dict(expected) == {key: value for key, value in got.items() if key in known or key in expected}
