"""Colour, progress and safe text for terminals."""

from __future__ import annotations

import os
import sys
from typing import TextIO

_CODES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "blue": "34"}


def wants_colour(stream: TextIO) -> bool:
    """Colour only on a terminal, and not where `NO_COLOR` is set (https://no-color.org)."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def paint(text: str, style: str, stream: TextIO | None = None) -> str:
    """`text` in a style of the table above, or bare where the stream takes no colour."""
    target = sys.stdout if stream is None else stream
    return f"\x1b[{_CODES[style]}m{text}\x1b[0m" if wants_colour(target) else text


def neutral(text: str) -> str:
    """Foreign text without control characters, so that nothing an engine prints can steer the terminal."""
    return "".join(
        char
        if char in "\n\t" or char.isprintable()
        else f"\\x{ord(char):02x}"
        if ord(char) < 256
        else f"\\u{ord(char):04x}"
        for char in text
    )
