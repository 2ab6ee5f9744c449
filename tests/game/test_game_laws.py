"""Laws that hold under every rule set: Hypothesis picks rule sets, cards and play."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import yaml
from game_sets import COURT_PIECE, TWENTY_EIGHT, TWENTY_NINE, packet, rules
from hypothesis import given, settings
from hypothesis import strategies as st

from hakem import cards, data
from hakem.game import Game, IllegalAction
from hakem.game.events import seen
from hakem.game.state import State
from hakem.rules import RuleSet

SECOND_AUCTION = TWENTY_EIGHT | {"second_auction.from": 16, "sequence": (
    packet(4), "auction", "choose_trump", "stakes", packet(4), "second_auction", "choose_trump", "lone_hand",
    "play", "score",
)}  # fmt: skip
THREE = {
    "seats.count": 3,
    "seats.sides": "declarer_alone",
    "pack.order": tuple("J9ATKQ"),
    "auction.over_partner": "free",
}
SIX = {"seats.count": 6, "pack.remove": ("C7", "C8"), "sequence": (packet(5), "auction", "choose_trump", "play")}
TWO = {
    "seats.count": 2,
    "seats.sides": "singles",
    "sequence": (packet(5, seen="maker_first"), "choose_trump", "draw", "play", "score"),
    "draw.discards": (3, 2),
}
SINGLES = {
    "seats.sides": "singles",
    "score": {
        "one": {"when": {"winner": ("declarers", "defenders")}, "winners": (1,), "losers": (-1,)},
        "shared": {"when": {"winner": "tied"}},
    },
}
CENTRE = {"kind": "two_running", "by": "seat", "not_after": (2,), "run": "restarts", "counted_from": "reveal"}

#: Settings that may be changed in any combination, for games with an auction and for games with a Hakem.
JACK_NINE: dict[str, list[Any]] = {
    "seats.turn": ["clockwise", "anticlockwise"],
    "seats.play_turn": ["same", "clockwise"],
    "auction.form": ["rising", "one_round"],
    "auction.pass": ["final", "may_return"],
    "auction.equal_bids": [0, 1],
    "auction.nobody_bids": ["dealer_forced", "void", "void_before_dealer"],
    "auction.bids.to": [17, 28],
    "second_auction.from": [16],
    "second_auction.who": ["nobody", "every_seat", "declarers", "defenders"],
    "choose_trump.form": ["named", "own_card"],
    "choose_trump.secrecy": ["hidden", "open"],
    "choose_trump.choices": [("suit",), ("suit", "dealt_card"), ("suit", "reversed_suit")],
    "reveal.ask": ["may", "must", "auto"],
    "reveal.asked_by": [("defenders", "partner", "maker"), ("defenders",), ("maker",)],
    "reveal.after_ask": [("led_suit", "any"), ("led_suit", "trump_over_opponent", "trump", "any")],
    "reveal.after_show": [("led_suit", "any"), ("marker", "any")],
    "reveal.activation": ["trick", "card"],
    "reveal.deadline": ["none", 5],
    "reveal.never": ["void", "score", "fail"],
    "play.lead": [("any",), ("not_hidden_trump_unless_led", "any"), ("not_hidden_trump",)],
    "play.follow": [("led_suit", "any"), ("led_suit", "trump", "any"), ("led_suit", "not_hidden_trump")],
    "play.concede": ["nobody", "declarer"],
    "pair.show": ["never", "may", "auto"],
    "pair.after": ["own_trick", "any_trick"],
    "stakes.factors": [(), (2, 4), (2, 4, 8)],
    "stakes.automatic": ["none", {"kind": "from_bid", "bid": 16, "factor": 2}],
    "lone_hand.who": ["nobody", "any_seat", "declarers"],
    "lone_hand.partner": ["sits_out", "plays"],
    "lone_hand.not_with": ["none", {"suit": "longest", "max": 3}],
    "cancel_deal": [{}, TWENTY_EIGHT["cancel_deal"]],
    "pack.last_trick": [0, 1],
}
FIRST_AUCTION = {path: values for path, values in JACK_NINE.items() if not path.startswith("second_auction")}
COURT: dict[str, list[Any]] = {
    "seats.turn": ["clockwise", "anticlockwise"],
    "choose_trump.secrecy": ["hidden", "open"],
    "choose_trump.choices": [("suit",), ("suit", "no_trump", "reversed")],
    "reveal.ask": ["may", "must", "auto"],
    "reveal.activation": ["trick", "card"],
    "reveal.never": ["score", "void"],
    "play.first_lead": ["declarer", "dealer"],
    "play.ends": ["all_tricks", {"kind": "side_tricks", "tricks": 5}, "uncatchable"],
    "play.go_on": ["never", "may", "must"],
    "play.take": ["each_trick", CENTRE],
    "streak.deals": ["none", 2],
}


def changed(base: dict[str, Any], choices: dict[str, list[Any]]) -> st.SearchStrategy[dict[str, Any]]:
    some = st.fixed_dictionaries({}, optional={path: st.sampled_from(values) for path, values in choices.items()})
    return some.map(lambda settings_: base | settings_)


rule_sets = st.one_of(
    changed(TWENTY_NINE, FIRST_AUCTION),
    changed(SECOND_AUCTION, JACK_NINE),
    changed(TWENTY_NINE | THREE, {path: JACK_NINE[path] for path in ("reveal.ask", "lone_hand.who", "auction.form")}),
    changed(TWENTY_NINE | SIX, {path: JACK_NINE[path] for path in ("reveal.ask", "pair.show", "choose_trump.form")}),
    changed(COURT_PIECE | {"reveal.never": "score", "reveal.activation": "card", "reveal.ask": "may"}, COURT),
    changed(COURT_PIECE | SINGLES | {"reveal.never": "score", "reveal.ask": "may"}, COURT),
    changed(COURT_PIECE | TWO, {"choose_trump.form": ["named", "own_card"]}),
).map(rules)
seeds = st.integers(0, 2**32)


def positions(rule_set: RuleSet, seed: int) -> Iterator[tuple[Game, random.Random, str]]:
    """A deal played at random: the game in each position, and the action that will leave it ("" at the end)."""
    chance = random.Random(seed)
    game = Game.deal(rule_set, chance.choice(cards.SEATS[rule_set["seats.count"]]), seed=chance.randrange(2**32))
    while not game.over:
        legal = game.legal()
        seat = chance.choice(sorted(legal))
        likely = [action for action in legal[seat] if action[2:] not in ("redeal", "concede")]
        action = chance.choice(likely if likely and chance.random() < 0.9 else legal[seat])
        yield game, chance, action
        game.apply(action)
    yield game, chance, ""


def texts(rule_set: RuleSet) -> list[str]:
    """Action texts of every kind, by every seat."""
    suits = "CDHS"
    words = ["P", "X", "XX", "XXX", "keep", "lone", "take", "leave", "ask", "show", "go", "stop", "concede", "redeal"]
    words += [str(bid) for bid in (1, 14, 15, 16, 17, 28, 29)]
    words += [f"pair {suit}" for suit in suits] + [f"trump {suit}" for suit in suits]
    words += ["trump 7th", "trump NT", "trump NT rev", "trump C rev", "trump C9", "away C9"]
    words += list(cards.pack(rule_set["pack.order"]))
    return [f"{seat}:{word}" for seat in cards.SEATS[rule_set["seats.count"]] for word in words]


@cache
def paths(reason: str) -> list[str]:
    """The paths that the vocabulary names for a reason code."""
    table = yaml.safe_load(data.path("spec/vocabulary.yaml").read_text(encoding="utf-8"))["reasons"]
    found: list[str] = table[reason]["path"]
    return found


def everything(game: Game) -> dict[str, Any]:
    """The whole state, in a form that can be compared."""
    state = game._state
    return {name: repr(getattr(state, name)) for name in State.__slots__ if name != "plan"}


@given(rule_sets, seeds)
@settings(max_examples=60, deadline=None)
def test_cards_are_conserved_and_points_add_up(rule_set: RuleSet, seed: int) -> None:
    pack = sorted(cards.pack(rule_set["pack.order"], rule_set["pack.remove"]))
    worth = rule_set["pack.points"]
    for game, _, _ in positions(rule_set, seed):
        state = game._state
        out = [event[2] for event in game.log if event[0] in ("played", "laid_away")]
        away = {event[2] for event in game.log if event[0] == "laid_away"}
        held = [card for number, card in enumerate(cards.CARDS) if any(hand >> number & 1 for hand in state.hands)]
        marker = [cards.CARDS[state.marker]] if state.marker_lies else []
        rest = [cards.CARDS[card] for card in state.pack]
        sitting = [card for card in pack if card not in {*out, *held, *marker, *rest}]
        assert sorted([*out, *held, *marker, *rest, *sitting]) == pack
        assert not sitting or (state.lone and rule_set["lone_hand.partner"] == "sits_out")
        taken = sum(game.points().values())
        left = sum(worth.get(card[1], 0) for card in pack if card not in out)
        on_table = sum(worth.get(cards.CARDS[card][1], 0) for card in state.trick) + state.centre[1]
        lost = sum(worth.get(card[1], 0) for card in away)
        last = rule_set["pack.last_trick"] if game.over and sum(game.tricks().values()) == state.total_tricks else 0
        assert taken + left + on_table + lost == sum(worth.get(card[1], 0) for card in pack) + (last if taken else 0)


@given(rule_sets, seeds)
@settings(max_examples=60, deadline=None)
def test_somebody_can_act_until_the_deal_ends_within_a_bound(rule_set: RuleSet, seed: int) -> None:
    seats = rule_set["seats.count"]
    numbers = rule_set.get("auction.bids.to", 0) + rule_set["auction.equal_bids"] + 1
    auctions = 2 * seats * numbers
    size = len(cards.pack(rule_set["pack.order"]))
    # Words around play: choices of trump, three windows, lone hand, reveal, pair, go, and the draw.
    bound = auctions + 2 + 4 * seats + size + 4 + (size if "draw" in rule_set["sequence"] else 0)
    for number, (game, _, action) in enumerate(positions(rule_set, seed)):
        assert number <= bound
        legal = game.legal()
        if not action:
            assert legal == {} and game.turn is None and game.result is not None
            assert game.log[-1][0] in ("office", "match_won")
            break
        assert game.turn in legal
        for seat, actions in legal.items():
            assert actions == sorted(set(actions)) and actions
            assert all(text.startswith(f"{seat}:") for text in actions)


@given(rule_sets, seeds)
@settings(max_examples=60, deadline=None)
def test_a_refused_action_changes_nothing_and_acceptance_is_membership(rule_set: RuleSet, seed: int) -> None:
    pool = texts(rule_set)
    for game, chance, _ in positions(rule_set, seed):
        allowed = {text for actions in game.legal().values() for text in actions}
        before = everything(game)
        for text in chance.sample(pool, 12):
            if text in allowed:
                assert game.refusal(text) is None
                continue
            reason, path = game.refusal(text) or ("", "")
            assert any(re.fullmatch(known.replace("*", r"\w+"), path) for known in paths(reason)), (reason, path)
            try:
                game.apply(text)
            except IllegalAction as refused:
                assert (refused.reason, refused.path) == (reason, path)
            else:
                raise AssertionError(f"{text} was accepted")
        assert everything(game) == before
        assert {text for actions in game.legal().values() for text in actions} == allowed


@given(rule_sets, seeds)
@settings(max_examples=40, deadline=None)
def test_a_view_is_kept_up_to_date_as_if_it_were_made_anew(rule_set: RuleSet, seed: int) -> None:
    for game, _, _ in positions(rule_set, seed):
        for seat in game.seats:
            view = game.view(seat)
            assert view == game.copy().view(seat)
            state = game._state
            held = [
                card for number, card in enumerate(cards.CARDS) if state.hands[game.seats.index(seat)] >> number & 1
            ]
            hidden = [cards.CARDS[card] for card in state.held_back[game.seats.index(seat)]]
            assert view["hand"] == [card for card in held if card not in hidden]
            assert view["cards"] == {s: state.hands[number].bit_count() for number, s in enumerate(game.seats)}
            assert (view["points"], view["tricks"]) == (game.points(), game.tricks())
            assert view["score"] == dict(state.score)
            known = view["trump"] not in (None, "?")
            owner = state.maker >= 0 and game.seats[state.maker] == seat
            assert not known or view["open"] or owner


def exchanged(game: Game, chance: random.Random, seat: str, pack: list[str]) -> list[str]:
    """The pack of the game with the cards that `seat` has not seen exchanged among themselves."""
    known: set[str] = set()
    for event in game.log:
        for field in seen(event, seat)[2:]:
            if isinstance(field, str):
                known.update(field.split())
    unknown = [card for card in pack if card not in known]
    chance.shuffle(unknown)
    return [card if card in known else unknown.pop() for card in pack]


def other_choice(game: Game, chance: random.Random, seat: str, action: str) -> str:
    """Another choice of trump that looks the same to `seat`, where the action is a choice in secret."""
    hidden = game.rules["choose_trump.secrecy"] == "hidden" and action[0] != seat
    if not hidden or not action[2:].startswith("trump ") or action.endswith("th"):
        return action
    return chance.choice([text for text in game.legal().get(action[0], []) if "trump" in text and text[-2:] != "th"])


@given(rule_sets, seeds)
@settings(max_examples=80, deadline=None)
def test_views_lists_and_reasons_do_not_tell_what_a_seat_cannot_know(rule_set: RuleSet, seed: int) -> None:
    """Paired worlds: other cards where a seat sees none, another suit where the maker chose in secret.

    As long as the same actions are accepted and the seat is told the same, it must see, be allowed and be
    refused the same.
    """
    chance = random.Random(seed)
    seats = cards.SEATS[rule_set["seats.count"]]
    dealer = chance.choice(seats)
    pack = list(cards.pack(rule_set["pack.order"], rule_set["pack.remove"]))
    chance.shuffle(pack)
    game = Game(rule_set, dealer, pack)
    actions: list[str] = []
    stop = chance.randrange(60)
    while not game.over and len(actions) < stop:
        legal = game.legal()
        actions.append(chance.choice(legal[chance.choice(sorted(legal))]))
        game.apply(actions[-1])
    for seat in seats:
        pool = [text for text in texts(rule_set) if text[0] == seat]
        first = Game(rule_set, dealer, pack)
        other = Game(rule_set, dealer, exchanged(game, chance, seat, pack))
        assert told_the_same(seat, first, other) or first.over or other.over
        for action in [*actions, ""]:
            if not told_the_same(seat, first, other):
                break
            assert first.view(seat) == other.view(seat)
            for text in chance.sample(pool, 15):
                assert first.refusal(text) == other.refusal(text), text
            replaced = other_choice(other, chance, seat, action) if action else ""
            if not replaced or other.refusal(replaced):
                break
            happened, instead = first.apply(action), other.apply(replaced)
            if replaced != action:
                assert seen(happened[0], seat) == seen(instead[0], seat)


def told_the_same(seat: str, first: Game, other: Game) -> bool:
    """Whether the seat has been told the same in both worlds."""
    return [seen(event, seat) for event in first.log] == [seen(event, seat) for event in other.log]
