"""The places in which two answers differ."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

#: Its path, ours, theirs. What one side lacks is None.
Difference = tuple[str, Any, Any]


def places(ours: Any, theirs: Any, where: str = "") -> Iterator[Difference]:
    """Every place in which two answers differ, the outermost ones."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key in {**ours, **theirs}:
            yield from places(ours.get(key), theirs.get(key), f"{where}.{key}" if where else str(key))
    elif _are_records(ours) and _are_records(theirs):
        for at, (one, other) in enumerate(zip_longest(ours, theirs)):
            yield from places(one, other, f"{where}[{at}]")
    elif json.dumps(ours, sort_keys=True) != json.dumps(theirs, sort_keys=True):  # 1 is not true
        yield where, ours, theirs


def _are_records(value: Any) -> bool:
    """Steps and events are told one by one; of actions and cards the whole list says more."""
    return isinstance(value, list) and all(isinstance(each, dict | list) for each in value)


def differences(ours: Any, theirs: Any) -> list[str]:
    """The same in words."""
    return [f"{path}: interpreter {json.dumps(one)}, evaluator {json.dumps(other)}"
            for path, one, other in places(ours, theirs)]  # fmt: skip
