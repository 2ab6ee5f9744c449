"""spec/glossary.yaml: every word leads to the vocabulary, in the languages of the seed texts."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from hakem import data
from hakem.rules.reference import GROUPS
from hakem.vocabulary import LOADER, vocabulary
from hakem_conformance.clauses import texts

GLOSSARY: dict[str, Any] = yaml.load(data.path("spec/glossary.yaml").read_bytes(), Loader=LOADER)
TERMS: dict[str, dict[str, Any]] = GLOSSARY["terms"]
#: No seed text speaks of these.
UNSPOKEN = {"draw", "hand", "cancel_deal", "next_hakem"}


def known(place: str) -> bool:
    return place in texts() or place in vocabulary().settings or place.removeprefix("fact.") in vocabulary().facts


@pytest.mark.parametrize("term", TERMS)
def test_a_term_is_whole_and_leads_somewhere(term: str) -> None:
    entry = TERMS[term]
    languages = set(entry) - {"means", "in", "note"}
    assert languages and languages <= set(GLOSSARY["languages"])
    assert entry["means"] and entry["in"] and not [place for place in entry["in"] if not known(place)]
    assert all(isinstance(word, str) and word == word.strip() != "" for each in languages for word in entry[each])


def test_every_part_of_the_rules_that_a_seed_speaks_of_has_a_word() -> None:
    groups = {place.partition(".")[0] for entry in TERMS.values() for place in entry["in"]}
    assert set(GROUPS) - groups == UNSPOKEN


def test_words_with_several_senses_are_kept_apart() -> None:
    """The name clashes of the sources: each has a note."""
    for term in ("seventh card", "Sir", "kot", "court", "deal", "trump", "no trump"):
        assert TERMS[term]["note"]
