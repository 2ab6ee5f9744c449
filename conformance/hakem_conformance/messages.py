"""Messages against `spec/schema/protocol.schema.json`, both what we send and what comes back.

Checks are compiled once, for each method when it is first used.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

import fastjsonschema

from hakem import data

Check = Callable[[Any], object]

#: The version of the protocol that this harness speaks.
VERSION = "1.0"


def fault_of(kind: str, message: Any) -> str:
    """What is wrong with `message`, a `METHOD.params`, `METHOD.result`, `request` or `reply`; empty if nothing is."""
    try:
        _quick(kind)(message)
    except fastjsonschema.JsonSchemaValueException:
        try:
            _exact(kind)(message)
        except fastjsonschema.JsonSchemaValueException as error:
            return _readable(error, kind)
    except RecursionError:
        return "it is nested too deeply"
    return ""


@cache
def definitions() -> dict[str, Any]:
    """The definitions of the schema by name."""
    text = data.path("spec/schema/protocol.schema.json").read_text(encoding="utf-8")
    defs: dict[str, Any] = json.loads(text)["$defs"]
    return defs


@cache
def known_fields(name: str) -> frozenset[str]:
    """The fields of an object of the protocol (`event`, `view`, `deal_result`). All others are to be ignored."""
    return frozenset(definitions()[name]["properties"])


@cache
def _exact(kind: str) -> Check:
    return _run(fastjsonschema.compile_to_code(_schema(kind)))


@cache
def _quick(kind: str) -> Check:
    """The compiled check without the book-keeping of names for error messages, which is two thirds of its time.
    A message that fails is looked at again by the exact check."""
    return _run(fastjsonschema.compile_to_code(_schema(kind)).replace(".format(**locals())", ""))


def _run(code: str) -> Check:
    space: dict[str, Any] = {}
    exec(compile(code, "<schema>", "exec"), space)  # of a text, Ctrl-C during `exec` would end the process by a signal
    check: Check = space["validate"]
    return check


def _schema(kind: str) -> dict[str, Any]:
    return {"$ref": f"#/$defs/{kind}", "$defs": definitions()}


def _readable(error: fastjsonschema.JsonSchemaValueException, kind: str) -> str:
    """The message with the data named by what it is; cut off, for it may quote the engine."""
    name = (error.name or "data").replace("data", kind.rpartition(".")[2], 1)
    text = error.message.replace(error.name or "data", name, 1)
    value, choices = error.value, error.definition.get("anyOf") or error.definition.get("oneOf") or []
    if error.rule == "required":
        text = f"{name} lacks {_listed(key for key in error.definition['required'] if key not in value)}"
    elif error.rule in ("anyOf", "oneOf") and all("required" in choice for choice in choices):
        text = f"{name} needs {', or '.join(_listed(choice['required']) for choice in choices)}"
    elif error.rule == "anyOf" and isinstance(value, dict):
        inner = next((choice["$ref"].rpartition("/")[2] for choice in choices if "$ref" in choice), None)
        text = f"{name}: {fault_of(inner, value)}" if inner else text
    return text[:500]


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
