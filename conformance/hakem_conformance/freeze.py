"""From the sources that authors write by hand to frozen vectors (conformance/sources/README.md).

What a source states is checked against both evaluators; the rest is filled in only where both agree.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from hakem import data, rules, wire
from hakem.rules.ruleset import RuleSet
from hakem_conformance.agree import differences
from hakem_conformance.client import Client
from hakem_conformance.parts import clauses_of_parts
from hakem_conformance.probes import (
    Place,
    candidates,
    choose,
    clause_of_end,
    clause_of_events,
    clause_of_map,
    clause_of_refusal,
)
from hakem_conformance.sources import sources
from hakem_conformance.suite import DEFAULT_CLAUSE, clause_of

__all__ = ["Disagreement", "Voice", "freeze", "sources", "steps_of", "target", "text"]

STATED = ("legal", "refuse", "points", "tricks", "views", "result", "events", "clause", "because")
GAME = ("rules", "with", "dealer", "deal", "rest", "before", "from", "contract")
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
    return {**head, **game, "steps": steps_of(source, game, both), **tail}


class Voice(Protocol):
    """Whoever says what is true under a rule set."""

    @property
    def rules(self) -> RuleSet: ...

    def ask(self, method: str, params: Json) -> Json: ...


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


def steps_of(source: Json, game: Json, both: Voice, counts: bool = False) -> list[Any]:
    """The steps of a vector: what the source states, and from its focus on what `both` say. With `counts` points and
    tricks are frozen in each focused position. Raises `Disagreement`."""
    positions = _positions(source)
    actions = [position["do"] for position in positions[:-1]]
    focus = source.get("focus", 0)
    plain = both.ask("replay", {"game": game, "actions": actions, "want": ["legal", "events", "points"]})
    if plain["refused"]:
        raise Disagreement(f"action {plain['refused']['at']}, {plain['refused']['do']}, is refused: "
                           f"{plain['refused'].get('reason')}")  # fmt: skip
    hands = _hands(plain)
    tries = [
        {"at": at, "do": action}
        for at, position in enumerate(positions)
        for action in dict.fromkeys([
            *position.get("refuse", {}),
            *(candidates(plain["steps"][at]["legal"], hands, actions, at) if at >= focus else ()),
        ])
    ]  # fmt: skip
    full = both.ask(
        "replay", {"game": game, "actions": actions, "attempts": tries, "want": ["legal", "events", "points"]}
    )
    if full["steps"] != plain["steps"] or full["result"] != plain["result"]:
        raise Disagreement("a refused action changed the game")
    verdicts: dict[int, dict[str, Json]] = {at: {} for at in range(len(positions))}
    for each, verdict in zip(tries, full["attempts"], strict=True):
        verdicts[each["at"]][each["do"]] = verdict
        if verdict["accepted"]:
            raise Disagreement(f"position {each['at']}: {each['do']} is accepted, it should be refused")
    reasons: Counter[str] = Counter()
    views = {int(at): list(seats) for at, seats in source.get("views", {}).items()}
    steps: list[Any] = []
    happened: list[Json] = []
    for at, position in enumerate(positions):
        happened += full["steps"][at]["events"]
        for seat in position.get("views", {}):
            if seat not in views.setdefault(at, []):
                views[at].append(seat)
        seen = {
            seat: both.ask("view", {"game": game, "actions": actions[:at], "seat": seat})["view"]
            for seat in views.get(at, ())
        }
        given = list(position.get("refuse", {}))
        chosen = choose(list(verdicts[at].items()), at, reasons, given) if at >= focus else []
        step = _step(at, position, full, seen, at >= focus, counts)
        if isinstance(step, dict):
            tried = verdicts[at]
            place = Place.after(happened, full["steps"][at]["legal"], both.rules)
            refuse = [_refusal(position, at, action, tried[action], place) for action in [*given, *chosen]]
            step = {**({"refuse": refuse} if refuse else {}), **step}
            turn = [verdict for action, verdict in tried.items() if verdict["reason"] != "not_your_turn"]
            clause = clause_of_map(place, actions[:at], turn)
            if not place.legal:
                clause = clause_of_end(full["steps"][at]["events"], both.rules)
            step = _with_clauses(step, position, clause, both.rules)
        steps.append(step)
    if full["result"]:
        _name_parts(steps, full["result"], game["dealer"], both.rules)
    return steps if steps[-1] else steps[:-1]  # nothing may be said of the last position


def _name_parts(steps: Sequence[Any], result: Json, dealer: str, rule_set: RuleSet) -> None:
    """The clauses of score, next offices and end of the match, where the end of the deal is frozen."""
    last = [step if isinstance(step, dict) else {} for step in steps[-2:]]
    stated = [clause_of(last[-1], "result"), clause_of(last[0], "events")]
    because = clauses_of_parts(result, dealer, rule_set, stated)
    for step in last:
        if step.keys() & {"events", "result"}:
            step["because"] = {**because, **step.get("because", {})}


def _hands(plain: Json) -> dict[str, list[str]]:
    """All cards dealt to each seat in the course of the deal."""
    hands: dict[str, list[str]] = {}
    for step in plain["steps"]:
        for event in step["events"]:
            if event["event"] == "dealt":
                hands.setdefault(event["seat"], []).extend(event["cards"].split())
    return hands


def _with_clauses(step: Json, position: Json, of_map: str, rule_set: RuleSet) -> Json:
    """A clause for each assertion that is not the author's: his own clause is about what he stated.

    `of_map`: the clause of the legal map, and of events that say no more than that the action was taken.
    """
    because: Json = {}
    if "legal" in step and "legal" not in position:
        because["legal"] = of_map
    if "points" in step and "points" not in position:
        because["points"] = "pack.points" if rule_set["pack.points"] else "play.trick.winner"
    if "events" in step and "events" not in position:
        told = clause_of_events(step["events"], rule_set)
        because["events"] = of_map if told == DEFAULT_CLAUSE else told
    if "views" in step and "views" not in position:
        because["views"] = "reveal.secret" if rule_set["choose_trump.secrecy"] == "hidden" else "deal.face"
    if "result" in step and "result" not in position:
        because["result"] = "score.when"
    because |= position.get("because", {})
    clause = position.get("clause") or because.get("legal")
    because = {kind: name for kind, name in because.items() if name != clause}
    return {**step, **({"clause": clause} if clause else {}), **({"because": because} if because else {})}


def _step(at: int, position: Json, full: Json, seen: Json, focused: bool, counts: bool) -> Any:
    """What is frozen in a position, but for refusals and clauses; the bare action where nothing is."""
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
    for key in ("points", "tricks"):
        if key in stated or (focused and counts):
            step[key] = truth[key]
    if seen:
        step["views"] = seen
    if last and truth["result"] is not None:
        step["result"] = truth["result"]
    if "do" in position:
        step["do"] = position["do"]
        if focused or "events" in stated:
            step["events"] = truth["events"]
    return step


def _part(where: str, stated: Any, truth: Any) -> None:
    """What the hand states must be part of what both say."""
    if isinstance(stated, Mapping) and isinstance(truth, Mapping):
        for key, value in stated.items():
            _part(f"{where}.{key}", value, truth.get(key))
    elif stated is not None and stated != truth:
        raise Disagreement(f"{where}: by hand {stated}, both say {truth}")


def _refusal(position: Json, at: int, action: str, verdict: Json, place: Place) -> Json:
    stated = position.get("refuse", {}).get(action)
    wanted = {"reason": stated} if isinstance(stated, str) else dict(stated or {})
    for key in ("reason", "path"):
        if key in wanted and wanted[key] != verdict[key]:
            raise Disagreement(f"position {at}, {action}: by hand {key} {wanted[key]}, both say {verdict[key]}")
    clause = wanted.get("clause") or (position.get("clause") if stated else None) or clause_of_refusal(verdict, place)
    return {"do": action, "reason": verdict["reason"], "path": verdict["path"], "clause": clause}


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
