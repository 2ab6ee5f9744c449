"""Records in a stream of bytes, cut into pieces: one header or board at a time, in bounded memory.

A piece begins at a line that begins with `[Board` or `[Event` and nowhere else, so a damaged deal never costs its
neighbours.
"""

from __future__ import annotations

import gzip
import io
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO, Literal, cast

from hakem.errors import Finding, HakemError

#: The longest piece, in bytes. What is longer is cut off there and flagged.
MAX_PIECE = 1 << 20

_BLOCK = 1 << 18
_CUT = re.compile(rb"\n\[(?:Board|Event)\b")
#: A line end this near to the end of a block waits for the next block: it may begin a cut.
_NEAR = 16
_NAME = re.compile(rb'\[Board[ \t]+"([^"\n]*)"')
_GZIP = b"\x1f\x8b"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Piece:
    """A header or a board as bytes, and where it begins: line from 1, offset from 0.

    `excess` counts the bytes beyond the limit, which were passed over; `odd` names what was put right to be able to
    cut at all (`bom`, `line-end`).
    """

    kind: Literal["header", "board"]
    data: bytes
    line: int
    offset: int
    excess: int = 0
    odd: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name of a board as far as it can be read, for indexes."""
        found = _NAME.match(self.data)
        return found[1].decode("utf-8", "replace") if found else ""


class _Cutter:
    """Collects the bytes of one piece after the other."""

    def __init__(self) -> None:
        self.line = 1
        self.offset = 0
        self.kept = b""
        self.size = 0
        self.lines = 0
        self.odd: tuple[str, ...] = ()

    def take(self, data: bytes) -> None:
        """More of the present piece."""
        self.kept += data[: MAX_PIECE - self.size] if self.size < MAX_PIECE else b""
        self.size += len(data)
        self.lines += data.count(b"\n")

    def piece(self) -> Piece:
        """The present piece is complete; the next one begins."""
        kind: Literal["header", "board"] = "board" if self.kept.startswith(b"[Board") else "header"
        piece = Piece(kind, self.kept, self.line, self.offset, self.size - len(self.kept), self.odd)
        self.line += self.lines
        self.offset += self.size
        self.kept, self.size, self.lines, self.odd = b"", 0, 0, ()
        return piece


def pieces(stream: BinaryIO, file: str = "") -> Iterator[Piece]:
    """The pieces of a stream, plain or gzip. The first one is a header, if only an empty one.

    Raises HakemError where nothing can be cut: UTF-16, a broken gzip file.
    """
    blocks = _blocks(stream, file)
    cutter = _Cutter()
    buffer = next(blocks, b"")
    buffer = _first(buffer, cutter, file)
    returns = "line_end" in cutter.odd
    if buffer.startswith(b"[Board"):
        yield cutter.piece()
    #: Whether the piece is the first header and has not met its [Event] yet, which would not begin a piece.
    leading = not buffer.startswith((b"[Board", b"[Event"))
    while True:
        block = next(blocks, None)
        end = len(buffer)
        if block is not None:
            newline = buffer.rfind(b"\n", max(0, end - _NEAR))
            end = end if newline < 0 else newline
        start = 0
        for cut in _CUT.finditer(buffer, 0, end):
            at = cut.start() + 1
            if leading and buffer.startswith(b"[Event", at):
                leading = False
                continue
            leading = False
            cutter.take(buffer[start:at])
            yield cutter.piece()
            start = at
        cutter.take(buffer[start:end])
        if block is None:
            break
        buffer = buffer[end:] + (block.replace(b"\r", b"\n") if returns else block)
    yield cutter.piece()


def _first(block: bytes, cutter: _Cutter, file: str) -> bytes:
    """The first block, without a byte-order mark, its line ends LF or CRLF."""
    if block.startswith(_UTF16) or b"\x00" in block[:2]:
        raise HakemError(
            Finding(
                "encoding",
                "this is no UTF-8 text",
                file,
                1,
                1,
                expected="a record in UTF-8",
                hint="convert it: iconv -f UTF-16 -t UTF-8",
            )
        )
    if block.startswith(_BOM):
        block = block[len(_BOM) :]
        cutter.odd += ("bom",)
        cutter.offset = len(_BOM)
    if b"\r" in block and b"\n" not in block:
        block = block.replace(b"\r", b"\n")
        cutter.odd += ("line_end",)
    return block


def unpacked(stream: BinaryIO) -> io.BufferedReader:
    """A stream that can be peeked into, unpacked if it is gzip."""
    buffered = stream if isinstance(stream, io.BufferedReader) else io.BufferedReader(cast(io.RawIOBase, stream))
    if not buffered.peek(2).startswith(_GZIP):
        return buffered
    return io.BufferedReader(cast(io.RawIOBase, gzip.GzipFile(fileobj=buffered)))


def _blocks(stream: BinaryIO, file: str) -> Iterator[bytes]:
    """The bytes of a stream, unpacked if it is gzip."""
    try:
        stream = unpacked(stream)
        while block := stream.read(_BLOCK):
            yield block
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        message = f"the gzip file is broken or cut off: {error}"
        raise HakemError(Finding("gzip", message, file, hint="what came before was read")) from error
