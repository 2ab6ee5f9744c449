"""A small harness: starts an engine, sends lines, and checks every reply against the schema."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import jsonschema

ROOT = Path(__file__).resolve().parents[2]
PYTHON, NODE = sys.executable, "node"
SCHEMA = json.loads((ROOT / "spec/schema/protocol.schema.json").read_text(encoding="utf-8"))["$defs"]

Json = dict[str, Any]


def run(command: list[str], sent: bytes) -> tuple[list[str], str, int]:
    """Lines of standard output, standard error and exit code after these bytes and the end of the input."""
    done = subprocess.run(command, input=sent, capture_output=True, timeout=60)
    return done.stdout.decode().splitlines(), done.stderr.decode(), done.returncode


def ask(command: list[str], *requests: tuple[str, Json]) -> list[Json]:
    """The replies to these requests. Fails unless each line is a reply with the right id and form."""
    messages = [{"jsonrpc": "2.0", "id": i, "method": m, "params": p} for i, (m, p) in enumerate(requests)]
    lines, log, code = run(command, "".join(json.dumps(message) + "\n" for message in messages).encode())
    assert code == 0, log
    replies = [json.loads(line) for line in lines]
    assert [reply["id"] for reply in replies] == list(range(len(requests))), log
    for (method, _), reply in zip(requests, replies, strict=True):
        kind = "reply" if "error" in reply else f"{method}.result"
        jsonschema.validate(reply.get("result", reply), {"$ref": f"#/$defs/{kind}", "$defs": SCHEMA})
    return replies


def answer(command: list[str], method: str, **params: Any) -> Json:
    """The result of one request, which must not be an error."""
    (reply,) = ask(command, (method, params))
    assert "result" in reply, reply
    return cast(Json, reply["result"])


def error(command: list[str], method: str, **params: Any) -> Json:
    (reply,) = ask(command, (method, params))
    assert "error" in reply, reply
    return cast(Json, reply["error"])


def deal(*sizes: int, **hands: str) -> Json:
    """A deal as on the wire from whole hands in the order dealt, cut into packets of these sizes."""
    packets, start = [], 0
    for size in sizes:
        packets.append({seat: " ".join(hand.split()[start : start + size]) for seat, hand in hands.items()})
        start += size
    return {"packets": packets}
