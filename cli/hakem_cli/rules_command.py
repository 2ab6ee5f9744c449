"""`hakem rules`: list, show, check and resolve rule sets."""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterable, Mapping
from typing import Any

from hakem import rules
from hakem.cards import SEATS
from hakem.errors import Finding, HakemError
from hakem.game import Game
from hakem.rules import library
from hakem.rules.checker import asleep
from hakem.rules.document import leaves
from hakem.rules.oneline import flow, steps
from hakem.rules.ruleset import RuleSet
from hakem.rules.values import row_defaults
from hakem.vocabulary import vocabulary
from hakem_cli.output import paint

EPILOG = """examples:
  hakem rules list                              what is there
  hakem rules show twenty-nine --with may-ask   every setting that acts, and where it comes from
  hakem rules check my-house.yaml               is it sound, and can it be played?
  hakem rules resolve twenty-nine --json        one document, nothing inherited, with its digest

exit codes: 0 all good, 1 findings, 2 usage or broken input"""

#: Findings that mean there was no document to check.
_NO_INPUT = frozenset({"no_file", "unknown_rules"})
_TRIALS = 3
_MOST_ACTIONS = 1000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    listing = actions.add_parser("list", help="rule sets, families and overlays")
    show = actions.add_parser("show", help="the settings of a rule set and where each comes from")
    check = actions.add_parser("check", help="report everything that is wrong with documents")
    resolve = actions.add_parser("resolve", help="the whole document, nothing inherited, with its digest")
    check.add_argument("names", nargs="+", metavar="FILE", help="YAML or JSON files, or ids")
    for each in (show, resolve):
        each.add_argument("name", metavar="ID", help="an id or a file")
    for each in (show, resolve, check):
        each.add_argument("--with", dest="overlays", action="append", default=[], metavar="OVERLAY",
                          help="put an overlay on; may be repeated, or several with commas")  # fmt: skip
    for each in (listing, show, resolve, check):
        each.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    if "overlays" in args:
        args.overlays = [name for given in args.overlays for name in given.split(",") if name]
    action = {"list": _list, "show": _show, "check": _check, "resolve": _resolve}[args.action]
    return action(args)


def _list(args: argparse.Namespace) -> int:
    found = [
        {"id": name, "kind": kind, "title": str(library.read_shipped(name).data["title"])}
        for kind in ("rule_set", "overlay", "family")
        for name in library.shipped(kind)
    ]
    if args.json:
        print(json.dumps(found, indent=1, ensure_ascii=False))
        return 0
    width = max(len(each["id"]) for each in found)
    for kind, heading in (("rule_set", "rule sets"), ("overlay", "overlays (--with)"), ("family", "families")):
        print(paint(heading, "bold"))
        for each in found:
            if each["kind"] == kind:
                print(f"  {each['id']:{width}}  {each['title']}")
    return 0


def _check(args: argparse.Namespace) -> int:
    report: list[dict[str, Any]] = []
    code = errors = warnings = 0
    for name in args.names:
        rule_set, findings = rules.check(name, args.overlays)
        if rule_set is not None:
            findings = [*findings, *_play(rule_set)]
        wrong = sum(finding.severity == "error" for finding in findings)
        errors, warnings = errors + wrong, warnings + len(findings) - wrong
        code = max(code, 2 if any(finding.code in _NO_INPUT for finding in findings) else 1 if wrong else 0)
        digest = rule_set.digest if rule_set and not wrong else ""
        report.append({"name": name, "sound": not wrong, "digest": digest,
                       "findings": [finding.to_json() for finding in findings]})  # fmt: skip
        if not args.json:
            for finding in findings:
                print(finding)
            verdict = paint("sound", "green") if not wrong else paint(_count(wrong, "error"), "red")
            print(f"{name}: {verdict}" + (f"  {paint(digest, 'dim')}" if digest else ""))
    if args.json:
        print(json.dumps(report, indent=1, ensure_ascii=False))
    elif len(args.names) > 1:
        print(f"{_count(len(args.names), 'document')}, {_count(errors, 'error')}, {_count(warnings, 'warning')}")
    return code


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def _play(rule_set: RuleSet) -> list[Finding]:
    """Deal, play out and score: rules that look sound must also run. Any failure here is a finding, not a crash."""
    for seed in range(_TRIALS):
        choose = random.Random(seed).choice
        try:
            game = Game.deal(rule_set, SEATS[rule_set["seats.count"]][0], seed=seed)
            for _ in range(_MOST_ACTIONS):
                legal = [action for actions in game.legal().values() for action in actions]
                if not legal:
                    break
                game.apply(choose(legal))
            else:
                return [Finding("cannot_be_played", f"a deal does not end within {_MOST_ACTIONS} actions")]
        except Exception as error:  # whatever it is, the user's rules brought it about and he should hear of it
            return [Finding("cannot_be_played", f"a deal breaks off: {type(error).__name__}: {error}",
                            hint="the checks should have caught this: please report it with your file")]  # fmt: skip
    return []


def _loaded(args: argparse.Namespace) -> RuleSet:
    rule_set, findings = rules.check(args.name, args.overlays)
    errors = [finding for finding in findings if finding.severity == "error"]
    if rule_set is None:
        kind = "a family or overlay is not played by itself; `hakem rules check` checks it"
        raise HakemError(errors or Finding("not_playable", kind))
    for finding in findings:
        print(finding, file=sys.stderr)
    return rule_set


def _show(args: argparse.Namespace) -> int:
    rule_set = _loaded(args)
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


def _resolve(args: argparse.Namespace) -> int:
    rule_set = _loaded(args)
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
