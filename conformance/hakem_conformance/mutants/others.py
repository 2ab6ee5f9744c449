"""The other legal values of a setting: the neighbours of a number and its bounds, every other word, a list with an item
dropped, changed round or put in. Values are normal (`hakem.rules.values`), in and out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise, product
from typing import Any

from hakem.cards import pack
from hakem.vocabulary import UNSET, Setting, vocabulary

Settings = Mapping[str, Any]
Other = Callable[[Setting, Any, Settings], Iterator[Any]]


def others(setting: Setting, value: Any, settings: Settings) -> Iterator[Any]:
    """Every other value that is tried in the place of `value`; `settings` give numbers that mean something here.

    Most are legal; whether they fit the rest of the rules is for the checker to say.
    """
    seen = [value]
    for other in _OTHERS[setting.type](setting, value, settings):
        if other not in seen:
            seen.append(other)
            yield other


def _integer(setting: Setting, value: Any, settings: Settings) -> Iterator[Any]:
    yield from (word for word in setting.values if word != "number")
    yield from (number for number in _numbers(setting, value, settings) if _in_bounds(setting, number))


def _numbers(setting: Setting, value: Any, settings: Settings) -> Iterator[int]:
    """The neighbours and the bounds; in the place of a word a bound, numbers near the bids, half the tricks."""
    bounds = [bound for bound in (setting.minimum, setting.maximum) if bound is not None]
    if isinstance(value, int):
        yield from (value - 1, value + 1, *bounds)
        return
    yield from bounds or (1,)
    low, high = settings.get("auction.bids.from"), settings.get("auction.bids.to")
    if setting.path.startswith(("pair.", "stakes.", "auction.")) and low and high:
        yield from (low - 1, low, low + 1, high)
    if setting.path.startswith(("play.", "reveal.")):
        yield from (_half(settings), _half(settings) + 1)


def _half(settings: Settings) -> int:
    cards = len(pack(settings["pack.order"], settings["pack.remove"]))
    return cards // int(settings["seats.count"]) // 2


def _in_bounds(setting: Setting, number: int) -> bool:
    low, high = setting.minimum, setting.maximum
    return (low is None or number >= low) and (high is None or number <= high)


def _word(setting: Setting, value: Any, settings: Settings) -> Iterator[Any]:
    yield from (each.word for each in setting.values.values() if not each.planned)


def _flag(setting: Setting, value: Any, settings: Settings) -> Iterator[Any]:
    yield not value


def _words(setting: Setting, value: Any, settings: Settings) -> Iterator[Any]:
    for word in setting.values:
        chosen = set(value) ^ {word}
        if len(chosen) >= setting.min_items:
            yield tuple(each for each in setting.values if each in chosen)


def _policy(setting: Setting, value: Any, settings: Settings) -> Iterator[Any]:
    kind = value["kind"] if isinstance(value, Mapping) else value
    for each in setting.values.values():
        if each.word == kind and each.keys:
            for name, key in each.keys.items():
                yield from ({**value, name: other} for other in others(key, value[name], settings))
        elif each.word != kind and not each.keys:
            yield each.word
        elif each.word != kind:
            choices = [_first_values(key, settings) for key in each.keys.values()]
            for chosen in product(*choices):
                yield {"kind": each.word, **dict(zip(each.keys, chosen, strict=True))}


def _first_values(key: Setting, settings: Settings) -> Sequence[Any]:
    """What a key of a policy is tried with that was not there before."""
    if key.type == "integer":
        path = key.path.rpartition(".")[0]
        near = _numbers(key, None, settings) if path != "stakes.automatic" or key.path.endswith("bid") else (2,)
        return list(dict.fromkeys(number for number in near if _in_bounds(key, number)))
    return [()] if key.type == "integers" else [next(iter(key.values))]


def _ranks(setting: Setting, value: Any, settings: Settings) -> Iterator[Any]:
    yield from _dropped(value)
    if setting.path != "hand.ranks":  # there they are counted, whatever their order
        yield from _swapped(value)


def _dropped(items: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
    yield from ((*items[:at], *items[at + 1 :]) for at in range(len(items)))


def _swapped(items: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
    for at in range(len(items) - 1):
        yield (*items[:at], items[at + 1], items[at], *items[at + 2 :])


def _rank_points(setting: Setting, value: Any, settings: Settings) -> Iterator[Any]:
    """One point more or less, or the points of two ranks exchanged; the latter leaves the sum as it is."""
    ranks = settings["pack.order"]
    for rank in value:
        for points in (value[rank] - 1, value[rank] + 1):
            yield {each: points if each == rank else value[each] for each in value if each != rank or points}
    for one, other in pairwise(ranks):
        new = {**value, one: value.get(other, 0), other: value.get(one, 0)}
        yield {each: new[each] for each in ranks if new.get(each)}


def _cards(setting: Setting, value: Any, settings: Settings) -> Iterator[Any]:
    every = pack(settings["pack.order"])
    yield from _dropped(value)
    for gone in value[:1]:
        put = next(card for card in every if card not in value)
        yield tuple(card for card in every if card == put or (card in value and card != gone))


def _steps(setting: Setting, value: Any, settings: Settings) -> Iterator[Any]:
    yield from _dropped(value)
    yield from _swapped(value)
    deals = [at for at, step in enumerate(value) if not isinstance(step, str)]
    for at in deals:
        packet = value[at]["deal"]
        for name, part in vocabulary().parts("sequence.deal").items():
            for other in others(part, packet[name], settings):
                yield (*value[:at], {"deal": {**packet, name: other}}, *value[at + 1 :])
    for giver, taker in product(deals, deals):  # one card of one packet into another
        new = list(value)
        for at, more in ((giver, -1), (taker, 1)):
            new[at] = {"deal": {**new[at]["deal"], "cards": new[at]["deal"]["cards"] + more}}
        if giver != taker and new[giver]["deal"]["cards"]:
            yield tuple(new)


def _classes(setting: Setting, value: Any, settings: Settings) -> Iterator[Any]:
    if len(value) > setting.min_items:
        yield from _dropped(value)
    yield from _swapped(value)
    for name in vocabulary().card_classes:
        if name not in value:
            yield from ((*value[:at], name, *value[at:]) for at in range(len(value) + 1))


def _integers(setting: Setting, value: Any, settings: Settings) -> Iterator[Any]:
    yield from _dropped(value)
    if not setting.path.endswith(".not_after"):  # a set of tricks, whatever their order
        yield from _swapped(value)
    for at, number in enumerate(value):
        for other in (number - 1, number + 1):
            if _in_bounds(setting, other):
                yield (*value[:at], other, *value[at + 1 :])
    if setting.max_items is None or len(value) < setting.max_items:
        yield (*value, value[-1] + 1 if value else setting.minimum)


def _hand(setting: Setting, value: Any, settings: Settings) -> Iterator[Any]:
    parts = vocabulary().parts("hand")
    if setting.default == "none":
        yield "none"
    if not isinstance(value, Mapping):
        whole = {name: part.default for name, part in parts.items() if part.default is not UNSET}
        yield {**whole, "unbeatable": True}
        yield {**whole, "max": _half(settings)}
        return
    for name, part in parts.items():
        if name not in value:
            added: dict[str, Any] = {"ranks": settings["pack.order"][:1], "max": _half(settings), "unbeatable": True}
            yield {**value, name: added[name]}
            continue
        if part.optional:
            yield {key: value[key] for key in value if key != name}
        yield from ({**value, name: other} for other in others(part, value[name], settings))


def _facts(setting: Setting, value: Any, settings: Settings) -> Iterator[Any]:
    """One condition dropped, or turned to another value; the bounds of numbers are `change.shifted`'s to move."""
    for name in value:
        yield {fact: value[fact] for fact in value if fact != name}
        fact = vocabulary().facts[name].fields
        if fact["type"] != "integer":
            yield from ({**value, name: each} for each in fact.get("values", (True, False)))


def _amount(setting: Setting, value: Any, settings: Settings) -> Iterator[Any]:
    number = sum(term for term in value if isinstance(term, int))
    words = tuple(term for term in value if isinstance(term, str))
    sums = [(number - 1, words), (number + 1, words)]
    for word in vocabulary().amounts:
        chosen = set(words) ^ {word}
        sums.append((number, tuple(each for each in vocabulary().amounts if each in chosen)))
    for total, terms in sums:
        yield terms if terms and not total else (total, *terms)


_OTHERS: dict[str, Other] = {
    "integer": _integer,
    "word": _word,
    "flag": _flag,
    "words": _words,
    "policy": _policy,
    "ranks": _ranks,
    "rank_points": _rank_points,
    "cards": _cards,
    "steps": _steps,
    "classes": _classes,
    "integers": _integers,
    "hand": _hand,
    "facts": _facts,
    "amount": _amount,
}
