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
from hakem.rules.ruleset import RuleSet
from hakem.rules.structure import check_structure

__all__ = ["RuleSet", "check", "digest", "document", "from_document", "load", "shipped"]


def shipped() -> list[str]:
    """The ids of the rule sets that come with Hakem."""
    return list(library.shipped())


def load(name: str | Path, overlays: Iterable[str] = ()) -> RuleSet:
    """The rule set of an id (`twenty-nine`, `twenty-nine@1`) or of a YAML file, with overlays put on.

    Raises HakemError with every finding.
    """
    return _load(str(name), tuple(overlays))


def check(name: str | Path, overlays: Iterable[str] = ()) -> tuple[RuleSet | None, list[Finding]]:
    """The rule set, or None if it is not sound; and all findings, warnings included."""
    text, _, major = str(name).partition("@")
    if library.is_file(text):
        file, beside = Path(text), Path(text).parent
    elif library.is_shipped(text):
        file, beside = library.folder() / f"{text}.yaml", None
    else:
        known = [*library.shipped(), *library.shipped("overlay")]
        hint = library_hint(text, known)
        return None, [Finding("unknown_rules", f"no rule set is called `{text}`", hint=hint)]
    found, findings = library.read_file(file)
    if found is None:
        return None, findings
    shape, broken = check_structure(found)
    findings += shape
    if not isinstance(found.data, dict):
        return None, findings
    kind = found.data.get("kind")
    draft, more = resolve(found, beside=beside, broken=broken, overlays=overlays)
    findings += more
    version = str(found.data.get("version", ""))
    if major and major.partition(".")[0] != version.partition(".")[0]:
        findings.append(Finding("wrong_major", f"`{name}` is not there; `{text}` is at version {version}", str(file)))
    if kind != "rule_set" or any(finding.severity == "error" for finding in findings):
        if kind in ("family", "overlay") and not findings:
            findings.append(Finding("not_playable", f"a document of kind {kind} is not played by itself",
                                    library.display(file), *found.mark(("kind",)), "kind"))  # fmt: skip
        return None, findings
    return build(found.data, draft), findings


def from_document(resolved: Mapping[str, Any]) -> RuleSet:
    """The rule set of a resolved document (`document`). Raises HakemError, also if its digest is another one."""
    found = Document("document", dict(resolved))
    findings, broken = check_structure(found)
    draft, more = resolve(found, broken=broken)
    wrong = [finding for finding in [*findings, *more] if finding.severity == "error"]
    if wrong:
        raise HakemError(wrong)
    rules = build(found.data, draft)
    if rules.digest != resolved.get("digest", rules.digest):
        raise HakemError(Finding("wrong_digest", f"the digest of this document is {rules.digest}", "document"))
    return rules


def library_hint(text: str, known: list[str]) -> str:
    """What the user may have meant."""
    from hakem.suggest import did_you_mean

    return did_you_mean(text, known) or "`hakem rules list` names them; a file ends in .yaml"


@lru_cache(maxsize=2048)
def _load(name: str, overlays: tuple[str, ...]) -> RuleSet:
    rules, findings = check(name, overlays)
    if rules is None:
        raise HakemError([finding for finding in findings if finding.severity == "error"] or findings)
    return rules
