"""Random deals through the interpreter and the JavaScript evaluator: every answer must be the same.

`python -m hakem_conformance.agree [--deals N] [--seed S] [RULES[+OVERLAY…] …]`
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Sequence
from typing import Any

from hakem import data, rules, wire
from hakem.cards import SEATS, pack
from hakem.game import Game
from hakem.rules.ruleset import RuleSet
from hakem_conformance.client import Client, Timeouts

EVALUATOR = ("node", str(data.path("conformance/evaluator/main.js")))
WANT = ["points", "legal", "events"]


def random_request(rule_set: RuleSet, overlays: Sequence[str], dice: random.Random) -> dict[str, Any]:
    """The params of a `replay`: one random deal played out, with refusals tried on the way.

    Passes, the pair and the ask are as likely as any card, so that their branches are reached often.
    """
    cards = list(pack(rule_set["pack.order"], rule_set["pack.remove"]))
    dice.shuffle(cards)
    seats = SEATS[rule_set["seats.count"]]
    game: dict[str, Any] = {
        "rules": f"{rule_set.id}@{rule_set.version.partition('.')[0]}",
        "dealer": dice.choice(seats),
        "deal": {"pack": " ".join(cards)},
    }
    if overlays:
        game["with"] = list(overlays)
    actions: list[str] = []
    attempts: list[dict[str, Any]] = []
    position = _position(game)
    while not position.over:
        legal = [action for seat_actions in position.legal().values() for action in seat_actions]
        words = [action for action in legal if len(action) != 4]
        for _ in range(dice.randrange(3)):
            attempt = _anything(seats, cards, dice)
            if attempt not in legal:
                attempts.append({"at": len(actions), "do": attempt})
        action = dice.choice(words) if words and dice.random() < 0.3 else dice.choice(legal)
        position.apply(action)
        actions.append(action)
    return {"game": game, "actions": actions, "attempts": attempts, "want": WANT}


def _position(game: dict[str, Any]) -> Game:
    return Game(rules.load(game["rules"], game.get("with", ())), game["dealer"], game["deal"])


def _anything(seats: str, cards: Sequence[str], dice: random.Random) -> str:
    seat = dice.choice(seats)
    suit = dice.choice("SHDC")
    word = dice.choice([
        dice.choice(cards), dice.choice(cards), dice.choice(cards), str(dice.randrange(1, 31)), "P", "ask", "show",
        f"pair {suit}", f"trump {suit}", f"trump {dice.choice(cards)}", "trump 7th", "trump NT", "keep", "X", "XX",
        "XXX", "lone", "take", "leave", f"away {dice.choice(cards)}", "go", "stop", "concede", "redeal",
    ])  # fmt: skip
    return f"{seat}:{word}"


def _request(method: str, params: dict[str, Any]) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}


def differences(ours: Any, theirs: Any, where: str = "") -> list[str]:
    """The places where two answers differ, in words."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        keys = list({**ours, **theirs})
        return [line for key in keys for line in differences(ours.get(key), theirs.get(key), f"{where}.{key}")]
    if isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        pairs = zip(ours, theirs, strict=True)
        return [line for at, (one, other) in enumerate(pairs) for line in differences(one, other, f"{where}[{at}]")]
    return [] if ours == theirs else [f"{where}: interpreter {json.dumps(ours)}, evaluator {json.dumps(theirs)}"]


def compare(client: Client, name: str, overlays: Sequence[str], deals: int, seed: int) -> list[str]:
    """Play `deals` random deals; returns the first disagreement in words, or nothing."""
    rule_set = rules.load(name, overlays)
    digest = client.digest(name, overlays)
    for number in range(deals):
        dice = random.Random(f"{name} {overlays} {seed} {number}")
        params = random_request(rule_set, overlays, dice)
        ours = wire.handle(_request("replay", params))["result"]
        named = {**params["game"], "digest": digest}
        theirs = client.call("replay", {**params, "game": named})
        found = differences(ours, theirs)
        cut = dice.randrange(len(params["actions"]) + 1)
        for seat in SEATS[rule_set["seats.count"]]:
            asked = {"actions": params["actions"][:cut], "seat": seat}
            one = wire.handle(_request("view", {"game": params["game"], **asked}))["result"]
            other = client.call("view", {"game": named, **asked})
            found += differences(one, other, f"view of {seat} after {cut}")
        if found:
            return [f"{name} {' '.join(overlays)} deal {number} seed {seed}", *found[:8], json.dumps(params)]
    return []


def main(argv: Sequence[str] | None = None) -> int:
    """0 if all answers are the same, 1 at the first disagreement."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="*", metavar="RULES", help="rule sets, overlays joined by +")
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(argv)

    def define(name: str, overlays: Sequence[str]) -> tuple[dict[str, Any], str]:
        rule_set = rules.load(name, overlays)
        return rules.document(rule_set), rule_set.digest

    client = Client(EVALUATOR, Timeouts(), define)
    client.greet()
    code = 0
    try:
        for each in args.sets or rules.shipped():
            name, *overlays = each.split("+")
            found = compare(client, name, overlays, args.deals, args.seed)
            print("\n".join(found) if found else f"{each}: {args.deals} deals, no difference")
            code = code or int(bool(found))
    finally:
        client.finish()
    return code


if __name__ == "__main__":
    sys.exit(main())
