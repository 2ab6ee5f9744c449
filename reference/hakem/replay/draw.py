"""A deal drawn for the terminal, trick by trick, in 80 columns: who leads, who is void, when trump is asked for, and
the count of each side against the target."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator
from typing import Any

from hakem.game import Game
from hakem.game.events import Event
from hakem.record.words import CALL

WIDTH = 80
_SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades", "NT": "no trump"}

#: Gives a text a style (`bold`, `dim`); the plain one leaves it bare.
Style = Callable[[str, str], str]


def plain(text: str, style: str) -> str:
    """No style."""
    return text


def draw(game: Game, name: str, ascii_only: bool = False, style: Style = plain) -> str:
    """The deal as far as it was played."""
    return "\n".join(_Drawing(game, ascii_only, style).lines(name))


class _Drawing:
    """Draws one deal from what happened in it."""

    def __init__(self, game: Game, ascii_only: bool, style: Style) -> None:
        self.game = game
        self.style = style
        self.void = "*" if ascii_only else "°"
        self.arrow = "->" if ascii_only else "→"
        self.suits = dict(zip("SHDC", "SHDC", strict=True)) if ascii_only else _SYMBOLS
        self.in_points = bool(game.rules["pack.points"])
        self.counts = dict.fromkeys(game.points(), 0)
        self.target = 0
        self.declarer = ""
        self.maker = ""
        self.cells: list[tuple[str, str]] = []
        self.told: list[str] = []
        self.number = 0

    def lines(self, name: str) -> Iterator[str]:
        """Head, hands, auction, tricks, result."""
        dealer = self.game.offices["dealer"]
        yield self.style(f"Board {name}   {self.game.rules.name}   {dealer} deals", "bold")
        yield from self._hands()
        yield from self._auction()
        if any(event[0] == "played" for event in self.game.log):
            yield from self._tricks()
        yield from self._outcome()

    def _hands(self) -> Iterator[str]:
        packets: dict[str, list[str]] = {seat: [] for seat in self.game.seats}
        for event in self.game.log:
            if event[0] == "dealt":
                packets[event[1]].append(self._packet(event[3].split()))
        for seat, hand in packets.items():
            yield from _wrapped(f"  {seat}  ", " / ".join(hand))

    def _packet(self, cards: list[str]) -> str:
        suits = ((suit, [card[1] for card in cards if card[0] == suit]) for suit in "SHDC")
        ranks = "AKQJT98765432"
        return " ".join(self.suits[suit] + "".join(sorted(held, key=ranks.index)) for suit, held in suits if held)

    def _auction(self) -> Iterator[str]:
        """What was said before the first card."""
        said: list[str] = []
        for event in self.game.log:
            if event[0] == "played":
                break
            if event[0] == "call" and CALL.fullmatch(event[2]):
                said.append(f"{event[1]}:{event[2]}")
            else:
                said += self._sentence(event)
        yield from _wrapped("  ", " ".join(said))

    def _tricks(self) -> Iterator[str]:
        begun = False
        log = self.game.log
        for at, event in enumerate(log):
            if event[0] == "played":
                begun = True
                self.cells.append((event[1], event[2]))
            elif begun and event[0] == "trick_won":
                after = log[at + 1] if at + 1 < len(log) else ("",)
                if after[0] == "captured":
                    self.counts[after[1]] += after[3] if self.in_points else after[2]
                yield from self._row(event[1], event[2])
            elif begun:
                told = self._sentence(event)
                if self.cells:
                    self.told += told
                else:
                    yield from (line for text in told for line in _wrapped("      ", text))
        if self.cells:
            yield from self._row("", self.number + 1)

    def _row(self, winner: str, number: int) -> Iterator[str]:
        """A trick: its cards in order of play, the winner's in brackets, then the counts."""
        led = self.cells[0][1][0]
        cells = "".join(self._cell(seat, card, led, seat == winner) for seat, card in self.cells)
        bare = sum(_CELL for _ in self.cells)
        counts = "  ".join(self._count(side) for side in self.counts)
        gap = " " * max(1, 4 * _CELL - bare)
        yield f"{number:>3}.  {cells}{gap}{winner or '-':<3} {counts}".rstrip()
        for text in self.told:
            yield from _wrapped("      ", text)
        self.number, self.cells, self.told = number, [], []

    def _cell(self, seat: str, card: str, led: str, wins: bool) -> str:
        text = f"{seat} {self.suits[card[0]]}{card[1]}"
        text = f"{seat}[{self.suits[card[0]]}{card[1]}]" if wins else f"{text} "
        text += self.void if card[0] != led else " "
        padded = f"{text:<{_CELL}}"
        return self.style(padded, "bold") if wins else padded

    def _count(self, side: str) -> str:
        target = f"/{self.target}" if self.target and self.declarer in side else ""
        return f"{side} {self.counts[side]:>2}{target}"

    def _suit(self, trump: str) -> str:
        name, _, turned = trump.partition(" ")
        return (
            self.suits.get(name, "")
            + (" " if name in self.suits else "")
            + _NAMES[name]
            + (" reversed" if turned else "")
        )

    def _sentence(self, event: Event) -> list[str]:
        """An event in words; nothing for those that need none."""
        match event:
            case ("call", seat, word):
                void = self.cells and word in ("ask", "show") and f"{seat}, void in {_NAMES[self.cells[0][1][0]]},"
                return [_SAID[word].format(seat=void or seat)] if word in _SAID else []
            case ("forced_bid", seat, bid):
                return [f"{seat} is given {bid}."]
            case ("contract", seat, bid, target):
                self.declarer, self.target = seat, target
                return [f"Contract: {seat} {bid}."]
            case ("trump_set", seat, choice, audience):
                self.maker = seat
                return [f"{seat} chooses trump{self._choice(choice, audience)}."]
            case ("stakes", multiplier):
                return [f"The deal counts {multiplier}."]
            case ("lone_contract", seat):
                self.declarer, self.target = seat, 0
                return [f"{seat} plays alone, without trump."]
            case ("revealed", seat, trump, _):
                return [f"{self.maker} turns trump up: {self._suit(trump)}."]
            case ("pair_shown", seat, suit):
                return [f"{seat} shows king and queen of {_NAMES[suit]}."]
            case ("target_moved", before, target):
                self.target = target
                return [f"Target {before} {self.arrow} {target}."]
            case _:
                return []

    def _choice(self, choice: str, audience: str) -> str:
        if choice[0].isdigit():
            return f": the {choice} card"
        hidden = "" if audience == "*" else " in secret"
        name = choice[:2] if choice.startswith("NT") else choice[:1]
        card = (
            f" ({self.suits[name]}{choice[1]})" if len(choice) > 1 and name in self.suits and choice[1] != " " else ""
        )
        return f"{hidden}: {self._suit(name + (' rev' if choice.endswith(' rev') else ''))}{card}"

    def _outcome(self) -> Iterator[str]:
        result = self.game.result
        if result is None:
            yield f"  The record stops here; {self.game.turn} is to act."
            return
        yield from _wrapped("  ", self._ending(result))

    def _ending(self, result: dict[str, Any]) -> str:
        if result["cause"] == "void":
            return f"Void: {result['why'].replace('_', ' ')}. {self._next(result)}"
        parts = [f"{self._sides(self.game.points() if self.in_points else self.game.tricks())}."]
        if self.declarer:  # there was a contract, if only a lone hand
            parts.append(f"{result['declarer']} {'makes it' if result['made'] else 'fails'}.")
        parts.append(f"Score {self._sides(result['change'], signed=True)}; total {self._sides(result['score'])}.")
        if result["winner"] is not None:
            return " ".join([*parts, f"{result['winner']} has won the match."])
        return " ".join([*parts, self._next(result)])

    def _next(self, result: dict[str, Any]) -> str:
        return f"{result['next']['dealer']} deals next."

    def _sides(self, numbers: dict[str, int], signed: bool = False) -> str:
        return ", ".join(
            f"{side} {number:+d}" if signed and number else f"{side} {number}" for side, number in numbers.items()
        )


_CELL = 8
_SAID = {
    "ask": "{seat} asks for trump.",
    "show": "{seat} shows.",
    "lone": "{seat} claims all tricks alone.",
    "keep": "{seat} keeps the trump.",
    "go": "{seat} goes on.",
    "stop": "{seat} stops.",
    "concede": "{seat} concedes.",
    "redeal": "{seat} demands a new deal.",
    "take": "{seat} takes the card.",
    "leave": "{seat} leaves the card.",
}


def _wrapped(indent: str, text: str) -> list[str]:
    """A text in lines of at most 80 columns, each after the first as far in as the first text."""
    return textwrap.wrap(text, WIDTH, initial_indent=indent, subsequent_indent=" " * len(indent)) if text else []
