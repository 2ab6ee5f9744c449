"""Deals played at random under a rule set, and the first place in which another rule set answers otherwise."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from hakem.cards import SEATS, pack
from hakem.game import DealError, Game, IllegalAction
from hakem.game.events import all_as_json
from hakem.rules.ruleset import RuleSet
from hakem_conformance.agree import stacks
from hakem_conformance.agree.policy import POLICIES
from hakem_conformance.probes import candidates

Json = dict[str, Any]
Kind = Literal["accept", "refuse", "legal", "events", "points", "result", "reason", "views"]

_OF_ACTIONS = ("accept", "refuse", "reason")
#: Kind -> what it shows: that something is allowed, that something is not, or what is true.
SHOWS: Mapping[Kind, str] = {"accept": "accept", "refuse": "refuse", "reason": "refuse"}
#: About how many characters of a vector an assertion of a kind takes.
_COST: Mapping[Kind, int] = {"accept": 60, "refuse": 110, "legal": 150, "reason": 110, "points": 90, "events": 180,
                             "result": 420, "views": 700}  # fmt: skip


@dataclass(frozen=True)
class Place:
    """One position of a script under the original rules. `events`: those since the position before; `tried`: refused
    actions with reason and path; `views` by seat. The last two are empty where nobody has looked."""

    legal: Json
    events: list[Json]
    points: Json
    tricks: Json
    tried: Mapping[str, tuple[str, str]]
    views: Mapping[str, Json]


@dataclass(frozen=True)
class Script:
    """A deal (`game` as in protocol.md section 3, without the rules) and what was played, with the answers."""

    game: Json
    actions: tuple[str, ...]
    places: tuple[Place, ...]
    result: Json | None


@dataclass(frozen=True)
class Aim:
    """An assertion that tells two rule sets apart: of the action, seat or part named, after `at` actions."""

    script: Script
    at: int
    kind: Kind
    subject: str = ""

    @property
    def cost(self) -> int:
        """About how many characters its vector has."""
        played = sum(len(action) + 4 for action in self.script.actions[: self.at])
        cards = len(str(self.script.game["deal"])) + len(str(self.script.game.get("before", "")))
        return played + cards + _COST[self.kind]


def play(rules: RuleSet, near: RuleSet, dice: random.Random, deep: bool) -> Script:
    """A deal drawn and played by dice. What stood before is near a limit of the rules, or of those called `near`. With
    `deep` refusals are tried and views looked at in some positions."""
    seats = SEATS[rules["seats.count"]]
    dealer = dice.choice(seats)
    game: Json = {"dealer": dealer, "deal": _cards(rules, dealer, dice)}
    if dice.random() < 0.5:
        game["before"] = _before(dice.choice((rules, near)), dice)
    policy = POLICIES[dice.choice(list(POLICIES))]
    start = dice.randrange(2)
    strong = dice.choice((seats[start::2], dice.choice(seats)))

    def choose(playing: Game) -> str:
        return policy.choose(playing.legal(), strong, rules["pack.order"], dice)

    return _record(rules, game, choose, (lambda: dice.random() < 0.25) if deep else lambda: False)


def replay(rules: RuleSet, game: Json, actions: Sequence[str], kind: Kind, subject: str) -> Aim | None:
    """An assertion of this kind after these actions of another game; None if it cannot be made there."""
    listed = iter(actions)

    def choose(playing: Game) -> str | None:
        return next(listed, None)

    try:
        script = _record(rules, game, choose, lambda: False)
        last = Game(rules, game["dealer"], game["deal"], game.get("before"))
        for played in actions:
            last.apply(played)
    except (DealError, IllegalAction):
        return None
    refused = last.refusal(subject) if kind in ("accept", "refuse", "reason") else None
    if len(script.actions) < len(actions) or (kind in _OF_ACTIONS and (kind == "accept") != (refused is None)):
        return None
    place = replace(
        script.places[-1],
        tried={subject: refused} if refused else {},
        views={subject: last.view(subject)} if kind == "views" else {},
    )
    return Aim(replace(script, places=(*script.places[:-1], place)), len(actions), kind, subject)


def _record(rules: RuleSet, game: Json, choose: Any, looks: Any) -> Script:
    playing = Game(rules, game["dealer"], game["deal"], game.get("before"))
    actions: list[str] = []
    places: list[Place] = []
    hands: dict[str, list[str]] = {}
    seen = 0
    while True:
        events = all_as_json(playing.log[seen:])
        seen = len(playing.log)
        for event in events:
            if event["event"] == "dealt" and event.get("cards"):
                hands.setdefault(event["seat"], []).extend(event["cards"].split())
        tried: dict[str, tuple[str, str]] = {}
        views: dict[str, Json] = {}
        if looks():
            for other in () if playing.over else candidates(playing.legal(), hands, actions, len(actions)):
                if refused := playing.refusal(other):
                    tried[other] = refused
            views = {seat: playing.view(seat) for seat in playing.seats}
        places.append(Place(playing.legal(), events, playing.points(), playing.tricks(), tried, views))
        action: str | None = None if playing.over else choose(playing)
        if action is None:
            return Script(game, tuple(actions), tuple(places), playing.result)
        playing.apply(action)
        actions.append(action)


def apart(script: Script, rules: RuleSet, before: int = 999) -> list[Aim]:
    """What differs in the first place, not after so many actions, in which other rules answer otherwise: one assertion
    of each kind. None if there is no such place, or if they cannot play the script."""
    found: dict[Kind, Aim] = {}
    try:
        for aim in _differences(script, rules, before):
            if found and aim.at != next(iter(found.values())).at:
                break
            found.setdefault(aim.kind, aim)
    except Exception:  # a rule set that breaks the interpreter answers nothing more
        pass
    return list(found.values())


def _differences(script: Script, rules: RuleSet, before: int) -> Iterator[Aim]:
    game = Game(rules, script.game["dealer"], script.game["deal"], script.game.get("before"))
    seen = 0
    for at, place in enumerate(script.places[: before + 1]):
        events = all_as_json(game.log[seen:])
        seen = len(game.log)
        yield from _at(script, at, place, game, events)
        if at < len(script.actions):
            game.apply(script.actions[at])
    if len(script.places) <= before + 1 and game.result != script.result:
        yield Aim(script, len(script.actions), "result")


def _at(script: Script, at: int, place: Place, game: Game, events: list[Json]) -> Iterator[Aim]:
    """What differs in a position; what an engine is asked first comes first."""
    legal = game.legal()
    if legal != place.legal:
        ours = {action for each in place.legal.values() for action in each}
        theirs = {action for each in legal.values() for action in each}
        yield from (Aim(script, at, "accept", action) for action in sorted(ours - theirs))
        yield from (Aim(script, at, "refuse", action) for action in sorted(theirs - ours))
        yield Aim(script, at, "legal")
    if events != place.events and at:
        yield Aim(script, at, "events")
    if game.points() != place.points:
        yield Aim(script, at, "points", "points")
    if game.tricks() != place.tricks:
        yield Aim(script, at, "points", "tricks")
    for action, reason in place.tried.items():
        if game.refusal(action) != reason:
            yield Aim(script, at, "reason", action)
    for seat, view in place.views.items():
        if game.view(seat) != view:
            yield Aim(script, at, "views", seat)


def _cards(rules: RuleSet, dealer: str, dice: random.Random) -> Json:
    if dice.random() < 0.25 or rules["draw.discards"]:
        cards = list(pack(rules["pack.order"], rules["pack.remove"]))
        dice.shuffle(cards)
        return {"pack": " ".join(cards)}
    deal = stacks.deal(rules, dealer, stacks.STACKS[dice.choice(list(stacks.STACKS))], dice)
    return {key: value for key, value in deal.items() if value}


def _before(rules: RuleSet, dice: random.Random) -> Json:
    """A match under way, near one of its ends: one part of it, or two."""
    seats = SEATS[rules["seats.count"]]
    holders = (seats[0::2], seats[1::2]) if rules["seats.sides"] == "partners" else tuple(seats)
    near = [end - step for end in (rules["match.target"],) if isinstance(end, int) for step in (1, 2, 3)]
    near += [end + step for end in (rules["match.floor"],) if isinstance(end, int) for step in (1, 2)]
    parts: Json = {"score": {name: dice.choice([*near, 0, 0, 1]) for name in holders}}
    if isinstance(rules["match.deals"], int):
        parts["deal"] = max(1, rules["match.deals"] - dice.randrange(2))
    if isinstance(rules["streak.deals"], int):
        parts["run"] = {dice.choice(holders): max(1, rules["streak.deals"] - dice.randrange(-1, 3))}
    if rules["match.hakem_term"] > 1:
        parts["term"] = {"served": dice.randrange(rules["match.hakem_term"]), "won": dice.random() < 0.5}
    limited = [name for name, row in rules["cancel_deal"].items() if row["at_most"] != "none"]
    if limited:
        row = dice.choice(limited)
        parts["voided"] = {row: max(0, rules["cancel_deal"][row]["at_most"] - dice.randrange(2))}
    chosen = dice.sample(list(parts), min(len(parts), dice.choice((1, 1, 2))))
    return {name: parts[name] for name in chosen}
