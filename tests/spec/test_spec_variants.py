"""spec/variants.yaml: every option and outside row has its rules, and whatever is cited anywhere exists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from hakem import data, rules
from hakem.rules import library
from hakem.vocabulary import LOADER, raw
from hakem_conformance import ledger
from hakem_conformance.suite import load

VARIANTS: dict[str, dict[str, Any]] = yaml.load(data.path("spec/variants.yaml").read_bytes(), Loader=LOADER)
ROWS = {name: row for group in ("options", "outside") for name, row in VARIANTS[group].items()}
WITNESSES = VARIANTS["witnesses"]
#: Decided to be out of scope: presentation, conduct, and kin that is only named.
OUT = {"V27", "V43", "V45", "C-22", "H-01"}
CITED = re.compile(r"\b([A-E][0-9]{2}|[GXIV][0-9]{1,2}|[TECHD]-[0-9]{2})\b")
PLAYED = [*rules.shipped(), *rules.shipped("overlay")]


def known() -> set[str]:
    disputes = {name for group in ledger.read(ledger.DISPUTES).values() for name in group}
    return {*ROWS, *disputes, *(row.id for row in ledger.statements())}


@pytest.mark.parametrize("name", ROWS)
def test_a_variant_can_be_had_or_is_out_with_a_reason(name: str) -> None:
    row = ROWS[name]
    assert set(row) - {"by"} == ({"says", "out"} if name in OUT else {"says", "rules"})
    assert ("by" in row) == (name in VARIANTS["outside"])
    assert all(each in WITNESSES for each in row.get("by", ()))
    assert all(library.is_shipped(each) for each in row.get("rules", ())), row


def test_every_witness_is_called_and_known() -> None:
    assert set(WITNESSES) == {each for row in ROWS.values() for each in row.get("by", ())}
    assert all(set(each) == {"trust", "what", "where"} for each in WITNESSES.values())
    assert {each["trust"] for each in WITNESSES.values()} == {"full", "part", "fragment"}


def test_every_option_of_the_seeds_is_there() -> None:
    assert list(VARIANTS["options"]) == [f"V{number:02}" for number in (*range(1, 28), *range(30, 46))]


def test_no_rule_set_or_overlay_is_without_a_source() -> None:
    named = {each for row in ROWS.values() for each in row.get("rules", ())}
    named |= {each for row in ledger.readings() for each in row.rules}
    assert not set(PLAYED) - named


def heads() -> Iterator[tuple[str, str]]:
    """The opening comment of each shipped document, where its sources and departures stand, and its `sources`."""
    for name in (*PLAYED, *rules.shipped("family")):
        document = library.read_shipped(name)
        text = (library.folder() / f"{name}.yaml").read_text(encoding="utf-8")
        yield name, text.partition("\nspec: 1\n")[0] + " ".join(document.data.get("sources", ()))


def test_documents_cite_what_there_is() -> None:
    assert not [(name, each) for name, head in heads() for each in CITED.findall(head) if each not in known()]


@pytest.mark.parametrize("name", rules.shipped())
def test_a_rule_set_names_its_sources_in_its_head_too(name: str) -> None:
    assert library.read_shipped(name).data["sources"]


def test_the_vocabulary_cites_what_there_is() -> None:
    asked = [(path, each) for path, entry in raw()["settings"].items() for each in entry["demand"].split(", ")]
    assert not [(path, each) for path, each in asked if each not in known()]


def test_the_vectors_cite_what_there_is() -> None:
    cited = [
        (vector.id, each) for vector in load() for key in ("sources", "disputes") for each in vector.data.get(key, ())
    ]
    assert not [(name, each) for name, each in cited if each not in known()]


def test_the_pages_cite_what_there_is() -> None:
    for page in ("spec/rules.md", "spec/clauses.yaml"):
        text = data.path(page).read_text(encoding="utf-8")
        assert not [each for each in CITED.findall(re.sub(r"`[^`]*`", "", text)) if each not in known()], page


@pytest.mark.parametrize("file", [ledger.SEEDS, ledger.DISPUTES, "spec/variants.yaml", "spec/glossary.yaml"])
def test_every_reader_of_yaml_reads_the_same(file: str) -> None:
    content = data.path(file).read_bytes()
    assert yaml.load(content, Loader=LOADER) == yaml.load(content, Loader=yaml.SafeLoader)
