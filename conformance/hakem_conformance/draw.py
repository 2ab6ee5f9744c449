"""Vectors and mismatches as plain text. Whatever came from an engine is made harmless by the caller's `neutral`."""

from __future__ import annotations

import difflib
import json
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hakem_conformance.clauses import clause_text
from hakem_conformance.suite import Vector

WIDTH = 100
#: How much of a long difference, and of an engine's log, is shown.
DIFF_LINES, LOG_LINES = 14, 12

Json = Mapping[str, Any]


def deal_table(vector: Vector) -> list[str]:
    """The deal as a table: a row for each seat, a column for each packet."""
    if vector.is_match:
        return [f"match, first dealer {vector.data['dealer']}, {len(vector.data['deals'])} deals"]
    named = "".join(f", {name}" for name in vector.overlays)
    lines = [f"{vector.rules}{named}, dealer {vector.data['dealer']}", *hand_lines(vector.data["deal"])]
    for key in ("before", "from", "contract"):
        if key in vector.data:
            lines.append(f"{key}: {compact(vector.data[key])}")
    return lines


def hand_lines(deal: Json) -> list[str]:
    """The cards of a deal: its pack, or a row for each seat with a column for each packet."""
    lines: list[str] = []
    if "pack" in deal:
        lines += textwrap.wrap(f"pack {deal['pack']}", WIDTH)
    packets: Sequence[Json] = deal.get("packets", ())
    seats = list(dict.fromkeys(seat for packet in packets for seat in packet))
    widths = [max((len(packet.get(seat, "")) for seat in seats), default=0) for packet in packets]
    for seat in seats:
        hands = (packet.get(seat, "").ljust(width) for packet, width in zip(packets, widths, strict=True))
        lines.append(f"{seat}  " + "   ".join(hands).rstrip())
    if deal.get("rest"):
        lines.append(f"rest  {deal['rest']}")
    return lines


def action_lines(actions: Sequence[str], first: int = 0) -> list[str]:
    """Actions in rows, each row headed by the number of its first action."""
    lines: list[str] = []
    for place, action in enumerate(actions, start=first):
        if not lines or len(lines[-1]) + len(action) + 2 > WIDTH:
            lines.append(f"{place:3}  {action}")
        else:
            lines[-1] += f"  {action}"
    return lines


def clause_lines(clause: str) -> list[str]:
    """A clause id and its sentence."""
    text = clause_text(clause) or "(a clause that this version does not know)"
    return textwrap.wrap(f"{clause}: {text}", WIDTH, subsequent_indent="  ")


def question(failure: Json) -> str:
    """What was asked, in words."""
    kind, subject, at = failure["kind"], failure.get("subject", ""), failure["at"]
    if subject.isalpha() and kind in ("accept", "result"):  # a part of the reply about a match
        return f"in deal {at + 1}, or after the last: `{subject}`"
    asked = {
        "legal": "the legal map",
        "accept": f"is {subject} legal?",
        "reason": f"why is {subject.rpartition(' ')[0]} refused?",
        "events": f"what happens by {subject}",
        "points": f"the {subject} of each side",
        "views": f"what {subject} may know",
        "result": "the result of the deal",
        "count": "how many lines of play there are from here",
    }[kind]
    by = "" if failure["by"] == "replay" else f" (asked by `{failure['by']}`)"
    return f"in position {at}: {asked}{by}"


def failure_lines(line: Json, vector: Vector) -> Iterator[str]:
    """A mismatch: the deal, the play so far, the clause, and the difference."""
    failure: Json = line["failure"]
    yield from deal_table(vector)
    if vector.is_match:
        yield from _deal_of_match(vector, failure["at"])
    elif failure["at"]:
        yield "played so far:"
        yield from action_lines(vector.actions[: failure["at"]])
    yield question(failure)
    yield from clause_lines(failure["clause"])
    yield from difference(failure["expected"], failure["got"])
    if failure["kind"] == "legal":
        yield from _whose_turn(failure["expected"], failure["got"])
    more = line.get("assertions", {}).get("consequence", 0)
    if more:
        yield f"({more} later {'mismatch' if more == 1 else 'mismatches'} may be its consequence)"


def _deal_of_match(vector: Vector, at: int) -> Iterator[str]:
    """The deal of a match that a mismatch is in; nothing if it is about the whole."""
    deals = vector.data["deals"]
    if at < len(deals):
        yield f"deal {at + 1}:"
        yield from hand_lines(deals[at]["deal"])
        yield from action_lines(deals[at]["actions"])


def _whose_turn(expected: Any, got: Any) -> Iterator[str]:
    """Where one seat is to act and the engine has another on turn, that says it in fewer words than the lists."""
    if isinstance(expected, Mapping) and isinstance(got, Mapping) and len(expected) == len(got) == 1:
        (ours,), (theirs,) = expected, got
        if ours != theirs:
            yield f"  the rules have {ours} on turn, the engine {theirs}"


def difference(expected: Any, got: Any) -> list[str]:
    """What differs, and only that."""
    if isinstance(expected, bool):
        words = {True: "accepted", False: "refused"}
        answer = words.get(got, "") if isinstance(got, bool) else compact(got)
        return [f"  expected  {words[expected]}", f"  got       {answer}"]
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        return _cut(list(_of_mappings(expected, got)))
    if isinstance(expected, list) and isinstance(got, list):
        return _cut(_of_lists(list(map(compact, expected)), list(map(compact, got))))
    return [f"  expected  {compact(expected)}", f"  got       {compact(got)}"]


def _of_mappings(expected: Json, got: Json) -> Iterator[str]:
    for key in [*expected, *(key for key in got if key not in expected)]:
        want, have = expected.get(key), got.get(key)
        if want == have:
            continue
        if isinstance(want or [], list) and isinstance(have or [], list):
            want, have = want or [], have or []
            missing = [compact(item) for item in want if item not in have]
            surplus = [compact(item) for item in have if item not in want]
            if missing:
                yield f"  {key}: missing   {' '.join(missing)}"
            if surplus:
                yield f"  {key}: too many  {' '.join(surplus)}"
            if not missing and not surplus:
                yield f"  {key}: in another order than {' '.join(map(compact, want))}"
        elif key not in got:
            yield f"  {key}: expected {compact(want)}, got nothing"
        elif key not in expected:
            yield f"  {key}: expected nothing, got {compact(have)}"
        else:
            yield f"  {key}: expected {compact(want)}, got {compact(have)}"


def _of_lists(expected: list[str], got: list[str]) -> list[str]:
    lines = difflib.unified_diff(expected, got, lineterm="", n=1)
    marks = {"-": "expected  ", "+": "got       ", " ": "          "}
    return [f"  {marks[line[0]]}{line[1:]}" for line in lines if line[:2] not in ("--", "++", "@@")]


def _cut(lines: list[str]) -> list[str]:
    rest = len(lines) - DIFF_LINES
    return [*lines[:DIFF_LINES], f"  … {rest} more"] if rest > 0 else lines


def compact(value: Any) -> str:
    """A value in few words: text as it is, the rest as JSON; cut off where it is long."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 300 else text[:300] + " …"


def log_tail(log: str) -> list[str]:
    """The last lines of an engine's log."""
    lines = log.rstrip().split("\n")
    return [line[:200] for line in lines[-LOG_LINES:]]
