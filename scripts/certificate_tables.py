#!/usr/bin/env python3
"""Prints tables of the certificates that the example `measure` of outflank-proof wrote.

usage: certificate_tables.py FOLDER [POSITIONS]

First runs the Python checker on each certificate that it has not checked yet: on the whole
certificate if the Rust checker tried at most POSITIONS positions, otherwise on a random sample of
chunks, at least one, with about that many positions. Without POSITIONS, runs no checks. Appends the
results to FOLDER/python.jsonl. Then prints the medians over the certificates with the same number of
empties, and the growth per empty square, fitted by least squares to the logarithms.
"""

import json
import math
import pathlib
import resource
import statistics
import subprocess
import sys

CHECKER = pathlib.Path(__file__).parent.parent / "docs/reference/check_certificate.py"


def read_lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def check(folder, row, most):
    """Runs the Python checker and returns its measurements."""
    chunks = row["chunks"]
    drawn = chunks if row["tried"] <= most else max(1, chunks * most // row["tried"])
    command = [sys.executable, CHECKER, folder / f"{row['name']}.proof"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run(command + ([] if drawn == chunks else [str(drawn)]), check=True, stdout=subprocess.DEVNULL)
    seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    return {"name": row["name"], "chunks": drawn, "of": chunks, "seconds": round(seconds, 2)}


def fit(points):
    """Returns the slope of the least-squares line through the points, and its value at 0."""
    mean_x, mean_y = (statistics.mean(values) for values in zip(*points))
    slope = sum((x - mean_x) * (y - mean_y) for x, y in points) / sum((x - mean_x) ** 2 for x, _ in points)
    return slope, mean_y - slope * mean_x


def factor(row):
    return 1 + row["proof_nodes"] / row["solve_nodes"]


def print_tables(rows, python):
    print("| empties | positions | choices | bytes | factor, median and maximum | tried | check | Python, whole and parts |")
    print("|---|---|---|---|---|---|---|---|")
    for empties in sorted({row["empties"] for row in rows}):
        group = [row for row in rows if row["empties"] == empties]
        middle = {name: statistics.median(row[name] for row in group) for name in ("choices", "bytes", "tried", "check_seconds")}
        done = [python[row["name"]] for row in group if row["name"] in python]
        whole = sum(line["chunks"] == line["of"] for line in done)
        print(f"| {empties} | {len(group)} | {middle['choices']:,.0f} | {middle['bytes']:,.0f} "
              f"| {statistics.median(map(factor, group)):.2f}, {max(map(factor, group)):.2f} "
              f"| {middle['tried'] / 1e6:.2f} M | {middle['check_seconds']:.2f} s | {whole}, {len(done) - whole} |")
    print(f"\nbytes per choice: {sum(row['bytes'] for row in rows) / sum(row['choices'] for row in rows):.2f}")
    for name in ("choices", "tried", "check_seconds"):
        points = [(row["empties"], math.log(row[name])) for row in rows if row[name] > 0]
        slope, start = fit(points)
        expected = ", ".join(f"{empties}: {math.exp(start + slope * empties):.2g}" for empties in (30, 36))
        print(f"{name}: grows by a factor of {math.exp(slope):.2f} per empty square; expected at {expected}")


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    folder, most = pathlib.Path(sys.argv[1]), int((sys.argv[2:] or ["0"])[0])
    rows = read_lines(folder / "measured.jsonl")
    python = {line["name"]: line for line in read_lines(folder / "python.jsonl")}
    for row in sorted(rows, key=lambda row: row["tried"]):
        if most and row["name"] not in python:
            python[row["name"]] = check(folder, row, most)
            with (folder / "python.jsonl").open("a") as lines:
                print(json.dumps(python[row["name"]]), file=lines)
    # Certificates of small boards grow at a different rate.
    for name, is_in in (("8x8", lambda row: not row["name"].startswith("start")), ("small boards", lambda row: row["name"].startswith("start"))):
        if any(map(is_in, rows)):
            print(f"\n{name}\n")
            print_tables(list(filter(is_in, rows)), python)


if __name__ == "__main__":
    main()
