"""The joint domain of the facts: every combination of them that can come about under a rule set (rules.md 6.1).

Facts fall into groups that do not depend on one another, so the domain is a product; only the facts that the rows
of a table name are multiplied out. Counting a case that cannot happen is safe, leaving one out is not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Any

from hakem.rules.outline import Outline

Case = dict[str, Any]

_OF_TRICKS = frozenset({"winner", "winner_tricks", "opening_run", "court"})
WINNERS = ("declarers", "defenders", "tied")


def cases(outline: Outline, table: str, named: Iterable[str]) -> Iterator[Case]:
    """Every case of a decision table, told by the facts that are `named`."""
    wanted = frozenset(named)
    contracts = list(_contracts(outline))
    tricks = list(_tricks(outline)) if wanted & _OF_TRICKS else [{"winner": "tied"}]
    if table == "score":
        yield from _product(wanted, contracts, tricks, _reveals(outline))
        return
    after = [tricks_case | court for tricks_case in tricks for court in _courts(tricks_case)]
    void = {"lone": False, "contract": False, "made": False, "winner": "tied", "voided": True, "court": False,
            "term_over": False, "term_won": False}  # fmt: skip
    yield {fact: void[fact] for fact in void if fact in wanted}
    for case in _product(wanted, contracts, after, _terms(outline)):
        yield case | ({"voided": False} if "voided" in wanted else {})


def trump_kinds(outline: Outline) -> tuple[str, ...]:
    """The values that the fact `trump_from` can have."""
    kinds = {"suit": "suit", "reversed_suit": "suit", "dealt_card": "dealt_card"}
    return tuple(dict.fromkeys(kinds.get(choice, "no_trump") for choice in outline.get("choose_trump.choices")))


def _product(wanted: frozenset[str], *groups: Iterable[Case]) -> Iterator[Case]:
    narrowed = []
    for group in groups:
        shown = [{fact: value for fact, value in case.items() if fact in wanted} for case in group]
        narrowed.append([dict(pairs) for pairs in dict.fromkeys(tuple(case.items()) for case in shown)])
    for parts in product(*narrowed):
        yield {fact: value for part in parts for fact, value in part.items()}


def _contracts(outline: Outline) -> Iterator[Case]:
    none: Case = {"lone": False, "contract": False, "made": False, "bid": 0, "raised": False}
    if "auction" not in outline.steps or _may_lack_contract(outline):
        yield none
    if "auction" in outline.steps:
        yield from _bids(outline, outline.get("auction.bids.from"), raised=False)
        if outline.acts("second_auction"):
            yield from _bids(outline, outline.get("second_auction.from"), raised=True)
    if outline.acts("lone_hand"):
        for made in (True, False):
            yield none | {"lone": True, "contract": True, "made": made}


def _may_lack_contract(outline: Outline) -> bool:
    """Without a bid there is no deal to score, unless `nobody_bids` lets it go on."""
    return outline.get("auction.opening") == "free" and outline.get("auction.nobody_bids") in ("no_contract", None)


def _bids(outline: Outline, low: int | None, *, raised: bool) -> Iterator[Case]:
    lowest = low or 1
    for bid in range(lowest, max(lowest, outline.get("auction.bids.to") or 0) + 1):  # whatever is unset or upside down
        for made in (True, False):
            yield {"lone": False, "contract": True, "made": made, "bid": bid, "raised": raised}


def _tricks(outline: Outline) -> Iterator[Case]:
    """Winner, his tricks and his opening run."""
    all_tricks = outline.tricks
    for winner in WINNERS:
        for tricks in range(all_tricks + 1):
            for run in range(all_tricks + 1):
                if _reached(outline, winner, tricks, run):
                    yield {"winner": winner, "winner_tricks": tricks, "opening_run": run}


def _reached(outline: Outline, winner: str, tricks: int, run: int) -> bool:
    """Whether a deal can end with so many tricks of the winner, after so many won from the first on."""
    every = outline.tricks
    piled = isinstance(outline.get("play.take"), Mapping)
    if winner == "tied":
        if run:
            return False
        if _ends_early(outline) or outline.sides > 2:
            return tricks <= every // 2
        return _stop(outline) > every // 2 and 2 * tricks == every
    if run == every and tricks < every:
        return False
    if piled:
        return True
    if run > tricks or (tricks == every and run < every):
        return False
    if _ends_early(outline):
        return tricks > 0
    stop = _stop(outline)
    if stop <= every and outline.sides == 2 and 2 * (stop - 1) < every:  # somebody reaches it
        return tricks == stop or (outline.get("play.go_on") != "never" and tricks > stop and run == tricks)
    return tricks * outline.sides > every or outline.sides > 2


def _stop(outline: Outline) -> int:
    """The tricks of one side that end a deal; more than there are, if it is played to the end."""
    ends = outline.get("play.ends")
    if isinstance(ends, Mapping):
        return int(ends["tricks"])
    return outline.tricks + 1


def _ends_early(outline: Outline) -> bool:
    """Whether a deal can end at any trick: a lone hand, a concession, a deadline, or a lead that cannot be caught."""
    return (
        outline.acts("lone_hand")
        or (outline.get("play.concede") != "nobody" and outline.contract)
        or (outline.hidden and outline.get("reveal.deadline") != "none")
        or outline.get("play.ends") == "uncatchable"
    )


def _reveals(outline: Outline) -> Iterator[Case]:
    yield {"revealed": True}
    if outline.hidden or outline.acts("lone_hand"):
        yield {"revealed": False}


def _courts(tricks: Case) -> Iterator[Case]:
    yield {"court": False}
    if tricks["winner"] != "tied":
        yield {"court": True}


def _terms(outline: Outline) -> Iterator[Case]:
    over = (True, False) if outline.get("match.hakem_term") > 1 else (True,)
    for term_over, term_won in product(over, (True, False)):
        yield {"term_over": term_over, "term_won": term_won}
