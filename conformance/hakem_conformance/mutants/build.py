"""A suite for a rule set of one's own: vectors aimed at what it states, its rule page, counts, and the resolved rules.

    FOLDER/README.md            how to run it
    FOLDER/rules.md             the rule page
    FOLDER/rules/NAME.yaml      the resolved rule set, found by its id when the folder is named to `hakem`
    FOLDER/vectors/*.json       the vectors (spec/vectors.md)
    FOLDER/counts.perft         counts of positions
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from hakem import rules
from hakem.errors import Finding, HakemError
from hakem.rules import RuleSet, library
from hakem_conformance import perft_make
from hakem_conformance.agree import EVALUATOR
from hakem_conformance.client import Client, Timeouts
from hakem_conformance.fault import Fault
from hakem_conformance.freeze import Disagreement, freeze, text
from hakem_conformance.mutants.aim import Search
from hakem_conformance.mutants.aimed import aimed, numbered
from hakem_conformance.mutants.run import Fate, House
from hakem_conformance.mutants.script import Json
from hakem_conformance.perft import text_of


@dataclass(frozen=True)
class Built:
    """A suite that has been written. `missed`: changes that nothing was found to tell; `refused`: what the two
    evaluators do not agree about, in words; `positions`: how many are counted."""

    rules: RuleSet
    vectors: int
    positions: int
    missed: tuple[Fate, ...]
    refused: tuple[str, ...]


def build(file: Path, folder: Path, search: Search, whole: bool = False) -> Built:
    """Make the suite of a rule set file in an empty folder. `whole`: aim at every setting, not only at what the file
    and its overlays state. Raises HakemError if the rules are not sound or the folder is in use."""
    rule_set = rules.load(file)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise HakemError(Finding("folder_in_use", f"`{folder}` is there already", hint="name a folder that is not"))
    found = aimed(House(str(file), own=not whole), search)
    name = rule_set.id.rpartition("/")[2]
    resolved = yaml.safe_dump(rules.document(rule_set), sort_keys=False, width=120, allow_unicode=True)
    _write(folder / "rules" / f"{name}.yaml", resolved)
    library.also(folder / "rules")
    with _evaluator() as client:
        vectors, refused = _frozen(numbered(found.sources, (), _prefix(rule_set.id)), client)
        positions = perft_make.positions(rule_set.id, search.seed)
        refused += perft_make.agreed(client, rule_set.id, positions)
    for vector in vectors:
        _write(folder / "vectors" / f"{vector['id']}.json", text(vector))
    _write(folder / "counts.perft", text_of(positions, rule_set.title))
    _write(folder / "rules.md", _page(rule_set))
    _write(folder / "README.md", _readme(rule_set, folder, vectors))
    return Built(rule_set, len(vectors), len(positions), found.missed, tuple(refused))


@contextmanager
def _evaluator() -> Iterator[Client]:
    client = Client(EVALUATOR, Timeouts())
    try:
        client.greet()
        yield client
    finally:
        client.finish()


def _frozen(sources: Sequence[Json], client: Client) -> tuple[list[Json], list[str]]:
    vectors, refused = [], []
    for source in sources:
        try:
            vectors.append(freeze(source, client))
        except (Disagreement, Fault) as error:
            refused.append(f"{source['id']}: {error}")
    return vectors, refused


def _prefix(name: str) -> str:
    """The beginning of the ids of vectors."""
    letters = re.sub(r"[^A-Z0-9]+", "-", name.upper())
    return letters if letters[0].isalpha() else f"H-{letters}"


def _page(rule_set: RuleSet) -> str:
    from hakem.rules.doc import page  # reads the glossary, which nothing else here needs

    return page(rule_set)


def _readme(rule_set: RuleSet, folder: Path, vectors: Sequence[Json]) -> str:
    lines = [f"# Suite of {rule_set.title}", "",
             f"{len(vectors)} vectors for `{rule_set.name}`, each about a setting that it states.",
             "The rules are told in [rules.md](rules.md).", "", "```",
             f"hakem test --vectors {folder} -- COMMAND                       # put the vectors to an engine",
             f"hakem perft --check --file {folder / 'counts.perft'} -- COMMAND   # and the counts",
             "```", "", "| vector | about |", "|---|---|"]  # fmt: skip
    lines += [f"| {vector['id']} | {_cell(vector['title'])} |" for vector in vectors]
    return "\n".join(lines) + "\n"


def _cell(words: Any) -> str:
    return str(words).replace("|", "\\|")


def _write(path: Path, content: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, encoding="utf-8")
