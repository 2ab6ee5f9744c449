"""A disagreement told: the record of the deal in TTN, both answers, and the commands that show it again."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from typing import Any

from hakem.errors import HakemError
from hakem.game import DealError
from hakem.game.errors import IllegalAction
from hakem.record import export_board, export_header
from hakem.replay.recorder import board_of, header_of
from hakem_conformance.agree.answer import new_game
from hakem_conformance.agree.house import rule_set
from hakem_conformance.agree.shrink import Case

#: Places told of one disagreement.
_PLACES = 5
#: Characters of one answer.
_LONGEST = 400


def command(text: str, number: int, seed: int) -> str:
    """What shows one trial again."""
    return f"python -m hakem_conformance.agree --seed {seed} --trial {number} {shlex.quote(text)}"


def lines(case: Case, number: int, seed: int, drawn: str) -> Iterator[str]:
    """The lines that tell a case, shrunk from trial `number` of the rule set `drawn`."""
    yield f"DISAGREEMENT  {case.text}"
    yield from record(case)
    for path, ours, theirs in case.found[:_PLACES]:
        yield f"at {path}" if path else "at the whole answer"
        yield f"  interpreter {_short(ours)}"
        yield f"  evaluator   {_short(theirs)}"
    if len(case.found) > _PLACES:
        yield f"and in {len(case.found) - _PLACES} more places"
    yield f"asked: {json.dumps(case.trial)}"
    yield f"again: {command(drawn, number, seed)}"


def _short(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]} …"


def record(case: Case) -> Iterator[str]:
    """The deal as a record, as far as the interpreter plays it. A match or a deal that is refused has none."""
    if "match" in case.trial:
        return
    rules, setting = rule_set(case.text), case.trial["game"]
    try:
        game = new_game(rules, setting)
        for action in case.trial["actions"]:
            game.apply(action)
    except (DealError, IllegalAction, HakemError):
        return
    board = board_of(game, pack=setting["deal"].get("pack", ""))
    yield (export_header(header_of(rules)) + export_board(board)).rstrip()
