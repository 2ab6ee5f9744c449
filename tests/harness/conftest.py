"""The toy suite on disk, for the tests that run commands on it."""

from __future__ import annotations

from pathlib import Path

import pytest
from toy_suite import write


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "vectors"
    path.mkdir()
    return write(path)
