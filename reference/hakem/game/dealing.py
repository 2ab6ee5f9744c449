"""The `deal` step, the card that fixes the trump, and the rows of `cancel_deal` (rules.md 2.4, 5.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hakem.cards import CARDS
from hakem.game.bits import mask_of
from hakem.game.compile import DealStep
from hakem.game.events import EVERYBODY, NOBODY
from hakem.game.patterns import fits
from hakem.game.score import holds
from hakem.game.state import State


def deal_step(state: State, step: DealStep) -> str:
    """Serve one packet, lay a called card, look at `cancel_deal`; the row that voids the deal, or ""."""
    serve(state, step)
    state.rights = {}
    state.used_up = {}
    called = state.call_pending
    if called:
        lay_called(state)
    void = ""
    if not state.plan.cancel:
        return void
    if step.first:
        void = judge(state, "first_packet")
    if step.last and not void:
        void = judge(state, "full_hand")
    if called and state.known and not void:
        void = judge(state, "reveal")
    return void


def serve(state: State, step: DealStep) -> None:
    """Move one packet from the pack to the hands."""
    plan = state.plan
    width = len(step.places)
    size = width * step.cards
    chunk, state.pack = state.pack[:size], state.pack[size:]
    seat = state.eldest
    order = []
    for _ in plan.seats:
        order.append(seat)
        seat = plan.turn[seat]
    for row, place in enumerate(step.places):
        seat = order[place]
        letter = plan.seats[seat]
        cards = chunk[row::width] if plan.singly else chunk[row * step.cards : (row + 1) * step.cards]
        state.dealt[seat] += cards
        state.hands[seat] |= mask_of(cards)
        held_back = step.held_back and seat != state.hakem
        if held_back:
            state.held_back[seat] += tuple(cards)
        text = " ".join([CARDS[card] for card in cards])
        state.emit("dealt", letter, step.cards, text, NOBODY if held_back else letter)


def lay_called(state: State) -> None:
    """Fix the trump by the called place, once its card has been dealt (`trump 7th`)."""
    plan = state.plan
    dealt = state.dealt[state.maker]
    place: int = plan.setting["choose_trump.dealt_card"]
    state.call_pending = len(dealt) < place
    if not state.call_pending:
        lay(state, dealt[place - 1])


def lay(state: State, card: int) -> None:
    """Let the card fix the trump: hidden, it goes to the marker zone; open, all see it in its hand."""
    plan = state.plan
    letter = plan.seats[state.maker]
    state.trump = card // 13
    if plan.open_game:
        state.known = True
        state.powers = plan.power[state.reversed][state.trump]
        state.emit("marker_set", letter, CARDS[card], EVERYBODY)
        return
    state.marker = card
    state.marker_lies = True
    state.hands[state.maker] ^= 1 << card
    state.emit("marker_set", letter, CARDS[card], letter)


def look(state: State) -> None:
    """Let every seat see what was held back."""
    seat = state.eldest
    for _ in state.plan.seats:
        if cards := state.held_back[seat]:
            letter = state.plan.seats[seat]
            state.emit("looked", letter, " ".join(CARDS[card] for card in cards), letter)
            state.held_back[seat] = ()
        seat = state.plan.turn[seat]


def judge(state: State, moment: str) -> str:
    """Look at the rows of `cancel_deal` for `first_packet`, `full_hand` or `reveal`.

    Returns the first row by name that voids the deal by rule, or ""; rows by demand give seats the right.
    """
    facts = {"trump_from": trump_from(state)}
    for name, row in state.plan.cancel:
        if row["at"] != moment or not holds(row.get("when", {}), facts):
            continue
        seats = _fitting(state, row)
        limit = row.get("at_most", "none")
        used_up = limit != "none" and state.before.voided.get(name, 0) >= limit
        if row.get("by", "rule") == "demand":
            given = state.used_up if used_up else state.rights
            for seat in seats:
                given[seat] = min(name, given.get(seat, name))
            state.aside = state.aside or bool(seats)
        elif seats and not used_up:
            return name
    return ""


def trump_from(state: State) -> str:
    """The fact `trump_from`: the kind of choice in force, "" before there is one."""
    return {"reversed": "no_trump", "reversed_suit": "suit"}.get(state.chosen, state.chosen)


def _fitting(state: State, row: Mapping[str, Any]) -> list[int]:
    """The seats for which the row holds. A seat without cards is not judged."""
    found = []
    for pool in _pools(state, row["whose"]):
        cards = mask_of(card for seat in pool for card in state.dealt[seat])
        if cards and fits(state.plan, row["hand"], cards, state.trump, state.marker):
            found += pool
    return found


def _pools(state: State, whose: str) -> list[list[int]]:
    """The seats that are judged, those whose cards are judged as one together."""
    seats = range(len(state.plan.seats))
    if whose == "any_seat":
        return [[seat] for seat in seats]
    if whose == "eldest":
        return [[state.eldest]]
    if whose == "first_two":
        return [[state.eldest], [state.plan.turn[state.eldest]]]
    if state.declarer < 0:
        return []
    if whose == "declarer":
        return [[state.declarer]]
    side = state.declaring_side
    return [[seat for seat in seats if (state.side_of[seat] == side) == (whose == "declarers")]]
