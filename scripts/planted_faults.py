#!/usr/bin/env python3
"""Builds the solver with one planted fault at a time and tests that certificates expose its wrong
scores.

usage: planted_faults.py [POSITIONS]

Solves the first POSITIONS positions of the FFO test (19 by default) with each faulty build, makes
a certificate of each score and checks it. The maker or the checker must refuse every wrong
score. Plants the faults in a copy of the tracked files in target/planted-faults. Prints a table. Exits
with status 1 if a wrong score is proven, if a score of the solver without a fault is refused, or if
fewer than five faults make a score wrong.
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
COPY = ROOT / "target/planted-faults"
SEARCH = pathlib.Path("crates/engine/src/search")

# The fault, the file, the original code, and the faulty code.
FAULTS = [
    ("none", "last_plies.rs", "", ""),
    ("the last disc is not counted", "last_plies.rs", "score = difference + 2 * own as i32 + 1;",
     "score = difference + 2 * own as i32 - 1;"),
    ("no side gets the last empty square", "last_plies.rs",
     "let mut score = difference + difference.signum();", "let mut score = difference;"),
    ("the third of three squares is not tried", "last_plies.rs", "for _ in 0..3 {", "for _ in 0..2 {"),
    ("a pass with four empties does not change the sign", "last_plies.rs",
     "-play_four(thread, passed, replies, odd, -alpha - 1)", "play_four(thread, passed, replies, odd, -alpha - 1)"),
    ("the last move of a list is not tried", "endgame_shallow.rs",
     "if score > alpha || tried == choices.list.len() {", "if score > alpha || tried + 1 >= choices.list.len() {"),
    ("the thread-local table takes one board for another", "direct_mapped.rs",
     "(*kept == board).then_some(*value)", "let _ = (kept, board);\n        Some(*value)"),
    ("ten stable discs too many", "thread.rs", "geometry).count() as i32;\n        (stable >= needed)",
     "geometry).count() as i32 + 10;\n        (stable >= needed)"),
    ("a lower bound of a child is taken for an upper bound", "endgame.rs",
     "let lower = -i32::from(entry.upper);", "let lower = -i32::from(entry.lower);"),
]


def run(command, **options):
    return subprocess.run(command, text=True, capture_output=True, **options)


def copy_tracked_files():
    """Copies the tracked files that have changed, so that cargo rebuilds only those."""
    names = run(["git", "ls-files", "-z"], cwd=ROOT, check=True).stdout.split("\0")
    for name in filter(None, names):
        source, target = ROOT / name, COPY / name
        if source.is_file() and not (target.is_file() and target.read_bytes() == source.read_bytes()):
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)


def build():
    command = ["cargo", "build", "--quiet", "--locked", "--profile", "quick", "--package", "outflank-proof", "--example", "measure"]
    built = run(command, cwd=COPY)
    if built.returncode:
        sys.exit(f"error: the build failed\n{built.stderr}")


def prove(position):
    """Returns the score that the build finds, which part refused the certificate, and why."""
    folder = COPY / "certificates"
    shutil.rmtree(folder, ignore_errors=True)
    made = run([COPY / "target/quick/examples/measure", folder, "10", position], cwd=COPY)
    if made.returncode == 0:
        return json.loads(made.stdout)["score"], None, None
    refused = re.search(r"score (-?\d+): (.*)", made.stderr)
    if not refused:
        # The search contradicts itself, and panics.
        return None, "search", made.stderr.strip()
    reason = refused[2].strip('"')
    return int(refused[1]), "checker" if reason.startswith("chunk ") else "maker", reason


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 19
    positions = [f"ffo-{number:02}" for number in range(1, count + 1)]
    copy_tracked_files()
    truth, failures, effective = {}, [], 0
    print("| fault | scores wrong | stopped by the search, the maker, the checker | proven although wrong "
          "| refused although right | the first refusal by the checker |")
    print("|---|---|---|---|---|---|")
    for name, file, right, wrong in FAULTS:
        path = COPY / SEARCH / file
        text = (ROOT / SEARCH / file).read_text()
        if name != "none" and text.count(right) != 1:
            sys.exit(f"error: {file}: expected this code exactly once: {right}")
        path.write_text(text.replace(right, wrong) if right else text)
        build()
        found = {position: prove(position) for position in positions}
        path.write_text(text)
        if name == "none":
            truth = {position: score for position, (score, _, _) in found.items()}
        wrong_ones = [(position, *found[position]) for position in positions if found[position][0] != truth[position]]
        slipped = [position for position, _, by, _ in wrong_ones if by is None]
        stopped = [sum(by == who for _, _, by, _ in wrong_ones) for who in ("search", "maker", "checker")]
        refused = [position for position, (score, by, _) in found.items() if by and score == truth[position]]
        first = next((reason for _, _, by, reason in wrong_ones if by == "checker"), "")
        print(f"| {name} | {len(wrong_ones)} of {count} | {', '.join(map(str, stopped))} | {len(slipped)} "
              f"| {len(refused)} | {first} |", flush=True)
        effective += bool(wrong_ones)
        failures += slipped if name != "none" else refused
    if failures:
        sys.exit(f"error: wrong scores proven, or right ones refused: {' '.join(failures)}")
    if effective < 5 and count >= 19:
        sys.exit(f"error: only {effective} faults make a score wrong")


if __name__ == "__main__":
    main()
