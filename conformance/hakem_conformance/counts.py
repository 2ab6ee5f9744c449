"""Counts put to an engine: whether it counts the same, and the first action at which it parts from us."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hakem import rules
from hakem.errors import Finding, HakemError
from hakem.game import Game
from hakem.game.perft import divide
from hakem_conformance.claims import Claims
from hakem_conformance.client import Client, Timeouts
from hakem_conformance.fault import Fault, Status
from hakem_conformance.perft import Position

#: How many positions may take their process down before the engine is given up.
RESTARTS = 3


@dataclass(frozen=True, slots=True)
class Answer:
    """What an engine said of a position. `got`: its count, if it gave one; `seconds`: how long it took."""

    position: Position
    status: Status
    got: int | None = None
    message: str = ""
    hint: str = ""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Parting:
    """The first place where an engine and the rules part: after `actions` it lacks some actions, has some too many
    (`surplus`), or does what `message` says. `depth`: what was left to count there."""

    actions: tuple[str, ...]
    depth: int
    missing: tuple[str, ...] = ()
    surplus: tuple[str, ...] = ()
    message: str = ""


class Counter:
    """A conversation about counts with one engine, started anew when its process is of no more use."""

    claims: Claims

    def __init__(self, command: Sequence[str], timeouts: Timeouts | None = None) -> None:
        self._command, self._timeouts = command, timeouts or Timeouts()
        self._restarts = RESTARTS
        self._client: Client | None = None
        self._mark = 0  # where in its standard error the log of the present position begins
        self.log = ""  # what the engine wrote to standard error about the last position that went wrong

    def start(self) -> Client:
        """The running engine. Raises HakemError if it cannot be started, `Fault` if it does not answer `hello`."""
        if self._client is None:
            self._client = Client(self._command, self._timeouts)
            self._mark = 0
            try:
                self.claims, _ = self._client.greet()
            except BaseException:
                self.close()
                raise
        return self._client

    def close(self) -> None:
        """End the process, whatever it is doing."""
        if self._client:
            self._client.engine.kill()
            self.log = self._client.engine.stderr_since(self._mark)
            self._client.engine.close()
        self._client = None

    def finish(self) -> str:
        """End the conversation in good order; returns what was wrong with the end, or nothing."""
        return self._client.finish() if self._client else ""

    def asks(self, position: Position) -> bool:
        """Whether the engine claims to count under the rules of this position."""
        return "perft" in self.claims.methods and self.claims.plays(position.rules, position.overlays)

    def answer(self, position: Position) -> Answer:
        """The engine's count of a position, judged. Never raises what an engine can cause."""
        if not self.asks(position):
            return Answer(position, "not-claimed")
        if self._restarts < 0:
            return Answer(position, "not-run", message=f"the engine had to be restarted {RESTARTS} times")
        self.log = ""
        began = time.perf_counter()
        try:
            self._mark = self.start().begin()
            reply = self._perft(position, position.actions, position.depth)
        except Fault as fault:
            return self._faulty(position, fault)
        seconds = time.perf_counter() - began
        if "count" not in reply:
            return Answer(position, "fail", message=f"it refuses {reply['refused']['do']}, an action on the way")
        got = reply["count"]
        return Answer(position, "pass" if got == position.count else "fail", got, seconds=seconds)

    def parting(self, position: Position) -> Parting | None:
        """Where the engine parts from the rules in the tree below a position; None if it does not. Raises `Fault`."""
        if (refused := self._refused(position)) is not None:
            return refused
        game, actions = game_at(position), position.actions
        for depth in range(position.depth, 0, -1):
            ours = divide(game, depth)
            theirs = self._divided(position, actions, depth, tuple(ours))
            missing = tuple(action for action in ours if action not in theirs)
            surplus = tuple(sorted(action for action in theirs if action not in ours))
            if missing or surplus:
                return Parting(actions, depth, missing, surplus)
            wrong = [action for action in ours if ours[action] != theirs[action]]
            if not wrong:
                return self._sum(position, actions, depth, sum(ours.values()) or 1)
            if depth == 1:
                return Parting(actions, 1, message=f"it counts {wrong[0]} as {theirs[wrong[0]]}")
            game.apply(wrong[0])
            actions = (*actions, wrong[0])
        return None

    # -- the conversation ---------------------------------------------------------------------------------

    def _call(self, method: str, position: Position, actions: Sequence[str], **more: Any) -> dict[str, Any]:
        client, game = self.start(), position.game
        if "define" in self.claims.methods:
            game["digest"] = client.digest(position.rules, position.overlays)
        return client.call(method, {"game": game, "actions": list(actions), **more})

    def _perft(self, position: Position, actions: Sequence[str], depth: int, **more: Any) -> dict[str, Any]:
        return self._call("perft", position, actions, depth=depth, **more)

    def _divided(
        self, position: Position, actions: tuple[str, ...], depth: int, legal: Sequence[str]
    ) -> dict[str, int]:
        """The engine's count by first action; asked action by action where it does not divide."""
        reply = self._perft(position, actions, depth, divide=True)
        if "divide" in reply:
            divided: dict[str, int] = reply["divide"]
            return divided
        below = {action: self._perft(position, (*actions, action), depth - 1) for action in legal}
        return {action: reply["count"] for action, reply in below.items() if "count" in reply}

    def _refused(self, position: Position) -> Parting | None:
        if "replay" not in self.claims.methods:
            return None
        refused = self._call("replay", position, position.actions).get("refused")
        if refused is None:
            return None
        at = refused["at"]
        return Parting(position.actions[:at], 0, missing=position.actions[at : at + 1])

    def _sum(self, position: Position, actions: tuple[str, ...], depth: int, ours: int) -> Parting | None:
        """All parts are right: then the whole is, or an action was counted that it does not name."""
        got = self._perft(position, actions, depth).get("count")
        if got == ours:
            return None
        return Parting(actions, depth, message=f"it counts {got}, and its parts, which are right, make {ours}")

    def _faulty(self, position: Position, fault: Fault) -> Answer:
        if fault.stop or self._client is None:
            self.close()
            self._restarts -= 1
        else:
            self.log = self._client.engine.stderr_since(self._mark)
        return Answer(position, fault.status, message=fault.message, hint=fault.hint)


def game_at(position: Position) -> Game:
    """A position set up by the interpreter. Raises HakemError if its rule set, deal or actions cannot be played."""
    rule_set = rules.load(position.rules, position.overlays)
    if position.digest and position.digest != rule_set.digest:
        text = f"{position.id} was counted under other rules: {position.rules} now has another digest"
        raise HakemError(Finding("perft_digest", text, where=position.id, expected=rule_set.digest))
    game = Game(rule_set, position.dealer, position.game["deal"])
    for action in position.actions:
        game.apply(action)
    return game
