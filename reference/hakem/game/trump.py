"""The step `choose_trump`, and the reveal (rules.md 5.1, 5.3)."""

from __future__ import annotations

from typing import Literal

from hakem.cards import CARDS, INDEX, SUITS
from hakem.game.bits import NO_SUIT, TRUMP, names
from hakem.game.dealing import judge, lay, lay_called, look
from hakem.game.events import EVERYBODY
from hakem.game.state import NOBODY, State


def enter(state: State, again: int) -> str | None:
    """Give the maker his turn; "" where the step is passed over."""
    plan = state.plan
    if again and not state.bid_since_choice:
        look(state)
        return ""
    maker = state.declarer if again or not plan.has_hakem else state.hakem
    if maker == NOBODY or (not plan.has_hakem and not state.contract):
        look(state)
        return ""
    state.turn = maker
    return None


def may_keep(state: State, seat: int) -> bool:
    """Whether the seat fixed the trump in force."""
    return seat == state.maker


def options(state: State, seat: int) -> tuple[str, ...]:
    """The sorted choices of the maker."""
    plan = state.plan
    laid = names(state.hands[seat]) if plan.own_card else list(SUITS)
    texts = []
    if "suit" in plan.choices:
        texts += laid
    if "reversed_suit" in plan.choices:
        texts += [f"{text} rev" for text in laid]
    if "dealt_card" in plan.choices:
        texts.append(ordinal(plan.setting["choose_trump.dealt_card"]))
    if "no_trump" in plan.choices:
        texts.append("NT")
    if "reversed" in plan.choices:
        texts.append("NT rev")
    letter = plan.seats[seat]
    actions = [f"{letter}:trump {text}" for text in texts]
    if may_keep(state, seat):
        actions.append(f"{letter}:keep")
    return tuple(sorted(actions))


def ordinal(place: int) -> str:
    """`7th` for 7."""
    last = 0 if place // 10 % 10 == 1 else place % 10
    return f"{place}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(last, 'th') }"


def kind_of(choice: str) -> str:
    """The kind of a choice, a word of `choose_trump.choices`: `C`, `C9`, `7th`, `NT`, `NT rev`, `C rev`."""
    if choice.startswith("NT"):
        return "reversed" if choice.endswith(" rev") else "no_trump"
    if choice[0].isdigit():
        return "dealt_card"
    return "reversed_suit" if choice.endswith(" rev") else "suit"


def act(state: State, seat: int, word: str) -> str | None:
    """Fix the trump, or keep it. Returns "" or the row of `cancel_deal` by which an open choice is void."""
    letter = state.plan.seats[seat]
    if word == "keep":
        state.emit("call", letter, word)
        state.bid_since_choice = False
        look(state)
        return ""
    fix(state, seat, word.removeprefix("trump "))
    look(state)
    return judge(state, "reveal") if state.known and state.plan.cancel else ""


def fix(state: State, seat: int, choice: str) -> None:
    """Put a choice in force: `trump_set`, the old marker back, the new one laid."""
    plan = state.plan
    letter = plan.seats[seat]
    kind = kind_of(choice)
    seen_by_all = plan.open_game or kind == "dealt_card"
    state.emit("trump_set", letter, choice, EVERYBODY if seen_by_all else letter)
    take_marker_back(state)
    state.bid_since_choice = False
    state.maker = seat
    state.chosen = kind
    state.trump = SUITS.index(choice[0]) if kind in ("suit", "reversed_suit") else NOBODY
    state.reversed = kind in ("reversed", "reversed_suit")
    state.marker = NOBODY
    state.call_pending = False
    state.hidden = not plan.open_game
    state.known = plan.open_game and kind != "dealt_card"
    if state.known:
        state.powers = plan.power[state.reversed][state.trump if state.trump >= 0 else NO_SUIT]
    if kind == "dealt_card":
        lay_called(state)
    elif choice[:2] in INDEX:
        lay(state, INDEX[choice[:2]])


def take_marker_back(state: State) -> None:
    """Return a marker that is cancelled, unseen by others, to its owner's hand."""
    if state.marker_lies:
        letter = state.plan.seats[state.maker]
        state.marker_lies = False
        state.hands[state.maker] |= 1 << state.marker
        state.emit("marker_back", letter, CARDS[state.marker], letter)


def reveal(state: State, seat: int, how: Literal["ask", "show"]) -> str:
    """Turn the trump up in the turn of `seat`, which asked or showed (`how`).

    Returns "" or the row of `cancel_deal` that voids the deal.
    """
    plan = state.plan
    marker = CARDS[state.marker] if state.marker >= 0 else None
    state.emit("revealed", plan.seats[seat], state.trump_text, marker)
    if state.marker_lies:
        state.marker_lies = False
        state.hands[state.maker] |= 1 << state.marker
    state.hidden = False
    state.known = True
    state.turned_up = how
    state.reveal_trick = state.trick_number
    state.powers = plan.power[state.reversed][state.trump if state.trump >= 0 else NO_SUIT]
    if state.trick:
        _activate(state)
    return judge(state, "reveal") if plan.cancel else ""


def _activate(state: State) -> None:
    """Give the trick in progress the new ranks: to all its cards, or only to those still to come."""
    plan = state.plan
    led = state.trick[0] // 13
    state.power = state.powers[led]
    if not plan.activation_trick:
        # The card that wins so far keeps plain rank, in the order that is now in force.
        state.best = plan.power[state.reversed][NO_SUIT][led][state.best_card]
        return
    seat = state.leader
    state.best = 0
    for card in state.trick:
        if state.power[card] > state.best:
            state.best, state.best_card, state.best_seat = state.power[card], card, seat
        seat = state.next_play[seat]


def is_active_trump(state: State) -> bool:
    """Whether the card now winning the trick is an active trump."""
    return state.best > TRUMP
