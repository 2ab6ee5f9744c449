"""The whole check of a document: form, then parents and overlays, then meaning."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path as File
from typing import Any

from hakem.errors import Finding
from hakem.rules import library
from hakem.rules.build import build
from hakem.rules.edits import edits
from hakem.rules.explain import expected
from hakem.rules.fault import Fault
from hakem.rules.liveness import dormant, unset
from hakem.rules.meaning import check_meaning, check_pack
from hakem.rules.outline import Outline
from hakem.rules.planned import check_planned
from hakem.rules.reader import Document, Mark
from hakem.rules.resolve import Draft, resolve
from hakem.rules.ruleset import Origin, RuleSet
from hakem.rules.schema import schema_of
from hakem.rules.structure import check_structure
from hakem.rules.tables import live_rows
from hakem.vocabulary import vocabulary


def check_document(
    document: Document, *, beside: File | None = None, overlays: Iterable[str] = ()
) -> tuple[RuleSet | None, list[Finding]]:
    """The rule set of a document, if it is a sound one of kind `rule_set`; and every finding, warnings too.

    Meaning is judged only where form and parents are in order, so that one slip is not told twice.
    """
    findings, broken = check_structure(document)
    if () in broken:
        return None, findings
    findings += check_planned(document, broken) + _identity(document)
    kind = document.data.get("kind")
    if kind == "overlay":
        return None, findings + _overlay(document, broken)
    draft, more = resolve(document, beside=beside, broken=broken, overlays=overlays)
    findings += more
    if has_errors(findings):
        return None, findings
    found = check_draft(draft, document, family=kind == "family")
    findings += found
    if kind == "family" or has_errors(found):
        return None, findings
    rules = build(document.data, draft)
    if document.data.get("digest", rules.digest) != rules.digest:
        findings.append(
            Finding("wrong_digest", "this is not the digest of these settings", document.file,
                    *document.mark(("digest",)), "digest", expected=rules.digest)
        )  # fmt: skip
        return None, findings
    return rules, findings


def check_draft(draft: Draft, document: Document, *, family: bool = False) -> list[Finding]:
    """The findings about the meaning of a resolved draft."""
    outline = Outline(draft.full())
    place = _Places(draft, document)
    if family:
        return [place.finding(fault) for fault in check_pack(outline)]
    faults = list(check_meaning(outline))
    asleep = dormant(outline.settings, live_rows(outline))
    faults += _unset(outline, asleep)
    found = [place.finding(fault) for fault in faults]
    found += place.changed_in_vain(asleep)
    return sorted(found, key=lambda finding: (finding.file, finding.line, finding.column))


def has_errors(findings: Iterable[Finding]) -> bool:
    return any(finding.severity == "error" for finding in findings)


def asleep(rules: RuleSet) -> dict[str, str]:
    """The settings and rows of a rule set that cannot act, each with the reason."""
    return dormant(rules.settings, live_rows(Outline(rules.settings)))


def _unset(outline: Outline, asleep: dict[str, str]) -> Iterator[Fault]:
    for path in unset(outline.settings, asleep):
        yield Fault("unset", f"`{path}` must be stated: sources differ and there is no default", (path,),
                    expected=expected(schema_of(vocabulary().settings[path])))  # fmt: skip


def _identity(document: Document) -> list[Finding]:
    """Does the id belong to this file?"""
    data = document.data
    name, where = str(data.get("id", "")), "id"
    at = (document.file, *document.mark(("id",)))
    prefix = "spec/rulesets/"
    if document.file.startswith(prefix):
        wanted = document.file.removeprefix(prefix).rpartition(".")[0]
        if name != wanted:
            return [Finding("wrong_id", f"this file holds `{name}`", *at, where, expected=f"`{wanted}`")]
        if data.get("kind") != library.kind_of(name):
            mark = document.mark(("kind",))
            return [Finding("wrong_id", f"`{name}` is of kind {library.kind_of(name)}", document.file, *mark, "kind")]
    elif library.is_shipped(name) and "digest" not in data:
        return [Finding("id_taken", f"`{name}` is the id of a shipped document", *at, where, hint="choose another id")]
    return []


def _overlay(document: Document, broken: frozenset[Any]) -> list[Finding]:
    """What can be said about an overlay by itself: it does not contradict itself."""
    removed: set[str] = set()
    found = []
    for edit in edits(document, broken):
        if edit.kind == "remove":
            removed.add(edit.path)
        elif edit.kind == "add":
            removed.discard(edit.path)
        elif edit.path.rpartition(".")[0] in removed:
            at = edit.origin
            message = f"this overlay removes the row of `{edit.path}`"
            found.append(Finding("no_such_row", message, at.file, at.line, at.column, edit.path))
    return found


class _Places:
    """Where a fault is shown: at a line of the document that is checked, as near to the cause as there is one."""

    def __init__(self, draft: Draft, document: Document) -> None:
        self.draft = draft
        self.document = document

    def finding(self, fault: Fault) -> Finding:
        file, line, column = self.of(fault.paths)
        hint = self.put_on(f"{file} {fault.message}", fault.hint or self.source(fault.paths[0], file))
        return Finding(fault.code, fault.message, file, line, column, fault.paths[0], fault.expected, hint)

    def put_on(self, told: str, hint: str) -> str:
        """The hint, with the overlays that may be to blame where nothing that is told names one of them."""
        names = [f"`{name}`" for name in dict.fromkeys(overlay for _, overlay in self.draft.touched if overlay)]
        if not names or any(name.strip("`") in f"{told} {hint}" for name in names):
            return hint
        return f"{hint}; " * bool(hint) + f"this is so with {', '.join(names)} put on"

    def of(self, paths: Iterable[str]) -> tuple[str, int, int]:
        for path in paths:
            origin = self.draft.origin.get(path)
            if origin is not None and origin.file == self.document.file:
                return origin.file, origin.line, origin.column
        for path in paths:
            for edit, overlay in self.draft.touched:
                if overlay and (edit.path == path or path.startswith(f"{edit.path}.")):
                    return self.overlay(overlay) or (edit.origin.file, edit.origin.line, edit.origin.column)
        return self.document.file, *self.top()

    def overlay(self, name: str) -> tuple[str, int, int] | None:
        """The entry of `with` that names an overlay."""
        for place, written in enumerate(self.document.data.get("with", ())):
            if written in (name, name.removeprefix("overlay/")):
                return self.document.file, *self.document.mark(("with", place))
        return None

    def top(self) -> Mark:
        key = next((key for key in ("changes", "extends") if key in self.document.data), "id")
        return self.document.mark((key,), key=True)

    def source(self, path: str, file: str) -> str:
        origin = self.draft.origin.get(path)
        return f"`{path}` comes from {origin}" if origin is not None and origin.file != file else ""

    def changed_in_vain(self, asleep: dict[str, str]) -> Iterator[Finding]:
        """Edits of settings that cannot act: an error in the document itself, a warning for an overlay."""
        for edit, overlay in self.draft.touched:
            row = edit.path.rpartition(".")[0]
            reason = asleep.get(edit.path) or (asleep.get(row) if edit.kind == "change" else "")
            if edit.kind == "remove" or not reason or not self.stands(edit.path, edit.origin):
                continue
            at = self.overlay(overlay) if overlay else None
            file, line, column = at or (edit.origin.file, edit.origin.line, edit.origin.column)
            says = f"`{overlay}` changes `{edit.path}`, which has" if overlay else f"`{edit.path}` has"
            yield Finding("no_effect", f"{says} no effect here: {reason}", file, line, column, edit.path,
                          severity="warning" if overlay else "error")  # fmt: skip

    def stands(self, path: str, origin: Origin) -> bool:
        """Whether an edit was not overruled by a later one."""
        return self.draft.origin.get(path, origin) == origin
