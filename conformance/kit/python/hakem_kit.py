"""Hakem adapter kit: connects a Python engine of Twenty-Nine and its kin to the Hakem stdio protocol 1.0.

One file, standard library only, Python 3.9 or newer: copy it next to your engine. Write `new`, `apply` and as
many of the other functions of `Adapter` as your engine can answer, then call `serve(Adapter(…))`. The kit
speaks the protocol, plays every request from the first action on, translates seats and cards, and claims in
`hello` exactly what you gave. The README of the kit explains it with two whole examples.
"""

from __future__ import annotations

import copy
import json
import os
import re
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, BinaryIO, NamedTuple

LINE_LIMIT = 4 * 1024 * 1024
SAFE_INTEGER = 2**53 - 1
SUITS, RANKS = "SHDC", "AKQJT98765432"
SEATS = {2: "NS", 3: "NES", 4: "NESW", 5: "ABCDE", 6: "ABCDEF"}  # clockwise
SIDE_RIGHTS = ("pair", "concede", "redeal")  # actions of a seat that need not be on turn

# The kinds of action: text on the wire, what stands in it, the steps its word belongs to (none: all of them),
# and the reason code if an engine has no such word.
KINDS = {
    "bid": ("{}", "number", "auction second_auction", "wrong_step"),
    "pass": ("P", "", "auction second_auction stakes lone_hand", "may_not_pass"),
    "trump": ("trump {}", "suit", "choose_trump", "must_lay_own_card"),
    "lay": ("trump {}", "card", "choose_trump", "no_card_to_lay"),
    "place": ("trump {}", "place", "choose_trump", "choice_not_offered"),
    "no_trump": ("trump NT", "", "choose_trump", "choice_not_offered"),
    "reversed": ("trump NT rev", "", "choose_trump", "choice_not_offered"),
    "reversed_trump": ("trump {} rev", "suit", "choose_trump", "choice_not_offered"),
    "reversed_lay": ("trump {} rev", "card", "choose_trump", "choice_not_offered"),
    "keep": ("keep", "", "choose_trump", "may_not_keep"),
    "double": ("{}", "crosses", "stakes", "no_such_double"),
    "lone": ("lone", "", "lone_hand", "lone_not_offered"),
    "away": ("away {}", "card", "draw", "discard_count"),
    "take": ("take", "", "draw", "discard_count"),
    "leave": ("leave", "", "draw", "discard_count"),
    "card": ("{}", "card", "play", "card_not_in_hand"),
    "ask": ("ask", "", "play", "trump_known"),
    "show": ("show", "", "play", "trump_known"),
    "pair": ("pair {}", "suit", "play", "pair_not_in_use"),
    "go": ("go", "", "play", "may_not_go_on"),
    "stop": ("stop", "", "play", "may_not_go_on"),
    "concede": ("concede", "", "play", "may_not_concede"),
    "redeal": ("redeal", "", "", "no_redeal_right"),
}
ARGUMENTS = {
    "": "",
    "number": "([1-9][0-9]{0,14})",
    "suit": "([SHDC])",
    "card": "([SHDC][AKQJT2-9])",
    "place": "([1-9][0-9]{0,14}(?:st|nd|rd|th))",
    "crosses": "(X{1,3})",
}
PATTERNS = {kind: re.compile(text.format(ARGUMENTS[what])) for kind, (text, what, *_) in KINDS.items()}
TYPES = {dict: "object", list: "list", str: "text", int: "integer"}


class Refused(Exception):
    """Raise it in `apply` to refuse an action. Its text, if any, is the reason code (`must_follow_suit`)."""


class WireError(Exception):
    """A message that cannot be dealt with: a JSON-RPC error. `what` names what is unsupported."""

    def __init__(self, code: int, message: str, what: str = "") -> None:
        super().__init__(message)
        self.code, self.what = code, what


class Action(NamedTuple):
    """An action as read from the wire: `W:16` is ("W", "bid", "16", "W:16")."""

    seat: str
    kind: str
    argument: str
    text: str


def read_action(text: Any, seats: str) -> Action:
    if isinstance(text, str) and text[1:2] == ":" and text[0] in seats:
        for kind, pattern in PATTERNS.items():
            found = pattern.fullmatch(text, 2)
            argument = found[1] if found and found.groups() else ""
            if found and (kind != "place" or ordinal(int(argument[:-2])) == argument):
                return Action(text[0], kind, argument, text)
    raise WireError(-32602, f"no action: {text!r}")


def ordinal(number: int) -> str:
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def typed(where: Mapping[str, Any], key: str, kind: type, default: Any = None) -> Any:
    """`where[key]`, which must be of this type; a default makes it optional."""
    value = where.get(key, default)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise WireError(-32602, f"{key}: {TYPES[kind]} expected" if key in where else f"{key} is missing")
    return value


def table(given: Any, letters: str) -> dict[str, Any]:
    """Letter -> the author's value: what a mapping says, or the place in a text; else the letter itself."""
    if given is None or isinstance(given, Mapping):
        return {letter: (given or {}).get(letter, letter) for letter in letters}
    return {letter: place for place, letter in enumerate(given)}


class Cards:
    """Your cards. `suits` and `ranks` say what a suit and a rank are in your engine: a mapping (`{"S":
    "spades"}`; what it leaves out stays a letter) or the letters in the order of your numbers (`"CDHS"`: C is
    0, D 1, H 2, S 3). `make(suit, rank)` builds a card. `key(card)` is needed where two equal cards of yours
    do not compare equal."""

    def __init__(
        self,
        make: Callable[[Any, Any], Any] = lambda suit, rank: suit + rank,
        suits: Any = None,
        ranks: Any = None,
        key: Callable[[Any], Any] = lambda card: card,
    ) -> None:
        self.make, self.key = make, key
        self.suits, self.ranks = table(suits, SUITS), table(ranks, RANKS)
        self.letters = {mine: letter for letter, mine in self.suits.items()}
        self.names: dict[Any, str] = {}

    def learn(self, pack: Sequence[str]) -> None:
        for card in pack:
            if self.key(self.mine(card)) != self.key(self.mine(card)):
                raise SystemExit("hakem_kit: two equal cards do not compare equal; give `Cards` a `key`")
            self.names[self.key(self.mine(card))] = card

    def mine(self, card: str) -> Any:
        return self.make(self.suits[card[0]], self.ranks[card[1]])

    def wire(self, mine: Any) -> str:
        return self.names[self.key(mine)]


class Dealing:
    """An order of dealing. `packets`: cards a seat in each round, `[4, 4]`; `(5, "hakem")` and `(8,
    "others")` serve only those. `manner`: `singly` or `packets`. `first`: `eldest`, `dealer` or a seat.
    `top`: the end of your deck from which cards are taken, `first` or `last` (`last` for `deck.pop()`)."""

    def __init__(
        self,
        packets: Sequence[Any],
        manner: str = "singly",
        turn: str = "clockwise",
        first: str = "eldest",
        top: str = "first",
    ) -> None:
        self.packets = [packet if isinstance(packet, tuple) else (packet, "all") for packet in packets]
        self.manner, self.turn, self.first, self.top = manner, turn, first, top

    def ring(self, seats: str, dealer: str) -> list[str]:
        step = 1 if self.turn == "clockwise" else -1
        first = seats.index(dealer if self.first in ("eldest", "dealer") else self.first)
        places = range(1, len(seats) + 1) if self.first == "eldest" else range(len(seats))
        return [seats[(first + step * place) % len(seats)] for place in places]

    def order(self, seats: str, dealer: str) -> list[list[str]]:
        """For each packet the seats in the order in which they get a card."""
        ring = self.ring(seats, dealer)
        served = {"all": ring, "hakem": ring[:1], "others": ring[1:]}
        if self.manner == "packets":
            return [[seat for seat in served[to] for _ in range(size)] for size, to in self.packets]
        return [[seat for _ in range(size) for seat in served[to]] for size, to in self.packets]

    def stack(self, hands: Mapping[str, Sequence[str]], rest: Sequence[str], dealer: str) -> list[str]:
        """The deck from which this order of dealing gives these hands."""
        queues = {seat: iter(hand) for seat, hand in hands.items()}
        deck = [next(queues[seat]) for packet in self.order("".join(hands), dealer) for seat in packet]
        deck += rest
        return deck if self.top == "first" else deck[::-1]


class Rules:
    """What the kit must know of a rule set that you play: `id` (`twenty-nine@1.0.0`), `ranks` of the pack,
    `packets` as in `Dealing`; `seats` in the order of your numbers (`"NESW"`: N is 0, E 1, S 2, W 3) or as a
    mapping; `turn` and `manner` of dealing; the `overlays` that can be switched on; `sides`, `partners` or
    `singles`; cards to `remove`; whether there is a `hakem`; and, if your engine deals for itself in another
    order, that order as `deck`."""

    def __init__(
        self,
        id: str,
        ranks: str,
        packets: Sequence[Any],
        *,
        seats: Any = "NESW",
        turn: str = "clockwise",
        manner: str = "singly",
        overlays: Sequence[str] = (),
        sides: str = "partners",
        remove: str = "",
        hakem: bool = False,
        deck: Dealing | None = None,
    ) -> None:
        self.id, self.overlays, self.hakem = id, list(overlays), hakem
        self.seats = SEATS[len(seats)]
        mine = table(seats, self.seats)
        self.mine = {seat: mine[seat] for seat in self.seats}
        self.theirs = {mine: seat for seat, mine in self.mine.items()}
        self.sides = list(self.seats) if sides == "singles" else [self.seats[0::2], self.seats[1::2]]
        self.pack = [suit + rank for suit in SUITS for rank in ranks if suit + rank not in remove.split()]
        self.dealing = Dealing(packets, manner, turn)
        self.deck = deck or self.dealing

    def side(self, mine: Any) -> str:
        """The side of one of your seats; a side named by its letters stays as it is."""
        for side in self.sides:
            if mine == side or self.theirs.get(mine, "-") in side:
                return side
        raise LookupError(f"{mine!r} is neither a side nor one of your seats")

    def by_side(self, values: Any) -> dict[str, int]:
        """Numbers by side: from a mapping by side or seat, or a list by seat or by team (team i is that of
        seat i)."""
        result = dict.fromkeys(self.sides, 0)
        for owner, number in values.items() if isinstance(values, Mapping) else enumerate(values):
            result[self.side(owner)] += number
        return result


class Deal:
    """What `new` gets, in your own seats and cards: `hands[seat]` in the order dealt, `packets` the same
    packet by packet, `rest` the undealt cards, `deck` for an engine that deals for itself, `dealer`, `rules`
    (id and major version), `overlays`, `score` by side (`{"NS": 0, "EW": 0}`), `number` of the deal in its
    match, `before` and `contract` as on the wire. Raises WireError -32602 for cards that are no deal."""

    def __init__(self, rules: Rules, cards: Cards, game: Mapping[str, Any]) -> None:
        self.table, self.contract = rules, game.get("contract")
        self.rules, self.overlays = game["rules"], list(game.get("with", ()))
        self.wire_dealer = typed(game, "dealer", str)
        if self.wire_dealer not in rules.mine:
            raise WireError(-32602, f"dealer: {self.wire_dealer!r} is no seat")
        self.dealer = rules.mine[self.wire_dealer]
        packets, rest = self.read(typed(game, "deal", dict))
        hands = {seat: [card for packet in packets for card in packet.get(seat, ())] for seat in rules.seats}
        self.wire_hands = hands
        self.hands, *self.packets = (
            {rules.mine[seat]: [cards.mine(card) for card in hand] for seat, hand in packet.items()}
            for packet in [hands, *packets]
        )
        self.rest = [cards.mine(card) for card in rest]
        self.deck = [cards.mine(card) for card in rules.deck.stack(hands, rest, self.wire_dealer)]
        self.before = typed(game, "before", dict, {})
        score = typed(self.before, "score", dict, {})
        self.score: dict[str, int] = {side: typed(score, side, int, 0) for side in rules.sides}
        self.number: int = typed(self.before, "deal", int, 1)

    def read(self, deal: Mapping[str, Any]) -> tuple[list[dict[str, list[str]]], list[str]]:
        """Packets by seat, and the undealt cards."""
        order = self.table.dealing.order(self.table.seats, self.wire_dealer)
        if "pack" in deal:
            rest = typed(deal, "pack", str).split(" ")
            packets: list[dict[str, list[str]]] = []
            self.check(rest)
            for seats in order:
                packets.append({seat: [] for seat in seats})
                for seat in seats:
                    packets[-1][seat].append(rest.pop(0))
            return packets, rest
        given = typed(deal, "packets", list)
        served = [set(packet) for packet in given if isinstance(packet, dict)]
        if len(given) != len(served) or served != [set(seats) for seats in order]:
            raise WireError(-32602, "packets: not the packets, or not the seats, of the rule set")
        packets = [{seat: typed(packet, seat, str).split(" ") for seat in packet} for packet in given]
        for number, packet in enumerate(packets, 1):
            if any(len(cards) != order[number - 1].count(seat) for seat, cards in packet.items()):
                raise WireError(-32602, f"packets: a wrong number of cards in packet {number}")
        rest = typed(deal, "rest", str, "").split()
        self.check([card for packet in packets for cards in packet.values() for card in cards] + rest)
        return packets, rest

    def check(self, cards: Sequence[str]) -> None:
        if sorted(cards) != sorted(self.table.pack):
            raise WireError(-32602, "deal: the cards do not make up the pack")


@dataclass(frozen=True)
class Adapter:
    """What you fill in. `rules`, `new` and `apply` are compulsory; what else you leave out is not claimed.

    A *move* is a kind, `"pass"`, or a pair of kind and value, `("bid", 16)`, `("trump", suit)`, `("card",
    card)`; the kinds are those of the table KINDS. Seats, suits and cards are yours everywhere. Only `apply`
    may change a game."""

    rules: Sequence[Rules]
    # A new game with these cards.
    new: Callable[[Deal], Any]
    # Kind -> function(game, seat) or function(game, seat, value). It refuses by an exception of `refusals`,
    # by returning False, or by leaving the game as it was. True accepts unseen. A kind left out is refused.
    apply: Mapping[str, Callable[..., Any]]
    cards: Cards = field(default_factory=Cards)
    name: str = "unnamed"
    version: str = "0"

    refusals: tuple[type[Exception], ...] = (ValueError, AssertionError)  # others are internal errors
    reasons: Any = None  # part of the exception's text -> reason code; True if you raise Refused(code)
    # How the trump is asked for: "move"; "with_card" (ask or show and the card are one move, ("ask", card));
    # or "by_itself" (the engine turns the trump up without a word).
    ask: str = "move"
    acts_for_turn: bool = False  # your functions ignore the seat, so the kit must look at it
    plays_match: bool = False  # `score` knows "next_dealer" and "winner", so whole matches can be played
    begins_at_play: bool = False  # `new` heeds deal.contract

    turn: Callable[[Any], Any] | None = None  # the seat to act, None at the end; else found from `legal`
    legal: Callable[[Any, Any], Sequence[Any]] | None = None  # moves of a seat, its rights out of turn too
    hand: Callable[[Any, Any], Sequence[Any]] | None = None  # the cards that a seat may look at now
    points: Callable[[Any], Any] | None = None  # card points so far, in a form of Rules.by_side
    taker: Callable[[Any], Any] | None = None  # the seat that took the last complete trick
    tricks: Callable[[Any], Any] | None = None  # tricks captured so far, where counting takers is not enough
    step: Callable[[Any], str] | None = None  # the step of the deal; else found from `legal`
    score: Callable[[Any], Mapping[str, Any] | None] | None = None  # None while open, then the result
    view: Callable[[Any, Any], Mapping[str, Any]] | None = None  # trump, open, declarer, bid, target
    events: Callable[[Any], Sequence[Any]] | None = None  # all events so far, written as in the protocol
    fingerprint: Callable[[Any], Any] | None = None  # something that every accepted action changes
    clone: Callable[[Any], Any] | None = None  # an independent copy of a game; else the kit plays it anew


class Session:
    """One deal: the author's live game, and beside it what the kit has noted."""

    def __init__(self, adapter: Adapter, deal: Deal) -> None:
        self.adapter, self.deal, self.rules, self.cards = adapter, deal, deal.table, adapter.cards
        self.game = adapter.new(deal)
        self.done: list[Action] = []
        self.hands = {seat: list(hand) for seat, hand in deal.wire_hands.items()}
        self.trick: list[str] = []
        self.leader: str | None = None
        self.last: dict[str, Any] | None = None
        self.took = dict.fromkeys(self.rules.seats, 0)
        self.asked = False  # somebody has said ask or show
        self.pending = False  # so he has, and the engine will hear of it with the card

    @classmethod
    def after(cls, adapter: Adapter, deal: Deal, actions: Sequence[Action]) -> Session:
        session = cls(adapter, deal)
        for action in actions:
            if session.act(action) is not None:
                raise RuntimeError(f"{action.text} is refused the second time: is state kept between games?")
        return session

    def fork(self) -> Session:
        """An independent session in the same position."""
        if self.adapter.clone is None:
            return Session.after(self.adapter, self.deal, self.done)
        twin = copy.copy(self)
        twin.game = self.adapter.clone(self.game)
        twin.done, twin.trick, twin.took = list(self.done), list(self.trick), dict(self.took)
        twin.hands = {seat: list(hand) for seat, hand in self.hands.items()}
        return twin

    def refusals(self, actions: Sequence[Action]) -> list[str | None]:
        """Each action tried alone in this position, which stays as it is."""
        answers = [self.fork().act(action) for action in actions]
        if self.adapter.clone is None:  # an engine with room for one game only has lost the live one
            self.game = Session.after(self.adapter, self.deal, self.done).game
        return answers

    # What the author's functions say, in words of the wire.

    def given(self) -> Mapping[str, Any] | None:
        """The author's result; None while the deal is open."""
        return self.adapter.score(self.game) if self.adapter.score is not None else None

    def over(self) -> bool:
        return self.given() is not None

    def turn(self) -> str | None:
        """The seat to act in its turn, by `turn` or `legal`."""
        if self.over():
            return None
        if self.pending:
            return self.done[-1].seat
        if self.adapter.turn is not None:
            seat = self.adapter.turn(self.game)
            return None if seat is None else str(self.rules.theirs[seat])
        moves = {seat: self.moves(seat) for seat in self.rules.seats}
        return next((seat for seat in moves if any(kind not in SIDE_RIGHTS for kind, _ in moves[seat])), None)

    def knows_turn(self) -> bool:
        return self.adapter.turn is not None or self.adapter.legal is not None

    def turn_by_trying(self) -> str | None:
        """The seat to act where the author has not said how to find it: the one that can do something."""
        for seat in self.rules.seats if not self.over() else "":
            words = ["P", "ask", "show", "go", "stop", "keep", "trump S", "trump NT", *map(str, range(1, 41))]
            words += [word.format(card) for card in self.hands[seat] for word in ("{}", "trump {}")]
            if None in self.refusals([read_action(f"{seat}:{word}", self.rules.seats) for word in words]):
                return seat
        return None

    def moves(self, seat: str) -> list[tuple[str, Any]]:
        moves = self.adapter.legal(self.game, self.rules.mine[seat]) if self.adapter.legal is not None else ()
        return [(move, None) if isinstance(move, str) else (move[0], move[1]) for move in moves]

    def write(self, seat: str, kind: str, value: Any) -> str:
        """A move as action text."""
        text, argument = KINDS[kind][:2]
        if argument == "suit":
            value = self.cards.letters[value]
        elif argument == "card":
            value = self.cards.wire(value)
        elif argument == "place":
            value = ordinal(value)
        elif argument == "crosses":
            value = "X" * value
        return f"{seat}:{text.format(value)}"

    def legal(self) -> dict[str, list[str]]:
        """Seat -> its actions, sorted; only seats that have any."""
        result = {}
        due = self.due()
        for seat in self.rules.seats if not self.over() else "":
            moves = self.moves(seat)
            if self.pending:
                joined = self.done[-1].kind if seat == self.turn() else ""
                moves = [("card", card) for kind, card in moves if kind == joined]
            elif due and seat == self.turn():
                moves = [(due, None)]
            if moves:
                result[seat] = sorted({self.write(seat, kind, value) for kind, value in moves})
        return result

    def step(self) -> str | None:
        """The present step; None if neither `step` nor `legal` tells."""
        if self.over():
            return "over"
        if self.adapter.step is not None:
            return str(self.adapter.step(self.game))
        kinds = [kind for seat in self.rules.seats for kind, _ in self.moves(seat) if kind not in SIDE_RIGHTS]
        kinds.sort(key=lambda kind: len(KINDS[kind][2]))  # a word of one step tells more than `pass`
        return KINDS[kinds[0]][2].split()[0] if kinds else None

    def points(self) -> dict[str, int]:
        return self.rules.by_side(self.adapter.points(self.game) if self.adapter.points is not None else {})

    def tricks(self) -> dict[str, int]:
        if self.adapter.tricks is not None:
            return self.rules.by_side(self.adapter.tricks(self.game))
        return {side: sum(self.took[seat] for seat in side) for side in self.rules.sides}

    def fingerprint(self) -> Any:
        """What every accepted action changes; None if the author gave nothing to know it by. An `ask` may
        change neither turn nor hands, so only the legal moves tell."""
        if self.adapter.fingerprint is not None:
            return repr(self.adapter.fingerprint(self.game))
        if self.adapter.legal is None:
            return None
        moves = [sorted(self.write(seat, *move) for move in self.moves(seat)) for seat in self.rules.seats]
        hand, seats = self.adapter.hand, self.rules.mine.values()
        hands = [sorted(map(self.cards.wire, hand(self.game, seat))) for seat in seats] if hand else []
        return repr((self.turn(), moves, hands, self.points()))

    # Acting.

    def act(self, action: Action) -> str | None:
        """Applies an action to the live game. None if it was accepted, else the reason code, "" if none is
        known."""
        refusal = self.objection(action)
        if refusal is None and action.kind in ("ask", "show") and self.adapter.ask != "move":
            refusal = self.announcement(action)
        elif refusal is None:
            refusal = self.call(self.done[-1].kind if self.pending else action.kind, action)
        if refusal is None:
            self.note(action)
        return refusal

    def objection(self, action: Action) -> str | None:
        """What the kit refuses without the engine: everything after the end, words and cards that the engine
        does not have, and what it cannot see because it ignores seats or joins two moves."""
        given = self.given()
        if given is not None:
            return "deal_over" if given.get("winner") is None else "match_over"
        _, argument, steps, code = KINDS[action.kind]
        unknown = action.kind not in self.adapter.apply
        unknown &= self.adapter.ask != "by_itself" or action.kind not in ("ask", "show")
        foreign = argument == "card" and action.argument not in self.rules.pack
        due = self.due()
        if not (unknown or foreign or due or self.pending or self.adapter.acts_for_turn):
            return None
        if steps and self.step() not in (None, *steps.split()):
            return "wrong_step"
        if self.knows_turn() and action.kind not in SIDE_RIGHTS and action.seat != self.turn():
            return "not_your_turn"
        if unknown:
            return code
        if due and action.kind == "card":
            return f"must_{due}"
        if foreign:
            return "must_lay_own_card" if action.kind == "lay" else "card_not_in_hand"
        return "trump_known" if self.pending and action.kind != "card" else None

    def due(self) -> str:
        """`ask` or `show` where trump turns up by itself and the word for it is still to be said, else ""."""
        seat = self.turn() if self.adapter.ask == "by_itself" and self.trick and not self.asked else None
        if seat is None or any(card[0] == self.trick[0][0] for card in self.held(seat)):
            return ""
        makers = [action.seat for action in self.done if KINDS[action.kind][2] == "choose_trump"]
        return "show" if seat in makers[-1:] else "ask"

    def held(self, seat: str) -> list[str]:
        """The playable cards of a seat, by the kit's notes: a marker that lies face down is not one."""
        laid = [action.argument for action in self.done if action.kind == "lay"][-1:]
        return [card for card in self.hands[seat] if self.asked or card not in laid]

    def announcement(self, action: Action) -> str | None:
        """An ask or show that is no move of its own in the engine."""
        if self.adapter.ask == "by_itself":
            due = self.due()
            if due:
                return None if due == action.kind else "ask_not_for_this_role"
            able = "may_not_ask_when_able_to_follow" if self.trick else "may_not_ask_when_leading"
            return "trump_known" if self.asked else able
        if any(kind == action.kind for kind, _ in self.moves(action.seat)):
            return None
        trials = [action._replace(kind="card", argument=card) for card in self.held(action.seat)]
        answers = [self.fork().call(action.kind, trial) for trial in trials]
        self.refusals([])
        return None if None in answers else next(filter(None, answers), "")

    def call(self, kind: str, action: Action) -> str | None:
        """Calls the author's function and finds out whether it refused: by exception, answer or silence."""
        read: dict[str, Callable[[str], Any]] = {
            "number": int,
            "suit": self.cards.suits.__getitem__,
            "card": self.cards.mine,
            "place": lambda place: int(place[:-2]),
            "crosses": len,
        }
        argument = KINDS[action.kind][1]
        values = [read[argument](action.argument)] if argument else []
        before = self.fingerprint()
        try:
            answer = self.adapter.apply[kind](self.game, self.rules.mine[action.seat], *values)
        except Refused as refused:
            return str(refused)
        except self.adapter.refusals as error:
            reasons = self.adapter.reasons if isinstance(self.adapter.reasons, Mapping) else {}
            return next((code for part, code in reasons.items() if part in str(error)), "")
        silent = answer is not True and before is not None and before == self.fingerprint()
        return "" if answer is False or silent else None

    def note(self, action: Action) -> None:
        """Writes an accepted action down."""
        self.done.append(action)
        if action.kind in ("ask", "show"):
            self.asked, self.pending = True, self.adapter.ask == "with_card"
        if action.kind != "card":
            return
        self.pending = False
        self.hands[action.seat].remove(action.argument)
        self.leader = self.leader if self.trick else action.seat
        self.trick.append(action.argument)
        alone = any(past.kind == "lone" for past in self.done) and len(self.rules.sides) == 2
        if len(self.trick) == len(self.rules.seats) - alone:
            winner = self.taker()
            self.last = {"leader": self.leader, "cards": self.trick, "winner": winner}
            self.trick, self.leader = [], winner
            if winner is not None:
                self.took[winner] += 1

    def taker(self) -> str | None:
        if self.adapter.taker is not None:
            return str(self.rules.theirs[self.adapter.taker(self.game)])
        return self.turn() if self.knows_turn() else None

    def attempt(self, action: Action) -> str | None:
        """Tries an action on the live game itself. Only if it is accepted is the position built anew."""
        refusal = self.act(action)
        if refusal is None:
            self.__dict__.update(Session.after(self.adapter, self.deal, self.done[:-1]).__dict__)
        return refusal

    # Parts of replies.

    def position(self, want: Sequence[str], seen: int) -> dict[str, Any]:
        entry: dict[str, Any] = {}
        if "legal" in want:
            entry["legal"] = self.legal()
        if "events" in want and self.adapter.events is not None:
            entry["events"] = list(self.adapter.events(self.game))[seen:]
        if "points" in want:
            entry["points"], entry["tricks"] = self.points(), self.tricks()
        return entry

    def result(self) -> dict[str, Any] | None:
        """Section 6 of the protocol: what `score` says, and the ordinary answer to what it leaves out."""
        given = self.given()
        if given is None:
            return None
        rules, theirs = self.rules, self.rules.theirs
        void = "why" in given
        made = bool(given.get("made")) and not void
        change = rules.by_side(given.get("change", {}))
        score = {side: self.deal.score[side] + change[side] for side in rules.sides}
        next_seat = rules.dealing.ring(rules.seats, self.deal.wire_dealer)[0]
        office = {"dealer": self.deal.wire_dealer if void else next_seat}
        for key in ("dealer", "hakem"):
            if f"next_{key}" in given:
                office[key] = theirs[given[f"next_{key}"]]
        return {
            "cause": "void" if void else given.get("cause", "played"),
            **({"why": given["why"]} if void else {}),
            "declarer": theirs.get(given.get("declarer")),
            "bid": given.get("bid"),
            "target": given.get("target", given.get("bid")),
            "stakes": given.get("stakes", 1),
            "made": made,
            "points": rules.by_side(given["points"]) if "points" in given else self.points(),
            "tricks": rules.by_side(given["tricks"]) if "tricks" in given else self.tricks(),
            "row": None if void else given.get("row", "made" if made else "failed"),
            "change": change,
            "score": rules.by_side(given["score"]) if "score" in given else score,
            "next": office,
            "winner": None if given.get("winner") is None else rules.side(given["winner"]),
        }

    def view(self, seat: str) -> dict[str, Any]:
        """Section 7 of the protocol: the author's `view`, and the kit's notes for what everybody has seen."""
        assert self.adapter.view is not None and self.adapter.hand is not None
        shown, result = dict(self.adapter.view(self.game, self.rules.mine[seat])), self.result()
        hand = self.adapter.hand
        hands = {s: sorted(map(self.cards.wire, hand(self.game, m))) for s, m in self.rules.mine.items()}
        step, bid, marker = shown.get("step", self.step()), shown.get("bid"), shown.get("marker")
        leader = self.leader or (self.turn() if step == "play" else None)
        return {
            "seat": seat,
            "step": step,
            "turn": self.turn(),
            "legal": self.legal().get(seat, []),
            "dealer": self.deal.wire_dealer,
            "score": result["score"] if result else self.deal.score,
            "hand": hands[seat],
            "marker": marker if marker in (None, "?") else self.cards.wire(marker),
            "cards": {s: len(hand) for s, hand in hands.items()},
            "calls": self.calls(bid),
            "declarer": self.rules.theirs.get(shown.get("declarer")),
            "bid": bid,
            "target": shown.get("target", bid),
            "stakes": shown.get("stakes", 1),
            "trump": self.cards.letters.get(shown.get("trump"), shown.get("trump")),
            "open": bool(shown.get("open")),
            "trick": self.trick,
            "leader": leader,
            "last": self.last,
            "points": self.points(),
            "tricks": self.tricks(),
        }

    def calls(self, bid: int | None) -> list[str]:
        """All words said aloud. A contract that nobody bid was forced on the dealer."""
        silent = {"card", "away"} | {kind for kind in KINDS if KINDS[kind][0].startswith("trump")} - {"place"}
        spoken = [past.text for past in self.done if past.kind not in silent]
        if bid is not None and not any(past.kind == "bid" for past in self.done):
            spoken.insert(len(self.rules.seats) - 1, f"{self.deal.wire_dealer}:{bid}")
        return spoken

    def perft(self, depth: int) -> int:
        if depth == 0:
            return 1
        children = self.children()
        return sum(child.perft(depth - 1) for child in children.values()) if children else 1

    def children(self) -> dict[str, Session]:
        """The position after each legal action."""
        children = {text: self.fork() for texts in self.legal().values() for text in texts}
        for text, child in children.items():
            if child.act(read_action(text, self.rules.seats)) is not None:
                raise RuntimeError(f"{text} is called legal and refused")
        return children


class Server:
    """Answers request lines and keeps nothing between them. An unusable adapter ends the program with a
    message."""

    def __init__(self, adapter: Adapter) -> None:
        self.adapter = adapter
        has = {name: getattr(adapter, name) is not None for name in Adapter.__annotations__}
        for kind in adapter.apply:
            if kind not in KINDS:
                raise SystemExit(f"hakem_kit: apply: unknown kind {kind!r}; the kinds are {', '.join(KINDS)}")
        if (adapter.acts_for_turn or adapter.ask == "by_itself") and not (has["turn"] or has["legal"]):
            raise SystemExit("hakem_kit: `acts_for_turn` and `ask = \"by_itself\"` need `turn` or `legal`")
        for rules in adapter.rules:
            adapter.cards.learn(rules.pack)
        self.methods: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {}
        self.methods.update(replay=self.replay, probe=self.probe)
        if has["legal"]:
            self.methods["legal"] = self.legal
            if has["view"] and has["hand"]:
                self.methods["view"] = self.view
            if has["clone"]:
                self.methods["perft"] = self.perft
        claims = {
            "points": has["points"] and (has["taker"] or has["tricks"]),
            "legal": has["legal"],
            "attempts": True,
            "reasons": bool(adapter.reasons),
            "events": has["events"],
            "match": adapter.plays_match,
            "from": adapter.begins_at_play,
        }
        self.features = [feature for feature, claimed in claims.items() if claimed]

    def answer(self, line: bytes | None) -> bytes:
        """The reply to a line; None is a line that was too long."""
        reply: dict[str, Any] = {"jsonrpc": "2.0", "id": None}
        try:
            request = read_line(line)
            if valid_id(request.get("id")):
                reply["id"] = request["id"]
            method, params = request.get("method"), request.get("params")
            if reply["id"] is None or request.get("jsonrpc") != "2.0" or not isinstance(method, str):
                raise WireError(-32600, "invalid request: jsonrpc, id and method are needed")
            if method != "hello" and method not in self.methods:
                raise WireError(-32601, f"method not found: {method}")
            if not isinstance(params, dict):
                raise WireError(-32602, "params: an object is expected")
            reply["result"] = self.hello(params) if method == "hello" else self.methods[method](params)
        except WireError as error:
            reply["error"] = {"code": error.code, "message": str(error)}
            if error.what:
                reply["error"]["data"] = {"what": error.what}
        except Exception as error:
            traceback.print_exc()
            message = f"internal error: {type(error).__name__}, see standard error"
            reply["error"] = {"code": -32603, "message": message}
        return json.dumps(reply, separators=(",", ":")).encode()

    def hello(self, params: dict[str, Any]) -> dict[str, Any]:
        if "1.0" not in typed(params, "protocol", list):
            raise WireError(-32000, "unsupported: this engine speaks protocol 1.0", "protocol")
        adapter = self.adapter
        return {
            "protocol": "1.0",
            "engine": {"name": adapter.name, "version": adapter.version, "language": "Python"},
            "rules": [{"id": rules.id, "with": rules.overlays} for rules in adapter.rules],
            "methods": list(self.methods),
            "features": self.features,
            "limits": {"maxLine": LINE_LIMIT},
        }

    def deal(self, game: Mapping[str, Any]) -> Deal:
        label, overlays = typed(game, "rules", str), typed(game, "with", list, [])
        rules = next((rules for rules in self.adapter.rules if rules.id.split(".")[0] == label), None)
        if rules is None:
            raise WireError(-32000, f"unsupported: rule set {label}", label)
        for overlay in overlays:
            if overlay not in rules.overlays and "*" not in rules.overlays:
                raise WireError(-32000, f"unsupported: overlay {overlay}", str(overlay))
        if "from" in game and not self.adapter.begins_at_play:
            raise WireError(-32000, "unsupported: from", "from")
        return Deal(rules, self.adapter.cards, game)

    def actions(self, texts: Any, deal: Deal) -> list[Action]:
        if not isinstance(texts, list):
            raise WireError(-32602, "a list of actions is expected")
        return [read_action(text, deal.table.seats) for text in texts]

    def reached(self, params: dict[str, Any]) -> tuple[Session, dict[str, Any] | None]:
        """The position after the actions of the request, and what was refused on the way."""
        deal = self.deal(typed(params, "game", dict))
        session = Session(self.adapter, deal)
        for at, action in enumerate(self.actions(params.get("actions"), deal)):
            refusal = session.act(action)
            if refusal is not None:
                return session, self.refused(at, action, refusal)
        return session, None

    def refused(self, at: int, action: Action, refusal: str) -> dict[str, Any]:
        return {"at": at, "do": action.text, **self.reason(refusal)}

    def reason(self, refusal: str | None) -> dict[str, str]:
        return {"reason": refusal} if refusal and "reasons" in self.features else {}

    def verdict(self, refusal: str | None) -> dict[str, Any]:
        return {"accepted": refusal is None, **self.reason(refusal)}

    def replay(self, params: dict[str, Any]) -> dict[str, Any]:
        if "match" in params:
            return self.match(params)
        want = typed(params, "want", list, [])
        for feature in ("points", "legal", "events"):
            if feature in want and feature not in self.features:
                raise WireError(-32000, f"unsupported: {feature}", feature)
        deal = self.deal(typed(params, "game", dict))
        actions = self.actions(params.get("actions"), deal)
        attempts = typed(params, "attempts", list, [])
        if not all(isinstance(attempt, dict) for attempt in attempts):
            raise WireError(-32602, "attempts: a list of objects is expected")
        tries = [(typed(one, "at", int), read_action(one.get("do"), deal.table.seats)) for one in attempts]
        verdicts: list[dict[str, Any] | None] = [None] * len(tries)
        session, refused, steps, seen = Session(self.adapter, deal), None, [], 0
        for at in range(len(actions) + 1):
            if want:
                steps.append(session.position(want, seen))
                seen += len(steps[-1].get("events", ()))
            for number, (place, action) in enumerate(tries):
                if place == at:
                    verdicts[number] = self.verdict(session.attempt(action))
            if at < len(actions):
                refusal = session.act(actions[at])
                if refusal is not None:
                    refused = self.refused(at, actions[at], refusal)
                    break
        reply = {
            "accepted": len(session.done),
            "refused": refused,
            "turn": session.turn() if session.knows_turn() else session.turn_by_trying(),
            **({"attempts": verdicts} if tries else {}),
            **({"steps": steps} if want else {}),
        }
        return {**reply, "result": session.result()}

    def match(self, params: dict[str, Any]) -> dict[str, Any]:
        """Deals one after the other, each with the dealer and the score that the one before left."""
        if not self.adapter.plays_match:
            raise WireError(-32000, "unsupported: match", "match")
        game = dict(typed(params, "match", dict))
        before, deals = dict(typed(game, "before", dict, {})), typed(params, "deals", list)
        played: list[dict[str, Any]] = []
        status, winner, score = "unfinished", None, None
        for entry in deals:
            if not isinstance(entry, dict):
                raise WireError(-32602, "deals: a list of objects is expected")
            game.update(deal=entry.get("deal"), before=before)
            deal = self.deal(game)
            reply = self.replay({"game": game, "actions": entry.get("actions")})
            score, result = score or deal.score, reply["result"]
            office = {"dealer": game["dealer"]}
            if deal.table.hakem:
                office["hakem"] = deal.table.dealing.ring(deal.table.seats, deal.wire_dealer)[0]
            played.append({**office, **{key: reply[key] for key in ("accepted", "refused", "result")}})
            if reply["refused"] or result is None:
                status = "stopped"
                break
            score, winner, game["dealer"] = result["score"], result["winner"], result["next"]["dealer"]
            before = {**before, "score": score, "deal": deal.number + 1}
            if winner is not None:
                status = "won"
                break
        return {"deals": played, "status": status, "winner": winner, "score": score or {},
                "unused": len(deals) - len(played)}

    def legal(self, params: dict[str, Any]) -> dict[str, Any]:
        session, refused = self.reached(params)
        return {"refused": refused} if refused else {"legal": session.legal()}

    def probe(self, params: dict[str, Any]) -> dict[str, Any]:
        session, refused = self.reached(params)
        tries = self.actions(params.get("try"), session.deal)
        if refused:
            return {"refused": refused}
        return {"verdicts": [self.verdict(refusal) for refusal in session.refusals(tries)]}

    def view(self, params: dict[str, Any]) -> dict[str, Any]:
        session, refused = self.reached(params)
        seat = typed(params, "seat", str)
        if seat not in session.rules.mine:
            raise WireError(-32602, "seat: no seat of this game")
        return {"refused": refused} if refused else {"view": session.view(seat)}

    def perft(self, params: dict[str, Any]) -> dict[str, Any]:
        session, refused = self.reached(params)
        depth = typed(params, "depth", int)
        if refused or depth < 0:
            raise WireError(-32602, "perft: a position that is reached and a depth of 0 or more are needed")
        if not params.get("divide") or depth == 0:
            return {"count": session.perft(depth)}
        divide = {text: child.perft(depth - 1) for text, child in session.children().items()}
        return {"count": sum(divide.values()) if divide else 1, "divide": divide}


def valid_id(id: Any) -> bool:
    return isinstance(id, str) or (type(id) is int and abs(id) <= SAFE_INTEGER)


def read_line(line: bytes | None) -> dict[str, Any]:
    def no_constant(name: str) -> None:
        raise ValueError(f"{name} is no JSON")

    if line is None:
        raise WireError(-32600, "invalid request: the line is longer than 4 MiB")
    try:
        request = json.loads(line.decode("utf-8"), parse_constant=no_constant)
    except (ValueError, RecursionError):
        raise WireError(-32700, "parse error: the line is no JSON") from None
    if not isinstance(request, dict):
        raise WireError(-32600, "invalid request: an object is expected")
    return request


_wire: list[BinaryIO] = []


def guard() -> tuple[BinaryIO, BinaryIO]:
    """Keeps the wire for the kit: from now on what your code prints goes to standard error, and what it reads
    is empty. `serve` calls it; call it yourself before you import an engine that prints a great deal while it
    loads."""
    if not _wire:
        _wire.extend((os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")))
        with open(os.devnull, "rb") as nothing:
            os.dup2(nothing.fileno(), 0)
        os.dup2(2, 1)
        sys.stdout = sys.stderr
    return _wire[0], _wire[1]


def lines(source: BinaryIO) -> Iterator[bytes | None]:
    """The lines of the input; None for one that is too long."""
    while line := source.readline(LINE_LIMIT + 2):
        rest = line
        while not rest.endswith(b"\n") and (rest := source.readline(LINE_LIMIT)):
            pass
        yield line if len(line.rstrip(b"\r\n")) <= LINE_LIMIT else None


def serve(adapter: Adapter) -> None:
    """Answers requests until the end of the input."""
    source, sink = guard()
    server = Server(adapter)
    try:
        for line in lines(source):
            sink.write(server.answer(line) + b"\n")
            sink.flush()
    except (KeyboardInterrupt, BrokenPipeError):
        os._exit(130)
