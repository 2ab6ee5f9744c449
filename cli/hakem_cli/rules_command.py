"""`hakem rules`: list, check, show, compare and begin rule sets, and make pages of them."""

from __future__ import annotations

import argparse
import importlib
import json
import random
from pathlib import Path
from typing import Any

from hakem import rules
from hakem.cards import SEATS
from hakem.errors import Finding
from hakem.game import Game
from hakem.rules import library
from hakem.rules.ruleset import RuleSet
from hakem_cli.output import paint

EPILOG = """examples:
  hakem rules list                              what is there
  hakem rules new my-house.yaml --from hokm     begin a house rule
  hakem rules check my-house.yaml               is it sound, and can it be played?
  hakem rules show twenty-nine --with may-ask   every setting that acts, and where it comes from
  hakem rules diff twenty-nine my-house.yaml    what is played differently
  hakem rules doc my-house.yaml > house.md      a page for the table
  hakem rules resolve twenty-nine --json        one document, nothing inherited, with its digest
  hakem rules sources A10 G09                   what became of a statement, how a dispute is settled

exit codes: 0 all good, 1 findings, 2 usage or broken input"""

#: action -> the module that has a function of its name, imported only when it is called.
ELSEWHERE = {
    "show": "rules_show",
    "resolve": "rules_show",
    "doc": "rules_pages",
    "diff": "rules_pages",
    "new": "rules_new",
    "sources": "rules_sources",
}
#: Findings that mean there was no document to check.
_NO_INPUT = frozenset({"no_file", "unknown_rules"})
_TRIALS = 3
_MOST_ACTIONS = 1000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)

    def add(name: str, text: str, examples: str) -> argparse.ArgumentParser:
        raw = argparse.RawDescriptionHelpFormatter
        epilog = f"examples:\n{examples}"
        return actions.add_parser(name, help=text, description=text, epilog=epilog, formatter_class=raw)

    listing = add("list", "rule sets, families and overlays", "  hakem rules list --json")
    check = add("check", "report everything that is wrong with documents", "  hakem rules check my-house.yaml hokm")
    show = add("show", "the settings of a rule set and where each comes from",
               "  hakem rules show twenty-nine --with may-ask,doubling")  # fmt: skip
    resolve = add("resolve", "the whole document, nothing inherited, with its digest",
                  "  hakem rules resolve twenty-nine --json > twenty-nine.json")  # fmt: skip
    doc = add("doc", "a rule page in Markdown for the people who play",
              "  hakem rules doc twenty-nine/nepal > nepal.md\n  hakem rules doc hokm --no-example")  # fmt: skip
    diff = add("diff", "how two rule sets differ; exit code 1 if they do",
               "  hakem rules diff twenty-nine twenty-nine/italian\n"
               "  hakem rules diff twenty-nine twenty-nine+may-ask+doubling --json")  # fmt: skip
    new = add("new", "begin a house rule: a commented file that is sound as it stands",
              "  hakem rules new maple-street --from twenty-nine\n"
              "  hakem rules new rules/hokm-night.yaml --from hokm --with target-5")  # fmt: skip
    sources = add("sources", "what became of the statements of the sources, and how disputes are settled",
                  "  hakem rules sources A10 G09\n  hakem rules sources --missing")  # fmt: skip

    check.add_argument("names", nargs="+", metavar="FILE", help="YAML or JSON files, or ids")
    for each in (show, resolve, doc):
        each.add_argument("name", metavar="ID", help="an id or a file")
    doc.add_argument("--no-example", action="store_true", help="without a deal as an example")
    doc.add_argument("--seed", type=int, metavar="N", help="the cards of the example (default: the first that fit)")
    for side in ("left", "right"):
        diff.add_argument(side, metavar="ID[+OVERLAY…]", help="an id or a file, with overlays after it")
    new.add_argument("file", type=Path, metavar="FILE", help="the file to write; it must not be there yet")
    new.add_argument("--from", "--extends", dest="parent", default="twenty-nine", metavar="ID",
                     help="the rule set to build on (default: twenty-nine)")  # fmt: skip
    sources.add_argument("ids", nargs="*", metavar="ID",
                         help="statements (A10), disputes (G09, D-06) or variants (T-12); default: all")  # fmt: skip
    sources.add_argument("--missing", action="store_true", help="only what no vector shows yet; exit code 1 if any")
    for each in (show, resolve, check, doc, new):
        each.add_argument("--with", dest="overlays", action="append", default=[], metavar="OVERLAY",
                          help="put an overlay on; may be repeated, or several with commas")  # fmt: skip
    for each in (listing, show, resolve, check, diff, sources):
        each.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    if "overlays" in args:
        args.overlays = [name for given in args.overlays for name in given.split(",") if name]
    if args.action in ELSEWHERE:
        module = importlib.import_module(f"hakem_cli.{ELSEWHERE[args.action]}")
        code: int = getattr(module, args.action)(args)
        return code
    return _list(args) if args.action == "list" else _check(args)


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
