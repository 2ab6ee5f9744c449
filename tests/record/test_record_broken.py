"""Broken records: every finding they must give, worked out by hand, and no other.

`broken/expected.txt` has a line a file: `FILE: code line:column address; …`, `-` for no address.
"""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from hakem.errors import Finding
from hakem.record import LEVELS, Level, read
from hakem.record.codes import CODES, COMMAND, REPAIRED
from hakem.replay import replay

FOLDER = Path(__file__).parent / "broken"
EXPECTED = dict(line.split(": ", 1) for line in (FOLDER / "expected.txt").read_text("utf-8").splitlines())
#: What does not make a record wrong, but keeps it from being looked at as closely as it might be.
WARNINGS = {"no_deal", "deal_incomplete", "match_over"}
#: Too long for a file to keep, or no text at all; test_record_hostile.py and test_record_command.py see to these.
ELSEWHERE = set(COMMAND) | {"too_long", "too_many_tokens", "comment_too_long", "no_such_file", "bad_twin"}


def findings(data: bytes, level: Level = "strict") -> list[Finding]:
    return [found for part in replay(read(io.BytesIO(data), level), level) for found in part.findings]


def expected(name: str) -> list[tuple[str, int, int, str]]:
    found = []
    for each in EXPECTED[name].split("; "):
        match = re.fullmatch(r"(\w+) (\d+):(\d+) (.+)", each)
        assert match, each
        found.append((match[1], int(match[2]), int(match[3]), "" if match[4] == "-" else match[4]))
    return sorted(found)


@pytest.mark.parametrize("name", EXPECTED)
def test_every_fault_is_found_where_it_stands_and_no_other(name: str) -> None:
    found = findings((FOLDER / name).read_bytes())
    told = "\n".join(map(str, found))
    assert sorted((each.code, each.line, each.column, each.where) for each in found) == expected(name), told
    for each in found:
        warning = each.code in WARNINGS or (each.code == "unknown_rules" and "[Rules]" in each.message)
        assert each.severity == ("warning" if warning else "error"), each


@pytest.mark.parametrize("name", EXPECTED)
def test_what_lenient_puts_right_is_a_warning_and_all_else_stays_wrong(name: str) -> None:
    codes = {code for code, *_ in expected(name)}
    found = findings((FOLDER / name).read_bytes(), "lenient")
    for each in found:
        assert each.severity == "warning" or each.code not in REPAIRED, each
    wrong = codes - set(REPAIRED) - WARNINGS - {"unknown_rules", "unknown_word"}
    assert wrong <= {each.code for each in found if each.severity == "error"}


@pytest.mark.parametrize("name", EXPECTED)
def test_a_broken_deal_does_not_spoil_the_next(name: str) -> None:
    """A sound deal put behind is read and played at every level, whatever stands before it."""
    data = (FOLDER / name).read_bytes()
    if data.startswith((b"\x1f\x8b", b"\xff\xfe", b"%\x00")) or b"\r" in data:
        pytest.skip("not a text to which another could be added")
    sound = b'\n[Event "another"]\n[Rules "court-piece@1"]\n\n[Board "last"]\n[Dealer "N"]\n[End "unfinished"]\n'
    for level in LEVELS:
        *_, last = replay(read(io.BytesIO(data + sound), level), level)
        assert last.node is not None
        assert [found.code for found in last.findings] == ["no_deal"], name


def test_there_are_many_and_every_code_is_among_them() -> None:
    assert len(EXPECTED) >= 150
    assert sorted(EXPECTED) == sorted(path.name for path in FOLDER.iterdir() if path.name != "expected.txt")
    told = {code for name in EXPECTED for code, *_ in expected(name)}
    assert told == set(CODES) - ELSEWHERE
