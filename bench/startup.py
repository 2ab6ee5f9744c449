"""Start-up: whole commands, from the call to the exit or to the first verdict, beside bare interpreters."""

from __future__ import annotations

import subprocess
import sys
import time
from functools import partial
from pathlib import Path

from measure import Case, Group

ROOT = Path(__file__).resolve().parents[1]
HAKEM = (sys.executable, "-m", "hakem_cli.main")
EVALUATOR = ("node", str(ROOT / "conformance/evaluator/main.js"))
NOTES = """Ours: a new process each time. The first verdict of `hakem test` on the bundled JavaScript evaluator is the
time until the first result of a vector stands on standard output, Node.js and the loading of the whole suite included.
Checked are all documents below `spec/rulesets`: rule sets, families, overlays.
The peers do nothing at all: what Python and Node.js take to start and end."""


def group() -> Group:
    """The cases."""
    documents = sorted(map(str, (ROOT / "spec/rulesets").rglob("*.yaml")))
    first = partial(seconds, *HAKEM, "test", "--json", "--", *EVALUATOR, until=b'"type":"result"')
    return Group(
        "Start-up times",
        NOTES,
        [
            Case("hakem --version", "s", partial(seconds, *HAKEM, "--version"), 0.2, small=True),
            Case("first verdict of hakem test", "s", first, 0.6, small=True),
            Case(f"hakem rules check, all {len(documents)} documents", "s",
                 partial(seconds, *HAKEM, "rules", "check", *documents), 1.0, small=True),
            Case("python -c pass", "s", partial(seconds, sys.executable, "-c", "pass"), small=True, peer=True),
            Case("node -e 0", "s", partial(seconds, "node", "-e", "0"), small=True, peer=True),
        ],
    )  # fmt: skip


def seconds(*command: str, until: bytes = b"") -> float:
    """How long a command takes, or how long until a line with `until` in it comes."""
    began = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        spent = next((time.perf_counter() - began for line in process.stdout if until and until in line), None)
        process.stdout.read()
    assert process.returncode == 0, command
    assert not until or spent is not None, command
    return spent if spent is not None else time.perf_counter() - began
