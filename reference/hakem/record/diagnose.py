"""What is wrong with text that no reader can read: a code, a sentence, and what was expected."""

from __future__ import annotations

import re
from typing import NamedTuple

from hakem.record.reader import SECTIONS, Fault
from hakem.record.tags import BOARD_TAGS, HEADER_TAGS
from hakem.suggest import did_you_mean

_EXPECTED = {
    "header": 'a tag such as [Event "…"], a comment, or [Board "1"] at the beginning of a line',
    "tags": 'a tag such as [Dealer "N"], a comment, [Auction "…"], [Play "…"] or [End "…"]',
    "auction": "a call such as W:16 or E:P, an event such as <S:trump ~C>, a comment, [Play] or [End]",
    "play": "a card such as DJ, a winner such as > W 6, an event, a comment, the next trick (2. W:) or [End]",
    "closing": "a comment, or the next [Board] at the beginning of a line",
}
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_WORD = re.compile(r"[^\s{}<>()\[\]\"]+|.", re.DOTALL)
_EVENT = re.compile(r"<[A-FNSTW]:[a-z][^<>\n]*>")
_GLYPH = re.compile(r"[!?]{1,2}(?![!?])|\$[0-9]{1,3}(?![A-Za-z0-9])")
_SHOWN = 20

_HINTS = {
    "unclosed_comment": "a comment ends with }; no line in it may begin with [Board or [Event; a brace in it is \\}",
    "unclosed_command": 'a command is one line: [%clk 0:04:31] or [%alert "text"]',
    "unclosed_event": "an event ends with >",
    "unclosed_tag": 'a tag is one line, its value in straight quotes; a quote in it is \\" and a backslash \\\\',
    "bad_event": "an event is <SEAT:word arguments>, as in <S:trump ~C>",
    "text_after_end": "move it into a comment, or in front of [End]",
    "bad_mark": "^R revoke, ^L lead out of turn, ^I insufficient bid, ^S turn skipped, ^T taken back, ^V other rule",
    "bad_glyph": "a glyph is $0 to $255, or one of ! ? !! ?? !? ?!",
    "bad_winner": "the winner stands once, behind the cards of its trick: > W 6",
    "bad_place": "a variation begins with its place: ( 5.4 … ) in the play, ( a6 … ) in the auction",
    "bad_command": "a command is [%key] or [%key value], its key in small letters",
    "unclosed_variation": "a variation ends with )",
    "unopened_variation": "a variation is ( 5.4 … )",
    "missing_end": 'close the board with [End "played"] or [End "unfinished"]',
    "section_order": "the order is [Board], tags, [Auction], [Play], [End], each once",
    "tag_place": "move it in front of [Auction] and [Play]",
    "control_character": "delete it",
    "too_deep": "take the innermost variations out",
}


class Diagnosis(NamedTuple):
    """What to tell about a fault. `offset` is where to point."""

    code: str
    message: str
    offset: int
    expected: str
    hint: str


def diagnose(text: str, fault: Fault) -> Diagnosis:
    """What a fault of the reader is called."""
    code, message, offset = fault.code, fault.message, fault.offset
    if not code:
        code, message, offset = _judge(text, fault)
    hint = _HINTS.get(code, "")
    if code == "bad_tag":
        name = re.match(r"\[?\s*(\w*)", text[offset:])
        hint = did_you_mean(name[1] if name else "", (*SECTIONS, *HEADER_TAGS, *BOARD_TAGS)) or _HINTS["unclosed_tag"]
    return Diagnosis(code, message, offset, "" if hint else _EXPECTED[fault.part], hint)


def _judge(text: str, fault: Fault) -> tuple[str, str, int]:
    at = fault.offset
    rest = text[at:]
    control = _CONTROL.match(rest)
    if control:
        return "control_character", f"a control character (U+{ord(control[0]):04X})", at
    if text[:at].rstrip(" \t\n").endswith("("):
        return "bad_place", f"`{_shown(rest)}` is no place a variation can start from", at
    if fault.part == "closing":
        return "text_after_end", f"`{_shown(rest)}` stands after [End]", at
    if fault.part == "play" and _EVENT.match(rest):
        return "bad_trick", f"`{_shown_line(rest.partition('>')[0])}>` stands before the number of its trick", at
    opener = rest[:2] if rest[:2] == "[%" else rest[:1]
    if opener in _BRACKETS:
        return _bracket(text, at, *_BRACKETS[opener])
    if opener == "[":
        return _tag(rest, at)
    word = _shown(rest)
    if opener == "^":
        return "bad_mark", f"`{word}` is no irregularity mark", at
    if fault.part in ("header", "tags") and _GLYPH.match(rest):
        return "glyph_place", f"`{word}` follows nothing it could speak of", at
    if opener in ("$", "!", "?"):
        return "bad_glyph", f"`{word}` is no glyph", at
    if opener == ">":
        return "bad_winner", f"`{_shown_line(rest)}` is no winner that can stand here", at
    if fault.part == "header" and rest.startswith("%TTN"):
        return "bad_version", f"`{_shown_line(rest)}` is no version", at
    if fault.part == "auction":
        return "bad_call", f"`{word}` is no call", at
    if fault.part != "play":
        return "unexpected", f"`{word}` does not stand here", at
    if "." in fault.place and not word[:1].isdigit():
        return "bad_card", f"`{word}` is no card", at
    return "bad_trick", f"`{word}` stands where a trick begins with its number and leader, as in 1. W:", at


#: What opens a bracket -> what closes it, the code if that is missing, the code if the inside is wrong, a name.
_BRACKETS = {
    "{": ("}", "unclosed_comment", "unclosed_comment", "a comment"),
    "[%": ("]", "unclosed_command", "bad_command", "a command"),
    "<": (">", "unclosed_event", "bad_event", "an event"),
}


def _bracket(text: str, at: int, closer: str, unclosed: str, wrong: str, name: str) -> tuple[str, str, int]:
    end = len(text) if closer == "}" else (text + "\n").index("\n", at)
    inside = text[at:end]
    control = _CONTROL.search(inside)
    if control:
        return "control_character", f"a control character (U+{ord(control[0]):04X})", at + control.start()
    if closer not in inside or closer == "}":
        return unclosed, f"{name} is not closed", at
    return wrong, f"`{_shown_line(inside[: inside.index(closer) + 1])}` is no {name.partition(' ')[2]}", at


def _tag(rest: str, at: int) -> tuple[str, str, int]:
    line = rest.partition("\n")[0]
    control = _CONTROL.search(line)
    if control:
        return "control_character", f"a control character (U+{ord(control[0]):04X})", at + control.start()
    whole = re.match(r'\[\w+[ \t]*"[^"]*"[ \t]*\]', line)
    if line.count('"') < 2 or "]" not in line.rpartition('"')[2]:
        return "unclosed_tag", f"`{_shown_line(line)}` is not closed on its line", at
    if whole and "\\" not in whole[0]:
        return "bad_tag", f"`{whole[0]}` is no tag that can stand here", at
    return "bad_tag", f"`{_shown_line(line)}` is no tag", at


def _shown(rest: str) -> str:
    word = _WORD.match(rest)
    return "" if word is None else word[0][:_SHOWN]


def _shown_line(rest: str) -> str:
    line = rest.partition("\n")[0]
    return line if len(line) <= 2 * _SHOWN else line[: 2 * _SHOWN] + "…"
