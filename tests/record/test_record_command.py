"""`hakem record`: what it prints, what it writes, and how it ends."""

from __future__ import annotations

import gzip
import io
import json
import sys
from pathlib import Path

import pytest
from record_samples import HERE, RECORDS

from hakem_cli.main import main

CLUB = HERE.parents[1] / "conformance" / "records"
TWO = CLUB / "twenty-nine" / "made-and-failed.ttn"
PAIR = CLUB / "twenty-nine" / "kept-for-the-end.ttn"


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = main(["record", *map(str, arguments)])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def typed(folder: Path, old: str, new: str, name: str = "typed.ttn") -> Path:
    """A sound record with one change."""
    text = TWO.read_text("utf-8")
    assert old in text
    path = folder / name
    path.write_text(text.replace(old, new, 1), "utf-8")
    return path


def test_check_of_sound_records_in_folders_files_and_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "two.ttn.gz").write_bytes(gzip.compress(TWO.read_bytes()))
    (tmp_path / "notes.txt").write_text("no record")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(PAIR.read_bytes())))
    code, out, err = run(capsys, "check", tmp_path, TWO, "-")
    assert (code, err) == (0, "")
    assert out == "3 files, 5 boards (5 played under their rules), 0 errors, 0 warnings\n"


def test_check_tells_everything_of_every_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    one = typed(tmp_path, "> N 5", "> N 6", "one.ttn")
    none = tmp_path / "none.ttn"
    code, out, _ = run(capsys, "check", one, none, TWO)
    assert code == 2  # a file that is not there weighs more than a finding
    assert f"{one}:20:20: error[wrong_count]: the side of N has 5 points, not 6 (at 1:1)\n" in out
    assert f"{none}: error[no_such_file]: cannot be read: No such file or directory\n" in out
    assert out.endswith("3 files, 4 boards (4 played under their rules), 2 errors, 0 warnings\n")
    assert run(capsys, "check", one)[0] == 1


def test_check_as_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    one = typed(tmp_path, "> N 5", "> N 6")
    code, out, _ = run(capsys, "check", "--json", one)
    finding, summary = map(json.loads, out.splitlines())
    assert code == 1
    assert finding == {
        "code": "wrong_count", "message": "the side of N has 5 points, not 6", "file": str(one), "line": 20,
        "column": 20, "where": "1:1", "expected": "> N 5", "severity": "error",
    }  # fmt: skip
    assert summary == {"summary": {"files": 1, "boards": 2, "played": 2, "errors": 1, "warnings": 0}}


def test_check_under_other_rules(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "check", TWO, "--rules", "twenty-nine", "--with", "lowest-bid-16")
    assert code == 1 and "error[illegal_action]: N:15 is refused: bid too low (auction.bids.from) (at 1:a1)" in out
    code, _, err = run(capsys, "check", TWO, "--with", "lowest-bid-16")
    assert code == 2 and "--with needs --rules" in err
    code, _, err = run(capsys, "check", TWO, "--rules", "twenty-nien")
    assert code == 2 and "did you mean `twenty-nine`?" in err


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_fmt_is_stable_and_the_twin_goes_both_ways(
    path: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    canonical, twin = tmp_path / "canonical.ttn", tmp_path / "twin.jsonl"
    _, out, _ = run(capsys, "fmt", path)
    canonical.write_text(out, "utf-8")
    assert run(capsys, "fmt", canonical)[1] == out
    assert run(capsys, "fmt", "--check", canonical)[:2] == (0, "")
    _, events, _ = run(capsys, "fmt", "--json", path)
    twin.write_text(events, "utf-8")
    assert all(json.loads(line)["event"] for line in events.splitlines())
    assert run(capsys, "fmt", twin)[1] == out
    assert run(capsys, "fmt", "--json", twin)[1] == run(capsys, "fmt", "--json", canonical)[1]


def test_the_records_that_are_shipped_are_canonical(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "fmt", "--check", CLUB)[:2] == (0, "")


def test_fmt_puts_a_typed_record_right(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = typed(tmp_path, "DJ D8 D9 DK", "♦J d8 9D DK")
    code, out, err = run(capsys, "fmt", path)
    assert code == 0 and out == TWO.read_text("utf-8")
    assert [line.split(": ")[1] for line in err.splitlines()] == [
        "warning[suit_symbol]", "warning[letter_case]", "warning[rank_first]",
    ]  # fmt: skip
    code, out, _ = run(capsys, "fmt", "--check", path, TWO)
    assert (code, out) == (1, f"{path}\n")
    code, out, _ = run(capsys, "fmt", "--diff", path)
    assert code == 1
    assert "- 1. N: ♦J d8 9D DK > N 5\n+ 1. N: DJ D8 D9 DK > N 5\n" in out
    code, out, err = run(capsys, "fmt", "-w", path)
    assert (code, out) == (0, "") and path.read_bytes() == TWO.read_bytes() and f"{path}: written" in err


def test_fmt_writes_nothing_that_it_could_not_keep(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = typed(tmp_path, "DJ D8 D9 DK", "DJ D8 what? DK")
    before = path.read_bytes()
    code, out, err = run(capsys, "fmt", "-w", path)
    assert code == 1 and not out and path.read_bytes() == before
    assert "error[not_written]" in err and sorted(tmp_path.iterdir()) == [path]
    code, out, _ = run(capsys, "fmt", "--level", "salvage", path)
    assert "what? DK" in out  # kept word for word
    assert '[Board "2"]\n[Dealer "N"]' in out


def test_fmt_keeps_a_packed_file_packed_and_a_link_a_link(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    packed, link = tmp_path / "night.ttn.gz", tmp_path / "link.ttn.gz"
    packed.write_bytes(gzip.compress(typed(tmp_path, "DJ D8", "DJ  D8").read_bytes()))
    link.symlink_to(packed)
    assert run(capsys, "fmt", "-w", link)[0] == 0
    assert link.is_symlink() and gzip.decompress(packed.read_bytes()) == TWO.read_bytes()


def test_fmt_does_not_put_a_record_where_a_twin_was(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    twin = tmp_path / "night.jsonl"
    twin.write_text(run(capsys, "fmt", "--json", TWO)[1])
    before = twin.read_bytes()
    code, _, err = run(capsys, "fmt", "-w", twin)
    assert code == 2 and "a JSON twin is not overwritten" in err and twin.read_bytes() == before


def test_a_twin_is_checked_like_its_record(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    twin = tmp_path / "night.jsonl"
    twin.write_text(run(capsys, "fmt", "--json", TWO)[1].replace('"count": 5}', '"count": 6}', 1))
    code, out, _ = run(capsys, "check", twin)
    assert code == 1
    assert f"{twin}: error[wrong_count]: the side of N has 5 points, not 6 (at 1:1)" in out


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "there is no record in it"),
        ("{}", "`event` is missing"),
        ('{"event": "board", "board": "1"}', "the first event is no `match`"),
        ('{"event": "match"}', "`tags` is missing"),
        ('{"event": "match", "tags": [["Two words", "x"]]}', "it cannot be written as a record"),
        ('{"event": "match", "tags": [["Event", "x"]], "commands": [["a", "1] [%b"]]}', "it cannot be written as a"),
        ('{"event": "match", "tags": []}\n{"event": "said"}', "`said` stands outside a board"),
        ('{"event": "match", "tags": []}\n{"event": "board", "board": "1", "tags": []}', "the board has no `end`"),
        ('{"event": "match", "tags": []}\n[1]', "the line is no JSON object"),
        ('{"event": "match", "tags": ' + "[" * 100_000, "the line is no JSON object"),
    ],
)
def test_what_is_no_twin_is_one_message(
    line: str, message: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "broken.jsonl"
    path.write_text(line)
    code, out, err = run(capsys, "fmt", path)
    assert code == 2 and not out and message in err
    code, out, _ = run(capsys, "check", path)
    assert code == 2 and out.count("error[") in (1, 2) and message in out


def test_replay_draws_every_trick(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "replay", "--ascii", "--plain", PAIR)
    assert code == 0
    assert out == (HERE / "drawn.txt").read_text("ascii")


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_replay_fits_into_eighty_columns(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "replay", path)
    drawn = [line for line in out.splitlines() if "error" not in line and "expected" not in line]
    assert drawn and all(len(line) <= 80 for line in drawn if str(path) not in line)
    assert "\x1b" not in out


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_colour_is_for_terminals_that_want_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def drawn(*arguments: str) -> str:
        screen = Terminal()
        monkeypatch.setattr(sys, "stdout", screen)
        assert main(["record", "replay", str(PAIR), *arguments]) == 0
        return screen.getvalue()

    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b[1mBoard 1" in drawn()
    assert "\x1b" not in drawn("--plain")
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in drawn()


def test_replay_shows_what_was_played_before_a_mistake(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = typed(tmp_path, "H7 H8 SQ HA", "H7 H8 SQ C8")
    code, out, _ = run(capsys, "replay", "--ascii", path, "--board", "1")
    assert code == 1
    assert "  2.  N SJ    E S7    S[HJ]*  W S8     S   NS 11/17  EW  0\n" in out
    assert "The record stops here; E is to act." in out
    assert ":24:17: error[illegal_action]: E:C8 is refused: must follow suit" in out


def test_replay_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "replay", "--json", TWO)
    first, second = map(json.loads, out.splitlines())
    assert code == 0 and (first["board"], second["board"]) == ("1", "2")
    assert first["result"]["change"] == {"NS": 1, "EW": 0} and first["findings"] == []
    assert second["result"]["score"] == {"NS": 1, "EW": -1}


def test_a_board_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "replay", TWO, "--board", "3")
    assert code == 2 and "there is no board `3`" in err


@pytest.mark.parametrize("action", ["check", "fmt", "replay"])
def test_help_has_the_choices(action: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["record", action, "--help"])
    assert ended.value.code == 0 and "--level" in capsys.readouterr().out


def test_what_a_terminal_cannot_show_is_escaped(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Nothing in a record can steer the terminal, and no name of a file brings the command down."""
    path = typed(tmp_path, "DJ D8", "DJ { \x1b[31m } \x1b[31m D8", "n\udcffght.ttn")
    code, out, _ = run(capsys, "check", path)
    assert code == 1 and "\x1b" not in out and "error[control_character]" in out
