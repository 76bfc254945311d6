"""Finds the weights of the `phased` evaluation by matches.

usage: tune_phased.py START.toml OUT.toml [ROUNDS] [GAMES]

Each weight in turn is made larger and smaller; a change that wins a match of
GAMES games at depth 4 against the best weights so far, with the whole 95 %
interval above 50 %, is kept. Openings are made of eight random plies with a
seed of their own for each match, so the course can be run again. Needs
target/release/outflank (cargo build --release).
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import tomllib

PROGRAM = Path(__file__).parent.parent / "target/release/outflank"
WEIGHTS = ["discs", "stability", "mobility", "corner_access"]


def text(stages):
    lines = []
    for stage in stages:
        lines.append("[[stage]]")
        lines.append(f'name = "{stage["name"]}"')
        lines += [f"{key} = {stage[key]:.2f}" for key in ["until", *WEIGHTS]]
        lines.append("")
    return "\n".join(lines)


def match(challenger, champion, games, seed):
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for name, stages in [("challenger", challenger), ("champion", champion)]:
            path = Path(folder) / f"{name}.toml"
            path.write_text(text(stages))
            paths.append(f"classic:phased={path}@4")
        command = [PROGRAM, "match", *paths, "--games", str(games), "--seed", str(seed), "--json"]
        output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return json.loads(output.splitlines()[-1])


def main():
    start, out = Path(sys.argv[1]), Path(sys.argv[2])
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 3
    games = int(sys.argv[4]) if len(sys.argv) > 4 else 1000
    first = tomllib.loads(start.read_text())["stage"]
    champion = [dict(stage) for stage in first]
    seed = 1
    for round_number in range(1, rounds + 1):
        changed = False
        for place, stage in enumerate(first):
            for weight in WEIGHTS:
                value = champion[place][weight]
                for factor in [1.5, 0.67]:
                    step = value * (factor - 1) if value else (factor - 1)
                    challenger = [dict(other) for other in champion]
                    challenger[place][weight] = round(value + step, 2)
                    seed += 1
                    total = match(challenger, champion, games, seed)
                    kept = total["score_low"] > 0.5
                    mark = "kept" if kept else ""
                    new = challenger[place][weight]
                    print(f"{stage['name']:8} {weight:14} {value:6.2f} -> {new:6.2f}"
                          f"  {100 * total['score']:.1f} % {mark}", flush=True)
                    if kept:
                        champion, changed = challenger, True
                        out.write_text(text(champion))
                        break
        total = match(champion, first, games, 1000 + round_number)
        print(f"round {round_number}: {100 * total['score']:.1f} % against the start"
              f" [{100 * total['score_low']:.1f} .. {100 * total['score_high']:.1f}]", flush=True)
        if not changed:
            break
    out.write_text(text(champion))


if __name__ == "__main__":
    main()
