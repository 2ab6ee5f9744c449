"""The frozen rule set: what the checker hands on and the only thing the interpreter accepts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a leaf of a rule set was stated: document id, file, line and column from 1."""

    document: str
    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file or self.document}:{self.line}" if self.line else self.document


@dataclass(frozen=True)
class RuleSet:
    """A resolved and checked rule set.

    `settings` holds every setting of `spec/vocabulary.yaml` by its dotted path (`auction.bids.from`), defaults
    included. Tables stand under their own name (`score`, `cancel_deal`, `next_dealer`, `next_hakem`) as a
    mapping from row name to a mapping of the row's fields, defaults included; a table without rows is empty.
    Values are normalised: a policy is a bare word or a mapping with `kind`; `sequence` is a tuple of step names
    and `{"deal": {"cards", "to", "seen"}}` mappings; a rank list is a tuple of one-letter ranks, highest first;
    an amount is a tuple of terms, the number first; a hand pattern is a mapping of its keys; lists are tuples.
    A setting that is unset (possible only where it is dormant) is absent.

    `origin` says where each leaf was stated (`auction.bids.from`, `score.made.when`); defaults are absent.
    Two rule sets are equal if id, version, overlays and digest are.
    """

    id: str
    version: str
    title: str
    overlays: tuple[str, ...]
    digest: str
    settings: Mapping[str, Any] = field(repr=False, compare=False)
    origin: Mapping[str, Origin] = field(default_factory=dict, repr=False, compare=False)

    def __getitem__(self, path: str) -> Any:
        return self.settings[path]

    def get(self, path: str, default: Any = None) -> Any:
        return self.settings.get(path, default)

    @property
    def name(self) -> str:
        """`id@version`, as records and the protocol write it."""
        return f"{self.id}@{self.version}"

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> RuleSet:
        """The rule set of a resolved document (`hakem.rules.document`). Raises `HakemError` if it is faulty."""
        from hakem import rules  # the loader makes rule sets, so it cannot be imported above

        return rules.from_document(document)
