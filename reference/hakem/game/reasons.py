"""Why an action is refused: the first code of `reasons` in spec/vocabulary.yaml that applies (rules.md 4).

Asked only once an action is not in the legal map. A code says nothing that the acting seat may not know.
"""

from __future__ import annotations

from collections.abc import Callable

from hakem.cards import INDEX, SUITS
from hakem.game import auction, pair, play, trump
from hakem.game.actions import STEPS, Action
from hakem.game.classes import deciding
from hakem.game.compile import kind
from hakem.game.draw import laying
from hakem.game.state import State
from hakem.game.windows import DOUBLES

Reason = tuple[str, str]

_OUT_OF_TURN = ("pair", "concede", "redeal")


def reason_for(state: State, action: Action) -> Reason:
    """Code and path for an action that is not legal now."""
    if state.match_over:
        return "match_over", "match"
    if state.over:
        return "deal_over", "sequence"
    if state.step not in STEPS[action.kind]:
        return "wrong_step", "sequence"
    seat = state.plan.seat_of[action.seat]
    if action.kind not in _OUT_OF_TURN:
        if (reason := _not_entitled(state, seat)) is not None:
            return reason
        if seat != state.turn:
            return "not_your_turn", "seats.turn"
    return _JUDGES[action.kind](state, seat, action)


def _not_entitled(state: State, seat: int) -> Reason | None:
    if state.auction is not None and state.step in ("auction", "second_auction"):
        if not state.auction.entitled >> seat & 1:
            return "not_entitled", f"{state.step}.who"
        if state.auction.out >> seat & 1:
            return "already_passed", "auction.pass"
    if state.window is not None and seat not in state.window.asked:
        if state.step == "stakes":
            return "not_entitled", "stakes.redouble_by"
        if state.step == "lone_hand":
            return "lone_not_offered", "lone_hand.who"
    return None


def _pass(state: State, seat: int, action: Action) -> Reason:
    return "may_not_pass", "auction.opening"


def _bid(state: State, seat: int, action: Action) -> Reason:
    sale = state.auction
    assert sale is not None
    setting = state.plan.setting
    bid = int(action.value)
    floor = "second_auction.from" if sale.second else "auction.bids.from"
    if bid < setting[floor]:
        return "bid_too_low", floor
    if bid > state.plan.highest:
        return "bid_too_high", "auction.bids.to"
    if sale.challenged:
        return "must_hold_same_number", "auction.form"
    equals = setting["auction.equal_bids"]
    if sale.bid and bid == sale.bid and 0 < equals <= sale.equals:
        return "equal_bid_used", "auction.equal_bids"
    if bid < auction.lowest(state):
        return "bid_not_higher", "auction.form"
    if kind(setting["auction.over_partner"]) == "never":
        return "may_not_outbid_partner", "auction.over_partner"
    return "below_partner_minimum", "auction.over_partner.bid"


def _trump(state: State, seat: int, action: Action) -> Reason:
    plan = state.plan
    choice = action.value
    if trump.kind_of(choice) not in plan.choices or choice[0].isdigit():
        return "choice_not_offered", "choose_trump.choices"
    return ("must_lay_own_card" if plan.own_card else "no_card_to_lay"), "choose_trump.form"


def _keep(state: State, seat: int, action: Action) -> Reason:
    return "may_not_keep", "choose_trump.by"


def _double(state: State, seat: int, action: Action) -> Reason:
    window = state.window
    assert window is not None
    if window.automatic and DOUBLES.index(action.word) > DOUBLES.index(window.word):
        return "automatic_limit", "stakes.automatic"
    return "no_such_double", "stakes.factors"


def _lone(state: State, seat: int, action: Action) -> Reason:
    return "lone_hand_barred", "lone_hand.not_with"


def _redeal(state: State, seat: int, action: Action) -> Reason:
    row = state.used_up.get(seat)
    if row and not state.held_back[seat]:
        return "redeal_used_up", f"cancel_deal.{row}.at_most"
    return "no_redeal_right", "cancel_deal"


def _ask_or_show(state: State, seat: int, action: Action) -> Reason:
    if not state.hidden:
        return "trump_known", "choose_trump.secrecy"
    path = "reveal.asked_by"
    if not state.trick:
        return "may_not_ask_when_leading", path
    if state.hands[seat] & state.led_mask:
        return "may_not_ask_when_able_to_follow", path
    return "ask_not_for_this_role", path


def _card(state: State, seat: int, action: Action) -> Reason:
    if state.deciding:
        return "must_decide", "play.go_on"
    plan = state.plan
    hand = state.hands[seat]
    if state.turned_up and state.trick:
        path = f"reveal.after_{state.turned_up}"
    else:
        path = "play.follow" if state.trick else "play.lead"
    mask, words = play.choices(state, seat)
    if not mask:
        void = state.trick and not hand & state.led_mask
        must = void and plan.ask == "must" and state.may_ask[seat]
        if must or not hand:
            path = "reveal.ask" if must else "choose_trump.form"
        return ("must_ask" if words == play.ASK else "must_show"), path
    bit = 1 << INDEX[action.value]
    if state.marker_lies and seat == state.maker and bit == 1 << state.marker:
        return "card_is_marker", "choose_trump.form"
    if not hand & bit:
        return "card_not_in_hand", "deal"
    return _CLASS_CODES[deciding(plan.setting[path], state, seat, hand)[0]](state, seat, mask), path


def _trump_class(state: State, seat: int, mask: int) -> str:
    over = state.side_of[state.best_seat] != state.side_of[seat] and trump.is_active_trump(state)
    return "must_beat_trump" if over else "must_trump"


_CLASS_CODES: dict[str, Callable[[State, int, int], str]] = {
    "led_suit": lambda state, seat, mask: "must_follow_suit",
    "trump": lambda state, seat, mask: "must_trump",
    "trump_over_opponent": _trump_class,
    "marker": lambda state, seat, mask: "must_play_marker",
    "not_hidden_trump": lambda state, seat, mask: "hidden_trump_barred",
    "not_hidden_trump_unless_led": lambda state, seat, mask: "hidden_trump_barred",
}


def _pair(state: State, seat: int, action: Action) -> Reason:
    if state.plan.pair != "may":
        return "pair_not_in_use", "pair.show"
    if not state.pair_open or not state.pair_open[seat]:
        return "pair_window_closed", "pair.after"
    if action.value != SUITS[state.trump] or not pair.holds_pair(state, seat):
        return "pair_not_held", "pair.show"
    return "contract_too_low_for_pair", f"pair.{pair.side_word(state, seat)}.from_bid"


def _go(state: State, seat: int, action: Action) -> Reason:
    return "may_not_go_on", "play.go_on"


def _concede(state: State, seat: int, action: Action) -> Reason:
    return "may_not_concede", "play.concede"


def _draw(state: State, seat: int, action: Action) -> Reason:
    if action.kind == "away":
        card = INDEX[action.value]
        if state.marker_lies and seat == state.maker and card == state.marker:
            return "card_is_marker", "choose_trump.form"
        if not state.hands[seat] >> card & 1:
            return "card_not_in_hand", "deal"
    assert laying(state) is not (action.kind == "away")
    return "discard_count", "draw.discards"


_JUDGES: dict[str, Callable[[State, int, Action], Reason]] = {
    "pass": _pass,
    "bid": _bid,
    "trump": _trump,
    "keep": _keep,
    "double": _double,
    "lone": _lone,
    "redeal": _redeal,
    "ask": _ask_or_show,
    "show": _ask_or_show,
    "card": _card,
    "pair": _pair,
    "go": _go,
    "stop": _go,
    "concede": _concede,
    "away": _draw,
    "take": _draw,
    "leave": _draw,
}
