"""Decision tables: in every case exactly one row holds. Trigger rows: can they hold at all?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from hakem.rules.domain import Case, cases, trump_kinds
from hakem.rules.fault import Fault
from hakem.rules.outline import Outline

DECISIONS = ("score", "next_dealer", "next_hakem")

Rows = Mapping[str, Mapping[str, Any]]


def holds(when: Mapping[str, Any], case: Case) -> bool:
    """Whether every fact of `when` has the value, or lies in the range, that is asked for."""
    return all(_fits(wanted, case[fact]) for fact, wanted in when.items())


def check_decisions(outline: Outline) -> Iterator[Fault]:
    """Cases without a row and cases with two, each told once with an example."""
    for table in DECISIONS:
        rows: Rows = outline.get(table)
        if rows or table == "score":
            yield from _check(table, rows, list(_cases(outline, table, rows)))


def live_rows(outline: Outline) -> dict[str, frozenset[str]]:
    """The rows of every table that hold in some case."""
    found = {}
    for table in DECISIONS:
        rows: Rows = outline.get(table)
        every = list(_cases(outline, table, rows)) if rows else []
        found[table] = frozenset(
            name for name, row in rows.items() if any(holds(row["when"], case) for case in every)
        )
    found["cancel_deal"] = frozenset(
        name for name, row in outline.get("cancel_deal").items() if not never_holds(outline, row)
    )
    return found


def never_holds(outline: Outline, row: Mapping[str, Any]) -> str:
    """Why a row of `cancel_deal` cannot hold, or nothing."""
    wanted = row["when"].get("trump_from")
    if wanted is not None and not any(_fits(wanted, kind) for kind in trump_kinds(outline)):
        return "its kind of trump cannot be chosen"
    hand, judged = row["hand"], _judged(outline, row)
    if hand.get("max", judged) < hand["min"]:
        return "it asks for more cards than it allows"
    ranks = set(hand.get("ranks", outline.get("pack.order"))) & set(outline.get("pack.order"))
    suits = 4 if hand["suit"] == "any" else 1
    if hand["min"] > min(judged, suits * len(ranks)):
        return "so many cards cannot be there"
    return ""


def _judged(outline: Outline, row: Mapping[str, Any]) -> int:
    """The most cards a row of `cancel_deal` can look at."""
    dealt = outline.dealt_by(1) if row["at"] == "first_packet" else outline.dealt
    many = row["whose"] in ("declarers", "defenders")
    return sum(dealt) if many else max(dealt, default=0)


def _cases(outline: Outline, table: str, rows: Rows) -> Iterator[Case]:
    return cases(outline, table, {fact for row in rows.values() for fact in row["when"]})


def _check(table: str, rows: Rows, every: list[Case]) -> Iterator[Fault]:
    gaps: list[Case] = []
    doubles: dict[tuple[str, str], Case] = {}
    for case in every:
        holding = [name for name, row in rows.items() if holds(row["when"], case)]
        if not holding:
            gaps.append(case)
        for pair in combinations(holding, 2):
            doubles.setdefault(pair, case)
    paths = tuple(f"{table}.{name}.when" for name in rows) or (table,)
    if gaps:
        others = f", and {len(gaps) - 1} more" if len(gaps) > 1 else ""
        yield Fault("table_gap", f"no row of `{table}` holds for {_shown(gaps[0])}{others}", paths,
                    hint="add a row for it, or widen one")  # fmt: skip
    for (first, second), case in doubles.items():
        yield Fault("table_overlap", f"`{table}.{first}` and `{table}.{second}` both hold for {_shown(case)}",
                    (f"{table}.{second}.when", f"{table}.{first}.when"), hint="narrow one of them")  # fmt: skip


def _shown(case: Case) -> str:
    words = (f"{fact}: {str(value).lower() if isinstance(value, bool) else value}" for fact, value in case.items())
    return f"{{{', '.join(words)}}}" if case else "every case"


def _fits(wanted: Any, value: Any) -> bool:
    if isinstance(wanted, Mapping):
        return bool(wanted.get("min", value) <= value <= wanted.get("max", value))
    return value in wanted if isinstance(wanted, tuple) else bool(value == wanted)
