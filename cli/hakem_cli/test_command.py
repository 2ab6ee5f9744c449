"""`hakem test`: the suite, or the user's own recorded game, against an engine in any language."""

from __future__ import annotations

import argparse
import contextlib
import datetime
import os
import random
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, TextIO

from hakem.errors import Finding, HakemError
from hakem_cli.console import Console, Line
from hakem_cli.output import neutral

if TYPE_CHECKING:
    from hakem_conformance.expectations import Expectations
    from hakem_conformance.suite import Selection, Vector

EPILOG = """examples:
  hakem test -- node my_engine.js                        everything the engine claims
  hakem test --only 'TN-01*' -- node my_engine.js        some vectors (shell patterns; may be repeated)
  hakem test --clause 'reveal.*' --fail-fast -- ./mine   what is about the reveal, up to the first failure
  hakem test --profile core -- ./mine                    only what a badge needs; red if it is not claimed
  hakem test --jobs 2 --report run.ndjson --junit run.xml --html run.html -- ./mine
  hakem test --failed-from run.ndjson -- ./mine          what was red there, once more
  hakem test --shard 2/3 --report part2.ndjson -- ./mine one of three machines; hakem report merge joins the parts
  hakem test --expect known.yaml -- ./mine               what is known to fail is green, and nothing else
  hakem test --record night.ttn -- ./mine                your own game as a test

The engine serves spec/protocol.md on standard input and output; conformance/kit has adapters.
exit codes: 0 everything asked passed, 1 something did not (or nothing could be asked), 2 usage or broken input (also
an engine that ends as soon as it begins), 130 interrupted (the report is still good)"""

PROFILES = ("core", "legality", "views", "counts", "notation", "rules")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.usage = "hakem test [options] -- COMMAND [ARGUMENT ...]"
    parser.epilog = EPILOG
    parser.add_argument("engine", nargs="*", metavar="COMMAND", help="the command that starts the engine")
    choice = parser.add_argument_group("which vectors (patterns as in a shell, repeatable)")
    choice.add_argument("--only", action="append", default=[], metavar="GLOB", help="only vectors with such an id")
    choice.add_argument("--skip", action="append", default=[], metavar="GLOB", help="no vectors with such an id")
    choice.add_argument("--clause", action="append", default=[], metavar="GLOB", help="vectors with such a clause")
    choice.add_argument("--ruleset", action="append", default=[], metavar="ID", help="vectors of this rule set")
    choice.add_argument("--profile", action="append", default=[], choices=PROFILES, help="judge this profile only")
    choice.add_argument("--shard", type=_shard, metavar="I/N", help="the I-th of N parts")
    choice.add_argument("--failed-from", type=Path, metavar="FILE.ndjson", help="what was red in this report")
    choice.add_argument("--vectors", type=Path, metavar="FOLDER", help="vectors of your own instead of the suite")
    choice.add_argument("--record", type=Path, metavar="GAME.ttn", help="your own recorded game instead of the suite")
    how = parser.add_argument_group("how")
    how.add_argument("--jobs", type=_positive(int), default=1, metavar="N", help="number of engine processes")
    how.add_argument("--seed", type=int, metavar="N", help="ask in an order drawn by this number")
    how.add_argument("--timeout-factor", type=_positive(float), default=1.0, metavar="F",
                     help="times the usual 30 s to start, 5 s a request, 60 s a count")  # fmt: skip
    how.add_argument("--fail-fast", action="store_true", help="stop at the first vector that is red")
    how.add_argument("--expect", type=Path, metavar="FILE.yaml", help="what is expected to fail (hakem baseline)")
    out = parser.add_argument_group("reports")
    out.add_argument("--report", type=Path, metavar="FILE.ndjson", help="write the log, one JSON object a line")
    out.add_argument("--junit", type=Path, metavar="FILE.xml", help="write JUnit XML")
    out.add_argument("--html", type=Path, metavar="FILE.html", help="write a page that opens from disk")
    out.add_argument("--json", action="store_true", help="the log on standard output instead of text")


def _shard(text: str) -> tuple[int, int]:
    part, slash, parts = text.partition("/")
    if not (slash and part.isdigit() and parts.isdigit() and 1 <= int(part) <= int(parts) <= 10_000):
        raise argparse.ArgumentTypeError(f"{text!r} is no part such as 2/3")
    return int(part), int(parts)


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
    _check_outputs(args.report, args.junit, args.html)
    suite, vectors, selection = _chosen(args)
    expected = _expected(args)
    interrupted = False
    with contextlib.ExitStack() as files:
        log = files.enter_context(_opened(args.report)) if args.report else None
        for path in (args.junit, args.html):
            if path:
                _check_writable(path)
        run = Run(command, vectors, jobs=args.jobs, timeouts=Timeouts().times(args.timeout_factor),
                  profiles=args.profile)  # fmt: skip
        report = Report(log)
        show = _shown(args, vectors)
        files.enter_context(_terminate_as_interrupt())
        show(report.begin(command, suite, selection, args.jobs, chosen=len(vectors), **_told(args)))
        lines = run.lines()
        try:
            for line in lines:
                line = report.add(expected.apply(line) if expected else line)
                show(line)
                if args.fail_fast and is_red(line):
                    run.stop("--fail-fast: an earlier vector was red")
            if expected:
                whole = len(vectors) == len(suite) and not args.profile and not args.fail_fast
                for line in expected.stale(suite, whole, datetime.date.today()):
                    show(report.add(line))
        except KeyboardInterrupt:
            interrupted = True
        except HakemError:
            if args.report and len(report.lines) == 1:  # the engine could not even be started
                args.report.unlink()
            raise
        finally:
            lines.close()
        end = report.end(interrupted)
        show(end)
        _write_derived(args, report.lines, vectors)
    code: int = end["exit"]
    return code


def _chosen(args: argparse.Namespace) -> tuple[list[Vector], list[Vector], Selection]:
    """The whole suite, and what of it is asked, in the order in which it is asked."""
    from hakem_conformance import report
    from hakem_conformance.samples import samples
    from hakem_conformance.suite import Selection, load

    again = None
    if args.failed_from:
        again = frozenset(line["vector"] for line in report.results(report.load(args.failed_from)) if is_red(line))
        if not again:
            raise HakemError(Finding("nothing_failed", "nothing was red in this report", file=str(args.failed_from)))
    selection = Selection(args.only, args.skip, args.clause, args.ruleset, again, args.shard)
    if args.record:
        from hakem_conformance.recorded import vectors_of

        suite = vectors_of(args.record)
    else:
        suite = load(args.vectors) + (samples() if args.vectors is None else [])
    chosen = selection.choose(suite)
    if args.seed is not None:
        random.Random(args.seed).shuffle(chosen)
    return suite, chosen, selection


def _expected(args: argparse.Namespace) -> Expectations | None:
    if not args.expect:
        return None
    from hakem_conformance.expectation_file import load

    return load(args.expect)


def _told(args: argparse.Namespace) -> dict[str, Any]:
    """What else stands in the head of the report."""
    told = {"profiles": args.profile, "seed": args.seed, "expectations": str(args.expect) if args.expect else None}
    return {key: value for key, value in told.items() if value not in (None, [])}


def is_red(line: Line) -> bool:
    from hakem_conformance import report

    return report.is_red(line)


def _shown(args: argparse.Namespace, vectors: Sequence[Vector]) -> Callable[[Line], None]:
    """What is done with each line as it comes."""
    if args.json:
        from hakem_conformance.report import as_text

        def show(line: Line) -> None:
            sys.stdout.write(as_text(line))
            sys.stdout.flush()

        return show
    options = [word for name in args.profile for word in ("--profile", name)]
    for option, value in (("--vectors", args.vectors), ("--record", args.record), ("--expect", args.expect)):
        options += [option, str(value)] if value else []
    if args.timeout_factor != 1:
        options += ["--timeout-factor", f"{args.timeout_factor:g}"]
    return Console({vector.id: vector for vector in vectors}, options, live=True).show


def _write_derived(args: argparse.Namespace, lines: list[Line], vectors: Sequence[Vector]) -> None:
    known = {vector.id: vector for vector in vectors}
    if args.junit:
        from hakem_conformance.junit import junit

        _write(args.junit, junit(lines, known, neutral))
    if args.html:
        from hakem_conformance.html import page

        _write(args.html, page(lines, known))


def _write(path: Path, text: str) -> None:
    with _opened(path) as file:
        file.write(text)


def _opened(path: Path) -> TextIO:
    try:
        return path.open("w", encoding="utf-8")
    except OSError as error:
        text = f"the report cannot be written: {error.strerror}"
        raise HakemError(Finding("report_not_writable", text, file=str(path))) from None


def _check_outputs(*paths: Path | None) -> None:
    named = [os.path.realpath(path) for path in paths if path and path.exists() == path.is_file()]
    if twice := next((path for path in named if named.count(path) > 1), None):
        text = "two reports would be written into one file"
        raise HakemError(Finding("report_not_writable", text, file=twice, expected="a file of its own for each"))


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
