"""An adapter that is right but for one thing: `python sick.py MODE`."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from typing import Any

from hakem.wire import Server

MODE = sys.argv[1]
OUT = sys.stdout.buffer
server = Server()
count = 0
held = b""


def changed(request: dict[str, Any], reply: dict[str, Any]) -> dict[str, Any]:
    method = request.get("method")
    result = reply.get("result", {})
    if MODE == "other-version" and method == "hello":
        result["protocol"] = "0.9"
    if MODE == "no-name" and method == "hello":
        del result["engine"]["name"]
    if MODE == "misspelt-claim" and method == "hello":
        result["features"].append("reason")
    if MODE == "claims-nothing" and method == "hello":
        result["rules"] = []
    if MODE == "claims-too-much" and method == "view":
        return {"jsonrpc": "2.0", "id": reply["id"], "error": {"code": -32601, "message": "no"}}
    if MODE == "fails-inside" and method == "legal":
        return {"jsonrpc": "2.0", "id": reply["id"], "error": {"code": -32603, "message": "KeyError"}}
    if MODE == "params" and method == "probe":
        return {"jsonrpc": "2.0", "id": reply["id"], "error": {"code": -32602, "message": "what is try"}}
    if MODE == "text-ids":
        reply["id"] = str(reply["id"])
    if MODE == "own-ids":
        reply["id"] = count + 70
    if MODE == "digest" and method == "define":
        result["digest"] = "sha256:" + "0" * 64
    if MODE == "no-accepted" and method == "replay":
        result.pop("accepted", None)
    if MODE == "random" and method == "replay" and "accepted" in result:
        result["dice"] = random.randrange(10**9)
    if MODE == "state" and method == "replay" and "accepted" in result:
        result["turn"] = "NESW"[count % 4]
    if MODE == "key-order" and os.getpid() % 2:
        return dict(reversed(list(reply.items())))
    if MODE == "illegal-error" and result.get("refused"):
        return {"jsonrpc": "2.0", "id": reply["id"], "error": {"code": -32602, "message": "illegal"}}
    if MODE == "unknown-ok" and reply.get("error", {}).get("code") == -32601:
        return {"jsonrpc": "2.0", "id": reply["id"], "result": {}}
    if MODE == "strict" and "x-new" in request.get("params", {}):
        return {"jsonrpc": "2.0", "id": reply["id"], "error": {"code": -32602, "message": "x-new?"}}
    return reply


def answer(line: bytes) -> None:
    global count, held
    count += 1
    if MODE == "dies-of-rubbish":
        json.loads(line)
    reply = json.loads(server.answer(line))
    try:
        request = json.loads(line)
    except ValueError:
        request = {}
    if isinstance(request, dict):
        reply = changed(request, reply)
    text = json.dumps(reply).encode()
    end = b"\n"
    if MODE == "echo":
        text = line.rstrip(b"\n")
    if MODE == "crlf":
        end = b"\r\n"
    if MODE == "bom" and count == 1:
        text = b"\xef\xbb\xbf" + text
    if MODE == "pretty":
        text = json.dumps(reply, indent=2).encode()
    if MODE == "no-newline":
        end = b""
    if MODE == "two-on-a-line":
        text += text
    if MODE == "hand-made":
        text = text.replace(b'"', b"'")
    if MODE == "latin-1":
        text = text[:-1] + ',"x":"é"}'.encode("latin-1")
    if MODE == "nan":
        text = text[:-1] + b',"x":NaN}'
    if MODE == "floats" and b'"accepted":' in text:
        text = text.replace(b'"stakes": 1', b'"stakes": 1.0').replace(b'"accepted": ', b'"seconds": 0.1, "accepted": ')
    if MODE == "batch":
        text = b"[" + text + b"]"
    if MODE == "headers":
        text = f"Content-Length: {len(text)}\r\n\r\n".encode() + text
    if MODE == "greeting" and count == 1:
        text = b"Welcome to the engine\n" + text
    if MODE == "huge" and count == 1:
        text = text[:-1] + b',"x":"' + b"x" * (5 * 1024 * 1024) + b'"}'
    if MODE == "array":
        text = b'{"result": {}}'
    if MODE == "slow" and request.get("method") == "legal":
        time.sleep(0.4)
    if MODE == "late":
        held, text = text, held
        if not text:
            text = held
    if MODE == "no-flush":
        held += text + end
        return
    if MODE == "stderr":
        sys.stderr.buffer.write(text + end)
        sys.stderr.flush()
        return
    OUT.write(text + end)
    if MODE == "double":
        OUT.write(text + end)
    OUT.flush()


def main() -> None:
    if MODE == "dies":
        raise SystemExit("the file rules.dat is missing")
    if MODE == "silent":
        for _ in sys.stdin:
            pass
        return
    if MODE == "reads-all":
        for line in sys.stdin.buffer.read().splitlines():
            answer(line)
        return
    if MODE == "child":
        nothing = subprocess.DEVNULL
        subprocess.Popen(["sleep", "60"], stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True)
    if MODE == "short-lines":
        while line := sys.stdin.buffer.readline(65536):
            answer(line)
        return
    for line in sys.stdin.buffer:
        answer(line)
        if MODE == "once":
            return
    if MODE == "no-flush":
        OUT.write(held)
    if MODE == "stays":
        time.sleep(60)
    if MODE == "exit-3":
        raise SystemExit(3)


if __name__ == "__main__":
    main()
