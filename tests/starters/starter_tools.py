"""Building the engines of `conformance/engines`, and talking to them."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ENGINES = ROOT / "conformance/engines"
STARTERS = ENGINES / "starters"


def need(*tools: str) -> None:
    """Skip where a language is not installed. Where `CI` is set all of them must be there."""
    missing = [tool for tool in tools if shutil.which(tool) is None]
    if missing and not os.environ.get("CI"):
        pytest.skip(f"{', '.join(missing)} not installed")
    assert not missing, f"{', '.join(missing)} must be installed here"


def build(command: Sequence[str], folder: Path) -> None:
    """Run a command that must succeed, without the network."""
    environment = {**os.environ, "GOFLAGS": "-mod=readonly", "GOPROXY": "off", "CARGO_NET_OFFLINE": "true"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
