"""The wrong engines (conformance/zoo): the clauses under which each one fails, beside those that its file names."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hakem import data
from hakem.errors import Finding, HakemError
from hakem.suggest import did_you_mean
from hakem_conformance.runner import Run
from hakem_conformance.suite import Vector, load

EPILOG = """examples:
  python -m hakem_conformance.zoo                        every wrong engine, and what is not as its file says
  python -m hakem_conformance.zoo points-as-rank         one of them
  python -m hakem_conformance.zoo --all points-as-rank   with the vectors that fail under each clause
  python -m hakem_conformance.zoo --write                write the lists; then read the diff, clause by clause

+ marks a clause under which an engine fails although its file does not name it, - one that it names in vain.

exit codes: 0 all as their files say, 1 differences or an engine that cannot be judged, 2 usage or broken input"""

#: Vectors named for each clause.
SHOWN = 6


@dataclass(frozen=True)
class Animal:
    """A wrong engine. `file`: its description; `fails`: the clauses that it names, sorted; `statuses`: what becomes of
    vectors that it neither passes nor fails (`timeout`, `flaky`, …), sorted."""

    file: Path
    about: str
    fails: tuple[str, ...]
    statuses: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return self.file.stem


@dataclass(frozen=True)
class Finds:
    """What the suite says of one. `failing`: clause -> the vectors whose first mismatch is under it; `others`:
    status -> the vectors that it neither passes nor fails; `fault`: why it cannot be judged, or nothing."""

    animal: Animal
    failing: Mapping[str, Sequence[str]]
    others: Mapping[str, Sequence[str]]
    fault: str

    @property
    def extra(self) -> list[str]:
        """Clauses under which it fails although its file does not name them."""
        return sorted(self.failing.keys() - set(self.animal.fails))

    @property
    def missing(self) -> list[str]:
        """Clauses that its file names and under which nothing fails."""
        return sorted(set(self.animal.fails) - self.failing.keys())

    @property
    def is_as_said(self) -> bool:
        said = (list(self.animal.fails), list(self.animal.statuses))
        return not self.fault and (sorted(self.failing), sorted(self.others)) == said


def animals() -> list[Animal]:
    """All wrong engines, by name. Raises HakemError for a file that cannot be read."""
    found = []
    for file in sorted(data.path("conformance/zoo").glob("*.json")):
        try:
            content = json.loads(file.read_text(encoding="utf-8"))
            statuses = tuple(content.get("statuses", ()))
            found.append(Animal(file, content["about"], tuple(content["fails"]), statuses))
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise HakemError(Finding("zoo_unreadable", f"the file cannot be read: {error!r}", file=str(file))) from None
    return found


def command(animal: Animal) -> tuple[str, ...]:
    """What starts it."""
    return ("node", str(data.path("conformance/zoo/zoo.mjs")), animal.name)


def examine(animal: Animal, vectors: Sequence[Vector]) -> Finds:
    """Put the vectors to it."""
    failing: dict[str, list[str]] = {}
    others: dict[str, list[str]] = {}
    fault, passed = "", 0
    for line in Run(command(animal), vectors).lines():
        if line["type"] == "fault":
            fault = fault or str(line.get("stderr") or line["message"])
        elif line["type"] == "result" and line["status"] == "fail":
            failing.setdefault(line["failure"]["clause"], []).append(line["vector"])
        elif line["type"] == "result" and line["status"] != "pass":
            others.setdefault(line["status"], []).append(line["vector"])
            if line["status"] not in animal.statuses:
                fault = fault or f"{line['vector']}: {line['status']}, {line.get('message', '')}"
        elif line["type"] == "result":
            passed += 1
    return Finds(animal, failing, others, fault or ("" if passed else "no vector passes"))


def examine_all(chosen: Sequence[Animal], vectors: Sequence[Vector]) -> Iterator[Finds]:
    """Each of them, several at a time, in order."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        yield from pool.map(lambda animal: examine(animal, vectors), chosen)


def write(finds: Finds) -> None:
    """Put the clauses under which it fails into its file; all else, its statuses too, stays as it is."""
    content: dict[str, Any] = json.loads(finds.animal.file.read_text(encoding="utf-8"))
    text = json.dumps({**content, "fails": sorted(finds.failing)}, indent=1, ensure_ascii=False) + "\n"
    finds.animal.file.write_text(text, encoding="utf-8")


def lines(finds: Finds, everything: bool = False) -> Iterator[str]:
    """What is to be said of it; `everything`: the clauses that are as its file says too."""
    if finds.fault:
        verdict = f"cannot be judged: {finds.fault}"
    else:
        count = sum(map(len, finds.failing.values()))
        verdict = f"{count} vectors fail under {len(finds.failing)} clauses"
        verdict += "".join(f", {status} {len(finds.others.get(status, ()))}" for status in finds.animal.statuses)
    yield f"{finds.animal.name.ljust(30)} {verdict}{', as its file says' if finds.is_as_said else ''}"
    for clause in sorted({*finds.failing, *finds.animal.fails}) if not finds.fault else ():
        ids = finds.failing.get(clause, ())
        sign = "+" if clause in finds.extra else "-" if clause in finds.missing else " "
        if everything or sign != " ":
            more = f" and {len(ids) - SHOWN} more" if len(ids) > SHOWN else ""
            yield f"  {sign} {clause.ljust(36)} {' '.join(ids[:SHOWN])}{more}".rstrip()


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns its exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m hakem_conformance.zoo",
        description="Run the wrong engines, and compare the clauses under which they fail with those in their files.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="which ones (default: all)")
    parser.add_argument("--write", action="store_true", help="write the clauses found into the files")
    parser.add_argument("--all", action="store_true", help="name all clauses and vectors, not only the differences")
    args = parser.parse_args(arguments)
    try:
        known = {animal.name: animal for animal in animals()}
        if unknown := [name for name in args.names if name not in known]:
            raise HakemError([
                Finding("no_such_engine", f"no wrong engine is called {name}", hint=did_you_mean(name, known))
                for name in unknown
            ])  # fmt: skip
        vectors = load()
    except HakemError as error:
        print(error, file=sys.stderr)
        return 2
    differ = 0
    for finds in examine_all([known[name] for name in args.names] or list(known.values()), vectors):
        print("\n".join(lines(finds, args.all)), flush=True)
        if args.write and not finds.fault:
            write(finds)
        elif not finds.is_as_said:
            differ += 1
    return 1 if differ else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
