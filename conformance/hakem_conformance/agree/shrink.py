"""A disagreement made small: one deal, the shortest play, the fewest overlays, nothing before it, tidy cards."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from hakem.errors import HakemError
from hakem.game.match import Match
from hakem_conformance.agree.answer import Json, after, answer, canonical
from hakem_conformance.agree.differ import Difference, places
from hakem_conformance.agree.house import rule_set
from hakem_conformance.agree.peer import Peer
from hakem_conformance.agree.policy import kind_of

#: A rule set and a trial that may be smaller than a case.
Step = tuple[str, Json]
#: Steps of one kind that are tried at most.
_TRIES = 400


@dataclass(frozen=True)
class Case:
    """A trial of a rule set, and the places in which the two answers to it differ: path, ours, theirs."""

    text: str
    trial: Json
    found: tuple[Difference, ...]


def judge(peer: Peer, text: str, trial: Json) -> Case | None:
    """The case of a trial, None if both sides agree, or the rule set is not sound."""
    try:
        rules = rule_set(text)
    except HakemError:
        return None
    found = tuple(places(answer(rules, trial), peer.answer(rules, trial)))
    return Case(text, trial, found) if found else None


def shrink(peer: Peer, case: Case) -> Case:
    """The smallest case that is found. Every step keeps a disagreement, not always the same one."""
    ways_in_order = (_one_deal, _shorter, _fewer_overlays, _without_before, _fewer_questions, _fewer_calls, _tidier)
    for ways in ways_in_order:
        case = _improved(peer, case, ways)
    return case


def _improved(peer: Peer, case: Case, ways: Callable[[Case], Iterator[Step]]) -> Case:
    """The case after all steps of one kind that keep a disagreement; each is tried from the last that did."""
    tried: set[str] = set()
    while True:
        for text, trial in ways(case):
            if len(tried) > _TRIES:
                return case
            key = f"{text} {canonical(trial)}"
            if key not in tried and (smaller := judge(peer, text, trial)):
                tried.add(key)
                case = smaller
                break
            tried.add(key)
        else:
            return case


def _one_deal(case: Case) -> Iterator[Step]:
    """A match: one of its deals by itself, with what it finds; else its first deals."""
    if "match" not in case.trial:
        return
    setting, deals = case.trial["match"], case.trial["deals"]
    match = Match(rule_set(case.text), setting["dealer"], setting.get("before"))
    for each in deals:
        if match.over or (match.games and not match.games[-1].over):
            break
        game = {"rules": setting["rules"], "dealer": match.dealer, "deal": each["deal"], "before": after(match.before)}
        everywhere = list(range(len(each["actions"]) + 1))
        yield case.text, {"game": game, "actions": each["actions"], "attempts": [], "views": everywhere}
        played = match.next_deal(each["deal"])
        for action in each["actions"]:
            if played.refusal(action):
                break
            played.apply(action)
    for count in range(1, len(deals)):
        yield case.text, {**case.trial, "deals": deals[:count]}


def _shorter(case: Case) -> Iterator[Step]:
    """The play up to the first position in which the answers differ."""
    trial = case.trial
    for at in range(len(trial.get("actions", ()))):
        if any(path.startswith(f"steps[{at}].") for path, _, _ in case.found):
            yield case.text, {**trial, "actions": trial["actions"][:at],
                              "attempts": [each for each in trial["attempts"] if each["at"] <= at],
                              "views": [each for each in trial["views"] if each <= at]}  # fmt: skip
            return


def _fewer_overlays(case: Case) -> Iterator[Step]:
    name, *parts = case.text.split("+")
    for left_out in range(len(parts)):
        yield "+".join((name, *parts[:left_out], *parts[left_out + 1 :])), case.trial


def _without_before(case: Case) -> Iterator[Step]:
    where = "match" if "match" in case.trial else "game"
    setting = case.trial[where]
    before = setting.get("before", {})
    if before:
        yield case.text, {**case.trial, where: {key: value for key, value in setting.items() if key != "before"}}
    for left_out in before:
        less = {key: value for key, value in before.items() if key != left_out}
        yield case.text, {**case.trial, where: {**setting, "before": less}}


def _fewer_questions(case: Case) -> Iterator[Step]:
    """Without the attempts, without the views; else with one attempt, or fewer views."""
    trial = case.trial
    for name in ("attempts", "views"):
        asked = trial.get(name, [])
        if asked:
            yield case.text, {**trial, name: []}
        if len(asked) > 1:
            yield from ((case.text, {**trial, name: [one]}) for one in asked)


def _fewer_calls(case: Case) -> Iterator[Step]:
    """Some calls in a row left out, where the rest is still played to the end."""
    trial, rules = case.trial, rule_set(case.text)
    actions = trial.get("actions", [])
    for size in (8, 4, 2, 1):
        for start in range(len(actions) - size + 1):
            stop = start + size
            if any(kind_of(action) not in ("bid", "P") for action in actions[start:stop]):
                continue
            less = {**trial, "actions": [*actions[:start], *actions[stop:]],
                    "attempts": [{**each, "at": each["at"] - size} for each in trial["attempts"] if each["at"] >= stop],
                    "views": [at - size for at in trial["views"] if at >= stop]}  # fmt: skip
            if answer(rules, less).get("refused") is None:
                yield case.text, less


def _tidier(case: Case) -> Iterator[Step]:
    """Cards that are not played exchanged so that hands stand in order."""
    trial = case.trial
    if "match" in trial:
        return
    deal = trial["game"]["deal"]
    held = [(key, text.split()) for key, text in _lists(deal)]
    touched = {action[2:] for action in trial["actions"]} | {action[-2:] for action in trial["actions"]}
    slots = [(row, at) for row, (_, cards) in enumerate(held) for at, card in enumerate(cards) if card not in touched]
    for (row, at), (other, place) in itertools.combinations(slots, 2):
        if held[row][1][at] > held[other][1][place]:
            new = [list(cards) for _, cards in held]
            new[row][at], new[other][place] = new[other][place], new[row][at]
            yield case.text, {**trial, "game": {**trial["game"], "deal": _filled(deal, [" ".join(row) for row in new])}}


def _lists(deal: Json) -> list[tuple[str, str]]:
    """The lists of cards of a deal, in order."""
    if "pack" in deal:
        return [("pack", deal["pack"])]
    return [*(item for packet in deal["packets"] for item in packet.items()), ("rest", deal.get("rest", ""))]


def _filled(deal: Json, texts: list[str]) -> Json:
    """The deal with other lists of cards."""
    if "pack" in deal:
        return {"pack": texts[0]}
    rest = iter(texts)
    return {"packets": [{seat: next(rest) for seat in packet} for packet in deal["packets"]], "rest": next(rest)}
