"""What a game is given: the cards, the match before it, and where it begins (protocol.md section 3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hakem.cards import CARDS, INDEX
from hakem.game.actions import parse
from hakem.game.bits import mask_of
from hakem.game.compile import Plan, kind
from hakem.game.dealing import serve
from hakem.game.errors import DealError
from hakem.game.state import NOBODY, Before, State
from hakem.game.trump import fix, options

#: The largest number that every language can read from JSON (protocol.md section 1).
LARGEST = 2**53 - 1


def read_deal(plan: Plan, dealer: int, deal: Any) -> list[int]:
    """The pack, first dealt card first, from any form a deal may have.

    A pack is a text (`"SJ S9 …"`), a list of cards or `{"pack": …}`; packets are a list of objects by seat,
    one for each `deal` step, or `{"packets": …, "rest": …}`. Raises DealError unless the cards make up the
    pack exactly.
    """
    if isinstance(deal, Mapping):
        if "packets" in deal:
            pack = _from_packets(plan, dealer, deal["packets"], _cards(deal.get("rest", ""), "deal.rest"))
        elif "pack" in deal:
            pack = _cards(deal["pack"], "deal.pack")
        else:
            raise DealError("a deal is a pack or packets", 'one of "pack" and "packets"')
    elif isinstance(deal, Sequence) and deal and isinstance(deal[0], Mapping):
        pack = _from_packets(plan, dealer, deal, [])
    else:
        pack = _cards(deal, "deal")
    if len(pack) != plan.pack_size or mask_of(pack) != plan.pack_mask:
        raise _wrong_pack(plan, pack)
    return pack


def _cards(text: Any, where: str) -> list[int]:
    words = text.split() if isinstance(text, str) else text
    if not isinstance(words, Sequence):
        raise DealError(f"cards are a text or a list, not {type(text).__name__}", '"SJ S9 HA"', where)
    try:
        return [INDEX[word] for word in words]
    except (KeyError, TypeError):
        wrong = next(word for word in words if not isinstance(word, str) or word not in INDEX)
        expected = "a suit of SHDC, then a rank of AKQJT98765432"
        raise DealError(f"{wrong!r} is no card", expected, where) from None


def _wrong_pack(plan: Plan, pack: list[int]) -> DealError:
    twice = sorted({CARDS[card] for card in pack if pack.count(card) > 1})
    missing = [CARDS[card] for card in range(52) if plan.pack_mask >> card & 1 and card not in pack]
    foreign = [CARDS[card] for card in pack if not plan.pack_mask >> card & 1]
    faults = ("twice", twice), ("missing", missing), ("not in the pack", foreign)
    told = "; ".join(f"{word}: {' '.join(cards)}" for word, cards in faults if cards)
    return DealError(f"the cards do not make up the pack ({told})", f"each of the {plan.pack_size} cards once")


def _from_packets(plan: Plan, dealer: int, packets: Any, rest: list[int]) -> list[int]:
    if not isinstance(packets, Sequence) or isinstance(packets, str) or len(packets) != len(plan.deals):
        raise DealError("wrong number of packets", f"one for each `deal` step: {len(plan.deals)}", "deal.packets")
    order = plan.walk(plan.turn[dealer], plan.turn)
    pack: list[int] = []
    for step, packet in zip(plan.deals, packets, strict=True):
        where = f"deal.packets.{step.number}"
        served = [plan.seats[order[place]] for place in step.places]
        if not isinstance(packet, Mapping) or set(packet) != set(served):
            raise DealError("a packet names the seats it serves", " ".join(served), where)
        hands = [_cards(packet[seat], f"{where}.{seat}") for seat in served]
        for seat, hand in zip(served, hands, strict=True):
            if len(hand) != step.cards:
                raise DealError(f"{seat} gets {len(hand)} cards", f"{step.cards} cards", f"{where}.{seat}")
        if plan.singly:
            pack += [hand[row] for row in range(step.cards) for hand in hands]
        else:
            pack += [card for hand in hands for card in hand]
    return pack + rest


def read_before(plan: Plan, before: Any) -> Before:
    """What a deal finds: nothing (None), or the object `before` of the protocol. May raise DealError."""
    if before is None or isinstance(before, Before):
        return before or Before()
    if not isinstance(before, Mapping):
        raise DealError("what stands before a deal is an object", where="before")
    term = before.get("term", {})
    if not isinstance(term, Mapping) or ("term" in before and not isinstance(term.get("won"), bool)):
        raise DealError("a term says how many deals were served and whether all were won",
                        '{"served": 1, "won": true}', "before.term")  # fmt: skip
    return Before(
        score=_numbers(before.get("score", {}), "score", plan.side_names),
        deal=_number(before.get("deal", 1), "deal", 1),
        run=_numbers(before.get("run", {}), "run", plan.side_names),
        served=_number(term.get("served", None if term else 0), "term.served", 0),
        won=term.get("won", True),
        voided=_numbers(before.get("voided", {}), "voided", [name for name, _ in plan.cancel], 0),
    )


def _number(value: Any, where: str, least: int = -LARGEST) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= LARGEST:
        raise DealError(f"{value!r} is no whole number that can stand here", f"{least} to {LARGEST}", f"before.{where}")
    return value


def _numbers(values: Any, where: str, allowed: Sequence[str], least: int = -LARGEST) -> dict[str, int]:
    if not isinstance(values, Mapping):
        raise DealError("numbers by name are an object", where=f"before.{where}")
    for name in values:
        if name not in allowed:
            raise DealError(f"{name!r} is unknown", " ".join(allowed), f"before.{where}")
    return {name: _number(value, f"{where}.{name}", least) for name, value in values.items()}


def begin_at_play(state: State, contract: Any) -> None:
    """Serve all packets and put the contract in force without an auction (`from: play`).

    `contract` has `declarer` and `bid`, `trump` as in the action, `stakes`; what there is not is left out.
    """
    plan = state.plan
    if not isinstance(contract, Mapping):
        raise _no_contract("a contract is an object", '{"declarer": "S", "bid": 17, "trump": "C", "stakes": 1}')
    if any(name == "draw" for name, _ in plan.sequence):
        raise _no_contract("a deal with a draw cannot begin at play", "no `from`")
    for step in plan.deals:
        serve(state, step)
    state.at = len(plan.sequence) - 2
    if "declarer" in contract or "bid" in contract:
        declarer: Any = contract.get("declarer")
        bid: Any = contract.get("bid")
        is_bid = isinstance(bid, int) and not isinstance(bid, bool) and plan.lowest <= bid <= plan.highest
        if not isinstance(declarer, str) or declarer not in plan.seat_of or not is_bid:
            raise _no_contract("declarer and bid go together", f"a seat, and {plan.lowest} to {plan.highest}")
        state.form_sides(plan.seat_of[declarer])
        state.contract = True
        state.bid = state.target = bid
        state.emit("contract", declarer, bid, bid)
    if "trump" in contract:
        _choose(state, contract["trump"])
    stakes = contract.get("stakes", 1)
    automatic = plan.setting["stakes.automatic"]
    multipliers = {1, *plan.setting["stakes.factors"], *([] if kind(automatic) == "none" else [automatic["factor"]])}
    if not isinstance(stakes, int) or isinstance(stakes, bool) or stakes not in multipliers:
        raise _no_contract(f"{stakes!r} is no multiplier", " ".join(map(str, sorted(multipliers))))
    if stakes != 1:
        state.multiplier = stakes
        state.emit("stakes", stakes)


def _choose(state: State, choice: Any) -> None:
    maker = state.hakem if state.plan.has_hakem else state.declarer
    if maker == NOBODY:
        raise _no_contract("nobody could choose the trump", "a declarer")
    action = f"{state.plan.seats[maker]}:trump {choice}"
    if parse(action) is None or action not in options(state, maker):
        raise _no_contract(f"{choice!r} is no choice of {state.plan.seats[maker]}", "as in the action")
    fix(state, maker, choice)


def _no_contract(message: str, expected: str) -> DealError:
    return DealError(message, expected, "contract")
