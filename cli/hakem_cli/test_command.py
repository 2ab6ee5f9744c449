"""`hakem test`: the suite, or the user's own recorded game, against an engine in any language."""

from __future__ import annotations

import argparse
import contextlib
import os
import shlex
import signal
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, TextIO

from hakem.errors import Finding, HakemError
from hakem_cli.output import neutral, paint

if TYPE_CHECKING:
    from hakem_conformance.report import Line, Report
    from hakem_conformance.suite import Selection, Vector

EPILOG = """examples:
  hakem test -- node my_engine.js                        everything the engine claims
  hakem test --only 'TN-01*' -- node my_engine.js        some vectors (shell patterns; may be repeated)
  hakem test --clause 'reveal.*' --fail-fast -- ./mine   what is about the reveal, up to the first failure
  hakem test --jobs 2 --report run.ndjson --junit run.xml -- ./mine
  hakem test --record night.ttn -- ./mine                your own game as a test

The engine serves spec/protocol.md on standard input and output; conformance/kit has adapters.
exit codes: 0 everything asked passed, 1 something did not (or nothing could be asked), 2 usage or broken input,
130 interrupted (the report is still good)"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.usage = "hakem test [options] -- COMMAND [ARGUMENT ...]"
    parser.epilog = EPILOG
    parser.add_argument("engine", nargs="*", metavar="COMMAND", help="the command that starts the engine")
    choice = parser.add_argument_group("which vectors (patterns as in a shell, repeatable)")
    choice.add_argument("--only", action="append", default=[], metavar="GLOB", help="only vectors with such an id")
    choice.add_argument("--skip", action="append", default=[], metavar="GLOB", help="no vectors with such an id")
    choice.add_argument("--clause", action="append", default=[], metavar="GLOB", help="vectors with such a clause")
    choice.add_argument("--ruleset", action="append", default=[], metavar="ID", help="vectors of this rule set")
    choice.add_argument("--vectors", type=Path, metavar="FOLDER", help="vectors of your own instead of the suite")
    choice.add_argument("--record", type=Path, metavar="GAME.ttn", help="your own recorded game instead of the suite")
    how = parser.add_argument_group("how")
    how.add_argument("--jobs", type=_positive(int), default=1, metavar="N", help="number of engine processes")
    how.add_argument("--timeout-factor", type=_positive(float), default=1.0, metavar="F",
                     help="times the usual 30 s to start, 5 s a request, 60 s a count")  # fmt: skip
    how.add_argument("--fail-fast", action="store_true", help="stop at the first vector that is red")
    out = parser.add_argument_group("reports")
    out.add_argument("--report", type=Path, metavar="FILE.ndjson", help="write the log, one JSON object a line")
    out.add_argument("--junit", type=Path, metavar="FILE.xml", help="write JUnit XML")
    out.add_argument("--json", action="store_true", help="the log on standard output instead of text")


def _positive(kind: type) -> Any:
    def number(text: str) -> Any:
        value = kind(text)
        if not 0 < value <= 10_000:
            raise ValueError
        return value

    number.__name__ = "positive number"
    return number


def run(args: argparse.Namespace) -> int:
    """Run, print, and return the exit code."""
    from hakem_conformance.client import Timeouts
    from hakem_conformance.report import Report
    from hakem_conformance.runner import Run

    command = args.engine
    if not command:
        raise HakemError(Finding("no_engine", "no engine was named", expected="-- COMMAND at the end",
                                 hint="hakem test -- node my_engine.js"))  # fmt: skip
    vectors, selection = _chosen(args)
    interrupted = False
    with contextlib.ExitStack() as files:
        log = files.enter_context(_opened(args.report)) if args.report else None
        if args.junit:
            _check_writable(args.junit)
        run = Run(command, vectors, jobs=args.jobs, timeouts=Timeouts().times(args.timeout_factor))
        report = Report(log)
        console = _Console(args, vectors)
        files.enter_context(_terminate_as_interrupt())
        console.show(report.begin(command, vectors, selection, args.jobs))
        lines = run.lines()
        try:
            for line in lines:
                console.show(report.add(line))
                if args.fail_fast and _is_red(line):
                    run.stop("--fail-fast: an earlier vector was red")
        except KeyboardInterrupt:
            interrupted = True
        except HakemError:
            if args.report and len(report.lines) == 1:  # the engine could not even be started
                args.report.unlink()
            raise
        finally:
            lines.close()
        end = report.end(interrupted)
        console.show(end)
        console.summary(report)
        if args.junit:
            from hakem_conformance.junit import junit

            text = junit(report.lines, {vector.id: vector for vector in vectors}, neutral)
            files.enter_context(_opened(args.junit)).write(text)
    code: int = end["exit"]
    return code


def _chosen(args: argparse.Namespace) -> tuple[list[Vector], Selection]:
    from hakem_conformance import suite

    selection = suite.Selection(args.only, args.skip, args.clause, args.ruleset)
    if args.record:
        from hakem_conformance.recorded import vectors_of

        vectors = vectors_of(args.record)
    else:
        vectors = suite.load(args.vectors)
    return selection.choose(vectors), selection


def _is_red(line: Line) -> bool:
    from hakem_conformance.report import is_red

    return is_red(line)


def _opened(path: Path) -> TextIO:
    try:
        return path.open("w", encoding="utf-8")
    except OSError as error:
        text = f"the report cannot be written: {error.strerror}"
        raise HakemError(Finding("report_not_writable", text, file=str(path))) from None


def _check_writable(path: Path) -> None:
    """Before a long run, not after it. The file itself is touched only when it is written."""
    if path.is_dir() or not os.access(path if path.exists() else path.absolute().parent, os.W_OK):
        raise HakemError(Finding("report_not_writable", "the report cannot be written", file=str(path)))


@contextlib.contextmanager
def _terminate_as_interrupt() -> Iterator[None]:
    """A polite request to end is treated as Ctrl-C, so that the engines end and the report is complete."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


class _Console:
    """What the user sees of a run while it goes on, and at its end."""

    def __init__(self, args: argparse.Namespace, vectors: Sequence[Vector]) -> None:
        self._args = args
        self._vectors = {vector.id: vector for vector in vectors}
        self._done = 0
        self._not_run: dict[str, int] = {}
        self._live = sys.stderr.isatty() and not args.json
        self._hello: dict[str, Any] = {}

    def show(self, line: Line) -> None:
        if self._args.json:
            from hakem_conformance.report import as_text

            sys.stdout.write(as_text(line))
            sys.stdout.flush()
            return
        kind = line["type"]
        if kind == "engine":
            self._hello = line["hello"]
        elif kind == "fault":
            self._block(paint(f"{line['status'].upper()}  the engine did not start", "red"), self._trouble(line))
        elif kind == "notice":
            self._block(paint(f"note: {neutral(line['message'])}", "yellow"), map(neutral, line.get("lines", ())))
        elif kind == "result":
            self._done += 1
            self._result(line)
        self._progress(line)

    def _result(self, line: Line) -> None:
        from hakem_conformance.draw import failure_lines

        status = line["status"]
        if status == "not-run":
            self._not_run[line["message"]] = self._not_run.get(line["message"], 0) + 1
        if status in ("pass", "not-claimed", "not-run"):
            return
        vector = self._vectors[line["vector"]]
        head = paint(f"{status.upper()}  {line['vector']}  {neutral(line['title'])}", "red")
        body = [*failure_lines(line, vector)] if "failure" in line else []
        self._block(head, [*map(neutral, body), *self._trouble(line), f"again: {self._again(line['vector'])}"])

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

    def _again(self, vector: str) -> str:
        args = self._args
        words = ["hakem", "test", "--only", vector]
        for option, value in (("--vectors", args.vectors), ("--record", args.record)):
            if value:
                words += [option, str(value)]
        if args.timeout_factor != 1:
            words += ["--timeout-factor", f"{args.timeout_factor:g}"]
        return neutral(shlex.join([*words, "--", *args.engine]))

    def _block(self, head: str, lines: Any) -> None:
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
        if self._live and line["type"] == "result":
            sys.stderr.write(f"\r\x1b[K{self._done}/{len(self._vectors)}  {line['vector']}")
            sys.stderr.flush()

    def summary(self, report: Report) -> None:
        """The last lines: who was asked, what came out, what was not claimed."""
        if self._args.json:
            return
        from hakem_conformance.claims import Claims

        self._clear()
        end = report.lines[-1]
        for why, count in self._not_run.items():
            print(paint(f"{count} not run: {neutral(why)}", "yellow"))
        if self._hello:
            claims = Claims.of(self._hello)
            print(f"engine     {neutral(claims.describe())}")
            print(f"profiles   {_badges(claims.profiles(), report)}")
        counts = end["statuses"]
        parts = [f"{count} {status.replace('-', ' ')}" for status, count in sorted(counts.items(), key=_rank)]
        print(f"vectors    {', '.join(parts) or 'none'}")
        told = end["assertions"]
        if told.get("pass"):
            print(
                "assertions " + ", ".join(f"{count} {word.replace('-', ' ')}" for word, count in told.items() if count)
            )
        if not end["complete"]:
            print(paint("interrupted: this is what was known until then", "yellow"))
        elif end["exit"] == 0:
            print(paint("everything that was asked passed", "green"))
        elif set(counts) <= {"not-claimed"}:
            print(paint("nothing could be asked: the engine claims no rule set of these vectors", "red"))


def _rank(item: tuple[str, int]) -> tuple[bool, str]:
    return item[0] != "pass", item[0]


def _badges(profiles: dict[str, bool], report: Report) -> str:
    """Each profile: not claimed, or what came of it. Only what vectors ask for can be more than claimed."""
    from hakem_conformance.report import results

    asked = {"core": {"replay"}, "legality": {"legal", "probe"}, "views": {"view"}}
    wrong = {line["failure"]["by"] for line in results(report.lines) if line["status"] == "fail"}
    broken = any(_is_red(line) and line.get("status") != "fail" for line in report.lines)
    parts = []
    for name, claimed in profiles.items():
        if not claimed:
            parts.append(f"{name} not claimed")
        elif name in asked:
            parts.append(f"{name} {'red' if broken or wrong & asked[name] else 'pass'}")
        else:
            parts.append(f"{name} claimed")
    return " · ".join(parts)
