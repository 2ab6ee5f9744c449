"""Is the adapter right? Not whether the engine knows the rules, but whether it can be talked to, and what to mend."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator, Sequence
from typing import Any

from hakem.suggest import did_you_mean
from hakem_conformance import messages
from hakem_conformance.claims import PROFILES, Claims
from hakem_conformance.client import HARNESS, Timeouts
from hakem_conformance.diagnosis import Diagnosis
from hakem_conformance.engine import Engine
from hakem_conformance.fault import Fault
from hakem_conformance.interpreter import requests
from hakem_conformance.suite import Vector

Json = dict[str, Any]
FEATURES = ("points", "legal", "attempts", "reasons", "paths", "events", "match", "from")
#: Seconds that a second reply is waited for; above which a reply, a start is worth a note.
SECOND_REPLY, SLOW, SLOW_START = 0.25, 1.0, 5.0
HELLO: Json = {"protocol": [messages.VERSION], "harness": HARNESS}


class _Ill(Exception):
    """The conversation cannot go on."""

    def __init__(self, name: str, told: str) -> None:
        super().__init__(told)
        self.diagnosis = Diagnosis(name, told)


class Talk:
    """One process, and raw lines to and from it."""

    def __init__(self, command: Sequence[str], timeouts: Timeouts) -> None:
        self.engine = Engine(command)
        self.timeouts = timeouts
        self.replies = 0
        self._last: int | str | None = None  # the id of the request before

    def ask(self, method: str, params: Json, number: int | str, seconds: float = 0.0) -> Json:
        """The reply object to a request. Raises `_Ill` if there is none."""
        request = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        return self.send(json.dumps(request, separators=(",", ":")).encode(), number, method, seconds)

    def send(self, line: bytes, number: int | str | None, method: str, seconds: float = 0.0) -> Json:
        seconds = seconds or self.timeouts.request
        try:
            raw = self.engine.ask(line + b"\n", seconds)
        except Fault as fault:
            raise self._no_line(fault, method) from None
        reply = self._decoded(raw, method)
        if "method" in reply and "result" not in reply:
            raise _Ill("echo", f"the reply to `{method}` is the request itself")
        if wrong := messages.fault_of("reply", reply):
            raise _Ill("no_reply_object", f"the reply to `{method}` is none of JSON-RPC 2.0: {wrong}")
        if reply["id"] != number or type(reply["id"]) is not type(number):
            told = f"the request `{method}` had the id {number!r}, the reply has {reply['id']!r:.60}"
            if self.replies and reply["id"] == self._last:
                raise _Ill("late_reply" if self.is_quiet() else "double_reply", told)
            raise _Ill("id_changed", told)
        self.replies += 1
        self._last = number
        return reply

    def _no_line(self, fault: Fault, method: str) -> _Ill:
        """Why there is no reply."""
        log = self.engine.stderr_since(0)
        tail = (log.strip().splitlines() or [""])[-1][:200]
        noise = "\n".join(self.engine.noise)
        if fault.status == "crash":
            name = "one_request_only" if self.replies == 1 and "exit code 0" in fault.message else "ended"
            return _Ill(name, fault.message + (f"; its log ends: {tail}" if tail else ""))
        if "longer than" in fault.message:
            return _Ill("huge_line", f"the reply to `{method}`: {fault.message}")
        if "byte-order" in fault.message:
            return _Ill("bom", fault.message)
        if fault.hint:
            return _Ill("no_newline", f"the reply to `{method}` has no end: {fault.hint.partition(':')[0]}")
        if re.search(r'^\[\s*\{.*"jsonrpc"', noise, re.MULTILINE):
            return _Ill("batch", "the reply is an array")
        if re.search(r'^\s*\{.*"jsonrpc"', log, re.MULTILINE):
            return _Ill("reply_on_stderr", "there is a reply in its log, and none on standard output")
        lines, _ = self.engine.finish(self.timeouts.exit)
        if lines:
            return _Ill("no_flush", f"no reply to `{method}` until its input was closed; then it came")
        return _Ill("no_reply", f"no reply to `{method}`: {fault.message}")

    def _decoded(self, raw: bytes, method: str) -> Json:
        text = raw.decode("utf-8", "replace")
        if "\ufffd" in text and b"\xef\xbf\xbd" not in raw:
            raise _Ill("not_utf8", f"the reply to `{method}` is not UTF-8")
        if re.search(r"[:\[,]\s*-?(NaN|Infinity)\b", text):
            raise _Ill("nan", f"the reply to `{method}` has NaN or Infinity in it")
        try:
            reply = json.loads(text)
        except RecursionError:
            raise _Ill("not_json", f"the reply to `{method}` is nested too deeply") from None
        except ValueError as error:
            if text.strip() == "{" or (text.count("{") > text.count("}") and self._more()):
                raise _Ill("pretty_json", f"the reply to `{method}` is spread over several lines") from None
            name = "two_on_a_line" if "Extra data" in str(error) else "not_json"
            raise _Ill(name, f"the reply to `{method}` is no JSON: {error}; it begins {text[:60]!r}") from None
        if re.search(r"[:\[,]\s*-?\d+\.\d+\s*[,}\]]", re.sub(r'"(\\.|[^"\\])*"', '""', text)):
            raise _Ill("float_numbers", f"the reply to `{method}` has a number with a decimal point")
        found: Json = reply
        return found

    def _more(self) -> bool:
        """Whether more comes at once that is no reply of its own."""
        before = self.engine.noise_count
        try:
            self.engine.ask(b"", SECOND_REPLY)
        except Fault:
            return self.engine.noise_count > before
        return True

    def is_quiet(self) -> bool:
        """Whether nothing more comes."""
        try:
            self.engine.ask(b"", SECOND_REPLY)
        except Fault:
            return True
        return False


def examine(command: Sequence[str], vectors: Sequence[Vector], timeouts: Timeouts) -> Iterator[Diagnosis | str]:
    """Diagnoses as they are found, and in between a line for each thing that was looked at and is well.

    Raises HakemError if the engine cannot be started.
    """
    talk = Talk(command, timeouts)
    try:
        claims = yield from _greeting(talk)
        if claims is None:
            return
        yield from _manners(talk)
        asked = _questions(claims, vectors)
        if asked:
            yield from _deals(talk, claims, asked)
            yield from _again(command, timeouts, claims, asked)
        else:
            yield Diagnosis("nothing_claimed", "it claims no rule set of which there is a vector: nothing can be asked")
        yield from _end(talk)
    except _Ill as ill:
        yield ill.diagnosis
    finally:
        yield from _looks(talk.engine)
        talk.engine.close()


def _greeting(talk: Talk) -> Any:
    began = time.monotonic()
    reply = talk.ask("hello", HELLO, 1, talk.timeouts.start)
    took = time.monotonic() - began
    if "error" in reply:
        yield Diagnosis("schema", f"`hello` is answered with an error: {reply['error']['message'][:200]}")
        return None
    if wrong := messages.fault_of("hello.result", reply["result"]):
        yield Diagnosis("schema", f"the reply to `hello`: {wrong}")
        return None
    if reply["result"]["protocol"] != messages.VERSION:
        yield Diagnosis("protocol_version", f"it chose {reply['result']['protocol']!r:.40}, which was not offered")
        return None
    if took > SLOW_START:
        yield Diagnosis("slow_start", f"the first reply took {took:.1f} s")
    claims = Claims.of(reply["result"])
    methods = {method for each in PROFILES.values() for method in each}
    for known, named, what in ((methods, claims.methods, "method"), (FEATURES, claims.features, "feature")):
        for name in sorted(named - {*known, "hello", "audit"}):
            yield Diagnosis("unknown_claim", f"there is no {what} `{name:.60}` {did_you_mean(name, known)}".rstrip())
    yield f"it starts and answers `hello` ({took * 1000:.0f} ms)"
    return claims


def _manners(talk: Talk) -> Iterator[Diagnosis | str]:
    """What belongs to any conversation."""
    talk.ask("hello", HELLO, "a-2")
    yield "ids come back, texts too"
    if not talk.is_quiet():
        raise _Ill("double_reply", "after the reply to a request there came another one")
    reply = talk.ask("no_such_method", {}, 3)
    if reply.get("error", {}).get("code") != -32601:
        yield Diagnosis("unknown_method", f"an unknown method is answered with {json.dumps(reply)[:120]}")
    else:
        yield "an unknown method is told as such"
    try:
        reply = talk.send(b"{this is no JSON", None, "a broken line")
        if reply.get("error", {}).get("code") != -32700:
            yield Diagnosis("broken_line", f"a line that is no JSON is answered with {json.dumps(reply)[:120]}")
        else:
            yield "a line that is no JSON is told as such"
    except _Ill as ill:
        if ill.diagnosis.name not in ("no_reply", "ended", "one_request_only", "id_changed", "no_flush"):
            raise
        raise _Ill("broken_line", f"after a line that is no JSON: {ill.diagnosis.told}") from None
    reply = talk.ask("hello", {**HELLO, "x-new": {"of": ["a", "later", "version"]}}, 4)
    if "result" not in reply:
        yield Diagnosis("unknown_field", "a field that it does not know makes it fail")
    try:
        reply = talk.ask("hello", {**HELLO, "x-long": "x" * 200_000}, 5)
        if "result" not in reply:
            yield Diagnosis("long_line", "a line of 200,000 bytes is answered with an error")
        else:
            yield "unknown fields and long lines do no harm"
    except _Ill as ill:
        raise _Ill("long_line", f"a line of 200,000 bytes: {ill.diagnosis.told}") from None


def _questions(claims: Claims, vectors: Sequence[Vector]) -> list[tuple[str, Json]]:
    """One request for each method that it claims, about two different deals."""
    played = [each for each in vectors if claims.plays(each.rules, each.overlays) and not each.needs()]
    wanted: list[tuple[str, Json]] = []
    for vector in played[:1] + played[-1:]:
        done: set[str] = set()
        for method, params in requests(vector, "define" in claims.methods):
            if method in claims.methods and method not in done:
                done.add(method)
                params = {key: value for key, value in params.items() if _is_claimed(key, claims)}
                if "want" in params:
                    params["want"] = [part for part in params["want"] if part in claims.features]
                wanted.append((method, params))
    return wanted


def _is_claimed(key: str, claims: Claims) -> bool:
    return key != "attempts" or "attempts" in claims.features


def _deals(talk: Talk, claims: Claims, asked: Sequence[tuple[str, Json]]) -> Iterator[Diagnosis | str]:
    """Real questions: is each claimed method answered in the right form?"""
    seen: set[str] = set()
    for number, (method, params) in enumerate(asked, start=10):
        began = time.monotonic()
        reply = talk.ask(method, params, number)
        took = time.monotonic() - began
        if took > SLOW and "slow" not in seen:
            seen.add("slow")
            yield Diagnosis("slow", f"`{method}` took {took:.1f} s")
        if found := _of_reply(method, params, reply):
            if found.name not in seen:
                yield found
            seen.add(found.name)
            continue
        if method not in seen:
            seen.add(method)
            yield f"`{method}` is answered in the right form"
    replay = next((params for method, params in asked if method == "replay"), None)
    if replay:
        reply = talk.ask("replay", {"game": replay["game"], "actions": [f"{replay['game']['dealer']}:ask"]}, 40)
        if "error" in reply and reply["error"]["code"] != -32000:
            told = f"an illegal action is answered with the error {reply['error']['code']}"
            yield Diagnosis("illegal_is_error", told)
        elif "result" in reply:
            yield "an illegal action is a result"


def _of_reply(method: str, params: Json, reply: Json) -> Diagnosis | None:
    if "error" in reply:
        code, message = reply["error"]["code"], reply["error"]["message"]
        names = {-32601: "claimed_unsupported", -32000: "claimed_unsupported", -32602: "params_refused",
                 -32600: "params_refused", -32700: "params_refused"}  # fmt: skip
        return Diagnosis(names.get(code, "internal_error"), f"`{method}`: error {code}, {message[:160]}")
    if wrong := messages.fault_of(f"{method}.result", reply["result"]):
        return Diagnosis("schema", f"the reply to `{method}`: {wrong}")
    if method == "define" and reply["result"]["digest"] != params["document"]["digest"]:
        return Diagnosis("wrong_digest", f"`define` answered {reply['result']['digest'][:20]}…")
    return None


def _again(
    command: Sequence[str], timeouts: Timeouts, claims: Claims, asked: Sequence[tuple[str, Json]]
) -> Iterator[Diagnosis | str]:
    """The same questions: first to last and last to first in one process, and in another process."""
    definitions = [each for each in asked if each[0] == "define"]
    order = [each for each in asked if each[0] != "define"]
    first, second = Talk(command, timeouts), Talk(command, timeouts)
    try:
        for talk in (first, second):
            for number, (method, params) in enumerate([("hello", HELLO), *definitions], start=1):
                talk.ask(method, params, number, timeouts.start)
        straight = [first.ask(method, params, 100 + at) for at, (method, params) in enumerate(order)]
        backwards = reversed(list(enumerate(order)))
        turned = [first.ask(method, params, 100 + at) for at, (method, params) in backwards][::-1]
        other = [second.ask(method, params, 100 + at) for at, (method, params) in enumerate(order)]
    finally:
        first.engine.close()
        second.engine.close()
    for (method, _), one, three in zip(order, straight, other, strict=True):
        if one != three:
            yield Diagnosis("not_deterministic", f"`{method}`: two processes answer the same request otherwise")
            return
    for (method, _), one, two in zip(order, straight, turned, strict=True):
        if one != two:
            yield Diagnosis("state_kept", f"`{method}`: after other requests the same one is answered otherwise")
            return
    if any(json.dumps(one) != json.dumps(three) for one, three in zip(straight, other, strict=True)):
        yield Diagnosis("unstable_bytes", "two processes write the same object in another order")
    yield "equal requests get equal replies, in any order and in another process"


def _end(talk: Talk) -> Iterator[Diagnosis | str]:
    if not talk.is_quiet():
        yield Diagnosis("double_reply", "after the last reply there came another one")
    lines, wrong = talk.engine.finish(talk.timeouts.exit)
    if talk.engine.left_behind:
        yield Diagnosis("child_left", "a process that it has started lives on")
    if lines:
        yield Diagnosis("double_reply", "after the end of its input it sent another reply")
    if "did not exit" in wrong:
        yield Diagnosis("no_exit", wrong)
    elif wrong:
        yield Diagnosis("exit_code", wrong)
    else:
        yield "it ends with its input"


def _looks(engine: Engine) -> Iterator[Diagnosis]:
    """What was seen by the way."""
    if engine.crlf:
        yield Diagnosis("crlf", "its lines end with \\r\\n")
    if any(line.lower().startswith("content-length:") for line in engine.noise):
        yield Diagnosis("header_framing", f"it sends headers: {engine.noise[0]}")
    elif engine.noise_count:
        shown = " | ".join(line[:60] for line in engine.noise[:3])
        yield Diagnosis("stray_print", f"{engine.noise_count} lines on standard output are no replies: {shown}")
