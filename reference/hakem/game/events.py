"""Events: what happened, and which seats see the face of it (protocol.md section 5).

An event is a tuple, its name first. An event with a face that not all may see ends with its audience: `"*"`
for all, a seat for that seat alone, `""` for nobody.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

Event = tuple[Any, ...]

EVERYBODY = "*"
NOBODY = ""

#: name -> its fields, in the order of the tuple. The audience of a private event is not a field.
FIELDS: dict[str, tuple[str, ...]] = {
    "deal_begins": ("deal", "dealer", "hakem", "score"),
    "dealt": ("seat", "count", "cards"),
    "looked": ("seat", "cards"),
    "call": ("seat", "call"),
    "forced_bid": ("seat", "bid"),
    "contract": ("seat", "bid", "target"),
    "trump_set": ("seat", "choice"),
    "marker_set": ("seat", "card"),
    "marker_back": ("seat", "card"),
    "stakes": ("multiplier",),
    "lone_contract": ("seat",),
    "laid_away": ("seat", "card"),
    "drawn": ("seat", "card"),
    "played": ("seat", "card"),
    "revealed": ("seat", "trump", "marker"),
    "trick_won": ("seat", "trick"),
    "captured": ("side", "tricks", "points"),
    "pair_shown": ("seat", "suit"),
    "target_moved": ("from", "to"),
    "deal_void": ("why",),
    "deal_ended": ("cause",),
    "scored": ("row", "change", "score"),
    "streak": ("side", "amount", "score"),
    "office": ("dealer", "hakem"),
    "match_won": ("side",),
}

#: Events with a face: the place of the field that only the audience sees.
FACES: dict[str, int] = {
    "dealt": 3,
    "looked": 2,
    "trump_set": 2,
    "marker_set": 2,
    "marker_back": 2,
    "laid_away": 2,
    "drawn": 2,
}

#: Fields that are left out where there is nothing to say.
_OPTIONAL = {"hakem", "marker"}


def seen(event: Event, seat: str) -> Event:
    """The event as `seat` sees it: the face is None if it is not for that seat. The audience is cut off."""
    face = FACES.get(event[0])
    if face is None:
        return event
    return event[:-1] if event[-1] in (EVERYBODY, seat) else (*event[:face], None)


def as_json(event: Event) -> dict[str, Any]:
    """The event as the referee saw it, a JSON object with the fields of the protocol."""
    name = event[0]
    fields = {"event": name}
    for field, value in zip(FIELDS[name], event[1:], strict=False):
        if value is not None or field not in _OPTIONAL:
            fields[field] = dict(value) if isinstance(value, dict) else value
    return fields


def all_as_json(events: Iterable[Event]) -> list[dict[str, Any]]:
    """Several events, in order."""
    return [as_json(event) for event in events]
