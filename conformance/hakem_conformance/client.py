"""Requests and replies: one question to one engine process, lock-step, checked in both directions."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from hakem.errors import Finding, HakemError
from hakem.version import __version__
from hakem_conformance import messages
from hakem_conformance.claims import Claims
from hakem_conformance.engine import MAX_LINE, Engine
from hakem_conformance.fault import Fault, Status

HARNESS = f"hakem {__version__}"

#: Error code -> status. Every request is valid, so an engine that calls one invalid breaks the protocol.
_ERRORS: dict[int, tuple[Status, str]] = {
    -32700: ("protocol", "it could not parse a valid message"),
    -32600: ("protocol", "it called a valid message no request"),
    -32601: ("unsupported", "it does not know a method that it claimed"),
    -32602: ("protocol", "it called valid params invalid"),
    -32603: ("crash", "it reported an internal error"),
    -32000: ("unsupported", "it claimed what it then called unsupported"),
}


@dataclass(frozen=True, slots=True)
class Timeouts:
    """Seconds an engine has for its start, a request, a count, and its exit after the end of its input."""

    start: float = 30.0
    request: float = 5.0
    perft: float = 60.0
    exit: float = 5.0

    def times(self, factor: float) -> Timeouts:
        return Timeouts(*(seconds * factor for seconds in (self.start, self.request, self.perft, self.exit)))


def resolved(name: str, overlays: Sequence[str]) -> tuple[dict[str, Any], str]:
    """The resolved document of a rule set, and its digest. Raises HakemError."""
    from hakem import rules  # only engines that load rule sets need it

    rule_set = rules.load(name, overlays)
    return rules.document(rule_set), rule_set.digest


class Client:
    """A conversation with one engine process. Raises HakemError if it cannot be started.

    `define`: gives the resolved document and digest of a rule set and overlays, for engines that load ours.
    """

    def __init__(
        self,
        command: Sequence[str],
        timeouts: Timeouts,
        define: Callable[[str, Sequence[str]], tuple[dict[str, Any], str]] = resolved,
    ) -> None:
        self.engine = Engine(command)
        self.timeouts = timeouts
        self.max_line = MAX_LINE  # of the engine, in bytes
        self.asked: Counter[str] = Counter()  # requests of the present vector, by method
        self.late_replies: list[str] = []  # second replies to requests of a vector that is done
        self._define = define
        self._digests: dict[tuple[str, ...], str] = {}
        self._last = 0  # the id of the last request
        self._first = 1  # the id of the first request of the present vector
        self._given_up = 0  # the id of a request whose reply no longer matters

    def greet(self) -> tuple[Claims, dict[str, Any]]:
        """`hello`. Returns the claims, and the reply as it was."""
        hello = self.call("hello", {"protocol": [messages.VERSION], "harness": HARNESS})
        if hello["protocol"] != messages.VERSION:
            raise Fault("protocol", f"it chose protocol {hello['protocol']!r}, which was not offered", stop=True)
        self.max_line = min(MAX_LINE, hello.get("limits", {}).get("maxLine", MAX_LINE))
        return Claims.of(hello), hello

    def begin(self) -> int:
        """A new vector begins. Returns the place in standard error where its log begins."""
        self._first = self._last + 1
        self.asked.clear()
        return self.engine.stderr_mark()

    def digest(self, rules: str, overlays: Sequence[str]) -> str:
        """The digest of a rule set that this process has been given by `define`."""
        key = (rules, *overlays)
        if key not in self._digests:
            document, digest = self._define(rules, overlays)
            answered = self.call("define", {"document": document})["digest"]
            if answered != digest:
                raise Fault("fail", f"`define` answered {answered}; the digest of the document is {digest}")
            self._digests[key] = digest
        return self._digests[key]

    def call(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """The checked result of one request. Raises `Fault` for every other outcome."""
        if wrong := messages.fault_of(f"{method}.params", params):
            raise HakemError(Finding("request_invalid", f"the vector makes no valid `{method}` request: {wrong}"))
        self._last += 1
        self.asked[method] += 1
        request = {"jsonrpc": "2.0", "id": self._last, "method": method, "params": params}
        line = json.dumps(request, separators=(",", ":")).encode() + b"\n"
        try:
            return self._answer(line, method)
        except Fault as fault:
            fault.method = method
            raise

    def _answer(self, line: bytes, method: str) -> dict[str, Any]:
        if len(line) > self.max_line:
            raise Fault("not-claimed", f"the request has {len(line)} bytes, the engine takes {self.max_line}")
        try:
            reply = self._reply(line, self._seconds(method), method)
        except Fault as fault:
            fault.message += f" (`{method}`)"
            raise
        if "error" in reply:
            _raise_error(reply["error"], method)
        result: dict[str, Any] = reply["result"]
        if wrong := messages.fault_of(f"{method}.result", result):
            raise Fault("protocol", f"the reply to `{method}` breaks the schema: {wrong}")
        return result

    def finish(self) -> str:
        """End the conversation in good order; returns what was wrong with the end, or nothing."""
        lines, wrong = self.engine.finish(self.timeouts.exit)
        for line in lines:
            number = self._decode(line)["id"]
            if number != self._given_up:
                self.late_replies.append(f"a second reply, to request {number}")
        self.engine.close()
        return wrong

    def _seconds(self, method: str) -> float:
        return {"hello": self.timeouts.start, "perft": self.timeouts.perft}.get(method, self.timeouts.request)

    def _reply(self, line: bytes, seconds: float, method: str) -> dict[str, Any]:
        """The reply to the last request; stray replies to earlier ones are sorted out."""
        deadline = time.monotonic() + seconds
        while True:
            reply = self._decode(self.engine.ask(line, seconds))
            number = reply["id"]
            if number == self._last or (number is None and "error" in reply):
                return reply
            if not isinstance(number, int) or not 0 < number < self._last:
                raise Fault(
                    "protocol",
                    f"a reply has the id {number!r:.40}, the request had {self._last}",
                    hint="send the id back unchanged",
                    stop=True,
                )
            if self._first <= number != self._given_up:
                self._given_up = self._last
                raise Fault("protocol", f"a second reply, to request {number}", hint="reply once to each request")
            if number != self._given_up:
                self.late_replies.append(f"a second reply, to request {number}")
            line, seconds = b"", max(0.0, deadline - time.monotonic())

    def _decode(self, line: bytes) -> dict[str, Any]:
        try:
            reply = _DECODER.decode(line.decode("utf-8"))
        except UnicodeDecodeError as error:
            raise Fault(
                "protocol", f"a reply is not UTF-8: byte 0x{line[error.start]:02x} at {error.start}", stop=True
            ) from None
        except RecursionError:
            raise Fault("protocol", "a reply is nested too deeply", stop=True) from None
        except ValueError as error:
            text = line[:120].decode(errors="replace")
            raise Fault("protocol", f"a reply is not JSON: {error}", hint=f"it begins: {text}", stop=True) from None
        if wrong := messages.fault_of("reply", reply):
            raise Fault("protocol", f"a line is no reply of JSON-RPC 2.0: {wrong}", stop=True)
        checked: dict[str, Any] = reply
        return checked


def _raise_error(error: dict[str, Any], method: str) -> NoReturn:
    status, meaning = _ERRORS.get(error["code"], ("protocol", "it used an error code that the protocol does not have"))
    what = error.get("data", {}).get("what", "")
    text = f"{meaning} (`{method}`: error {error['code']}, {error['message'][:300]}" + (
        f": {what[:100]})" if what else ")"
    )
    raise Fault(status, text)


def _no_such_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is no JSON")


_DECODER = json.JSONDecoder(parse_constant=_no_such_number)
