"""An engine with one bad habit, named by its argument: over the interpreter, so that all else is right."""

from __future__ import annotations

import json
import sys
import time
from typing import Any

from hakem import wire

SERVER = wire.Server()


def without_the_last_bid(game: dict[str, Any], actions: list[str], depth: int, divide: bool = False) -> int:
    """The count of one who thinks that nobody can say 28 after 27."""
    if depth == 0:
        return 1
    asked = {"jsonrpc": "2.0", "id": 1, "method": "legal", "params": {"game": game, "actions": actions}}
    listed = SERVER.handle(asked)["result"]["legal"]
    moves = [action for seat in listed.values() for action in seat]
    if actions and actions[-1].endswith(":27"):
        moves = [action for action in moves if not action.endswith(":28")]
    return sum(without_the_last_bid(game, [*actions, action], depth - 1) for action in moves)


def reply(request: dict[str, Any], habit: str) -> dict[str, Any]:
    answer = SERVER.handle(request)
    result = answer.get("result", {})
    if request["method"] == "hello":
        result["rules"] = [{"id": "twenty-nine@1.0.0"}]
        result["methods"] = [method for method in result["methods"] if method != "define" and method not in habit]
    elif request["method"] == "perft" and habit == "one-too-many":
        result["count"] += 1
    elif request["method"] == "perft" and habit == "no-divide":
        answer["result"] = {"count": without_the_last_bid(**request["params"])}
    elif request["method"] == "replay" and habit == "refuses":
        result["refused"] = {"at": 0, "do": request["params"]["actions"][0]}
    elif request["method"] == "perft" and habit == "refuses":
        answer["result"] = {"refused": {"at": 0, "do": request["params"]["actions"][0]}}
    return answer


def main(habit: str) -> None:
    for line in sys.stdin:
        request = json.loads(line)
        counting = request["method"] == "perft"
        if counting and habit == "hangs":
            time.sleep(60)
        if counting and habit == "crashes":
            sys.exit("out of cards")
        text = "{nonsense" if counting and habit == "raves" else json.dumps(reply(request, habit))
        print(text, flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
