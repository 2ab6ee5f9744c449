"""From an assertion to a source as an author would write it (conformance/sources/README.md), and to its vector."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hakem.rules.ruleset import RuleSet
from hakem_conformance.mutants.change import Change
from hakem_conformance.mutants.clause import clause_of_change
from hakem_conformance.mutants.script import Aim, Json
from hakem_conformance.suite import Vector

#: A focus behind every position: nothing is frozen but what the source states.
NOTHING_ELSE = 999
#: Settings named in the reasoning of a source.
NAMED = 8


def vector(aim: Aim, rules: RuleSet, change: Change, overlays: Sequence[str] = ()) -> Vector:
    """The vector of an assertion, as it will be frozen, but for id, title and reasoning."""
    head = {"rules": _major(rules), **({"with": list(overlays)} if overlays else {}), **aim.script.game}
    position, clause = _position(aim), clause_of_change(change, rules)
    if "refuse" in position:
        reason, path = position["refuse"]
        position = {"refuse": [{"do": aim.subject, "reason": reason, "path": path, "clause": clause}]}
    else:
        position["clause"] = clause
    return Vector("", {**head, "steps": [*aim.script.actions[: _played(aim)], position]})


def source(aim: Aim, rules: RuleSet, change: Change, pinned: Iterable[str], overlays: Sequence[str] = ()) -> Json:
    """The source of an assertion, without its id. `pinned`: the settings of which it notices a change."""
    clause = clause_of_change(change, rules)
    position = _position(aim)
    result = position.pop("result", None)
    if "refuse" in position:
        reason, path = position["refuse"]
        position["refuse"] = {aim.subject: {"reason": reason, "path": path, "clause": clause}}
    elif position:
        position["clause"] = clause
    found: Json = {"title": title(aim, change), "rules": _major(rules)}
    if overlays:
        found["with"] = list(overlays)
    game = dict(aim.script.game)
    found |= {"dealer": game["dealer"], **_dealt(game["deal"])}
    if "before" in game:
        found["before"] = game["before"]
    found["focus"] = NOTHING_ELSE
    played = aim.script.actions[: _played(aim)]
    found["play"] = [*([" ".join(played)] if played else []), *([position] if position else [])]
    if result is not None:
        found |= {"result": result, "result_clause": clause}
    return {**found, "why": why(aim, change, pinned)}


def title(aim: Aim, change: Change) -> str:
    """What is asserted, in at most 100 characters."""
    last = aim.script.actions[aim.at - 1] if aim.at else "the deal"
    said = {
        "accept": f"{aim.subject} is accepted",
        "refuse": f"{aim.subject} is refused",
        "reason": f"why {aim.subject} is refused",
        "legal": f"what may be done after {last}",
        "events": f"what {last} causes",
        "points": f"{aim.subject} after {last}",
        "result": "the result",
        "views": f"what {aim.subject} may know",
    }[aim.kind]
    value = change.before if len(change.before) <= 40 else change.before[:39] + "…"
    return f"{said}: {change.path}, {value}"[:100]


def why(aim: Aim, change: Change, pinned: Iterable[str]) -> str:
    """Which setting the vector pins, and what is said instead of which other value."""
    text = f"kills: {change.told}."
    others = [path for path in dict.fromkeys(pinned) if path != change.path]
    if others:
        more = f" and {len(others) - NAMED} more" if len(others) > NAMED else ""
        text += f" Notices changes of {', '.join(others[:NAMED])}{more} too."
    return text


def _played(aim: Aim) -> int:
    """The actions that stand before the position in which something is asserted."""
    return aim.at - 1 if aim.kind == "events" else aim.at


def _position(aim: Aim) -> Json:
    """What is asserted, in the form of a step."""
    place = aim.script.places[aim.at]
    if aim.kind == "accept":
        return {"do": aim.subject}
    if aim.kind in ("refuse", "reason"):
        return {"refuse": place.tried[aim.subject]}
    if aim.kind == "legal":
        return {"legal": place.legal}
    if aim.kind == "events":
        return {"do": aim.script.actions[aim.at - 1], "events": place.events}
    if aim.kind == "points":
        return {aim.subject: place.points if aim.subject == "points" else place.tricks}
    if aim.kind == "views":
        return {"views": {aim.subject: place.views[aim.subject]}}
    return {"result": aim.script.result}


def _dealt(deal: Json) -> Json:
    """The cards as a source writes them: seat by seat, the packets parted by a stroke."""
    if "pack" in deal:
        return {"deal": deal}
    seats = dict.fromkeys(seat for packet in deal["packets"] for seat in packet)
    served = [[packet.get(seat) for packet in deal["packets"]] for seat in seats]
    if any(None in packets for packets in served):  # a step that leaves a seat out
        return {"deal": dict(deal)}
    cards = {seat: " / ".join(str(text) for text in packets) for seat, packets in zip(seats, served, strict=True)}
    return {"deal": cards, **({"rest": deal["rest"]} if deal.get("rest") else {})}


def _major(rules: RuleSet) -> str:
    return f"{rules.id}@{rules.version.partition('.')[0]}"
