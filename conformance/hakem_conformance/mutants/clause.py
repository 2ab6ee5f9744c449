"""The clause that a change breaks: that of the setting at its value in the original, or of what has changed in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hakem.rules.ruleset import RuleSet
from hakem.rules.values import plain
from hakem.vocabulary import Setting, vocabulary
from hakem_conformance.clauses import texts
from hakem_conformance.mutants.change import OVERLAY, Change
from hakem_conformance.suite import DEFAULT_CLAUSE


def clause_of_change(change: Change, rules: RuleSet) -> str:
    """The most special clause there is for what has changed."""
    leaf = change.path
    if leaf == OVERLAY:  # left out: the first thing that it states
        leaf = next((name for name, origin in rules.origin.items() if origin.document == change.before), leaf)
    setting = vocabulary().setting(leaf)
    if setting is None:
        table = leaf.partition(".")[0]
        return f"{table}.when" if f"{table}.when" in texts() else DEFAULT_CLAUSE
    base = f"{setting.table}.{leaf.rpartition('.')[2]}" if setting.table else leaf
    before, after = _at(rules.settings, leaf, setting), _at(change.settings, leaf, setting)
    return next((clause for clause in _candidates(setting, base, before, after) if clause in texts()), DEFAULT_CLAUSE)


def _at(settings: Mapping[str, Any], leaf: str, setting: Setting) -> Any:
    if not setting.table:
        return settings.get(leaf)
    _, row, field = leaf.split(".")
    return settings[setting.table].get(row, {}).get(field)


def _candidates(setting: Setting, base: str, before: Any, after: Any) -> Iterator[str]:
    """Ids that may be clauses, the most special first."""
    if setting.type == "steps":
        yield from _of_steps(before, after)
    elif setting.type == "classes":
        yield from (f"class.{name}" for name in before if name not in (after or ()))
    elif setting.type == "words":
        yield from (f"{base}.{name}" for name in before if name not in (after or ()))
    elif isinstance(before, Mapping) and isinstance(after, Mapping) and setting.type in ("hand", "policy"):
        prefix = "hand" if setting.type == "hand" else base
        for key, value in {**after, **before}.items():
            if before.get(key) != after.get(key):
                yield from (f"{prefix}.{key}.{value}", f"{prefix}.{key}") if key in before else ()
    word = before["kind"] if isinstance(before, Mapping) and "kind" in before else plain(before)
    if isinstance(word, str):
        yield f"{base}.{word}"
    yield base


def _of_steps(before: Any, after: Any) -> Iterator[str]:
    """What the first packet that has changed was like, if only packets have."""
    kinds = [[step if isinstance(step, str) else "deal" for step in steps] for steps in (before, after or ())]
    if kinds[0] != kinds[1]:
        return
    for one, other in zip(before, after, strict=True):
        for key, value in () if isinstance(one, str) else one["deal"].items():
            if value != other["deal"][key]:
                yield from (f"sequence.deal.{key}.{value}", f"sequence.deal.{key}")
