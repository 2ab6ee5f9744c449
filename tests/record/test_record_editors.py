"""The grammar for editors colours what the notation has: every word of every shipped record, and only those."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from record_samples import HERE, RECORDS

GRAMMAR: dict[str, Any] = json.loads((HERE.parents[1] / "grammar" / "ttn.tmLanguage.json").read_text("utf-8"))
RULES: dict[str, Any] = GRAMMAR["repository"]
ORDER = [each["include"].removeprefix("#") for each in RULES["all"]["patterns"]]


def alternatives(name: str) -> list[dict[str, Any]]:
    rule = RULES[name]
    return rule["patterns"] if rule.keys() == {"patterns"} else [rule]


def words(text: str) -> list[tuple[str, str]]:
    """The text as an editor divides it: the rule that takes each stretch, "" where none does."""
    found: list[tuple[str, str]] = []
    at = 0
    depth = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        if depth and text[at] == ")":
            depth, at = depth - 1, at + 1
            continue
        for name, rule in ((each, rule) for each in ORDER for rule in alternatives(each)):
            begun = re.compile(rule.get("match") or rule["begin"], re.MULTILINE).match(text, at)
            if begun is None:
                continue
            end = begun.end()
            if name == "variation":
                depth += 1
            elif "end" in rule:
                end = next(
                    match.end()
                    for match in re.compile(r"\\.|\"(?:[^\"\\]|\\.)*\"|" + rule["end"], re.MULTILINE).finditer(
                        text, end
                    )
                    if not match[0].startswith(("\\", '"'))
                )
            found.append((name, text[at:end]))
            at = end
            break
        else:
            found.append(("", text[at]))
            at += 1
    return found


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_word_of_a_record_is_known(path: object) -> None:
    text = path.read_text("utf-8")  # type: ignore[attr-defined]
    assert [each for each in words(text) if not each[0]] == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('[Board "1"]', ["section"]),
        ('[Dealer "N"]', ["tag"]),
        ("%TTN 1.0", ["version"]),
        ("N:16! E:P S:XX", ["call", "glyph", "call", "call"]),
        ('<S:trump ~C:NS> <T:ruling "it > stands">', ["event", "event"]),
        (" 1. N: SA ^R S_ -- HT > N 4 $7", ["trick", "card", "mark", "card", "card", "card", "winner", "glyph"]),
        ("{ SA \\} } [%clk 0:04:31]", ["comment", "command"]),
        ("( 5.4 DQ > S 2 6. S: SA )", ["variation", "card", "winner", "trick", "card"]),
        ("( a6 N:P )", ["variation", "call"]),
        ("; SA", ["comment"]),
        ("ZZ", ["", ""]),
        ("S10", [""] * 3),
    ],
)
def test_words(text: str, expected: list[str]) -> None:
    assert [name for name, _ in words(text)] == expected


def test_every_rule_is_used_and_named() -> None:
    assert set(RULES) == {"all", *ORDER}
    scopes = re.findall(r'"name": "([a-z.-]+)"', json.dumps(RULES))
    assert scopes and all(scope.endswith(".ttn") for scope in scopes)
