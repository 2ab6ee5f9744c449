"""Strict YAML: every trap told once, and no input that brings the reader down."""

from __future__ import annotations

import time

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from hakem import rules
from hakem.rules import library, reader


def codes(content: bytes) -> list[tuple[str, int, int]]:
    document, findings = reader.read(content, "f.yaml")
    assert document is not None or findings
    return [(each.code, each.line, each.column) for each in findings]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", ("empty_document", 1, 1)),
        (b"# only a comment\n", ("empty_document", 1, 1)),
        (b"---\n", ("empty_document", 1, 1)),
        (b"~\n", ("empty_document", 1, 1)),
        (b"\xef\xbb\xbfspec: 1\n", ("byte_order_mark", 1, 1)),
        ("spec: 1\n".encode("utf-16"), ("byte_order_mark", 1, 1)),
        (b"spec: 1\ntitle: caf\xe9\n", ("not_utf8", 2, 11)),
        (b"spec: 1\npack:\n\torder: A\n", ("tab", 3, 1)),
        (b"pack:\n  \torder: A\n", ("tab", 2, 3)),
        (b"title: a\x00b\n", ("control_character", 1, 9)),
        (b"title: a\x1b[31m\n", ("control_character", 1, 9)),
        (b"a: 1\n---\nb: 2\n", ("several_documents", 2, 1)),
        (b"{a: 1\n", ("yaml_syntax", 2, 1)),
        (b"a: @home\n", ("yaml_syntax", 1, 4)),
        (b"a: 1\na: 2\n", ("duplicate_key", 2, 1)),
        (b"a:\n  b: 1\n  c: 2\n  b: [3]\n", ("duplicate_key", 4, 3)),
        (b"? [a]\n: 1\n", ("bad_key", 1, 3)),
        (b"a: !!python/name:os.system\n", ("tag", 1, 4)),
        (b"x" * (reader.MAX_BYTES + 1), ("too_large", 0, 0)),
    ],
)
def test_what_has_no_place_in_a_document(content: bytes, expected: tuple[str, int, int]) -> None:
    assert codes(content) == [expected]


def test_plain_scalars_are_numbers_truth_values_or_text() -> None:
    text = "no: off\n9: T\nyes: true\nn: -12\nzero: 012\nhex: 0x1F\nbig: 1_000\nfloat: 1.0\nquoted: '7'\n"
    document, findings = reader.read(f"{text}null: 2024-01-01\n".encode(), "f.yaml")
    assert document is not None and not findings
    assert document.data == {
        "no": "off", "9": "T", "yes": True, "n": -12, "zero": "012", "hex": "0x1F", "big": "1_000", "float": "1.0",
        "quoted": "7", "null": "2024-01-01",
    }  # fmt: skip


def test_every_value_has_its_place() -> None:
    document, _ = reader.read(b"a: 1\nb:\n  - x\n  - {c: [2, 3]}\n", "f.yaml")
    assert document is not None
    assert document.mark(("a",), key=True) == (1, 1)
    assert document.mark(("a",)) == (1, 4)
    assert document.mark(("b", 0)) == (3, 5)
    assert document.mark(("b", 1, "c"), key=True) == (4, 6)
    assert document.mark(("b", 1, "c", 1)) == (4, 13)
    assert document.mark(("b", 1, "none")) == (4, 5)  # the nearest that is there


@pytest.mark.parametrize(
    "content",
    [
        b"[" * (1 << 20),
        b"- " * (1 << 19),
        b"{a: " * (1 << 18),
        b"? " * (1 << 19),
        b"a: &a [x]\n" + b"".join(b"k%d: &k%d [*a, *a]\n" % (n, n) for n in range(50_000)),
        b"".join(b"k: %d\n" % n for n in range(100_000)),
    ],
)
def test_bombs_are_refused_at_once(content: bytes) -> None:
    started = time.perf_counter()
    _, findings = reader.read(content, "f.yaml")
    assert findings and len(findings) <= reader.MAX_FINDINGS + 1
    assert time.perf_counter() - started < 5


@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_no_bytes_bring_the_reader_down(content: bytes) -> None:
    codes(content)


PIECES = ["a", "b: ", "- ", "[", "]", "{", "}", ", ", "\n", "  ", "\t", "&x ", "*x", "!t ", "? ", "---\n", "...\n",
          "|\n", "'", '"', "#", "no", "16", "~", "%YAML 1.1\n", "<<: "]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_no_yaml_brings_the_reader_down(text: str) -> None:
    codes(text.encode())


@pytest.mark.parametrize("name", [*rules.shipped(), *rules.shipped("overlay")])
def test_both_parsers_of_pyyaml_read_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    content = (library.folder() / f"{name}.yaml").read_bytes()
    fast = reader.read(content, name)
    monkeypatch.setattr(reader, "_LOADER", yaml.SafeLoader)
    assert reader.read(content, name) == fast
