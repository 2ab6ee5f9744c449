"""`hakem report diff` is red when something broke, when results are gone, and when the later run was cut off."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from hakem_cli.main import main


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    log = tmp_path_factory.mktemp("log") / "run.ndjson"
    engine = [sys.executable, "-m", "hakem_cli.main", "engine"]
    assert main(["test", "--only", "TN-00[1-3]", "--report", str(log), "--", *engine]) == 0
    return log.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize(
    ("dropped", "code", "says"),
    [
        ("", 0, "no difference"),
        ('"type":"end"', 1, "did not come to an end"),
        ('"vector":"TN-002"', 1, "1 gone"),
    ],
)
def test_what_a_difference_is(
    lines: list[str], tmp_path: Path, dropped: str, code: int, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before, after = tmp_path / "before.ndjson", tmp_path / "after.ndjson"
    before.write_text("\n".join(lines) + "\n", encoding="utf-8")
    kept = [line for line in lines if not dropped or dropped not in line]
    assert len(kept) == len(lines) - bool(dropped) and all(json.loads(line) for line in kept)
    after.write_text("\n".join(kept) + "\n", encoding="utf-8")
    capsys.readouterr()
    assert main(["report", "diff", str(before), str(after)]) == code
    assert says in capsys.readouterr().out
