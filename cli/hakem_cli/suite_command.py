"""`hakem suite`: what the suite asks, and freezing vectors from their sources."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

EPILOG = """examples:
  hakem suite list                     every vector
  hakem suite freeze --check           are the committed vectors what their sources say?
  hakem suite freeze FILE.yaml         write the vectors of these sources, where both evaluators agree

exit codes: 0 all good, 1 findings, 2 usage or broken input"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    listing = actions.add_parser("list", help="the vectors by id")
    listing.add_argument("--json", action="store_true", help="print JSON")
    freeze = actions.add_parser("freeze", help="write vectors from sources, where both evaluators agree")
    freeze.add_argument("files", nargs="*", type=Path, metavar="FILE", help="sources (default: all)")
    freeze.add_argument("--check", action="store_true", help="write nothing; say what is not current")


def run(args: argparse.Namespace) -> int:
    return {"list": _list, "freeze": _freeze}[args.action](args)


def _list(args: argparse.Namespace) -> int:
    from hakem_conformance.suite import load

    vectors = load()
    if args.json:
        print(json.dumps([{"id": each.id, "rules": each.rules, "with": each.overlays, "title": each.title,
                           "clauses": sorted(each.clauses)} for each in vectors], indent=1))  # fmt: skip
    else:
        for each in vectors:
            print(f"{each.id}  {' + '.join((each.rules, *each.overlays))}  {each.title}")
    return 0


def _freeze(args: argparse.Namespace) -> int:
    from hakem_conformance import freeze
    from hakem_conformance.agree import EVALUATOR
    from hakem_conformance.client import Client, Timeouts

    client = Client(EVALUATOR, Timeouts(), _define)
    wrong = count = 0
    try:
        client.greet()
        for file, source in freeze.sources(args.files):
            count += 1
            target = freeze.target(file, source)
            try:
                text = freeze.text(freeze.freeze(source, client))
            except freeze.Disagreement as error:
                print(f"{file}: {source['id']}: {error}", file=sys.stderr)
                wrong += 1
                continue
            if target.is_file() and target.read_text(encoding="utf-8") == text:
                continue
            if args.check:
                print(f"{target}: not current", file=sys.stderr)
                wrong += 1
            else:
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(text, encoding="utf-8")
    finally:
        client.finish()
    print(f"{count} sources, {wrong} findings")
    return int(wrong > 0)


def _define(name: str, overlays: Sequence[str]) -> tuple[dict[str, Any], str]:
    from hakem import rules

    rule_set = rules.load(name, overlays)
    return rules.document(rule_set), rule_set.digest
