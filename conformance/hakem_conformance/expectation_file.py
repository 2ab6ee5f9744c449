"""The list of expectations as a file: read with a place for every fault, written from a run, pruned."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from hakem.errors import Finding, HakemError
from hakem.suggest import did_you_mean
from hakem_conformance.expectations import STATUSES, Entry, Expectations

Line = dict[str, Any]
_LISTS = ("expected", "quarantined")
_FIELDS = ("vectors", "clauses", "status", "code", "reason", "issue", "since", "until")


def load(path: Path) -> Expectations:
    """The list in a file. Raises HakemError with everything that is wrong in it."""
    try:
        node = yaml.compose(path.read_text(encoding="utf-8"), Loader=yaml.SafeLoader)
    except OSError as error:
        text = f"the list cannot be read: {error.strerror}"
        raise HakemError(Finding("expectations_unreadable", text, str(path))) from None
    except (UnicodeDecodeError, yaml.YAMLError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        text = f"this is not YAML: {getattr(error, 'problem', None) or error}"
        line, column = (mark.line + 1, mark.column + 1) if mark else (0, 0)
        raise HakemError(Finding("expectations_not_yaml", text, str(path), line, column)) from None
    findings: list[Finding] = []
    entries: list[Entry] = []
    for kind, found in _sections(node, str(path), findings):
        entry = _entry(kind, found, str(path), findings)
        if entry:
            entries.append(entry)
    if findings:
        raise HakemError(findings)
    return Expectations(entries, str(path))


def _sections(node: yaml.Node | None, file: str, findings: list[Finding]) -> Iterator[tuple[str, yaml.Node]]:
    """Each entry and the list that it stands in."""
    if node is None:
        hint = "a list without entries is `expected: []`"
        findings.append(Finding("expectations_empty", "there is nothing in the file", file, hint=hint))
        return
    for key, value in _pairs(node, file, findings, "the file"):
        if key.value not in _LISTS:
            hint = did_you_mean(key.value, _LISTS) or f"there are {' and '.join(_LISTS)}"
            findings.append(_finding("expectations_unknown_key", f"there is no list `{key.value}`", file, key, hint))
        elif value.tag == "tag:yaml.org,2002:null":
            continue
        elif not isinstance(value, yaml.SequenceNode):
            findings.append(_finding("expectations_shape", f"`{key.value}` is a list of entries", file, value))
        else:
            yield from ((key.value, each) for each in value.value)


def _entry(kind: str, node: yaml.Node, file: str, findings: list[Finding]) -> Entry | None:
    told = len(findings)
    entry = Entry(kind, node.start_mark.line + 1)
    for key, value in _pairs(node, file, findings, "an entry"):
        name, text = key.value, value.value
        if name not in _FIELDS or (kind == "quarantined" and name in ("status", "code", "clauses")):
            hint = did_you_mean(name, _FIELDS)
            text = f"an entry of `{kind}` has no `{name}`"
            findings.append(_finding("expectations_unknown_key", text, file, key, hint))
        elif not isinstance(value, yaml.ScalarNode) or not text.strip():
            findings.append(_finding("expectations_shape", f"`{name}` is a text", file, value))
        elif name in ("since", "until") and not _is_date(text):
            findings.append(_finding("expectations_date", f"{text!r:.40} is no date", file, value, "as 2026-11-30"))
        elif name == "status" and text not in STATUSES:
            hint = did_you_mean(text, STATUSES) or ", ".join(STATUSES)
            text = f"nothing is expected to be {text!r:.40}"
            findings.append(_finding("expectations_status", text, file, value, hint))
        else:
            setattr(entry, name, text)
    if len(findings) > told:
        return None
    wanted = ["reason", "status" if kind == "expected" else "until"]
    if missing := [name for name in wanted if not getattr(entry, name)]:
        text = f"the entry lacks {' and '.join(f'`{name}`' for name in missing)}"
        findings.append(_finding("expectations_incomplete", text, file, node))
    elif bool(entry.vectors) == bool(entry.clauses):
        findings.append(_finding("expectations_incomplete", "an entry has either `vectors` or `clauses`", file, node))
    elif (entry.code or entry.clauses) and entry.status != "fail":
        findings.append(_finding("expectations_incomplete", "a clause goes with the status fail only", file, node))
    return entry if len(findings) == told else None


def _pairs(node: yaml.Node, file: str, findings: list[Finding], what: str) -> list[tuple[yaml.Node, yaml.Node]]:
    if not isinstance(node, yaml.MappingNode):
        findings.append(_finding("expectations_shape", f"{what} has names and values", file, node))
        return []
    seen: set[str] = set()
    pairs: list[tuple[yaml.Node, yaml.Node]] = []
    for key, value in node.value:
        if not isinstance(key, yaml.ScalarNode):
            findings.append(_finding("expectations_shape", "a name is a text", file, key))
        elif key.value in seen:
            findings.append(_finding("expectations_twice", f"`{key.value}` stands twice", file, key))
        else:
            seen.add(key.value)
            pairs.append((key, value))
    return pairs


def _finding(code: str, message: str, file: str, node: yaml.Node, hint: str = "") -> Finding:
    mark = node.start_mark
    return Finding(code, message, file, mark.line + 1, mark.column + 1, hint=hint)


def _is_date(text: str) -> bool:
    try:
        datetime.date.fromisoformat(text)
    except ValueError:
        return False
    return True


# -- writing ----------------------------------------------------------------------------------------------


def baseline(lines: Sequence[Line], today: str, reason: str) -> str:
    """A list that expects what went wrong in a run, one entry a vector; what an earlier list expected, too."""
    entries = []
    for line in lines:
        status = line.get("was", line.get("status"))
        if line["type"] == "result" and status in STATUSES:
            code = line["failure"]["clause"] if "failure" in line else ""
            entries.append((line["vector"], status, code))
    text = "# What is expected to fail. Each entry is executed; one that passes, or fails otherwise, is red.\nexpected:"
    for vector, status, code in entries:
        text += f"\n  - vectors: {_scalar(vector)}\n    status: {status}\n"
        text += f"    code: {_scalar(code)}\n" if code else ""
        text += f"    reason: {_scalar(reason)}\n    since: {today}"
    return text + ("\n" if entries else " []\n")


def prune(text: str, expectations: Expectations, lines: Sequence[Line]) -> tuple[str, list[Entry]]:
    """The text of a list without the entries that no longer hold for any vector of a run, and those entries.

    All else, comments too, stays as it is. An entry of which no vector was asked stays. Raises HakemError for
    a list that is written in brackets.
    """
    results = [{**line, "status": line.get("was", line["status"])} for line in lines if line["type"] == "result"]
    results = [line for line in results if line["status"] not in ("not-claimed", "not-run")]
    gone = [entry for entry in expectations.entries if entry.kind == "expected" and _is_over(entry, results)]
    rows = text.split("\n")
    drop: set[int] = set()
    for entry in gone:
        drop.update(_rows(rows, entry.line - 1))
    return "\n".join(row for number, row in enumerate(rows) if number not in drop), gone


def _is_over(entry: Entry, results: Sequence[Mapping[str, Any]]) -> bool:
    covered = [dict(line) for line in results if entry.covers(dict(line))]
    if entry.vectors:
        return bool(covered) and not any(entry.holds(line) for line in covered)
    return not any(entry.holds(line) for line in covered)


def _rows(rows: Sequence[str], first: int) -> Iterator[int]:
    """The rows of the entry that begins in row `first`: up to a row that is indented no deeper than its dash."""
    while first and not rows[first].lstrip().startswith("-"):
        first -= 1
    if not rows[first].lstrip().startswith("-"):
        raise HakemError(Finding("expectations_flow", "only entries that begin with a dash can be taken out"))
    depth = rows[first].index("-")
    yield first
    for number in range(first + 1, len(rows)):
        row = rows[number]
        if not row.strip() or len(row) - len(row.lstrip()) <= depth:
            return
        yield number


def _scalar(text: str) -> str:
    """A text as YAML on one line."""
    return str(yaml.safe_dump(text, width=10**6, allow_unicode=True)).strip().removesuffix("...").strip()
