"""An engine under test: a child process that speaks lines, and that nothing is to be expected of.

It may hang, flood, crash, close its pipes or leave children behind. Whatever it does, memory here stays
bounded, no call outlasts its time, and nothing of it survives `close`. POSIX only: process groups and `poll`.
"""

from __future__ import annotations

import contextlib
import os
import select
import time
from collections.abc import Sequence

from hakem_conformance.fault import Fault
from hakem_conformance.processes import ending, has_exited, is_any_left, kill, start

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
        self._process, self._mark = start(self.command)
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
        self.crlf = False  # whether a line ended with \r\n
        self.left_behind = False  # whether processes that it had started lived on after its own end
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
        while not late and not has_exited(self._process):
            late = time.monotonic() > deadline
            time.sleep(0.002)
        code = self.kill()
        if late:
            return lines, f"it did not exit within {seconds:g} s of the end of its input"
        return (
            lines,
            "" if code == 0 else f"at the end of its input it ended with {ending(code)}, not with exit code 0",
        )

    def kill(self) -> int:
        """End the engine and every process that it has started, and return its exit code. May be called twice."""
        if self._process.returncode is None and has_exited(self._process):
            self.left_behind = is_any_left(self._mark)
        code = kill(self._process, self._mark)
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
                raise self._late(seconds)
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
            line = bytes(self._buffer[:end])
            if line.endswith(b"\r"):
                line, self.crlf = line.rstrip(b"\r"), True
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

    def _gone(self, seconds: float) -> Fault:
        """Its standard output is at an end: say whether the process is too."""
        deadline = time.monotonic() + seconds
        while not has_exited(self._process) and time.monotonic() < deadline:
            time.sleep(0.002)
        if not has_exited(self._process):
            text = "it closed its standard output before it had replied"
        else:
            text = f"it ended with {ending(self.kill())} before it had replied"
        return Fault("crash", text, hint=self._unfinished(), stop=True)

    def _late(self, seconds: float) -> Fault:
        """It has not replied in time: say so if it has ended, and only what it started holds its output open."""
        if has_exited(self._process):
            code = ending(self.kill())
            text = f"it ended with {code} before it had replied, and a process that it had started held its output open"
            return Fault("crash", text, hint=self._unfinished(), stop=True)
        return Fault("timeout", f"no reply within {seconds:g} s", hint=self._unfinished(), stop=True)

    def _unfinished(self) -> str:
        if self._buffer.lstrip().startswith(b"{"):
            return f"there is an unfinished line of {len(self._buffer)} bytes: end every reply with a newline and flush"
        return ""
