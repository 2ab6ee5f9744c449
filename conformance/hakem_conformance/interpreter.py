"""The reference interpreter as an engine in this process: it answers requests, and remembers what was asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hakem import wire
from hakem.errors import Finding, HakemError
from hakem_conformance.claims import Claims
from hakem_conformance.client import resolved
from hakem_conformance.examine import examine
from hakem_conformance.suite import Vector


class Interpreter:
    """Answers like a `Client`. `asked`: the method and params of every request so far."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, dict[str, Any]]] = []
        self._server = wire.Server()
        self._digests: dict[tuple[str, ...], str] = {}

    def call(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """The result of a request. Raises HakemError if the interpreter does not take it."""
        self.asked.append((method, params))
        reply = self._server.handle({"jsonrpc": "2.0", "id": len(self.asked), "method": method, "params": params})
        if "error" in reply:
            raise HakemError(Finding("not_playable", f"the interpreter does not take it: {reply['error']['message']}"))
        result: dict[str, Any] = reply["result"]
        return result

    def digest(self, name: str, overlays: Sequence[str]) -> str:
        """The digest of a rule set, defined when it is first asked for."""
        key = (name, *overlays)
        if key not in self._digests:
            document, self._digests[key] = resolved(name, overlays)
            self.call("define", {"document": document})
        return self._digests[key]


def requests(vector: Vector, define: bool) -> list[tuple[str, dict[str, Any]]]:
    """What is asked about a vector of an engine that claims everything; with `define`, one that loads rule sets."""
    interpreter = Interpreter()
    hello = wire.Server().handle(
        {"jsonrpc": "2.0", "id": 1, "method": "hello", "params": {"protocol": [wire.VERSION], "harness": "hakem"}}
    )["result"]
    methods = [method for method in hello["methods"] if define or method != "define"]
    examine(interpreter, Claims.of({**hello, "methods": methods}), vector)
    return interpreter.asked
