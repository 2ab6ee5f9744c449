"""Which settings cannot act, and why: dormant ones are listed, and refused where a document changes them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from hakem.rules.classes import can_run_out
from hakem.rules.outline import Outline
from hakem.rules.tables import never_holds
from hakem.vocabulary import UNSET, vocabulary

#: (paths, each a whole path or a prefix that ends in a dot; why they are dormant, or nothing).
Rule = tuple[str, Callable[[Outline], str]]


def dormant(settings: Mapping[str, Any], live_rows: Mapping[str, frozenset[str]]) -> dict[str, str]:
    """Every setting that cannot act under these settings, with the reason; rows that never hold among them.

    `live_rows` are the rows of each table that hold in some case (`tables.live_rows`).
    """
    outline = Outline(settings)
    found: dict[str, str] = {}
    for path in vocabulary().scalars:
        if reason := next(_reasons(outline, path), "") or _by_score(outline, path, live_rows):
            found[path] = reason
    for table in vocabulary().tables:
        for name in settings.get(table, {}):
            if name not in live_rows.get(table, frozenset()):
                found[f"{table}.{name}"] = (
                    never_holds(outline, settings[table][name]) if table == "cancel_deal" else "it holds in no case"
                )
    if not outline.acts("stakes"):
        found |= {f"score.{name}.times": "nobody can double" for name in settings.get("score", {})}
    return found


def unset(settings: Mapping[str, Any], asleep: Mapping[str, str]) -> Iterator[str]:
    """The settings that have no default, are not stated and would act."""
    for path, setting in vocabulary().scalars.items():
        if setting.default is UNSET and path not in settings and path not in asleep:
            yield path


def _reasons(outline: Outline, path: str) -> Iterator[str]:
    for paths, why in _RULES:
        named = any(path == each or (each.endswith(".") and path.startswith(each)) for each in paths.split())
        if named and (reason := why(outline)):
            yield reason


def _by_score(outline: Outline, path: str, live_rows: Mapping[str, frozenset[str]]) -> str:
    """Settings that ask for a score no row can give."""
    rows = [row for name, row in outline.get("score").items() if name in live_rows.get("score", frozenset())]
    terms = [term for row in rows for side in _SIDES for term in row[side]]
    if path == "match.floor" and not any(isinstance(term, int) and term < 0 for term in terms):
        return "no row of `score` takes anything away"
    if path == "match.target" and outline.get("streak.deals") == "none" and not any(term != 0 for term in terms):
        return "no row of `score` gives anything"
    if path.startswith("stakes.") and rows and not any(row["times"] == "stakes" for row in rows):
        return "no row of `score` is multiplied (`times: stakes`)"
    return ""


_SIDES = ("declarers", "defenders", "winners", "losers")


def _unless(condition: Callable[[Outline], bool], reason: str) -> Callable[[Outline], str]:
    return lambda outline: "" if condition(outline) else reason


def _if(condition: Callable[[Outline], bool], reason: str) -> Callable[[Outline], str]:
    return lambda outline: reason if condition(outline) else ""


def _has(step: str) -> Callable[[Outline], str]:
    return _unless(lambda outline: step in outline.steps, f"there is no `{step}` in `sequence`")


def _shown_somehow(outline: Outline) -> bool:
    """Whether the maker can ever `show` while he follows."""
    if can_run_out(outline.get("play.follow")) or outline.get("reveal.deadline") != "none":
        return True
    return bool("maker" in outline.get("reveal.asked_by"))


def _points_matter(outline: Outline) -> bool:
    patterns = [row["hand"] for row in outline.get("cancel_deal").values()] + [outline.get("lone_hand.not_with")]
    counted = "auction" in outline.steps and outline.get("auction.counts") == "points"
    return counted or any(isinstance(hand, Mapping) and hand["worth"] == "points" for hand in patterns)


def _shows(outline: Outline) -> bool:
    return bool(outline.get("pair.show") != "never")


_RULES: tuple[Rule, ...] = (
    (
        "seats.auction_turn",
        _unless(
            lambda outline: any(outline.acts(step) for step in ("auction", "stakes", "lone_hand")),
            "nobody is asked anything in turn",
        ),
    ),
    ("pack.points", _unless(_points_matter, "nothing counts card points")),
    (
        "pack.last_trick",
        _unless(
            lambda outline: "auction" in outline.steps and outline.get("auction.counts") == "points",
            "bids do not count points",
        ),
    ),
    (
        "deal.manner",
        _if(lambda outline: all(packet["cards"] == 1 for packet in outline.packets), "every packet is one card"),
    ),
    ("auction.", _has("auction")),
    (
        "auction.form auction.pass auction.equal_bids auction.over_partner",
        _if(lambda outline: outline.speaks_alone, "only the Hakem speaks (`auction.who: hakem`)"),
    ),
    (
        "auction.pass",
        _if(lambda outline: outline.get("auction.form") == "one_round", "each seat speaks once (`one_round`)"),
    ),
    (
        "auction.form auction.pass auction.over_partner",
        _if(lambda outline: outline.one_bid_only, "only one bid is possible (`auction.bids`)"),
    ),
    ("auction.over_partner", _unless(lambda outline: outline.partners, "there are no partners (`seats.sides`)")),
    (
        "auction.nobody_bids",
        _if(lambda outline: outline.get("auction.opening") == "compulsory", "somebody has to bid (`auction.opening`)"),
    ),
    ("second_auction.", _has("second_auction")),
    (
        "second_auction.first second_auction.from",
        _unless(lambda outline: outline.acts("second_auction"), "there is no second auction (`second_auction.who`)"),
    ),
    ("choose_trump. reveal. pair.", _has("choose_trump")),
    (
        "choose_trump.form",
        _unless(
            lambda outline: bool({"suit", "reversed_suit"} & set(outline.get("choose_trump.choices"))),
            "no suit can be chosen (`choose_trump.choices`)",
        ),
    ),
    (
        "choose_trump.dealt_card",
        _unless(
            lambda outline: "dealt_card" in outline.get("choose_trump.choices"),
            "no dealt card can be called (`choose_trump.choices`)",
        ),
    ),
    ("reveal.", _unless(lambda outline: outline.hidden, "trump is open (`choose_trump.secrecy`)")),
    (
        "reveal.after_ask",
        _unless(
            lambda outline: bool({"defenders", "partner"} & set(outline.get("reveal.asked_by"))),
            "only the maker may turn trump up (`reveal.asked_by`)",
        ),
    ),
    ("reveal.after_show", _unless(_shown_somehow, "the maker shows only his last card (`reveal.asked_by`)")),
    (
        "reveal.never",
        _if(lambda outline: outline.marker == "always", "the marker is the maker's last card and must be shown"),
    ),
    (
        "reveal.never",
        _if(
            lambda outline: outline.get("reveal.deadline") != "none"
            and outline.get("reveal.deadline") <= outline.tricks,
            "a trump that stays hidden has failed the contract before (`reveal.deadline`)",
        ),
    ),
    ("stakes.", _has("stakes")),
    ("stakes.automatic", _has("auction")),
    (
        "stakes.redouble_by",
        _unless(lambda outline: len(outline.get("stakes.factors")) > 1, "there is no redouble (`stakes.factors`)"),
    ),
    ("stakes.redouble_by", _unless(lambda outline: outline.partners, "the declarer has no partner (`seats.sides`)")),
    ("lone_hand.", _has("lone_hand")),
    (
        "lone_hand.partner lone_hand.not_with",
        _unless(lambda outline: outline.acts("lone_hand"), "nobody may play alone (`lone_hand.who`)"),
    ),
    ("lone_hand.partner", _unless(lambda outline: outline.partners, "there are no partners (`seats.sides`)")),
    ("draw.", _has("draw")),
    ("draw.hand", _unless(lambda outline: outline.acts("draw"), "nobody draws (`draw.discards`)")),
    ("play.go_on", _if(lambda outline: outline.get("play.ends") == "all_tricks", "`play.ends` is `all_tricks`")),
    ("play.concede", _unless(lambda outline: outline.contract, "there is no contract")),
    ("pair.", _has("auction")),
    (
        "pair.",
        _unless(lambda outline: {"K", "Q"} <= set(outline.get("pack.order") or ()), "the pack has no king and queen"),
    ),
    (
        "pair.after pair.beyond_limit pair.declarers. pair.defenders.",
        _unless(_shows, "there is no pair (`pair.show`)"),
    ),
    (
        "pair.declarers.limit",
        _unless(lambda outline: bool(outline.get("pair.declarers.shift")), "the shift is 0 (`pair.declarers.shift`)"),
    ),
    (
        "pair.defenders.limit",
        _unless(lambda outline: bool(outline.get("pair.defenders.shift")), "the shift is 0 (`pair.defenders.shift`)"),
    ),
    (
        "streak.amount streak.after",
        _if(lambda outline: outline.get("streak.deals") == "none", "runs score nothing (`streak.deals`)"),
    ),
    ("match.hakem_term", _unless(lambda outline: outline.hakem, "there is no Hakem (`choose_trump.by`)")),
)
