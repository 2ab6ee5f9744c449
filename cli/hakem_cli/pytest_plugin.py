"""`pytest --hakem "node engine.js"`: one test a vector, beside whatever else pytest collects.

Every worker of pytest-xdist has an engine of its own. A vector that the engine does not claim is skipped.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hakem.errors import HakemError
from hakem_cli.output import neutral
from hakem_conformance.claims import Claims
from hakem_conformance.client import Client, Timeouts
from hakem_conformance.draw import failure_lines, log_tail
from hakem_conformance.examine import described, examine
from hakem_conformance.fault import Fault
from hakem_conformance.samples import samples
from hakem_conformance.suite import Selection, Vector, load


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("hakem", "conformance of an engine of a trick-taking game (spec/protocol.md)")
    group.addoption("--hakem", metavar="COMMAND", help='what starts the engine, as one text: "node engine.js"')
    group.addoption("--hakem-ruleset", action="append", default=[], metavar="ID", help="only vectors of this rule set")
    group.addoption("--hakem-clause", action="append", default=[], metavar="GLOB", help="only with such a clause")
    group.addoption("--hakem-vectors", type=Path, metavar="FOLDER", help="vectors of your own instead of the suite")
    group.addoption("--hakem-only", action="store_true", help="leave out all other tests")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    command = config.getoption("--hakem")
    if not command:
        return
    folder = config.getoption("--hakem-vectors")
    selection = Selection(clause=config.getoption("--hakem-clause"), ruleset=config.getoption("--hakem-ruleset"))
    try:
        vectors = selection.choose(load(folder) + ([] if folder else samples()))
    except HakemError as error:
        raise pytest.UsageError(str(error)) from None
    if config.getoption("--hakem-only"):
        items.clear()
    config.stash[_ENGINE] = _Engine(shlex.split(command))
    items += [VectorItem.from_parent(session, name=vector.id, vector=vector) for vector in vectors]


def pytest_unconfigure(config: pytest.Config) -> None:
    engine = config.stash.get(_ENGINE, None)
    if engine is not None:
        engine.close()


class _Engine:
    """The engine of this process, started when it is first asked, and again when it has to be."""

    def __init__(self, command: list[str]) -> None:
        self._command = command
        self._client: Client | None = None
        self.claims: Claims | None = None

    def client(self) -> Client:
        if self._client is None:
            self._client = Client(self._command, Timeouts())
            self.claims, _ = self._client.greet()
        return self._client

    def close(self) -> None:
        if self._client is not None:
            self._client.engine.close()
            self._client = None


_ENGINE = pytest.StashKey[_Engine]()


class WrongAnswer(Exception):
    """The lines that say what is wrong."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__(lines)
        self.lines = lines


class VectorItem(pytest.Item):
    """One vector put to the engine."""

    def __init__(self, *, vector: Vector, **rest: Any) -> None:
        super().__init__(**rest)
        self.vector = vector

    def runtest(self) -> None:
        engine = self.config.stash[_ENGINE]
        mark = 0
        try:
            client = engine.client()
            claims = engine.claims
            assert claims is not None
            if not claims.plays(self.vector.rules, self.vector.overlays) or not claims.can(self.vector.needs()):
                pytest.skip("not claimed")
            mark = client.begin()
            first = examine(client, claims, self.vector).first
        except Fault as fault:
            log = log_tail(engine.client().engine.stderr_since(mark)) if not fault.stop else []
            engine.close()
            if fault.status == "not-claimed":
                pytest.skip("not claimed")
            raise WrongAnswer([f"{fault.status}: {fault.message}", *filter(None, [fault.hint]), *log]) from None
        except HakemError as error:
            raise WrongAnswer([str(error)]) from None
        if first is not None:
            lines = failure_lines({"failure": described(first, self.vector)}, self.vector)
            raise WrongAnswer(list(lines))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, WrongAnswer):
            return "\n".join(map(neutral, self._told(excinfo.value)))
        return super().repr_failure(excinfo, style)

    def _told(self, wrong: WrongAnswer) -> Iterator[str]:
        yield f"{self.vector.id}  {self.vector.title}"
        yield from wrong.lines

    def reportinfo(self) -> tuple[Path, int | None, str]:
        return self.path, None, f"{self.vector.id} {self.vector.title}"
