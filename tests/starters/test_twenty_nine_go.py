"""The complete engine in Go against the suite, the counts, and the interpreter on random deals."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from starter_tools import ENGINES, build, need

from hakem import rules, wire
from hakem.cards import SEATS, pack
from hakem.game import Game
from hakem_cli.main import main
from hakem_conformance.client import Client, Timeouts
from hakem_conformance.suite import load

FOLDER = ENGINES / "twenty-nine-go"
WANT = ["points", "legal", "events"]
WORDS = ("16", "28", "29", "P", "ask", "show", "pair S", "trump C", "trump CJ", "trump NT", "keep", "X", "redeal", "go")
OVERLAYS = ("may-ask", "last-trick-point", "reveal-deadline", "unrevealed-scores", "pair-floor-16", "pair-bangladesh")
PAIRS = {"pair-floor-16", "pair-bangladesh"}  # they disagree, so nobody can have both

Captured = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> str:
    need("go")
    program = tmp_path_factory.mktemp("go") / "twenty-nine"
    build(["go", "build", "-o", str(program), "."], FOLDER)
    return str(program)


@pytest.fixture
def client(engine: str) -> Iterator[Client]:
    client = Client([engine], Timeouts())
    client.greet()
    yield client
    assert client.finish() == ""


def test_the_suite(engine: str, capsys: Captured) -> None:
    """Every vector of twenty-nine is passed, but for those with an overlay that it does not play."""
    assert main(["test", "--ruleset", "twenty-nine", "--json", "--", engine]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    status = {line["vector"]: line["status"] for line in lines if line["type"] == "result"}
    known = {f"overlay/{overlay}" for overlay in OVERLAYS}
    mine = [vector.id for vector in load() if vector.id in status and known.issuperset(vector.overlays)]
    assert len(mine) > 100 and {status[name] for name in mine} == {"pass"}


def test_the_counts(engine: str, capsys: Captured) -> None:
    assert main(["perft", "--check", "--only", "twenty-nine.*", "--", engine]) == 0, capsys.readouterr().out
    assert "positions  56 pass\n" in capsys.readouterr().out


@pytest.mark.parametrize("overlays", [(), *itertools.combinations(OVERLAYS, 1), *itertools.combinations(OVERLAYS, 2)])
def test_random_deals(client: Client, overlays: tuple[str, ...]) -> None:
    """The interpreter and this engine say the same of everything: events, legal maps, refusals, views, result."""
    if PAIRS.issubset(overlays):
        return
    names = [f"overlay/{overlay}" for overlay in overlays]
    rule_set = rules.load("twenty-nine", names)
    server = wire.Server()
    for number in range(40 if not overlays else 8):
        dice = random.Random(f"{overlays} {number}")
        params = _random(rule_set, names, dice)
        seat, cut = dice.choice("NESW"), dice.randrange(len(params["actions"]) + 1)
        view = {"game": params["game"], "actions": params["actions"][:cut], "seat": seat}
        for method, asked in (("replay", params), ("view", view)):
            ours = server.handle({"jsonrpc": "2.0", "id": 1, "method": method, "params": asked})["result"]
            assert client.call(method, asked) == ours


def _random(rule_set: rules.RuleSet, overlays: list[str], dice: random.Random) -> dict[str, Any]:
    """A random deal with refused actions on the way; words are likelier than cards."""
    cards = list(pack(rule_set["pack.order"], rule_set["pack.remove"]))
    dice.shuffle(cards)
    before = {"score": {"NS": dice.randrange(-5, 6), "EW": dice.randrange(-5, 6)}, "deal": dice.randrange(1, 9)}
    game = {"rules": "twenty-nine@1", "with": overlays, "dealer": dice.choice("NESW"), "before": before,
            "deal": {"pack": " ".join(cards)}}  # fmt: skip
    position = Game(rule_set, game["dealer"], game["deal"])
    actions: list[str] = []
    attempts = []
    while not position.over:
        legal = [action for listed in position.legal().values() for action in listed]
        tried = f"{dice.choice(SEATS[4])}:{dice.choice([*WORDS, *dice.sample(cards, 8)])}"
        if tried not in legal:
            attempts.append({"at": len(actions), "do": tried})
        words = [action for action in legal if len(action) != 4]
        actions.append(dice.choice(words) if words and dice.random() < 0.4 else dice.choice(legal))
        position.apply(actions[-1])
    attempts.append({"at": len(actions), "do": "N:P"})
    return {"game": game, "actions": actions, "attempts": attempts, "want": WANT}
