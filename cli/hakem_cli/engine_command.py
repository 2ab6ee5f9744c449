"""`hakem engine`: the reference interpreter over JSON on stdio."""

from __future__ import annotations

import argparse
import sys

from hakem.wire import serve

EPILOG = """The protocol is in spec/protocol.md: one JSON-RPC request a line, one reply a line.

examples:
  hakem test -- hakem engine           the suite against the reference interpreter
  hakem engine < requests > replies    one JSON object a line"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command takes no arguments of its own."""
    parser.epilog = EPILOG


def run(args: argparse.Namespace) -> int:
    """Serve until the end of input."""
    serve(sys.stdin.buffer, sys.stdout.buffer)
    return 0
