"""The step `play`: what may be played, cards, tricks, and where a deal ends (rules.md 5.2 to 5.4)."""

from __future__ import annotations

from typing import Literal

from hakem.cards import SUITS
from hakem.game import capture, pair
from hakem.game.bits import SUIT_MASKS
from hakem.game.compile import CardEntry
from hakem.game.dealing import look
from hakem.game.ending import end, void
from hakem.game.state import NOBODY, State
from hakem.game.trump import reveal

#: What a seat may say beside its cards.
NOTHING: tuple[str, ...] = ()
ASK = ("ask",)
SHOW = ("show",)
GO_OR_STOP = ("go", "stop")


def enter(state: State, again: int) -> str | None:
    """Begin the first trick."""
    plan = state.plan
    look(state)
    lead = plan.setting["play.first_lead"]
    first = state.dealer if lead == "dealer" else state.eldest
    if state.lone or (lead == "declarer" and state.declarer != NOBODY):
        first = state.declarer
    _seat_players(state)
    if state.hidden:
        _give_rights(state)
    whole = sum(state.hands)
    if state.marker_lies:
        whole |= 1 << state.marker
    state.total_tricks = state.hands[first].bit_count() + int(state.marker_lies and first == state.maker)
    state.to_come = plan.last_trick + sum(plan.points[card] for card in range(52) if whole >> card & 1)
    state.leader = state.turn = first
    state.aside = bool(state.rights or state.used_up) or (plan.concede and state.contract)
    if state.hidden and plan.ask == "auto":
        _turn_up_by_itself(state)
    return None


def _seat_players(state: State) -> None:
    """Leave the sitting partners of a lone hand out of the order."""
    plan = state.plan
    if not state.lone or plan.setting["lone_hand.partner"] == "plays":
        return
    side = state.side_of[state.declarer]
    sits = [state.side_of[seat] == side and seat != state.declarer for seat in range(len(plan.seats))]
    order = list(plan.play_turn)
    for seat in range(len(order)):
        while sits[order[seat]]:
            order[seat] = plan.play_turn[order[seat]]
    state.next_play = tuple(order)
    state.trick_size = sits.count(False)


def _give_rights(state: State) -> None:
    """Who may turn the trump up when void: by his role towards the maker."""
    asked_by = state.plan.asked_by
    side = state.side_of[state.maker]
    state.may_ask = tuple(
        ("maker" if seat == state.maker else "partner" if state.side_of[seat] == side else "defenders") in asked_by
        for seat in range(len(state.plan.seats))
    )


def choices(state: State, seat: int) -> tuple[int, tuple[str, ...]]:
    """The cards (a mask) and words that the seat on turn may choose from; side rights come on top."""
    if state.deciding:
        return 0, GO_OR_STOP
    plan = state.plan
    hand = state.hands[seat]
    follows = bool(state.trick)
    if state.turned_up:
        cards = plan.lead if not follows else plan.after_ask if state.turned_up == "ask" else plan.after_show
        return cards(state, seat, hand) or hand, NOTHING
    mask = (plan.follow if follows else plan.lead)(state, seat, hand)
    if not state.hidden:
        return mask or hand, NOTHING
    is_maker = seat == state.maker
    if is_maker and not hand:
        return 0, SHOW
    if follows and state.may_ask[seat] and not hand & state.led_mask and plan.ask != "auto":
        return (0 if plan.ask == "must" else mask), (SHOW if is_maker else ASK)
    if is_maker and (plan.deadline or not mask):
        return mask, SHOW
    return mask or hand, NOTHING


def options(state: State, seat: int) -> tuple[str, ...]:
    """The sorted actions of the seat on turn, without its side rights."""
    mask, words = choices(state, seat)
    texts = state.plan.texts[seat]
    cards = texts[mask] if state.trick and mask & state.led_mask == mask else texts.of(mask)
    if not words:
        return cards
    letter = state.plan.seats[seat]
    return cards + tuple(f"{letter}:{word}" for word in words)


def may_play(state: State, entry: CardEntry) -> bool:
    """Whether the card is among the `options` of its seat, told without listing them."""
    seat, bit = entry[0], entry[2]
    return state.step == "play" and seat == state.turn and choices(state, seat)[0] & bit != 0


def play_card(state: State, entry: CardEntry) -> None:
    """Move a card from the hand of the seat on turn to the trick, and run on to the next decision."""
    seat, card, bit, suit, event = entry
    state.log.append(event)
    state.hands[seat] ^= bit
    state.turned_up = ""
    trick = state.trick
    if trick:
        trick.append(card)
        value = state.power[card]
        if value > state.best:
            state.best = value
            state.best_seat = seat
            state.best_card = card
        if len(trick) == state.trick_size:
            complete_trick(state)
            return
    else:
        trick.append(card)
        state.led_mask = SUIT_MASKS[suit]
        if seat != state.maker:
            state.led_by_others |= SUIT_MASKS[suit]
        power = state.power = state.powers[suit]
        state.best = power[card]
        state.best_seat = seat
        state.best_card = card
        if state.aside or state.pair_open:
            state.rights = {}
            state.used_up = {}
            state.pair_open = ()
            state.aside = state.plan.concede and state.contract
    state.turn = state.next_play[seat]
    if state.hidden and state.plan.ask == "auto":
        _turn_up_by_itself(state)


def _turn_up_by_itself(state: State) -> None:
    """Reveal the trump where `ask: auto`: the seat on turn is void with the right, or has only the marker."""
    seat = state.turn
    hand = state.hands[seat]
    is_maker = seat == state.maker
    if (is_maker and not hand) or (state.trick and not hand & state.led_mask and state.may_ask[seat]):
        _turn_up(state, seat, "show" if is_maker else "ask")


def _turn_up(state: State, seat: int, how: Literal["ask", "show"]) -> None:
    if row := reveal(state, seat, how):
        void(state, row)


def act(state: State, seat: int, word: str) -> None:
    """Say a word: `ask`, `show`, `go`, `stop`, `concede` or `pair C`."""
    if word.startswith("pair "):
        pair.show(state, seat)
        return
    state.emit("call", state.plan.seats[seat], word)
    if word == "ask":
        _turn_up(state, seat, "ask")
    elif word == "show":
        _turn_up(state, seat, "show")
    elif word == "concede":
        end(state, "conceded")
    elif word == "stop":
        end(state, "stopped")
    else:
        state.deciding = False
        state.going_on = True
        _after_trick(state)


def complete_trick(state: State) -> None:
    """Score the trick and end the deal, or begin the next trick."""
    plan = state.plan
    winner = state.last_winner = state.best_seat
    side = state.side_of[winner]
    number = state.trick_number
    state.log.append(("trick_won", plan.seats[winner], number))
    state.won[side] += 1
    if number == 1:
        state.opening_side = side
    if state.won[side] == number:
        state.opening = number
    last = number == state.total_tricks
    capture.take(state, winner, last)
    state.trick = []
    state.leader = state.turn = winner
    if state.lone and side != state.declaring_side:
        end(state, "lone_lost")
    elif state.hidden and number == plan.deadline:
        end(state, "deadline")
    elif last:
        end(state, "played")
    elif state.going_on and state.won[side] != number:
        end(state, "run_broken")
    elif plan.ends != "all_tricks" and not state.going_on and not state.lone and _may_end(state):
        _end_or_go_on(state, winner)
    else:
        _after_trick(state)


def _may_end(state: State) -> bool:
    """Whether `play.ends` is reached."""
    best = max(state.tricks)
    if state.plan.ends == "side_tricks":
        return best >= state.plan.ends_at
    others = sorted(state.tricks)[:-1]
    return max(others) + state.total_tricks - sum(state.tricks) < best


def _end_or_go_on(state: State, winner: int) -> None:
    go_on = state.plan.go_on
    if go_on == "never" or state.won[state.side_of[winner]] != state.trick_number:
        end(state, state.plan.ends)
    elif go_on == "may":
        state.deciding = True
    else:
        state.going_on = True
        _after_trick(state)


def _after_trick(state: State) -> None:
    """Open the pair window and give the lead to the winner."""
    if state.known and state.plan.pair != "never":
        pair.open_window(state)
    state.trick_number += 1
    if state.hidden and state.plan.ask == "auto":
        _turn_up_by_itself(state)


def may_concede(state: State, seat: int) -> bool:
    """Whether the seat has the right to give the contract up: it is not decided yet."""
    if not state.plan.concede or not state.contract or seat != state.declarer:
        return False
    if state.lone:
        return True
    count, to_come = capture.count(state), capture.still_to_take(state)
    return count < state.target <= count + to_come


def side_rights(state: State) -> dict[int, list[str]]:
    """The actions of play that a seat has whoever is on turn: `pair` and `concede`."""
    rights: dict[int, list[str]] = {}
    if state.plan.concede and state.contract and may_concede(state, state.declarer):
        rights[state.declarer] = [f"{state.plan.seats[state.declarer]}:concede"]
    for seat in pair.showers(state):
        rights.setdefault(seat, []).append(f"{state.plan.seats[seat]}:pair {SUITS[state.trump]}")
    return rights
