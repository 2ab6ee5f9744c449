"""What the tags of a board claim, against what the rules say."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from hakem.game import Game
from hakem.record.nodes import Board
from hakem.record.tags import fault_in
from hakem.record.words import ENDS

Claim = tuple[str, str, str, str]  # code, message, tag, expected

_ENDS_OPEN = ("claimed", "conceded", "ruling", "abandoned", "unfinished")
#: The events that tell the target and the contract.
_OF_TARGET = frozenset(("contract", "target_moved", "lone_contract"))
_OF_CONTRACT = frozenset(("contract", "trump_set", "marker_set", "call", "lone_contract"))
_PAIRS = re.compile(r"([A-FNSW]+) ([+-]?[0-9]+)")


def ends(game: Game) -> tuple[str, ...]:
    """What [End] may say of the deal as it stands; the first is what it should say."""
    result = game.result
    if result is None:
        return ("unfinished", *_ENDS_OPEN)
    if result["cause"] == "void":
        return ("passed-out", "annulled") if result["why"] == "nobody_bids" else ("annulled",)
    return ("conceded", "ruling") if result["cause"] == "conceded" else ("played", "ruling")


def check_end(board: Board, game: Game) -> Iterator[Claim]:
    """[End]."""
    allowed = ends(game)
    if board.end in allowed or board.end not in ENDS:
        return
    if game.result is None:
        message = f"the deal is not over: {game.turn} is to act"
        yield "ends_early", message, "End", " ".join(allowed[1:])
    else:
        cause = game.result["why"] if game.result["cause"] == "void" else game.result["cause"]
        yield "wrong_end", f"the deal ended by the rules ({cause}), not `{board.end}`", "End", allowed[0]


def check_tags(board: Board, game: Game) -> Iterator[Claim]:
    """[Contract], [Target], [Result], [Score] and [Total], each where the record has it."""
    told = {tag.name: tag.value for tag in board.tags if not fault_in(tag.name, tag.value)}
    if "Contract" in told:
        yield from _contract(told["Contract"], game)
    if "Target" in told and (number := target(game)) and told["Target"] != str(number):
        yield "wrong_target", f"the target is {number}", "Target", str(number)
    if (game.result is None and board.end not in ("unfinished", "abandoned")) or board.end == "ruling":
        return
    if "Result" in told:
        counts = game.points() if game.rules["pack.points"] else game.tricks()
        yield from _amounts("Result", told["Result"], counts)
    if game.result is not None:
        if "Score" in told:
            yield from _amounts("Score", told["Score"], game.result["change"], complete=True)
        if "Total" in told:
            yield from _amounts("Total", told["Total"], game.result["score"])


def _amounts(tag: str, text: str, holds: Mapping[str, int], complete: bool = False) -> Iterator[Claim]:
    """Numbers by side. With `complete` a side that is left out has nothing."""
    told = {side: int(number) for side, number in _PAIRS.findall(text)}
    expected = by_side(holds, signed=tag == "Score")
    strange = [side for side in told if side not in holds]
    wrong = [side for side, number in holds.items() if told.get(side, 0 if complete else number) != number]
    if strange or wrong:
        what = f"`{strange[0]}` is no side" if strange else " ".join(f"{side} {holds[side]}" for side in wrong)
        yield f"wrong_{tag.lower()}", f"[{tag}] is not so: {what}", tag, expected


def by_side(numbers: Mapping[str, int], signed: bool = False) -> str:
    """Numbers by side as tags write them: `NS 19 EW 10`, `NS +1 EW 0`."""
    return " ".join(
        f"{side} {number:+d}" if signed and number else f"{side} {number}" for side, number in numbers.items()
    )


def target(game: Game) -> int | None:
    """The target as it stands."""
    last = next((event for event in reversed(game.log) if event[0] in _OF_TARGET), ("lone_contract",))
    return None if last[0] == "lone_contract" else last[-1]


def contract(game: Game) -> str:
    """The contract as [Contract] writes it: `S 20 C`, `E 19 SX`, `W C`, `N lone`, `S 20 _`, `-` for none."""
    seat, bid, trump, doubles, marker = "", "", "", "", ""
    for event in [event for event in game.log if event[0] in _OF_CONTRACT]:
        match event[0]:
            case "contract":
                seat, bid = event[1], f" {event[2]}"
            case "trump_set":
                seat, trump = seat or event[1], event[2]
            case "marker_set":
                marker = event[2]
            case "call" if event[2] in ("X", "XX", "XXX"):
                doubles = event[2]
            case "lone_contract":
                return f"{event[1]} lone"
    if not seat:
        return "-"
    return f"{seat}{bid}{_trump(trump, marker, doubles)}"


def _trump(choice: str, marker: str, doubles: str) -> str:
    if not choice:
        return ""
    name, _, reversed_ = choice.partition(" ")
    if name[0].isdigit():
        name = marker[:1] or "_"
    elif name != "NT":
        name = name[0]
    return f" {name}{doubles}{' rev' if reversed_ else ''}"


def _contract(told: str, game: Game) -> Iterator[Claim]:
    """[Contract] may leave the trump out, or not know it (`_`)."""
    expected = contract(game)
    hidden = re.sub(r" [CDHS](?=X*( rev)?$)", " _", expected)
    bare = re.sub(r" ([CDHS_]|NT)X*( rev)?$", "", expected)
    if told not in (expected, hidden, bare):
        yield "wrong_contract", f"the contract is {expected}", "Contract", expected
