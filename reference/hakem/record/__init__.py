"""Game records in TTN: read, repair, salvage, check and write them; and their JSON twin.

`read` takes a stream one deal at a time, `parse` a text; `export` writes the canonical text. Playing records under
their rules is `hakem.replay`.
"""

from __future__ import annotations

from hakem.record.export import export, export_board, export_header
from hakem.record.load import LEVELS, Level, Reading, matches, parse, read
from hakem.record.twin import to_twin
from hakem.record.untwin import from_twin, read_twin, twin_lines

__all__ = [
    "LEVELS",
    "Level",
    "Reading",
    "export",
    "export_board",
    "export_header",
    "from_twin",
    "matches",
    "parse",
    "read",
    "read_twin",
    "to_twin",
    "twin_lines",
]
