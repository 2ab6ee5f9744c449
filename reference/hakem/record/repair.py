"""The lenient level: text as people type and paste it, put into the form the grammar asks for.

One pass over a piece that could not be read. Comments and good strings are left alone; every repair is told, with
what stood there and what stands there now.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple

from hakem.record import pieces

MAX_REPAIRED = 1 << 16

_SYMBOLS = dict(zip("♠♤♥♡♦♢♣♧", "SSHHDDCC", strict=True))
_SUIT = r"(?:[SHDCshdc]|[♠♤♥♡♦♢♣♧]\ufe0f?)"
_RANK = "(?:10|[2-9AKQJTakqjt])"
_SEAT = "[A-FNSWa-fnsw]"
_SMALL_TRUMPS = ("s", "h", "d", "c", "nt")
_QUOTES = "“”„‟«»‘’'"
_ZERO_WIDTH = "\u200b\u200c\u200d\u2060\ufeff"
_BLANKS = "\x0b\x0c\r\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
_SPOKEN = {
    "p": "P", "pass": "P", "nobid": "P", "ap": "AP", "allpass": "AP",
    "x": "X", "dbl": "X", "double": "X", "xx": "XX", "rdbl": "XX", "redouble": "XX", "xxx": "XXX",
}  # fmt: skip

_EVERYWHERE = (
    r"(?P<comment>\{)|(?P<skip>\[%[^\n\]\[\"]*\]|\[%[^\n\]\[\"]*\"[^\n\"]*\"[^\n\]\[]*\])"
    r"|(?P<version>^%TTN[^\n]*)"
    r"|(?P<percent>^%[^\n]*)"
    r"|(?P<remark>;[^\n]*)"
    rf"|(?P<blanks>[{_BLANKS}{_ZERO_WIDTH}]+)"
    r"|(?P<tag>\[(?P<name>[A-Z][A-Za-z0-9_]*)(?P<gap>[^\S\n]*)"
    rf"(?:\"(?P<value>(?:[^\"\\\n]|\\.)*)\"|[{_QUOTES}](?P<quoted>[^\]\n]*?)[{_QUOTES}]|(?<=\s)(?P<bare>[^\"\]\n]+?))[^\S\n]*\])"
)
_EVENT = rf"|(?P<event><(?P<actor>{_SEAT}|[Tt])[^\S\n]*:[^\S\n]*(?P<said>(?:\"[^\"\n]*\"|[^\"<>\[\]])*)>)"
_SIGN = r"|(?P<sign>(?<!\S)[+*](?!\S))"
_SCANS = {
    "tags": _EVERYWHERE,
    "closing": rf"{_EVERYWHERE}|(?P<indent>^[ \t]+(?=\[(?:Board|Event)\b))",
    "auction": (
        rf"{_EVERYWHERE}{_EVENT}{_SIGN}"
        rf"|(?P<call>(?<![\w^$])(?:(?P<caller>{_SEAT})[^\S\n]*:[^\S\n]*)?"
        r"(?P<word>no[^\S\n]+bid|all[^\S\n]+pass|[A-Za-z]{1,8}|[0-9]{1,3})(?![\w:.]))"
    ),
    "play": (
        rf"{_EVERYWHERE}{_EVENT}{_SIGN}"
        rf"|(?P<winner>>[ \t]*(?P<victor>{_SEAT})[ \t]*(?P<count>[0-9]+))"
        rf"|(?P<head>(?<![\w.$])(?P<number>[0-9]{{1,2}})(?P<stop>[.):])(?:\s*(?P<leader>{_SEAT})[ \t]*:)?(?![\w:]))"
        rf"|(?P<card>(?<![\w:^$])(?:{_SUIT}{_RANK}|{_RANK}{_SUIT})(?!\w))"
    ),
}
_PARTS = {"Auction": "auction", "Play": "play", "End": "closing"}
_MATCHERS = {part: re.compile(text, re.MULTILINE | re.DOTALL) for part, text in _SCANS.items()}
_COMMENT = re.compile(r"\{(?:[^\\}\n]|\n(?!\[)|\\.)*(\}?)", re.DOTALL)
_CARD = re.compile(rf"({_SUIT})({_RANK})|({_RANK})({_SUIT})")
_WORDS = re.compile(r"\"[^\"\n]*\"|[^\s\"]+")
_STRAY_BACKSLASH = re.compile(r'(\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))|\\')

Fix = tuple[str, str]


class Repair(NamedTuple):
    """One thing put right: a stretch of the text as it was, and what stands there now."""

    start: int
    end: int
    code: str
    after: str


class Repaired:
    """A text after repairs, and the way back from its offsets to the text as it was."""

    def __init__(self, text: str, repairs: list[Repair]) -> None:
        self.before = text
        self.repairs = repairs
        parts: list[str] = []
        #: Offsets from which on the new text came from the old one: unchanged (True) or all from one place.
        self._starts, self._anchors = [0], [(0, True)]
        size = position = 0
        for start, end, _, after in repairs:
            parts += (text[position:start], after)
            size += start - position
            self._starts += (size, size + len(after))
            self._anchors += ((start, False), (end, True))
            size, position = size + len(after), end
        self.text = "".join([*parts, text[position:]])

    def placed(self) -> Iterator[tuple[Repair, int]]:
        """The repairs, each with the offset at which it stands in the new text."""
        return zip(self.repairs, self._starts[1::2], strict=True)

    def original(self, offset: int) -> int:
        """The offset in the text as it was."""
        at = bisect_right(self._starts, offset) - 1
        old, unchanged = self._anchors[at]
        return old + (offset - self._starts[at] if unchanged else 0)


def repair(text: str, kind: Literal["header", "board"], first: bool = False) -> Repaired:
    """The text put right as far as it can be. `first`: it begins the file, so a version line belongs there.

    A text of more than 64 kB is left as it is: nobody typed that.
    """
    repairs: list[Repair] = []
    if len(text) > MAX_REPAIRED:
        return Repaired(text, repairs)
    part = "tags"
    at = unclosed = 0
    while found := _MATCHERS[part].search(text, at):
        at = found.end()
        if found["comment"]:
            # One that is not closed hides nothing, nor do those inside it, which cannot be closed either.
            comment = _COMMENT.match(text, found.start()) if at > unclosed else None
            if comment is not None:
                at, unclosed = (comment.end(), 0) if comment[1] else (at, comment.end())
            continue
        groups = found.groupdict()
        name = next((name for name in _FIXES if groups.get(name) is not None), "")
        belongs = name == "version" and first and found.start() == 0
        fix = None if belongs or not name else _FIXES[name](found)
        if fix is not None:
            repairs.append(Repair(*found.span(name), *fix))
        if name == "tag":
            part = _PARTS.get(found["name"], part)
    if kind == "board" and part != "closing":
        end = len(text.rstrip(" \t\n"))
        repairs.append(Repair(end, end, "missing_end", '\n[End "unfinished"]'))
    return Repaired(text, repairs)


def _version(found: re.Match[str]) -> Fix:
    return "repeated_version", ""


def _percent(found: re.Match[str]) -> Fix:
    return "percent_line", _comment(found[0][1:])


def _remark(found: re.Match[str]) -> Fix:
    return "line_comment", _comment(found[0][1:])


def _comment(text: str) -> str:
    return "{ " + text.strip().replace("\\", "\\\\").replace("}", "\\}") + " }"


def _blanks(found: re.Match[str]) -> Fix:
    return "odd_blank", " " if found[0].strip(_ZERO_WIDTH) else ""


def _indent(found: re.Match[str]) -> Fix:
    return "indented_board", ""


def _sign(found: re.Match[str]) -> Fix:
    return "end_sign", ""


def _tag(found: re.Match[str]) -> Fix | None:
    name, value = found["name"], found["value"]
    if value is None:
        bare = found["quoted"] if found["quoted"] is not None else found["bare"]
        return "quotes", f"[{name} {pieces.quote(_value(name, bare.strip())[1])}]"
    if not found["gap"] or found["gap"].strip(" \t"):
        return "odd_blank", f'[{name} "{value}"]'
    good = _STRAY_BACKSLASH.sub(lambda m: m[1] or "\\\\", value)
    if good != value:
        return "backslash", f'[{name} "{good}"]'
    code, good = _value(name, value)
    return (code, f'[{name} "{good}"]') if good != value else None


def _value(name: str, value: str) -> Fix:
    if name in ("Deal", "Pack") and "10" in value:
        return "ten", value.replace("10", "T").upper()
    if name in ("Deal", "Pack", "Dealer", "Auction", "Play"):
        return "letter_case", value.upper()
    return "", value


def _event(found: re.Match[str]) -> Fix | None:
    actor, said = found["actor"], found["said"]
    words = _WORDS.findall(said)
    fixes = [_argument(word) for word in words[1:]]
    new = f"<{actor.upper()}:{' '.join([*(word.lower() for word in words[:1]), *(text for _, text in fixes)])}>"
    if new.split() == found[0].split():
        return None
    codes = [code for code, _ in fixes if code]
    return (codes[0] if codes else "letter_case" if new.lower() == found[0].lower() else "odd_blank"), new


def _argument(word: str) -> Fix:
    hidden = "~" if word.startswith("~") else ""
    bare = word[len(hidden) :]
    if bare[:1] in _SYMBOLS and not bare[1:].strip("\ufe0f"):
        return "suit_symbol", hidden + _SYMBOLS[bare[0]]
    if bare in _SMALL_TRUMPS:
        return "letter_case", hidden + bare.upper()
    code, card = _card_text(bare)
    return code, hidden + card


def _call(found: re.Match[str]) -> Fix | None:
    word = found["word"]
    call = word if word.isdigit() else _SPOKEN.get("".join(word.lower().split()))
    if call is None:
        return None
    new = f"{found['caller'].upper()}:{call}" if found["caller"] else call
    if new == found[0]:
        return None
    code = "odd_blank" if new == "".join(found[0].split()) else "letter_case"
    return ("pass_word" if word.upper() != call else code), new


def _winner(found: re.Match[str]) -> Fix | None:
    new = f"> {found['victor'].upper()} {found['count']}"
    if found["victor"].islower():
        return "letter_case", new
    return None if found[0].split()[-1] == found["count"] else ("odd_blank", new)


def _head(found: re.Match[str]) -> Fix | None:
    leader = found["leader"]
    new = f"{found['number']}." + (f" {leader.upper()}:" if leader else "")
    if found["stop"] != ".":
        return "trick_number", new
    if leader and leader.islower():
        return "letter_case", new
    return ("odd_blank", new) if found[0][-2:-1].isspace() else None


def _card(found: re.Match[str]) -> Fix | None:
    code, card = _card_text(found[0])
    return (code, card) if code else None


def _card_text(word: str) -> Fix:
    """What is wrong with the spelling of a card, and the card; ("", the word) if nothing, or if it is none."""
    found = _CARD.fullmatch(word)
    if found is None:
        return "", word
    suit, rank = found[1] or found[4], found[2] or found[3]
    card = _SYMBOLS.get(suit[0], suit[0].upper()) + ("T" if rank == "10" else rank.upper())
    if suit[0] in _SYMBOLS:
        return "suit_symbol", card
    if rank == "10":
        return "ten", card
    if word.upper() != word:
        return "letter_case", card
    return ("rank_first", card) if word != card else ("", card)


_FIXES: dict[str, Callable[[re.Match[str]], Fix | None]] = {
    "version": _version,
    "percent": _percent,
    "remark": _remark,
    "blanks": _blanks,
    "indent": _indent,
    "tag": _tag,
    "event": _event,
    "sign": _sign,
    "call": _call,
    "winner": _winner,
    "head": _head,
    "card": _card,
}
