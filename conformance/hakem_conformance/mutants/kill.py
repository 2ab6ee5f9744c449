"""Does a vector tell a changed rule set from the original? It is put to the interpreter in this process, and judged by
the harness's own `judge`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hakem.game import DealError, Game
from hakem.game.events import all_as_json
from hakem.game.match import Match
from hakem.rules.ruleset import RuleSet
from hakem.wire import applied, match_played
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
        if "do" in step and (refused := applied(game, at, step["do"])):
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


def _of_match(vector: Vector, rules: RuleSet) -> list[Check]:
    data = vector.data
    match = Match(rules, data["dealer"], data.get("before"))
    reply = match_played(match, data["deals"], lambda deal: (match.next_deal(deal["deal"]), deal["actions"]))
    return [check for check in match_checks(vector, reply, FEATURES) if check.got is not NOT_REACHED]
