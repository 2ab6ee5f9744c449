"""The rule page of a rule set for the people who play it: Markdown, in the order in which one explains a game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

import yaml

from hakem import data
from hakem.rules.checker import asleep
from hakem.rules.clauses import applies, fixed
from hakem.rules.oneline import flow
from hakem.rules.outline import Outline
from hakem.rules.ruleset import RuleSet
from hakem.rules.sentences import filled, sentence
from hakem.rules.values import defaults, plain
from hakem.vocabulary import LOADER, vocabulary

#: step -> heading, and the groups of settings that are explained with it.
STEPS = {
    "deal": ("Dealing", ("deal",)),
    "auction": ("The auction", ("auction",)),
    "choose_trump": ("Choosing trump", ("choose_trump",)),
    "stakes": ("Doubling", ("stakes",)),
    "second_auction": ("The second auction", ("second_auction",)),
    "lone_hand": ("Playing alone", ("lone_hand",)),
    "draw": ("Drawing", ("draw",)),
    "play": ("Playing", ("play",)),
}
#: Terms of the glossary that the page explains where they are in force.
WORDS = ("eldest", "declarer", "Hakem", "maker", "marker", "void", "follow", "lead", "reveal")
#: Values that say that something is not in use; where they are the default, the page says nothing of it.
_SILENT = (0, (), "none", "nobody", "never", "free", "same")
#: Settings that the page says in a way of its own, or that matter to nobody at the table.
_ELSEWHERE = frozenset({"sequence", "pack.points", "pack.total", "streak.amount", "match.hakem_term"})
#: Statement numbers at the end of a clause.
_CITED = re.compile(r" \([A-E]\d\d(, [A-E]\d\d)*\)")
_SIDES = ("declarers", "defenders", "winners", "losers")


def page(rules: RuleSet, example: str = "") -> str:
    """The page. `example` is a deal drawn as text, if one is wanted."""
    return "\n".join(_Page(rules).lines(example)) + "\n"


class _Page:
    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.outline = Outline(rules.settings)
        self.asleep = asleep(rules)
        self.steps = [step for step in dict.fromkeys(self.outline.steps) if self.outline.acts(step)]

    def lines(self, example: str) -> Iterator[str]:
        yield f"# {self.rules.title}\n"
        extra = f", with {', '.join(self.rules.overlays)}" if self.rules.overlays else ""
        yield f"Rules `{self.rules.name}`{extra}.\n"
        yield "## Players and cards\n"
        yield from self.bullets("seats", "pack")
        yield from self.points()
        yield "\n## A deal in short\n"
        yield from (f"{number}. {text}" for number, text in enumerate(self.short(), 1))
        for step in self.steps:
            if step in STEPS:
                heading, groups = STEPS[step]
                yield f"\n## {heading}\n"
                yield from self.bullets(*groups)
        yield from self.classes()
        if self.outline.hidden:
            yield "\n## The hidden trump\n"
            yield from self.bullets("reveal")
        if "pair.after" not in self.asleep:
            yield "\n## King and queen of trumps\n"
            yield from self.bullets("pair")
        yield from self.void_deals()
        yield from self.scoring()
        yield from self.match()
        yield from self.words()
        if example:
            yield f"\n## A deal as an example\n\n```\n{example}\n```"
        yield f"\n---\n\nMade by `hakem rules doc` from `{self.rules.name}`, {self.rules.digest}."

    def words(self) -> Iterator[str]:
        """The words that players of this game need."""
        yield "\n## Words\n"
        for term, entry in _glossary().items():
            if term in WORDS and any(self.in_force(place) for place in entry["in"]):
                yield f"- *{term}*: {entry['means']}."

    def in_force(self, place: str) -> bool:
        """Whether a setting acts here, at the value named if one is."""
        for path in vocabulary().scalars:
            if place == path:
                return path not in self.asleep
            if place.startswith(f"{path}."):
                return path not in self.asleep and self.rules.get(path) == place.removeprefix(f"{path}.")
        return place in fixed() and applies(place, self.outline)

    def bullets(self, *groups: str) -> Iterator[str]:
        """What the settings of these groups say, then the fixed clauses of the same groups."""
        for path in vocabulary().scalars:
            if path.partition(".")[0] in groups and self.spoken(path):
                yield f"- {sentence(path, self.rules[path], self.rules.settings)}"
        for clause, text in fixed().items():
            if clause.partition(".")[0] in groups and applies(clause, self.outline):
                yield f"- {filled(_CITED.sub('', text), self.rules.settings)}"

    def spoken(self, path: str) -> bool:
        if path in self.asleep or path in _ELSEWHERE or path not in self.rules.settings:
            return False
        value = self.rules[path]
        return value not in _SILENT or value != defaults().get(path)

    def points(self) -> Iterator[str]:
        points: Mapping[str, int] = self.rules["pack.points"]
        if points and "pack.points" not in self.asleep:
            listed = ", ".join(f"{rank} {points[rank]}" for rank in self.rules["pack.order"] if rank in points)
            yield f"- Captured cards count: {listed}, the others nothing; {self.rules['pack.total']} in all."

    def short(self) -> Iterator[str]:
        for item in self.rules["sequence"]:
            if isinstance(item, str):
                if item in STEPS and self.outline.acts(item):
                    yield f"{STEPS[item][0]}."
                elif item == "score":
                    yield "The deal is scored."
                continue
            packet = item["deal"]
            to = vocabulary().settings["sequence.deal.to"].values[packet["to"]].text.removesuffix(".")
            cards = f"{packet['cards']} card{'' if packet['cards'] == 1 else 's'}"
            seen = vocabulary().settings["sequence.deal.seen"].values[packet["seen"]].text
            yield f"{to} with {cards}." + ("" if packet["seen"] == "at_once" else f" {seen}")

    def rows(self, table: str) -> dict[str, Mapping[str, Any]]:
        """The rows of a table that can hold."""
        return {name: row for name, row in self.rules[table].items() if f"{table}.{name}" not in self.asleep}

    def classes(self) -> Iterator[str]:
        """What the names in the lists of playable cards mean."""
        lists = [path for path, setting in vocabulary().scalars.items() if setting.type == "classes"]
        used = {name for path in lists if self.spoken(path) for name in self.rules[path]}
        if named := [name for name in vocabulary().card_classes if name in used]:
            yield "\nIn these lists the first kind of which you hold a card decides:\n"
            yield from (f"- `{name}`: {vocabulary().card_classes[name].text}" for name in named)

    def void_deals(self) -> Iterator[str]:
        rows = self.rows("cancel_deal")
        if rows:
            yield "\n## Deals that are dealt anew\n"
        for name, row in rows.items():
            said = [sentence(f"cancel_deal.{name}.{field}", row[field]) for field in ("at", "whose", "by")]
            when = f" Only if {_facts(row['when'])}." if row["when"] else ""
            most = "" if row["at_most"] == "none" else f" At most {row['at_most']} deals running."
            yield f"- *{name}*: {' '.join(said)} Pattern: {_pattern(row['hand'])}.{when}{most}"

    def scoring(self) -> Iterator[str]:
        rows = self.rows("score")
        columns = [side for side in _SIDES if any(row[side] != (0,) for row in rows.values())]
        yield "\n## Scoring a deal\n"
        yield f"| if | {' | '.join(columns)} | |\n|---{'|---' * len(columns)}|---|"
        for name, row in rows.items():
            times = "times the stakes" if row["times"] == "stakes" and self.outline.acts("stakes") else ""
            cells = " | ".join(_amount(row[side]) for side in columns)
            yield f"| {_facts(row['when']) or 'always'} | {cells} | {times or name.replace('_', ' ')} |"
        yield ""
        yield from _legend(rows.values())
        if self.rules["streak.deals"] != "none":
            yield from self.bullets("streak")
            yield f"- The streak amount is {self.rules['streak.amount']}."

    def match(self) -> Iterator[str]:
        yield "\n## The match\n"
        hakem = bool(self.rules["next_hakem"])
        table, office = ("next_hakem", "hakem") if hakem else ("next_dealer", "dealer")
        rows = self.rows(table)
        for name, row in rows.items():
            says = sentence(f"{table}.{name}.{office}", row[office], self.rules.settings)
            yield f"- If {_facts(row['when'])}: {says}" if row["when"] else f"- {says}"
        if self.outline.hakem and self.rules["match.hakem_term"] > 1:
            yield f"- {sentence('match.hakem_term', self.rules['match.hakem_term'])}"
        yield from self.bullets("next", "match")
        yield ""
        yield from _legend(rows.values())


@cache
def _glossary() -> Mapping[str, Any]:
    terms: Mapping[str, Any] = yaml.load(data.path("spec/glossary.yaml").read_bytes(), Loader=LOADER)["terms"]
    return terms


def _facts(when: Mapping[str, Any]) -> str:
    return ", ".join(f"`{fact}` {_wanted(value)}" for fact, value in when.items())


def _wanted(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        low, high = value.get("min"), value.get("max")
        return f"{low} to {high}" if None not in (low, high) else f"{low} or more" if high is None else f"up to {high}"
    return " or ".join(_wanted(each) for each in value) if isinstance(value, tuple) else str(value)


def _amount(terms: tuple[int | str, ...]) -> str:
    return " and ".join(f"{term:+}" if isinstance(term, int) and term else str(term) for term in terms)


def _legend(rows: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """What the facts and amounts in a table mean."""
    every = list(rows)
    facts = {fact for row in every for fact in row["when"]}
    words = {term for row in every for side in _SIDES for term in row.get(side, ()) if isinstance(term, str)}
    yield from (f"- `{name}`: {entry.text}." for name, entry in vocabulary().facts.items() if name in facts)
    yield from (f"- {name}: {entry.text}." for name, entry in vocabulary().amounts.items() if name in words)


def _pattern(hand: Mapping[str, Any]) -> str:
    usual = {key: part.default for key, part in vocabulary().parts("hand").items()}
    return f"`{flow({key: plain(value) for key, value in hand.items() if value != usual[key]})}`"
