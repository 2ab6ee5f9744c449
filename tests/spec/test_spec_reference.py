"""spec/reference.md: current, complete, and without a link that leads nowhere."""

from __future__ import annotations

import re

import pytest

from hakem import data, rules
from hakem.rules import reference
from hakem.vocabulary import vocabulary


@pytest.fixture(scope="module")
def page() -> str:
    return data.path(reference.FILE).read_text(encoding="utf-8")


def test_the_committed_page_is_the_one_the_specification_makes(page: str) -> None:
    assert page == reference.text(), "run `python -m hakem.rules.reference`"


def test_every_setting_has_a_place_of_its_own(page: str) -> None:
    headings = re.findall(r"^### `(.*)`$", page, re.MULTILINE)
    assert headings == list(vocabulary().settings)


def test_every_value_is_explained(page: str) -> None:
    sections = dict(re.findall(r"^### `(.*?)`\n(.*?)(?=^##)", page, re.MULTILINE | re.DOTALL))
    missing = [
        f"{path} {word}"
        for path, setting in vocabulary().settings.items()
        for word in setting.values
        if not re.search(rf"^\| `{word}`( \(default\))? \| \S", sections[path], re.MULTILINE)
    ]
    assert not missing


def test_every_link_leads_somewhere(page: str) -> None:
    headings = re.findall(r"^#+ (.*)$", page, re.MULTILINE)
    anchors = [reference.slug(heading) for heading in headings]
    assert len(set(anchors)) == len(anchors)
    links = set(re.findall(r"\]\(([^)]*)\)", page))
    assert {link[1:] for link in links if link.startswith("#")} <= set(anchors)
    assert all(data.path(f"spec/{link}").is_file() for link in links if not link.startswith("#"))


def test_every_document_that_is_shipped_stands_somewhere(page: str) -> None:
    shipped = [name for kind in ("family", "rule_set", "overlay") for name in rules.shipped(kind)]
    only_removes = "overlay/no-redeal"
    assert [name for name in shipped if f"](rulesets/{name}.yaml)" not in page] == [only_removes]


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("auction.over_partner", "`bid: 20`: [`twenty-eight`](rulesets/twenty-eight.yaml)"),
        ("stakes.factors", "`[2]`: [`+double-only`](rulesets/overlay/double-only.yaml)"),
        ("auction.bids.from", "`15`: [`twenty-nine`](rulesets/twenty-nine.yaml)"),
        ("pair.declarers.limit", "Dormant where"),
        ("hand.max", "clause `hand.max`"),
    ],
)
def test_who_sets_a_value_and_when_it_sleeps(page: str, path: str, line: str) -> None:
    assert line in page.partition(f"### `{path}`\n")[2].partition("\n##")[0]
