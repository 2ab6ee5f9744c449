"""`hakem rules`: list, show, check and resolve rule sets."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

import yaml
from hakem import rules
from hakem.errors import Finding
from hakem.rules import library
from hakem.rules.document import leaves
from hakem.rules.ruleset import RuleSet
from hakem_cli.output import paint

EPILOG = """examples:
  hakem rules list                              what is there
  hakem rules show twenty-nine --with may-ask   every setting and where it comes from
  hakem rules check my-house.yaml               is it sound?
  hakem rules resolve twenty-nine --json        one document, nothing inherited, with its digest

exit codes: 0 all good, 1 findings, 2 usage or broken input"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    listing = actions.add_parser("list", help="rule sets, families and overlays")
    show = actions.add_parser("show", help="every setting of a rule set and where it comes from")
    check = actions.add_parser("check", help="report everything that is wrong with documents")
    resolve = actions.add_parser("resolve", help="the whole document, nothing inherited, with its digest")
    check.add_argument("names", nargs="+", metavar="FILE", help="YAML files or ids")
    for each in (show, resolve):
        each.add_argument("name", metavar="ID", help="an id or a YAML file")
    for each in (show, resolve, check):
        each.add_argument("--with", dest="overlays", action="append", default=[], metavar="OVERLAY",
                          help="switch an overlay on; may be repeated")  # fmt: skip
    for each in (listing, show, resolve, check):
        each.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    action = {"list": _list, "show": _show, "check": _check, "resolve": _resolve}[args.action]
    return action(args)


def _list(args: argparse.Namespace) -> int:
    found = [
        {"id": name, "kind": kind, "title": str(library.read_shipped(name).data["title"])}
        for kind in ("rule_set", "overlay", "family")
        for name in library.shipped(kind)
    ]
    if args.json:
        print(json.dumps(found, indent=1))
        return 0
    width = max(len(each["id"]) for each in found)
    for each in found:
        print(f"{each['id']:{width}}  {each['title']}")
    return 0


def _check(args: argparse.Namespace) -> int:
    every: list[dict[str, Any]] = []
    code = 0
    for name in args.names:
        rule_set, findings = rules.check(name, args.overlays)
        wrong = [finding for finding in findings if finding.severity == "error"]
        if wrong:
            code = 1
        every += [finding.to_json() for finding in findings]
        if not args.json:
            _print(findings)
            verdict = paint("sound", "green") if rule_set else paint(f"{len(wrong)} findings", "red")
            print(f"{name}: {verdict}" + (f", {rule_set.digest}" if rule_set else ""))
    if args.json:
        print(json.dumps(every, indent=1, ensure_ascii=False))
    return code


def _loaded(args: argparse.Namespace) -> RuleSet | None:
    rule_set, findings = rules.check(args.name, args.overlays)
    _print(findings)
    return rule_set


def _print(findings: list[Finding]) -> None:
    for finding in findings:
        print(finding, file=sys.stderr)


def _show(args: argparse.Namespace) -> int:
    rule_set = _loaded(args)
    if rule_set is None:
        return 2
    if args.json:
        print(json.dumps(rules.document(rule_set), indent=1, ensure_ascii=False))
        return 0
    print(f"{rule_set.name}  {rule_set.title}")
    print(" + ".join(rule_set.overlays) or "no overlays")
    section = ""
    for path, value in leaves(rule_set.settings):
        if path.partition(".")[0] != section:
            section = path.partition(".")[0]
            print(f"\n{paint(section, 'bold')}")
        origin = rule_set.origin.get(path)
        place = f"{origin.document}:{origin.line}" if origin else "default"
        print(f"  {path:34} {_flow(value):34} {paint(place, 'dim')}")
    return 0


def _resolve(args: argparse.Namespace) -> int:
    rule_set = _loaded(args)
    if rule_set is None:
        return 2
    document = rules.document(rule_set)
    if args.json:
        print(json.dumps(document, indent=1, ensure_ascii=False))
    else:
        print(yaml.safe_dump(document, sort_keys=False, allow_unicode=True, width=110), end="")
    return 0


def _flow(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
