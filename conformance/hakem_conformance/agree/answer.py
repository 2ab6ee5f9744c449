"""What the interpreter answers to a trial.

A trial is a deal, `{"game", "actions", "attempts", "views"}`, or a match, the params of a `replay` of one. `game` is
as in protocol.md section 3; `attempts` are `{"at", "do"}`; `views` are the positions in which every seat looks.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from hakem import wire
from hakem.game import Before, DealError, Game, IllegalAction, NotAnAction
from hakem.game.events import all_as_json
from hakem.rules import RuleSet, document

Json = dict[str, Any]
#: Goes on with a trial: adds what is tried and looked at in this position, and the next action if there is one.
Drawer = Callable[[Game, Json], None]


def answer(rules: RuleSet, trial: Json, draw: Drawer | None = None) -> Json:
    """The answer to a trial: every position of a deal, or the reply about a match; or `{"error": code}`.

    With `draw` the trial grows while it is played.
    """
    if "match" in trial:
        return _match(rules, trial)
    try:
        game = new_game(rules, trial["game"])
    except DealError:
        return {"error": wire.INVALID_PARAMS}
    steps: list[Json] = []
    actions, seen, refused = trial["actions"], 0, None
    while True:
        at = len(steps)
        if draw is not None:
            draw(game, trial)
        steps.append({
            "legal": game.legal(), "turn": game.turn, "events": all_as_json(game.log[seen:]),
            "points": game.points(), "tricks": game.tricks(),
            "attempts": [_verdict(game, each["do"]) for each in trial["attempts"] if each["at"] == at],
            "views": [game.view(seat) for seat in game.seats] if at in trial["views"] else [],
        })  # fmt: skip
        seen = len(game.log)
        if at == len(actions) or (refused := wire.applied(game, at, actions[at])):
            break
    return {"steps": steps, "refused": refused, "result": game.result, "after": after(game.after)}


def new_game(rules: RuleSet, game: Mapping[str, Any]) -> Game:
    """The game of a trial. Raises DealError."""
    contract = game.get("contract", {}) if "from" in game else None
    return Game(rules, game["dealer"], game["deal"], game.get("before"), contract)


def after(found: Before | None) -> Json | None:
    """What the next deal finds, as `before` of the protocol. Runs and counts that stand at nothing are left out."""
    if found is None:
        return None
    some = [{name: number for name, number in each.items() if number} for each in (found.run, found.voided)]
    return {"score": dict(found.score), "deal": found.deal, "run": some[0],
            "term": {"served": found.served, "won": found.won}, "voided": some[1]}  # fmt: skip


def canonical(value: Any) -> str:
    """JSON with sorted keys, without spaces."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def hash_of(value: Any) -> str:
    """The hash that stands for an answer."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()


def _verdict(game: Game, action: str) -> Json | None:
    """What becomes of an attempt, tried on the game itself unless it is legal; None for a text that is no action."""
    try:
        if game.refusal(action) is None:
            return {"accepted": True}
        game.apply(action)
    except NotAnAction:
        return None
    except IllegalAction as error:
        return {"accepted": False, "reason": error.reason, "path": error.path}
    raise AssertionError(f"{action} was refused, and then accepted")


def _match(rules: RuleSet, trial: Json) -> Json:
    """The reply of the wire to a `replay` of the match."""
    params = {**trial, "match": {**trial["match"], "digest": rules.digest}}
    reply = _server(rules).handle({"jsonrpc": "2.0", "id": 1, "method": "replay", "params": params})
    found: Json = reply["result"] if "result" in reply else {"error": reply["error"]["code"]}
    return found


@lru_cache(maxsize=8)
def _server(rules: RuleSet) -> wire.Server:
    """The wire front, with this rule set defined."""
    server = wire.Server()
    params = {"document": document(rules)}
    server.handle({"jsonrpc": "2.0", "id": 1, "method": "define", "params": params})
    return server
