"""An engine under test: a child process that speaks lines, and that nothing is to be expected of.

It may hang, flood, crash, close its pipes or leave children behind. Whatever it does, memory here stays
bounded, no call outlasts its time, and nothing of it survives `close`. POSIX only: process groups and `poll`.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import time
from collections.abc import Sequence

from hakem.errors import Finding, HakemError
from hakem_conformance.fault import Fault

#: The longest line, in bytes (protocol.md section 1).
MAX_LINE = 4 * 1024 * 1024
#: How much of standard error is kept, in bytes.
STDERR_KEPT = 64 * 1024
#: How many lines of noise are kept, and how much of each.
NOISE_KEPT, NOISE_WIDTH = 10, 200

_CHUNK = 64 * 1024
_BOM = b"\xef\xbb\xbf"


class Engine:
    """One running engine. Raises HakemError if it cannot be started, `Fault` for all that goes wrong later."""

    def __init__(self, command: Sequence[str]) -> None:
        self.command = tuple(command)
        self._process = _start(self.command)
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self._in = self._process.stdin.fileno()
        self._out = self._process.stdout.fileno()
        self._err = self._process.stderr.fileno()
        for pipe in (self._in, self._out, self._err):
            os.set_blocking(pipe, False)
        self._poll = select.poll()
        self._poll.register(self._out, select.POLLIN)
        self._poll.register(self._err, select.POLLIN)
        self._unsent = b""
        self._blocked = False  # whether the pipe took no more of `_unsent`
        self._buffer = bytearray()
        self._scanned = 0  # bytes of the buffer known to hold no line end
        self._stderr = bytearray()
        self._stderr_seen = 0
        self._closed = False  # whether the pipes have been given back
        self._open = True  # whether standard output is still open
        self.noise: list[str] = []
        self.noise_count = 0

    def ask(self, line: bytes, seconds: float) -> bytes:
        """Send one line and return the next line of the engine that begins with `{`, without its end."""
        self._unsent += line
        self._send()
        return self._await_line(time.monotonic() + seconds, seconds)

    def finish(self, seconds: float) -> tuple[list[bytes], str]:
        """End the input and wait for the exit. Returns the lines it still sent and what was wrong with the end."""
        lines: list[bytes] = []
        self._close_input()
        deadline = time.monotonic() + seconds
        try:
            while len(lines) < NOISE_KEPT:
                lines.append(self._await_line(deadline, seconds))
        except Fault as fault:
            late = fault.status == "timeout"
        else:
            late = True
        while not late and not self._exited():
            late = time.monotonic() > deadline
            time.sleep(0.002)
        code = self.kill()
        if late:
            return lines, f"it did not exit within {seconds:g} s of the end of its input"
        return (
            lines,
            "" if code == 0 else f"at the end of its input it ended with {_ending(code)}, not with exit code 0",
        )

    def kill(self) -> int:
        """End the engine and every process of its group, and return its exit code. May be called twice."""
        self._exited()  # its group must not be reaped, and its number not be used again, before the signal
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        code = self._process.wait()
        self._read_stderr()
        return code

    def close(self) -> None:
        """`kill`, and give the pipes back."""
        self.kill()
        self._close_input()
        self._closed = True
        for pipe in (self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()

    def stderr_mark(self) -> int:
        """The place now reached in standard error, for `stderr_since`."""
        return self._stderr_seen

    def stderr_since(self, mark: int) -> str:
        """What came on standard error since `mark`, at most the last 64 KiB."""
        self._read_stderr()
        length = min(self._stderr_seen - mark, len(self._stderr))
        return bytes(self._stderr[len(self._stderr) - length :]).decode(errors="replace") if length else ""

    # -- reading and writing -------------------------------------------------------------------------------

    def _await_line(self, deadline: float, seconds: float) -> bytes:
        while True:
            line = self._next_line()
            if line is not None:
                return line
            left = deadline - time.monotonic()
            if left <= 0:
                raise Fault("timeout", f"no reply within {seconds:g} s", hint=self._unfinished(), stop=True)
            if not self._open:
                raise self._gone(min(left, 0.5))
            for pipe, _ in self._poll.poll(left * 1000):
                if pipe == self._out:
                    self._read_stdout()
                elif pipe == self._err:
                    self._read_stderr(once=True)
                else:
                    self._send()

    def _next_line(self) -> bytes | None:
        """The next line that begins with `{`; other lines are counted as noise."""
        while (end := self._buffer.find(b"\n", self._scanned)) >= 0:
            line = bytes(self._buffer[:end]).rstrip(b"\r")
            del self._buffer[: end + 1]
            self._scanned = 0
            if line.startswith(b"{"):
                return line
            if line.startswith(_BOM):
                raise Fault(
                    "protocol",
                    "a line begins with a byte-order mark",
                    hint="write UTF-8 without a byte-order mark",
                    stop=True,
                )
            if line:
                self._note_noise(line)
        self._scanned = len(self._buffer)
        if self._scanned > MAX_LINE:
            raise Fault("protocol", f"a line is longer than {MAX_LINE} bytes", stop=True)
        return None

    def _note_noise(self, line: bytes) -> None:
        self.noise_count += 1
        if len(self.noise) < NOISE_KEPT:
            self.noise.append(line[:NOISE_WIDTH].decode(errors="replace"))

    def _read_stdout(self) -> None:
        try:
            data = os.read(self._out, _CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        self._buffer += data
        if not data:
            self._open = False
            self._poll.unregister(self._out)

    def _read_stderr(self, once: bool = False) -> None:
        """Take in what is there, at most as much as is kept, so that a flood cannot hold us here."""
        if self._closed:
            return
        for _ in range(1 if once else STDERR_KEPT // _CHUNK + 1):
            try:
                data = os.read(self._err, _CHUNK)
            except BlockingIOError:
                return
            except (OSError, ValueError):
                data = b""
            if not data:
                with contextlib.suppress(KeyError, ValueError):  # closed already
                    self._poll.unregister(self._err)
                return
            self._stderr_seen += len(data)
            self._stderr += data
            del self._stderr[:-STDERR_KEPT]

    def _send(self) -> None:
        """Write as much as the pipe takes; the rest goes when `poll` says so."""
        while self._unsent:
            try:
                sent = os.write(self._in, self._unsent)
            except BlockingIOError:
                if not self._blocked:
                    self._poll.register(self._in, select.POLLOUT)
                    self._blocked = True
                return
            except OSError:  # it has closed its input or is gone: reading will tell
                sent = len(self._unsent)
            self._unsent = self._unsent[sent:]
        if self._blocked:
            self._poll.unregister(self._in)
            self._blocked = False

    def _close_input(self) -> None:
        if self._blocked:
            self._poll.unregister(self._in)
            self._blocked = False
        if self._process.stdin is not None:
            with contextlib.suppress(OSError):
                self._process.stdin.close()

    # -- what went wrong -----------------------------------------------------------------------------------

    def _exited(self) -> bool:
        """Whether the process has ended. It is not reaped, so that its group number stays its own."""
        if self._process.returncode is not None:
            return True
        try:
            return os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
        except ChildProcessError:
            return True

    def _gone(self, seconds: float) -> Fault:
        """Its standard output is at an end: say whether the process is too."""
        deadline = time.monotonic() + seconds
        while not self._exited() and time.monotonic() < deadline:
            time.sleep(0.002)
        if not self._exited():
            text = "it closed its standard output before it had replied"
        else:
            text = f"it ended with {_ending(self.kill())} before it had replied"
        return Fault("crash", text, hint=self._unfinished(), stop=True)

    def _unfinished(self) -> str:
        if self._buffer.lstrip().startswith(b"{"):
            return f"there is an unfinished line of {len(self._buffer)} bytes: end every reply with a newline and flush"
        return ""


def _start(command: tuple[str, ...]) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        raise HakemError(_not_started(command, error)) from None


def _not_started(command: tuple[str, ...], error: Exception) -> Finding:
    name = command[0]
    code, message, hint = "engine_not_started", f"the engine `{name}` cannot be started: {error}", ""
    if isinstance(error, FileNotFoundError):
        code, message = "engine_missing", f"there is no command `{name}`"
        hint = "give the command as you would type it: hakem test -- node my_engine.js"
        if os.path.exists(name):
            message, hint = f"`{name}` names an interpreter that does not exist", "look at its first line, `#!…`"
        elif " " in name:
            hint = f"the words of the command are arguments of their own: -- {name}"
    elif isinstance(error, PermissionError):
        code, message = "engine_not_executable", f"`{name}` is not executable"
        hint = f"chmod +x {name}, or name the interpreter: -- python3 {name}"
    elif isinstance(error, OSError) and error.errno == 8:
        code, message = "engine_not_executable", f"`{name}` is neither a program nor a script with a first line `#!…`"
        hint = f"name the interpreter: -- python3 {name}"
    return Finding(code, message, expected="a program that serves the protocol on standard input and output", hint=hint)


def _ending(code: int) -> str:
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"signal {signal.Signals(-code).name}"
    except ValueError:
        return f"signal {-code}"
