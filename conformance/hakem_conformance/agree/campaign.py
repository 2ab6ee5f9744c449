"""A run of many deals that can be stopped and continued: its state and its result are one file.

The file names what was compared (a hash of each evaluator's source), so that a campaign is never continued with
other programs than it was begun with, and has one chained hash of all answers for each rule set.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from hakem import data
from hakem.errors import Finding, HakemError
from hakem.version import __version__
from hakem_conformance.agree.house import rule_set
from hakem_conformance.agree.peer import FOLDER
from hakem_conformance.agree.plan import Item
from hakem_conformance.agree.run import run

#: Trials between two savings.
BLOCK = 500
State = dict[str, Any]


def campaign(
    file: Path, texts: Sequence[str], deals: int, seed: int, jobs: int, command: str, tell: Callable[[str], None]
) -> State:
    """Play `deals` trials of each rule set, what is done already left out. The state is saved after every block.

    Raises HakemError if the file is of another campaign.
    """
    os.nice(10)
    state = _begun(file, texts, deals, seed, command)
    todo = list(_blocks(state, texts))
    for done, (item, outcome, _) in enumerate(run(todo, seed, jobs), 1):
        rules = state["rules"][item.text]
        rules["trials"] = item.stop
        rules["deals"] += outcome.deals
        rules["differing"] += outcome.differing
        rules["answers"] = hashlib.sha256(f"{rules['answers']}{outcome.hashes}".encode()).hexdigest()
        _save(file, state)
        tell(f"{done} of {len(todo)} blocks, {item.text} {item.stop} of {deals}, "
             f"{sum(len(each['differing']) for each in state['rules'].values())} disagreements")  # fmt: skip
    state["finished"] = state["finished"] or _now()
    _save(file, state)
    return state


def _begun(file: Path, texts: Sequence[str], deals: int, seed: int, command: str) -> State:
    """The state of the file, or that of a campaign not yet begun, with every rule set in it."""
    begun: State = {
        "campaign": "agreement of the two evaluators", "version": __version__, "seed": seed,
        "interpreter": _sources(data.path("spec/vocabulary.yaml"), Path(data.__file__).parent / "game"),
        "evaluator": _sources(FOLDER), "drawing": _sources(Path(__file__).parent),
        "command": command, "started": _now(), "finished": None,
        "machine": f"{os.cpu_count()} cores, {platform.machine()}, {platform.system()}, "
                   f"Python {platform.python_version()}",
        "rules": {},
    }  # fmt: skip
    state = begun
    if file.exists():
        try:
            state = json.loads(file.read_text(encoding="utf-8"))
        except ValueError as error:
            raise HakemError(Finding("no_campaign", f"it is no campaign: {error}", str(file))) from error
        for key in ("seed", "interpreter", "evaluator", "drawing"):
            if state.get(key) != begun[key]:
                raise HakemError(Finding("other_campaign", f"it was begun with another {key}", str(file),
                                         hint="begin a new file"))  # fmt: skip
    for text in texts:
        digest = rule_set(text).digest
        known = state["rules"].setdefault(
            text, {"digest": digest, "trials": 0, "deals": 0, "differing": [], "answers": ""}
        )
        if known["digest"] != digest:
            raise HakemError(Finding("other_campaign", f"`{text}` was another rule set", str(file),
                                     hint="begin a new file"))  # fmt: skip
        if known["trials"] < deals:
            state["finished"] = None
        known["wanted"] = max(deals, known["trials"])
    return state


def _blocks(state: State, texts: Sequence[str]) -> Iterator[Item]:
    """What is left to play: a block of each rule set in turn."""
    starts = {text: state["rules"][text]["trials"] for text in texts}
    while starts:
        for text, start in list(starts.items()):
            stop = min(start + BLOCK, state["rules"][text]["wanted"])
            if start < stop:
                yield Item(text, start, stop)
                starts[text] = stop
            else:
                del starts[text]


def _sources(*paths: Path) -> str:
    """One hash of files and of the programs in folders."""
    total = hashlib.sha256()
    for path in paths:
        for file in sorted(path.iterdir()) if path.is_dir() else [path]:
            if file.suffix in (".py", ".js", ".mjs", ".yaml"):
                total.update(f"{file.name}\0".encode() + file.read_bytes())
    return total.hexdigest()


def _save(file: Path, state: State) -> None:
    """Write the whole file or nothing."""
    beside = file.with_name(f"{file.name}.new")
    beside.write_text(json.dumps(state, indent=1) + "\n", encoding="utf-8")
    beside.replace(file)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
