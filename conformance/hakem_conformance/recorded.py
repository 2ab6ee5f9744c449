"""A user's own recorded game as vectors: what the reference interpreter says of it is what an engine should say.

Each board becomes a vector, `FILE#NUMBER`, with the legal map, probes, points and events of every position and the
result. There is no second opinion and nothing is stated by hand, so this is a test of the user's own engine and no part
of the suite.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from hakem.errors import Finding, HakemError
from hakem.game import Game
from hakem.record.load import read
from hakem.record.nodes import Board, Header
from hakem.replay import Replayed, replay
from hakem.replay.cards import wire_deal
from hakem.rules import RuleSet
from hakem_conformance.claims import major
from hakem_conformance.freeze import Disagreement, steps_of
from hakem_conformance.interpreter import Interpreter
from hakem_conformance.suite import Vector

Json = dict[str, Any]


def vectors_of(path: Path) -> list[Vector]:
    """A vector for each board of a TTN file. Raises HakemError with everything that is wrong in the record."""
    try:
        with path.open("rb") as stream:
            parts = list(replay(read(stream, file=str(path))))
    except OSError as error:
        raise HakemError(Finding("no_such_file", f"the record cannot be read: {error.strerror}", str(path))) from None
    boards = [each for each in parts if not isinstance(each.node, Header)]
    findings = [finding for each in parts for finding in _faults(each)]
    if not boards and not findings:
        findings = [Finding("no_boards", "the record has no board", str(path))]
    if findings:
        raise HakemError(findings)
    return [_vector(path, number, before, each) for number, (before, each) in enumerate(_pairs(boards), start=1)]


def _faults(part: Replayed) -> list[Finding]:
    """The errors of a header or board; for a board that cannot be played, all that was said about it."""
    errors = [finding for finding in part.findings if finding.severity == "error"]
    if errors or part.game is not None:
        return errors
    if isinstance(part.node, Header):
        return [finding for finding in part.findings if finding.where == "Rules"]
    return list(part.findings)


def _pairs(boards: Iterable[Replayed]) -> Iterator[tuple[Game | None, Replayed]]:
    """Each board with the game of the board before it."""
    before: Game | None = None
    for each in boards:
        yield before, each
        before = each.game


def _vector(path: Path, number: int, before: Game | None, replayed: Replayed) -> Vector:
    game, board = replayed.game, replayed.node
    assert game is not None and isinstance(board, Board)
    dealer = game.events[0]["dealer"]
    wire: Json = {
        "rules": major(game.rules.name),
        "dealer": dealer,
        "deal": wire_deal(board, game.rules, dealer),
        "before": _before(game, before),
    }
    if game.rules.overlays:
        wire["with"] = list(game.rules.overlays)
    return vector_of(f"{path.stem}#{number}", f"Board {board.name} of {path.name}", wire, actions_of(game), game.rules)


def _before(game: Game, last: Game | None) -> Json:
    """What the deal found: the score as it began, and what the deal before it left."""
    begins = game.events[0]
    found: Json = {"score": begins["score"], "deal": begins["deal"]}
    after = last.after if last is not None else None
    if after is not None and dict(after.score) == begins["score"]:
        found["run"] = dict(after.run)
        found["term"] = {"served": after.served, "won": after.won}
        found["voided"] = dict(after.voided)
    return found


def actions_of(game: Game) -> list[str]:
    """The actions of a game so far, read from its events; what happened by itself is none."""
    shown = game.rules["pair.show"] == "may"
    found: list[str] = []
    for event in game.events:
        kind, seat = event["event"], event.get("seat")
        if kind == "call":
            found.append(f"{seat}:{event['call']}")
        elif kind == "trump_set":
            found.append(f"{seat}:trump {event['choice']}")
        elif kind == "played":
            found.append(f"{seat}:{event['card']}")
        elif kind == "laid_away":
            found.append(f"{seat}:away {event['card']}")
        elif kind == "pair_shown" and shown:
            found.append(f"{seat}:pair {event['suit']}")
    return found


class _Alone:
    """The interpreter as the only voice."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self._interpreter = Interpreter()

    def ask(self, method: str, params: Mapping[str, Any]) -> Json:
        return self._interpreter.call(method, dict(params))


def vector_of(
    name: str, title: str, game: Json, actions: Iterable[str], rules: RuleSet, *,
    focus: int = 0, refused: Mapping[int, Iterable[str]] = MappingProxyType({}),
    views: Mapping[int, Iterable[str]] = MappingProxyType({}),
) -> Vector:  # fmt: skip
    """A deal and its actions as a vector, everything from position `focus` on filled in by the interpreter.

    `refused`, `views`: actions that are refused, seats that look, by position. Raises HakemError.
    """
    play: list[Json] = [*({"do": action} for action in actions), {}]
    for at, tried in refused.items():
        play[at]["refuse"] = {action: {} for action in tried}
    source: Json = {"play": play, "focus": focus, "views": views}
    try:
        steps = steps_of(source, game, _Alone(rules), counts=True)
    except Disagreement as error:
        raise HakemError(Finding("not_playable", f"{title}: {error}")) from None
    return Vector(name, {"id": name, "title": title, **game, "steps": steps})
