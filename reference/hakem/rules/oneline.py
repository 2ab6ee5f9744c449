"""A value of a setting on one line, as YAML."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any


def flow(value: Any) -> str:
    """A plain value as YAML on one line: plain words bare, any other text in quotation marks."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(key)}: {flow(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(flow(item) for item in value) + "]"
    if isinstance(value, str):
        bare = all(part.isidentifier() for part in value.split(" ")) and value not in ("true", "false", "null")
        return value if bare else json.dumps(value, ensure_ascii=False)
    return json.dumps(value)


def steps(sequence: Iterable[Any]) -> str:
    """The steps of a deal in short: `deal 4, auction, …`; what is special about a packet in brackets."""
    texts = []
    for item in sequence:
        if isinstance(item, str):
            texts.append(item)
            continue
        packet = item["deal"]
        special = [packet[key] for key, usual in (("to", "all"), ("seen", "at_once")) if packet[key] != usual]
        texts.append(f"deal {packet['cards']}" + (f" ({', '.join(special)})" if special else ""))
    return ", ".join(texts)


def _key(key: str) -> str:
    return key if key.isidentifier() else json.dumps(key)
