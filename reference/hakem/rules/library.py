"""Where rule sets are: shipped ones below `spec/rulesets`, a user's own beside the file that names them."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path as File

from hakem import data
from hakem.errors import Finding, HakemError
from hakem.rules.reader import Document, read

ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*(/[a-z0-9]+(-[a-z0-9]+)*)*")
SUFFIXES = (".yaml", ".yml", ".json")

#: Folders with rule sets of a user's own (`also`).
_also: list[File] = []


@cache
def folder() -> File:
    """The folder of the shipped documents. Cached."""
    return data.path("spec/rulesets")


@cache
def shipped(kind: str = "rule_set") -> tuple[str, ...]:
    """The ids of the shipped documents of one kind (`rule_set`, `family`, `overlay`), sorted. Cached."""
    ids = (path.relative_to(folder()).with_suffix("").as_posix() for path in folder().rglob("*.yaml"))
    return tuple(sorted(name for name in ids if kind_of(name) == kind))


def kind_of(name: str) -> str:
    """The kind that the id of a shipped document promises."""
    return {"family": "family", "overlay": "overlay"}.get(name.partition("/")[0], "rule_set")


def is_shipped(name: str) -> bool:
    return any(name in shipped(kind) for kind in ("rule_set", "family", "overlay"))


def is_file(name: str) -> bool:
    """Whether a user who writes `name` means a file, not the id of a shipped rule set."""
    if name.endswith(SUFFIXES) or name.startswith(("/", "./", "../")):
        return True
    return not is_shipped(name.partition("@")[0]) and File(name).exists() and not File(name).is_dir()


def display(path: File) -> str:
    """A file's name as findings give it: shipped ones as in a checkout, others as they were named."""
    try:
        return f"spec/rulesets/{path.relative_to(folder()).as_posix()}"
    except ValueError:
        return str(path)


@cache
def read_shipped(name: str) -> Document:
    """A shipped document. Cached. Raises `HakemError` if it cannot be read."""
    document, findings = read_file(folder() / f"{name}.yaml")
    if document is None:
        raise HakemError(findings)
    return document


def read_file(path: File) -> tuple[Document | None, list[Finding]]:
    """Read a document from a file; a file that cannot be opened is a finding like any other."""
    try:
        content = path.read_bytes()
    except OSError as error:
        return None, [Finding("no_file", f"cannot read it: {error.strerror or error}", display(path))]
    return read(content, display(path))


def find(name: str, beside: File | None) -> File | None:
    """The file of an id: a shipped one, else one in the folder `beside`, under its full or its last name."""
    if not ID.fullmatch(name):
        return None
    if is_shipped(name):
        return folder() / f"{name}.yaml"
    if beside is not None:
        for stem in (name, name.rpartition("/")[2]):
            for suffix in SUFFIXES:
                if (found := beside / f"{stem}{suffix}").is_file():
                    return found
    return None


def also(folder: File) -> None:
    """From now on look for rule sets in this folder too, by their ids; shipped ones come first."""
    if folder not in _also:
        _also.append(folder)


def own(name: str) -> File | None:
    """The file of a rule set in one of those folders; nothing for what is no id."""
    if not ID.fullmatch(name):
        return None
    return next((file for folder in _also if (file := find(name, folder))), None)
