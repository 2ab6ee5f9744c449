"""From the sources that authors write by hand to frozen vectors (conformance/sources/README.md).

What a source states is checked against both evaluators; the rest is filled in only where both agree.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from hakem import data, rules, wire
from hakem.rules.ruleset import RuleSet
from hakem.vocabulary import vocabulary
from hakem_conformance.agree import differences
from hakem_conformance.client import Client
from hakem_conformance.sources import sources
from hakem_conformance.suite import DEFAULT_CLAUSE

__all__ = ["Disagreement", "freeze", "sources", "target", "text"]

STATED = ("legal", "refuse", "points", "tricks", "views", "result", "events", "clause", "because")
GAME = ("rules", "with", "dealer", "deal", "rest", "before", "from", "contract")
#: Words tried in each focused position; those that are legal there are left out, and two of the rest are kept.
PROBES = ("ask", "show", "P", "15", "X", "pair {suit}", "keep")

Json = dict[str, Any]


class Disagreement(Exception):
    """A source that cannot be frozen: the hand, the interpreter and the evaluator do not say the same."""


def target(file: Path, source: Json) -> Path:
    """Where the vector of a source stands."""
    return data.path("conformance/vectors") / file.resolve().parent.name / f"{source['id']}.json"


def freeze(source: Json, client: Client) -> Json:
    """The vector of a source. Raises `Disagreement`."""
    head: Json = {key: source[key] for key in ("id", "title") if key in source}
    tail: Json = {key: " ".join(source[key].split()) if key == "why" else source[key]
            for key in ("why", "sources", "disputes") if key in source}  # fmt: skip
    rule_set = rules.load(source["rules"], source.get("with", ()))
    both = _Both(client, source["rules"], source.get("with", ()), rule_set)
    game = _game(source)
    if source.get("match"):
        return {**head, "match": True, **game, **_match(source, game, both), **tail}
    return {**head, **game, "steps": _steps(source, game, both), **tail}


class _Both:
    """The interpreter and the evaluator as one voice."""

    def __init__(self, client: Client, name: str, overlays: Sequence[str], rule_set: RuleSet) -> None:
        self.client = client
        self.rules = rule_set
        self.digest = client.digest(name, overlays)

    def ask(self, method: str, params: Json, game: str = "game") -> Json:
        reply = wire.handle({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
        if "error" in reply:
            raise Disagreement(f"the interpreter does not take it: {reply['error']['message']}")
        ours: Json = reply["result"]
        theirs = self.client.call(method, {**params, game: {**params[game], "digest": self.digest}})
        if found := differences(ours, theirs):
            raise Disagreement("the evaluators differ:\n    " + "\n    ".join(found[:5]))
        return ours


def _game(source: Json) -> Json:
    game = {key: source[key] for key in GAME if key in source and key not in ("deal", "rest")}
    if "deal" in source:
        game["deal"] = _deal(source["deal"], source.get("rest"))
    return game


def _deal(hands: Any, rest: str | None) -> Json:
    if "pack" in hands or "packets" in hands:
        return dict(hands)
    split = {seat: [" ".join(packet.split()) for packet in str(cards).split("/")] for seat, cards in hands.items()}
    count = max(len(packets) for packets in split.values())
    packets = [{seat: cards[at] for seat, cards in split.items() if at < len(cards)} for at in range(count)]
    return {"packets": packets, **({"rest": rest} if rest else {})}


def _actions(text: str) -> list[str]:
    """The actions of a text; what has no seat belongs to the word before it (`S:trump C`)."""
    found: list[str] = []
    for word in text.split():
        if ":" in word:
            found.append(word)
        else:
            found[-1] += f" {word}"
    return found


def _positions(source: Json) -> list[Json]:
    """One mapping for each position: what is stated there, and the action that leaves it."""
    found: list[Json] = []
    for item in source.get("play", ()):
        more = [{"do": action} for action in _actions(item)] if isinstance(item, str) else [dict(item)]
        if found and "do" not in found[-1]:  # said about the position that the next action leaves
            more[0] = {**found.pop(), **more[0]}
        found += more
    if not found or "do" in found[-1]:
        found.append({})
    last = found[-1]
    if "result" in source:
        last["result"] = source["result"]
        last.setdefault("because", {})
        last["because"] = {**last["because"], "result": source.get("result_clause", "score.declarers")}
    return found


def _steps(source: Json, game: Json, both: _Both) -> list[Any]:
    positions = _positions(source)
    actions = [position["do"] for position in positions[:-1]]
    focus = source.get("focus", 0)
    plain = both.ask("replay", {"game": game, "actions": actions, "want": ["legal", "events", "points"]})
    if plain["refused"]:
        raise Disagreement(f"action {plain['refused']['at']}, {plain['refused']['do']}, is refused: "
                           f"{plain['refused'].get('reason')}")  # fmt: skip
    tries = [
        {"at": at, "do": action}
        for at, position in enumerate(positions)
        for action in [*position.get("refuse", {}), *(_probes(plain, at, position) if at >= focus else ())]
    ]
    full = both.ask(
        "replay", {"game": game, "actions": actions, "attempts": tries, "want": ["legal", "events", "points"]}
    )
    if full["steps"] != plain["steps"] or full["result"] != plain["result"]:
        raise Disagreement("a refused action changed the game")
    verdicts: dict[int, list[tuple[str, Json]]] = {}
    for each, verdict in zip(tries, full["attempts"], strict=True):
        verdicts.setdefault(each["at"], []).append((each["do"], verdict))
    views = {int(at): list(seats) for at, seats in source.get("views", {}).items()}
    steps: list[Any] = []
    for at, position in enumerate(positions):
        for seat in position.get("views", {}):
            if seat not in views.setdefault(at, []):
                views[at].append(seat)
        seen = {
            seat: both.ask("view", {"game": game, "actions": actions[:at], "seat": seat})["view"]
            for seat in views.get(at, ())
        }
        steps.append(_step(at, position, full, verdicts.get(at, []), seen, at >= focus, both.rules))
    return steps


def _step(
    at: int, position: Json, full: Json, verdicts: list[tuple[str, Json]], seen: Json, focused: bool, rule_set: RuleSet
) -> Any:
    reached = full["steps"][at]
    last = at == len(full["steps"]) - 1
    truth: Json = {"legal": reached["legal"], "points": reached["points"], "tricks": reached["tricks"]}
    if not last:
        truth["events"] = full["steps"][at + 1]["events"]
    if last:
        truth["result"] = full["result"]
    for key in ("legal", "events"):
        if key in position and position[key] != truth.get(key):
            raise Disagreement(f"position {at}, {key}: by hand {position[key]}, both say {truth.get(key)}")
    for key in ("points", "tricks", "result"):
        _part(f"position {at}, {key}", position.get(key), truth.get(key))
    _part(f"position {at}, views", position.get("views"), seen)
    stated = {key for key in STATED if key in position}
    if not focused and not stated and not seen and not last:
        return position["do"]
    step: Json = {}
    if focused or "legal" in stated:
        step["legal"] = truth["legal"]
    if refuse := [_refusal(position, at, action, verdict, rule_set) for action, verdict in verdicts]:
        step["refuse"] = refuse
    for key in ("points", "tricks"):
        if key in stated:
            step[key] = truth[key]
    if seen:
        step["views"] = seen
    if last and truth["result"] is not None:
        step["result"] = truth["result"]
    if "do" in position:
        step["do"] = position["do"]
        if focused or "events" in stated:
            step["events"] = truth["events"]
    named = {key: position[key] for key in ("clause", "because") if key in position}
    if seen and "clause" not in named and "views" not in named.get("because", {}):
        named["because"] = {**named.get("because", {}), "views": "reveal.secret"}
    return {**step, **named}


def _part(where: str, stated: Any, truth: Any) -> None:
    """What the hand states must be part of what both say."""
    if isinstance(stated, Mapping) and isinstance(truth, Mapping):
        for key, value in stated.items():
            _part(f"{where}.{key}", value, truth.get(key))
    elif stated is not None and stated != truth:
        raise Disagreement(f"{where}: by hand {stated}, both say {truth}")


def _refusal(position: Json, at: int, action: str, verdict: Json, rule_set: RuleSet) -> Json:
    stated = position.get("refuse", {}).get(action)
    wanted = {"reason": stated} if isinstance(stated, str) else dict(stated or {})
    if verdict["accepted"]:
        raise Disagreement(f"position {at}: {action} is accepted, by hand it is refused")
    for key in ("reason", "path"):
        if key in wanted and wanted[key] != verdict[key]:
            raise Disagreement(f"position {at}, {action}: by hand {key} {wanted[key]}, both say {verdict[key]}")
    clause = (
        wanted.get("clause") or (position.get("clause") if stated else None) or clause_of(verdict["path"], rule_set)
    )
    return {"do": action, "reason": verdict["reason"], "path": verdict["path"], "clause": clause}


def clause_of(path: str, rule_set: RuleSet) -> str:
    """The clause that a rule path stands for: a word's value, else the path without the row."""
    setting = vocabulary().setting(path)
    if setting is None:
        return DEFAULT_CLAUSE
    if setting.table:
        return f"{setting.table}.{path.rpartition('.')[2]}"
    value = rule_set.get(path)
    if setting.type == "word" or (setting.type == "policy" and isinstance(value, str)):
        return f"{path}.{value}"
    return f"{path}.{value['kind']}" if setting.type == "policy" else path


def _probes(plain: Json, at: int, position: Json) -> list[str]:
    """Up to two actions of the seat on turn that are not legal here: one card and one word, the same every time."""
    legal = plain["steps"][at]["legal"]
    if not legal:
        return []
    seat = next(iter(legal))
    given = position.get("refuse", {})
    cards = [f"{seat}:{suit}{rank}" for suit in "SHDC" for rank in "J9ATKQ87"]
    words = [f"{seat}:{word.format(suit='SHDC'[at % 4])}" for word in PROBES]
    turned = [*cards[at * 5 % 32 :], *cards[: at * 5 % 32]], [*words[at % 7 :], *words[: at % 7]]
    chosen = [next(a for a in each if a not in legal[seat] and a not in given) for each in turned]
    return [] if len(given) >= 2 else chosen[: 2 - len(given)]


def _match(source: Json, game: Json, both: _Both) -> Json:
    deals = [
        {"deal": _deal(each["deal"], each.get("rest")), "actions": _actions(each["play"])} for each in source["deals"]
    ]
    expect = both.ask("replay", {"match": game, "deals": deals}, game="match")
    _part("expect", {key: value for key, value in source.get("expect", {}).items() if key != "deals"}, expect)
    for at, stated in enumerate(source.get("expect", {}).get("deals", ())):
        _part(f"expect.deals[{at}]", stated, expect["deals"][at])
    because = {"because": source["because"]} if "because" in source else {}
    return {"deals": deals, "expect": expect, **because}


def text(vector: Json) -> str:
    """The file of a vector: one line a key, one line a step."""

    def compact(value: Any) -> str:
        return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))

    lines = []
    for key, value in vector.items():
        if key in ("steps", "deals"):
            inner = ",\n  ".join(compact(each) for each in value)
            lines.append(f' "{key}": [\n  {inner}\n ]')
        else:
            lines.append(f' "{key}": {compact(value)}')
    return "{\n" + ",\n".join(lines) + "\n}\n"
