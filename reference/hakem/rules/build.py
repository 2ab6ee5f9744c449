"""From a resolved draft to the frozen rule set."""

from __future__ import annotations

from typing import Any

from hakem.rules.document import digest
from hakem.rules.resolve import Draft
from hakem.rules.ruleset import RuleSet


def build(header: dict[str, Any], draft: Draft) -> RuleSet:
    """The rule set of a draft that has passed every check. `header` is the document's own (id, version, title)."""
    settings = draft.full()
    return RuleSet(
        id=header["id"],
        version=header["version"],
        title=header["title"],
        overlays=draft.overlays,
        digest=digest(settings),
        settings=settings,
        origin=draft.origin,
    )
