"""An engine that deals for itself: `python self_dealer.py [MISTAKE]`. It answers `hello` and `audit` only."""

from __future__ import annotations

import json
import random
import sys
from typing import Any

from hakem import rules
from hakem.cards import pack
from hakem.game import Game

MISTAKE = sys.argv[1] if len(sys.argv) > 1 else ""
HELLO: dict[str, Any] = {
    "protocol": "1.0", "engine": {"name": "self-dealer"}, "rules": [{"id": "twenty-nine@1.0.0"}],
    "methods": ["audit"], "features": [],
}  # fmt: skip


def audit(params: dict[str, Any]) -> dict[str, Any]:
    twenty_nine = rules.load("twenty-nine")
    dice = random.Random(params["number"])
    cards = list(pack(twenty_nine["pack.order"], twenty_nine["pack.remove"]))
    dice.shuffle(cards)
    game = Game(twenty_nine, params["dealer"], {"pack": " ".join(cards)})
    steps: list[dict[str, Any]] = []
    actions: list[str] = []
    while True:
        steps.append({"legal": game.legal(), "points": game.points(), "tricks": game.tricks()})
        if game.over:
            break
        action = dice.choice(game.legal().get(game.turn) or next(iter(game.legal().values())))
        if MISTAKE == "revoke" and game.step == "play" and (revoke := _revoke(game)):
            actions.append(revoke)
            steps.append(steps[-1])
            break
        actions.append(action)
        game.apply(action)
    result = game.result
    if MISTAKE == "offers-too-much":
        for step in steps:
            for seat in step["legal"]:
                step["legal"][seat] = sorted({*step["legal"][seat], f"{seat}:P"})
    if MISTAKE == "score" and result:
        result = {**result, "change": {side: 2 * change for side, change in result["change"].items()}}
    if MISTAKE == "no-steps":
        steps = []
    if MISTAKE == "short":
        actions, steps, result = actions[:20], steps[:21], None
    if MISTAKE == "lost-card":
        cards[3] = cards[4]
    found = {"deal": {"pack": " ".join(cards)}, "actions": actions, "result": result}
    return {**found, **({"steps": steps} if steps else {})}


def _revoke(game: Game) -> str:
    """A card in hand that may not be played now."""
    seat = game.turn or ""
    for card in game.view(seat)["hand"]:
        refused = game.refusal(f"{seat}:{card}")
        if refused is not None and refused[0] == "must_follow_suit":
            return f"{seat}:{card}"
    return ""


for line in sys.stdin:
    request = json.loads(line)
    if MISTAKE == "dies" and request["method"] == "audit":
        sys.exit(4)
    if MISTAKE == "no-audit":
        HELLO["methods"] = ["replay"]
    reply = HELLO if request["method"] == "hello" else audit(request["params"])
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": reply}), flush=True)
