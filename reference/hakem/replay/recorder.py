"""The other way round: the record of a game that was played on the interpreter."""

from __future__ import annotations

from typing import Any

from hakem.cards import CARDS
from hakem.game import Game
from hakem.record.deal import Packet, format_deal
from hakem.record.nodes import Auction, Board, Call, Card, Event, Header, Play, PlayItem, Tag, Trick, Won
from hakem.record.structure import SITS_OUT
from hakem.record.words import CALL
from hakem.replay import claims
from hakem.replay.cards import rotation
from hakem.rules import RuleSet


def header_of(rules: RuleSet, **tags: str) -> Header:
    """A header that names the rule set; other tags by name."""
    named = {"Rules": rules.name, "RulesDigest": rules.digest, "Rotation": rotation(rules, "seats.play_turn")}
    if rules.overlays:
        named["Options"] = " ".join(rules.overlays)
    return Header(tuple(Tag(name, value) for name, value in {**tags, **named, "View": "all"}.items()))


def board_of(game: Game, name: str = "1", pack: str = "") -> Board:
    """The record of a game, finished or not: all that was said and played, and what it came to.

    `pack` is the pack in the order dealt; without it a game in which cards are drawn cannot be replayed.
    """
    recorder = _Recorder(game)
    for event in game.log:
        recorder.note(event)
    return recorder.board(name, pack)


class _Recorder:
    """Turns events into nodes, one after the other."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.rotation = rotation(game.rules, "seats.play_turn")
        self.in_points = bool(game.rules["pack.points"])
        self.hands: dict[str, list[Packet]] = {seat: [] for seat in game.seats}
        self.first = ""
        self.calls: list[Call | Event] = []
        self.tricks: list[Trick] = []
        self.leader = ""
        self.items: list[PlayItem] = []
        self.counts: dict[str, int] = dict.fromkeys(game.points(), 0)
        self.maker = ""
        #: Cards are drawn, and from then on laid away by themselves.
        self.drawing = False
        self.sitting = ""
        self.won = ""

    def note(self, event: tuple[Any, ...]) -> None:
        """Write one event down."""
        name, *rest = event
        if self.won and name != "captured":
            self._close()
        match name, rest:
            case "dealt", [seat, _, cards, *_]:
                self.hands[seat].append(Packet(tuple(sorted(cards.split(), key=CARDS.index))))
            case "call", [seat, word]:
                self.drawing = self.drawing or word in ("take", "leave")
                self._say(Call(seat, word) if CALL.fullmatch(word) else Event(seat, word))
            case "forced_bid", [seat, bid]:
                self._say(Event(seat, "forced", (str(bid),)))
            case "trump_set", [seat, choice, audience]:
                self.maker = seat
                hidden = "" if audience == "*" else "~"
                self._say(Event(seat, "trump", tuple(f"{hidden}{choice}".split())))
            case "marker_set", [seat, card, audience] if self._called():
                self._say(Event(seat, "marker", (card if audience == "*" else f"~{card}",)))
            case "laid_away", [seat, card, *_] if not self.drawing:
                self._say(Event(seat, "away", (f"~{card}",)))
            case "lone_contract", [seat] if self.game.rules["lone_hand.partner"] == "sits_out":
                side = next(side for side in self.counts if seat in side)
                self.sitting = side.replace(seat, "")
            case "played", [seat, card]:
                self._play(seat, card)
            case "revealed", [_, trump, _]:
                self._say(Event(self.maker, "reveal", tuple(trump.split())))
            case "pair_shown", [seat, suit]:
                self._say(Event(seat, "pair", (suit,)))
            case "captured", [side, tricks, points]:
                self.counts[side] += points if self.in_points else tricks
            case "trick_won", [seat, _]:
                self.won = seat
            case _:
                pass

    def _called(self) -> bool:
        """Whether the trump in force was called by its place."""
        choice = next((item for item in reversed(self.calls) if isinstance(item, Event) and item.word == "trump"), None)
        return choice is not None and choice.args[0][0].isdigit()

    def _say(self, item: Call | Event) -> None:
        if not self.leader:
            if not (isinstance(item, Event) and item.word == "redeal"):  # a right of seats out of turn
                self.first = self.first or item.seat
            self.calls.append(item)
        elif isinstance(item, Event):
            self.items.append(item)

    def _play(self, seat: str, card: str) -> None:
        if not any(isinstance(item, Card) for item in self.items):
            self.leader = seat
        played = sum(isinstance(item, Card) for item in self.items)
        start = self.rotation.index(self.leader)
        while self.rotation[(start + played) % len(self.rotation)] in self.sitting:
            self.items.append(Card(SITS_OUT))
            played += 1
        self.items.append(Card(card))

    def _close(self) -> None:
        """The trick is won, and what was captured is counted."""
        played = sum(isinstance(item, Card) for item in self.items)
        self.items += [Card(SITS_OUT)] * (len(self.rotation) - played)
        count = next(count for side, count in self.counts.items() if self.won in side)
        self.tricks.append(Trick(len(self.tricks) + 1, self.leader, tuple(self.items), Won(self.won, count)))
        self.items, self.leader, self.won = [], self.won, ""

    def board(self, name: str, pack: str) -> Board:
        """The record so far."""
        game = self.game
        if self.won:
            self._close()
        tricks = self.tricks
        if any(isinstance(item, Card) for item in self.items):
            tricks = [*tricks, Trick(len(tricks) + 1, self.leader, tuple(self.items))]
        elif self.items:
            last = tricks[-1]
            after = tuple(item for item in self.items if isinstance(item, Event))
            tricks = [*tricks[:-1], Trick(last.number, last.leader, last.items, last.won, after)]
        auction = Auction(self.first or game.turn or self._eldest(), tuple(self.calls))
        play = Play(tricks[0].leader, tuple(tricks)) if tricks else None
        return Board(name, claims.ends(game)[0], tuple(self._tags(pack)), auction, play)

    def _eldest(self) -> str:
        order = rotation(self.game.rules, "seats.turn")
        return order[(order.index(self.game.offices["dealer"]) + 1) % len(order)]

    def _tags(self, pack: str) -> list[Tag]:
        game = self.game
        hands = {seat: tuple(packets) for seat, packets in self.hands.items()}
        tags = [Tag("Dealer", game.offices["dealer"])]
        if pack:
            tags.append(Tag("Pack", pack))
        tags.append(Tag("Deal", format_deal({**hands})))
        tags.append(Tag("Contract", claims.contract(game)))
        if (target := claims.target(game)) is not None:
            tags.append(Tag("Target", str(target)))
        if game.result is not None:
            counts = game.points() if self.in_points else game.tricks()
            tags.append(Tag("Result", claims.by_side(counts)))
            tags.append(Tag("Score", claims.by_side(game.result["change"], signed=True)))
            tags.append(Tag("Total", claims.by_side(game.result["score"])))
        return tags
