"""What a run reached: events, calls, steps, reasons with their paths, values of settings, rows. And what it did not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from hakem.game.events import FIELDS
from hakem.rules import RuleSet, load, shipped
from hakem.rules.checker import asleep
from hakem.vocabulary import Setting, vocabulary
from hakem_conformance.agree.answer import Json
from hakem_conformance.agree.policy import kind_of
from hakem_conformance.messages import definitions

#: A branch: its sort and its name.
Branch = tuple[str, str]
#: Who has asked is void, so no list of his begins with the led suit.
_IMPOSSIBLE = {("reason", "must_follow_suit reveal.after_ask")}
_CALLS = "bid P X XX XXX ask show lone keep go stop take leave concede redeal"


class Coverage:
    """How often each branch was reached."""

    def __init__(self) -> None:
        self.reached: Counter[Branch] = Counter()
        self._seen: set[str] = set()

    def note(self, rules: RuleSet, trial: Json, answer: Json) -> None:
        """Count what one trial reached."""
        if rules.digest not in self._seen:
            self._seen.add(rules.digest)
            self.reached.update(set(_values_of(rules)))
        if "match" in trial:
            if "status" in answer:
                tied = answer["status"] == "won" and answer["winner"] is None
                self.reached["match", "tied" if tied else answer["status"]] += 1
            return
        begin = "at play" if "from" in trial["game"] else "usual"
        self.reached["begin", "refused" if "error" in answer else begin] += 1
        for step in answer.get("steps", ()):
            self.reached.update(_branches(step))
        if answer.get("result") and ("row", row := f"{rules.id} {answer['result']['row']}") in everything():
            self.reached["row", row] += 1

    def add(self, other: Coverage) -> None:
        """Count what another run reached."""
        self.reached.update(other.reached)

    def missing(self) -> list[Branch]:
        """What could be reached and was not, sorted."""
        return sorted(set(everything()) - set(self.reached))

    def lines(self) -> Iterator[str]:
        """The report: a line for each sort, and one for each branch that was not reached."""
        known = set(everything())
        for sort in sorted({sort for sort, _ in known}):
            of = {branch for branch in known if branch[0] == sort}
            yield f"{sort:8} {len(of & set(self.reached)):4} of {len(of):4} reached"
        for sort, name in self.missing():
            yield f"not reached: {sort} {name}"


@cache
def everything() -> frozenset[Branch]:
    """All branches there are. Reasons and values come from the vocabulary, the rest from the protocol."""
    words = vocabulary()
    found: set[Branch] = {("event", name) for name in FIELDS}
    found |= {("call", word) for word in _CALLS.split()}
    found |= {("ended", cause) for cause in definitions()["cause"]["enum"]}
    found |= {("void", why) for why in ("nobody_bids", "never_revealed", "by a row")}
    found |= {("step", step) for step in definitions()["view"]["properties"]["step"]["enum"]}
    found |= {("match", status) for status in ("won", "tied", "unfinished", "stopped")}
    found |= {("begin", how) for how in ("usual", "at play", "refused")}
    found |= {("attempt", "no action"), ("attempt", "accepted")}
    for name, reason in words.reasons.items():
        found |= {("reason", f"{name} {path}") for path in reason.fields["path"]}
    found -= _IMPOSSIBLE
    for setting in words.settings.values():
        found |= {("value", name) for name in _possible(setting)}
    found |= {("row", f"{name} {row}") for name in shipped() for row in load(name)["score"]
              if f"score.{row}" not in asleep(load(name))}  # fmt: skip
    return frozenset(found)


def _branches(step: Mapping[str, Any]) -> Iterator[Branch]:
    for event in step["events"]:
        name = event["event"]
        yield "event", name
        if name == "call":
            yield "call", kind_of(f"{event['seat']}:{event['call']}")
        elif name == "deal_ended":
            yield "ended", event["cause"]
        elif name == "deal_void":
            yield "void", event["why"] if event["why"] in ("nobody_bids", "never_revealed") else "by a row"
    for verdict in step["attempts"]:
        if verdict is None or verdict["accepted"]:
            yield "attempt", "no action" if verdict is None else "accepted"
        else:
            yield "reason", f"{verdict['reason']} {_general(verdict['path'])}"
    for view in step["views"][:1]:
        yield "step", view["step"]


def _general(path: str) -> str:
    """A path with `*` for the name of a row."""
    table, _, rest = path.partition(".")
    return f"{table}.*.{rest.partition('.')[2]}" if table in vocabulary().tables and rest else path


def _possible(setting: Setting) -> Iterator[str]:
    """The values of a setting that are told apart; a number, list or the like is one, if it is not the default."""
    for word, value in setting.values.items():
        yield f"{setting.path} {word}"
        yield from (name for key in value.keys.values() for name in _possible(key) if key.values)
    if setting.type == "classes":
        yield from (f"{setting.path} {name}" for name in vocabulary().card_classes if _usable(setting, name))
    elif setting.type == "steps":
        yield from (f"{setting.path} {name}" for name in vocabulary().steps)
    elif setting.type == "facts":
        table = setting.path.partition(".")[0]
        yield from (f"{setting.path} {name}" for name, fact in vocabulary().facts.items()
                    if table in fact.fields["tables"])  # fmt: skip
    elif setting.type == "amount":
        yield from (f"{setting.path} {name}" for name in ("number", *vocabulary().amounts))
    elif setting.number or not setting.values:
        yield f"{setting.path} set"


def _usable(setting: Setting, name: str) -> bool:
    """`led_suit` cannot lead, a marker is back only after a `show`."""
    if name == "marker":
        return setting.path == "reveal.after_show"
    if name == "led_suit":
        return setting.path != "play.lead"
    return not (name.startswith("not_hidden") and setting.path.startswith("reveal."))


def _values_of(rules: RuleSet) -> Iterator[Branch]:
    """The values that act under a rule set."""
    dormant = asleep(rules)
    for path, setting in vocabulary().scalars.items():
        if path in rules.settings and path not in dormant:
            yield from (("value", name) for name in _named(setting, rules[path]))
    for table, fields in vocabulary().tables.items():
        for name, row in rules[table].items():
            if f"{table}.{name}" not in dormant:
                for field, value in row.items():
                    if f"{table}.{name}.{field}" not in dormant:
                        yield from (("value", each) for each in _named(fields[field], value))


def _named(setting: Setting, value: Any) -> Iterator[str]:
    path = setting.path
    if setting.type == "hand" and isinstance(value, Mapping):
        yield f"{path} set"
        for key, part in vocabulary().parts("hand").items():
            if key in value:
                yield from _named(part, value[key])
    elif setting.type == "steps":
        yield from (f"{path} {each if isinstance(each, str) else 'deal'}" for each in value)
        for each in value:
            if not isinstance(each, str):
                for key, part in vocabulary().parts("sequence.deal").items():
                    yield from _named(part, each["deal"][key])
    elif setting.type in ("words", "classes", "facts"):
        yield from (f"{path} {each}" for each in value)
    elif setting.type == "amount":
        yield from (f"{path} {each if isinstance(each, str) else 'number'}" for each in value if each)
    elif isinstance(value, Mapping) and "kind" in value:
        yield f"{path} {value['kind']}"
        keys = setting.values[value["kind"]].keys
        yield from (name for key, part in value.items() if key != "kind" and keys[key].values
                    for name in _named(keys[key], part))  # fmt: skip
    elif isinstance(value, str) and value in setting.values:
        yield f"{path} {value}"
    elif value != setting.default and value not in ((), {}, None):
        yield f"{path} set"
