"""`hakem rules doc`, `diff`, `new` and `sources`, and the sentences behind them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from hakem import rules
from hakem.errors import HakemError
from hakem.rules.checker import asleep
from hakem.rules.clauses import applies, fixed
from hakem.rules.diff import differences
from hakem.rules.doc import STEPS, page
from hakem.rules.new import name_of, skeleton
from hakem.rules.outline import Outline
from hakem.rules.sentences import sentence
from hakem.vocabulary import vocabulary
from hakem_cli.main import main


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    try:
        code = main(["rules", *arguments])
    except HakemError as error:  # the outermost layer prints it
        return 2, "", str(error)
    printed = capsys.readouterr()
    return code, printed.out, printed.err


# sentences


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        ("seats.count", 4, "Exactly 4 seats play."),
        ("auction.bids.from", 15, "No bid of the first auction may be lower than 15."),
        ("auction.bids.to", 28, "No bid may be higher than 28, in either auction."),
        ("auction.pass", "final", "A seat that has passed does not speak again in that auction."),
        ("match.target", 6, "A side with a score of 6 or more has won the match."),
        ("match.target", "none", "No score wins the match."),
        ("pack.last_trick", 1, "The side that wins the last trick of a fully played deal adds 1 point to its count."),
        ("play.ends", {"kind": "side_tricks", "tricks": 7}, "The deal ends when a side has captured 7 tricks."),
        ("next_hakem.lost.hakem", "next", "The next seat in `seats.turn` becomes Hakem."),
    ],
)
def test_a_sentence_has_its_value_in_its_place(path: str, value: Any, says: str) -> None:
    assert sentence(path, value) == says


def test_a_sentence_can_name_other_settings_by_their_values() -> None:
    settings = rules.load("twenty-nine").settings
    assert sentence("pair.declarers.limit", "lowest_bid", settings) == (
        "The declarers' pair takes the target no lower than 15."
    )
    assert sentence("seats.auction_turn", "same", settings) == "Auction calls and round windows go clockwise."


@pytest.mark.parametrize("name", rules.shipped())
def test_every_setting_of_every_rule_set_has_a_sentence(name: str) -> None:
    rule_set = rules.load(name)
    for path in vocabulary().scalars:
        if path in rule_set.settings:
            says = sentence(path, rule_set[path], rule_set.settings)
            assert says.endswith((".", ".]")) and "this number" not in says and "this many" not in says, says


# the page


@pytest.mark.parametrize("name", rules.shipped())
def test_a_page_says_all_that_acts_and_nothing_that_sleeps(name: str) -> None:
    rule_set = rules.load(name)
    text = page(rule_set)
    outline = Outline(rule_set.settings)
    headings = re.findall(r"^## (.*)$", text, re.MULTILINE)
    assert len(set(headings)) == len(headings)
    for step, (heading, _) in STEPS.items():
        assert (heading in headings) == outline.acts(step)
    assert ("The hidden trump" in headings) == outline.hidden
    dormant = asleep(rule_set)
    assert ("King and queen of trumps" in headings) == ("pair.after" not in dormant)
    for path in ("auction.bids.from", "auction.pass", "reveal.ask", "play.first_lead", "match.target"):
        if path in rule_set.settings and rule_set[path] != "none":
            says = sentence(path, rule_set[path], rule_set.settings)
            assert (f"- {says}\n" in text) == (path not in dormant)
    for row in rule_set["score"]:
        assert (f"| {row.replace('_', ' ')} |" in text) or "times the stakes" in text or f"score.{row}" in dormant
    assert rule_set.digest in text and "`seats.turn`" not in text


def test_a_page_in_detail() -> None:
    text = page(rules.load("twenty-eight/second-auction"), "A DEAL")
    assert "| `lone` no, `made` no, `bid` 20 or more, `raised` no | -2 | failed honours |" in text
    assert "- A bid over the partner's standing bid is at least 20 " in text
    assert "- *four_jacks*: " in text and "Pattern: `{ranks: J, min: 4}`." in text
    assert "- `not_hidden_trump`: for the maker" in text and "```\nA DEAL\n```" in text
    assert "A23" not in text
    doubled = page(rules.load("twenty-nine", ["doubling", "surplus-points"]))
    assert "| `lone` no, `made` yes | +1 and over | times the stakes |" in doubled
    assert "- over: count minus target" in doubled
    assert "At most 2 deals running." in page(rules.load("court-piece", ["redeal-no-honour"]))
    assert "A Hakem" not in page(rules.load("twenty-nine")) and "- *Hakem*: " in page(rules.load("hokm"))


@pytest.mark.parametrize("clause", fixed())
def test_every_fixed_clause_stands_on_some_page_or_is_about_programs(clause: str) -> None:
    bases = [*((name, ()) for name in rules.shipped()), ("twenty-nine", ("doubling", "alone", "last-trick-point"))]
    about_programs = clause.startswith(("legal.", "class.", "play.list.")) or clause == "reveal.secret"
    assert about_programs != any(applies(clause, Outline(rules.load(*base).settings)) for base in bases)


@pytest.mark.parametrize("name", rules.shipped())
def test_doc_shows_a_deal_that_was_scored(capsys: pytest.CaptureFixture[str], name: str) -> None:
    code, out, err = run(capsys, "doc", name)
    assert code == 0 and not err
    example = out.partition("## A deal as an example")[2]
    assert "```\nBoard 1" in example and "Score " in example
    assert run(capsys, "doc", name)[1] == out  # the same page every time


def test_doc_without_an_example_and_with_overlays(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "doc", "twenty-nine", "--with", "may-ask,alone", "--no-example")
    assert code == 0 and "example" not in out and "\x1b" not in out
    assert out == page(rules.load("twenty-nine", ["may-ask", "alone"]))
    assert run(capsys, "doc", "twenty-nine", "--seed", "1")[1] != run(capsys, "doc", "twenty-nine", "--seed", "2")[1]


@pytest.mark.parametrize("action", [("doc", "hokum"), ("diff", "hokm", "hokum"), ("doc", "overlay/may-ask")])
def test_what_is_not_a_rule_set_ends_with_two(capsys: pytest.CaptureFixture[str], action: tuple[str, ...]) -> None:
    code = main(["rules", *action])
    printed = capsys.readouterr()
    assert code == 2 and not printed.out and "error[" in printed.err


# the difference


def test_the_difference_of_two_rule_sets() -> None:
    found = {each.path: each for each in differences(rules.load("twenty-nine"), rules.load("twenty-nine/italian"))}
    assert set(found) == {
        "seats.turn", "pack.last_trick", "auction.bids.from", "auction.pass", "choose_trump.form", "reveal.ask",
        "reveal.activation", "pair.show", "match.floor", "score.failed",
    }  # fmt: skip
    bids = found["auction.bids.from"]
    assert (bids.left, bids.right, bids.right_says) == (
        "15", "16", "No bid of the first auction may be lower than 16.",
    )  # fmt: skip
    assert found["score.failed"].right == (
        "{when: {lone: false, made: false}, declarers: -1, defenders: 1, times: stakes}"
    )
    assert all(each.acts for each in found.values())


def test_what_sleeps_on_both_sides_is_no_difference_in_play() -> None:
    plain, other = rules.load("hokm"), rules.load("twenty-eight/three-players")
    reveal = next(each for each in differences(plain, other) if each.path == "reveal.activation")
    assert reveal.left_dormant and not reveal.right_dormant and reveal.acts and not reveal.left_says
    assert differences(plain, plain) == []


def test_diff_in_words_and_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "diff", "twenty-nine", "twenty-nine+may-ask+target-7")
    assert code == 1
    assert "reveal.ask\n  - must\n" in out and "\n  + may\n      A void seat" in out and "match.target\n  - 6\n" in out
    code, out, _ = run(capsys, "diff", "twenty-nine", "twenty-nine+may-ask", "--json")
    found = json.loads(out)
    assert code == 1 and found["right"]["with"] == ["overlay/may-ask"]
    assert [(each["path"], each["left"], each["right"]) for each in found["differences"]] == [
        ("reveal.ask", "must", "may")
    ]
    code, out, _ = run(capsys, "diff", "hokm", "hokm")
    assert code == 0 and "they play alike" in out


def test_diff_of_a_file_with_its_parent(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("spec: 1\nkind: rule_set\nid: mine\nversion: 1.0.0\ntitle: Mine\nextends: hokm@1\n"
                    "changes:\n  match.target: 9\n", encoding="utf-8")  # fmt: skip
    code, out, _ = run(capsys, "diff", "hokm", str(file))
    assert code == 1 and "match.target\n  - 7\n" in out


# a house rule to begin with


@pytest.mark.parametrize("name", rules.shipped())
def test_a_skeleton_is_sound_and_plays_like_its_parent(tmp_path: Path, name: str) -> None:
    parent = rules.load(name)
    file = tmp_path / "mine.yaml"
    text = skeleton("mine", parent, [], "schema.json")
    file.write_text(text, encoding="utf-8")
    found, findings = rules.check(file)
    assert found is not None and not findings and found.digest == parent.digest
    assert all(len(line) <= 120 for line in text.splitlines()[1:])


@pytest.mark.parametrize("name", rules.shipped())
def test_its_examples_are_what_the_parent_says(tmp_path: Path, name: str) -> None:
    """With the marks taken away every example is a change to what is there already, and of nothing that sleeps."""
    parent = rules.load(name)
    head, _, examples = skeleton("mine", parent, [], "schema.json").partition("# changes:\n")
    body = "changes:\n" + "".join(line.removeprefix("# ").removeprefix("#") for line in examples.splitlines(True))
    file = tmp_path / "mine.yaml"
    file.write_text(head + body, encoding="utf-8")
    assert yaml.safe_load(body)["changes"]
    codes = {finding.code for finding in rules.check(file)[1]}
    assert codes == {"changes_nothing"}


def test_new_writes_once(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, _ = run(capsys, "new", "Maple Street", "--from", "hokm", "--with", "target-5")
    assert code == 0 and "hakem rules check" in out
    file = tmp_path / "Maple Street.yaml"
    made = rules.load(file)
    assert (made.id, made.title) == ("maple-street", "Hokm at our table")
    assert made.digest == rules.load("hokm", ["target-5"]).digest
    before = file.read_bytes()
    assert main(["rules", "new", "Maple Street"]) == 2
    assert "file_exists" in capsys.readouterr().err and file.read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["hokm.yaml"], "id_taken"),
        (["—.yaml"], "bad_name"),
        (["mine.txt"], "bad_name"),
        (["there/mine.yaml"], "no_file"),
        (["mine", "--from", "hokum"], "unknown_rules"),
        (["mine", "--from", "family/jack-nine"], "not_playable"),
        (["mine", "--from", "other.yaml"], "not_shipped"),
        (["mine", "--from", "hokm", "--with", "beaten-hakem-two"], "no_such_row"),
    ],
)
def test_new_that_cannot_be_writes_nothing(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    code: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["rules", "new", *arguments]) == 2
    assert code in capsys.readouterr().err and not list(tmp_path.rglob("*"))


@pytest.mark.parametrize(
    ("file", "name"), [("Maple Street.yaml", "maple-street"), ("29_home.yml", "29-home"), ("—.yaml", "")]
)
def test_the_name_of_a_file_gives_the_id(file: str, name: str) -> None:
    assert name_of(Path(file)) == name


# sources


def test_sources_of_a_statement_and_of_a_dispute(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "sources", "D28", "X08")
    assert code == 0
    assert "D28 tested" in out and "reveal.ask.must" in out and "TN-032" in out
    assert "G01  May a seat" in out and "overlay/pass-final" in out  # X08 is answered there
    code, out, _ = run(capsys, "sources", "G01", "--json")
    assert [each["fate"] for each in json.loads(out)] == ["ours", "other"]
    code, out, _ = run(capsys, "sources", "C-13", "V27")
    assert code == 0 and "C-13 variant" in out and "court-piece/double-sir" in out and "CP-085" in out
    assert "(presentation)" in out
    code, out, _ = run(capsys, "sources", "--json")
    assert code == 0 and len(json.loads(out)) > 315


def test_sources_that_are_missing(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "sources", "--missing", "--json")
    missing = json.loads(out)
    assert code == (1 if missing else 0)
    assert not [each for each in missing if each["vectors"] or each["fate"] == "tested"]
    assert run(capsys, "sources", "D28", "--missing")[0] == 0


def test_an_unknown_source_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "sources", "Z99"]) == 2
    assert "there is no statement, dispute or variant Z99" in capsys.readouterr().err
