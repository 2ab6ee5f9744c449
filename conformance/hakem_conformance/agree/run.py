"""Many items, on as many processes as asked for, each with an evaluator of its own."""

from __future__ import annotations

import signal
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path

from hakem_conformance.agree.compare import Outcome, compare
from hakem_conformance.agree.coverage import Coverage
from hakem_conformance.agree.peer import FOLDER, Peer
from hakem_conformance.agree.plan import Item

#: What one item came to, and what it reached.
Done = tuple[Item, Outcome, Coverage]
#: The evaluator of this process.
_peer: Peer | None = None


def run(items: Iterable[Item], seed: int, jobs: int, folder: Path = FOLDER) -> Iterator[Done]:
    """Play the items; results come in the order of the items. With one job everything is done in this process."""
    if jobs == 1:
        peer = Peer(folder)
        try:
            yield from (_play(peer, item, seed) for item in items)
        finally:
            peer.close()
        return
    with ProcessPoolExecutor(jobs, initializer=_begin, initargs=(folder,)) as pool:
        try:
            yield from pool.map(_work, items, repeat(seed))
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _begin(folder: Path) -> None:
    global _peer
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends the run
    _peer = Peer(folder)


def _work(item: Item, seed: int) -> Done:
    assert _peer is not None
    return _play(_peer, item, seed)


def _play(peer: Peer, item: Item, seed: int) -> Done:
    coverage = Coverage()
    return item, compare(peer, item.text, range(item.start, item.stop), seed, coverage.note), coverage
