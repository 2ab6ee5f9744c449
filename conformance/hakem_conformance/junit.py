"""JUnit XML from the lines of a report."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from xml.etree import ElementTree

from hakem_conformance.draw import compact, failure_lines, question
from hakem_conformance.report import Line, results
from hakem_conformance.suite import Vector

#: Status -> element of a test case. A pass has none.
_ELEMENTS = {
    "fail": "failure", "crash": "error", "timeout": "error", "protocol": "error", "unsupported": "error",
    "flaky": "error", "xpass": "failure", "not-run": "error",
    "not-claimed": "skipped", "xfail": "skipped", "quarantined": "skipped",
}  # fmt: skip


def junit(lines: Sequence[Line], vectors: Mapping[str, Vector], neutral: Callable[[str], str]) -> str:
    """The document: a suite for each rule set, a case for each vector. `neutral` takes out control characters."""
    root = ElementTree.Element("testsuites", name="hakem")
    by_rules: dict[str, list[Line]] = defaultdict(list)
    for line in results(lines):
        by_rules[line["rules"]].append(line)
    for rules, group in by_rules.items():
        suite = ElementTree.SubElement(root, "testsuite", name=rules)
        found = [_ELEMENTS.get(line["status"]) for line in group]
        seconds = sum(line.get("ms", 0) for line in group) / 1000
        suite.attrib.update(
            tests=str(len(group)), failures=str(found.count("failure")), errors=str(found.count("error")),
            skipped=str(found.count("skipped")), time=f"{seconds:.3f}",
        )  # fmt: skip
        for line, kind in zip(group, found, strict=True):
            name = f"{line['vector']} {line['title']}".strip()
            case = ElementTree.SubElement(suite, "testcase", classname=rules, name=neutral(name))
            case.set("time", f"{line.get('ms', 0) / 1000:.3f}")
            if kind:
                element = ElementTree.SubElement(case, kind, type=line["status"], message=neutral(_message(line)))
                element.text = neutral("\n".join(_body(line, vectors)))
            if "stderr" in line:
                ElementTree.SubElement(case, "system-err").text = neutral(line["stderr"])
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _message(line: Mapping[str, Any]) -> str:
    if "failure" in line:
        return f"{line['failure']['clause']}: {question(line['failure'])}"
    return compact(line.get("message", line["status"].replace("-", " ")))


def _body(line: Line, vectors: Mapping[str, Vector]) -> list[str]:
    if "failure" in line and line["vector"] in vectors:
        return list(failure_lines(line, vectors[line["vector"]]))
    return [line[key] for key in ("message", "hint") if key in line]
