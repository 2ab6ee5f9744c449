"""The sources of the vectors as their authors write them, read and checked (conformance/sources/README.md)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from hakem import data
from hakem.errors import Finding, HakemError
from hakem.suggest import did_you_mean
from hakem_conformance.clauses import texts

#: The keys of a source, of a position in `play`, of an entry of `refuse`, and of a deal of a match.
SOURCE = frozenset((
    "id", "title", "rules", "with", "dealer", "deal", "rest", "before", "from", "contract", "focus", "views", "play",
    "result", "result_clause", "match", "deals", "expect", "because", "why", "sources", "disputes",
))  # fmt: skip
POSITION = frozenset(("do", "legal", "refuse", "points", "tricks", "views", "events", "result", "clause", "because"))
REFUSAL = frozenset(("reason", "path", "clause"))
DEAL = frozenset(("deal", "rest", "play"))
NEEDED = ("id", "title", "rules", "dealer")

Json = dict[str, Any]


class _Loader(yaml.SafeLoader):
    """YAML in which a key stands once in a mapping; anchors are welcome, many vectors share their hands."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        seen: set[Any] = set()
        for key, _ in node.value:
            name = self.construct_object(key, deep=True)
            if name in seen:
                raise yaml.MarkedYAMLError(problem=f"the key {name!r} stands twice", problem_mark=key.start_mark)
            seen.add(name)
        return super().construct_mapping(node, deep)


def sources(files: Sequence[Path] = ()) -> Iterator[tuple[Path, Json]]:
    """Every source in these files, or in all files of `conformance/sources`. Raises HakemError with all findings."""
    files = files or sorted(data.path("conformance/sources").rglob("*.yaml"))
    if not files:
        raise HakemError(Finding("no_sources", "there are no sources here", hint="name a file, or use a checkout"))
    found = [(file, source) for file in files for source in _read(file)]
    findings = [finding for file, source in found for finding in _faults(source, str(file))]
    ids = [source["id"] for _, source in found if isinstance(source, dict) and "id" in source]
    twice = sorted({name for name in ids if ids.count(name) > 1})
    findings += [Finding("source_id_twice", f"two sources have the id {name}") for name in twice]
    if findings:
        raise HakemError(findings)
    return iter(found)


def _read(file: Path) -> list[Any]:
    try:
        content = yaml.load(file.read_text(encoding="utf-8"), Loader=_Loader) or []
    except (OSError, UnicodeDecodeError) as error:
        raise HakemError(Finding("source_unreadable", f"the source cannot be read: {error}", file=str(file))) from None
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line, column = (mark.line + 1, mark.column + 1) if mark else (0, 0)
        problem = getattr(error, "problem", None) or str(error)
        raise HakemError(Finding("yaml_syntax", f"this is not YAML: {problem}", str(file), line, column)) from None
    if not isinstance(content, list):
        raise HakemError(Finding("source_form", "a file of sources is a list", file=str(file)))
    return content


def _faults(source: Any, file: str) -> Iterator[Finding]:
    """Unknown keys and clauses: a slip of the pen must not become an assertion that is silently not made."""
    if not isinstance(source, dict):
        yield Finding("source_form", f"a source is a mapping, not {source!r:.60}", file)
        return
    name = str(source.get("id", "?"))
    for key in NEEDED:
        if key not in source:
            yield Finding("source_form", f"the source lacks `{key}`", file, where=name)
    parts: list[tuple[str, Any, frozenset[str]]] = [("", source, SOURCE)]
    for at, item in enumerate(source.get("play", ())):
        if not isinstance(item, str):
            parts.append((f"play[{at}]", item, POSITION))
            refusals = item.get("refuse", {}) if isinstance(item, dict) else {}
            parts += [
                (f"play[{at}].refuse.{do}", each, REFUSAL)
                for do, each in refusals.items()
                if each and not isinstance(each, str)
            ]
    parts += [(f"deals[{at}]", deal, DEAL) for at, deal in enumerate(source.get("deals", ()))]
    for where, part, known in parts:
        yield from _faults_of(part, known, file, f"{name} {where}".strip())


def _faults_of(part: Any, known: Iterable[str], file: str, where: str) -> Iterator[Finding]:
    if not isinstance(part, Mapping):
        yield Finding("source_form", f"a mapping is expected, not {part!r:.60}", file, where=where)
        return
    for key in part:
        if key not in known:
            yield Finding(
                "source_key", f"no key is called `{key}`", file, where=where, hint=did_you_mean(str(key), known)
            )
    clauses = [part.get("clause"), part.get("result_clause"), *part.get("because", {}).values()]
    for clause in clauses:
        if clause is not None and clause not in texts():
            yield Finding(
                "source_clause", f"there is no clause `{clause}`", file, where=where, hint=did_you_mean(clause, texts())
            )
