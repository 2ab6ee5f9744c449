"""`hakem rules show` and `hakem rules resolve`: a rule set with the place each setting comes from."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Mapping
from typing import Any

from hakem import rules
from hakem.errors import Finding, HakemError
from hakem.rules.checker import asleep
from hakem.rules.document import leaves
from hakem.rules.oneline import flow, steps
from hakem.rules.ruleset import RuleSet
from hakem.rules.values import row_defaults
from hakem.vocabulary import vocabulary
from hakem_cli.output import paint


def loaded(name: str, overlays: Iterable[str]) -> RuleSet:
    """The rule set of an id or file; warnings go to stderr. Raises HakemError."""
    rule_set, findings = rules.check(name, overlays)
    errors = [finding for finding in findings if finding.severity == "error"]
    if rule_set is None:
        kind = "a family or overlay is not played by itself; `hakem rules check` checks it"
        raise HakemError(errors or Finding("not_playable", kind))
    for finding in findings:
        print(finding, file=sys.stderr)
    return rule_set


def show(args: argparse.Namespace) -> int:
    rule_set = loaded(args.name, args.overlays)
    dormant = asleep(rule_set)
    if args.json:
        print(json.dumps(_shown(rule_set, dormant), indent=1, ensure_ascii=False))
        return 0
    print(paint(f"{rule_set.name}  {rule_set.title}", "bold"))
    print(f"with {', '.join(rule_set.overlays)}" if rule_set.overlays else "no overlays")
    print(rule_set.digest)
    section = ""
    for path, text, origin in _lines(rule_set):
        if path in dormant:
            continue
        if path.partition(".")[0] != section:
            section = path.partition(".")[0]
            print(f"\n{paint(section, 'bold')}")
        print(f"  {path:26} {text:44} {paint(origin, 'dim')}")
    if dormant:
        print(f"\n{paint('dormant here', 'bold')}")
        for path, _, _ in _lines(rule_set):
            if path in dormant:
                print(f"  {path:26} {paint(dormant[path], 'dim')}")
    return 0


def _shown(rule_set: RuleSet, dormant: Mapping[str, str]) -> dict[str, Any]:
    origins = {
        path: {"document": at.document, "file": at.file, "line": at.line} for path, at in rule_set.origin.items()
    }
    settings = {
        path: {"value": value, "origin": origins.get(path, "default")}
        | ({"dormant": dormant[path]} if path in dormant else {})
        for path, value in leaves(rule_set.settings)
    }
    return {"id": rule_set.id, "version": rule_set.version, "title": rule_set.title,
            "with": list(rule_set.overlays), "digest": rule_set.digest, "settings": settings}  # fmt: skip


def _lines(rule_set: RuleSet) -> Iterable[tuple[str, str, str]]:
    """(path, value, origin) of each setting, and of each row as a whole."""
    plain = dict(leaves(rule_set.settings))
    rows: dict[str, dict[str, Any]] = {}
    for path, value in plain.items():
        table = path.partition(".")[0]
        if table not in vocabulary().tables:
            yield path, steps(value) if path == "sequence" else flow(value), _origin(rule_set, path)
        else:
            row, _, column = path.rpartition(".")
            rows.setdefault(row, {})[column] = value
    for row, fields in rows.items():
        usual = row_defaults(row.partition(".")[0])
        given = {name: value for name, value in fields.items() if rule_set[row.partition(".")[0]][
            row.rpartition(".")[2]][name] != usual.get(name)}  # fmt: skip
        when = next((name for name in ("when", "at") if name in fields), "when")
        yield row, flow(given), _origin(rule_set, f"{row}.{when}")


def _origin(rule_set: RuleSet, path: str) -> str:
    origin = rule_set.origin.get(path)
    return f"{origin.document}:{origin.line}" if origin else "default"


def resolve(args: argparse.Namespace) -> int:
    rule_set = loaded(args.name, args.overlays)
    document = rules.document(rule_set)
    if args.json:
        print(json.dumps(document, indent=1, ensure_ascii=False))
        return 0
    for line, origin in _yaml(document, rule_set, ()):
        print(f"{line:60} {paint(f'# {origin}', 'dim')}" if origin else line)
    return 0


def _yaml(node: Mapping[str, Any], rule_set: RuleSet, path: tuple[str, ...]) -> Iterable[tuple[str, str]]:
    """Lines of YAML, one leaf a line, each with its origin."""
    for key, value in node.items():
        dotted = ".".join((*path, key))
        indent = "  " * len(path)
        nested = isinstance(value, dict) and value and not _is_leaf(dotted)
        if nested:
            yield f"{indent}{key}:", ""
            yield from _yaml(value, rule_set, (*path, key))
        else:
            origin = rule_set.origin.get(dotted)
            known = vocabulary().setting(dotted) is not None
            yield f"{indent}{key}: {flow(value)}", str(origin) if origin else "default" if known else ""


def _is_leaf(dotted: str) -> bool:
    return vocabulary().setting(dotted) is not None
