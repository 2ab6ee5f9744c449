"""Broken documents: each names in its first line every finding it must give, worked out by hand.

`# expect: code line:column; code file:line:column`. Nothing else may be found, warnings included.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hakem import rules

FOLDER = Path(__file__).parent / "broken"
FILES = sorted(FOLDER.glob("*.yaml"))


def expected(file: Path) -> list[tuple[str, str, int, int]]:
    first = file.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# expect: ")
    found = []
    for each in first.split("; "):
        match = re.fullmatch(r"(\w+) (?:([\w-]+\.yaml):)?(\d+):(\d+)", each)
        assert match, each
        found.append((match[1], match[2] or file.name, int(match[3]), int(match[4])))
    return sorted(found)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_fault_is_found_where_it_stands_and_no_other(file: Path) -> None:
    rule_set, findings = rules.check(file)
    assert rule_set is None or all(finding.severity == "warning" for finding in findings)
    found = [(each.code, Path(each.file).name, each.line, each.column) for each in findings]
    assert sorted(found) == expected(file), "\n".join(map(str, findings))


def test_there_are_many() -> None:
    assert len(FILES) >= 60
