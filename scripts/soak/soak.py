#!/usr/bin/env python3
"""Runs programs for a long time under load, and finds memory leaks, descriptor leaks and slowdowns. Needs Linux.

usage: soak.py [--program FILE] [--seconds N] [--games N] [--seed N] [RUN...]

The runs, all of them by default: the server with fifty tabs, a session of many games over GTP and over NBoard,
self-play, and a match. After a warm-up, sessions over GTP and NBoard have N games, other runs take N seconds. Every
answer is checked.

Each run has nine parts. Memory, file descriptors and threads are sampled every two seconds. The table shows each third
of the run: the median of the memory, the fewest descriptors and threads, the CPU time of the same work, and the response
times. A run fails if the last third uses over 5 % and over 1 MiB more memory than the middle third, has more descriptors
or threads, or needs over 25 % more CPU time than the cheaper of the first two thirds. Memory that the allocator retains
levels off; a leak does not. CPU time is divided by that of `perft 10`, run in a new process at each sample, so that other
load on the machine cancels out. Exits with status 1 if a run fails.
"""

import argparse
import pathlib
import random
import statistics
import sys
import tempfile
import time

import bulk
import protocols
import tabs
from process import Watch

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
RUNS = {"serve": tabs.Serve, "gtp": protocols.Gtp, "nboard": protocols.NBoard, "selfplay": bulk.SelfPlay,
        "match": bulk.Match}
PARTS = 9
GROWTH, SLACK = 1.05, 1.0
SLOWER = 1.25


class Part:
    """What was measured in a part of a run, or in several."""

    def __init__(self, samples, work, seconds, cost, latencies):
        memory, descriptors, threads, _ = zip(*samples)
        self.memory = statistics.median(memory) / 1024
        self.descriptors, self.threads = min(descriptors), min(threads)
        self.samples, self.work, self.seconds, self.latencies = samples, work, seconds, latencies
        self.milliseconds, self.baseline = cost

    @property
    def cost(self):
        return self.milliseconds / self.baseline

    @classmethod
    def of(cls, parts):
        def every(field):
            return [getattr(part, field) for part in parts]
        cost = statistics.mean(every("milliseconds")), statistics.mean(every("baseline"))
        return cls(sum(every("samples"), []), sum(every("work")), sum(every("seconds")), cost,
                   sum(every("latencies"), []))

    def row(self, name):
        latencies = sorted(self.latencies) or [float("nan")]
        median, slowest = (1000 * latencies[int(share * (len(latencies) - 1))] for share in (0.5, 0.99))
        return (f"{name:14}{self.memory:10.2f}{self.descriptors:9}{self.threads:9}{self.work:10}"
                f"{self.work / self.seconds:10.1f}{self.milliseconds:10.2f}{self.cost:10.3f}{median:10.1f}{slowest:10.1f}")


def measure(session):
    """Runs a session, prints its table, and returns what is wrong with it."""
    session.start()
    watch = Watch(session)
    watch.start()
    parts, wrong = [], session.failures
    print(f"{'':14}{'MiB':>10}{'files':>9}{'threads':>9}{session.unit:>10}{'per s':>10}{'CPU ms':>10}{'relative':>10}"
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
    except Exception as failed:
        # A malformed answer, too, fails this run alone.
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
        (end.descriptors > middle.descriptors + session.spare, f"{end.descriptors - middle.descriptors} more descriptors"),
        (end.threads > middle.threads + session.spare, f"{end.threads - middle.threads} more threads"),
        (end.cost > SLOWER * least, f"CPU time of the same work grew from {least:.3f} to {end.cost:.3f} times the baseline"),
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
        with tempfile.TemporaryDirectory(prefix="soak-") as folder:
            print(f"== {name}")
            wrong = measure(RUNS[name](options, pathlib.Path(folder)))
        print("".join(f"FAILED {name}: {message}\n" for message in wrong) or f"{name}: passed\n", flush=True)
        failures += bool(wrong)
    return failures > 0


if __name__ == "__main__":
    sys.exit(main())
