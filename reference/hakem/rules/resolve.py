"""From a document to every setting it ends up with: parent, overlays in order, then its own edits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path as File
from typing import Any

from hakem.errors import Finding, HakemError
from hakem.rules import library
from hakem.rules.edits import Edit, edits
from hakem.rules.reader import Document, Path
from hakem.rules.ruleset import Origin
from hakem.rules.structure import check_structure
from hakem.rules.values import defaults
from hakem.suggest import did_you_mean
from hakem.vocabulary import vocabulary

#: A chain of parents longer than this is a mistake.
MAX_PARENTS = 16


@dataclass
class Draft:
    """Settings under construction. `settings` are those stated so far, without defaults; rows stand in `tables`.

    `touched` are the edits made by the last document itself and by its overlays, for the checks that ask what a
    document changes; `overlay_of` names the overlay an origin belongs to.
    """

    settings: dict[str, Any] = field(default_factory=dict)
    tables: dict[str, dict[str, dict[str, Any]]] = field(default_factory=dict)
    origin: dict[str, Origin] = field(default_factory=dict)
    overlays: tuple[str, ...] = ()
    touched: list[tuple[Edit, str]] = field(default_factory=list)

    def copy(self) -> Draft:
        """A draft that can be changed without changing this one; what this one touched is history."""
        tables = {table: {name: dict(row) for name, row in rows.items()} for table, rows in self.tables.items()}
        return Draft(dict(self.settings), tables, dict(self.origin), self.overlays)

    def full(self) -> dict[str, Any]:
        """All settings, defaults and tables included, as `RuleSet.settings` holds them."""
        tables = {table: self.tables.get(table, {}) for table in vocabulary().tables}
        return defaults() | self.settings | tables

    def get(self, path: str) -> Any:
        """The present value at a setting's or field's path; `None` if it is unset or has no such row."""
        table, name, column = _row_path(path)
        if table:
            return self.tables.get(table, {}).get(name, {}).get(column)
        return self.settings.get(path, defaults().get(path))

    def has_row(self, path: str) -> bool:
        table, name, _ = _row_path(path)
        return name in self.tables.get(table, {})

    def put(self, edit: Edit) -> None:
        """Carry out an edit that has been found possible."""
        table, name, column = _row_path(edit.path)
        if not table:
            self.settings[edit.path] = edit.value
            self.origin[edit.path] = edit.origin
            return
        rows = self.tables.setdefault(table, {})
        if edit.kind == "change":
            rows[name][column] = edit.value
            self.origin[edit.path] = edit.origin
            return
        for path in [path for path in self.origin if path.startswith(f"{table}.{name}.")]:
            del self.origin[path]
        rows.pop(name, None)
        if edit.kind != "remove":
            rows[name] = dict(edit.value)
            self.origin |= {f"{table}.{name}.{column}": place for column, place in edit.fields.items()}


def _row_path(path: str) -> tuple[str, str, str]:
    """(table, row, field) of a path, the field empty for a row; three times nothing for a plain setting."""
    table, _, rest = path.partition(".")
    if table not in vocabulary().tables:
        return "", "", ""
    name, _, column = rest.partition(".")
    return table, name, column


def resolve(
    document: Document,
    *,
    beside: File | None = None,
    broken: frozenset[Path] = frozenset(),
    overlays: Iterable[str] = (),
) -> tuple[Draft, list[Finding]]:
    """Resolve a document that fits the schema (but for `broken`), with further `overlays` put on at the end.

    `beside` is the folder in which parents and overlays that are not shipped are looked for.
    """
    work = _Resolver(beside)
    draft = work.document(document, broken, ())
    if named := [_overlay_id(name) for name in overlays]:
        draft = draft.copy()
        for name in named:
            if not library.find(name, beside):
                work.findings.append(_unknown("overlay", name, "", (0, 0), ""))
        work.put_on(draft, [(name, None) for name in named if library.find(name, beside)], frozenset(), beside)
    return draft, work.findings


@cache
def resolve_shipped(name: str) -> Draft:
    """The draft of a shipped family or rule set. Cached; copy before changing. Raises `HakemError`."""
    draft, findings = resolve(library.read_shipped(name))
    errors = [finding for finding in findings if finding.severity == "error"]
    if errors:
        raise HakemError(errors)
    return draft


def _overlay_id(name: str) -> str:
    return name if "/" in name or not library.is_shipped(f"overlay/{name}") else f"overlay/{name}"


def _unknown(what: str, name: str, file: str, mark: tuple[int, int], where: str) -> Finding:
    known = [*library.shipped(), *library.shipped("family")]
    if what == "overlay":
        known = [each if "/" in name else each.partition("/")[2] for each in library.shipped("overlay")]
    return Finding(f"unknown_{what}", f"there is no {what} `{name}`, shipped or beside this file", file, *mark, where,
                   hint=did_you_mean(name, known))  # fmt: skip


class _Resolver:
    def __init__(self, beside: File | None) -> None:
        self.beside = beside
        self.findings: list[Finding] = []

    def document(self, document: Document, broken: frozenset[Path], children: tuple[str, ...]) -> Draft:
        data = document.data
        draft: Draft | None = Draft()
        if "extends" in data:
            draft = self.parent(document, children) if ("extends",) not in broken else None
        if draft is None:  # without its parent nothing can be said about what the document changes
            return Draft()
        own = edits(document, broken)
        if "digest" in data:  # resolved already: `with` only says what is in it
            draft.overlays = tuple(data.get("with", ()))
        else:
            named = data.get("with", [])
            sound = [
                (place, name)
                for place, name in enumerate(named if isinstance(named, list) else [])
                if not {("with",), ("with", place)} & broken
            ]
            decided = frozenset(edit.path for edit in own)
            self.put_on(draft, self.known_overlays(document, sound), decided, self.beside)
        for edit in own:
            self.own_edit(draft, edit)
        return draft

    def parent(self, document: Document, children: tuple[str, ...]) -> Draft | None:
        name, _, major = document.data["extends"].partition("@")
        mark = document.mark(("extends",))
        chain = (*children, str(document.data.get("id", "")))
        if name in chain or len(chain) > MAX_PARENTS:
            self.findings.append(
                Finding("cyclic_parent", f"a document cannot be its own parent: {' → '.join((*chain, name))}",
                        document.file, *mark, "extends")
            )  # fmt: skip
            return None
        if library.is_shipped(name) and library.kind_of(name) != "overlay":
            self.major(document, library.read_shipped(name), major)
            return resolve_shipped(name).copy()
        file = library.find(name, self.beside)
        if file is None or (library.is_shipped(name) and library.kind_of(name) == "overlay"):
            self.findings.append(_unknown("parent", name, document.file, mark, "extends"))
            return None
        return self.own_parent(document, file, major, chain)

    def own_parent(self, document: Document, file: File, major: str, chain: tuple[str, ...]) -> Draft | None:
        """A parent beside the document: the user's own, so its faults are reported too."""
        found, findings = library.read_file(file)
        self.findings += findings
        if found is None:
            return None
        findings, broken = check_structure(found)
        self.findings += findings
        if () in broken:
            return None
        if found.data.get("kind") == "overlay":
            at = document.mark(("extends",))
            self.findings.append(
                Finding("not_a_parent", "an overlay is put on with `with:`", document.file, *at, "extends")
            )
            return None
        self.major(document, found, major)
        return self.document(found, broken, chain).copy()

    def major(self, document: Document, parent: Document, wanted: str) -> None:
        version = str(parent.data.get("version", ""))
        if version.partition(".")[0] != wanted:
            self.findings.append(
                Finding("wrong_major", f"`{parent.data.get('id')}` is at version {version}", document.file,
                        *document.mark(("extends",)), "extends",
                        hint=f"write `{parent.data.get('id')}@{version.partition('.')[0]}` and read its changelog")
            )  # fmt: skip

    def known_overlays(
        self, document: Document, named: list[tuple[int, str]]
    ) -> list[tuple[str, Origin | None]]:
        found: list[tuple[str, Origin | None]] = []
        for place, name in named:
            mark = document.mark(("with", place))
            where = f"with[{place}]"
            full = _overlay_id(name)
            if library.find(full, self.beside) is None:
                self.findings.append(_unknown("overlay", name, document.file, mark, where))
            else:
                found.append((full, Origin(str(document.data.get("id", "")), document.file, *mark)))
        return found

    def put_on(
        self,
        draft: Draft,
        named: list[tuple[str, Origin | None]],
        decided: frozenset[str],
        beside: File | None,
    ) -> None:
        """Put overlays on in order. What two of them disagree about must be `decided` by the document itself."""
        layers: list[tuple[str, list[Edit]]] = []
        for name, place in named:
            layers.append((name, self.overlay_edits(name, place, beside)))
        places = dict(named)
        disputed = self.disagreements(layers, places, decided)
        for name, layer in layers:
            draft.overlays = (*draft.overlays, name) if name not in draft.overlays else draft.overlays
            for edit in layer:
                self.overlay_edit(draft, edit, name, places[name], layers, disputed)

    def overlay_edits(self, name: str, place: Origin | None, beside: File | None) -> list[Edit]:
        if library.is_shipped(name):
            return _shipped_edits(name)
        file = library.find(name, beside)
        assert file is not None  # asked before
        document, findings = library.read_file(file)
        self.findings += findings
        if document is None:
            return []
        findings, broken = check_structure(document)
        self.findings += findings
        if not isinstance(document.data, dict) or document.data.get("kind") != "overlay":
            at = (place.file, place.line, place.column) if place else (document.file, 1, 1)
            self.findings.append(Finding("not_an_overlay", f"`{name}` is not of kind overlay", *at, "with"))
            return []
        return edits(document, broken)

    def disagreements(
        self, layers: list[tuple[str, list[Edit]]], places: Mapping[str, Origin | None], decided: frozenset[str]
    ) -> frozenset[str]:
        """The paths over which two overlays disagree; those that nobody decides are reported."""
        disputed: set[str] = set()
        effects = [(name, _effects(layer)) for name, layer in layers]
        for later, (second, theirs) in enumerate(effects):
            for first, ours in effects[:later]:
                for path in _clashes(ours, theirs):
                    disputed.add(path)
                    if path in decided or any(other.startswith(f"{path}.") for other in decided):
                        continue
                    at = places[second]
                    self.findings.append(
                        Finding("overlays_disagree", f"`{first}` and `{second}` disagree about `{path}`",
                                at.file if at else "", at.line if at else 0, at.column if at else 0, path,
                                hint=f"state `{path}` under `changes:`, or leave one of them out")
                    )  # fmt: skip
        return frozenset(disputed)

    def overlay_edit(
        self,
        draft: Draft,
        edit: Edit,
        name: str,
        place: Origin | None,
        layers: list[tuple[str, list[Edit]]],
        disputed: frozenset[str],
    ) -> None:
        at = place or edit.origin
        shared = sum(any(other.path == edit.path for other in layer) for _, layer in layers) > 1
        fault = _impossible(draft, edit)
        if fault and not shared and edit.path not in disputed:
            self.findings.append(
                Finding(fault[0], f"`{name}` does not fit here: {fault[1]}", at.file, at.line, at.column, edit.path,
                        hint=f"the overlay says so in {edit.origin}")
            )  # fmt: skip
        if fault:
            return
        if edit.kind == "change" and draft.get(edit.path) == edit.value and not shared:
            self.findings.append(
                Finding("changes_nothing", f"`{name}` changes nothing here: `{edit.path}` is so already",
                        at.file, at.line, at.column, edit.path, severity="warning")
            )  # fmt: skip
        draft.put(edit)
        draft.touched.append((edit, name))

    def own_edit(self, draft: Draft, edit: Edit) -> None:
        at = edit.origin
        decides = any(name and other.path == edit.path for other, name in draft.touched)
        if fault := _impossible(draft, edit):
            self.findings.append(Finding(fault[0], fault[1], at.file, at.line, at.column, edit.path, hint=fault[2]))
            return
        if edit.kind == "change" and draft.get(edit.path) == edit.value and not decides:
            before = draft.origin.get(edit.path)
            self.findings.append(
                Finding("changes_nothing", f"`{edit.path}` is so already", at.file, at.line, at.column, edit.path,
                        hint=f"it comes from {before}" if before else "it is the default")
            )  # fmt: skip
        draft.put(edit)
        if edit.kind != "state":
            draft.touched.append((edit, ""))


@cache
def _shipped_edits(name: str) -> list[Edit]:
    return edits(library.read_shipped(name))


def _impossible(draft: Draft, edit: Edit) -> tuple[str, str, str] | None:
    """Why an edit cannot be carried out: code, message, hint."""
    table, name, _ = _row_path(edit.path)
    if not table:
        return None
    row = f"{table}.{name}"
    rows = [f"{table}.{other}" for other in draft.tables.get(table, {})]
    there = draft.has_row(edit.path)
    if edit.kind == "add" and there:
        return "row_exists", f"the row `{row}` is there already", "change it under `changes:`, or remove it first"
    if edit.kind in ("change", "remove") and not there:
        hint = did_you_mean(row, rows) or (f"its rows are: {', '.join(rows)}" if rows else f"`{table}` has no rows yet")
        return "no_such_row", f"there is no row `{row}` to {edit.kind}", hint
    return None


def _effects(layer: list[Edit]) -> dict[str, Any]:
    """What an overlay leaves behind, path by path: `None` for a removed row."""
    return {edit.path: (None if edit.kind == "remove" else edit.value) for edit in layer}


def _clashes(ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> list[str]:
    """The paths about which two overlays disagree: other values, or a change in a row the other one removes."""
    clashes = [path for path in theirs if path in ours and ours[path] != theirs[path]]
    for one, other in ((ours, theirs), (theirs, ours)):
        rows = {path for path, value in one.items() if value is None}
        clashes += [path for path in other if path.rpartition(".")[0] in rows and path not in clashes]
    return clashes
