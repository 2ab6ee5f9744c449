"""The counts in `conformance/perft`: one line a position, read and written (conformance/perft/README.md)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hakem import data
from hakem.errors import Finding, HakemError
from hakem.rules import library

#: The fields of a line, in order.
FIELDS = ("id", "rules", "digest", "dealer", "pack", "actions", "depth", "count")

_BETWEEN = " | "


@dataclass(frozen=True, slots=True)
class Position:
    """A position and the number of different sequences of `depth` legal actions from it (protocol.md, `perft`).

    `overlays`: put on `rules`, in order. `digest`: of the resolved rule set. `pack`: all cards, first dealt card first.
    """

    id: str
    rules: str
    overlays: tuple[str, ...]
    digest: str
    dealer: str
    pack: tuple[str, ...]
    actions: tuple[str, ...]
    depth: int
    count: int

    @property
    def game(self) -> dict[str, Any]:
        """The `game` of a request, without a digest."""
        overlays = {"with": list(self.overlays)} if self.overlays else {}
        return {"rules": self.rules, **overlays, "dealer": self.dealer, "deal": {"pack": " ".join(self.pack)}}

    def line(self) -> str:
        """The position as a line of a file, without its end."""
        return _BETWEEN.join((
            self.id, "+".join((self.rules, *self.overlays)), self.digest, self.dealer, " ".join(self.pack),
            ", ".join(self.actions), str(self.depth), str(self.count),
        ))  # fmt: skip


def shipped() -> list[Path]:
    """The files that come with Hakem, sorted."""
    return sorted(data.path("conformance/perft").rglob("*.perft"))


def load(files: Iterable[Path] = ()) -> list[Position]:
    """All positions of these files, or of all that come with Hakem, in order. Raises HakemError with every finding.

    Rule sets in the folder `rules` beside a file are found by their ids from then on.
    """
    positions: list[Position] = []
    findings: list[Finding] = []
    places: dict[str, str] = {}
    for file in files or shipped():
        if files and (file.parent / "rules").is_dir():
            library.also(file.parent / "rules")
        for number, line in enumerate(_lines(file), 1):
            if not line.strip() or line.startswith("#"):
                continue
            try:
                position = _read(line, str(file), number)
            except HakemError as error:
                findings += error.findings
                continue
            if position.id in places:
                text = f"the id {position.id} stands in {places[position.id]} already"
                findings.append(Finding("perft_id_twice", text, str(file), number, 1))
            places.setdefault(position.id, f"{file}:{number}")
            positions.append(position)
    if findings:
        raise HakemError(findings)
    if not positions:
        raise HakemError(Finding("no_positions", "there are no positions in these files"))
    return positions


def text_of(positions: Sequence[Position], title: str) -> str:
    """A whole file: what it is, the names of the fields, the lines."""
    head = [f"# {title}", f"# {_BETWEEN.join(FIELDS)}"]
    return "\n".join([*head, *(position.line() for position in positions)]) + "\n"


def _lines(file: Path) -> Iterator[str]:
    try:
        yield from file.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise HakemError(Finding("perft_unreadable", f"the file cannot be read: {error}", file=str(file))) from None


def _read(line: str, file: str, number: int) -> Position:
    parts = line.split("|")
    if len(parts) != len(FIELDS):
        text = f"the line has {len(parts)} fields"
        raise HakemError(Finding("perft_fields", text, file, number, 1, expected=_BETWEEN.join(FIELDS)))
    columns = dict(zip(FIELDS, _columns(parts), strict=True))
    found = dict(zip(FIELDS, (part.strip() for part in parts), strict=True))
    findings = [
        Finding("perft_empty", f"the field `{name}` is empty", file, number, columns[name])
        for name in FIELDS
        if name != "actions" and not found[name]
    ] or [
        Finding("perft_number", f"`{name}` is {found[name]!r:.40}", file, number, columns[name], expected="a number")
        for name in ("depth", "count")
        if not (found[name].isascii() and found[name].isdigit() and len(found[name]) <= 15)
    ]
    if findings:
        raise HakemError(findings)
    rules, *overlays = found["rules"].split("+")
    actions = tuple(action.strip() for action in found["actions"].split(",")) if found["actions"] else ()
    return Position(
        found["id"], rules, tuple(overlays), found["digest"], found["dealer"], tuple(found["pack"].split()), actions,
        int(found["depth"]), int(found["count"]),
    )  # fmt: skip


def _columns(parts: Sequence[str]) -> Iterator[int]:
    """Where the text of each field begins, from 1."""
    start = 1
    for part in parts:
        yield start + len(part) - len(part.lstrip())
        start += len(part) + 1
