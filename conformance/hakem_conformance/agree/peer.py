"""The evaluator as a child process that answers trials by their hashes (worker.mjs)."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hakem import data
from hakem.errors import Finding, HakemError
from hakem.rules import RuleSet, document
from hakem_conformance.agree.answer import Json

FOLDER = data.path("conformance/evaluator")
_WORKER = Path(__file__).parent / "worker.mjs"


class Peer:
    """A conversation with the evaluator in a folder. Raises HakemError if it cannot be started or breaks down."""

    def __init__(self, folder: Path = FOLDER) -> None:
        try:
            self._process = subprocess.Popen(
                ["node", str(_WORKER), str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                start_new_session=True,  # Ctrl-C is for the one who asked
            )
        except OSError as error:
            raise HakemError(Finding("no_node", f"cannot start node: {error.strerror}", hint="install Node.js 18 or "
                                     "newer")) from error  # fmt: skip
        self._known: set[str] = set()

    def send(self, rules: RuleSet, trials: Sequence[Json], *, full: bool = False) -> None:
        """Ask for the answers to trials under a rule set. `receive` gives them."""
        if rules.digest not in self._known:
            self._write({"define": document(rules)})
            self.receive()
            self._known.add(rules.digest)
        self._write({"digest": rules.digest, "trials": trials, "full": full})

    def receive(self) -> Any:
        """A hash for each trial sent, or the answer itself where `full` was said."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise HakemError(Finding("evaluator_gone", f"the evaluator ended with code {self._process.wait()}"))
        return json.loads(line)

    def answer(self, rules: RuleSet, trial: Json) -> Json:
        """The full answer to one trial."""
        self.send(rules, [trial], full=True)
        found: Json = self.receive()[0]
        return found

    def close(self) -> None:
        """End the process by the end of its input."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()

    def _write(self, message: Json) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")
            self._process.stdin.flush()
        except BrokenPipeError as error:
            code = self._process.wait()
            raise HakemError(Finding("evaluator_gone", f"the evaluator ended with code {code}")) from error
