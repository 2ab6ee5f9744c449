"""The command line. Each command lives in a module of its own, imported only when it is called."""

from __future__ import annotations

import argparse
import contextlib
import importlib
import os
import signal
import sys
from collections.abc import Sequence

from hakem.errors import HakemError
from hakem.version import __version__

#: command -> what it does. Module `hakem_cli.<command>_command` has `add_arguments(parser)` and
#: `run(args) -> int`. Exit codes everywhere: 0 all good, 1 findings, 2 usage or broken input.
COMMANDS = {
    "rules": "list, show, check and resolve rule sets",
    "record": "check, format and replay recorded games",
    "engine": "serve the reference interpreter over JSON on stdio; begin an engine of your own",
    "test": "run the conformance suite, or your own record, against an engine",
    "doctor": "say what is wrong with an adapter, and the fix",
    "fuzz": "play deals against an engine until it differs, and make the difference small",
    "audit": "judge deals that an engine dealt and played by itself",
    "leaks": "look for what an engine's views give away",
    "report": "the log of hakem test as text, page, JUnit, badge or matrix; what differs between two",
    "baseline": "keep the list of what is expected to fail",
    "perft": "count a position; check and bisect an engine's counts",
    "suite": "list and explain the vectors, freeze them from their sources",
}

EPILOG = """examples:
  hakem test -- node my_engine.js          does my engine play by these rules?
  hakem record replay night.ttn            replay and check a recorded game
  hakem rules check my-house.yaml          is my rule set sound?

exit codes: 0 all good, 1 findings, 2 usage or broken input"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code. Faults of the user's input never show a traceback."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    _open_streams()
    try:
        return _dispatch(arguments)
    except HakemError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 128 + signal.SIGINT
    except BrokenPipeError:  # the reader of our output has gone, `hakem … | head`
        _drop_output()
        return 128 + signal.SIGPIPE
    except OSError as error:  # the disk is full, say
        _drop_output()
        where = f": {error.filename}" if error.filename else ""
        print(f"hakem: input or output failed: {error.strerror or error}{where}", file=sys.stderr)
        return 2


def _open_streams() -> None:
    """A stream that the caller has closed (`hakem … >&-`) takes what is written and says nothing."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 (it stays open to the end)


def _drop_output() -> None:
    """What is still in the buffer of standard output cannot be written any more."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _dispatch(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="hakem",
        description="The judge of trick-taking games with a secret trump.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"hakem {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    wanted = next((word for word in arguments if not word.startswith("-")), None)
    for name, summary in COMMANDS.items():
        if name != wanted:
            commands.add_parser(name, help=summary, add_help=False)
            continue
        module = importlib.import_module(f"hakem_cli.{name}_command")
        command = commands.add_parser(
            name, help=summary, description=summary, formatter_class=argparse.RawDescriptionHelpFormatter
        )
        module.add_arguments(command)
        command.set_defaults(run=module.run)
    args = parser.parse_args(arguments)
    code: int = args.run(args)
    sys.stdout.flush()
    return code


if __name__ == "__main__":
    sys.exit(main())
