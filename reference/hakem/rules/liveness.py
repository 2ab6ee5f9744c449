"""Which settings cannot act, and why: dormant ones are listed, and refused where a document changes them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from hakem.rules.classes import can_run_out
from hakem.rules.outline import Outline
from hakem.rules.tables import never_holds
from hakem.vocabulary import UNSET, vocabulary


class Why(NamedTuple):
    """Why settings are dormant: the question put to a rule set, and the reason where the answer is yes."""

    asleep: Callable[[Outline], bool]
    reason: str


#: (paths, each a whole path or a prefix that ends in a dot; why they are dormant).
Rule = tuple[str, Why]


def dormant(settings: Mapping[str, Any], live_rows: Mapping[str, frozenset[str]]) -> dict[str, str]:
    """Every setting that cannot act under these settings, with the reason; rows that never hold among them.

    `live_rows` are the rows of each table that hold in some case (`tables.live_rows`).
    """
    outline = Outline(settings)
    found: dict[str, str] = {}
    for path in vocabulary().scalars:
        asleep = (why.reason for why in _reasons(path) if why.asleep(outline))
        if reason := next(asleep, "") or _by_score(outline, path, live_rows):
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


def may_sleep(path: str) -> list[str]:
    """Every reason for which the setting at a fixed path can be dormant in some rule set."""
    return [why.reason for why in _reasons(path)] + [reason for named, reason in _BY_SCORE if path.startswith(named)]


def _reasons(path: str) -> Iterator[Why]:
    for paths, why in _RULES:
        if any(path == each or (each.endswith(".") and path.startswith(each)) for each in paths.split()):
            yield why


#: Settings that ask for a score no row may give: path or beginning of one, and the reason.
_NOTHING_LOST = ("match.floor", "no row of `score` takes anything away")
_NOTHING_WON = ("match.target", "no row of `score` gives anything")
_NOTHING_MULTIPLIED = ("stakes.", "no row of `score` is multiplied (`times: stakes`)")
_BY_SCORE = (_NOTHING_LOST, _NOTHING_WON, _NOTHING_MULTIPLIED)


def _by_score(outline: Outline, path: str, live_rows: Mapping[str, frozenset[str]]) -> str:
    """Why a setting that asks for a score is dormant under these rows, or nothing."""
    rows = [row for name, row in outline.get("score").items() if name in live_rows.get("score", frozenset())]
    terms = [term for row in rows for side in _SIDES for term in row[side]]
    lost = any(isinstance(term, int) and term < 0 for term in terms)
    won = outline.get("streak.deals") != "none" or any(term != 0 for term in terms)
    multiplied = not rows or any(row["times"] == "stakes" for row in rows)
    for given, (named, reason) in ((lost, _NOTHING_LOST), (won, _NOTHING_WON), (multiplied, _NOTHING_MULTIPLIED)):
        if not given and path.startswith(named):
            return reason
    return ""


_SIDES = ("declarers", "defenders", "winners", "losers")


def _unless(condition: Callable[[Outline], bool], reason: str) -> Why:
    return Why(lambda outline: not condition(outline), reason)


def _has(step: str) -> Why:
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
        Why(lambda outline: all(packet["cards"] == 1 for packet in outline.packets), "every packet is one card"),
    ),
    ("auction.", _has("auction")),
    (
        "auction.form auction.pass auction.equal_bids auction.over_partner",
        Why(lambda outline: outline.speaks_alone, "only the Hakem speaks (`auction.who: hakem`)"),
    ),
    (
        "auction.pass",
        Why(lambda outline: outline.get("auction.form") == "one_round", "each seat speaks once (`one_round`)"),
    ),
    (
        "auction.form auction.pass auction.over_partner",
        Why(lambda outline: outline.one_bid_only, "only one bid is possible (`auction.bids`)"),
    ),
    ("auction.over_partner", _unless(lambda outline: outline.partners, "there are no partners (`seats.sides`)")),
    (
        "auction.nobody_bids",
        Why(lambda outline: outline.get("auction.opening") == "compulsory", "somebody has to bid (`auction.opening`)"),
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
        Why(lambda outline: outline.marker == "always", "the marker is the maker's last card and must be shown"),
    ),
    (
        "reveal.never",
        Why(
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
    ("play.go_on", Why(lambda outline: outline.get("play.ends") == "all_tricks", "`play.ends` is `all_tricks`")),
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
        Why(lambda outline: outline.get("streak.deals") == "none", "runs score nothing (`streak.deals`)"),
    ),
    ("match.hakem_term", _unless(lambda outline: outline.hakem, "there is no Hakem (`choose_trump.by`)")),
)
