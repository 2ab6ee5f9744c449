"""What became of each profile in a run: claimed and exercised are two things, and only both together can be green."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from hakem_conformance.claims import PROFILES, Claims
from hakem_conformance.fault import HARMLESS

Line = dict[str, Any]
Standing = Literal["pass", "expected", "red", "not exercised", "not claimed"]


@dataclass(frozen=True, slots=True)
class Profile:
    """One profile. `asked`: vectors for which one of its methods was asked; `failed`: those of them that are red.

    `standing`: `expected` is green only by a list of expectations; `not exercised` is claimed, but nothing was asked.
    """

    name: str
    claimed: bool
    asked: int
    failed: int
    standing: Standing

    def to_json(self) -> Line:
        return {"claimed": self.claimed, "asked": self.asked, "failed": self.failed, "standing": self.standing}


def profiles(lines: Sequence[Line]) -> list[Profile]:
    """All profiles, from the lines of a report; none claimed if the engine gave no answer to `hello`."""
    hello = next((line["hello"] for line in lines if line["type"] == "engine"), None)
    claims = Claims.of(hello).profiles() if hello else dict.fromkeys(PROFILES, False)
    results = [line for line in lines if line["type"] == "result"]
    begin = next((line for line in lines if line["type"] == "begin"), {})
    chosen = begin.get("profiles", list(PROFILES))
    return [_profile(name, claims[name], name in chosen, results) for name in PROFILES]


def _profile(name: str, claimed: bool, chosen: bool, results: Iterable[Line]) -> Profile:
    methods = set(PROFILES[name])
    asked = [line for line in results if chosen and methods & line.get("asked", {}).keys()]
    failed = [line for line in asked if line["status"] not in HARMLESS and _is_its_own(line, methods)]
    expected = any(line["status"] in ("xfail", "quarantined") and _is_its_own(line, methods) for line in asked)
    standing: Standing = "red" if failed else "expected" if expected else "pass" if asked else "not exercised"
    if not claimed:
        standing = "not claimed"
    return Profile(name, claimed, len(asked), len(failed), standing)


def _is_its_own(line: Line, methods: set[str]) -> bool:
    """Whether what went wrong with a vector was an answer of one of these methods; what is not known counts for all."""
    by = line["failure"]["by"] if "failure" in line else line.get("by", "")
    return not by or by in methods
