"""A rule set turned into tables and small functions, once; play reads only these.

Seats, sides and suits are small numbers, hands are masks (`bits`); text appears only at the edges.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hakem import cards
from hakem.cards import CARDS, INDEX, SEATS, SUITS
from hakem.game.bits import SUIT_MASKS, TRUMP, mask_of, names
from hakem.game.classes import ListFunction, compile_list

if TYPE_CHECKING:
    from hakem.game.events import Event
    from hakem.rules.ruleset import RuleSet

CardEntry = tuple[int, int, int, int, "Event"]


class Texts(dict[int, tuple[str, ...]]):
    """One seat's card actions for a mask of cards of one suit; filled as masks are met."""

    def __init__(self, seat: str) -> None:
        self._seat = seat

    def __missing__(self, mask: int) -> tuple[str, ...]:
        text = tuple(f"{self._seat}:{name}" for name in names(mask))
        self[mask] = text
        return text

    def of(self, mask: int) -> tuple[str, ...]:
        """The actions for cards of any suits, sorted."""
        clubs, diamonds, hearts, spades = SUIT_MASKS
        return self[mask & clubs] + self[mask & diamonds] + self[mask & hearts] + self[mask & spades]


@dataclass(frozen=True, slots=True)
class DealStep:
    """One packet: `cards` for each of `places` (0 is eldest, counted in `seats.turn`)."""

    number: int
    cards: int
    places: tuple[int, ...]
    held_back: bool
    first: bool
    last: bool


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything play needs of a rule set, in the form in which it is needed."""

    rules: RuleSet
    setting: Mapping[str, Any]
    seats: str
    seat_of: dict[str, int]
    everybody: int
    turn: tuple[int, ...]
    before: tuple[int, ...]
    auction_turn: tuple[int, ...]
    play_turn: tuple[int, ...]
    partners: bool
    alone: bool
    side_names: tuple[str, ...]
    side_of: tuple[int, ...]
    has_hakem: bool
    sequence: tuple[tuple[str, Any], ...]
    deals: tuple[DealStep, ...]
    singly: bool
    pack_mask: int
    pack_size: int
    points: tuple[int, ...]
    last_trick: int
    power: tuple[tuple[tuple[tuple[int, ...], ...], ...], ...]
    texts: tuple[Texts, ...]
    card_actions: dict[str, CardEntry]
    lowest: int
    highest: int
    bid_texts: tuple[tuple[str, ...], ...]
    open_game: bool
    own_card: bool
    choices: tuple[str, ...]
    ask: str
    asked_by: frozenset[str]
    deadline: int
    activation_trick: bool
    lead: ListFunction
    follow: ListFunction
    after_ask: ListFunction
    after_show: ListFunction
    ends: str
    ends_at: int
    go_on: str
    concede: bool
    two_running: Mapping[str, Any] | None
    pair: str
    pair_after: str
    cancel: tuple[tuple[str, Mapping[str, Any]], ...]

    def sides_for(self, declarer: int) -> tuple[tuple[str, ...], tuple[int, ...]]:
        """Names of the sides of a deal and the side of each seat, once there is a declarer.

        Only `declarer_alone` depends on the declarer: he is one side, all others are the other.
        """
        if not self.alone:
            return self.side_names, self.side_of
        rest = "".join(seat for seat in self.seats if seat != self.seats[declarer])
        sides = tuple(0 if seat == declarer else 1 for seat in range(len(self.seats)))
        return (self.seats[declarer], rest), sides

    def walk(self, start: int, step: tuple[int, ...]) -> list[int]:
        """All seats from `start` on, in the direction of `step`."""
        order = [start]
        while (seat := step[order[-1]]) != start:
            order.append(seat)
        return order


#: The plans made last, by digest.
_plans: dict[str, Plan] = {}
_KEPT = 64


def compile_rules(rules: RuleSet) -> Plan:
    """The plan of a rule set; kept by digest, as long as the settings are the same."""
    known = _plans.get(rules.digest)
    if known is not None and (known.rules is rules or known.setting == rules.settings):
        return known
    plan = _compile(rules)
    if rules.digest:
        if len(_plans) >= _KEPT:
            del _plans[next(iter(_plans))]
        _plans[rules.digest] = plan
    return plan


def kind(policy: Any) -> str:
    """The word of a policy, which is bare or stands under `kind`."""
    return str(policy["kind"] if isinstance(policy, Mapping) else policy)


def _direction(count: int, word: str) -> tuple[int, ...]:
    step = 1 if word == "clockwise" else -1
    return tuple((seat + step) % count for seat in range(count))


def _sides(seats: str, word: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
    if word != "partners":
        return tuple(seats), tuple(range(len(seats)))
    return (seats[::2], seats[1::2]), tuple(seat % 2 for seat in range(len(seats)))


def _power(order: tuple[str, ...]) -> tuple[tuple[tuple[tuple[int, ...], ...], ...], ...]:
    """Tables [reversed][trump suit or NO_SUIT][led suit][card]: a higher number takes the trick, 0 never."""
    height = {rank: len(order) - place for place, rank in enumerate(order)}

    def value(card: str, upside_down: bool, trump: int, led: int) -> int:
        high = height.get(card[1], 0)
        if not high:
            return 0
        plain = len(order) + 1 - high if upside_down else high
        suit = SUITS.index(card[0])
        return plain + TRUMP if suit == trump else plain if suit == led else 0

    return tuple(
        tuple(
            tuple(tuple(value(card, upside_down, trump, led) for card in CARDS) for led in range(4))
            for trump in range(5)
        )
        for upside_down in (False, True)
    )


def _off(name: str, setting: Mapping[str, Any]) -> bool:
    """Whether the step's own section turns it off."""
    if name == "second_auction":
        return bool(setting["second_auction.who"] == "nobody")
    if name == "stakes":
        return not setting["stakes.factors"] and kind(setting["stakes.automatic"]) == "none"
    if name == "lone_hand":
        return bool(setting["lone_hand.who"] == "nobody")
    return name == "draw" and not setting["draw.discards"]


def _sequence(setting: Mapping[str, Any], count: int) -> tuple[tuple[str, Any], ...]:
    packets = [item for item in setting["sequence"] if not isinstance(item, str)]
    steps: list[tuple[str, Any]] = []
    dealt = 0
    for item in setting["sequence"]:
        if isinstance(item, str):
            if item == "score":
                break
            if not _off(item, setting):
                again = sum(1 for name, _ in steps if name == item)
                steps.append((item, again))
            continue
        packet = item["deal"]
        served = {"all": range(count), "hakem": range(1), "others": range(1, count)}[packet.get("to", "all")]
        steps.append(
            (
                "deal",
                DealStep(
                    number=dealt,
                    cards=packet["cards"],
                    places=tuple(served),
                    held_back=packet.get("seen", "at_once") == "maker_first",
                    first=dealt == 0,
                    last=dealt == len(packets) - 1,
                ),
            )
        )
        dealt += 1
    return tuple(steps)


def _compile(rules: RuleSet) -> Plan:
    setting = rules.settings
    count = setting["seats.count"]
    seats = SEATS[count]
    turn = _direction(count, setting["seats.turn"])

    def direction(path: str) -> tuple[int, ...]:
        return turn if setting[path] == "same" else _direction(count, setting[path])

    def classes(path: str) -> ListFunction:
        return compile_list(tuple(setting[path]))

    side_names, side_of = _sides(seats, setting["seats.sides"])
    sequence = _sequence(setting, count)
    pack = [INDEX[card] for card in cards.pack(setting["pack.order"], setting["pack.remove"])]
    worth = setting["pack.points"]
    actions: dict[str, CardEntry] = {}
    for number, seat in enumerate(seats):
        for index, card in enumerate(CARDS):
            actions[f"{seat}:{card}"] = (number, index, 1 << index, index // 13, ("played", seat, card))
    ends = setting["play.ends"]
    take = setting["play.take"]
    highest = setting.get("auction.bids.to", 0)
    deadline = setting["reveal.deadline"]
    return Plan(
        rules=rules,
        setting=setting,
        seats=seats,
        seat_of={seat: number for number, seat in enumerate(seats)},
        everybody=(1 << count) - 1,
        turn=turn,
        before=tuple(turn.index(seat) for seat in range(count)),
        auction_turn=direction("seats.auction_turn"),
        play_turn=direction("seats.play_turn"),
        partners=setting["seats.sides"] == "partners",
        alone=setting["seats.sides"] == "declarer_alone",
        side_names=side_names,
        side_of=side_of,
        has_hakem=setting.get("choose_trump.by") == "hakem",
        sequence=sequence,
        deals=tuple(step for name, step in sequence if name == "deal"),
        singly=setting["deal.manner"] == "singly",
        pack_mask=mask_of(pack),
        pack_size=len(pack),
        points=tuple(worth.get(card[1], 0) for card in CARDS),
        last_trick=setting["pack.last_trick"],
        power=_power(tuple(setting["pack.order"])),
        texts=tuple(Texts(seat) for seat in seats),
        card_actions=actions,
        lowest=setting.get("auction.bids.from", 0),
        highest=highest,
        bid_texts=tuple(tuple(f"{seat}:{bid}" for bid in range(highest + 1)) for seat in seats),
        open_game=setting.get("choose_trump.secrecy", "open") == "open",
        own_card=setting.get("choose_trump.form") == "own_card",
        choices=tuple(setting["choose_trump.choices"]),
        ask=setting.get("reveal.ask", "may"),
        asked_by=frozenset(setting["reveal.asked_by"]),
        deadline=deadline if isinstance(deadline, int) else 0,
        activation_trick=setting.get("reveal.activation", "trick") == "trick",
        lead=classes("play.lead"),
        follow=classes("play.follow"),
        after_ask=classes("reveal.after_ask"),
        after_show=classes("reveal.after_show"),
        ends=kind(ends),
        ends_at=ends["tricks"] if kind(ends) == "side_tricks" else 0,
        go_on=setting["play.go_on"],
        concede=setting["play.concede"] == "declarer",
        two_running=take if kind(take) == "two_running" else None,
        pair=setting["pair.show"],
        pair_after=setting["pair.after"],
        cancel=tuple(sorted(setting.get("cancel_deal", {}).items())),
    )
