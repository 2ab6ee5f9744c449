"""Every starter is built by the words of its README, passes its vector, and claims nothing else."""

from __future__ import annotations

import json
import os
import random
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from starter_tools import STARTERS, build, need

from hakem import data, rules, wire
from hakem.cards import pack
from hakem.game import Game
from hakem_cli.main import main
from hakem_conformance.client import Client, Timeouts

#: Folder -> the tools it is built with, and the author's file.
LANGUAGES = {
    "python": (["python3"], "engine.py"),
    "typescript": (["node", "npm"], "engine.ts"),
    "go": (["go"], "engine.go"),
    "rust": (["cargo", "rustc"], "src/main.rs"),
    "java": (["javac", "java"], "Engine.java"),
    "cpp": (["g++"], "engine.cpp"),
}
RULE_SET = rules.load(STARTERS / "plain-tricks.yaml")
VECTORS = str(STARTERS / "vectors")

Captured = pytest.CaptureFixture[str]


def readme_commands(language: str) -> list[str]:
    """The lines of the first block of the README of a starter."""
    text = (STARTERS / language / "README.md").read_text()
    block = re.search(r"```\n(.*?)```", text, re.DOTALL)
    assert block
    return block[1].splitlines()


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_a_starter(language: str, tmp_path: Path, capsys: Captured) -> None:
    """One test a language, for building takes longer than all the questions."""
    need(*LANGUAGES[language][0])
    command = _built(language, tmp_path / language)
    _plays_the_deal_of_the_readme(command, capsys)
    _claims_nothing_of_the_suite(command, capsys)
    _answers_broken_messages(command)
    client = Client(command, Timeouts())
    client.greet()
    _plays_random_deals(client)
    _refuses_by_the_way(client)
    assert client.finish() == ""


def _built(language: str, folder: Path) -> list[str]:
    """The command that starts a starter, built in a copy of its folder."""
    shutil.copytree(STARTERS / language, folder, ignore=shutil.ignore_patterns("node_modules", "target", "classes"))
    *commands, last = readme_commands(language)
    for command in commands:
        if command == "npm install":
            _npm_install(folder)
        else:
            build(["sh", "-c", command], folder)
    words = shlex.split(last.partition(" -- ")[2])
    return [str(folder / word) if (folder / word).exists() else word for word in words]


def _npm_install(folder: Path) -> None:
    """The compiler is a package: without a way to the registry there is nothing to be tested."""
    command = ["npm", "install", "--prefer-offline", "--no-audit", "--no-fund"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode and not os.environ.get("CI"):
        pytest.skip(f"npm install: {done.stderr[-300:]}")
    assert done.returncode == 0, done.stderr


def _plays_the_deal_of_the_readme(command: list[str], capsys: Captured) -> None:
    assert main(["test", "--vectors", VECTORS, "--", *command]) == 0, capsys.readouterr().out
    out = capsys.readouterr().out
    assert "vectors    1 pass\n" in out and "core pass · legality pass · views not claimed" in out


def _claims_nothing_of_the_suite(command: list[str], capsys: Captured) -> None:
    assert main(["test", "--json", "--", *command]) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {line["status"] for line in lines if line["type"] == "result"} == {"not-claimed"}


def _plays_random_deals(client: Client) -> None:
    """Starter and interpreter say the same of deals by the pack, with scores before and refused actions."""
    for number in range(12):
        params = _random(random.Random(f"starter {number}"))
        reply = client.call("replay", {**params, "want": ["points", "legal"]})
        ours = _ours("replay", {**params, "want": ["points", "legal"]})
        for answer in filter(None, [*ours["attempts"], ours["refused"]]):
            answer.pop("reason", None)
            answer.pop("path", None)
        assert {key: reply[key] for key in ours} == ours
        cut = {"game": params["game"], "actions": params["actions"][: number + 3]}
        assert client.call("legal", cut) == _ours("legal", cut)
        tries = {**cut, "try": [f"{seat}:{card}" for seat in "NESW" for card in ("SA", "H7", "D9", "C2")]}
        assert client.call("probe", tries) == {
            "verdicts": [{"accepted": verdict["accepted"]} for verdict in _ours("probe", tries)["verdicts"]]
        }


def _refuses_by_the_way(client: Client) -> None:
    """An action on the way that is not legal: `refused` in the place of the answer."""
    game = {**_random(random.Random(1))["game"], "dealer": "N"}
    for method, more in (("legal", {}), ("probe", {"try": ["E:SA"]})):
        assert client.call(method, {"game": game, "actions": ["W:SA"], **more}) == {
            "refused": {"at": 0, "do": "W:SA"}
        }  # fmt: skip


def _answers_broken_messages(command: list[str]) -> None:
    game = {"rules": "hökm \"😀\\@1", "dealer": "N", "deal": {"pack": ""}}
    lines = [
        "{nonsense",
        json.dumps({"jsonrpc": "2.0", "id": "a", "method": "dance", "params": {}}),
        json.dumps({"jsonrpc": "2.0", "id": -2, "method": "legal", "params": {"game": game, "actions": []}}),
        json.dumps({"jsonrpc": "2.0", "id": 3, "method": "hello", "params": {"x": [[], {}, None, True, -5, "é\n"]}}),
    ]
    done = subprocess.run(command, input="\n".join(lines) + "\n", capture_output=True, text=True, timeout=30)
    assert done.returncode == 0
    parse, method, unsupported, hello = map(json.loads, done.stdout.splitlines())
    assert (parse["id"], parse["error"]["code"]) == (None, -32700)
    assert (method["id"], method["error"]["code"]) == ("a", -32601)
    assert (unsupported["id"], unsupported["error"]["code"]) == (-2, -32000)
    assert unsupported["error"]["data"]["what"] == game["rules"]
    assert hello["id"] == 3 and hello["result"]["rules"] == [{"id": "plain-tricks@1.0.0"}]


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_they_are_small(language: str) -> None:
    """What the author reads first: his own file of at most 120 lines, and a README of one screen."""
    assert len((STARTERS / language / LANGUAGES[language][1]).read_text().splitlines()) <= 120
    readme = (STARTERS / language / "README.md").read_text()
    assert len(readme.splitlines()) <= 40
    assert readme_commands(language)[-1].startswith("hakem test --vectors ../vectors -- ")
    listing = (STARTERS / "README.md").read_text()
    assert " && ".join(readme_commands(language)) in listing


def test_both_evaluators_play_the_vector_as_it_says() -> None:
    vector = json.loads((STARTERS / "vectors/ST-001.json").read_text())
    game = {key: vector[key] for key in ("rules", "dealer", "deal")}
    actions = [step if isinstance(step, str) else step["do"] for step in vector["steps"][:-1]]
    params = {"game": game, "actions": actions, "want": ["points", "legal"]}
    ours = _ours("replay", params)
    assert ours["result"] == vector["steps"][-1]["result"]
    evaluator = Client(["node", str(data.path("conformance/evaluator/main.js"))], Timeouts(), lambda name, with_: (
        rules.document(RULE_SET), RULE_SET.digest))  # fmt: skip
    evaluator.greet()
    named = {**params, "game": {**game, "digest": evaluator.digest("plain-tricks@1", ())}}
    assert evaluator.call("replay", named) == ours
    evaluator.finish()


def _ours(method: str, params: dict[str, Any]) -> dict[str, Any]:
    server = wire.Server()
    define = {"jsonrpc": "2.0", "id": 1, "method": "define", "params": {"document": rules.document(RULE_SET)}}
    digest = server.handle(define)["result"]["digest"]
    asked = {**params, "game": {**params["game"], "digest": digest}}
    result: dict[str, Any] = server.handle({"jsonrpc": "2.0", "id": 2, "method": method, "params": asked})["result"]
    return result


def _random(dice: random.Random) -> dict[str, Any]:
    """A random deal of plain tricks with attempts; now and then one of its actions is not legal."""
    cards = list(pack(RULE_SET["pack.order"]))
    dice.shuffle(cards)
    before = {"score": {"NS": dice.randrange(5), "EW": dice.randrange(5)}}
    game = {"rules": "plain-tricks@1", "dealer": dice.choice("NESW"), "deal": {"pack": " ".join(cards)}}
    game["before"] = before
    position = Game(RULE_SET, game["dealer"], game["deal"])
    actions: list[str] = []
    while not position.over:
        actions.append(dice.choice(next(iter(position.legal().values()))))
        position.apply(actions[-1])
    attempts = [{"at": at, "do": f"{dice.choice('NESW')}:{dice.choice(cards)}"} for at in range(0, 33, 2)]
    if dice.random() < 0.3:
        place = dice.randrange(20, 30)
        actions[place] = actions[0]
    return {"game": game, "actions": actions, "attempts": attempts}
