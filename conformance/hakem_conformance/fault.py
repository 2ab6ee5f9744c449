"""The statuses of a vector, and what an engine can do wrong before its answer can be judged."""

from __future__ import annotations

from typing import Literal, get_args

#: What became of a vector. `xfail`, `xpass` and `quarantined` need a list of expectations.
Status = Literal[
    "pass", "fail", "crash", "timeout", "protocol", "unsupported", "not-claimed",
    "xfail", "xpass", "flaky", "quarantined", "not-run",
]  # fmt: skip
STATUSES: tuple[Status, ...] = get_args(Status)

#: Statuses that make no run red.
HARMLESS: frozenset[Status] = frozenset({"pass", "not-claimed", "xfail", "quarantined"})


class Fault(Exception):
    """The engine did not give an answer that can be judged.

    `stop`: the conversation is out of step, so the process is of no more use. `method`: what was asked, if known.
    """

    method = ""

    def __init__(self, status: Status, message: str, *, hint: str = "", stop: bool = False) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.hint = hint
        self.stop = stop
