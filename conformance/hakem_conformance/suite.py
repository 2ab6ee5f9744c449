"""The vectors: loading, choosing, and the parts of one (spec/vectors.md)."""

from __future__ import annotations

import difflib
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import Path
from typing import Any

from hakem import data
from hakem.errors import Finding, HakemError
from hakem.rules import library

#: The parts of a game that stand in a vector under their own names (protocol.md section 3).
GAME_KEYS = ("rules", "with", "dealer", "deal", "before", "from", "contract")
#: The clause of an assertion that states none.
DEFAULT_CLAUSE = "legal.one_definition"


@dataclass(frozen=True)
class Vector:
    """One vector. `data` is its JSON object as it stands in the file."""

    id: str
    data: Mapping[str, Any] = field(repr=False)

    @property
    def title(self) -> str:
        return str(self.data.get("title", ""))

    @property
    def rules(self) -> str:
        return str(self.data["rules"])

    @property
    def overlays(self) -> tuple[str, ...]:
        return tuple(self.data.get("with", ()))

    @property
    def is_match(self) -> bool:
        return bool(self.data.get("match"))

    @cached_property
    def steps(self) -> tuple[Mapping[str, Any], ...]:
        """Every step as a mapping; a step that is only a text is an action that must be accepted."""
        return tuple({"do": step} if isinstance(step, str) else step for step in self.data.get("steps", ()))

    @cached_property
    def actions(self) -> list[str]:
        """The actions of a deal; for a match, none."""
        return [step["do"] for step in self.steps if "do" in step]

    @cached_property
    def game(self) -> dict[str, Any]:
        """The `game` (or `match`) object of a request, without a digest."""
        return {key: self.data[key] for key in GAME_KEYS if key in self.data}

    @cached_property
    def clauses(self) -> frozenset[str]:
        """Every clause that some assertion of the vector is under."""
        return frozenset(_clauses(self.data))

    def needs(self) -> frozenset[str]:
        """The features and methods without which nothing of it can be asked."""
        wanted = {"match": "match", "from": "from", "perft": "perft", "twin": "view"}
        return frozenset(need for key, need in wanted.items() if key in self.data)


def clause_of(step: Mapping[str, Any], kind: str) -> str:
    """The clause of the assertion of this kind in a step."""
    clause: str = step.get("because", {}).get(kind) or step.get("clause") or DEFAULT_CLAUSE
    return clause


def _clauses(vector: Mapping[str, Any]) -> Iterator[str]:
    for step in (vector, *vector.get("steps", ())):
        if isinstance(step, str):
            yield DEFAULT_CLAUSE
            continue
        yield from step.get("because", {}).values()
        yield from (refusal["clause"] for refusal in step.get("refuse", ()) if "clause" in refusal)
        if "clause" in step:
            yield step["clause"]


def load(folder: Path | None = None) -> list[Vector]:
    """All vectors below `folder` (default: those that come with Hakem), by id, matches last. Raises HakemError.

    A match that goes wrong tells less than the deal of it that does, so deals come first.

    Rule sets of its own that a folder has in `rules` are found by their ids from then on.
    """
    root = data.path("conformance/vectors") if folder is None else folder
    if not root.is_dir():
        raise HakemError(Finding("no_vectors", "there is no such folder", file=str(root)))
    if folder is not None and (folder / "rules").is_dir():
        library.also(folder / "rules")
    vectors: dict[str, Vector] = {}
    findings: list[Finding] = []
    for path in sorted(root.rglob("*.json")):
        try:
            vector = _read(path)
        except HakemError as error:
            findings += error.findings
            continue
        if vector.id in vectors:
            findings.append(Finding("vector_id_twice", f"two vectors have the id {vector.id}", file=str(path)))
        vectors[vector.id] = vector
    if findings:
        raise HakemError(findings)
    if not vectors:
        raise HakemError(Finding("no_vectors", "there are no vectors in this folder", file=str(root)))
    return sorted(vectors.values(), key=lambda vector: (vector.is_match, vector.id))


def _read(path: Path) -> Vector:
    try:
        content = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        raise HakemError(Finding("vector_unreadable", f"the vector cannot be read: {error}", file=str(path))) from None
    missing = [key for key in ("id", "rules", "dealer") if not isinstance(content, dict) or key not in content]
    if missing:
        text = "the vector lacks " + ", ".join(f"`{key}`" for key in missing)
        raise HakemError(Finding("vector_unreadable", text, file=str(path)))
    return Vector(content["id"], content)


@dataclass(frozen=True)
class Selection:
    """Which vectors are asked. Every pattern is a shell glob and must fit something.

    `again`: ids, of which those that exist are asked. `shard`: (i, n), the i-th of n parts, from 1.
    """

    only: Sequence[str] = ()
    skip: Sequence[str] = ()
    clause: Sequence[str] = ()
    ruleset: Sequence[str] = ()
    again: frozenset[str] | None = None
    shard: tuple[int, int] | None = None

    def to_json(self) -> dict[str, Any]:
        """What was chosen, for the head of a report."""
        patterns = {key: list(getattr(self, key)) for key in ("only", "skip", "clause", "ruleset")}
        chosen: dict[str, Any] = {key: value for key, value in patterns.items() if value}
        if self.again is not None:
            chosen["again"] = sorted(self.again)
        if self.shard:
            chosen["shard"] = "{}/{}".format(*self.shard)
        return chosen

    def choose(self, vectors: Sequence[Vector]) -> list[Vector]:
        """The chosen vectors, in order. Raises HakemError for a pattern that fits nothing, or if none is left."""
        ids = [vector.id for vector in vectors]
        clauses = sorted({clause for vector in vectors for clause in vector.clauses}) if self.clause else []
        rules = sorted({vector.rules for vector in vectors})
        findings = [
            *_unfit("--only", self.only, ids, "vector"),
            *_unfit("--skip", self.skip, ids, "vector"),
            *_unfit("--clause", self.clause, clauses, "clause with a vector"),
            *_unfit("--ruleset", self.ruleset, rules + [name.partition("@")[0] for name in rules], "rule set"),
        ]
        if findings:
            raise HakemError(findings)
        chosen = [vector for vector in vectors if self._wants(vector)]
        if self.shard:
            part, parts = self.shard
            chosen = chosen[part - 1 :: parts]
        if not chosen:
            raise HakemError(Finding("nothing_selected", "no vector fits all of these options together"))
        return chosen

    def _wants(self, vector: Vector) -> bool:
        return (
            (not self.only or _fits(vector.id, self.only))
            and not _fits(vector.id, self.skip)
            and (self.again is None or vector.id in self.again)
            and (not self.clause or any(_fits(clause, self.clause) for clause in vector.clauses))
            and (
                not self.ruleset
                or _fits(vector.rules, self.ruleset)
                or _fits(vector.rules.partition("@")[0], self.ruleset)
            )
        )


def _fits(name: str, patterns: Iterable[str]) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in patterns)


def _unfit(option: str, patterns: Iterable[str], names: Sequence[str], what: str) -> Iterator[Finding]:
    for pattern in patterns:
        if not any(fnmatchcase(name, pattern) for name in names):
            near = difflib.get_close_matches(pattern, names, 1, 0.4)
            hint = f"did you mean {near[0]}?" if near else "hakem suite list shows all"
            yield Finding("no_such_vector", f"{option} {pattern} fits no {what}", hint=hint)


def fingerprint(vectors: Iterable[Vector]) -> str:
    """A short digest of the content of vectors, for the head of a report."""
    content = json.dumps([vector.data for vector in vectors], sort_keys=True, separators=(",", ":"))
    return "sha256:" + hashlib.sha256(content.encode()).hexdigest()
