"""Pairs of worlds that a seat cannot tell apart, drawn by dice. What is asked about them is in `twins`.

A world is a deal and what was done in it. Its twin has other cards where the seat has not looked, another hidden trump
if it is not his own, and the same public events; it is a twin only if the interpreter lets everything be done in it and
gives the same view.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from hakem.game import DealError, Game, IllegalAction, NotAnAction
from hakem.rules import RuleSet
from hakem_conformance.agree.answer import new_game
from hakem_conformance.agree.draw import trial as drawn
from hakem_conformance.suite import Vector
from hakem_conformance.trials import wire_game
from hakem_conformance.twins import CLAUSES

Json = dict[str, Any]
#: Swaps of two cards that are tried, and how many are wanted.
TRIES, SWAPS = 24, 8


@dataclass(frozen=True)
class World:
    """A deal in the form of the wire, and the actions in it."""

    deal: Json
    actions: tuple[str, ...]


def pairs(rules: RuleSet, count: int, seed: int) -> Iterator[Vector]:
    """Pairs drawn by dice, of every phase and seat in turn."""
    number = made = 0
    while made < count:
        dice = random.Random(f"leak {rules.name} {' '.join(rules.overlays)} {seed} {number}")
        number += 1
        trial, _ = drawn(rules, dice)
        if "match" in trial or "from" in trial["game"]:
            continue
        if pair := _pair(rules, trial, dice, f"leak.{slug(rules)}.{seed}-{number:04}"):
            made += 1
            yield pair


def slug(rules: RuleSet) -> str:
    """A rule set with its overlays as a part of an id or the name of a file."""
    names = [rules.name.partition("@")[0].replace("/", "-"), *(name.partition("/")[2] for name in rules.overlays)]
    return "+".join(names)


def _pair(rules: RuleSet, trial: Json, dice: random.Random, name: str) -> Vector | None:
    """A pair at a place of a trial, if one is found."""
    at = dice.randrange(len(trial["actions"]) + 1)
    here = World(trial["game"]["deal"], tuple(trial["actions"][:at]))
    game = _played(rules, trial["game"], here)
    if game is None:
        return None
    seat = dice.choice(game.seats)
    view = game.view(seat)
    there, swaps = here, 0
    for _ in range(TRIES):
        other = _swapped(there, game, seat, dice)
        twin = _played(rules, trial["game"], other)
        if twin is not None and twin.view(seat) == view:
            there, swaps = other, swaps + (other != there)
        if swaps == SWAPS:
            break
    if there == here:
        return None
    content = {**wire_game(rules, trial["game"]), "id": name, "title": f"What {seat} cannot know", "seat": seat}
    steps = {"steps": list(here.actions), "twin": {"deal": there.deal, "actions": list(there.actions)}}
    return Vector(name, {**content, **steps, "because": CLAUSES})


def _played(rules: RuleSet, setting: Mapping[str, Any], world: World) -> Game | None:
    try:
        game = new_game(rules, {**setting, "deal": world.deal})
        for action in world.actions:
            game.apply(action)
    except (DealError, IllegalAction, NotAnAction):
        return None
    return game


def _swapped(world: World, game: Game, seat: str, dice: random.Random) -> World:
    """The world with two cards swapped that the seat has not seen, or another hidden trump."""
    hidden = game.view(seat)["trump"] == "?"
    if hidden and dice.random() < 0.4:
        suit = dice.choice("SHDC")
        said = [f"{action[:8]}{suit}" if _is_suit(action, seat) else action for action in world.actions]
        return World(world.deal, tuple(said))
    unseen = sorted(_cards(world.deal) - _seen(world, game, seat))
    if len(unseen) < 2:
        return world
    one, other = dice.sample(unseen, 2)
    table = {one: other, other: one}
    text = json.dumps(world.deal).replace(one, "\0").replace(other, one).replace("\0", other)
    actions = [_renamed(action, table, seat) for action in world.actions]
    return World(json.loads(text), tuple(actions))


def _is_suit(action: str, seat: str) -> bool:
    return len(action) == 9 and action[1:8] == ":trump " and action[0] != seat


def _renamed(action: str, table: Mapping[str, str], seat: str) -> str:
    """A card that another seat laid face down is another one there."""
    head, _, last = action.rpartition(" ")
    return f"{head} {table[last]}" if head and action[0] != seat and last in table else action


def _cards(deal: Mapping[str, Any]) -> set[str]:
    found = set(deal.get("pack", "").split()) | set(deal.get("rest", "").split())
    return found.union(*(text.split() for packet in deal.get("packets", ()) for text in packet.values()))


def _seen(world: World, game: Game, seat: str) -> set[str]:
    """The cards whose faces the seat has seen."""
    found: set[str] = set()
    for event in game.events:
        if event.get("seat") == seat and event["event"] in ("dealt", "looked", "drawn", "laid_away"):
            found.update(str(event.get("cards", event.get("card", ""))).split())
        elif event["event"] in ("played", "revealed"):
            found.update(filter(None, (event.get("card"), event.get("marker"))))
    return found
