"""An assertion with less around it: nothing before, hands for packs, cards in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from hakem.cards import SEATS
from hakem.rules.ruleset import RuleSet
from hakem_conformance.mutants.script import Aim, Json, replay

#: Whether an assertion is still good for what it is wanted for.
Good = Callable[[Aim], bool]


def shrunk(rules: RuleSet, aim: Aim, good: Good) -> Aim:
    """The same assertion after the same play in the plainest game in which it is still good."""
    for plainer in (_less_before, _hands, _in_order, _packets_in_order):
        for game in plainer(rules, aim):
            again = replay(rules, game, aim.script.actions, aim.kind, aim.subject)
            if again and good(again):
                aim = again
                break
    return aim


def _less_before(rules: RuleSet, aim: Aim) -> Iterator[Json]:
    """Without what stood before, or with one part of it."""
    game = aim.script.game
    bare = {key: game[key] for key in ("dealer", "deal")}
    if "before" in game:
        yield bare
        yield from ({**bare, "before": {name: part}} for name, part in game["before"].items())


def _hands(rules: RuleSet, aim: Aim) -> Iterator[Json]:
    """Packets in the place of a pack."""
    game = aim.script.game
    if "pack" not in game["deal"]:
        return
    seats = SEATS[rules["seats.count"]]
    step = 1 if rules["seats.turn"] == "clockwise" else -1
    first = seats.index(game["dealer"]) + step
    order = [seats[(first + step * at) % len(seats)] for at in range(len(seats))]
    cards = game["deal"]["pack"].split()
    packets: list[Json] = []
    for item in rules["sequence"]:
        if isinstance(item, str):
            continue
        served = {"all": order, "hakem": order[:1], "others": order[1:]}[item["deal"]["to"]]
        count = item["deal"]["cards"]
        mine, cards = cards[: count * len(served)], cards[count * len(served) :]
        singly = rules["deal.manner"] == "singly"
        packets.append({
            seat: " ".join(mine[at :: len(served)] if singly else mine[at * count : (at + 1) * count])
            for at, seat in enumerate(served)
        })  # fmt: skip
    yield {**game, "deal": {"packets": packets, **({"rest": " ".join(cards)} if cards else {})}}


def _in_order(rules: RuleSet, aim: Aim) -> Iterator[Json]:
    """The cards that nobody has named given out in order, seat by seat."""
    game = aim.script.game
    if "packets" not in game["deal"]:
        return
    named = {action[-2:] for action in (*aim.script.actions, aim.subject)}
    packets = game["deal"]["packets"]
    seats = list(dict.fromkeys(seat for packet in packets for seat in packet))
    slots = [(at, seat) for seat in seats for at, packet in enumerate(packets) if seat in packet]
    unnamed = [card for at, seat in slots for card in packets[at][seat].split() if card not in named]
    free = iter(sorted(unnamed, key=_order(rules)))
    new: list[Json] = [dict(packet) for packet in packets]
    for at, seat in slots:
        new[at][seat] = " ".join(card if card in named else next(free) for card in packets[at][seat].split())
    yield {**game, "deal": {**game["deal"], "packets": new}}


def _packets_in_order(rules: RuleSet, aim: Aim) -> Iterator[Json]:
    """Each packet by suit and rank."""
    game = aim.script.game
    if "packets" in game["deal"]:
        packets = [
            {seat: " ".join(sorted(cards.split(), key=_order(rules))) for seat, cards in packet.items()}
            for packet in game["deal"]["packets"]
        ]
        yield {**game, "deal": {**game["deal"], "packets": packets}}


def _order(rules: RuleSet) -> Callable[[str], tuple[int, int]]:
    ranks = rules["pack.order"]
    return lambda card: ("SHDC".index(card[0]), ranks.index(card[1]))
