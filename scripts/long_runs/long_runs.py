#!/usr/bin/env python3
"""Runs programs for a long time under load, and finds growing memory, handles left open and loss of speed. Needs Linux.

usage: long_runs.py [--program FILE] [--seconds N] [--games N] [--seed N] [RUN...]

The runs, all of them by default: the server under fifty tabs, a session of many games over GTP and over NBoard,
self-play, and a match. Sessions over GTP and NBoard have N games, other runs take N seconds. Every answer is checked.

Each run has a warm-up and nine parts. Memory, handles and threads are sampled every two seconds. The table shows the
first, the middle and the last three parts: the median of the memory, the fewest handles and threads, the CPU time of
the same work, and the response times. A run fails if the last three parts have over 5 % and 1 MiB more memory than
the middle three, more handles or threads, or need 25 % more CPU time than the first or the middle three. Freed memory
that the allocator keeps grows ever more slowly; a leak does not. Because other programs slow the processor down, CPU
time is relative to that of `perft 10`, which a new process runs at each sample. Exits with status 1 if a run fails.
"""

import argparse
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import time

import bulk
import protocols
import tabs
from process import Failed, Watch

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
RUNS = {"serve": tabs.Serve, "gtp": protocols.Gtp, "nboard": protocols.NBoard, "selfplay": bulk.SelfPlay,
        "match": bulk.Match}
PARTS = 9
GROWTH, SLACK = 1.05, 1.0
SLOWER = 1.25


class Part:
    """What was measured in a part of a run, or in several."""

    def __init__(self, samples, work, seconds, cost, latencies):
        memory, handles, threads, _ = zip(*samples)
        self.memory = statistics.median(memory) / 1024
        self.handles, self.threads = min(handles), min(threads)
        self.samples, self.work, self.seconds, self.latencies = samples, work, seconds, latencies
        self.milliseconds, self.yardstick = cost

    @property
    def cost(self):
        return self.milliseconds / self.yardstick

    @classmethod
    def of(cls, parts):
        def every(field):
            return [getattr(part, field) for part in parts]
        cost = statistics.mean(every("milliseconds")), statistics.mean(every("yardstick"))
        return cls(sum(every("samples"), []), sum(every("work")), sum(every("seconds")), cost,
                   sum(every("latencies"), []))

    def row(self, name):
        latencies = sorted(self.latencies) or [float("nan")]
        median, most = (1000 * latencies[int(share * (len(latencies) - 1))] for share in (0.5, 0.99))
        return (f"{name:14}{self.memory:10.2f}{self.handles:9}{self.threads:9}{self.work:10}"
                f"{self.work / self.seconds:10.1f}{self.milliseconds:10.2f}{self.cost:10.3f}{median:10.1f}{most:10.1f}")


def measure(session):
    """Runs a session, prints its table, and returns what is wrong with it."""
    session.start()
    watch = Watch(session)
    watch.start()
    parts, wrong = [], session.failures
    print(f"{'':14}{'MiB':>10}{'handles':>9}{'threads':>9}{session.unit:>10}{'per s':>10}{'CPU ms':>10}{'relative':>10}"
          f"{'p50 ms':>10}{'p99 ms':>10}", flush=True)
    try:
        for number in range(PARTS + 1):
            began, before = time.monotonic(), session.work
            session.latencies = []
            session.round()
            seconds, work = time.monotonic() - began, session.work - before
            samples, latencies = watch.take(), session.latencies
            cost = session.cost([sample[-1] for sample in samples])
            part = Part(samples, work, seconds, cost, latencies)
            watch.take()
            print(part.row(f"  part {number}" if number else "  warm-up"), flush=True)
            parts.append(part)
        watch.stop()
        session.stop()
    except (Failed, OSError, EOFError, KeyError, subprocess.TimeoutExpired) as failed:
        wrong.append(f"{type(failed).__name__}: {failed}")
    finally:
        watch.stop()
        session.process.kill()
        session.process.wait()
    if len(parts) <= PARTS:
        return wrong
    start, middle, end = (Part.of(parts[first:first + PARTS // 3]) for first in range(1, PARTS, PARTS // 3))
    for name, part in ("start", start), ("middle", middle), ("end", end):
        print(part.row(name))
    return wrong + judge(session, start, middle, end)


def judge(session, start, middle, end):
    limit = max(middle.memory * GROWTH, middle.memory + SLACK) + session.kept * end.work / 1024
    least = min(start.cost, middle.cost)
    return [message for is_wrong, message in [
        (end.memory > limit, f"memory grew from {middle.memory:.2f} to {end.memory:.2f} MiB"),
        (end.handles > middle.handles + session.spare, f"{end.handles - middle.handles} more handles"),
        (end.threads > middle.threads + session.spare, f"{end.threads - middle.threads} more threads"),
        (end.cost > SLOWER * least, f"CPU time of the same work grew from {least:.3f} to {end.cost:.3f} times the yardstick"),
    ] if is_wrong]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "target/release/outflank")
    parser.add_argument("--seconds", type=float, default=1800, help="of serve, selfplay and match (default 1800)")
    parser.add_argument("--games", type=int, default=10_000, help="of gtp and nboard (default 10000)")
    parser.add_argument("--seed", type=int, default=1, help="of the random choices (default 1)")
    parser.add_argument("runs", nargs="*", metavar="RUN", help=", ".join(RUNS))
    options = parser.parse_args()
    if unknown := set(options.runs) - set(RUNS):
        parser.error(f"{', '.join(unknown)}: expected {', '.join(RUNS)}")
    options.program, options.root, options.parts = options.program.resolve(), ROOT, PARTS
    failures = 0
    for name in options.runs or RUNS:
        options.random = random.Random(options.seed)
        with tempfile.TemporaryDirectory(prefix="long-runs-") as folder:
            print(f"== {name}")
            wrong = measure(RUNS[name](options, pathlib.Path(folder)))
        print("".join(f"FAILED {name}: {message}\n" for message in wrong) or f"{name}: passed\n", flush=True)
        failures += bool(wrong)
    return failures > 0


if __name__ == "__main__":
    sys.exit(main())
