#!/usr/bin/env python3
"""Compares outflank.batch.exact_scores with `outflank solve` on the same boards of random games.

Runs the two in turn, each in its own process, prints the least processor time of each, and fails if a
score differs. Then measures how fast another Python thread counts, alone and while scores are
computed. Needs: pip install ./crates/python, and `outflank` on the PATH.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import numpy as np
from compare_python_rules import random_games, unpack
from outflank import batch

PYTHON = """
import sys
import numpy as np
from outflank import batch
boards = np.load(sys.argv[1])
np.save(sys.argv[2], batch.exact_scores(boards, threads=int(sys.argv[3]), hash=int(sys.argv[4])))
"""


def boards_with(empties, n):
    """Returns `n` boards with `empties` empty squares, each from a different random game."""
    boards, _, _ = random_games(60 * (n + n // 10))
    discs = unpack(boards).reshape(len(boards), -1).sum(1)
    found = boards[discs == 64 - empties]
    if len(found) < n:
        sys.exit(f"error: {len(found)} boards with {empties} empties, expected {n}")
    return np.ascontiguousarray(found[:n])


def as_obf(boards):
    cells = unpack(boards[:, 0]) + 2 * unpack(boards[:, 1])
    return "".join("".join("-XO"[cell] for cell in board) + " X\n" for board in cells.tolist())


def processor_time(command, output):
    """Runs `command` and returns the seconds of processor time that it took."""
    process = subprocess.Popen(command, stdout=output)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"error: {command[0]} ended with {process.returncode}")
    return usage.ru_utime + usage.ru_stime


def compare(empties, boards, threads, arguments, folder):
    (folder / "boards.obf").write_text(as_obf(boards))
    np.save(folder / "boards.npy", boards)
    common = [str(threads), str(arguments.hash)]
    # The program has one table for all threads, `batch` one per thread.
    solve = [arguments.outflank, "solve", "--json", "--threads", common[0]]
    solve += ["--hash", str(arguments.hash * threads), folder / "boards.obf"]
    python = [sys.executable, "-c", PYTHON, folder / "boards.npy", folder / "scores.npy", *common]
    times = ([], [])
    for _ in range(arguments.runs):
        with (folder / "solved").open("w") as output:
            times[0].append(processor_time(solve, output))
        times[1].append(processor_time(python, subprocess.DEVNULL))
    lines = map(json.loads, (folder / "solved").read_text().splitlines())
    expected = np.array([line["score"] for line in lines if "score" in line])
    equal = (expected == np.load(folder / "scores.npy")).sum()
    rust, batched = map(min, times)
    print(
        f"{len(boards)} boards of {empties} empties, {threads} threads: "
        f"outflank solve {rust:.2f} s, exact_scores {batched:.2f} s, "
        f"{batched / rust - 1:+.1%}, {equal} scores equal",
        flush=True,
    )
    print("  all runs:", " ".join(f"{a:.2f}/{b:.2f}" for a, b in zip(*times)), flush=True)
    if equal != len(boards):
        sys.exit("error: scores differ")


def count(seconds, until=None):
    """Counts until the time is up or `until` is set. Returns steps per second of wall time and
    the longest interval between two clock readings."""
    steps, longest = 0, 0.0
    began = last = time.perf_counter()
    while until is not None and not until.is_set() or until is None and last - began < seconds:
        for _ in range(1000):
            steps += 1
        now = time.perf_counter()
        longest = max(longest, now - last)
        last = now
    return steps / (last - began), longest


def other_thread(boards, pairs):
    """Compares a counting thread beside a solving thread with the same thread alone."""
    beside, alone = [], []
    for _ in range(pairs):
        is_done = threading.Event()

        def work():
            batch.exact_scores(boards, threads=1)
            is_done.set()

        worker = threading.Thread(target=work)
        began = time.perf_counter()
        worker.start()
        beside.append(count(0, is_done))
        worker.join()
        alone.append(count(time.perf_counter() - began))
    for name, counted in (("beside exact_scores", beside), ("alone", alone)):
        rates = [rate / 1e6 for rate, _ in counted]
        print(
            f"a Python thread {name}: {max(rates):.1f} million steps/s, "
            f"median {statistics.median(rates):.1f}, longest step {max(gap for _, gap in counted) * 1e3:.1f} ms"
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--outflank", default="outflank", help="the program")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--hash", type=int, default=64, help="MiB")
    parser.add_argument("--threads", type=int, nargs="+", default=[1])
    parser.add_argument("--fourteen", type=int, default=10_000, help="boards of 14 empties")
    parser.add_argument("--twenty", type=int, default=300, help="boards of 20 empties")
    parser.add_argument("--pairs", type=int, default=5, help="pairs of measurements of the other thread")
    arguments = parser.parse_args()
    fourteen = boards_with(14, arguments.fourteen)
    other_thread(fourteen[:1000], arguments.pairs)
    with tempfile.TemporaryDirectory() as folder:
        for threads in arguments.threads:
            compare(14, fourteen, threads, arguments, Path(folder))
            compare(20, boards_with(20, arguments.twenty), threads, arguments, Path(folder))


if __name__ == "__main__":
    main()
