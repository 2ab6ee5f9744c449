"""Documents for these tests, written to a folder and checked."""

from __future__ import annotations

from pathlib import Path

from hakem import rules
from hakem.rules.ruleset import RuleSet


def write(folder: Path, name: str, body: str, *, extends: str = "twenty-nine@1", kind: str = "rule_set") -> Path:
    """A document with the usual head of six lines (five without a parent); `body` starts in the next line."""
    head = f"spec: 1\nkind: {kind}\nid: {name}\nversion: 1.0.0\ntitle: A test\n"
    file = folder / f"{name}.yaml"
    file.write_text(head + (f"extends: {extends}\n" if extends else "") + body, encoding="utf-8")
    return file


def load(folder: Path, body: str, **head: str) -> RuleSet:
    return rules.load(write(folder, "mine", body, **head))


def found(folder: Path, body: str, **head: str) -> list[tuple[str, str, int]]:
    """Severity, code and line of every finding."""
    findings = rules.check(write(folder, "mine", body, **head))[1]
    return [(each.severity, each.code, each.line) for each in findings]
