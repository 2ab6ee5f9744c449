"""`hakem rules`: what it prints and how it ends."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from rule_files import write

from hakem import rules
from hakem_cli.main import main


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["rules", *arguments])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def test_list(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "list", "--json")
    found = {each["id"]: each for each in json.loads(out)}
    assert code == 0 and found["twenty-nine"] == {"id": "twenty-nine", "kind": "rule_set", "title": "Twenty-Nine"}
    assert found["overlay/may-ask"]["kind"] == "overlay"
    code, out, _ = run(capsys, "list")
    assert code == 0 and all(name in out for name in found)


def test_check_of_sound_documents(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    mine = str(write(tmp_path, "mine", "changes:\n  auction.bids.from: 16\n"))
    code, out, _ = run(capsys, "check", mine, "hokm", "overlay/may-ask", "family/jack-nine")
    assert code == 0
    assert rules.load("hokm").digest in out and "4 documents, 0 errors, 0 warnings" in out


def test_check_prints_every_finding_of_every_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    one = str(write(tmp_path, "one", "changes:\n  reveal.ask: mey\n  seats.count: 7\n"))
    two = str(write(tmp_path, "two", "with: [clockwise]\n"))
    code, out, err = run(capsys, "check", one, two)
    assert code == 1
    assert f"{one}:8:15: error[wrong_value]" in out and "hint: did you mean `may`?" in out
    assert f"{one}:9:16: error[out_of_bounds]" in out
    assert f"{two}:7:8: warning[changes_nothing]" in out and f"{two}: sound" in out
    assert "2 documents, 2 errors, 1 warning" in out and not err


def test_check_as_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    mine = str(write(tmp_path, "mine", "changes:\n  reveal.ask: mey\n"))
    code, out, _ = run(capsys, "check", mine, "--json")
    (report,) = json.loads(out)
    assert code == 1 and not report["sound"]
    assert report["findings"][0] == {
        "code": "wrong_value", "message": "`mey` does not fit here", "file": mine, "line": 8, "column": 15,
        "where": "reveal.ask", "expected": "may, must or auto", "hint": "did you mean `may`?", "severity": "error",
    }  # fmt: skip


@pytest.mark.parametrize("name", ["none.yaml", "twenty-nien", "twenty-nine.yml"])
def test_check_of_what_is_not_there(capsys: pytest.CaptureFixture[str], name: str) -> None:
    code, out, _ = run(capsys, "check", name)
    assert code == 2 and "error[" in out


def test_check_with_overlays(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "check", "twenty-nine", "--with", "may-ask,doubling", "--with", "alone")
    assert code == 0 and rules.load("twenty-nine", ["may-ask", "doubling", "alone"]).digest in out


def test_resolve_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "resolve", "twenty-nine", "--with", "may-ask", "--json")
    assert code == 0 and json.loads(out) == rules.document(rules.load("twenty-nine", ["may-ask"]))


@pytest.mark.parametrize("name", rules.shipped())
def test_resolve_as_yaml_is_the_same_document(capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str) -> None:
    code, out, _ = run(capsys, "resolve", name)
    assert code == 0
    assert yaml.safe_load(out) == rules.document(rules.load(name))
    file = tmp_path / "resolved.yaml"
    file.write_text(out, encoding="utf-8")
    assert rules.load(file) == rules.load(name)


def test_resolve_says_where_each_leaf_comes_from(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    mine = str(write(tmp_path, "mine", "changes:\n  auction.bids.from: 16\n"))
    _, out, _ = run(capsys, "resolve", mine)
    lines = {line.split("#")[0].strip(): line.partition("# ")[2] for line in out.splitlines()}
    assert lines["from: 16"] == f"{mine}:8"
    assert lines["to: 28"].startswith("spec/rulesets/twenty-nine.yaml:")
    assert lines["equal_bids: 0"] == "default"


def test_show_names_what_acts_and_what_sleeps(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "show", "twenty-nine")
    acting, _, dormant = out.partition("dormant here")
    assert code == 0
    assert "auction.pass               may_return" in acting and "deal 4, auction, choose_trump" in acting
    assert "lone_hand.partner" in dormant and "lone_hand.partner" not in acting
    _, out, _ = run(capsys, "show", "twenty-nine", "--json")
    shown = json.loads(out)["settings"]
    assert shown["auction.pass"]["value"] == "may_return"
    assert shown["auction.pass"]["origin"]["document"] == "twenty-nine"
    assert shown["lone_hand.partner"]["dormant"] == "nobody may play alone (`lone_hand.who`)"


@pytest.mark.parametrize("action", ["show", "resolve"])
@pytest.mark.parametrize("name", ["twenty-nien", "overlay/may-ask", "none.yaml"])
def test_what_cannot_be_shown_ends_with_two(capsys: pytest.CaptureFixture[str], action: str, name: str) -> None:
    code, out, err = run(capsys, action, name)
    assert code == 2 and not out and "error[" in err


def test_nothing_is_coloured_off_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert "\x1b" not in run(capsys, "show", "hokm")[1]
