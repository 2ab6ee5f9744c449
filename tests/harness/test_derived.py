"""What is made of a report: badges, tables, differences, pages; parts that make up the whole; profiles apart."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from toy_suite import VECTORS, lines_of, load, parrot, vector, write, wrong

from hakem_cli.main import main
from hakem_conformance import derive, html, report
from hakem_conformance.profiles import profiles
from hakem_conformance.samples import counts
from hakem_conformance.suite import Selection

Line = dict[str, Any]
ENGINE = [sys.executable, "-m", "hakem_cli.main", "engine"]


def logged(folder: Path, name: str, command: list[str], *words: str) -> Path:
    log = folder.parent / name
    main(["test", "--vectors", str(folder), "--report", str(log), "--json", *words, "--", *command])
    return log


def outcomes(path: Path) -> dict[str, tuple[str, Any]]:
    return {line["vector"]: (line["status"], line.get("failure")) for line in report.results(report.load(path))}


# -- which vectors -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("parts", [1, 2, 3, 5])
def test_the_union_of_the_parts_is_the_full_run(folder: Path, parts: int, capsys: pytest.CaptureFixture[str]) -> None:
    write(folder, [vector(f"TOY-{number}", f"S{rank}") for number, rank in zip("56789", "JT987", strict=True)])
    command = wrong(folder)
    write(folder.parent / "known", [vector(f"TOY-{n}", f"S{rank}") for n, rank in zip("56789", "JT987", strict=True)])
    full = logged(folder, "full.ndjson", command)
    logs = [logged(folder, f"{n}.ndjson", command, "--shard", f"{n}/{parts}") for n in range(1, parts + 1)]
    found = [outcomes(log) for log in logs]
    assert sum(map(len, found)) == len({name for each in found for name in each}) == 9
    assert {name: each[name] for each in found for name in each} == outcomes(full)
    merged = folder.parent / "merged.ndjson"
    assert main(["report", "merge", *map(str, reversed(logs)), "-o", str(merged)]) == 0
    assert outcomes(merged) == outcomes(full) and list(outcomes(merged)) == list(outcomes(full))
    ends = [report.load(each)[-1] for each in (merged, full)]
    assert [{**end, "seconds": 0} for end in ends] == [{**ends[0], "seconds": 0}] * 2
    assert derive.is_whole(report.load(merged))


def test_parts_of_different_runs_are_not_joined(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = logged(folder, "1.ndjson", parrot(folder), "--shard", "1/2")
    other = logged(folder, "2.ndjson", wrong(folder), "--shard", "2/2")
    third = logged(folder, "3.ndjson", parrot(folder), "--shard", "2/3")
    assert main(["report", "merge", str(first), str(other)]) == 2
    assert main(["report", "merge", str(first), str(first)]) == 2
    assert main(["report", "merge", str(first), str(third)]) == 2
    assert "another `command`" in capsys.readouterr().err
    assert main(["report", "merge", str(first), "-o", str(folder / "half")]) == 0
    assert not report.load(folder / "half")[-1]["complete"]


def test_failed_from_asks_what_was_red(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = logged(folder, "a.ndjson", wrong(folder))
    assert list(outcomes(logged(folder, "b.ndjson", wrong(folder), "--failed-from", str(log)))) == ["TOY-2"]
    green = logged(folder, "c.ndjson", parrot(folder))
    capsys.readouterr()
    assert main(["test", "--failed-from", str(green), "--", "true"]) == 2
    assert "nothing was red" in capsys.readouterr().err


def test_another_order_gives_the_same_verdicts(folder: Path) -> None:
    orders = [list(outcomes(logged(folder, "a", wrong(folder), "--seed", str(seed)))) for seed in range(6)]
    assert len({tuple(order) for order in orders}) > 1
    straight = outcomes(logged(folder, "a", wrong(folder)))
    assert outcomes(logged(folder, "a", wrong(folder), "--seed", "3")) == straight
    assert list(outcomes(logged(folder, "a", wrong(folder), "--seed", "3"))) == orders[3]


@pytest.mark.parametrize("text", ["0/2", "3/2", "x", "1/0", "1", "-1/2"])
def test_no_such_part(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["test", "--shard", text, "--", "true"])
    assert caught.value.code == 2


# -- profiles ----------------------------------------------------------------------------------------------


def standing(lines: list[Line]) -> dict[str, str]:
    return {each.name: each.standing for each in profiles(lines)}


def test_claimed_and_exercised_are_two_things(folder: Path) -> None:
    lines = lines_of(parrot(folder, "claims-all"), load(folder))
    assert standing(lines) == {
        "core": "pass", "legality": "pass", "views": "pass",
        "counts": "not exercised", "notation": "not exercised", "rules": "not claimed",
    }  # fmt: skip


def test_a_profile_is_red_by_its_own_answers_only(folder: Path) -> None:
    known = folder.parent / "known"
    known.mkdir()
    blind = vector("TOY-2", "SK")
    blind["steps"][1]["views"]["S"] = {**blind["steps"][1]["views"]["S"], "trump": "C"}
    found = standing(lines_of(parrot(write(known, [VECTORS[0], blind, *VECTORS[2:]])), load(folder)))
    assert (found["core"], found["legality"], found["views"]) == ("pass", "pass", "red")
    found = standing(lines_of(parrot(folder, "crash", "TOY-2"), load(folder)))  # at its first request, a replay
    assert (found["core"], found["legality"], found["views"]) == ("red", "pass", "pass")


def test_one_profile_is_judged_alone(folder: Path) -> None:
    known = folder.parent / "known"
    known.mkdir()
    blind = vector("TOY-2", "SK")
    blind["steps"][1]["views"]["S"] = {**blind["steps"][1]["views"]["S"], "trump": "C"}
    write(known, [VECTORS[0], blind, *VECTORS[2:]])
    common = ["test", "--vectors", str(folder), "--json"]
    assert main([*common, "--profile", "core", "--", *parrot(known)]) == 0
    assert main([*common, "--profile", "legality", "--profile", "core", "--", *parrot(known)]) == 0
    assert main([*common, "--profile", "views", "--", *parrot(known)]) == 1
    log = logged(folder, "v.ndjson", parrot(known), "--profile", "views")
    assert outcomes(log)["TOY-1"][0] == "pass" and outcomes(log)["TOY-4"][0] == "not-claimed"
    assert standing(report.load(log))["core"] == "not exercised"


@pytest.mark.parametrize("profile", ["notation", "counts", "rules"])
def test_a_profile_that_is_named_and_not_there_is_red(
    folder: Path, profile: str, capsys: pytest.CaptureFixture[str]
) -> None:
    common = ["test", "--vectors", str(folder), "--profile", "core"]
    assert main([*common, "--profile", profile, "--", *parrot(folder)]) == 1
    assert f"--profile {profile}: not " in capsys.readouterr().out


def test_counts_are_asked_of_who_claims_them() -> None:
    vectors = counts()[:2]
    assert {line["status"] for line in lines_of(ENGINE, vectors) if line["type"] == "result"} == {"pass"}
    wrong_count = [type(each)(each.id, {**each.data, "perft": {**each.data["perft"], "count": 7}}) for each in vectors]
    lines = lines_of(ENGINE, wrong_count)
    assert {line["status"] for line in lines if line["type"] == "result"} == {"fail"}
    assert standing(lines)["counts"] == "red" and standing(lines)["core"] == "not exercised"
    assert 20 <= len(counts()) <= 80


# -- badge, matrix, diff -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "words", "profile", "message", "colour"),
    [
        ((), (), "core", "4 pass", "brightgreen"),
        ((), (), "views", "3 pass", "brightgreen"),
        ((), (), "notation", "not claimed", "lightgrey"),
        (("claims-all",), (), "notation", "not exercised", "lightgrey"),
        ((), ("--only", "TOY-1"), "core", "1 pass (a part only)", "lightgrey"),
        ((), ("--shard", "1/2"), "core", "2 pass (a part only)", "lightgrey"),
        (("crash", "TOY-2"), (), "core", "1 of 4 fail", "red"),
        (("crash",), (), "core", "not claimed", "lightgrey"),
    ],
)
def test_badge(
    folder: Path, mode: tuple[str, ...], words: tuple[str, ...], profile: str, message: str, colour: str,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    log = logged(folder, "a.ndjson", parrot(folder, *mode), *words)
    capsys.readouterr()
    assert main(["report", "badge", str(log), "--profile", profile]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "schemaVersion": 1, "label": f"hakem {profile}", "message": message, "color": colour,
    }  # fmt: skip


def test_an_interrupted_run_is_never_a_green_badge(folder: Path) -> None:
    lines = report.load(logged(folder, "a.ndjson", parrot(folder)))
    assert derive.badge(lines, "core")["color"] == "brightgreen"
    assert derive.badge(lines[:-1], "core")["color"] == "lightgrey"
    assert derive.badge([*lines[:-1], {**lines[-1], "complete": False}], "core")["color"] == "lightgrey"


def test_matrix(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    logs = [logged(folder, "a", parrot(folder)), logged(folder, "b", wrong(folder), "--skip", "TOY-1")]
    capsys.readouterr()
    assert main(["report", "matrix", *map(str, logs)]) == 0
    rows = [[cell.strip() for cell in row.strip("|\n").split("|")] for row in capsys.readouterr().out.splitlines()]
    assert rows[0] == ["engine", "core", "legality", "views", "counts", "notation", "rules", "toy@1"]
    assert rows[2] == ["parrot 1 (Python)", *["pass"] * 3, *["not claimed"] * 3, "4/4"]
    assert rows[3][0] == "parrot 1 (Python) (a part only)" and rows[3][1] == "red" and rows[3][-1] == "2/3"
    assert main(["report", "matrix", "--json", str(logs[0])]) == 0
    assert json.loads(capsys.readouterr().out)[0]["rules"] == {"toy@1": {"pass": 4, "asked": 4}}


def test_diff(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = logged(folder, "a", parrot(folder))
    bad = logged(folder, "b", wrong(folder))
    crash = logged(folder, "c", parrot(folder, "crash", "TOY-2"))
    part = logged(folder, "d", parrot(folder), "--only", "TOY-1")
    for before, after, code, text in (
        (good, good, 0, "no difference"),
        (good, bad, 1, "broken     TOY-2  pass -> fail play.first_lead.eldest"),
        (bad, good, 0, "fixed      TOY-2  fail play.first_lead.eldest -> pass"),
        (bad, crash, 0, "otherwise  TOY-2  fail play.first_lead.eldest -> crash"),
        (good, part, 1, "gone       TOY-3  pass -> not there"),
        (part, bad, 1, "broken     TOY-2  not there -> fail"),
    ):
        capsys.readouterr()
        assert main(["report", "diff", str(before), str(after)]) == code
        assert text in capsys.readouterr().out
    assert main(["report", "diff", "--json", str(good), str(bad)]) == 1
    assert json.loads(capsys.readouterr().out)[0]["change"] == "broken"


@pytest.mark.parametrize("content", ["", "{", '{"type":"end"}', "[1]\n", '{"type":"begin"}\n', "\x00\xff", "x" * 99999])
@pytest.mark.parametrize("what", ["show", "html", "junit", "badge", "matrix", "merge"])
def test_what_is_no_report(tmp_path: Path, what: str, content: str, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "x").write_text(content, encoding="latin-1")
    assert main(["report", what, str(tmp_path / "x")]) == 2
    assert main(["report", what, str(tmp_path / "not-there")]) == 2
    found = capsys.readouterr()
    assert not found.out and "no_report" in found.err and "report_unreadable" in found.err


def test_a_derived_file_that_cannot_be_written(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = logged(folder, "a", parrot(folder))
    assert main(["report", "badge", str(log), "-o", "/no/such/folder/x"]) == 2
    assert main(["report", "badge", str(log), "--profile", "croe"]) == 2
    assert "did you mean `core`?" in capsys.readouterr().err
    assert main(["test", "--vectors", str(folder), "--html", "/no/such/folder/x", "--", "true"]) == 2


def test_show_says_what_the_terminal_said(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = folder.parent / "a.ndjson"
    main(["test", "--vectors", str(folder), "--report", str(log), "--", *wrong(folder)])
    told = capsys.readouterr().out.replace(f" --vectors {folder}", "")
    assert main(["report", "show", str(log), "--vectors", str(folder)]) == 0
    assert capsys.readouterr().out == told
    cut = log.read_text().splitlines(keepends=True)
    log.write_text("".join(cut[:4]) + cut[4][:30])
    assert main(["report", "show", str(log), "--vectors", str(folder)]) == 0
    out = capsys.readouterr().out
    assert "interrupted" in out and "1 pass, 1 fail" in out


# -- page and JUnit ----------------------------------------------------------------------------------------


class Page(HTMLParser):
    """Collects tags and text; complains about a tag that is closed out of its order."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "input", "option"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def parsed(text: str) -> Page:
    page = Page()
    page.feed(text)
    assert not page.open
    return page


def test_the_page_shows_deal_clause_and_difference(folder: Path) -> None:
    lines = report.load(logged(folder, "a.ndjson", wrong(folder)))
    page = parsed(html.page(lines, {each.id: each for each in load(folder)}))
    for text in ("♠K", "♣7", "Eldest leads to the first trick.", "E: too many  E:C7", "parrot 1 (Python)", "core: red"):
        assert text in page.text
    vectors = [attributes for tag, attributes in page.tags if tag == "details"]
    assert [(each["data-status"], "open" in each) for each in vectors] == [
        ("fail", True), ("pass", False), ("pass", False), ("pass", False),
    ]  # fmt: skip
    assert vectors[0]["data-clauses"] == "play.first_lead.eldest"
    assert "auction.bids.from" in (vectors[1]["data-clauses"] or "")


def test_the_page_takes_nothing_from_the_network(folder: Path) -> None:
    text = html.page(report.load(logged(folder, "a.ndjson", parrot(folder))), {})
    assert not re.search(r"(src|href|@import|url\()\s*=?", parsed(text).text.replace("default-src", ""))
    assert not [tag for tag, _ in parsed(text).tags if tag in ("link", "img", "iframe", "object", "base")]
    assert "default-src 'none'" in text


def test_nothing_of_the_engine_acts_in_the_page(folder: Path) -> None:
    nasty = "</pre><script>alert(1)</script><!--title-->\x1b[31m&amp;\x00"
    lines = report.load(logged(folder, "a.ndjson", wrong(folder)))
    for line in lines:
        if line["type"] == "engine":
            line["hello"]["engine"]["name"] = nasty
        if "failure" in line:
            line["failure"]["got"] = {"E": [nasty], nasty: 1}
            line["stderr"] = line["message"] = nasty
    page = parsed(html.page(lines, {each.id: each for each in load(folder)}))
    assert sum(tag == "script" for tag, _ in page.tags) == 1
    assert nasty.replace("\x1b", "\\u001b").replace("\x00", "\\u0000") in page.text
    assert "\x1b" not in page.text


def test_the_filter_of_the_page_runs(folder: Path) -> None:
    """The script by itself, on a document that is no more than it needs."""
    node = shutil.which("node")
    assert node
    text = html.page(report.load(logged(folder, "a.ndjson", wrong(folder))), {each.id: each for each in load(folder)})
    script = re.findall(r"<script>(.*?)</script>", text, re.DOTALL)[0]
    vectors = [attributes for tag, attributes in parsed(text).tags if tag == "details"]
    data = [{key: each[f"data-{key}"] for key in ("status", "clauses", "name")} for each in vectors]
    stage = f"""
      const details = {json.dumps(data)}.map((dataset) => ({{ dataset, hidden: false }}));
      const output = {{}}, elements = {{ clause: {{ value: "" }}, vector: {{ value: "" }} }};
      const checked = new Set(["pass", "fail"]), on = {{}};
      const stage = {{ elements, addEventListener: (name, f) => (on[name] = f), querySelector: () => output,
        querySelectorAll: () => [...checked].map((value) => ({{ value }})) }};
      const document = {{ querySelector: () => stage, querySelectorAll: () => details }};
      {{ {script} }}
      const say = () => {{ on.input(); console.log(details.map((each) => +!each.hidden).join("")); }};
      say(); checked.delete("pass"); say(); checked.add("pass"); elements.clause.value = "auction.*"; say();
      elements.clause.value = ""; elements.vector.value = "toy-3"; say(); elements.vector.value = "(("; say();
    """
    done = subprocess.run([node, "-e", stage], capture_output=True, text=True, timeout=20)
    assert (done.stdout.split(), done.stderr) == (["1111", "1000", "0110", "0010", "0000"], "")


def check_junit(text: str) -> ElementTree.Element:
    """The rules of the usual schema: names, numbers that add up, the order of parts, one verdict a case."""
    root = ElementTree.fromstring(text)
    assert root.tag == "testsuites" and set(root.attrib) == {"name", "tests", "failures", "errors", "skipped", "time"}
    for suite in root:
        assert suite.tag == "testsuite"
        assert set(suite.attrib) == {"name", "tests", "failures", "errors", "skipped", "time", "timestamp"}
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", suite.get("timestamp", ""))
        assert [part.tag for part in suite] == ["properties"] + ["testcase"] * int(suite.get("tests", ""))
        assert all(set(each.attrib) == {"name", "value"} for each in suite[0])
        cases = suite.findall("testcase")
        for case in cases:
            assert set(case.attrib) == {"name", "classname", "time"} and float(case.get("time", "")) >= 0
            tags = [part.tag for part in case]
            assert tags in ([], ["system-err"]) or tags[0] in ("failure", "error", "skipped")
            assert tags[1:] in ([], ["system-err"])
        for attribute, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            assert int(suite.get(attribute, "")) == len(suite.findall(f"testcase/{tag}"))
        assert len({(case.get("classname"), case.get("name")) for case in cases}) == len(cases)
    for attribute in ("tests", "failures", "errors", "skipped"):
        assert int(root.get(attribute, "")) == sum(int(suite.get(attribute, "")) for suite in root)
    return root


@pytest.mark.parametrize(
    ("mode", "words", "elements"),
    [
        ((), (), []),
        (("crash", "TOY-2"), (), ["error"]),
        (("crash",), (), ["error"] * 5),  # `hello`, and what was not run
        (("types", "TOY-1"), ("--fail-fast",), ["error"] * 3),  # a line is told when the next reply is in
        (("claims-nothing",), (), ["skipped"] * 4),
    ],
)
def test_junit_is_what_readers_expect(
    folder: Path, mode: tuple[str, ...], words: tuple[str, ...], elements: list[str]
) -> None:
    xml = folder.parent / "a.xml"
    logged(folder, "a.ndjson", parrot(folder, *mode), "--junit", str(xml), *words)
    root = check_junit(xml.read_text(encoding="utf-8"))
    assert [part.tag for part in root.iterfind(".//testcase/*") if part.tag != "system-err"] == elements


def test_junit_of_a_run_that_was_cut_off_is_not_green(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = logged(folder, "a.ndjson", parrot(folder))
    log.write_text("".join(log.read_text().splitlines(keepends=True)[:-2]))
    capsys.readouterr()
    assert main(["report", "junit", str(log), "--vectors", str(folder)]) == 0
    root = check_junit(capsys.readouterr().out)
    (error,) = root.iterfind(".//error")
    assert error.get("message") == "the run was cut off"


def test_junit_names_vectors_by_id_alone(folder: Path) -> None:
    xml = folder.parent / "a.xml"
    logged(folder, "a.ndjson", wrong(folder), "--junit", str(xml))
    root = check_junit(xml.read_text(encoding="utf-8"))
    assert [case.get("name") for case in root.iterfind(".//testcase")] == ["TOY-1", "TOY-2", "TOY-3", "TOY-4"]
    failure = root.find(".//failure")
    assert failure is not None and (failure.get("message") or "").startswith("TOY-2 of the toy: play.first_lead.eldest")


def test_the_head_says_what_was_chosen(folder: Path) -> None:
    words = ("--only", "TOY-[123]", "--shard", "1/2", "--seed", "4", "--profile", "core")
    begin = report.load(logged(folder, "a.ndjson", parrot(folder), *words))[0]
    assert begin["selection"] == {"only": ["TOY-[123]"], "shard": "1/2"}
    assert (begin["seed"], begin["profiles"]) == (4, ["core"])
    assert {key: begin["suite"][key] for key in ("vectors", "chosen")} == {"vectors": 4, "chosen": 2}
    assert Selection(again=frozenset(["b", "a"])).to_json() == {"again": ["a", "b"]}
