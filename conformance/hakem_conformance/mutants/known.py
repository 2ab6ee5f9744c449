"""Mutants that are the original under another name, each with the reason (`equivalent.yaml`)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from hakem.rules.outline import Outline
from hakem.rules.ruleset import RuleSet
from hakem.rules.values import plain
from hakem.vocabulary import vocabulary
from hakem_conformance.mutants.change import Change

FILE = Path(__file__).with_name("equivalent.yaml")


@dataclass(frozen=True)
class Entry:
    """Changes that make no difference. `path`: a glob; `before`, `to`: regular expressions for what stands there and
    what does after the change; `where`: settings, or facts about the rules as a whole, on which the reason rests."""

    path: str
    before: str
    to: str
    where: Mapping[str, Any]
    reason: str

    def covers(self, rules: RuleSet, change: Change) -> bool:
        """Whether the entry speaks of this change of the rule set."""
        if not (
            fnmatchcase(change.path, self.path)
            and re.fullmatch(self.before, change.before)
            and re.fullmatch(self.to, change.after)
        ):
            return False
        outline = Outline(rules.settings)
        return all(_stands(outline, name, wanted) for name, wanted in self.where.items())


def _stands(outline: Outline, name: str, wanted: Any) -> bool:
    """A setting by its path, or a fact, of `_FACTS` or of the outline. A list names alternatives."""
    table, _, rest = name.partition(".")
    if table in vocabulary().tables:
        row, _, field = rest.partition(".")
        found = plain(outline.get(table).get(row, {}).get(field))
    elif "." in name or name in outline.settings:
        found = plain(outline.get(name))
    else:
        found = _FACTS[name](outline) if name in _FACTS else getattr(outline, name)
    return found in wanted if isinstance(wanted, list) else bool(found == wanted)


def _voidable(outline: Outline) -> bool:
    """Whether a deal can be void at all."""
    nobody = outline.get("auction.opening") == "free" and outline.get("auction.nobody_bids") in _VOID
    unseen = outline.hidden and outline.get("reveal.never") == "void" and outline.marker != "always"
    return bool(outline.get("cancel_deal")) or ("auction" in outline.steps and nobody) or unseen


def _terms(outline: Outline) -> bool:
    """Whether a row asks whether the Hakem's term is over, or was won."""
    return any({"term_over", "term_won"} & set(row["when"]) for row in outline.get("next_hakem").values())


_VOID = ("void", "void_before_dealer")
_FACTS: Mapping[str, Callable[[Outline], Any]] = {"voidable": _voidable, "terms": _terms}


@cache
def entries(file: Path = FILE) -> tuple[Entry, ...]:
    """All entries, in order."""
    listed: list[dict[str, Any]] = yaml.safe_load(file.read_text(encoding="utf-8")) or []
    return tuple(
        Entry(
            each["path"], each.get("from", ".*"), each.get("to", ".*"), each.get("where", {}),
            " ".join(each["reason"].split()),
        )
        for each in listed
    )  # fmt: skip


def known(rules: RuleSet, change: Change) -> Entry | None:
    """The entry that says that a change of a rule set makes no difference."""
    return next((entry for entry in entries() if entry.covers(rules, change)), None)
