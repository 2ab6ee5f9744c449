"""Deals until an engine differs, made small: what is found is a vector that the wrong engine fails and the right one
passes, and a record that replays."""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

import pytest
from test_reports import schema

from hakem import data, rules
from hakem.record.load import read
from hakem.replay import replay
from hakem_cli.main import main
from hakem_conformance import fuzz
from hakem_conformance.agree.draw import trial as drawn
from hakem_conformance.claims import Claims
from hakem_conformance.shrink import Case, cut, shrink, tricks
from hakem_conformance.suite import Vector
from hakem_conformance.trials import Difference, is_sound

RIGHT = ["node", str(data.path("conformance/evaluator/main.js"))]
ZOO = str(data.path("conformance/zoo/zoo.mjs"))
TWENTY_NINE = ["--ruleset", "twenty-nine"]


def found(capsys: pytest.CaptureFixture[str], *words: str, code: int = 1) -> Any:
    assert main(["fuzz", "--json", *words]) == code
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    ("name", "most", "words"),
    [
        ("no-duty-to-follow", (2, 10), ()),
        ("dealer-not-forced", (0, 6), ()),
        ("ask-when-able-to-follow", (2, 10), ()),
        ("unrevealed-trump-wins", (2, 10), ("--with", "may-ask")),
        ("view-shows-trump-to-partner", (0, 10), ()),
        ("points-as-rank", (1, 10), ()),
    ],
)
def test_a_mistake_is_found_and_made_small(
    tmp_path: Path, name: str, most: tuple[int, int], words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = ["node", ZOO, name]
    words = (*TWENTY_NINE, *words, "--deals", "300", "--shrink", "3", "-o", str(tmp_path))
    told = found(capsys, *words, "--", *wrong)
    assert (told["tricks"], told["actions"]) <= most
    schema("vector").validate(told["vector"])
    assert Path(told["files"][0]).stem == told["vector"]["id"]
    assert main(["test", "--vectors", str(tmp_path), "--", *wrong]) == 1
    assert main(["test", "--vectors", str(tmp_path), "--", *RIGHT]) == 0
    for file in told["files"][1:]:
        with open(file, "rb") as stream:
            assert not [f for part in replay(read(stream)) for f in part.findings if f.severity == "error"]


def test_a_right_engine_does_not_differ(capsys: pytest.CaptureFixture[str]) -> None:
    assert found(capsys, "--deals", "6", "--", *RIGHT, code=0) is None
    assert main(["fuzz", "--deals", "3", *TWENTY_NINE, "--", *RIGHT]) == 0
    assert "3 deals of 1 rule sets: no difference" in capsys.readouterr().out


def test_equal_seeds_draw_equal_deals() -> None:
    claims = Claims.of({"engine": {"name": "x"}, "rules": ["*"], "methods": [], "features": []})
    table = fuzz.Table(claims)
    one, other = (list(zip(range(8), fuzz.trials(table, 3), strict=False)) for _ in range(2))
    assert [trial for _, (_, trial) in one] == [trial for _, (_, trial) in other]
    another = next(fuzz.trials(table, 4))
    assert another[1] != one[0][1][1]


def test_only_what_is_claimed_is_played() -> None:
    hello = {"engine": {"name": "x"}, "methods": [], "features": []}
    claims = Claims.of({**hello, "rules": [{"id": "twenty-nine@1.0.0", "with": ["overlay/may-ask"]}]})
    table = fuzz.Table(claims)
    assert table.names == ["twenty-nine"]
    dice = random.Random(1)
    assert {table.draw(dice).overlays for _ in range(300)} == {(), ("overlay/may-ask",)}
    with pytest.raises(fuzz.HakemError, match="claims no rule set"):
        fuzz.Table(Claims.of({**hello, "rules": []}))
    with pytest.raises(fuzz.HakemError, match="claims none of these"):
        fuzz.Table(claims, ["court-piece"])


SCRIPT = """
import json, sys
from hakem.wire import Server
server = Server()
for line in sys.stdin.buffer:
    request = json.loads(line)
    reply = json.loads(server.answer(line))
    if request["method"] == "replay":
        played = [each for each in request["params"]["actions"] if each[2:] == sys.argv[1]]
        if played:
            {act}
    print(json.dumps(reply), flush=True)
"""


@pytest.mark.parametrize(
    ("act", "kind"),
    [
        ("sys.exit(7)", "crash"),
        ("reply = {'jsonrpc': '2.0', 'id': reply['id'], 'error': {'code': -32603, 'message': 'oh'}}", "crash"),
        ("reply['result']['accepted'] = 'many'", "protocol"),
    ],
)
def test_an_engine_that_breaks_at_a_card(
    tmp_path: Path, act: str, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "engine.py"
    script.write_text(SCRIPT.replace("{act}", act), encoding="utf-8")
    engine = [sys.executable, str(script), "C7"]
    words = [*TWENTY_NINE, "--deals", "40", "--shrink", "4"]
    told = found(capsys, *words, "-o", str(tmp_path / "out"), "--", *engine)
    assert told["kind"] == kind and told["actions"] <= 8
    assert told["vector"]["steps"]
    assert main(["test", "--vectors", str(tmp_path / "out"), "--json", "--", *engine]) == 1
    assert f'"status":"{kind}"' in capsys.readouterr().out


def test_the_text_shows_deal_clause_and_record(capsys: pytest.CaptureFixture[str]) -> None:
    words = [*TWENTY_NINE, "--deals", "200", "--shrink", "0", "--", "node", ZOO, "dealer-not-forced"]
    assert main(["fuzz", *words]) == 1
    out = capsys.readouterr().out
    for text in ("DIFFERS  events in position", "auction.nobody_bids.dealer_forced:", "[Board", "[Rules", "expected"):
        assert text in out


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["--", "no-such-engine"], "there is no command"),
        ([], "no engine was named"),
        (["--", "false"], "no usable answer to `hello`"),
        (["--ruleset", "twenty-nin", "--", *RIGHT], "did you mean"),
        (["--ruleset", "twenty-nine", "--with", "may-aks", "--", *RIGHT], "may-aks"),
        (["--ruleset", "twenty-nine", "-o", "/dev/null/x", "--shrink", "0", "--", "node", ZOO, "no-duty-to-follow"],
         "cannot be written"),
    ],
)  # fmt: skip
def test_wrong_usage(words: list[str], text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fuzz", *words]) == 2
    assert text in capsys.readouterr().err


# -- shrinking, with an engine that is a function ---------------------------------------------------------


def a_case(seed: int, ask: Any) -> Case:
    twenty_nine = rules.load("twenty-nine", ["may-ask"])
    for number in range(500):
        trial, _ = drawn(twenty_nine, random.Random(f"{seed} {number}"))
        if "match" in trial or "from" in trial["game"]:
            continue
        if difference := ask(twenty_nine, trial):
            return cut(twenty_nine, trial, difference)
    raise AssertionError("never found")


def differs_when_two_jacks_are_played(rule_set: Any, trial: Any) -> Difference | None:
    """An engine that is wrong from the second jack on."""
    if not is_sound(rule_set, trial):
        return None
    jacks = [at for at, action in enumerate(trial["actions"]) if action[2:] in ("SJ", "HJ", "DJ", "CJ")]
    return Difference(jacks[1], "events", trial["actions"][jacks[1]]) if len(jacks) > 1 else None


def test_shrinking_keeps_the_difference_and_nothing_else() -> None:
    case = a_case(1, differs_when_two_jacks_are_played)
    small = shrink(differs_when_two_jacks_are_played, case, 6)
    assert small.size < case.size
    assert (tricks(small.trial), len(small.trial["actions"])) <= (1, 4)
    assert not small.rules.overlays and "before" not in small.trial["game"]
    assert differs_when_two_jacks_are_played(small.rules, small.trial) == small.found
    assert isinstance(fuzz.vector(small), Vector)


def test_shrinking_ends_in_time_and_may_find_nothing_smaller() -> None:
    case = a_case(2, differs_when_two_jacks_are_played)
    assert shrink(lambda rule_set, trial: None, case, 0.3) == case
