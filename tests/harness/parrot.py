"""A stand-in for an engine: it reads the answers out of the vectors, and misbehaves as told.

`python parrot.py FOLDER [MODE [ID [STATE]]]`: MODE at the first request about vector ID (at the start without ID);
STATE is a file by which a process knows that an earlier one has misbehaved already.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

Json = dict[str, Any]


def steps_of(vector: Json) -> list[Json]:
    return [{"do": step} if isinstance(step, str) else step for step in vector["steps"]]


def verdict_on(step: Json, action: str) -> Json:
    for refusal in step.get("refuse", ()):
        if refusal["do"] == action:
            return {"accepted": False, "reason": refusal["reason"], "path": refusal["path"]}
    return {"accepted": True}


def replay(vector: Json, params: Json) -> Json:
    steps, actions = steps_of(vector), params["actions"]
    accepted, refused = len(actions), None
    for at, action in enumerate(actions):
        answer = verdict_on(steps[at], action)
        if not answer.pop("accepted"):
            accepted, refused = at, {"at": at, "do": action, **answer}
            break
    reply: Json = {"accepted": accepted, "refused": refused, "turn": None, "result": None}
    if accepted == len(steps) - 1:
        reply["result"] = steps[-1].get("result")
    if "attempts" in params:
        reply["attempts"] = [verdict_on(steps[each["at"]], each["do"]) for each in params["attempts"]]
    if "want" in params:
        kept = {"points", "tricks", "legal"}
        reply["steps"] = [{key: step[key] for key in kept & step.keys()} for step in steps[: accepted + 1]]
        for before, entry in zip(steps, reply["steps"][1:], strict=False):
            entry["events"] = before.get("events", [])
    return reply


def answer(vectors: list[Json], method: str, params: Json) -> Json:
    if method == "hello":
        return HELLO
    if "match" in params:
        found: Json = next(v for v in vectors if v.get("match"))["expect"]
        return found
    vector = next(v for v in vectors if v.get("deal") == params["game"]["deal"])
    step = steps_of(vector)[len(params["actions"])]
    if method == "replay":
        return replay(vector, params)
    if method == "legal":
        return {"legal": step["legal"]}
    if method == "probe":
        return {"verdicts": [verdict_on(step, action) for action in params["try"]]}
    return {"view": step["views"][params["seat"]]}


HELLO: Json = {
    "protocol": "1.0",
    "engine": {"name": "parrot", "version": "1", "language": "Python"},
    "rules": [{"id": "toy@1.2.3", "with": ["toy/odd"]}],
    "methods": ["replay", "legal", "probe", "view"],
    "features": ["points", "legal", "attempts", "reasons", "paths", "events", "match"],
}

MORE = [*HELLO["methods"], "perft", "parse", "format"]


def misbehave(mode: str, number: Any, line: bytes) -> bytes:
    """What is sent instead of the reply `line`; some modes never come back."""
    out = sys.stdout.buffer
    if mode == "hang":
        time.sleep(600)
    if mode == "slow":
        time.sleep(0.3)
    if mode == "crash":
        sys.stderr.write("\x1b[31mred\x1b[0m and \x07loud: the reason\n")
        sys.exit(3)
    if mode == "segv":
        os.kill(os.getpid(), signal.SIGSEGV)
        time.sleep(5)
    if mode == "exit0":
        sys.exit(0)
    if mode == "reply-and-exit":
        out.write(line)
        out.flush()
        os._exit(0)
    if mode == "child-holds-pipe":
        subprocess.Popen(["sleep", "600"])
        os._exit(3)
    if mode == "close-stdout":
        os.close(1)
        time.sleep(600)
    if mode == "close-stdin":
        os.close(0)
        time.sleep(600)
    if mode in ("flood", "flood-lines"):
        chunk = b"x" * 65536 if mode == "flood" else b"noise again\n" * 6000
        while True:
            out.write(chunk)
            out.flush()
    if mode == "stubborn":  # ignores a polite end, leaves a child behind, never replies
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        child = subprocess.Popen(["sleep", "600"])
        sys.stderr.write(f"child {child.pid}\n")
        sys.stderr.flush()
        time.sleep(600)
    if mode == "daemon":  # a grandchild in a session of its own, whose parent has gone
        child = "import os,sys,time; os.setsid(); sys.stderr.write(f'child {os.getpid()}\\n'); time.sleep(600)"
        subprocess.run(["sh", "-c", f'"{sys.executable}" -c "{child}" &'], check=False)
        time.sleep(600)
    if mode == "log-flood":
        sys.stderr.write("a line of the log\n" * 20000)
        sys.stderr.flush()
    reply = json.loads(line)
    result = {**reply, "result": {**reply["result"], "accepted": "many"}}
    wrong_id = {**reply, "id": 999999}
    nested = b'{"jsonrpc":"2.0","id":1,"result":' + b"[" * 100000 + b"]" * 100000 + b"}"
    wide = b'{"jsonrpc":"2.0","id":1,"result":{"x":"' + b"x" * (5 * 1024 * 1024) + b'"}}'
    sent = {
        "rubbish": b"{this is no JSON}\n",
        "text": b"I do not know\nwhat to say\n" + line,
        "no-newline": line[:-1],
        "bom": b"\xef\xbb\xbf" + line,
        "crlf": line[:-1] + b"\r\n",
        "wrong-id": json.dumps(wrong_id).encode() + b"\n",
        "text-id": json.dumps({**reply, "id": str(number)}).encode() + b"\n",
        "double": line + line,
        "utf8": line[:-2] + b',"x":"\xff"}\n',
        "types": json.dumps(result).encode() + b"\n",
        "list": b'{"jsonrpc":"2.0","id":%d,"result":[]}\n' % number,
        "neither": b'{"jsonrpc":"2.0","id":%d}\n' % number,
        "no-version": json.dumps({key: reply[key] for key in ("id", "result")}).encode() + b"\n",
        "short-lines": json.dumps({**reply, "result": {**HELLO, "limits": {"maxLine": 120}}}).encode() + b"\n",
        "claims-all": json.dumps({**reply, "result": {**HELLO, "methods": MORE}}).encode() + b"\n",
        "claims-nothing": json.dumps({**reply, "result": {**HELLO, "rules": []}}).encode() + b"\n",
        "nan": json.dumps({**reply, "x": float("nan")}).encode() + b"\n",
        "deep": nested + b"\n",
        "huge": wide + b"\n",
    }
    return sent.get(mode, line)


ERRORS = {"unsupported": -32000, "no-method": -32601, "bad-params": -32602, "internal": -32603, "odd-error": 7}


def main(folder: str, mode: str = "", target: str = "", state: str = "") -> None:
    vectors = [json.loads(path.read_bytes()) for path in sorted(Path(folder).rglob("*.json"))]
    armed = bool(mode) and not (state and Path(state).exists())
    for text in sys.stdin.buffer:
        request = json.loads(text)
        game = request["params"].get("game", {})
        about = next((v["id"] for v in vectors if v.get("deal") == game.get("deal")), "")
        reply: Json = {"jsonrpc": "2.0", "id": request["id"]}
        due = armed and (about == target if target else request["method"] == "hello")
        if due and mode in ERRORS:
            reply["error"] = {"code": ERRORS[mode], "message": "so it is", "data": {"what": "\x1b[2Jtoy"}}
        else:
            reply["result"] = answer(vectors, request["method"], request["params"])
        line = json.dumps(reply).encode() + b"\n"
        if due and mode not in ERRORS:
            if state:
                Path(state).touch()
            line = misbehave(mode, request["id"], line)
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
