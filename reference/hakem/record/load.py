"""Reading records: from a stream of bytes to nodes and findings, one deal at a time.

Three levels. *strict*: every departure from the notation is an error. *lenient*: what people type and paste is put
right where it is plain what was meant, each repair a warning. *salvage*: as lenient, and what cannot be read of a
deal is kept word for word in `[%unparsed "…"]`. At every level the rest of the file is read.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import BinaryIO, Literal

from hakem.errors import Finding, HakemError
from hakem.record import cuts
from hakem.record.codes import REPAIRED
from hakem.record.diagnose import diagnose
from hakem.record.nodes import Board, Header, Match
from hakem.record.reader import Fault, read_board, read_header
from hakem.record.repair import Repaired, repair
from hakem.record.salvage import salvaged
from hakem.record.source import Source

Level = Literal["strict", "lenient", "salvage"]
LEVELS: tuple[Level, ...] = ("strict", "lenient", "salvage")

_RECUT = re.compile(r"\n(?=\[(?:Board|Event)\b)")
_VERSION = re.compile(r"%TTN[ \t]+([0-9]+)\.([0-9]+)")


@dataclass(frozen=True, slots=True)
class Reading:
    """One header or board of a file, as far as it could be read, and what is to be said about its text."""

    source: Source
    findings: tuple[Finding, ...] = ()

    @property
    def node(self) -> Header | Board | None:
        """The header or board, None if it is lost."""
        return self.source.node


def read(stream: BinaryIO, level: Level = "lenient", file: str = "") -> Iterator[Reading]:
    """Everything in a stream, plain or gzip, in order and one piece at a time; memory does not grow with the file.

    Faults of the text are findings, never exceptions.
    """
    return _Reading(level, file).read(stream)


def parse(text: str | bytes, level: Level = "lenient", file: str = "") -> tuple[list[Match], list[Finding]]:
    """The matches in a text, and every finding about its notation."""
    data = text.encode("utf-8", "surrogateescape") if isinstance(text, str) else text
    readings = list(read(io.BytesIO(data), level, file))
    return matches(readings), [finding for reading in readings for finding in reading.findings]


def matches(readings: Iterable[Reading]) -> list[Match]:
    """The headers and boards as matches. A board without a header of its own belongs to the match before it."""
    found: list[Match] = []
    for reading in readings:
        node = reading.node
        if isinstance(node, Header):
            found.append(Match(node))
        elif node is not None:
            last = found.pop() if found else Match(Header())
            found.append(replace(last, boards=(*last.boards, node)))
    return found


class _Reading:
    """The reading of one file."""

    def __init__(self, level: Level, file: str) -> None:
        self.level = level
        self.file = file
        self.severity: Literal["error", "warning"] = "error" if level == "strict" else "warning"
        self.line_ends_told = False

    def read(self, stream: BinaryIO) -> Iterator[Reading]:
        line = 1
        blank: cuts.Piece | None = None
        try:
            for number, piece in enumerate(cuts.pieces(stream, self.file)):
                line = piece.line
                if number == 0 and not piece.data.strip():
                    blank = piece
                    continue
                if blank is not None:
                    yield from self.piece(blank, first=True)
                    blank = None
                yield from self.piece(piece, first=number == 0)
        except HakemError as error:
            yield Reading(Source(self.file, line, ""), error.findings)
            return
        if blank is not None:
            expected = "%TTN 1.0, tags, boards"
            finding = Finding("no_record", "there is no record in it", self.file, 1, 1, expected=expected)
            yield Reading(Source(self.file, 1, ""), (finding,))

    def piece(self, piece: cuts.Piece, first: bool) -> Iterator[Reading]:
        """The nodes of one piece, usually one."""
        try:
            text = piece.data.decode()
        except UnicodeDecodeError as error:
            yield self.undecodable(piece, error)
            return
        source = Source(self.file, piece.line, text)
        findings = list(self.departures(piece, source, first))
        if piece.excess:
            yield Reading(source, (*findings, self.too_long(piece, source)))
            return
        if "\r\n" in text:
            text = text.replace("\r\n", "\n")
            source = replace(source, text=text)
        try:
            node = read_header(text) if piece.kind == "header" else read_board(text)
        except Fault:
            yield from self.mended(source, repair(text, piece.kind, first), first, findings)
        else:
            yield Reading(Source(self.file, piece.line, text, node), tuple(findings))

    def departures(self, piece: cuts.Piece, source: Source, first: bool) -> Iterator[Finding]:
        """What is to be said about a piece before it is read: version, byte-order mark, line ends."""
        if "bom" in piece.odd:
            yield self.repaired("bom", "the file begins with a byte-order mark; it is left out", source, 0)
        if not self.line_ends_told and ("\r\n" in source.text or "line_end" in piece.odd):
            self.line_ends_told = True
            yield self.repaired("line_end", "line ends are not LF (told once for the file)", source, 0)
        if first:
            found = _VERSION.match(source.text)
            if not source.text.startswith("%TTN"):
                yield self.repaired("missing_version", "the file does not begin with `%TTN 1.0`", source, 0)
            elif found and found[1] != "1":
                line, column = source.spot(0)
                message = f"`{found[0]}` is a version that cannot be read"
                yield Finding("bad_version", message, self.file, line, column, expected="%TTN 1.0")

    def repaired(self, code: str, message: str, source: Source, offset: int, where: str = "") -> Finding:
        """The finding of something that was put right, an error at the strict level."""
        line, column = source.original_spot(offset)
        hint = "`hakem record fmt` puts it right" if self.level == "strict" else ""
        return Finding(code, message, self.file, line, column, where, "", hint, self.severity)

    def too_long(self, piece: cuts.Piece, source: Source) -> Finding:
        message = f"longer than {cuts.MAX_PIECE} bytes; {piece.excess} bytes more were passed over"
        return Finding("too_long", message, self.file, piece.line, 1, source.full(""))

    def undecodable(self, piece: cuts.Piece, error: UnicodeDecodeError) -> Reading:
        """What becomes of bytes that are not UTF-8."""
        text = piece.data.decode(errors="surrogateescape").replace("\r\n", "\n")
        offset = len(piece.data[: error.start].replace(b"\r\n", b"\n").decode())
        source = Source(self.file, piece.line, text)
        line, column = source.spot(offset)
        finding = Finding(
            "encoding",
            f"byte 0x{piece.data[error.start]:02X} is not UTF-8",
            self.file,
            line,
            column,
            source.full(""),
            expected="a record in UTF-8",
            hint="convert the file: iconv -f WINDOWS-1252 -t UTF-8",
        )
        node = salvaged(source, offset) if self.level == "salvage" else None
        return Reading(replace(source, node=node), (finding,))

    def mended(self, source: Source, mended: Repaired, first: bool, findings: list[Finding]) -> Iterator[Reading]:
        """The nodes of a piece that was put right as far as it could be."""
        start = 0
        texts = _RECUT.split(mended.text)
        if first and texts[1:] and texts[1].startswith("[Event") and not texts[0].startswith("[Event"):
            texts[:2] = ["\n".join(texts[:2])]  # the first [Event] does not begin the file's first header
        for text in texts:
            part = replace(source, text=text, repaired=mended, skipped=start)
            part, fault = self.node_of(part)
            end = start + len(text) + 1
            for fix, new in mended.placed():
                if start <= new < end:
                    findings.append(self.told(part, mended, fix.code, fix.start, fix.end, fix.after, new - start))
            yield Reading(part, tuple(findings + fault))
            findings = []
            start = end

    def told(self, part: Source, mended: Repaired, code: str, start: int, end: int, after: str, new: int) -> Finding:
        """The finding of a repair, with what stood there and what stands there now."""
        before = mended.before[start:end].strip(" \t\n")
        if not before.isprintable():
            before = " ".join(f"U+{ord(char):04X}" for char in before)
        say = REPAIRED[code].rstrip(".")
        if before:
            say += f": `{before}`" + (f" becomes `{after.strip()}`" if after.strip() else " is left out")
        return self.repaired(code, say[0].lower() + say[1:], part, start, part.address(new))

    def node_of(self, part: Source) -> tuple[Source, list[Finding]]:
        """The part with its node, and the fault that hid the rest of it."""
        board = part.text.startswith("[Board")
        try:
            return replace(part, node=read_board(part.text) if board else read_header(part.text)), []
        except Fault as fault:
            code, message, offset, expected, hint = diagnose(part.text, fault)
            line, column = part.spot(offset)
            where = part.full(fault.place)
            finding = Finding(code, message, self.file, line, column, where, expected, hint)
            if self.level == "salvage":
                part = replace(part, node=salvaged(part, fault.safe))
            return part, [finding]
