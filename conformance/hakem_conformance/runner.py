"""A run: every chosen vector put to an engine, by as many processes as wanted, in a fixed order of results.

Nothing an engine does ends the run. A process that is of no more use is replaced; the vector during which it
crashed or hung is asked once more, alone, in a fresh one: what then goes well was slow or flaky, not hung.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from hakem.errors import Finding, HakemError
from hakem_conformance.claims import Claims
from hakem_conformance.client import Client, Timeouts
from hakem_conformance.engine import NOISE_KEPT
from hakem_conformance.examine import described, examine, named
from hakem_conformance.fault import Fault
from hakem_conformance.suite import Vector

#: How many vectors may take their process down before the run gives the engine up.
RESTARTS = 20

Line = dict[str, Any]


class Run:
    """One engine command and the vectors it is asked. `lines()` gives the lines of the report, in order.

    `profiles`: those that are judged; all that are claimed, if there are none.
    """

    def __init__(
        self,
        command: Sequence[str],
        vectors: Sequence[Vector],
        *,
        jobs: int = 1,
        timeouts: Timeouts | None = None,
        profiles: Sequence[str] = (),
    ) -> None:
        self.command = tuple(command)
        self.profiles = tuple(profiles)
        self.vectors = list(vectors)
        self.jobs = max(1, min(jobs, len(self.vectors)))
        self.timeouts = timeouts or Timeouts()
        self._lock = threading.Lock()
        self._next = 0
        self._restarts = RESTARTS
        self._ended = False
        self._stopped = ""  # why no more vectors are asked
        self._clients: set[Client] = set()
        self._noise: list[str] = []
        self._noise_count = 0
        self._turns = threading.Semaphore(self.jobs)
        self._alone = threading.Lock()

    def lines(self) -> Generator[Line, None, None]:
        """`engine`, then one `result` a vector in their order, with `notice` lines where something else happened.

        Raises HakemError if the engine cannot be started at all. Closing the iterator ends every process.
        """
        try:
            client = self._start()
            try:
                claims, hello = client.greet()
            except Fault as fault:
                yield _unusable(fault, client)
                yield from (_not_run(vector, "the engine gave no usable answer to `hello`") for vector in self.vectors)
                return
            yield {"type": "engine", "hello": hello}
            yield from self._results(client, claims.narrowed(self.profiles) if self.profiles else claims)
            if self._noise_count:
                yield _noise(self._noise_count, self._noise)
        finally:
            self._kill_all()

    def stop(self, why: str = "the run was stopped") -> None:
        """Ask no more vectors."""
        self._stopped = self._stopped or why

    # -- processes ----------------------------------------------------------------------------------------

    def _start(self) -> Client:
        with self._lock:  # so that none is started unseen while all are ended
            if self._ended:
                raise HakemError(Finding("run_ended", "the run has ended"))
            client = Client(self.command, self.timeouts)
            self._clients.add(client)
        return client

    def _drop(self, client: Client) -> None:
        engine = client.engine
        engine.close()
        with self._lock:
            self._clients.discard(client)
            self._noise_count += engine.noise_count
            self._noise = (self._noise + engine.noise)[:NOISE_KEPT]

    def _kill_all(self) -> None:
        self.stop()
        with self._lock:
            self._ended = True
            clients, self._clients = self._clients, set()
        for client in clients:
            client.engine.kill()

    @contextmanager
    def _turn(self, alone: bool) -> Iterator[None]:
        """Time to ask one vector: beside the other processes, or while they all wait."""
        count = self.jobs if alone else 1
        with self._alone if alone else _nothing():
            for _ in range(count):
                self._turns.acquire()
        try:
            yield
        finally:
            self._turns.release(count)

    # -- the workers --------------------------------------------------------------------------------------

    def _results(self, client: Client, claims: Claims) -> Iterator[Line]:
        """The lines of all workers, those of the vectors in order."""
        if self.jobs == 1:
            yield from (line for _, line in self._work(client, claims))
            return
        found: queue.SimpleQueue[tuple[int, Line] | BaseException | None] = queue.SimpleQueue()

        def work(first: Client | None) -> None:
            try:
                for item in self._work(first, claims):
                    found.put(item)
            except BaseException as error:
                found.put(error)
            finally:
                found.put(None)

        for number in range(self.jobs):
            threading.Thread(target=work, args=(None if number else client,), daemon=True).start()
        waiting: dict[int, Line] = {}
        due, working = 0, self.jobs
        while working:
            item = found.get()
            if item is None:
                working -= 1
            elif isinstance(item, BaseException):
                raise item
            elif item[0] < 0:
                yield item[1]
            else:
                waiting[item[0]] = item[1]
            while due in waiting:
                yield waiting.pop(due)
                due += 1

    def _work(self, client: Client | None, claims: Claims) -> Iterator[tuple[int, Line]]:
        """One process after another; yields (place of the vector, its line), or (-1, a notice).

        A line is held back until the next reply is in: a second reply to a request of this vector is seen only then.
        """
        held: tuple[int, Line] | None = None
        while (place := self._take()) is not None:
            vector = self.vectors[place]
            if not claims.plays(vector.rules, vector.overlays) or not claims.can(vector.needs()):
                line = _line(vector, "not-claimed")
            elif self._stopped:
                line = _not_run(vector, self._stopped)
            else:
                client, line = self._ask(client, claims, vector)
            if held:
                yield held[0], _with_second_replies(held[1], client)
            held = place, line
        wrong = client.finish() if client else ""
        if held:
            yield held[0], _with_second_replies(held[1], client)
        if client:
            self._drop(client)
            if wrong:
                yield -1, {"type": "notice", "code": "end", "message": wrong}

    def _take(self) -> int | None:
        with self._lock:
            place = self._next
            self._next += 1
        return place if place < len(self.vectors) else None

    def _ask(self, client: Client | None, claims: Claims, vector: Vector) -> tuple[Client | None, Line]:
        """One vector, once more if its process crashed or hung. Returns the process for the next one too."""
        client, line = self._attempt(client, claims, vector, alone=False)
        if client is None:
            with self._lock:
                self._restarts -= 1
            if self._restarts < 0:
                self.stop(f"the engine had to be restarted {RESTARTS} times")
            elif line["status"] in ("crash", "timeout") and not self._stopped:
                client, again = self._attempt(None, claims, vector, alone=True)
                line = _second_look(line, again)
        return client, line

    def _attempt(
        self, client: Client | None, claims: Claims, vector: Vector, alone: bool
    ) -> tuple[Client | None, Line]:
        """Ask one vector. The process comes back only if it is still of use."""
        with self._turn(alone):
            began = time.perf_counter()
            try:
                if client is None:
                    client = self._start()
                    client.greet()
            except HakemError as error:  # it could be started once, and now it cannot
                self.stop("the engine cannot be started again")
                return None, _line(vector, "crash", message=error.findings[0].message)
            except Fault as fault:
                assert client is not None
                self._drop(client)
                return None, _faulty(vector, fault)
            mark = client.begin()
            useless = False
            try:
                line = _judged(vector, client, claims)
            except Fault as fault:
                line = _faulty(vector, fault)
                useless = fault.stop
            line["asked"] = dict(client.asked)
            line["ms"] = round((time.perf_counter() - began) * 1000, 1)
            if useless:
                client.engine.kill()
            if line["status"] != "pass" and (log := client.engine.stderr_since(mark)):
                line["stderr"] = log
            if useless:
                self._drop(client)
        return None if useless else client, line


@contextmanager
def _nothing() -> Iterator[None]:
    yield


# -- lines of the report ----------------------------------------------------------------------------------


def _line(vector: Vector, status: str, **more: Any) -> Line:
    return {
        "type": "result",
        "vector": vector.id,
        "title": vector.title,
        "rules": vector.rules,
        "status": status,
        **more,
    }


def _faulty(vector: Vector, fault: Fault) -> Line:
    line = _line(vector, fault.status, message=fault.message)
    for key, text in (("hint", fault.hint), ("by", fault.method)):
        if text:
            line[key] = text
    return line


def _not_run(vector: Vector, why: str) -> Line:
    return _line(vector, "not-run", message=why)


def _judged(vector: Vector, client: Client, claims: Claims) -> Line:
    verdict = examine(client, claims, vector)
    line = _line(vector, "fail" if verdict.first else "pass", assertions=dict(verdict.counts))
    if verdict.first:
        line["failure"] = described(verdict.first, vector)
        if verdict.consequences:
            line["consequences"] = named(verdict.consequences)
    elif not verdict.counts["pass"]:
        line["status"] = "not-claimed"
    return line


def _second_look(first: Line, again: Line) -> Line:
    """The line of a vector that was asked twice: flaky, if all went well when the engine was alone with it."""
    if again["status"] != "pass":
        return again
    first_time = "it gave no reply in time" if first["status"] == "timeout" else first["message"]
    line = {**again, "status": "flaky", "message": f"{first_time}; alone in a fresh process it passed"}
    if "stderr" in first:
        line["stderr"] = first["stderr"]
    return line


def _with_second_replies(line: Line, client: Client | None) -> Line:
    if client is None or not client.late_replies or line["status"] not in ("pass", "fail", "flaky"):
        return line
    text, client.late_replies = client.late_replies[0], []
    return {**line, "status": "protocol", "message": text, "hint": "reply once to each request"}


def _unusable(fault: Fault, client: Client) -> Line:
    """The engine is of no use from the start."""
    client.engine.kill()
    line: Line = {"type": "fault", "status": fault.status, "message": fault.message}
    for key, text in (("hint", fault.hint), ("stderr", client.engine.stderr_since(0))):
        if text:
            line[key] = text
    if client.engine.noise:
        line["noise"] = client.engine.noise
    return line


def _noise(count: int, lines: Sequence[str]) -> Line:
    text = f"{count} lines on standard output do not begin with {{: print logs to standard error"
    return {"type": "notice", "code": "noise", "message": text, "lines": list(lines)}
