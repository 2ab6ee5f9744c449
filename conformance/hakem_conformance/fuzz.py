"""Random and directed deals until an engine differs from the interpreter, made small, and written down as a vector and
as a record to be attached to a report of the fault.
"""

from __future__ import annotations

import hashlib
import json
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from hakem.errors import Finding, HakemError
from hakem.rules import RuleSet, check, load, shipped
from hakem_conformance import freeze
from hakem_conformance.agree.draw import trial as drawn
from hakem_conformance.claims import Claims, major
from hakem_conformance.client import Client, Timeouts
from hakem_conformance.examine import examine
from hakem_conformance.fault import Fault
from hakem_conformance.judge import Check
from hakem_conformance.recorded import vector_of
from hakem_conformance.shrink import Case, cut, played, shrink
from hakem_conformance.suite import Vector
from hakem_conformance.trials import Difference, Json, compare, wire_game

#: One deal in so many has an overlay that the engine claims.
OVERLAYS = 2


class Asker:
    """An engine that is started again when it has to be. `claims`: what it said of itself."""

    def __init__(self, command: Sequence[str], timeouts: Timeouts) -> None:
        self._command, self._timeouts = tuple(command), timeouts
        self._client: Client | None = None
        self.claims = self._started()

    def _started(self) -> Claims:
        self._client = Client(self._command, self._timeouts)
        try:
            return self._client.greet()[0]
        except Fault as fault:
            log = self._client.engine.stderr_since(0)
            self.close()
            text = f"the engine gave no usable answer to `hello`: {fault.message}"
            hint = fault.hint or (log.strip().splitlines() or [""])[-1][:200]
            raise HakemError(Finding("engine_unusable", text, hint=hint or "hakem doctor says more")) from None

    def ask(self, rules: RuleSet, trial: Json) -> Difference | None:
        """Compare one trial."""
        if self._client is None:
            self._started()
        assert self._client is not None
        found = compare(self._client, self.claims, rules, trial)
        if found and found.kind in ("crash", "timeout", "protocol"):
            self.close()
        return found

    def examine(self, vector: Vector) -> Check | Fault | None:
        """The first mismatch of a vector, or how it did not answer."""
        if self._client is None:
            self._started()
        assert self._client is not None
        self._client.begin()
        try:
            return examine(self._client, self.claims, vector).first
        except Fault as fault:
            self.close()
            return fault

    def close(self) -> None:
        if self._client is not None:
            self._client.engine.close()
            self._client = None


@dataclass(frozen=True)
class Counterexample:
    """A small case, as a vector that the engine fails, and as the text of a record; the record is empty where the deal
    begins in its middle. `seconds`: what making it small took."""

    case: Case
    vector: Vector
    record: str
    seconds: float


class Table:
    """The rule sets to be drawn from: those named, else all that ship, as far as the engine claims them.

    Raises HakemError if it claims none of them. Overlays are put on as they come up.
    """

    def __init__(self, claims: Claims, names: Sequence[str] = (), overlays: Sequence[str] = ()) -> None:
        self._claims, self._fixed = claims, tuple(overlays)
        self.names = [name for name in names or shipped() if self._claimed(load(name, overlays))]
        self._overlays = () if overlays else shipped("overlay")
        if not self.names:
            text = "the engine claims none of these rule sets" if names else "the engine claims no rule set that ships"
            raise HakemError(Finding("nothing_to_play", text, hint="look at its answer to `hello`: `rules`, `with`"))

    def draw(self, dice: random.Random) -> RuleSet:
        """The bare rule sets more often than those with an overlay."""
        name = dice.choice(self.names)
        if self._overlays and dice.randrange(OVERLAYS) == 0:
            rules = _with(name, dice.choice(self._overlays))
            return rules if rules and self._claimed(rules) else load(name)
        return load(name, self._fixed)

    def _claimed(self, rules: RuleSet) -> bool:
        return self._claims.plays(major(rules.name), rules.overlays)


@cache
def _with(name: str, overlay: str) -> RuleSet | None:
    """The rule set with an overlay, if it fits and acts as a whole."""
    rules, findings = check(name, [overlay])
    return None if findings else rules


def trials(table: Table, seed: int) -> Iterator[tuple[RuleSet, Json]]:
    """Deals without end."""
    number = 0
    while True:
        dice = random.Random(f"{seed} {number}")
        rules = table.draw(dice)
        trial, _ = drawn(rules, dice)
        if "match" not in trial:
            yield rules, trial
        number += 1


def search(
    asker: Asker, table: Table, seed: int, seconds: float, deals: int,
    note: Callable[[int], None] = lambda number: None,
) -> tuple[Case | None, int]:  # fmt: skip
    """The first difference, cut off where it shows, and how many deals were asked."""
    deadline = time.monotonic() + seconds
    asked = 0
    for rules, trial in trials(table, seed):
        if asked >= deals or time.monotonic() > deadline:
            return None, asked
        if "from" in trial["game"] and "from" not in asker.claims.features:
            continue
        asked += 1
        note(asked)
        if found := asker.ask(rules, trial):
            return cut(rules, trial, found), asked
    raise AssertionError("trials have no end")


def made_small(asker: Asker, case: Case, seconds: float, seed: int = 0) -> Counterexample:
    """The counterexample of a case."""
    began = time.monotonic()

    def ask(rules: RuleSet, trial: Json) -> Difference | None:
        if not asker.claims.plays(major(rules.name), rules.overlays):
            return None
        if "from" in trial["game"] and "from" not in asker.claims.features:
            return None
        return asker.ask(rules, trial)

    case = shrink(ask, case, seconds, seed)
    took = time.monotonic() - began
    return Counterexample(case, vector(case), record(case), took)


def vector(case: Case) -> Vector:
    """The case as a vector: everything is asserted in the position where it shows, and acceptance before."""
    game, found = wire_game(case.rules, case.trial["game"]), case.found
    actions, refused = list(case.trial["actions"]), {}
    if found.kind in ("accept", "reason"):
        actions = actions[: found.at]
        if played(case.rules, {**case.trial, "actions": actions}).refusal(found.subject) is None:
            actions.append(found.subject)
        else:
            refused = {found.at: [found.subject]}
    views = {found.at: [found.subject]} if found.kind == "views" else {}
    asked = json.dumps([game, actions, refused], sort_keys=True)
    name = f"X-{hashlib.sha256(asked.encode()).hexdigest()[:8].upper()}"
    title = f"Differs in position {found.at}: {found.kind}"
    return vector_of(name, title, game, actions, case.rules, focus=found.at, refused=refused, views=views)


def record(case: Case) -> str:
    """The case as a game record (TTN)."""
    from hakem.record import export_board, export_header
    from hakem.replay.recorder import board_of, header_of

    if "from" in case.trial["game"]:
        return ""
    game = played(case.rules, case.trial)
    pack = case.trial["game"]["deal"].get("pack", "")
    return export_header(header_of(case.rules)) + export_board(board_of(game, "1", pack))


def write(found: Counterexample, folder: Path) -> list[Path]:
    """The vector, and the record if there is one, as files. Raises HakemError."""
    texts = {".json": freeze.text(dict(found.vector.data)), ".ttn": found.record}
    paths = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for suffix, text in texts.items():
            if text:
                path = folder / f"{found.vector.id}{suffix}"
                path.write_text(text, encoding="utf-8")
                paths.append(path)
    except OSError as error:
        text = f"the counterexample cannot be written: {error.strerror}"
        raise HakemError(Finding("not_writable", text, file=str(folder))) from None
    return paths


def as_json(found: Counterexample) -> dict[str, Any]:
    """What a program wants to know of it."""
    case = found.case
    return {
        "vector": found.vector.data, "kind": case.found.kind, "at": case.found.at, "subject": case.found.subject,
        "tricks": case.size[0], "actions": case.size[1], "seconds": round(found.seconds, 2), "record": found.record,
    }  # fmt: skip
