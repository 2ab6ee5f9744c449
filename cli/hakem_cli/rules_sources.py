"""`hakem rules sources`: what became of every statement of the sources, and how disputes are settled."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from typing import Any

from hakem.errors import Finding, HakemError
from hakem.suggest import did_you_mean
from hakem_cli.output import paint
from hakem_conformance import ledger
from hakem_conformance.suite import load

_COLOURS = {"tested": "green", "option": "blue", "informative": "dim", "rejected": "yellow",
            "ours": "green", "other": "blue", "variant": "blue"}  # fmt: skip


def sources(args: argparse.Namespace) -> int:
    """Print the rows asked for; with `--missing` only those that no vector shows, and 1 if there are any."""
    rows = [*ledger.statements(), *ledger.readings(), *ledger.variants()]
    questions = ledger.questions()
    chosen = _chosen(args.ids, rows, questions)
    rows = [row for row in rows if not args.ids or row.id in chosen]
    vectors = load() if args.ids or args.missing else []
    found = [row._replace(vectors=tuple(ledger.bearing(row, vectors)) if vectors else row.vectors) for row in rows]
    if args.missing:
        found = ledger.untested(found)
    if args.json:
        print(json.dumps([_json(row, questions) for row in found], indent=1, ensure_ascii=False))
    else:
        for line in _lines(found, questions):
            print(line)
        if args.missing:
            print(f"{len(found)} without a vector")
    return 1 if args.missing and found else 0


def _chosen(ids: list[str], rows: list[ledger.Row], questions: dict[str, ledger.Question]) -> set[str]:
    """The ids asked for, and where another entry answers one, that one."""
    known = {*(row.id for row in rows), *questions}
    for name in ids:
        if name not in known:
            hint = did_you_mean(name, sorted(known)) or "`hakem rules sources` prints all"
            raise HakemError(Finding("no_such_source", f"there is no statement, dispute or variant {name}", hint=hint))
    chosen = set(ids)
    while more := {questions[name].same for name in chosen if name in questions} - chosen - {""}:
        chosen |= more
    return chosen


def _json(row: ledger.Row, questions: dict[str, ledger.Question]) -> dict[str, Any]:
    asks = {"asks": questions[row.id].asks} if row.id in questions else {}
    return {
        "id": row.id,
        **asks,
        "fate": row.fate,
        "says": row.says,
        "because": row.because,
        "rules": list(row.rules or row.base),
        "clauses": list(row.clauses),
        "vectors": list(row.vectors),
    }


def _lines(rows: list[ledger.Row], questions: dict[str, ledger.Question]) -> Iterator[str]:
    asked = ""
    for row in rows:
        if row.id in questions and row.id != asked:
            asked = row.id
            yield f"{paint(row.id, 'bold')}  {questions[row.id].asks}"
        name = "    " if row.id in questions else paint(row.id, "bold")
        yield f"{name} {paint(row.fate, _COLOURS[row.fate])}  {row.says}" + (f" ({row.because})" if row.because else "")
        for what, listed in (("rules", row.rules), ("clauses", row.clauses), ("vectors", row.vectors)):
            if listed:
                yield f"       {paint(what, 'dim')} {', '.join(listed)}"
