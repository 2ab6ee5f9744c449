"""Starting a child process, and ending it with everything that it has started. POSIX only."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import signal
import subprocess
from collections.abc import Sequence

from hakem.errors import Finding, HakemError

#: The environment variable by which what an engine has started is known, also in a session of its own.
MARK = "HAKEM_ENGINE"


def start(command: Sequence[str]) -> tuple[subprocess.Popen[bytes], str]:
    """A child with three pipes and a group of its own, and the mark that it hands on to its children.

    Raises HakemError if it cannot be started.
    """
    mark = secrets.token_hex(8)
    try:
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0,
            start_new_session=True, env={**os.environ, MARK: mark},
        )  # fmt: skip
    except (OSError, ValueError) as error:
        raise HakemError(_not_started(command[0], error)) from None
    return process, mark


def kill(process: subprocess.Popen[bytes], mark: str) -> int:
    """End a child and all that it has started, and return its exit code. May be called twice.

    Where there is no `/proc`, a process that has left the group (`setsid`) is out of reach.
    """
    if process.returncode is None:  # once it is reaped its number may be another's
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        _kill_marked(f"{MARK}={mark}".encode())
    return process.wait()


def has_exited(process: subprocess.Popen[bytes]) -> bool:
    """Whether a child has ended. It is not reaped, so that its group number stays its own."""
    if process.returncode is not None:
        return True
    try:
        return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
    except ChildProcessError:
        return True


def ending(code: int) -> str:
    """An exit code in words."""
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"signal {signal.Signals(-code).name}"
    except ValueError:
        return f"signal {-code}"


def _kill_marked(sign: bytes) -> None:
    """End every process that has the sign in its environment, and those that they start meanwhile."""
    for _ in range(20):
        found = _marked(sign)
        for pid in found:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        if not found:
            return


def is_any_left(mark: str) -> bool:
    """Whether a process with this mark lives."""
    return bool(_marked(f"{MARK}={mark}".encode()))


def _marked(sign: bytes) -> list[int]:
    try:
        names = [int(name) for name in os.listdir("/proc") if name.isdigit()]
    except OSError:
        return []
    return [pid for pid in names if sign in _environment(pid).split(b"\0")]


def _environment(pid: int) -> bytes:
    """The environment a process began with; nothing if it has ended or is not ours."""
    try:
        with open(f"/proc/{pid}/environ", "rb") as file:
            return file.read()
    except OSError:
        return b""


def _not_started(name: str, error: Exception) -> Finding:
    code, message, hint = "engine_not_started", f"the engine `{name}` cannot be started: {error}", ""
    if not name:
        code, message = "engine_missing", "the name of the engine's command is empty"
    elif os.path.isdir(name):
        code, message = "engine_is_folder", f"`{name}` is a folder"
        hint = f"name the program in it, -- {os.path.join(name, 'my_engine')}"
    elif isinstance(error, FileNotFoundError):
        code, message = "engine_missing", f"there is no command `{name}`"
        hint = "give the command as you would type it: hakem test -- node my_engine.js"
        if os.path.exists(name):
            message, hint = f"`{name}` names an interpreter that does not exist", "look at its first line, `#!…`"
        elif " " in name:
            hint = f"the words of the command are arguments of their own: -- {name}"
    elif isinstance(error, PermissionError):
        code, message = "engine_not_executable", f"`{name}` is not executable"
        hint = f"chmod +x {name}, or name the interpreter: -- python3 {name}"
    elif isinstance(error, OSError) and error.errno == errno.ENOEXEC:
        code, message = "engine_not_executable", f"`{name}` is neither a program nor a script with a first line `#!…`"
        hint = f"name the interpreter: -- python3 {name}"
    return Finding(code, message, expected="a program that serves the protocol on standard input and output", hint=hint)
