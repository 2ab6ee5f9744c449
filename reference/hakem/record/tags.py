"""The tags that mean something: their canonical order, and what their values look like.

Other tags are allowed anywhere; they come after these, by name.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from hakem.cards import CARDS, SEATS
from hakem.record.deal import DealFault, format_deal, parse_deal

_SIDES = r"[A-FNSW]{1,5} [+-]?[0-9]{1,5}(?: [A-FNSW]{1,5} [+-]?[0-9]{1,5})*"


def _shape(pattern: str, words: str) -> Callable[[str], str]:
    match = re.compile(pattern).fullmatch

    def check(value: str) -> str:
        return "" if match(value) else words

    return check


def _rotation(value: str) -> str:
    return "" if sorted(value) in map(sorted, SEATS.values()) else "all seats once in order of play, as in NESW"


def _pack(value: str) -> str:
    cards = value.split()
    if set(cards) <= set(CARDS) and len(set(cards)) == len(cards) and cards:
        return ""
    return "cards with blanks between, each once, first dealt card first, as in SJ H9"


def _deal(value: str) -> str:
    try:
        parse_deal(value)
    except DealFault as fault:
        return str(fault)
    return ""


_seat = _shape("[A-FNSW]", "a seat, as in N")
_number = _shape("[0-9]{1,3}", "a number, as in 16")
_counts = _shape(_SIDES, "sides and numbers, as in NS 19 EW 9")

#: Tags of a match, in canonical order: what is wrong with a value, or "".
HEADER_CHECKS: dict[str, Callable[[str], str]] = {
    "Event": _shape(".*", ""),
    "Site": _shape(".*", ""),
    "Date": _shape(r"([0-9]{4}|\?{4})\.([0-9]{2}|\?\?)\.([0-9]{2}|\?\?)", "a date, as in 2026.01.31 or 2026.??.??"),
    "Rules": _shape(
        r"[a-z0-9][a-z0-9/_-]*@[0-9]{1,4}(\.[0-9]{1,4}){0,2}", "rule set and version, as in twenty-nine@1.0"
    ),
    "RulesDigest": _shape("sha256:[0-9a-f]{64}", "sha256: and 64 hexadecimal digits"),
    "Rotation": _rotation,
    "Options": _shape(r"([a-z0-9][a-z0-9/_-]*( [a-z0-9][a-z0-9/_-]*)*)?", "overlays, as in overlay/may-ask"),
    "North": _shape(".*", ""),
    "East": _shape(".*", ""),
    "South": _shape(".*", ""),
    "West": _shape(".*", ""),
    **{f"Seat{seat}": _shape(".*", "") for seat in SEATS[6]},
    "View": _shape("all|public|[A-FNSW]", "all, public or a seat"),
    "Annotator": _shape(".*", ""),
}

#: Tags of a board, in canonical order.
BOARD_CHECKS: dict[str, Callable[[str], str]] = {
    "Dealer": _seat,
    "Pack": _pack,
    "Deal": _deal,
    "Contract": _shape(
        r"-|[A-FNSW]( lone|( [1-9][0-9]?)?( ([CDHS_]|NT)X{0,3}( rev)?)?)",
        "seat, bid and trump, as in S 20 C, E 19 SX, W C or S 20 _; a lone hand, as in N lone; - for none",
    ),
    "Target": _number,
    "Result": _counts,
    "Score": _counts,
    "Total": _counts,
}

#: Tags that open a part of a board; they have a place of their own.
SECTION_CHECKS: dict[str, Callable[[str], str]] = {
    "Board": _shape("[A-Za-z0-9][A-Za-z0-9._-]*", "a number or a word, as in 12 or 3a"),
    "Auction": _seat,
    "Play": _seat,
}

HEADER_TAGS = tuple(HEADER_CHECKS)
BOARD_TAGS = tuple(BOARD_CHECKS)
_CHECKS = {**HEADER_CHECKS, **BOARD_CHECKS, **SECTION_CHECKS}


def fault_in(name: str, value: str) -> str:
    """What is wrong with the value of a tag, in words; "" if nothing, or if the tag is none of these."""
    check = _CHECKS.get(name)
    return check(value) if check is not None else ""


def canonical(name: str, value: str) -> str:
    """The value as canonical text has it: hands from the first seat on, suits and ranks in order."""
    if name != "Deal":
        return value
    try:
        return format_deal(parse_deal(value))
    except DealFault:
        return value
