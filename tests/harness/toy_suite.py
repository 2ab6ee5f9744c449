"""Three small vectors of a game that does not exist, a match, and the parrot that knows the answers."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hakem_conformance.client import Timeouts
from hakem_conformance.runner import Run
from hakem_conformance.suite import Vector, load

PARROT = str(Path(__file__).with_name("parrot.py"))
QUICK = Timeouts(start=10, request=0.7, perft=0.7, exit=0.7)

RESULT: dict[str, Any] = {
    "cause": "played", "declarer": "E", "bid": 16, "target": 16, "stakes": 1, "made": True,
    "points": {"NS": 1, "EW": 2}, "tricks": {"NS": 0, "EW": 1}, "row": "made", "change": {"NS": 0, "EW": 1},
    "score": {"NS": 0, "EW": 1}, "next": {"dealer": "E"}, "winner": None,
}  # fmt: skip
VIEW: dict[str, Any] = {
    "seat": "S", "step": "play", "turn": "E", "legal": [], "dealer": "N", "score": {"NS": 0, "EW": 0}, "hand": ["C7"],
    "marker": None, "cards": {"N": 1, "E": 1, "S": 1, "W": 1}, "calls": ["E:16"], "declarer": "E", "bid": 16,
    "target": 16, "stakes": 1, "trump": "?", "open": False, "trick": [], "leader": "E", "last": None,
    "points": {"NS": 0, "EW": 0}, "tricks": {"NS": 0, "EW": 0},
}  # fmt: skip


def vector(name: str, card: str, **more: Any) -> dict[str, Any]:
    """A deal of one card each, one bid, one card played."""
    return {
        "id": name, "title": f"{name} of the toy", "rules": "toy@1", "dealer": "N",
        "deal": {"packets": [{"E": card, "S": "C7", "W": "C8", "N": "C9"}]},
        "steps": [
            {"legal": {"E": ["E:16", "E:P"]}, "do": "E:16", "events": [{"event": "call", "seat": "E", "call": "16"}],
             "refuse": [
                 {"do": "E:15", "reason": "bid_too_low", "path": "auction.bids.from", "clause": "auction.bids.from"}
             ],
             "clause": "auction.first"},
            {"legal": {"E": [f"E:{card}"]}, "do": f"E:{card}", "points": {"NS": 0, "EW": 0}, "views": {"S": VIEW},
             "refuse": [{"do": "E:C7", "reason": "card_not_in_hand", "path": "deal", "clause": "deal.face"},
                        {"do": "S:C7", "reason": "not_your_turn", "path": "seats.turn", "clause": "auction.first"}],
             "clause": "play.first_lead.eldest", "because": {"views": "reveal.secret"}},
            {"legal": {}, "result": RESULT, "clause": "score.declarers"},
        ],
        **more,
    }  # fmt: skip


MATCH: dict[str, Any] = {
    "id": "TOY-4", "title": "A match", "rules": "toy@1", "dealer": "N", "match": True,
    "deals": [{"deal": {"packets": [{"E": "S2"}]}, "actions": ["E:16"]}],
    "expect": {
        "deals": [{"dealer": "N", "accepted": 1, "refused": None, "result": RESULT}],
        "status": "unfinished", "winner": None, "score": {"NS": 0, "EW": 1}, "unused": 0,
    },
    "because": {"score": "score.declarers", "status": "match.order"},
}  # fmt: skip

VECTORS = [vector("TOY-1", "SA"), vector("TOY-2", "SK"), vector("TOY-3", "SQ"), MATCH]


def write(folder: Path, vectors: Sequence[dict[str, Any]] = VECTORS) -> Path:
    """The vectors as files."""
    for each in vectors:
        (folder / f"{each['id']}.json").write_text(json.dumps(each), encoding="utf-8")
    return folder


def parrot(folder: Path, *words: str) -> list[str]:
    """The command of a parrot, with its mode and target."""
    return [sys.executable, PARROT, str(folder), *words]


def wrong(folder: Path) -> list[str]:
    """The command of a parrot that allows too much in TOY-2: a mismatch under play.first_lead.eldest."""
    other = vector("TOY-2", "SK")
    other["steps"][1]["legal"] = {"E": ["E:C7", "E:SK"]}
    other["steps"][1]["refuse"] = []
    known = folder.parent / "known"
    known.mkdir(exist_ok=True)
    return parrot(write(known, [*VECTORS[:1], other, *VECTORS[2:]]))


def lines_of(command: Sequence[str], vectors: Sequence[Vector], **options: Any) -> list[dict[str, Any]]:
    """The lines of a run."""
    return list(Run(command, vectors, **{"timeouts": QUICK, **options}).lines())


def statuses_of(lines: Sequence[dict[str, Any]]) -> dict[str, str]:
    return {line["vector"]: line["status"] for line in lines if line["type"] == "result"}


__all__ = [
    "MATCH",
    "QUICK",
    "RESULT",
    "VECTORS",
    "VIEW",
    "lines_of",
    "load",
    "parrot",
    "statuses_of",
    "vector",
    "write",
    "wrong",
]
