"""Rule sets: load, check, resolve. The interpreter accepts only what comes from here, a `RuleSet`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from hakem.errors import Finding, HakemError
from hakem.rules import library
from hakem.rules.build import build
from hakem.rules.document import digest, document
from hakem.rules.reader import Document
from hakem.rules.resolve import resolve
from hakem.rules.ruleset import Origin, RuleSet
from hakem.suggest import did_you_mean

__all__ = ["Origin", "RuleSet", "check", "digest", "document", "from_document", "load", "shipped"]


def shipped(kind: str = "rule_set") -> list[str]:
    """The ids of the documents of a kind (`rule_set`, `overlay`, `family`) that come with Hakem, sorted."""
    return list(library.shipped(kind))


def load(name: str | Path, overlays: Iterable[str] = ()) -> RuleSet:
    """The rule set of an id (`twenty-nine`, `twenty-nine@1`) or of a YAML or JSON file, with overlays put on.

    Ids are those of the shipped rule sets, then of those in folders named by `library.also`.

    Raises HakemError with every error. Shipped rule sets are kept, and taken as checked unless overlays are put on.
    """
    text = str(name)
    if library.is_file(text):
        return _sound(*check(text, overlays))
    base, _, major = text.partition("@")
    if not library.is_shipped(base) and (file := library.own(base)):
        return _own(file, major, tuple(overlays), file.stat().st_mtime_ns)
    return _load(text, tuple(overlays))


def check(name: str | Path, overlays: Iterable[str] = ()) -> tuple[RuleSet | None, list[Finding]]:
    """The rule set of an id or file, or None if it is not a sound one; and all findings, warnings included.

    A family or overlay is checked as far as it can be by itself: no finding, and no rule set.
    """
    from hakem.rules.checker import check_document

    text, _, major = str(name).partition("@")
    if library.is_file(str(name)):
        found, findings = library.read_file(Path(name))
        beside: Path | None = Path(name).parent
    elif library.is_shipped(text):
        found, findings = library.read_file(library.folder() / f"{text}.yaml")
        beside = None
    else:
        return None, [_unknown(text)]
    if found is None:
        return None, findings
    rules, more = check_document(found, beside=beside, overlays=overlays)
    findings = [*findings, *more, *_major(found, major)]
    return (None if any(finding.severity == "error" for finding in findings) else rules), findings


def from_document(resolved: Mapping[str, Any]) -> RuleSet:
    """The rule set of a resolved document (`document`). Raises HakemError, also if its digest is not its own."""
    from hakem.rules.checker import check_document

    return _sound(*check_document(Document("", dict(resolved), values={(): (0, 0)})))


@lru_cache(maxsize=64)
def _own(file: Path, major: str, overlays: tuple[str, ...], changed: int) -> RuleSet:
    """A rule set beside the vectors that are about it, read again when the file has `changed`."""
    rules = _sound(*check(file, overlays))
    if major and major != rules.version.partition(".")[0]:
        raise HakemError(Finding("wrong_major", f"version {major} is not there, only {rules.version}", str(file)))
    return rules


@lru_cache(maxsize=1024)
def _load(name: str, overlays: tuple[str, ...]) -> RuleSet:
    text, _, major = name.partition("@")
    if not library.is_shipped(text):
        raise HakemError(_unknown(text))
    found = library.read_shipped(text)
    if overlays or library.kind_of(text) != "rule_set":
        return _sound(*check_known(found, overlays, major))
    draft, findings = resolve(found)
    return _sound(build(found.data, draft), [*findings, *_major(found, major)])


def check_known(found: Document, overlays: tuple[str, ...], major: str) -> tuple[RuleSet | None, list[Finding]]:
    """Check a shipped document with overlays: its form and its parents are known to be sound."""
    from hakem.rules.checker import check_draft

    if library.kind_of(found.data["id"]) != "rule_set":
        return None, [Finding("not_playable", f"a document of kind {found.data['kind']} is not played by itself",
                              found.file, *found.mark(("kind",)), "kind")]  # fmt: skip
    draft, findings = resolve(found, overlays=overlays)
    findings += _major(found, major)
    if not any(finding.severity == "error" for finding in findings):
        findings += check_draft(draft, found)
    return build(found.data, draft), findings


def _sound(rules: RuleSet | None, findings: list[Finding]) -> RuleSet:
    errors = [finding for finding in findings if finding.severity == "error"]
    if errors:
        raise HakemError(errors)
    if rules is None:
        raise HakemError(Finding("not_playable", "only documents of kind rule_set are played"))
    return rules


def _major(found: Document, wanted: str) -> list[Finding]:
    """Is the document at the major version that was asked for (nothing: any)?"""
    version = str(found.data.get("version", "")) if isinstance(found.data, Mapping) else ""
    if not wanted or wanted.partition(".")[0] == version.partition(".")[0]:
        return []
    return [Finding("wrong_major", f"version {wanted} is not there, only {version}", found.file,
                    *found.mark(("version",)), "version")]  # fmt: skip


def _unknown(name: str) -> Finding:
    known = [*library.shipped(), *library.shipped("overlay"), *library.shipped("family")]
    hint = did_you_mean(name, known) or "`hakem rules list` names them; a file ends in .yaml"
    return Finding("unknown_rules", f"no rule set is called `{name}`", hint=hint)
