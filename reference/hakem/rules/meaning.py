"""Checks across settings: do cards, points, bids, steps and rows of a rule set fit together?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from hakem.rules.classes import check_lists
from hakem.rules.fault import Fault
from hakem.rules.order import check_order
from hakem.rules.outline import Outline
from hakem.rules.tables import check_decisions
from hakem.vocabulary import vocabulary


def check_meaning(outline: Outline) -> Iterator[Fault]:
    """Every fault of full settings. Settings that are unset are left to `liveness.unset`."""
    yield from _seats(outline)
    dealing: list[Fault] = []
    if outline.steps and outline.get("pack.order"):
        yield from _pack(outline)
        dealing = list(_deal(outline))
        yield from dealing
        yield from check_order(outline)
        yield from _tricks(outline)
        yield from _cancel_rows(outline)
        if "auction" in outline.steps:
            yield from _bids(outline)
            yield from _pair(outline)
    yield from _auction_forms(outline)
    yield from _trump(outline)
    yield from check_lists(outline)
    yield from _rising(outline)
    yield from _offices(outline)
    yield from _amounts(outline)
    if not dealing:  # with the wrong number of cards a hand no case can be told
        yield from check_decisions(outline)


def check_pack(outline: Outline) -> Iterator[Fault]:
    """What can be asked of a family, which leaves the rest open."""
    if outline.get("pack.order"):
        yield from _pack(outline)


def _seats(outline: Outline) -> Iterator[Fault]:
    sides, count = outline.get("seats.sides"), outline.seats
    allowed = {"partners": (4, 6), "declarer_alone": (3, 5), "singles": range(2, 7)}[sides]
    if count not in allowed:
        yield Fault("seats_and_sides", f"{count} seats cannot be `{sides}`", ("seats.count", "seats.sides"),
                    expected=f"with `{sides}` {' or '.join(map(str, allowed))} seats")  # fmt: skip


def _pack(outline: Outline) -> Iterator[Fault]:
    order = set(outline.get("pack.order"))
    for rank in outline.get("pack.points"):
        if rank not in order:
            message = f"`{rank}` has points, but there is none in the pack"
            yield Fault("not_in_pack", message, ("pack.points", "pack.order"))
    removed = outline.get("pack.remove")
    for card in removed:
        if card[1] not in order:
            yield Fault("not_in_pack", f"{card} is removed, but it is not in the pack", ("pack.remove", "pack.order"))
    points = outline.get("pack.points")
    total = sum(4 * points.get(rank, 0) for rank in order) - sum(points.get(card[1], 0) for card in removed)
    if total != outline.get("pack.total"):
        blame = ("pack.total", "pack.points", "pack.order", "pack.remove")
        message = f"the points of the pack are {total}, not {outline.get('pack.total')}"
        yield Fault("points_do_not_add_up", message, blame, expected=f"`pack.total: {total}`")


def _deal(outline: Outline) -> Iterator[Fault]:
    dealt = outline.dealt
    discards = outline.get("draw.discards")
    blame: tuple[str, ...] = ("sequence", "pack.order", "pack.remove", "seats.count", "pack.unused")
    if not outline.acts("draw"):
        used, how = sum(dealt), "dealt"
        if len(set(dealt)) > 1:
            cards = ", ".join(map(str, dealt))
            yield Fault("unequal_hands", f"the seats are dealt {cards} cards, eldest first", blame)
    else:
        blame = ("draw.discards", "draw.hand", *blame)
        if len(discards) != outline.seats:
            yield Fault("draw_does_not_fit", f"{len(discards)} numbers for {outline.seats} seats", blame)
            return
        if any(away > held for away, held in zip(discards, dealt, strict=True)):
            yield Fault("draw_does_not_fit", "a seat lays more cards away than it was dealt", blame)
            return
        kept = sum(dealt) - sum(discards)
        used, how = sum(dealt) + 2 * (outline.seats * outline.get("draw.hand") - kept), "dealt and drawn"
    unused = outline.get("pack.unused")
    if used + unused != outline.pack_size:
        rest = f" and {unused} stay unused" if unused else ""
        yield Fault("cards_do_not_add_up", f"{used} cards are {how}{rest}, but the pack has {outline.pack_size}", blame)


def _tricks(outline: Outline) -> Iterator[Fault]:
    count = outline.tricks
    for path, number in (
        ("play.ends", _key(outline, "play.ends", "tricks")),
        ("reveal.deadline", outline.get("reveal.deadline") if outline.hidden else None),
    ):
        if isinstance(number, int) and number > count:
            message = f"a hand has {count} cards, so {number} is never reached"
            yield Fault("beyond_the_hand", message, (path, "sequence"))
    dealt, called = min(outline.dealt, default=0), _called(outline)
    if called is not None and called > dealt:
        message = f"{dealt} cards are dealt to a hand, so place {called} cannot be called"
        yield Fault("beyond_the_hand", message, ("choose_trump.dealt_card", "sequence"))
    for trick in _key(outline, "play.take", "not_after") or ():
        if trick > count:
            yield Fault("beyond_the_hand", f"there is no trick {trick} in a deal of {count}", ("play.take", "sequence"))
    if _key(outline, "play.take", "counted_from") == "reveal" and not outline.hidden:
        yield Fault("contradiction", "`counted_from: reveal` in an open game counts every trick",
                    ("play.take", "choose_trump.secrecy"), expected="`counted_from: first_trick`")  # fmt: skip


def _called(outline: Outline) -> int | None:
    called = "choose_trump" in outline.steps and "dealt_card" in outline.get("choose_trump.choices")
    return int(outline.get("choose_trump.dealt_card")) if called else None


def _bids(outline: Outline) -> Iterator[Fault]:
    low, high = outline.get("auction.bids.from"), outline.get("auction.bids.to")
    if low is None or high is None:
        return
    limit = outline.count_limit
    reach = ("pack.total", "pack.last_trick") if outline.get("auction.counts") == "points" else ("auction.counts",)
    if low > high:
        yield Fault("no_bid_possible", f"the lowest bid, {low}, is above the highest, {high}",
                    ("auction.bids.from", "auction.bids.to"))  # fmt: skip
    if high > limit:
        yield Fault("bid_beyond_reach", f"nobody can make {high}: {limit} is the most there is",
                    ("auction.bids.to", *reach), expected=f"at most {limit}")  # fmt: skip
    numbers = [
        ("second_auction.from", outline.get("second_auction.from") if outline.acts("second_auction") else None, 1),
        ("auction.over_partner", _key(outline, "auction.over_partner", "bid") if outline.partners else None, low + 1),
        ("stakes.automatic", _key(outline, "stakes.automatic", "bid") if outline.acts("stakes") else None, 1),
    ]
    for path, number, least in numbers:
        if isinstance(number, int) and not least <= number <= high:
            yield Fault("bid_without_effect", f"{number} has no effect where bids go from {low} to {high}",
                        (path, "auction.bids.to", "auction.bids.from"))  # fmt: skip


def _pair(outline: Outline) -> Iterator[Fault]:
    low, high = outline.get("auction.bids.from"), outline.get("auction.bids.to")
    if outline.get("pair.show") == "never" or low is None or high is None:
        return
    limit, least = outline.get("pair.declarers.limit"), outline.get("pair.declarers.from_bid")
    lowest = max(low, least) if isinstance(least, int) else low
    if isinstance(limit, int) and limit > lowest:
        yield Fault("pair_limit", f"a target can be {lowest} already, below the limit of {limit}",
                    ("pair.declarers.limit", "pair.declarers.from_bid", "auction.bids.from"),
                    hint=f"let the pair be shown from {limit} on (`pair.declarers.from_bid`)")  # fmt: skip
    most = outline.get("pair.defenders.limit")
    if isinstance(most, int) and not high <= most <= outline.count_limit:
        yield Fault("pair_limit", f"a limit of {most} does not fit bids to {high} with {outline.count_limit} to be had",
                    ("pair.defenders.limit", "auction.bids.to"))  # fmt: skip
    for path in ("pair.declarers.from_bid", "pair.defenders.from_bid"):
        number = outline.get(path)
        if isinstance(number, int) and not low < number <= high:
            yield Fault("bid_without_effect", f"{number} has no effect where bids go from {low} to {high}",
                        (path, "auction.bids.from", "auction.bids.to"))  # fmt: skip


def _auction_forms(outline: Outline) -> Iterator[Fault]:
    if "auction" not in outline.steps or outline.get("auction.form") != "duel":
        return
    if outline.get("auction.pass") == "may_return":
        yield Fault("contradiction", "in a duel every pass is final", ("auction.pass", "auction.form"),
                    expected="`auction.pass: final`")  # fmt: skip
    if outline.get("auction.equal_bids"):
        yield Fault("contradiction", "a duel has its own equal bids", ("auction.equal_bids", "auction.form"),
                    expected="`auction.equal_bids: 0`")  # fmt: skip


def _trump(outline: Outline) -> Iterator[Fault]:
    choices = set(outline.get("choose_trump.choices"))
    if outline.hidden and outline.get("choose_trump.form") == "own_card":
        for choice in sorted(choices & {"no_trump", "reversed"}):
            yield Fault("contradiction", f"`{choice}` has no card that could lie face down",
                        ("choose_trump.choices", "choose_trump.form"))  # fmt: skip
    reached = ("play.first_lead", "auction.nobody_bids", "choose_trump.by")
    nobody = outline.get("auction.nobody_bids") == "no_contract" or "auction" not in outline.steps
    if nobody and not outline.hakem and outline.get("play.first_lead") == "declarer":
        yield Fault("contradiction", "a deal can have neither declarer nor Hakem, who should lead", reached)


def _rising(outline: Outline) -> Iterator[Fault]:
    for path, setting in vocabulary().scalars.items():
        numbers = outline.get(path) if setting.rising else ()
        if any(later <= earlier for earlier, later in pairwise(numbers)):
            yield Fault("not_rising", "each number must be above the one before", (path,))


def _offices(outline: Outline) -> Iterator[Fault]:
    dealer, hakem = outline.get("next_dealer"), outline.get("next_hakem")
    rows = tuple(f"next_hakem.{name}.when" for name in hakem) + tuple(f"next_dealer.{name}.when" for name in dealer)
    if dealer and hakem:
        yield Fault("two_offices", "`next_dealer` and `next_hakem` could contradict each other", rows,
                    hint="the dealer follows the Hakem: keep one table")  # fmt: skip
    if not dealer and not hakem:
        wanted = "next_hakem" if outline.hakem else "next_dealer"
        yield Fault("no_office", "nothing says who deals next", (wanted,), expected=f"rows of `{wanted}`")
    if hakem and not outline.hakem:
        yield Fault("two_offices", "there is no Hakem whose office could move", (*rows, "choose_trump.by"),
                    hint="use `next_dealer`")  # fmt: skip
    if dealer and outline.hakem and outline.get("match.hakem_term") > 1:
        yield Fault("contradiction", "a Hakem's term needs the table `next_hakem`", ("match.hakem_term", *rows))
    for table, column in (("next_dealer", "dealer"), ("next_hakem", "hakem")):
        for name, row in outline.get(table).items():
            if row[column] == "partner" and not outline.partners:
                yield Fault("contradiction", "there are no partners",
                            (f"{table}.{name}.{column}", "seats.sides"))  # fmt: skip


def _amounts(outline: Outline) -> Iterator[Fault]:
    for name, row in outline.get("score").items():
        given = [side for side in ("declarers", "defenders", "winners", "losers") if row[side] != (0,)]
        if set(given) & {"declarers", "defenders"} and set(given) & {"winners", "losers"}:
            yield Fault("two_pairs_of_sides", f"`{given[0]}` and `{given[-1]}` in one row",
                        tuple(f"score.{name}.{side}" for side in reversed(given)),
                        expected="declarers and defenders, or winners and losers")  # fmt: skip


def _cancel_rows(outline: Outline) -> Iterator[Fault]:
    for name, row in outline.get("cancel_deal").items():
        path = f"cancel_deal.{name}"
        done = _steps_before(outline, row["at"])
        if row["whose"] in ("declarer", "declarers", "defenders") and "auction" not in done and not outline.hakem:
            yield Fault("too_early", f"at `{row['at']}` there is no declarer yet", (f"{path}.whose", f"{path}.at"))
        trump = row["hand"]["suit"] in ("trump", "other_trump") or "trump_from" in row["when"]
        if trump and "choose_trump" not in done:
            yield Fault("too_early", f"at `{row['at']}` there is no trump yet", (f"{path}.hand", f"{path}.at"))
        if row["by"] == "demand" and row["at"] == "reveal":
            yield Fault("contradiction", "the right to a redeal ends with the first lead, and the reveal comes later",
                        (f"{path}.by", f"{path}.at"), expected="`by: rule`")  # fmt: skip


def _steps_before(outline: Outline, at: str) -> tuple[str, ...]:
    if at == "reveal":
        return outline.steps
    packets = [place for place, step in enumerate(outline.steps) if step == "deal"]
    return outline.steps[: packets[0] if at == "first_packet" else packets[-1]] if packets else ()


def _key(outline: Outline, path: str, key: str) -> Any:
    """A key of a policy mapping; `None` where the policy is a bare word."""
    policy = outline.get(path)
    return policy[key] if isinstance(policy, Mapping) else None
