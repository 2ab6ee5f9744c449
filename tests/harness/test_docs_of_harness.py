"""docs/harness.md: its commands exist with these options, its lists load, its statuses are all of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from hakem_cli.main import COMMANDS, main
from hakem_conformance.expectation_file import load
from hakem_conformance.fault import STATUSES

TEXT = (Path(__file__).parents[2] / "docs/harness.md").read_text(encoding="utf-8")
YAML = re.findall(r"```yaml\n(.*?)```", TEXT, re.DOTALL)


def test_the_list_of_expectations_loads(tmp_path: Path) -> None:
    (text,) = (each for each in YAML if each.startswith("# known.yaml"))
    (tmp_path / "known.yaml").write_text(text, encoding="utf-8")
    assert [entry.kind for entry in load(tmp_path / "known.yaml").entries] == ["expected", "quarantined"]


def test_the_workflow_is_yaml() -> None:
    (text,) = (each for each in YAML if "workflows" in each)
    steps = yaml.safe_load(text)["jobs"]["rules"]["steps"]
    assert [step["run"].split()[0] for step in steps if "run" in step] == ["pip", "hakem", "hakem"]


def test_every_status_is_explained() -> None:
    assert all(re.search(rf"^\|[^|]*\b{status}\b", TEXT, re.MULTILINE) for status in STATUSES)


@pytest.mark.parametrize("command", sorted(set(re.findall(r"\bhakem ([a-z]+)", TEXT)) & set(COMMANDS)))
def test_every_option_that_is_named_exists(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    told = ""
    subs = re.findall(rf"\bhakem {command} (show|html|junit|badge|matrix|diff|merge|write|prune)\b", TEXT)
    for words in ([], *([sub] for sub in set(subs))):
        with pytest.raises(SystemExit) as caught:
            main([command, *words, "--help"])
        assert caught.value.code == 0
        told += capsys.readouterr().out
    for line in re.findall(rf"\bhakem {command}\b([^\n`]*)", TEXT):
        for option in re.findall(r"(?<!\S)(--[a-z-]+)", line.partition(" -- ")[0]):
            assert option in told, option


@pytest.mark.parametrize("command", ["test", "report", "baseline", "doctor", "fuzz", "leaks", "audit", "engine"])
def test_help_has_examples(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([command, "--help"])
    out = capsys.readouterr().out
    assert "examples:" in out and f"hakem {command}" in out
