"""Faults of what a game is given: a deal, a text that is no action, an action that is not legal now."""

from __future__ import annotations

from hakem.errors import Finding, HakemError


class DealError(HakemError):
    """The deal or what stands before it cannot be played: wrong cards, wrong seats, wrong shape."""

    def __init__(self, message: str, expected: str = "", where: str = "deal") -> None:
        super().__init__(Finding("bad_deal", message, where=where, expected=expected))


class NotAnAction(HakemError):
    """A text that is no action of this rule set, in any position (protocol.md section 2)."""

    def __init__(self, action: object, position: str, expected: str) -> None:
        message = f"{action!r} is no action ({position})"
        super().__init__(Finding("no_action", message, expected=expected))


class IllegalAction(HakemError):
    """An action that is not in the legal map. The state is as it was.

    `reason` is a code of the table `reasons` in spec/vocabulary.yaml, `path` the setting that forbids it.
    """

    def __init__(self, action: str, reason: str, path: str, position: str) -> None:
        self.action = action
        self.reason = reason
        self.path = path
        message = f"{action} is refused: {reason} by {path} ({position})"
        super().__init__(Finding(reason, message, where=path))
