"""Where output cannot go, a command says so in one line; it never shows a traceback."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HAKEM = f"{sys.executable} -m hakem_cli.main"
ENGINE = f"{sys.executable} -m hakem_cli.main engine"
RECORD = ROOT / "conformance/records/twenty-nine/made-and-failed.ttn"


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("rules list >/dev/full", 2),
        ("suite list >/dev/full", 2),
        (f"record replay {RECORD} >/dev/full", 2),
        (f"test --only TN-001 --report /dev/full -- {ENGINE}", 2),
        (f"test --only TN-001 --junit /dev/full -- {ENGINE}", 2),
        ("rules list >&-", 0),
        ("--version >&- 2>&-", 0),
    ],
)
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_output_that_cannot_be_written(command: str, code: int) -> None:
    done = subprocess.run(["bash", "-c", f"{HAKEM} {command}"], capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr and "Exception ignored" not in done.stderr
    if code == 2:
        assert done.stderr.strip().splitlines()[-1] == "hakem: input or output failed: No space left on device"
