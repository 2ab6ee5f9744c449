"""The Python interpreters of this machine that the product says it runs on."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

#: The oldest version that is supported; what is written for it must also run on the newest.
OLDEST = (3, 11)
_NAME = re.compile(r"python3(\.[0-9]+)?")
_ASK = "import sys, venv, ensurepip; print(sys.version_info[0], sys.version_info[1], sys.base_prefix, sep='\\n')"


def found() -> dict[tuple[int, int], str]:
    """Version -> an interpreter of it that can make environments, oldest version first."""
    versions: dict[tuple[int, int], str] = {}
    for candidate in _candidates():
        version = _version(candidate)
        if version is not None and version >= OLDEST:
            versions.setdefault(version, candidate)
    return dict(sorted(versions.items()))


def _candidates() -> Iterator[str]:
    yield getattr(sys, "_base_executable", sys.executable)
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    folders = [*sorted(pyenv.glob("versions/*/bin")), *map(Path, os.environ.get("PATH", "").split(os.pathsep))]
    for folder in folders:
        if folder.is_dir():
            yield from sorted(str(file) for file in folder.glob("python3*") if _NAME.fullmatch(file.name))


def _version(interpreter: str) -> tuple[int, int] | None:
    """Major and minor version, None for what does not run, cannot make environments, or is itself in one."""
    try:
        answer = subprocess.run([interpreter, "-c", _ASK], capture_output=True, text=True, timeout=30, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    major, minor, _ = answer.stdout.split("\n", 2)
    return int(major), int(minor)
