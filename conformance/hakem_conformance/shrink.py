"""A difference made small: the play cut off where it shows, calls and tricks left out, and deals looked for in which it
shows sooner. Every step keeps a difference of the same kind.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hakem.errors import HakemError
from hakem.game import DealError
from hakem.rules import RuleSet, load
from hakem_conformance.agree.answer import answer, new_game
from hakem_conformance.agree.draw import trial as drawn
from hakem_conformance.judge import KINDS
from hakem_conformance.trials import Difference, Json, is_sound

#: Puts a trial to the engine.
Ask = Callable[[RuleSet, Json], Difference | None]
#: Seconds that shrinking may take.
SECONDS = 8.0


@dataclass(frozen=True)
class Case:
    """A trial in which the engine differs from the interpreter, cut off where it does."""

    rules: RuleSet
    trial: Json
    found: Difference

    @property
    def size(self) -> tuple[int, int, int, int]:
        """What is to be small: tricks, actions, what was before, overlays."""
        return tricks(self.trial), len(self.trial["actions"]), len(self.trial["game"]), len(self.rules.overlays)


def tricks(trial: Json) -> int:
    """How many tricks a play has begun."""
    cards = sum(map(_is_card, trial["actions"]))
    seats = {seat for packet in trial["game"]["deal"].get("packets", ()) for seat in packet}
    return -(-cards // (len(seats) or 4))


def cut(rules: RuleSet, trial: Json, found: Difference) -> Case:
    """The case of a difference, with nothing after it and no question but the one that shows it."""
    actions = trial["actions"]
    acted = found.subject in actions[found.at : found.at + 1]
    if found.kind in ("events", "result") or (found.kind == "accept" and acted):
        kept = actions[: found.at + 1]
    elif found.kind in ("legal", "points", "views", "accept", "reason"):
        kept = actions[: found.at]
    else:
        kept = actions
    asked = found.kind in ("accept", "reason")
    attempts = [each for each in trial["attempts"] if asked and each == {"at": found.at, "do": found.subject}]
    views = [found.at] if found.kind == "views" else []
    return Case(rules, {"game": trial["game"], "actions": kept, "attempts": attempts, "views": views}, found)


def shrink(ask: Ask, case: Case, seconds: float = SECONDS, seed: int = 0) -> Case:
    """The smallest case that is found in time."""
    deadline = time.monotonic() + seconds
    dice = random.Random(seed)
    case = _improved(ask, case, deadline)
    while time.monotonic() < deadline and case.size[:2] > (1, 4):
        if sooner := _sooner(ask, case, dice, deadline):
            case = _improved(ask, sooner, deadline)
    return case


def _improved(ask: Ask, case: Case, deadline: float) -> Case:
    """The case after all small steps that keep the difference."""
    tried: set[str] = set()
    progress = True
    while progress and time.monotonic() < deadline:
        progress = False
        for step in _steps(case):
            if time.monotonic() > deadline:
                break
            key = repr((step[0].name, step[0].overlays, step[1]))
            if key in tried:
                continue
            tried.add(key)
            if smaller := _still(ask, case, *step):
                case, progress = smaller, True
                break
    return case


def _still(ask: Ask, case: Case, rules: RuleSet, trial: Json) -> Case | None:
    """The case of another trial, if it is smaller and the difference of the same kind."""
    try:
        found = ask(rules, trial)
    except (DealError, HakemError):
        return None
    if found is None or found.kind != case.found.kind or (found.kind not in KINDS and not is_sound(rules, trial)):
        return None
    other = cut(rules, trial, found)
    return other if other.size < case.size else None


def _steps(case: Case) -> Iterator[tuple[RuleSet, Json]]:
    """Trials that are a little smaller, the boldest first."""
    game, actions = case.trial["game"], case.trial["actions"]
    if "before" in game:
        yield case.rules, {**case.trial, "game": {name: value for name, value in game.items() if name != "before"}}
    if "from" not in game and (later := _from_play(case)):
        yield case.rules, later
    for overlay in case.rules.overlays:
        if rules := _without(case.rules, overlay):
            yield rules, case.trial
    size = len(actions)
    while size >= 1:
        for start in range(0, len(actions) - size + 1, max(1, size // 2)):
            yield case.rules, _left_out(case, start, start + size)
        size //= 2


def _left_out(case: Case, start: int, stop: int) -> Json:
    """The trial without some actions; questions move with their position."""
    actions = case.trial["actions"]
    gone = stop - start
    attempts = [_moved(each, start, gone) for each in case.trial["attempts"]]
    views = [at if at <= start else max(start, at - gone) for at in case.trial["views"]]
    return {**case.trial, "actions": actions[:start] + actions[stop:], "attempts": attempts, "views": views}


def _moved(attempt: Json, start: int, gone: int) -> Json:
    at = attempt["at"]
    return {**attempt, "at": at if at <= start else max(start, at - gone)}


def _without(rules: RuleSet, overlay: str) -> RuleSet | None:
    try:
        return load(rules.name, [name for name in rules.overlays if name != overlay])
    except HakemError:
        return None


def _from_play(case: Case) -> Json | None:
    """The trial begun at play: the contract in the place of all that was said before."""
    full = answer(case.rules, {**case.trial, "attempts": [], "views": []})
    contract: Json = {}
    for at, step in enumerate(full.get("steps", ())):
        for event in step["events"]:
            if event["event"] == "contract":
                contract |= {"declarer": event["seat"], "bid": event["bid"]}
            elif event["event"] == "trump_set":
                contract["trump"] = event["choice"]
            elif event["event"] == "stakes":
                contract["stakes"] = event["multiplier"]
            elif event["event"] in ("lone_contract", "pair_shown", "revealed"):
                return None
        if step["turn"] and any(_is_card(action) for each in step["legal"].values() for action in each):
            if "trump" not in contract:
                return None
            game = {**case.trial["game"], "from": "play", "contract": contract}
            return {**_left_out(case, 0, at), "game": game}
    return None


def _is_card(action: str) -> bool:
    return len(action) == 4 and action[2] in "SHDC"


def _sooner(ask: Ask, case: Case, dice: random.Random, deadline: float) -> Case | None:
    """Another deal in which the same kind of difference shows sooner."""
    while time.monotonic() < deadline:
        trial, _ = drawn(case.rules, dice)
        if "match" in trial:
            continue
        if dice.random() < 0.7:
            trial["game"].pop("before", None)
        if case.trial["game"].get("from") and "from" not in trial["game"]:
            later = _from_play(replace(case, trial=trial))
            trial = later or trial
        trial = _shortened(case.rules, trial, case.size[0])
        if case.found.kind == "views":
            trial["views"] = sorted({*trial["views"], len(trial["actions"])})
        if smaller := _still(ask, case, case.rules, trial):
            return smaller
    return None


def _shortened(rules: RuleSet, trial: Json, most: int) -> Json:
    """The trial with no more than so many tricks, so that less is asked."""
    kept: list[str] = []
    for action in trial["actions"]:
        if tricks({**trial, "actions": [*kept, action]}) > most:
            break
        kept.append(action)
    there = len(kept)
    return {
        **trial,
        "actions": kept,
        "attempts": [each for each in trial["attempts"] if each["at"] <= there],
        "views": [at for at in trial["views"] if at <= there],
    }


def played(rules: RuleSet, trial: Json) -> Any:
    """The game of a trial as the interpreter plays it, up to the first refused action."""
    game = new_game(rules, trial["game"])
    for action in _accepted(rules, trial):
        game.apply(action)
    return game


def _accepted(rules: RuleSet, trial: Json) -> Sequence[str]:
    refused = answer(rules, {**trial, "attempts": [], "views": []})["refused"]
    actions: list[str] = trial["actions"]
    return actions[: refused["at"]] if refused else actions
