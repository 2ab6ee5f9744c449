"""What went wrong, where, and what to do about it: one type for every fault a user can cause."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault in a user's input. Lines and columns count from 1; 0 means "not known".

    `code` is stable and never reused. `where` is an address inside the document: a dotted setting path
    (`auction.bids.from`) or a record address (`2:5.4`).
    """

    code: str
    message: str
    file: str = ""
    line: int = 0
    column: int = 0
    where: str = ""
    expected: str = ""
    hint: str = ""
    severity: Literal["error", "warning"] = "error"

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.file or "-", self.line, self.column) if part)
        text = f"{place}: {self.severity}[{self.code}]: {self.message}"
        if self.where:
            text += f" (at {self.where})"
        if self.expected:
            text += f"\n  expected: {self.expected}"
        if self.hint:
            text += f"\n  hint: {self.hint}"
        return text

    def to_json(self) -> dict[str, Any]:
        """The finding as a JSON object, without its empty fields."""
        return {key: value for key, value in asdict(self).items() if value not in ("", 0)}


class HakemError(Exception):
    """Input that cannot be used. Carries every finding, not only the first."""

    def __init__(self, findings: Finding | Iterable[Finding]) -> None:
        self.findings: tuple[Finding, ...] = (
            (findings,) if isinstance(findings, Finding) else tuple(findings)
        )
        super().__init__("\n".join(str(finding) for finding in self.findings))
