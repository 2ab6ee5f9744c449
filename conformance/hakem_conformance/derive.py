"""Badges, tables and differences from the lines of reports, and one report from the reports of its parts."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from hakem.errors import Finding, HakemError
from hakem_conformance import report
from hakem_conformance.claims import Claims
from hakem_conformance.profiles import Profile, profiles
from hakem_conformance.report import Line

_COLOURS = {"pass": "brightgreen", "expected": "yellow", "red": "red"}


def _first(lines: Sequence[Line], kind: str) -> Line:
    return next((line for line in lines if line["type"] == kind), {})


def is_whole(lines: Sequence[Line]) -> bool:
    """Whether the run came to its end and asked the whole suite."""
    begin = _first(lines, "begin")
    return report.is_complete(lines) and begin["suite"]["chosen"] == begin["suite"]["vectors"]


def badge(lines: Sequence[Line], name: str) -> dict[str, Any]:
    """The badge of a profile as shields.io reads it (https://shields.io/badges/endpoint-badge).

    Green only if the whole suite was asked, to its end, and all of it passed.
    """
    profile = next(each for each in profiles(lines) if each.name == name)
    colour = _COLOURS.get(profile.standing, "lightgrey")
    told = {
        "pass": f"{profile.asked} pass",
        "expected": f"{profile.asked} asked, some fail as expected",
        "red": f"{profile.failed} of {profile.asked} fail",
    }.get(profile.standing, profile.standing)
    if not is_whole(lines):
        told, colour = f"{told} (a part only)", "red" if profile.standing == "red" else "lightgrey"
    return {"schemaVersion": 1, "label": f"hakem {name}", "message": told, "color": colour}


# -- several engines ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Row:
    """One engine: its profiles, and for each rule set how many vectors passed of how many that were asked."""

    engine: str
    whole: bool
    profiles: Mapping[str, Profile]
    rules: Mapping[str, tuple[int, int]]

    def to_json(self) -> dict[str, Any]:
        return {
            "engine": self.engine,
            "whole": self.whole,
            "profiles": {name: each.standing for name, each in self.profiles.items()},
            "rules": {name: {"pass": passed, "asked": asked} for name, (passed, asked) in self.rules.items()},
        }


def row(lines: Sequence[Line]) -> Row:
    """The row of one report."""
    engine = _first(lines, "engine")
    rules: dict[str, tuple[int, int]] = {}
    for line in report.results(lines):
        if line["status"] != "not-claimed":
            passed, asked = rules.get(line["rules"], (0, 0))
            rules[line["rules"]] = passed + (line["status"] == "pass"), asked + 1
    name = Claims.of(engine["hello"]).describe() if engine else " ".join(_first(lines, "begin")["command"])
    return Row(name, is_whole(lines), {each.name: each for each in profiles(lines)}, rules)


def matrix(rows: Sequence[Row]) -> str:
    """A table of engines in Markdown: profiles, then rule sets."""
    names = list(rows[0].profiles)
    rules = sorted({name for each in rows for name in each.rules})
    head = ["engine", *names, *rules]
    table = [head, ["---"] * len(head)]
    for each in rows:
        engine = each.engine if each.whole else f"{each.engine} (a part only)"
        standing = [each.profiles[name].standing for name in names]
        table.append([engine, *standing, *(_share(each.rules.get(name)) for name in rules)])
    return "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |\n" for cells in table)


def _share(counts: tuple[int, int] | None) -> str:
    return "{}/{}".format(*counts) if counts else "–"


# -- two runs ----------------------------------------------------------------------------------------------

Change = Literal["broken", "fixed", "otherwise", "new", "gone"]


@dataclass(frozen=True, slots=True)
class Difference:
    """A vector that came out otherwise. `before`, `after`: status and clause, empty where it was not there."""

    vector: str
    change: Change
    before: str
    after: str


def differences(before: Sequence[Line], after: Sequence[Line]) -> Iterator[Difference]:
    """What is not as it was, by id; what broke first."""
    old = {line["vector"]: line for line in report.results(before)}
    new = {line["vector"]: line for line in report.results(after)}
    found = [_difference(name, old.get(name), new.get(name)) for name in sorted(old.keys() | new.keys())]
    changed = [each for each in found if each and each.before != each.after]
    yield from sorted(changed, key=lambda each: each.change != "broken")


def _difference(name: str, old: Line | None, new: Line | None) -> Difference:
    was, now = bool(old) and report.is_red(old or {}), bool(new) and report.is_red(new or {})
    change: Change = "otherwise"
    if now and not was:
        change = "broken"
    elif old is None or new is None:
        change = "new" if old is None else "gone"
    elif was and not now:
        change = "fixed"
    return Difference(name, change, _outcome(old), _outcome(new))


def _outcome(line: Line | None) -> str:
    if line is None:
        return ""
    clause = line["failure"]["clause"] if "failure" in line else ""
    return f"{line['status']} {clause}".strip()


# -- parts -------------------------------------------------------------------------------------------------


def merge(reports: Sequence[Sequence[Line]]) -> list[Line]:
    """One report of the parts that `--shard` made. Raises HakemError if they do not belong together.

    It is complete if all parts are there and each is complete.
    """
    begins = [_first(lines, "begin") for lines in reports]
    shards = [begin["selection"].get("shard", "1/1") for begin in begins]
    findings = []
    for shard, begin in zip(shards, begins, strict=True):
        for what in ("command", "selection", "profiles", "suite"):
            if _without_shard(begin, what) != _without_shard(begins[0], what):
                text = f"part {shard} is of another run than part {shards[0]}: another `{what}`"
                findings.append(Finding("parts_differ", text))
    if len(set(shards)) < len(shards) or len({shard.partition("/")[2] for shard in shards}) > 1:
        findings.append(Finding("parts_differ", f"these are not the parts of one run: {', '.join(shards)}"))
    if findings:
        raise HakemError(findings)
    return _joined(reports, begins, len(shards) == int(shards[0].partition("/")[2]))


def _without_shard(begin: Line, what: str) -> Any:
    value = begin.get(what)
    if isinstance(value, dict):
        return {key: each for key, each in value.items() if key not in ("shard", "chosen")}
    return value


def _shard(begin: Line) -> int:
    return int(begin["selection"].get("shard", "1/1").partition("/")[0])


def _joined(reports: Sequence[Sequence[Line]], begins: Sequence[Line], whole: bool) -> list[Line]:
    ends = [_first(lines, "end") for lines in reports]
    chosen = sum(begin["suite"]["chosen"] for begin in begins)
    head = {**begins[0], "suite": {**begins[0]["suite"], "chosen": chosen}}
    head["selection"] = _without_shard(head, "selection")
    found: list[Line] = [head]
    seen: set[str] = set()
    for lines in reports:
        for line in lines:
            key = report.as_text(line)
            if line["type"] in ("engine", "fault", "notice", "stale") and key not in seen:
                found.append(line)
                seen.add(key)
    ordered = sorted(range(len(reports)), key=lambda place: _shard(begins[place]))
    dealt = itertools.zip_longest(*(report.results(reports[place]) for place in ordered))  # as `--shard` deals them out
    found += [line for turn in dealt for line in turn if line is not None]
    complete = whole and all(map(report.is_complete, reports))
    found.append(report.ending(found, sum(end.get("seconds", 0) for end in ends), complete))
    return found
