"""`hakem engine`: the reference interpreter over JSON on stdio."""

from __future__ import annotations

import argparse
import sys

from hakem.wire import serve

EPILOG = """The protocol is in spec/protocol.md: one JSON-RPC request a line in, one reply a line out, until the end of input.

examples:
  hakem test -- hakem engine        the suite against the reference interpreter
  echo '{"jsonrpc":"2.0","id":1,"method":"hello","params":{"protocol":["1.0"],"harness":"me"}}' | hakem engine"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command takes no arguments of its own."""
    parser.epilog = EPILOG


def run(args: argparse.Namespace) -> int:
    """Serve until the end of input."""
    serve(sys.stdin.buffer, sys.stdout.buffer)
    return 0
