"""A rule set by one text: `twenty-nine+may-ask+play.concede=declarer`, with overlays, changed settings and (by `:=`)
added rows."""

from __future__ import annotations

from functools import lru_cache

from hakem.errors import HakemError
from hakem.rules import RuleSet, load
from hakem.rules.checker import check_document
from hakem.rules.reader import read


@lru_cache(maxsize=512)
def rule_set(text: str) -> RuleSet:
    """The rule set. Raises HakemError if there is none of the name or it is not sound."""
    name, *rest = text.split("+")
    overlays = tuple(each for each in rest if "=" not in each)
    adds = [each.replace(":=", ": ", 1) for each in rest if ":=" in each]
    changes = [each.replace("=", ": ", 1) for each in rest if "=" in each and ":=" not in each]
    if not changes and not adds:
        return load(name, overlays)
    lines = ["spec: 1", "kind: rule_set", "id: house", "version: 1.0.0", f"title: {name}, changed"]
    lines += [f"extends: {name}@1", f"with: [{', '.join(overlays)}]"]
    for section, entries in (("changes", changes), ("adds", adds)):
        lines += [f"{section}:", *(f"  {entry}" for entry in entries)] if entries else []
    document, findings = read("\n".join(lines).encode(), text)
    if document is None:
        raise HakemError(findings)
    rules, findings = check_document(document)
    errors = [finding for finding in findings if finding.severity == "error"]
    if rules is None or errors:
        raise HakemError(errors)
    return rules
