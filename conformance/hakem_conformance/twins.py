"""Pairs of worlds that a seat cannot tell apart: its view, and the verdicts on its own actions, are the same in both.

A pair is a vector with a `twin` (another `deal`, other `actions`) beside its `deal` and `steps`, and the `seat` that
looks. The pairs of conformance/leaks are frozen, a JSON object a line; `leaks` draws them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from hakem import data
from hakem.errors import Finding, HakemError
from hakem_conformance.judge import Check
from hakem_conformance.suite import Vector

Json = dict[str, Any]
#: The clauses of a pair: of the trump and what shows it, of the legal list, of all else.
CLAUSES = {"trump": "reveal.secret", "legal": "class.no_leak", "views": "deal.face"}
_OF_KEY = {"trump": "trump", "marker": "trump", "open": "trump", "legal": "legal"}


class Calls(Protocol):
    """Whoever answers requests."""

    def call(self, method: str, params: Json) -> Json: ...


def checks(client: Calls, game: Json, vector: Vector, methods: frozenset[str]) -> Iterator[Check]:
    """The questions about a pair; and that a view is alive, that is, not what it was before the last action."""
    seat, actions, twin = vector.data["seat"], vector.actions, vector.data["twin"]
    because: Mapping[str, str] = vector.data["because"]
    at = len(actions)
    worlds = [(game, actions), ({**game, "deal": twin["deal"]}, twin["actions"])]
    here, there = ({**_view(client, each, done, seat)} for each, done in worlds)
    differs = [key for key in (*here, *there) if here.get(key) != there.get(key)]
    if differs:
        key = differs[0]
        yield Check(at, "views", because[_OF_KEY.get(key, "views")], seat, _part(here, key), _part(there, key), "view")
        return
    yield Check(at, "views", because["views"], seat, here, there, "view")
    if "probe" in methods:
        tried = own(here)
        told = [client.call("probe", {"game": each, "actions": done, "try": tried}) for each, done in worlds]
        one, two = (dict(zip(tried, each.get("verdicts", ()), strict=False)) for each in told)
        yield Check(at, "views", because["legal"], f"{seat}, by verdicts on its own actions,", one, two, "probe")
    if actions:
        before = _view(client, game, actions[:-1], seat)
        wanted, dead = "a view that says so", "the view of before"
        subject = f"{seat}, after {actions[-1]},"
        yield Check(at, "views", because["views"], subject, wanted, wanted if before != here else dead, "view")


def _view(client: Calls, game: Json, actions: Sequence[str], seat: str) -> Json:
    reply = client.call("view", {"game": game, "actions": list(actions), "seat": seat})
    view: Json = reply.get("view", reply)
    return view


def _part(view: Json, key: str) -> Json:
    return {key: view[key]} if key in view else {}


def own(view: Mapping[str, Any]) -> list[str]:
    """Some actions of the viewer: words, his first cards, suits."""
    words = ["P", "ask", "show", "X", "16", "20", "lone", "keep", "concede", "redeal"]
    words += [*view.get("hand", ())[:4], *(f"{word} {suit}" for word in ("trump", "pair") for suit in "SHDC")]
    return [f"{view.get('seat')}:{word}" for word in words]


def shipped() -> list[Vector]:
    """The frozen pairs of conformance/leaks, a JSON object a line. Raises HakemError."""
    return [vector for file in sorted(data.path("conformance/leaks").glob("*.jsonl")) for vector in read(file)]


def read(file: Path) -> Iterator[Vector]:
    """The pairs in a file."""
    try:
        for line in file.read_text(encoding="utf-8").splitlines():
            content = json.loads(line)
            yield Vector(content["id"], content)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise HakemError(Finding("leaks_unreadable", f"the pairs cannot be read: {error!r}", str(file))) from None


def text(vectors: Sequence[Vector]) -> str:
    """The file of these pairs."""
    return "".join(json.dumps(vector.data, ensure_ascii=False, separators=(",", ":")) + "\n" for vector in vectors)
