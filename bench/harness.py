"""How fast the harness is: whole deals put to an engine that answers from memory, schema checks and report on.

`python bench/harness.py [VECTORS]`. Floor: 2,000 whole-deal requests a second, 0.5 ms of our own time a request.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path

from hakem import wire
from hakem_conformance.claims import Claims
from hakem_conformance.client import HARNESS
from hakem_conformance.examine import examine
from hakem_conformance.interpreter import Interpreter
from hakem_conformance.report import Report, statuses
from hakem_conformance.runner import Run
from hakem_conformance.suite import Vector, load

NULL_ENGINE = """
import sys
replies = dict(line.rstrip("\\n").split("\\t") for line in open(sys.argv[1], encoding="utf-8"))
for line in sys.stdin:
    start = line.index('"id":') + 5
    end = line.index(",", start)
    sys.stdout.write(f'{{"jsonrpc":"2.0","id":{line[start:end]},"result":{replies[line[end + 1 : -2]]}}}\\n')
    sys.stdout.flush()
"""
FLOOR, OWN = 2000, 0.5


def main(count: int = 3000) -> int:
    """Measure and print; 1 if the floor is not reached."""
    vectors = [vector for vector in load() if len(vector.actions) > 24]
    hello = wire.Server().handle({"jsonrpc": "2.0", "id": 1, "method": "hello",
                                  "params": {"protocol": ["1.0"], "harness": HARNESS}})["result"]  # fmt: skip
    hello["methods"] = ["replay", "legal", "probe", "view"]
    server, asked = wire.Server(), [("hello", {"protocol": ["1.0"], "harness": HARNESS})]
    for vector in vectors:
        interpreter = Interpreter()
        examine(interpreter, Claims.of(hello), vector)
        asked += interpreter.asked
    with tempfile.TemporaryDirectory() as folder:
        engine, table = Path(folder, "null.py"), Path(folder, "replies")
        engine.write_text(NULL_ENGINE, encoding="utf-8")
        with table.open("w", encoding="utf-8") as out:
            for method, params in asked:
                request = json.dumps({"method": method, "params": params}, separators=(",", ":"))[1:-1]
                reply = server.handle({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})["result"]
                out.write(f"{request}\t{json.dumps(hello if method == 'hello' else reply, separators=(',', ':'))}\n")
        many = [Vector(f"V{number:05}", vectors[number % len(vectors)].data) for number in range(count)]
        requests = count * (len(asked) - 1) / len(vectors)
        with Path(folder, "log").open("w", encoding="utf-8") as log:
            report, clock, own = Report(log), time.perf_counter(), time.process_time()
            for line in Run([sys.executable, str(engine), str(table)], many).lines():
                report.add(line)
            seconds, own = time.perf_counter() - clock, time.process_time() - own
    assert statuses(report.lines) == {"pass": count}
    print(f"{count / seconds:,.0f} vectors/s, {requests / seconds:,.0f} whole-deal requests/s, "
          f"{own / requests * 1000:.2f} ms of our own time a request")  # fmt: skip
    return int(requests / seconds < FLOOR or own / requests * 1000 > OWN)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
