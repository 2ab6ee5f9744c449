"""Pairs of worlds: what they are, and that every planted leak is seen while a right engine is not accused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from test_reports import schema

from hakem import data, rules
from hakem.errors import HakemError
from hakem.game import Game
from hakem_cli.main import main
from hakem_conformance import leaks, twins
from hakem_conformance.claims import Claims
from hakem_conformance.examine import examine
from hakem_conformance.interpreter import Interpreter
from hakem_conformance.samples import samples
from hakem_conformance.suite import Vector

Json = dict[str, Any]
RIGHT = ["node", str(data.path("conformance/evaluator/main.js"))]
ZOO = str(data.path("conformance/zoo/zoo.mjs"))
CLAIMS = Claims.of({
    "engine": {"name": "x"}, "rules": ["*"], "methods": ["replay", "legal", "probe", "view"],
    "features": ["points", "legal", "attempts", "reasons", "events"],
})  # fmt: skip


@pytest.fixture(scope="module")
def twenty_nine() -> list[Vector]:
    found = list(leaks.pairs(rules.load("twenty-nine"), 40, 7))
    return found + list(leaks.pairs(rules.load("twenty-nine", ["own-card"]), 20, 7))


class Leaky(Interpreter):
    """The interpreter, whose views are spoilt by someone who knows the whole game."""

    def __init__(self, spoil: Callable[[Json, Game], None]) -> None:
        super().__init__()
        self._spoil = spoil

    def call(self, method: str, params: Json) -> Json:
        reply = super().call(method, params)
        game = _game(params)
        if method == "view":
            self._spoil(reply["view"], game)
        if method == "probe" and self._spoil is in_reasons:
            for verdict in reply["verdicts"]:
                if not verdict["accepted"] and _trump(game) in ("S", "H"):
                    verdict["reason"] = "must_follow_suit"
        return reply


def _game(params: Json) -> Game:
    setting = params["game"]
    game = Game(rules.load(setting["rules"], setting.get("with", [])), setting["dealer"], setting["deal"])
    for action in params["actions"]:
        game.apply(action)
    return game


def _trump(game: Game) -> str:
    """The trump as its maker knows it."""
    known = (game.view(seat)["trump"] for seat in game.seats)
    return next((trump for trump in known if trump not in (None, "?")), "")


def _hand(game: Game, seat: str) -> list[str]:
    hand: list[str] = game.view(seat)["hand"]
    return hand


def _partner(game: Game, seat: str) -> str:
    return game.seats[(game.seats.index(seat) + 2) % 4]


def _next(game: Game, seat: str) -> str:
    return game.seats[(game.seats.index(seat) + 1) % 4]


def the_trump(view: Json, game: Game) -> None:
    view["trump"] = _trump(game) or view["trump"]


def the_trump_as_open(view: Json, game: Game) -> None:
    view["open"] = _trump(game) in ("H", "D")


def the_marker(view: Json, game: Game) -> None:
    shown = [game.view(seat)["marker"] for seat in game.seats]
    view["marker"] = next((card for card in shown if card not in (None, "?")), view["marker"])


def the_hand_of_the_partner(view: Json, game: Game) -> None:
    view["hand"] = sorted([*view["hand"], *_hand(game, _partner(game, view["seat"]))])


def one_card_of_the_next(view: Json, game: Game) -> None:
    view["hand"] = [*view["hand"], *_hand(game, _next(game, view["seat"]))[:1]]


def legal_of_all(view: Json, game: Game) -> None:
    view["legal"] = sorted(action for each in game.legal().values() for action in each)


def legal_by_the_trump(view: Json, game: Game) -> None:
    if view["trump"] == "?":
        view["legal"] = [action for action in view["legal"] if action[2:3] != _trump(game)]


def the_choice_among_the_calls(view: Json, game: Game) -> None:
    view["calls"] = [*view["calls"], f"{game.seats[0]}:trump {_trump(game) or 'S'}"]


def a_debug_field(view: Json, game: Game) -> None:
    view["debug"] = " ".join(sorted(card for seat in game.seats for card in _hand(game, seat)[:2]))


def a_hash_of_the_state(view: Json, game: Game) -> None:
    view["version"] = hash(tuple(tuple(_hand(game, seat)) for seat in game.seats)) % 2**32


def strength_in_the_points(view: Json, game: Game) -> None:
    strong = sum(card[1] == "J" for card in _hand(game, _partner(game, view["seat"])))
    view["points"] = {side: number + strong for side, number in view["points"].items()}


def void_in_the_counts(view: Json, game: Game) -> None:
    seat = _next(game, view["seat"])
    view["cards"] = {**view["cards"], seat: len({card[0] for card in _hand(game, seat)})}


def turn_by_the_cards(view: Json, game: Game) -> None:
    holds = any(card[1] == "J" for card in _hand(game, _next(game, view["seat"])))
    view["turn"] = view["turn"] if holds else None


def in_reasons(view: Json, game: Game) -> None:
    """The view is right; the verdicts on his own actions are not."""


LEAKS = (
    the_trump, the_trump_as_open, the_marker, the_hand_of_the_partner, one_card_of_the_next, legal_of_all,
    legal_by_the_trump, the_choice_among_the_calls, a_debug_field, a_hash_of_the_state, strength_in_the_points,
    void_in_the_counts, turn_by_the_cards, in_reasons,
)  # fmt: skip


def clauses(client: Interpreter, vectors: Sequence[Vector]) -> set[str]:
    found = (examine(client, CLAIMS, vector).first for vector in vectors)
    return {check.clause for check in found if check is not None}


@pytest.mark.parametrize("spoil", LEAKS, ids=lambda spoil: spoil.__name__)
def test_every_leak_is_seen(twenty_nine: list[Vector], spoil: Callable[[Json, Game], None]) -> None:
    found = clauses(Leaky(spoil), twenty_nine)
    assert found
    named = {the_trump: "reveal.secret", the_marker: "reveal.secret", in_reasons: "class.no_leak"}
    if spoil in named:
        assert named[spoil] in found


def test_a_dead_view_is_seen(twenty_nine: list[Vector]) -> None:
    class Dead(Interpreter):
        def call(self, method: str, params: Json) -> Json:
            return super().call(method, {**params, "actions": []} if method == "view" else params)

    assert clauses(Dead(), twenty_nine) == {"deal.face"}


def test_the_interpreter_does_not_leak(twenty_nine: list[Vector]) -> None:
    assert not clauses(Interpreter(), twenty_nine)


@pytest.mark.parametrize("name", ["court-piece", "twenty-eight", "hokm"])
def test_pairs_of_other_games_do_not_accuse_the_interpreter(name: str) -> None:
    assert not clauses(Interpreter(), list(leaks.pairs(rules.load(name), 12, 3)))


def test_a_pair_differs_only_in_what_the_seat_has_not_seen(twenty_nine: list[Vector]) -> None:
    trumps = 0
    for vector in twenty_nine:
        seat, twin = vector.data["seat"], vector.data["twin"]
        here = _game({"game": vector.game, "actions": vector.actions})
        there = _game({"game": {**vector.game, "deal": twin["deal"]}, "actions": twin["actions"]})
        assert here.view(seat) == there.view(seat)
        assert (vector.data["deal"], vector.actions) != (twin["deal"], twin["actions"])
        trumps += _trump(here) != _trump(there)
        for one, other in zip(vector.actions, twin["actions"], strict=True):
            assert one == other or (":trump " in one and one[0] == other[0] != seat)
    assert trumps >= 5


def test_every_seat_and_phase_is_looked_at(twenty_nine: list[Vector]) -> None:
    seats = Counter(vector.data["seat"] for vector in twenty_nine)
    steps = Counter(_game({"game": v.game, "actions": v.actions}).step for v in twenty_nine)
    assert set(seats) == {"N", "E", "S", "W"} and {"auction", "play"} <= set(steps)


def test_equal_seeds_draw_equal_pairs() -> None:
    one, other, third = (list(leaks.pairs(rules.load("hokm"), 3, seed)) for seed in (1, 1, 2))
    assert [each.data for each in one] == [each.data for each in other] != [each.data for each in third]


def test_the_shipped_pairs_are_those_that_are_drawn() -> None:
    found = twins.shipped()
    assert len(found) >= 150 and len({each.id for each in found}) == len(found)
    first = [each for each in found if each.id.startswith("leak.twenty-nine.")]
    assert [each.data for each in leaks.pairs(rules.load("twenty-nine"), 3, 0)] == [each.data for each in first[:3]]
    assert {each.rules.partition("@")[0] for each in found} == set(rules.shipped())
    assert {each.id for each in found} <= {each.id for each in samples()}


# -- the command -------------------------------------------------------------------------------------------


def test_a_right_engine_and_a_wrong_one(capsys: pytest.CaptureFixture[str]) -> None:
    common = ["leaks", "--ruleset", "twenty-nine", "--pairs", "24", "--"]
    assert main([*common, *RIGHT]) == 0
    assert "24 pairs, nothing leaks" in capsys.readouterr().out
    assert main([*common, "node", ZOO, "view-shows-trump-to-partner"]) == 1
    out = capsys.readouterr().out
    assert "LEAK  leak.twenty-nine." in out and "reveal.secret" in out and "trump: expected" in out


def test_pairs_are_written_and_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["leaks", "--ruleset", "twenty-nine", "--with", "may-ask", "--pairs", "3", "--write", str(tmp_path)]
    assert main(words) == 0
    (file,) = tmp_path.iterdir()
    assert file.name == "twenty-nine+may-ask.jsonl"
    found = list(twins.read(file))
    assert len(found) == 3 and found[0].overlays == ("overlay/may-ask",)
    file.write_text("{", encoding="utf-8")
    with pytest.raises(HakemError, match="cannot be read"):
        list(twins.read(file))


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ([], "no engine was named"),
        (["--", "no-such-engine"], "there is no command"),
        (["--write", "/dev/null/x", "--pairs", "1", "--ruleset", "hokm"], "cannot be written"),
        (["--ruleset", "hokn", "--", *RIGHT], "did you mean"),
    ],
)
def test_wrong_usage(words: list[str], text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["leaks", *words]) == 2
    assert text in capsys.readouterr().err


def test_a_leak_is_a_result_like_any_other() -> None:
    from toy_suite import lines_of

    vectors = [each for each in twins.shipped() if each.rules == "twenty-nine@1"]
    lines = lines_of(["node", ZOO, "view-shows-trump-to-partner"], vectors)
    found = [line for line in lines if line["type"] == "result"]
    assert {line["status"] for line in found} == {"pass", "fail"}
    for line in found:
        schema("report").validate(line)
