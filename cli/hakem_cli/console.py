"""A run as its reader sees it on a terminal, line by line; everything is read from the lines of the report."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hakem_cli.output import neutral, paint

if TYPE_CHECKING:
    from hakem_conformance.profiles import Profile
    from hakem_conformance.suite import Vector

Line = dict[str, Any]
#: Results that are not told one by one.
_QUIET = ("pass", "not-claimed", "not-run", "xfail")


class Console:
    """Prints the lines of a report. `options`: what `again:` adds to `hakem test --only ID`."""

    def __init__(self, vectors: Mapping[str, Vector], options: Sequence[str] = (), *, live: bool = False) -> None:
        self._vectors = vectors
        self._options = list(options)
        self._live = live and sys.stderr.isatty()
        self._lines: list[Line] = []
        self._done = 0

    def show(self, line: Line) -> None:
        """Print what is to be said of one line; the summary at its end."""
        self._lines.append(line)
        kind = line["type"]
        if kind == "fault":
            self._block(paint(f"{line['status'].upper()}  the engine did not start", "red"), self._trouble(line))
        elif kind == "notice":
            self._block(paint(f"note: {neutral(line['message'])}", "yellow"), map(neutral, line.get("lines", ())))
        elif kind == "stale":
            self._block(paint("STALE  an expectation that no longer holds", "red"), [neutral(line["message"])])
        elif kind == "result":
            self._done += 1
            if line["status"] not in _QUIET:
                self._result(line)
            self._progress(line)
        elif kind == "end":
            self.close()

    def close(self) -> None:
        """The last lines: who was asked, what came out, what was not claimed."""
        from hakem_conformance import report
        from hakem_conformance.claims import Claims
        from hakem_conformance.profiles import profiles

        self._clear()
        lines = self._lines
        for why, count in _not_run(lines).items():
            print(paint(f"{count} not run: {neutral(why)}", "yellow"))
        for line in lines:
            if line["type"] == "engine":
                print(f"engine     {neutral(Claims.of(line['hello']).describe())}")
                print(f"profiles   {' · '.join(map(_standing, profiles(lines)))}")
        counts = report.statuses(lines)
        parts = [f"{count} {status.replace('-', ' ')}" for status, count in sorted(counts.items(), key=_rank)]
        print(f"vectors    {', '.join(parts) or 'none'}")
        told = report.assertions(lines)
        if told.get("pass"):
            named = (f"{count} {word.replace('-', ' ')}" for word, count in told.items() if count)
            print(f"assertions {', '.join(named)}")
        if not report.is_complete(lines):
            print(paint("interrupted: this is what was known until then", "yellow"))
        elif lines[-1]["exit"] == 0:
            text = "everything that was asked passed"
            print(paint(text + (" or failed as expected" if counts["xfail"] else ""), "green"))
        elif set(counts) <= {"not-claimed"}:
            print(paint("nothing could be asked: the engine claims no rule set of these vectors", "red"))
        for each in _missing(lines, profiles(lines)):
            print(paint(f"--profile {each.name}: {each.standing}", "red"))

    # -- parts --------------------------------------------------------------------------------------------

    def _result(self, line: Line) -> None:
        from hakem_conformance.draw import failure_lines

        vector = self._vectors.get(line["vector"])
        head = paint(f"{line['status'].upper()}  {line['vector']}  {neutral(line['title'])}", "red")
        body = [*failure_lines(line, vector)] if "failure" in line and vector else []
        self._block(head, [*map(neutral, body), *self._trouble(line), *self._again(line["vector"])])

    def _trouble(self, line: Line) -> Iterator[str]:
        from hakem_conformance.draw import log_tail

        for key in ("message", "hint"):
            if key in line:
                yield neutral(("hint: " if key == "hint" else "") + line[key])
        if "noise" in line:
            yield "it printed, instead of replies:"
            yield from (f"  {neutral(text)}" for text in line["noise"])
        if "stderr" in line:
            yield "its standard error:"
            yield from (f"  {neutral(text)}" for text in log_tail(line["stderr"]))

    def _again(self, vector: str) -> Iterator[str]:
        begin = next((line for line in self._lines if line["type"] == "begin"), None)
        if begin:
            words = ["hakem", "test", "--only", vector, *self._options, "--", *begin["command"]]
            yield f"again: {neutral(shlex.join(words))}"

    def _block(self, head: str, lines: Iterable[str]) -> None:
        self._clear()
        print(head)
        for line in lines:
            print(f"  {line}")
        print()

    def _clear(self) -> None:
        if self._live:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def _progress(self, line: Line) -> None:
        if self._live:
            sys.stderr.write(f"\r\x1b[K{self._done}/{len(self._vectors)}  {line['vector']}")
            sys.stderr.flush()


def _not_run(lines: Iterable[Line]) -> dict[str, int]:
    found: dict[str, int] = {}
    for line in lines:
        if line["type"] == "result" and line["status"] == "not-run":
            found[line["message"]] = found.get(line["message"], 0) + 1
    return found


def _missing(lines: Iterable[Line], found: Iterable[Profile]) -> list[Profile]:
    """Profiles that were named and are not green for want of a claim or of a question."""
    wanted = next((line.get("profiles", ()) for line in lines if line["type"] == "begin"), ())
    return [each for each in found if each.name in wanted and each.standing.startswith("not ")]


def _standing(profile: Profile) -> str:
    return f"{profile.name} {profile.standing}"


def _rank(item: tuple[str, int]) -> tuple[bool, str]:
    return item[0] != "pass", item[0]
