"""What is tried in a position although nobody stated it, and the clauses of what is filled in.

Probes come from the complement of the legal map: a held card that may not be played, a card not held, a word out of
place, another seat's turn. One that shows what decides here, and one whose reason the vector has seen least.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hakem.rules.ruleset import RuleSet
from hakem.vocabulary import vocabulary
from hakem_conformance.suite import DEFAULT_CLAUSE

Json = dict[str, Any]

#: Reasons that say what decides in a position, the strongest first; the rest say that something has no place there.
DECIDING = (
    "must_ask", "must_show", "must_decide", "must_follow_suit", "must_trump", "must_beat_trump", "must_play_marker",
    "hidden_trump_barred", "may_not_pass", "may_not_outbid_partner", "below_partner_minimum", "must_hold_same_number",
    "equal_bid_used", "bid_not_higher", "bid_too_low", "must_lay_own_card", "no_card_to_lay", "choice_not_offered",
    "no_such_double", "lone_hand_barred", "discard_count",
)  # fmt: skip
#: Reason -> fixed clause, where the rule path alone does not name the sentence that decides.
_BY_REASON = {
    "bid_not_higher": "auction.bid.above",
    "may_not_ask_when_leading": "reveal.void_only",
    "may_not_ask_when_able_to_follow": "reveal.void_only",
    "card_is_marker": "choose_trump.marker.zone",
    "pair_window_closed": "pair.window",
    "pair_not_held": "pair.held",
    "match_over": "match.order",
}
#: Cause of a void deal -> clause, where it is no row of `cancel_deal`.
_BY_VOID = {"never_revealed": "reveal.never.void", "nobody_bids": "auction.nobody_bids."}
#: Event -> clause, the most telling first. A clause that ends in `.` is a setting, its value still to be named.
_BY_EVENT = {
    "forced_bid": "auction.nobody_bids.",
    "revealed": "reveal.public",
    "pair_shown": "pair.held",
    "lone_contract": "lone_hand.contract",
    "stakes": "stakes.factors",
    "trick_won": "play.trick.winner",
    "deal_void": "cancel_deal.by",
    "contract": "auction.contract",
    "trump_set": "choose_trump.secrecy.",
    "dealt": "deal.order",
}
_CARD = re.compile(r"[SHDC][AKQJT98765432]")
_RIGHT = re.compile(r"pair [SHDC]|redeal|concede")


def clause_of_path(path: str, rule_set: RuleSet) -> str:
    """The clause that a rule path stands for: a word's value, else the path without the row."""
    setting = vocabulary().setting(path)
    if setting is None:
        return "sequence" if path == "sequence" else DEFAULT_CLAUSE
    if setting.table:
        return f"{setting.table}.{path.rpartition('.')[2]}"
    value = rule_set.get(path)
    if setting.type == "word" or (setting.type == "policy" and isinstance(value, str)):
        return f"{path}.{value}"
    return f"{path}.{value['kind']}" if setting.type == "policy" else path


@dataclass(frozen=True, slots=True)
class Place:
    """A position, as far as clauses depend on it. `cards`: in the trick; `tricks`: complete; `legal`: the map."""

    cards: int
    tricks: int
    legal: Json
    rules: RuleSet

    @classmethod
    def after(cls, events: Sequence[Json], legal: Json, rule_set: RuleSet) -> Place:
        """The position after all events of the deal so far."""
        names = [event["event"] for event in events]
        tricks = names.count("trick_won")
        since = names[len(names) - names[::-1].index("trick_won") :] if tricks else names
        return cls(since.count("played"), tricks, legal, rule_set)

    @property
    def words(self) -> list[str]:
        return [action.partition(":")[2] for each in self.legal.values() for action in each]

    @property
    def is_play(self) -> bool:
        return any(_CARD.fullmatch(word) or word in ("ask", "show") for word in self.words)

    @property
    def is_auction(self) -> bool:
        return any(word.isdigit() for word in self.words)

    def of_turn(self) -> str:
        """The clause that says whose turn it is."""
        if self.is_play and self.cards:
            return self._value("seats.play_turn")
        if self.is_play:
            return "play.trick.next_lead" if self.tricks else self._value("play.first_lead")
        if self.is_auction:
            return self._value("seats.auction_turn")
        if any(word.startswith("trump ") for word in self.words):
            return self._value("choose_trump.by")
        return self._value("seats.turn")

    def of_list(self, actions: Sequence[str]) -> str:
        """The clause of the list from which a card is played."""
        for word in ("ask", "show"):
            if actions and actions[-1].endswith(f":{word}"):
                return f"reveal.after_{word}"
        return "play.follow" if self.cards else "play.lead"

    def _value(self, path: str) -> str:
        return f"{path}.{self.rules[path]}"


def clause_of_refusal(verdict: Mapping[str, Any], place: Place) -> str:
    """The clause under which an action is refused."""
    reason: str = verdict["reason"]
    if reason == "not_your_turn":
        return place.of_turn()
    if reason == "card_not_in_hand" and place.is_play:
        return "class.first_only"
    if reason == "trump_known" and place.rules["choose_trump.secrecy"] == "hidden":
        return "reveal.once"
    return _BY_REASON.get(reason) or clause_of_path(verdict["path"], place.rules)


def clause_of_map(place: Place, actions: Sequence[str], verdicts: Sequence[Json]) -> str:
    """The clause of a legal map: that of the strongest reason by which something else is refused here."""
    deciding = [verdict for verdict in verdicts if verdict["reason"] in DECIDING]
    if deciding:
        strongest = min(deciding, key=lambda verdict: DECIDING.index(verdict["reason"]))
        return clause_of_refusal(strongest, place)
    return place.of_list(actions) if place.is_play else DEFAULT_CLAUSE


def clause_of_events(events: Sequence[Json], rule_set: RuleSet) -> str:
    """The clause of what an action causes: that of its most telling event; the default if none of them tells much."""
    void = next((event["why"] for event in events if event["event"] == "deal_void"), None)
    names = {event["event"] for event in events}
    clause = _BY_VOID.get(void) if void else None
    clause = clause or next((clause for name, clause in _BY_EVENT.items() if name in names), DEFAULT_CLAUSE)
    return f"{clause}{rule_set[clause[:-1]]}" if clause.endswith(".") else clause


def clause_of_end(events: Sequence[Json], rule_set: RuleSet) -> str:
    """The clause by which a deal is over, given what its last action caused."""
    cause = next((event["cause"] for event in events if event["event"] == "deal_ended"), None)
    if cause == "deadline":
        return "reveal.deadline"
    if cause == "lone_lost":
        return "lone_hand.all"
    if cause == "conceded":
        return "play.concede.declarer"
    return clause_of_path("play.ends", rule_set) if cause else clause_of_events(events, rule_set)


def candidates(legal: Json, hands: Mapping[str, Sequence[str]], actions: Sequence[str], at: int) -> list[str]:
    """Actions that are not legal in position `at`, some of every sort, those of the seat on turn first.

    `hands`: the cards dealt to each seat in the whole deal. `actions`: all actions of the vector.
    """
    if not legal:
        return [f"{actions[at - 1][0]}:P"] if at else []
    seat = next((name for name, each in legal.items() if not all(map(_is_right, each))), next(iter(legal)))
    other = hands and list(hands)[(list(hands).index(seat) + 1) % len(hands)]
    gone = {action.partition(":")[2] for action in actions[:at]}
    held = [card for card in hands.get(seat, ()) if card not in gone]
    foreign = [card for name, cards in hands.items() if name != seat for card in cards if card not in gone]
    foreign = foreign[at % len(foreign) :] + foreign[: at % len(foreign)] if foreign else []
    words = [*_words(legal[seat], held), *held, *foreign[:2], "ask", "show", "P", "X", "lone", "keep"]
    tried = [f"{seat}:{word}" for word in words]
    if other:
        theirs = [card for card in hands[other] if card not in gone]
        tried += [f"{other}:{word}" for word in ("P", "ask", *theirs[:1])]
    known = {action for each in legal.values() for action in each}
    return [action for action in dict.fromkeys(tried) if action not in known]


def choose(tried: Sequence[tuple[str, Json]], at: int, seen: Counter[str], given: Sequence[str]) -> list[str]:
    """At most two of the refused actions, with those given by hand; `seen` counts the reasons so far."""
    wanted = 2 - len(given)
    left = [(action, verdict["reason"]) for action, verdict in tried if action not in given]
    deciding = [item for item in left if item[1] in DECIDING]
    chosen: list[tuple[str, str]] = []
    if wanted > 0 and deciding:
        chosen.append(deciding[at % len(deciding)])
    while len(chosen) < wanted:
        rest = [item for item in left if item[1] not in {reason for _, reason in chosen}]
        if not rest:
            break
        chosen.append(min(rest, key=lambda item: seen[item[1]]))
    seen.update(reason for _, reason in chosen)
    return [action for action, _ in chosen]


def _words(legal: Sequence[str], held: Sequence[str]) -> Iterator[str]:
    """The near misses of what is legal: the next lower and higher number, other ways to choose a trump."""
    words = [action.partition(":")[2] for action in legal]
    numbers = [int(word) for word in words if word.isdigit()]
    if numbers:
        yield from (str(number) for number in (min(numbers) - 1, max(numbers) + 1) if number > 0)
    if any(word.startswith("trump ") for word in words):
        yield from ("trump C", *(f"trump {card}" for card in held[:1]), "trump NT", "trump 7th")


def _is_right(action: str) -> bool:
    return bool(_RIGHT.fullmatch(action.partition(":")[2]))
