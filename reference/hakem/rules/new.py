"""A house rule to begin with: a short commented document that is sound as it stands."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path

from hakem.rules import library
from hakem.rules.checker import asleep
from hakem.rules.oneline import flow
from hakem.rules.ruleset import RuleSet
from hakem.rules.sentences import sentence, shown
from hakem.vocabulary import vocabulary

SCHEMA = "spec/schema/ruleset.schema.json"
#: What tables differ in most; the skeleton shows those that act in its parent.
EXAMPLES = (
    "auction.bids.from", "auction.pass", "reveal.ask", "reveal.after_ask", "pair.show", "stakes.factors",
    "play.ends", "match.target",
)  # fmt: skip


def skeleton(name: str, parent: RuleSet, overlays: Sequence[str], schema: Path | str) -> str:
    """The text of a new document `name` that extends `parent` and puts `overlays` on.

    `parent` is the rule set with the overlays; `schema` is where an editor finds the JSON Schema of rule sets.
    """
    major = parent.version.partition(".")[0]
    short = [overlay.removeprefix("overlay/") for overlay in overlays]
    lines = [
        f"# yaml-language-server: $schema={schema}",
        f"# A house rule on top of {parent.title}.",
        "# `hakem rules check` says whether it is sound, `hakem rules doc` makes a page of it for the table, and",
        "# spec/reference.md explains every setting.",
        "spec: 1",
        "kind: rule_set",
        f"id: {name}",
        "version: 1.0.0",
        f"title: {flow(f'{parent.title} at our table')}",
        f"extends: {parent.id}@{major}",
        f"with: [{', '.join(short)}]" if short else "# with: [NAME]        # overlays; `hakem rules list` names them",
        "",
        "# What you play differently goes here: take away the # in front of `changes:` and of a setting, and write",
        "# your value. What is left out stays as it is in the parent.",
        "#",
        "# changes:",
        *_examples(parent),
    ]
    return "\n".join(lines) + "\n"


def _examples(parent: RuleSet) -> Iterator[str]:
    dormant = asleep(parent)
    for path in EXAMPLES:
        if path in dormant or path not in parent.settings:
            continue
        setting = vocabulary().scalars[path]
        others = [word for word in setting.values if word != parent[path] and not setting.values[word].keys]
        says = sentence(path, parent[path], parent.settings) + (f" Or: {', '.join(others)}." if others else "")
        yield from (f"#   # {line}" for line in textwrap.wrap(says, 110))
        yield f"#   {path}: {shown(setting, parent[path])}"


def name_of(file: Path) -> str:
    """The id that a file's name gives: small letters, digits and hyphens; nothing if none is left."""
    letters = "".join(char if char.isascii() and char.isalnum() else "-" for char in file.stem.lower())
    name = "-".join(part for part in letters.split("-") if part)
    return name if library.ID.fullmatch(name) else ""
