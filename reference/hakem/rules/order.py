"""The sequence of a deal: which steps there must be, how often, and after which others."""

from __future__ import annotations

from collections.abc import Iterator

from hakem.rules.fault import Fault
from hakem.rules.outline import Outline

_PATH = ("sequence",)
_ONCE = ("auction", "second_auction", "stakes", "lone_hand", "draw")


def check_order(outline: Outline) -> Iterator[Fault]:
    """Faults of `sequence` itself and of settings that its order contradicts."""
    steps = outline.steps
    yield from _frame(steps)
    yield from _before(outline, steps)
    yield from _roles(outline, steps)


def _frame(steps: tuple[str, ...]) -> Iterator[Fault]:
    if steps[0] != "deal":
        yield Fault("step_out_of_order", "a deal begins with `deal`", _PATH)
    for step in ("play", "score"):
        if steps.count(step) != 1:
            yield Fault("step_out_of_order", f"`{step}` must be there exactly once", _PATH)
    if steps[-2:] != ("play", "score") and {"play", "score"} <= set(steps):
        yield Fault("step_out_of_order", "`play` and then `score` come last", _PATH)
    for step in _ONCE:
        if steps.count(step) > 1:
            yield Fault("step_out_of_order", f"`{step}` can be there only once", _PATH)
    if steps.count("choose_trump") > 2:
        yield Fault("step_out_of_order", "`choose_trump` can be there only twice", _PATH)


def _before(outline: Outline, steps: tuple[str, ...]) -> Iterator[Fault]:
    def first(step: str) -> int:
        return steps.index(step) if step in steps else len(steps)

    def last(step: str) -> int:
        return len(steps) - 1 - steps[::-1].index(step) if step in steps else -1

    if "second_auction" in steps and first("second_auction") < first("auction"):
        yield Fault("step_out_of_order", "`second_auction` needs an `auction` before it", _PATH)
    if "lone_hand" in steps and first("lone_hand") < last("deal"):
        yield Fault("step_out_of_order", "`lone_hand` comes after the last `deal`", _PATH)
    if "draw" in steps and first("draw") < first("choose_trump"):
        yield Fault("step_out_of_order", "`draw` comes after `choose_trump`", _PATH)
    if steps.count("choose_trump") == 2:
        between = steps[first("choose_trump") : last("choose_trump")]
        if not {"auction", "second_auction"} & set(between):
            yield Fault("step_out_of_order", "a second `choose_trump` needs an auction between the two", _PATH)
    named = outline.get("choose_trump.by")
    if named == "declarer" and "auction" in steps and first("choose_trump") < first("auction"):
        yield Fault("step_out_of_order", "the declarer is known only after the `auction`", (*_PATH, "choose_trump.by"))
    declared = min(first("auction"), first("choose_trump") if outline.hakem else len(steps))
    if outline.acts("stakes") and first("stakes") < declared:
        yield Fault("step_out_of_order", "`stakes` needs a declarer, so it comes after the `auction`", _PATH)
    other_side = outline.acts("second_auction") and outline.get("second_auction.who") != "declarers"
    if other_side and last("choose_trump") < first("second_auction"):
        yield Fault("step_out_of_order", "another side can win `second_auction`, but no `choose_trump` follows it",
                    ("second_auction.who", *_PATH), hint="add `choose_trump` after it")  # fmt: skip


def _roles(outline: Outline, steps: tuple[str, ...]) -> Iterator[Fault]:
    """Settings that speak of the Hakem, or of a declarer, where there is none."""
    if outline.hakem:
        return
    for packet in outline.packets:
        if packet["to"] != "all" or packet["seen"] != "at_once":
            yield Fault("no_hakem", "a packet is dealt to or seen by the Hakem alone", (*_PATH, "choose_trump.by"),
                        expected="`choose_trump.by: hakem`")  # fmt: skip
            break
    if "auction" in steps and outline.get("auction.who") != "every_seat":
        yield Fault("no_hakem", "who may speak depends on the Hakem", ("auction.who", "choose_trump.by"),
                    expected="`choose_trump.by: hakem`")  # fmt: skip
    if outline.acts("draw"):
        yield Fault("no_hakem", "the Hakem draws first", ("draw.discards", "choose_trump.by"),
                    expected="`choose_trump.by: hakem`")  # fmt: skip
    if "choose_trump" in steps and "auction" not in steps and outline.get("choose_trump.by") == "declarer":
        yield Fault("no_declarer", "without an auction no declarer chooses trump", ("choose_trump.by", *_PATH),
                    expected="`choose_trump.by: hakem`, or `auction` in `sequence`")  # fmt: skip
