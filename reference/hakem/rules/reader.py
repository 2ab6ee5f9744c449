"""Strict YAML with a position for every key and value.

Plain YAML reads surprises into documents: `no` is false, a second key wins silently, an alias can grow without
bound. Here keys are always text; a plain scalar is a whole number, `true`, `false` or text; and whatever is not
needed to write down rules (anchors, tags, several documents) is refused with one clear finding.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import yaml

from hakem.errors import Finding

MAX_BYTES = 1 << 20
MAX_DEPTH = 16
MAX_FINDINGS = 50

#: The path of a value inside a document: keys, and places in lists counted from 0.
Path = tuple[str | int, ...]
Mark = tuple[int, int]

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_INTEGER = re.compile(r"-?(0|[1-9][0-9]{0,8})")
_TAB_INDENT = re.compile(r"^ *\t", re.MULTILINE)
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")


@dataclass(frozen=True)
class Document:
    """A file as plain data: mappings with text keys, lists, text, whole numbers, true and false.

    `keys` and `values` give line and column (from 1) of the key and of the value at a path; an entry of a list
    has both at the same place. An empty value is `None`.
    """

    file: str
    data: Any
    keys: dict[Path, Mark] = field(default_factory=dict, repr=False)
    values: dict[Path, Mark] = field(default_factory=dict, repr=False)

    def mark(self, path: Path, *, key: bool = False) -> Mark:
        """Line and column of a value (of its key), or of the nearest mapping or list that is there."""
        found = (self.keys if key else self.values).get(path)
        if found is not None or not path:
            return found or self.values.get((), (1, 1))
        return self.mark(path[:-1], key=True) if path[:-1] else self.values.get((), (1, 1))


class _Stop(Exception):
    """Reading cannot go on after this finding."""

    def __init__(self, finding: Finding) -> None:
        self.finding = finding


def read(content: bytes, file: str) -> tuple[Document | None, list[Finding]]:
    """Read one document. Without a document there is at least one finding that says why."""
    builder = _Builder(file)
    try:
        text = _decode(content, file)
        document = builder.build(text)
    except _Stop as stop:
        return None, [*builder.findings, stop.finding]
    except yaml.YAMLError as error:
        return None, [*builder.findings, _syntax(error, file)]
    return (None if builder.unusable else document), builder.findings


def _decode(content: bytes, file: str) -> str:
    if len(content) > MAX_BYTES:
        raise _Stop(
            Finding("too_large", f"the file has {len(content)} bytes", file, expected=f"at most {MAX_BYTES} bytes")
        )
    if content.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
        raise _Stop(
            Finding("byte_order_mark", "the file starts with a byte order mark", file, 1, 1,
                    hint="save it as UTF-8 without a byte order mark")
        )  # fmt: skip
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        before = content[: error.start].decode("utf-8")
        raise _Stop(
            Finding("not_utf8", f"byte 0x{content[error.start]:02x} is not UTF-8", file, *_place(before, len(before)),
                    hint="save the file as UTF-8")
        ) from None  # fmt: skip
    if match := _CONTROL.search(text):
        raise _Stop(
            Finding("control_character", f"character U+{ord(match.group()):04X} has no place in a document", file,
                    *_place(text, match.start()))
        )  # fmt: skip
    if match := _TAB_INDENT.search(text):
        raise _Stop(
            Finding("tab", "a tab in the indentation", file, *_place(text, match.end() - 1), hint="indent with spaces")
        )
    return text


def _place(text: str, index: int) -> Mark:
    return text.count("\n", 0, index) + 1, index - (text.rfind("\n", 0, index) + 1) + 1


def _syntax(error: yaml.YAMLError, file: str) -> Finding:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    line, column = (mark.line + 1, mark.column + 1) if mark else (0, 0)
    problem = getattr(error, "problem", None) or str(error)
    if "nesting depth" in problem:
        return Finding("too_deep", f"nested more than {MAX_DEPTH} deep", file, line, column)
    hint = ""
    if "mapping values are not allowed" in problem:
        hint = "text with a colon and a space in it needs quotation marks"
    elif "cannot start any token" in problem:
        hint = "text that starts with this character needs quotation marks"
    return Finding("yaml_syntax", f"this is not YAML: {problem}", file, line, column, hint=hint)


class _Builder:
    def __init__(self, file: str) -> None:
        self.file = file
        self.findings: list[Finding] = []
        self.unusable = False
        self.document = Document(file, None)

    def build(self, text: str) -> Document:
        events: Iterator[Any] = yaml.parse(text, Loader=_LOADER)
        next(events)  # stream start
        if isinstance(next(events), yaml.StreamEndEvent):
            raise _Stop(Finding("empty_document", "the file has no content", self.file, 1, 1))
        first = next(events)
        data = self.node(first, events, (), 1)
        next(events)  # document end
        after = next(events)
        if not isinstance(after, yaml.StreamEndEvent):
            raise _Stop(self.finding("several_documents", "a second document begins here", _mark(after),
                                     hint="one file holds one document"))  # fmt: skip
        if data is None:
            raise _Stop(Finding("empty_document", "the file has no content", self.file, 1, 1))
        return Document(self.file, data, self.document.keys, self.document.values)

    def finding(self, code: str, message: str, mark: Mark, *, where: str = "", hint: str = "") -> Finding:
        return Finding(code, message, self.file, *mark, where, hint=hint)

    def report(
        self, code: str, message: str, mark: Mark, *, unusable: bool = True, where: str = "", hint: str = ""
    ) -> None:
        self.unusable |= unusable
        self.findings.append(self.finding(code, message, mark, where=where, hint=hint))
        if len(self.findings) >= MAX_FINDINGS:
            raise _Stop(self.finding("too_many", "more faults than are worth listing", mark))

    def node(self, event: Any, events: Iterator[Any], path: Path, depth: int) -> Any:
        mark = _mark(event)
        self.document.values[path] = mark
        if depth > MAX_DEPTH:
            raise _Stop(self.finding("too_deep", f"nested more than {MAX_DEPTH} deep", mark))
        if isinstance(event, yaml.AliasEvent):
            self.report("alias", f"an alias (`*{_clip(event.anchor)}`)", mark, hint="write the value out")
            return None
        if event.anchor is not None:
            self.report("alias", f"an anchor (`&{_clip(event.anchor)}`)", mark, hint="write the value out")
        if event.tag not in (None, "!"):
            self.report("tag", f"a tag (`{_clip(event.tag)}`)", mark, hint="values need no tag")
        if isinstance(event, yaml.ScalarEvent):
            return self.scalar(event, path, mark)
        if isinstance(event, yaml.SequenceStartEvent):
            return self.sequence(events, path, depth)
        return self.mapping(events, path, depth)

    def scalar(self, event: Any, path: Path, mark: Mark) -> Any:
        if event.style or not event.implicit[0]:
            return event.value
        text: str = event.value
        if text in ("", "~", "null"):
            if path:  # an empty document is reported at the end
                self.report("empty_value", "there is no value here", mark, unusable=False, where=address(path))
            return None
        if text in ("true", "false"):
            return text == "true"
        return int(text) if _INTEGER.fullmatch(text) else text

    def sequence(self, events: Iterator[Any], path: Path, depth: int) -> list[Any]:
        items: list[Any] = []
        while not isinstance(event := next(events), yaml.SequenceEndEvent):
            inner = (*path, len(items))
            self.document.keys[inner] = _mark(event)
            items.append(self.node(event, events, inner, depth + 1))
        return items

    def mapping(self, events: Iterator[Any], path: Path, depth: int) -> dict[str, Any]:
        entries: dict[str, Any] = {}
        while not isinstance(event := next(events), yaml.MappingEndEvent):
            mark = _mark(event)
            if not isinstance(event, yaml.ScalarEvent):
                raise _Stop(self.finding("bad_key", "a key must be plain text", mark))
            if event.anchor is not None or event.tag not in (None, "!"):
                self.report("bad_key", "a key must be plain text, without anchor or tag", mark)
            key: str = event.value
            if key in entries:
                line, _ = self.document.keys[(*path, key)]
                self.report("duplicate_key", f"`{_clip(key)}` is here twice, first in line {line}", mark,
                            unusable=False, where=address((*path, key)))  # fmt: skip
                _Builder(self.file).node(next(events), events, path, depth + 1)
                continue
            inner = (*path, key)
            self.document.keys[inner] = mark
            entries[key] = self.node(next(events), events, inner, depth + 1)
        return entries


def address(path: Path) -> str:
    """A path as people write it: `auction.bids.from` (also under `changes` and `adds`), `sequence[2].deal`."""
    text = ""
    for part in path[1:] if path[:1] in (("changes",), ("adds",)) and path[1:] else path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text


def _mark(event: Any) -> Mark:
    return event.start_mark.line + 1, event.start_mark.column + 1


def _clip(name: object, length: int = 40) -> str:
    text = str(name)
    return text if len(text) <= length else text[: length - 1] + "…"
