"""Memory: the most that `hakem record check` takes for a file of records, however long it is."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from functools import partial

import records
from measure import Case, Group

NOTES = """Ours: `hakem record check -`, fed through a pipe; the file is read and replayed one deal at a time, so that
the two sizes should come to the same. The peer is a Python that does nothing. `--gigabyte` feeds 1 GB instead, which
takes half an hour."""
#: Runs the rest of its arguments and prints, last on standard error, the most memory that they took, in KiB.
WATCH = """
import resource, subprocess, sys
code = subprocess.call(sys.argv[1:], stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr)
sys.exit(code)
"""
MIB = 1 << 20


def group(sizes: tuple[int, ...] = (1, 8)) -> Group:
    """The cases; `sizes` in MiB of records."""
    check = (sys.executable, "-m", "hakem_cli.main", "record", "check", "-")
    cases = [Case(f"{size} MiB of records", "MiB", partial(most, check, size), 64, small=True) for size in sizes]
    nothing = partial(most, (sys.executable, "-c", "pass"), 0)
    return Group("Memory", NOTES, [*cases, Case("python -c pass", "MiB", nothing, peer=True, small=True)])


def most(command: tuple[str, ...], size: int) -> float:
    """The most memory in MiB that a command takes which is fed so many MiB of records."""
    watched = [sys.executable, "-c", WATCH, *command]
    with subprocess.Popen(watched, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stderr is not None
        for part in _feed(size * MIB):
            process.stdin.write(part)
        process.stdin.close()
        told = process.stderr.read()
    assert process.returncode == 0, told
    return int(told.split()[-1]) / 1024


def _feed(size: int) -> Iterator[bytes]:
    """The same matches again and again, as one file."""
    text, _, _ = records.ours("twenty-nine")
    version, _, rest = text.partition("\n")
    repeated = ("\n" + rest).encode()
    if size:
        yield version.encode()
    while size > 0:
        yield repeated
        size -= len(repeated)
