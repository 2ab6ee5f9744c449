"""The houses whose mutants are run: every shipped rule set, and every overlay on one on which it acts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from hakem import rules
from hakem.errors import Finding, HakemError
from hakem.suggest import did_you_mean
from hakem_conformance.mutants.lists import no_hand
from hakem_conformance.mutants.run import House

#: Rule sets on which an overlay is looked at first.
_HOMES = ("twenty-nine", "court-piece", "twenty-eight", "hokm")


@cache
def every() -> tuple[House, ...]:
    """The rule sets, then the overlays that fit somewhere as a whole, each on its home."""
    alone = tuple(House(name) for name in rules.shipped())
    return alone + tuple(house for name in rules.shipped("overlay") if (house := _at_home(name)))


def _at_home(overlay: str) -> House | None:
    """The overlay on the first rule set on which all of it acts."""
    for name in dict.fromkeys((*_HOMES, *rules.shipped())):
        found, findings = rules.check(name, [overlay])
        if found is not None and not findings and not _decides_the_same(rules.load(name), found):
            return House(name, (overlay,))
    return None


def _decides_the_same(one: rules.RuleSet, other: rules.RuleSet) -> bool:
    """Whether two rule sets differ in nothing but lists that decide the same in every hand."""
    differing = [path for path in one.settings if one[path] != other.get(path)]
    return all(no_hand(one.settings, {**one.settings, path: other[path]}, path) for path in differing)


def named(texts: Sequence[str], folder: Path | None = None) -> list[House]:
    """The houses of `twenty-nine`, `twenty-nine+may-ask`, or a file. Raises HakemError for what is not sound."""
    found, findings = [], []
    for text in texts:
        name, *overlays = text.split("+")
        full = tuple(each if "/" in each else f"overlay/{each}" for each in overlays)
        try:
            rules.load(name, full)
        except HakemError as error:
            findings += _hinted(text, error)
        found.append(House(name, full, folder))
    if findings:
        raise HakemError(findings)
    return found


def _hinted(text: str, error: HakemError) -> list[Finding]:
    near = did_you_mean(text, map(str, every())) if {each.code for each in error.findings} & _UNKNOWN else ""
    return [Finding("unknown_rules", f"no rule set is called `{text}`", hint=near)] if near else [*error.findings]


_UNKNOWN = {"unknown_rules", "unknown_overlay"}
