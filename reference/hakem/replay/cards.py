"""The cards of a board as the interpreter takes them: [Pack], or the packets of [Deal]."""

from __future__ import annotations

from typing import Any

from hakem.cards import SEATS, pack
from hakem.record.deal import DealFault, Hands, Packet, parse_deal
from hakem.record.nodes import Board, Event
from hakem.record.tags import fault_in
from hakem.rules import RuleSet


class NoCards(Exception):
    """The board cannot be dealt: a code of `record.codes`, the tag to blame, a sentence."""

    def __init__(self, code: str, tag: str, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.tag = tag
        self.message = message
        self.hint = hint


def packets_told(board: Board) -> int | None:
    """How many packets [Deal] tells of, over all seats; None if [Pack] tells of everything. A deal that was void
    before the last packets were out has fewer than the rules, and `wire_deal` makes the others up."""
    if board.tag("Pack") is not None:
        return None
    return sum(len(hand or ()) for hand in parse_deal(board.tag("Deal") or "").values())


def wire_deal(board: Board, rules: RuleSet, dealer: str) -> dict[str, Any]:
    """The `deal` of a request (spec/protocol.md section 3). Raises NoCards.

    Inside a packet [Deal] tells no order; the cards stand sorted, but a card that the record names as the marker of a
    called place stands in that place.
    """
    order = board.tag("Pack")
    if order is not None:
        if fault := fault_in("Pack", order):
            raise NoCards("bad_value", "Pack", fault)
        return {"pack": order}
    text = board.tag("Deal")
    if text is None:
        raise NoCards("no_deal", "Board", "the board has no [Deal]")
    try:
        hands = parse_deal(text)
    except DealFault as fault:
        raise NoCards("bad_value", "Deal", str(fault)) from fault
    if "".join(hands) != SEATS[rules["seats.count"]]:
        raise NoCards("deal_refused", "Deal", f"{len(hands)} hands, and the rules seat {rules['seats.count']}")
    if any(hand is None or any(packet.unseen for packet in hand) for hand in hands.values()):
        raise NoCards("deal_incomplete", "Deal", "not all cards are known, so the rules cannot be tried")
    return _packets(hands, rules, dealer, _called_card(board))


def _packets(hands: Hands, rules: RuleSet, dealer: str, called: tuple[str, str] | None) -> dict[str, Any]:
    """Packets by `deal` step; each seat gets its packets in the steps that serve it."""
    whole = set(pack(rules["pack.order"], rules["pack.remove"]))
    known = {card for hand in hands.values() for packet in hand or () for card in packet.cards}
    if strange := sorted(known - whole):
        raise NoCards("deal_refused", "Deal", f"not in the pack of {rules.name}: {' '.join(strange)}")
    spare = sorted(whole - known)
    waiting = {seat: list(hand or ()) for seat, hand in hands.items()}
    dealt: dict[str, int] = dict.fromkeys(hands, 0)
    steps: list[dict[str, str]] = []
    for step in rules["sequence"]:
        if isinstance(step, str):
            continue
        served = _served(step["deal"]["to"], rules, dealer)
        size = step["deal"]["cards"]
        if steps and not any(waiting.values()):
            if len(spare) < size * len(served):
                raise uneven(rules)
            steps.append({seat: " ".join(spare.pop() for _ in range(size)) for seat in served})
            continue
        packets = {}
        for seat in served:
            if not waiting[seat] or waiting[seat][0].size != size:
                raise uneven(rules)
            packet = waiting[seat].pop(0)
            place = rules["choose_trump.dealt_card"] - 1 - dealt[seat]
            packets[seat] = " ".join(_ordered(packet, called[1] if called and called[0] == seat else "", place))
            dealt[seat] += packet.size
        steps.append(packets)
    if any(waiting.values()):
        raise uneven(rules)
    if spare and "draw" in rules["sequence"]:
        message = f"{len(spare)} cards are left to be drawn, and there is no [Pack] to tell in which order"
        raise NoCards("deal_incomplete", "Deal", message)
    return {"packets": steps, "rest": " ".join(spare)} if spare else {"packets": steps}


def uneven(rules: RuleSet) -> NoCards:
    """Packets that are not those of the rules."""
    sizes = "/".join(str(step["deal"]["cards"]) for step in rules["sequence"] if not isinstance(step, str))
    message = "the packets of a hand are not those of the rules"
    return NoCards("deal_refused", "Deal", message, f"{rules.name} deals {sizes}: divide each hand with /")


def _served(to: str, rules: RuleSet, dealer: str) -> list[str]:
    """The seats a `deal` step serves; the Hakem is the dealer's next seat."""
    order = rotation(rules, "seats.turn")
    start = (order.index(dealer) + 1) % len(order)
    turned = [*order[start:], *order[:start]]
    return turned[:1] if to == "hakem" else turned[1:] if to == "others" else turned


def rotation(rules: RuleSet, path: str) -> str:
    """The seats in the order of a direction: `seats.turn` or `seats.play_turn`."""
    seats = SEATS[rules["seats.count"]]
    direction = rules.get(path, "same")
    if direction == "same":
        direction = rules["seats.turn"]
    return seats if direction == "clockwise" else seats[0] + seats[:0:-1]


def _called_card(board: Board) -> tuple[str, str] | None:
    """The seat that called a place, and the card that lay there, if the record names it."""
    for item in board.auction.items if board.auction is not None else ():
        if isinstance(item, Event) and item.word == "marker" and item.args:
            return item.seat, item.args[0].removeprefix("~")
    return None


def _ordered(packet: Packet, called: str, place: int) -> list[str]:
    cards = sorted(packet.cards)
    if called in cards and 0 <= place < len(cards):
        cards.remove(called)
        cards.insert(place, called)
    return cards
