"""`make bench`: every measure beside its peers, as a table; `--write` puts the table into docs/performance.md."""

from __future__ import annotations

import argparse
import datetime
import os
import platform
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

import harness
import interpreter
import memory
import records
import startup
from measure import Group, Measured, measure

PAGE = Path(__file__).resolve().parents[1] / "docs/performance.md"
BEGIN, END = "<!-- written by make bench-write: begin -->\n", "<!-- end -->\n"
GROUPS: dict[str, Callable[[], Group]] = {
    "interpreter": interpreter.group,
    "records": records.group,
    "harness": harness.group,
    "startup": startup.group,
    "memory": memory.group,
}
#: Groups whose figures hardly move are run less often.
ONCE = ("memory",)


def main() -> int:
    """Measure; 1 if a budget is missed."""
    args = _arguments()
    os.chdir(PAGE.parents[1])
    names = args.only or list(GROUPS)
    command = " ".join(["python", "bench/run.py", *sys.argv[1:]])
    lines = [f"{_today()}, `{command}`, best and median of {args.repeats} repeats.", f"{_machine()}."]
    print("\n".join(lines), flush=True)
    missed: list[str] = []
    for name in names:
        group = memory.group((1, 1024)) if name == "memory" and args.gigabyte else GROUPS[name]()
        found = measure(group, 1 if name in ONCE else args.repeats)
        table = [f"### {group.title}", "", *group.notes.split("\n"), "", *_table(found)]
        print("\n" + "\n".join(table), flush=True)
        lines += ["", *table]
        missed += [each.case.name for each in found if not each.met]
    if args.write:
        _write("\n".join(lines) + "\n")
    print("\n" + (f"budget missed: {', '.join(missed)}" if missed else "every budget is kept"))
    return int(bool(missed))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", action="append", choices=GROUPS, help="only this group; may be repeated")
    parser.add_argument("--repeats", type=int, default=5, metavar="N", help="how often each case is run (5)")
    parser.add_argument("--write", action="store_true", help=f"put the tables into {PAGE.name}; needs all groups")
    parser.add_argument("--gigabyte", action="store_true", help="memory: feed 1 GB of records")
    args = parser.parse_args()
    if args.repeats < 1 or (args.write and args.only):
        parser.error("--repeats is at least 1, and --write goes with all groups")
    return args


def _today() -> str:
    return f"{datetime.datetime.now(datetime.UTC):%Y-%m-%d}"


def _machine() -> str:
    """The class of the machine and the versions of what is compared."""
    model = platform.machine()
    cpus = Path("/proc/cpuinfo")
    if cpus.exists():
        named = (line.partition(":") for line in cpus.read_text().splitlines() if line.startswith("model name"))
        model = next((name.strip() for _, _, name in named), model)
    peers = ", ".join(f"{name} {version(name)}" for name in ("open_spiel", "chess", "endplay"))
    return f"{model}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}, {peers}"


def _table(found: list[Measured]) -> list[str]:
    """The figures as a table of Markdown."""
    rows: list[tuple[str, ...]] = [("what", "best", "median", "unit", "budget", "of the peers")]
    for each in found:
        case = each.case
        budget = "" if case.budget is None else f"{'≤' if case.small else '≥'} {_number(case.budget)}"
        if not each.met:
            budget += " missed"
        ratios = ", ".join(f"{ratio:.2f} × {peer}" for peer, ratio in each.ratios.items())
        name = f"{case.name} (peer)" if case.peer else case.name
        rows.append((name, _number(each.best), _number(each.median), case.unit, budget, ratios))
    rows.insert(1, ("---",) * len(rows[0]))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [f"| {' | '.join(map(str.ljust, row, widths))} |" for row in rows]


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _write(text: str) -> None:
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(before + BEGIN + "\n" + text + "\n" + END + after, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
