"""The frozen rule set: what the checker hands on and the only thing the interpreter accepts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class RuleSet:
    """A resolved and checked rule set.

    `settings` holds every setting of `spec/vocabulary.yaml` by its dotted path (`auction.bids.from`), defaults
    included. Tables stand under their own name (`score`, `cancel_deal`, `next_dealer`, `next_hakem`) as a
    mapping from row name to a mapping of the row's fields. Values are normalised: a policy is a bare word or a
    mapping with `kind`; `sequence` is a tuple of step names and `{"deal": {"cards", "to", "seen"}}` mappings;
    a rank list is a tuple of one-letter ranks, highest first; an amount is a tuple of terms; lists are tuples.
    A setting that is unset (possible only where it is dormant) is absent.
    """

    id: str
    version: str
    title: str
    overlays: tuple[str, ...]
    digest: str
    settings: Mapping[str, Any] = field(repr=False)

    def __getitem__(self, path: str) -> Any:
        return self.settings[path]

    def get(self, path: str, default: Any = None) -> Any:
        return self.settings.get(path, default)

    @property
    def name(self) -> str:
        """`id@version`, as records and the protocol write it."""
        return f"{self.id}@{self.version}"
