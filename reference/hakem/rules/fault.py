"""A fault in the meaning of a rule set, before it is known where in which file it is to be shown."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong, and the paths of the settings that make it so, the one to blame first."""

    code: str
    message: str
    paths: tuple[str, ...]
    expected: str = ""
    hint: str = ""
