"""JUnit XML from the lines of a report, as the readers of it in build servers take it.

The name of a case is the id of its vector, and nothing else: names are what readers follow from run to run.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any
from xml.etree import ElementTree

from hakem_conformance.claims import Claims
from hakem_conformance.draw import compact, failure_lines, question
from hakem_conformance.report import Line, is_complete, results
from hakem_conformance.suite import Vector

#: Status -> element of a test case. A pass has none. What is not run is an error: a run that was cut off is not green.
_ELEMENTS = {
    "fail": "failure", "crash": "error", "timeout": "error", "protocol": "error", "unsupported": "error",
    "flaky": "error", "xpass": "failure", "not-run": "error",
    "not-claimed": "skipped", "xfail": "skipped", "quarantined": "skipped",
}  # fmt: skip


def junit(lines: Sequence[Line], vectors: Mapping[str, Vector], neutral: Callable[[str], str]) -> str:
    """The document: a suite for each rule set, a case for each vector. `neutral` takes out control characters."""
    begin = next((line for line in lines if line["type"] == "begin"), {})
    root = ElementTree.Element("testsuites", name="hakem")
    groups: dict[str, list[Line]] = defaultdict(list)
    for line in results(lines):
        groups[line["rules"]].append(line)
    if other := list(_of_the_run(lines)):
        groups["the run"] = other
    for name, group in groups.items():
        suite = _suite(root, neutral(name), group)
        if "time" in begin:
            suite.set("timestamp", begin["time"].rstrip("Z"))
        properties = ElementTree.SubElement(suite, "properties")
        for key, value in _properties(lines):
            ElementTree.SubElement(properties, "property", name=key, value=neutral(value))
        for line in group:
            _case(suite, neutral(name), line, vectors, neutral)
    for key in ("tests", "failures", "errors", "skipped"):
        root.set(key, str(sum(int(suite.get(key, "0")) for suite in root)))
    root.set("time", f"{sum(float(suite.get('time', '0')) for suite in root):.3f}")
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _suite(root: ElementTree.Element, name: str, group: Sequence[Line]) -> ElementTree.Element:
    found = [_ELEMENTS.get(line["status"]) for line in group]
    seconds = sum(line.get("ms", 0) for line in group) / 1000
    return ElementTree.SubElement(
        root, "testsuite", name=name, tests=str(len(group)), failures=str(found.count("failure")),
        errors=str(found.count("error")), skipped=str(found.count("skipped")), time=f"{seconds:.3f}",
    )  # fmt: skip


def _case(
    suite: ElementTree.Element, name: str, line: Line, vectors: Mapping[str, Vector], neutral: Callable[[str], str]
) -> None:
    case = ElementTree.SubElement(suite, "testcase", classname=name, name=neutral(line["vector"]))
    case.set("time", f"{line.get('ms', 0) / 1000:.3f}")
    if kind := _ELEMENTS.get(line["status"]):
        element = ElementTree.SubElement(case, kind, type=line["status"], message=neutral(_message(line)))
        element.text = neutral("\n".join(_body(line, vectors)))
    if "stderr" in line:
        ElementTree.SubElement(case, "system-err").text = neutral(line["stderr"])


def _of_the_run(lines: Sequence[Line]) -> Iterator[Line]:
    """What went wrong apart from all vectors, as cases of their own."""
    for line in lines:
        if line["type"] == "stale":
            name = f"expectation {line['entry']}"
            yield {"vector": name, "title": "", "status": "xpass", "message": line["message"]}
        elif line["type"] == "fault":
            yield {**line, "vector": "hello", "title": "The engine starts and answers"}
    if not is_complete(lines):
        yield {"vector": "the end", "title": "", "status": "not-run", "message": "the run was cut off"}


def _properties(lines: Iterable[Line]) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for line in lines:
        if line["type"] == "begin":
            found += [("harness", line["harness"]), ("protocol", line["protocol"]), ("suite", line["suite"]["digest"])]
        elif line["type"] == "engine":
            found.append(("engine", Claims.of(line["hello"]).describe()))
    return found


def _message(line: Mapping[str, Any]) -> str:
    title = f"{line['title']}: " if line["title"] else ""
    if "expectation" in line and line["status"] in ("xfail", "quarantined"):
        return f"{title}expected: {line['expectation']}"
    if "failure" in line:
        return f"{title}{line['failure']['clause']}: {question(line['failure'])}"
    return title + compact(line.get("message", line["status"].replace("-", " ")))


def _body(line: Line, vectors: Mapping[str, Vector]) -> list[str]:
    told = [line[key] for key in ("message", "hint") if key in line]
    if "failure" in line and line["vector"] in vectors:
        return [*failure_lines(line, vectors[line["vector"]]), *told]
    return told
