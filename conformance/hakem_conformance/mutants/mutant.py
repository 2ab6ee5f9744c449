"""What the rule checker says of a change: refused, dormant, or a rule set that must be told from the original."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from hakem.cards import pack
from hakem.rules.checker import asleep
from hakem.rules.document import digest
from hakem.rules.liveness import dormant, unset
from hakem.rules.meaning import check_meaning
from hakem.rules.outline import Outline
from hakem.rules.ruleset import RuleSet
from hakem.rules.tables import live_rows
from hakem.vocabulary import vocabulary
from hakem_conformance.mutants.change import Change, changes
from hakem_conformance.mutants.lists import no_hand
from hakem_conformance.mutants.same import no_case

Kind = Literal["refused", "dormant", "equivalent", "other pack", "live"]


@dataclass(frozen=True)
class Mutant:
    """A change and what becomes of it. `reason`: why it is not live. `rules`: the changed rule set if it can be played,
    whether it is live or found to be equivalent."""

    change: Change
    kind: Kind
    reason: str = ""
    rules: RuleSet | None = None


def mutants(rules: RuleSet, wanted: Callable[[str], bool] = lambda path: True) -> Iterator[Mutant]:
    """Every mutant of a rule set by a change at a path that is wanted. Two that make the same rule set are one."""
    sleeping = asleep(rules)
    seen = {rules.digest}
    for change in changes(rules):
        name = digest(change.settings) if wanted(change.path) else rules.digest
        if name not in seen:
            seen.add(name)
            yield _judged(rules, change, name, sleeping)


def _judged(rules: RuleSet, change: Change, name: str, sleeping: Mapping[str, str]) -> Mutant:
    outline = Outline(change.settings)
    if fault := next(iter(check_meaning(outline)), None):
        return Mutant(change, "refused", f"{fault.code}: {fault.message}")
    if missing := next(iter(unset(change.settings, dormant(change.settings, _rows(change.settings)))), ""):
        return Mutant(change, "refused", f"unset: `{missing}` must be stated")
    if reason := _dormant(change, outline, sleeping):
        return Mutant(change, "dormant", reason)
    if _pack(rules.settings) != _pack(change.settings):
        return Mutant(change, "other pack", "no deal of the original can be played")
    made = RuleSet(rules.id, rules.version, rules.title, rules.overlays, name, change.settings)
    if reason := _equivalent(rules, change):
        return Mutant(change, "equivalent", reason, made)
    return Mutant(change, "live", rules=made)


def _rows(settings: Mapping[str, Any]) -> dict[str, frozenset[str]]:
    """All rows, as if each held in some case: it is quick, and what must be stated does not hang on it."""
    return {table: frozenset(settings[table]) for table in vocabulary().tables}


def _dormant(change: Change, outline: Outline, before: Mapping[str, str]) -> str:
    """Why a setting, or the row it belongs to, acts neither before the change nor after it."""
    row = change.path.rpartition(".")[0]
    named = next((path for path in (change.path, row) if path in before), None)
    if named is None:
        return ""
    after = dormant(change.settings, live_rows(outline))
    return before[named] if named in after or change.after == "away" else ""


def _equivalent(rules: RuleSet, change: Change) -> str:
    """Why a change makes no difference, where going through all cases shows it."""
    settings = (rules.settings, change.settings)
    if no_case(*settings, change.path):
        return "in every case that can come about the same row gives the same"
    if no_hand(*settings, change.path):
        return "in every hand that can come about the list allows and refuses the same"
    if change.path == "sequence" and _acting(rules.settings) == _acting(change.settings):
        return "only steps that are passed over have moved"
    return ""


def _acting(settings: Mapping[str, Any]) -> list[Any]:
    """The steps that are not passed over."""
    outline = Outline(settings)
    return [step for step in settings["sequence"] if not isinstance(step, str) or outline.acts(step)]


def _pack(settings: Mapping[str, Any]) -> frozenset[str]:
    return frozenset(pack(settings["pack.order"], settings["pack.remove"]))
