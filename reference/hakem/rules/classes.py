"""Card-class lists as the checker sees them: can one run out, is every class of it of use?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hakem.rules.fault import Fault
from hakem.rules.outline import Outline

#: Classes that hold every card of a hand, save for a maker whose trump is hidden.
_WHOLE_BUT_FOR_MAKER = frozenset({"not_hidden_trump", "not_hidden_trump_unless_led"})
LISTS = ("play.lead", "play.follow", "reveal.after_ask", "reveal.after_show")


def can_run_out(classes: Sequence[str]) -> bool:
    """Whether a hand may hold no card of any class of a list."""
    return "any" not in classes


def check_lists(outline: Outline) -> Iterator[Fault]:
    """Lists that can leave a seat without a card where `show` is no way out, and classes that cannot matter."""
    for path in LISTS:
        if path.startswith("reveal.") and not outline.hidden:
            continue
        classes = outline.get(path)
        yield from _places(outline, path, classes)
        if can_run_out(classes) and not _WHOLE_BUT_FOR_MAKER & set(classes) and not _marked(outline, path, classes):
            yield Fault(
                "list_runs_out",
                f"a hand may hold no card of `{path}`, and nothing could be played",
                (path,),
                hint="end the list with `any`",
            )


def _marked(outline: Outline, path: str, classes: Sequence[str]) -> bool:
    return path == "reveal.after_show" and "marker" in classes and outline.marker == "always"


def _places(outline: Outline, path: str, classes: Sequence[str]) -> Iterator[Fault]:
    if "any" in classes[:-1]:
        after = classes[classes.index("any") + 1]
        yield Fault("class_without_use", f"`{after}` stands after `any` and is never looked at", (path,))
    if path == "play.lead" and "led_suit" in classes:
        yield Fault("class_without_use", "a leader has no led suit to follow", (path,), hint="take `led_suit` out")
    if "marker" in classes and (path == "reveal.after_ask" or outline.marker == "never"):
        why = "no card is laid as marker" if outline.marker == "never" else "it is the maker's, and he does not ask"
        yield Fault("class_without_use", f"`marker` has no card here: {why}", (path, "choose_trump.form"))
