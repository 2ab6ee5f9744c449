"""Where things stand: from an address or an offset in a piece that was read to a line and column of the file."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from hakem.errors import Finding
from hakem.record import places
from hakem.record.nodes import Board, Header
from hakem.record.repair import Repaired

_NAME = re.compile(r'\[Board[ \t]+"([^"\n]*)"')


@dataclass(frozen=True)
class Source:
    """The text of one header or board, and the node it was read into, None if it could not be.

    `line` is the line of the file on which the piece begins, 0 if the node came from a twin. If the piece was put
    right, `repaired` knows the text as it was, and `skipped` is how much of it stands before this node.
    """

    file: str
    line: int
    text: str
    node: Header | Board | None = None
    repaired: Repaired | None = None
    skipped: int = 0

    def spot(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset in the text; 0, 0 where the text is not the file's own."""
        if self.line == 0:
            return 0, 0
        if self.repaired is None:
            return self.original_spot(offset)
        return self.original_spot(self.repaired.original(offset + self.skipped))

    def original_spot(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset in the piece as it was."""
        row = bisect_right(self._starts, offset) - 1
        return self.line + row, offset - self._starts[row] + 1

    def tail(self, offset: int) -> str:
        """What stands from an offset on, word for word as it was before it was put right."""
        if self.repaired is None:
            return self.text[offset:]
        start, end = offset + self.skipped, len(self.text) + self.skipped
        return self.repaired.before[self.repaired.original(start) : self.repaired.original(end)]

    @cached_property
    def _starts(self) -> list[int]:
        """Where the lines of the piece begin, as it was."""
        text = self.text if self.repaired is None else self.repaired.before
        return [0, *(found.end() for found in re.finditer("\n", text))]

    @cached_property
    def _offsets(self) -> dict[str, int]:
        return {} if self.node is None else places.offsets(self.text, self.node)

    @cached_property
    def _places(self) -> list[tuple[int, str]]:
        return sorted((offset, address) for address, offset in self._offsets.items())

    def address(self, offset: int) -> str:
        """The address of what stands at an offset, or nearest before it."""
        at = bisect_right(self._places, (offset, "~")) - 1
        return self.full(self._places[at][1].rstrip(">" + places.AGAIN) if at >= 0 else "")

    def full(self, address: str) -> str:
        """The address with the name of the board before it."""
        if isinstance(self.node, Header):
            return address
        name = self.node.name if self.node is not None else self._name()
        return f"{name}:{address}" if name and address else name or address

    def _name(self) -> str:
        """The name of a board that could not be read."""
        found = _NAME.match(self.text)
        return found[1] if found else ""

    def finding(
        self,
        code: str,
        message: str,
        address: str,
        *,
        expected: str = "",
        hint: str = "",
        severity: Literal["error", "warning"] = "error",
    ) -> Finding:
        """A finding about what stands at an address (`5>` is the winner of trick 5)."""
        line, column = self.spot(self._offsets.get(address, 0))
        where = self.full(address.rstrip(">" + places.AGAIN))
        return Finding(code, message, self.file, line, column, where, expected, hint, severity)
