"""Where the language-neutral files are: beside the package in a wheel, at the top of a checkout."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_IN_WHEEL = _PACKAGE / "_data"

#: The folder that holds `spec/`, `grammar/` and `conformance/`.
ROOT: Path = _IN_WHEEL if _IN_WHEEL.is_dir() else _PACKAGE.parents[1]


def path(relative: str) -> Path:
    """The absolute path of a data file, `relative` being as in the checkout (`spec/vocabulary.yaml`)."""
    return ROOT / relative
