"""Does a vector tell a changed rule set from the original? It is put to the interpreter in this process, and judged by
the harness's own `judge`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hakem.game import DealError, Game, IllegalAction
from hakem.game.events import all_as_json
from hakem.game.match import Match
from hakem.rules.ruleset import RuleSet
from hakem_conformance.judge import NOT_REACHED, Check, Replayed, match_checks, replay_checks
from hakem_conformance.suite import Vector, clause_of

#: The interpreter claims everything.
FEATURES = frozenset(("points", "legal", "attempts", "reasons", "paths", "events", "match", "from"))

Json = dict[str, Any]


@dataclass(frozen=True)
class Crash:
    """The rules cannot play the vector: its deal is none of theirs, or the interpreter fails."""

    message: str


def kills(vector: Vector, rules: RuleSet) -> Check | Crash | None:
    """The first wrong answer of the rules to a vector of the original; a crash, which is no answer; or nothing."""
    try:
        checks = _of_match(vector, rules) if vector.is_match else _of_deal(vector, rules)
    except DealError as error:
        return Crash(str(error))
    except Exception as error:  # rules that nobody has thought of may break the interpreter
        return Crash(f"{type(error).__name__}: {error}")
    wrong = [check for check in checks if check.is_wrong]
    return min(wrong, key=lambda check: check.order) if wrong else None


def _of_deal(vector: Vector, rules: RuleSet) -> list[Check]:
    data = vector.data
    contract = data.get("contract", {}) if "from" in data else None
    game = Game(rules, data["dealer"], data["deal"], data.get("before"), contract)
    steps: list[Json] = []
    tried: dict[tuple[int, str], Mapping[str, Any] | None] = {}
    views: list[Check] = []
    seen, caused, refused = 0, False, None
    for at, step in enumerate(vector.steps):
        steps.append(_position(game, step, seen if caused else None))
        seen, caused = len(game.log), "events" in step
        for refusal in step.get("refuse", ()):
            tried[at, refusal["do"]] = _verdict(game, refusal["do"])
        for seat, expected in step.get("views", {}).items():
            views.append(Check(at, "views", clause_of(step, "views"), seat, expected, game.view(seat), "view"))
        if "do" in step and (refused := _refusal(game, at, step["do"])):
            break
    else:
        if steps and "do" in vector.steps[-1]:
            steps.append(_position(game, {}, seen if caused else None))
    accepted = refused["at"] if refused else len(vector.actions)
    reply = {"accepted": accepted, "refused": refused, "steps": steps, "result": game.result}
    return [*replay_checks(vector, Replayed(reply, tried), FEATURES), *views]


def _position(game: Game, step: Mapping[str, Any], seen: int | None) -> Json:
    """What is said of a position; only what is asked is worked out. `seen`: events there were before, None if nobody
    asks for those that brought it about."""
    found: Json = {} if seen is None else {"events": all_as_json(game.log[seen:])}
    if "legal" in step:
        found["legal"] = game.legal()
    if "points" in step or "tricks" in step:
        found["points"], found["tricks"] = game.points(), game.tricks()
    return found


def _verdict(game: Game, action: str) -> Json:
    refused = game.refusal(action)
    return {"accepted": True} if refused is None else {"accepted": False, "reason": refused[0], "path": refused[1]}


def _refusal(game: Game, at: int, action: str) -> Json | None:
    try:
        game.apply(action)
    except IllegalAction as error:
        return {"at": at, "do": action, "reason": error.reason, "path": error.path}
    return None


def _of_match(vector: Vector, rules: RuleSet) -> list[Check]:
    """As the interpreter's server plays a match."""
    data = vector.data
    match = Match(rules, data["dealer"], data.get("before"))
    played: list[Json] = []
    status = "unfinished"
    for deal in data["deals"]:
        game = match.next_deal(deal["deal"])
        refused = None
        for at, action in enumerate(deal["actions"]):
            if refused := _refusal(game, at, action):
                break
        accepted = refused["at"] if refused else len(deal["actions"])
        played.append({**game.offices, "accepted": accepted, "refused": refused, "result": game.result})
        if refused or not game.over:
            status = "stopped"
            break
        if match.over:
            status = "won"
            break
    winner = match.winner if status == "won" else None
    reply = {"deals": played, "status": status, "winner": winner, "score": match.score,
             "unused": len(data["deals"]) - len(played)}  # fmt: skip
    return [check for check in match_checks(vector, reply, FEATURES) if check.got is not NOT_REACHED]
