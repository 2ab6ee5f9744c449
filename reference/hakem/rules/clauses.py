"""The fixed clauses of `spec/clauses.yaml`, and where each of them applies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import yaml

from hakem import data
from hakem.rules.outline import Outline
from hakem.vocabulary import LOADER


@cache
def fixed() -> Mapping[str, str]:
    """clause -> its sentence. Cached; not to be changed."""
    loaded: Mapping[str, Any] = yaml.load(data.path("spec/clauses.yaml").read_bytes(), Loader=LOADER)["clauses"]
    return {name: entry["text"] for name, entry in loaded.items()}


def applies(clause: str, outline: Outline) -> bool:
    """Whether a fixed clause can matter to somebody who plays by these rules: the longest beginning decides."""
    beginning = max((each for each in _WHERE if clause.startswith(each)), key=len, default="")
    return not beginning or _WHERE[beginning](outline)


def _never(_: Outline) -> bool:
    return False


#: Clause or beginning of one -> whether it applies; the others always do.
_WHERE: dict[str, Callable[[Outline], bool]] = {
    "legal.": _never,  # about programs
    "class.": _never,
    "auction.": lambda outline: "auction" in outline.steps,
    "auction.close": lambda outline: outline.get("auction.pass") == "final" and not outline.speaks_alone,
    "auction.duel.": lambda outline: outline.get("auction.form") == "duel",
    "auction.second.": lambda outline: outline.acts("second_auction"),
    "choose_trump.again": lambda outline: outline.steps.count("choose_trump") > 1,
    "choose_trump.marker.": lambda outline: outline.marker != "never",
    "reveal.": lambda outline: outline.hidden,
    "reveal.secret": _never,
    "stakes.": lambda outline: outline.acts("stakes"),
    "stakes.lone": lambda outline: outline.acts("stakes") and outline.acts("lone_hand"),
    "lone_hand.": lambda outline: outline.acts("lone_hand"),
    "play.capture.last": lambda outline: bool(outline.get("pack.last_trick")),
    "play.list.": _never,  # said of each list where it stands
    "pair.": lambda outline: outline.get("pair.show") != "never" and outline.contract,
    "next.coupled": lambda outline: outline.hakem,
}
