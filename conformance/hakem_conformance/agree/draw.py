"""Trials drawn by dice: a deal or a match under a rule set, played by a policy, with refusals tried on the way."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hakem.cards import SEATS, pack
from hakem.game import Game
from hakem.game.match import Match
from hakem.rules import RuleSet
from hakem_conformance.agree import stacks
from hakem_conformance.agree.answer import Json, answer
from hakem_conformance.agree.policy import POLICIES, Policy

#: One trial in so many is a whole match; the longest has so many deals.
MATCHES, LONGEST = 16, 9
#: One position in so many is looked at by every seat; the last one always.
VIEWS = 4

#: Words by the step to which they belong. `{n}` is a number, `{s}` a suit, `{c}` a card.
_WORDS = {
    "auction": ("{n}", "{n}", "{n}", "P", "redeal"),
    "second_auction": ("{n}", "{n}", "P"),
    "choose_trump": ("trump {s}", "trump {c}", "trump {s} rev", "trump {c} rev", "trump NT", "trump NT rev",
                     "trump 3rd", "trump 6th", "trump 7th", "keep", "redeal"),
    "stakes": ("X", "XX", "XXX", "P"),
    "lone_hand": ("lone", "P"),
    "draw": ("away {c}", "away {c}", "take", "leave"),
    "play": (*["{c}"] * 9, "ask", "show", "pair {s}", "go", "stop", "concede", "redeal"),
}  # fmt: skip
#: Texts of which none is an action; `{}` stands for one that is.
_NO_ACTIONS = ("{} ", " {}", "{}x", "{}\n", "Q:P", "", "P", "N:trump 07th", "N:trump 2th", "N:015", "N:10000", "N:0",
               "N:pair", "N:S10", "N:sj", "N:away", "N:trump C9 7th", "E:trump", "E:XXXX", "N:trump C NT")  # fmt: skip


def trial(rules: RuleSet, dice: random.Random) -> tuple[Json, Json]:
    """A trial and the interpreter's answer to it."""
    if dice.randrange(MATCHES) == 0:
        match = _match(rules, dice)
        return match, answer(rules, match)
    deal: Json = {"game": _game(rules, dice), "actions": [], "attempts": [], "views": []}
    return deal, answer(rules, deal, _Hand(rules, dice).draw)


def deals_in(drawn: Json) -> int:
    """How many deals a trial has."""
    return len(drawn["deals"]) if "match" in drawn else 1


@dataclass
class _Hand:
    """Those who play one deal: `strong` is the side that wants tricks."""

    rules: RuleSet
    dice: random.Random

    def __post_init__(self) -> None:
        dice, seats = self.dice, SEATS[self.rules["seats.count"]]
        self.policy: Policy = POLICIES[dice.choice(list(POLICIES))]
        start = dice.randrange(2)
        self.strong = dice.choice((seats[start::2], seats[start::2], dice.choice(seats)))
        self.pack = pack(self.rules["pack.order"], self.rules["pack.remove"])
        self.attempts = dice.choice((0, 1, 2))
        self.held: dict[str, list[str]] = {}
        self.seen = 0

    def choose(self, game: Game) -> str:
        return self.policy.choose(game.legal(), self.strong, self.rules["pack.order"], self.dice)

    def draw(self, game: Game, trial: Json) -> None:
        at = len(trial["actions"])
        if game.over or self.dice.randrange(VIEWS) == 0:
            trial["views"].append(at)
        telling = game.over or game.step == "auction" or (at and trial["actions"][-1][2:] in ("ask", "show"))
        for _ in range(self.attempts + 3 if telling else self.attempts):
            trial["attempts"].append({"at": at, "do": self._attempt(game)})
        if not game.over:
            trial["actions"].append(self.choose(game))

    def _attempt(self, game: Game) -> str:
        """Anything, more often of the seat on turn, of the present step and of its own cards; or no action at all."""
        dice = self.dice
        seat = game.turn if game.turn and dice.random() < 0.6 else dice.choice(game.seats)
        step = game.step if game.step in _WORDS and dice.random() < 0.85 else dice.choice(list(_WORDS))
        word = dice.choice(_WORDS[step])
        self._read(game)
        if game.step == "play" and dice.random() < 0.1 and (pairs := self._pairs()):
            return dice.choice(pairs)
        held, legal = self.held.get(seat, []), game.legal().get(seat, [])
        barred = [card for card in held if f"{seat}:{card}" not in legal]
        card = dice.choice(dice.choice((barred, barred, held, self.pack)) or self.pack)
        text = f"{seat}:{word.format(n=dice.randrange(1, 31), s=dice.choice('CDHS'), c=card)}"
        return dice.choice(_NO_ACTIONS).format(text) if dice.random() < 0.02 else text

    def _read(self, game: Game) -> None:
        """Keep what is held: the cards dealt to a seat and not played."""
        for event in game.log[self.seen :]:
            if event[0] == "dealt":
                self.held.setdefault(event[1], []).extend(event[3].split())
            elif event[0] == "played":
                self.held[event[1]] = [card for card in self.held[event[1]] if card != event[2]]
        self.seen = len(game.log)

    def _pairs(self) -> list[str]:
        return [f"{seat}:pair {card[0]}" for seat, held in self.held.items() for card in held
                if card[1] == "K" and f"{card[0]}Q" in held]  # fmt: skip


def _game(rules: RuleSet, dice: random.Random) -> Json:
    dealer = dice.choice(SEATS[rules["seats.count"]])
    game: Json = {"rules": rules.name, "dealer": dealer, "deal": _cards(rules, dealer, dice)}
    if dice.random() < 0.5:
        game["before"] = _before(rules, dice)
    if dice.randrange(12) == 0 and "draw" not in rules["sequence"]:
        game["from"], game["contract"] = "play", _contract(rules, dice)
    return game


def _cards(rules: RuleSet, dealer: str, dice: random.Random) -> Json:
    if dice.random() < 0.3:
        cards = list(pack(rules["pack.order"], rules["pack.remove"]))
        dice.shuffle(cards)
        return {"pack": " ".join(cards)}
    return stacks.deal(rules, dealer, stacks.STACKS[dice.choice(list(stacks.STACKS))], dice)


def _before(rules: RuleSet, dice: random.Random) -> Json:
    """A match under way, often near its end."""
    holders = _holders(rules)
    target, floor = _number(rules["match.target"], 9), _number(rules["match.floor"], -9)
    last = _number(rules["match.deals"], 9)
    score = {name: dice.choice((dice.randint(floor + 1, target - 1), target - 1, floor + 1)) for name in holders}
    before: Json = {"score": score, "deal": dice.choice((dice.randint(1, last), last))}
    if dice.random() < 0.5:
        longest = _number(rules["streak.deals"], 2)
        before["run"] = {dice.choice(holders): dice.choice((longest - 1, dice.randint(1, longest)))}
    if rules["match.hakem_term"] > 1:
        before["term"] = {"served": dice.randrange(rules["match.hakem_term"]), "won": dice.random() < 0.7}
    if rules["cancel_deal"]:
        row = dice.choice(sorted(rules["cancel_deal"]))
        before["voided"] = {row: dice.randint(1, _number(rules["cancel_deal"][row]["at_most"], 2))}
    return before


def _holders(rules: RuleSet) -> Sequence[str]:
    seats = SEATS[rules["seats.count"]]
    return (seats[0::2], seats[1::2]) if rules["seats.sides"] == "partners" else seats


def _number(value: Any, otherwise: int) -> int:
    return value if isinstance(value, int) else otherwise


def _contract(rules: RuleSet, dice: random.Random) -> Json:
    """A contract to begin at play with; of the wrong trumps and makers some are meant to be refused."""
    contract: Json = {}
    if "auction" in rules["sequence"] and (rules["choose_trump.by"] == "declarer" or dice.random() < 0.5):
        contract["declarer"] = dice.choice(SEATS[rules["seats.count"]])
        contract["bid"] = dice.randint(rules["auction.bids.from"], rules["auction.bids.to"])
    offered = {
        "suit": dice.choice("CDHS"), "dealt_card": f"{rules['choose_trump.dealt_card']}th", "no_trump": "NT",
        "reversed": "NT rev", "reversed_suit": f"{dice.choice('CDHS')} rev",
    }  # fmt: skip
    choice = offered[dice.choice(rules["choose_trump.choices"])]
    if rules["choose_trump.form"] == "own_card" and choice[0] in "CDHS":
        cards = [card for card in pack(rules["pack.order"]) if card[0] == choice[0]]
        choice = dice.choice(cards) + choice[1:]
    contract["trump"] = choice
    if dice.random() < 0.3:
        contract["stakes"] = dice.choice((1, *rules["stakes.factors"]))
    return contract


def _match(rules: RuleSet, dice: random.Random) -> Json:
    """A match played out, or up to its longest; sometimes it is left open, refused, or goes on after its end."""
    seats = SEATS[rules["seats.count"]]
    trial: Json = {"match": {"rules": rules.name, "dealer": dice.choice(seats)}, "deals": []}
    if dice.random() < 0.7:
        trial["match"]["before"] = _before(rules, dice)
    match = Match(rules, trial["match"]["dealer"], trial["match"].get("before"))
    while not match.over and len(trial["deals"]) < LONGEST:
        cards = _cards(rules, match.dealer, dice)
        game, hand, actions = match.next_deal(cards), _Hand(rules, dice), []
        while not game.over:
            actions.append(hand.choose(game))
            game.apply(actions[-1])
        trial["deals"].append({"deal": cards, "actions": actions})
    ending = dice.random()
    if ending < 0.1:
        del trial["deals"][-1]["actions"][-1:]
    elif ending < 0.2:
        trial["deals"][-1]["actions"].append(f"{seats[0]}:P")
    elif ending < 0.4:
        trial["deals"].append(trial["deals"][0])
    return trial
