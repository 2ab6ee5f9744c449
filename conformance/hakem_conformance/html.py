"""One page from the lines of a report: a single file that opens from disk, without anything from the network."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from hakem import data
from hakem_conformance import report
from hakem_conformance.claims import Claims
from hakem_conformance.clauses import clause_text
from hakem_conformance.draw import compact, deal_table, difference, log_tail, question
from hakem_conformance.profiles import profiles
from hakem_conformance.report import Line
from hakem_conformance.suite import Vector

_SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


def page(lines: Sequence[Line], vectors: Mapping[str, Vector]) -> str:
    """The document. A vector that is not in `vectors` is shown without its deal."""
    template = data.path("conformance/report/page.html").read_text(encoding="utf-8")
    results = report.results(lines)
    red = [line for line in results if report.is_red(line)]
    clauses = sorted({clause for line in results for clause in _clauses(line, vectors)})
    parts = {
        "title": _title(lines),
        "head": "\n".join(_head(lines)),
        "statuses": "\n".join(_box(*item) for item in sorted(report.statuses(lines).items())),
        "clauses": "\n".join(f'<option value="{_text(clause)}">' for clause in clauses),
        "vectors": "\n".join(_vector(line, vectors) for line in [*red, *(line for line in results if line not in red)]),
    }
    return re.sub(r"<!--(\w+)-->", lambda place: parts[place[1]], template)


def _box(status: str, count: int) -> str:
    return f'<label><input type="checkbox" name="status" value="{status}" checked> {count} {status}</label>'


def _text(value: object) -> str:
    """Foreign text as text of the page, without control characters."""
    safe = "".join(
        char if char in "\n\t" or char.isprintable() or char == " " else f"\\u{ord(char):04x}" for char in str(value)
    )
    return escape(safe)


def _title(lines: Sequence[Line]) -> str:
    engine = next((Claims.of(line["hello"]).describe() for line in lines if line["type"] == "engine"), "no engine")
    return _text(engine)


def _head(lines: Sequence[Line]) -> Iterator[str]:
    begin = next((line for line in lines if line["type"] == "begin"), None)
    if begin:
        yield f"<p>{_text(begin['time'])} · {_text(begin['harness'])} · protocol {_text(begin['protocol'])} · "
        yield f"{begin['suite']['chosen']} of {begin['suite']['vectors']} vectors</p>"
        yield f"<p><code>{_text(' '.join(begin['command']))}</code></p>"
        if begin["selection"]:
            yield f"<p>only a part was asked: {_text(compact(begin['selection']))}</p>"
    if not report.is_complete(lines):
        yield '<p class="red">The run was cut off: this is what was known until then.</p>'
    yield "<ul class='profiles'>"
    for each in profiles(lines):
        yield f"<li class='{each.standing.replace(' ', '-')}'>{each.name}: {each.standing}</li>"
    yield "</ul>"
    for line in lines:
        if line["type"] in ("fault", "stale", "notice"):
            told = [line["message"], line.get("hint", ""), *line.get("lines", ()), *log_tail(line.get("stderr", ""))]
            yield f"<pre class='{line['type']}'>{_text(chr(10).join(filter(None, told)))}</pre>"


def _clauses(line: Line, vectors: Mapping[str, Vector]) -> list[str]:
    """Clauses by which a result is found: that of its mismatch, else all of the vector."""
    if "failure" in line:
        return [line["failure"]["clause"]]
    return sorted(vectors[line["vector"]].clauses) if line["vector"] in vectors else []


def _vector(line: Line, vectors: Mapping[str, Vector]) -> str:
    vector = vectors.get(line["vector"])
    clauses = _text(" ".join(_clauses(line, vectors)))
    shown = " open" if report.is_red(line) else ""
    told = f"{_text(line['status'])}{_text(' (' + line['was'] + ')') if 'was' in line else ''}"
    return "\n".join([
        f'<details class="{_text(line["status"])}" data-status="{_text(line["status"])}" data-clauses="{clauses}" '
        f'data-name="{_text(line["vector"])} {_text(line["title"])}"{shown}>',
        f"<summary><b>{told}</b> {_text(line['vector'])} <span>{_text(line['title'])}</span></summary>",
        *(_deal(vector) if vector else ()),
        *_body(line, vector),
        "</details>",
    ])  # fmt: skip


def _deal(vector: Vector) -> Iterator[str]:
    """The deal as a table: a row for each seat, a column for each packet."""
    packets: Sequence[Mapping[str, str]] = vector.data.get("deal", {}).get("packets", ())
    yield f"<p>{_text(deal_table(vector)[0])}</p>"
    if not packets:
        yield f"<pre>{_text(chr(10).join(deal_table(vector)[1:]))}</pre>"
        return
    yield "<table>"
    for seat in dict.fromkeys(seat for packet in packets for seat in packet):
        cells = "".join(f"<td>{_cards(packet.get(seat, ''))}</td>" for packet in packets)
        yield f"<tr><th>{_text(seat)}</th>{cells}</tr>"
    yield "</table>"


def _cards(text: str) -> str:
    return " ".join(
        f"<i class='{card[0]}'>{_SUITS[card[0]]}{_text(card[1:])}</i>" if card[:1] in _SUITS else _text(card)
        for card in text.split()
    )


def _body(line: Line, vector: Vector | None) -> Iterator[str]:
    failure: Mapping[str, Any] | None = line.get("failure")
    if failure:
        if vector and not vector.is_match and failure["at"]:
            yield f"<p>played so far: <code>{_text('  '.join(vector.actions[: failure['at']]))}</code></p>"
        yield f"<p>{_text(question(failure))}</p>"
        yield f"<p class='clause'><b>{_text(failure['clause'])}</b> {_text(clause_text(failure['clause']))}</p>"
        yield f"<pre>{_text(chr(10).join(difference(failure['expected'], failure['got'])))}</pre>"
    for key in ("message", "hint"):
        if key in line:
            yield f"<p>{_text(line[key])}</p>"
    if "expectation" in line:
        yield f"<p>the list of expectations says: {_text(line['expectation'])}</p>"
    if "stderr" in line:
        yield f"<pre class='log'>{_text(chr(10).join(log_tail(line['stderr'])))}</pre>"
    if vector and not failure:
        named = "".join(f"<li><b>{_text(name)}</b> {_text(clause_text(name))}</li>" for name in sorted(vector.clauses))
        yield f"<ul class='clause'>{named}</ul>"
