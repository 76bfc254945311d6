#!/usr/bin/env python3
"""Makes the file operations of every command that writes files fail, one at a time.

usage: faults.py [--program FILE] [--trials N] [--seed N] [WORD...]

Runs each command of COMMANDS, or those that contain one of the given words, without a fault to learn what it
writes and how many file operations it makes: opening for writing, writing, syncing, truncating, renaming. Then
makes one operation fail in a copy of its folder, up to N operations for each kind of fault; with more operations
than that, a random choice. The program must not panic. It must exit with status 0 only if its output is complete
and with one error message otherwise; an interrupted or short write is no error. A file that was there before must
still be readable. The same command must then succeed, complete its output and leave no temporary files.

Prints a table; exits with status 1 if a trial fails.
"""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import random
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
KINDS = ["full", "broken", "interrupted", "short", "kill"]

# Each line: a command => how to read its output: files, or a command after `|`; an empty place stands for what the
# command prints.
COMMANDS = """
convert in.txt out.wtb => out.wtb
convert in.txt old.txt => old.txt
convert in.txt split.txt --split 4 => split*.txt
db --db new.db import in.txt => | db --db new.db export - --to txt
db --db old.db import more.txt => | db --db old.db export - --to txt
db --db old.db alias "Stoner John" "Inoue Hiroshi" => | db --db old.db players
db --db old.db analyze 1 --level 1 --threads 1 => | db --db old.db analyze 1 --level 1 --json
db --db old.db export out.ggf => out.ggf
practice --db cards.db add f5d6c3 --side black --plies 4 --level 1 => | practice --db cards.db stats --json
book add new.book in.txt --level 1 => | book show new.book start --json
book add old.book more.txt --level 1 => | book show old.book start --json
book grow old.book --level 1 --positions 10 --threads 1 => | book stats old.book --json
book deepen old.book --level 2 --threads 1 => | book verify old.book
book merge old.book other.book --to merged.book => | book stats merged.book --json
book export old.book out.dat => out.dat
book export old.book out.egbk3 => out.egbk3
book import other.txt new.book => | book stats new.book --json
solve 4x4.obf --board 4x4 --checkpoint c.solve --threads 1 --json =>
solve start --board 4x4 --proof out.proof => out.proof
analyze in.txt --limit 3 --depth 1 --exact 4 --checkpoint c.analyze --threads 1 --json =>
analyze f5d6c3 --level 1 --threads 1 --html out.html => out.html
match random random --games 4 --seed 3 --threads 1 --results out.results => out.result*
match random random --games 4 --seed 3 --save games.pgn => games.pgn
tree f5d6 --depth 2 --to out.svg => out.svg
train selfplay --to new.games --depth 1 --exact 4 --games 30 => new.games/*
train label own.games --to new.positions --depth 1 --exact 4 --per-game 1 --shard-size 10 => new.positions/*
train weights own.games --passes 2 --checkpoint c.weights --to new.weights => new.weights
train network own.games --width 16 --epochs 1 --checkpoint c.network --to new.network => new.network
train textbook phased --iterations 3 --games-per-iteration 2 --depth 1 --checkpoint c.textbook --to new.toml => new.toml
lab people WTH_1980.wtb --sides 1 --level 1 --checkpoint c.people --to people.toml => people.toml
"""

# Times and speeds, and the dates of exported games.
VOLATILE = re.compile(rb'"(seconds|nodes|nodes_per_second|due|added|resumed)":(\[[^]]*\]|[^,}]*)|\[Date [^]]*\]|\d\d\d\d-\d\d-\d\d')


class Failed(Exception):
    """What was wrong in a trial."""


class Command:
    """A command, and what it writes without a fault."""

    def __init__(self, line, options, template):
        self.line, self.options, self.template = line, options, template
        self.words, reader = (part.strip() for part in line.split("=>"))
        self.reader = reader
        with self.place() as folder:
            self.before = self.read(folder, b"")
            code, stdout, stderr, report = self.run(folder, 0, "full")
            if code != 0:
                raise SystemExit(f"{self.words}: {stderr}")
            self.operations = int(report)
            self.after = self.read(folder, stdout)
            self.names = names(folder)
        with self.place() as folder:
            _, stdout, _, _ = self.run(folder, 0, "full")
            if self.read(folder, stdout) != self.after:
                raise SystemExit(f"{self.words}: two runs differ")

    def place(self):
        return Place(self.template)

    def run(self, folder, at, kind):
        """Runs the command with a fault; returns its exit code, its output and the report."""
        report = folder.parent / "report"
        report.unlink(missing_ok=True)
        environment = os.environ | {
            "LD_PRELOAD": str(self.options.library), "FAULTS_FOLDER": str(folder), "FAULTS_AT": str(at),
            "FAULTS_KIND": kind, "FAULTS_REPORT": str(report)}
        done = subprocess.run([self.options.program, *shlex.split(self.words)], cwd=folder, env=environment,
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=120)
        text = report.read_text() if report.exists() else ""
        return done.returncode, done.stdout, done.stderr.decode(errors="replace"), text

    def read(self, folder, stdout):
        """Returns the output, or None if there is none to read."""
        if not self.reader:
            return VOLATILE.sub(b"", stdout)
        if self.reader.startswith("|"):
            words = self.reader.lstrip("| ").split()
            if not (folder / words[words.index("--db") + 1 if "--db" in words else 2]).exists():
                return None
            done = subprocess.run([self.options.program, *words], cwd=folder, capture_output=True, timeout=120)
            if done.returncode != 0:
                raise Failed(f"cannot be read: {done.stderr.decode(errors='replace').strip()}")
            return VOLATILE.sub(b"", done.stdout)
        files = sorted(folder.glob(self.reader))
        return [(file.name, VOLATILE.sub(b"", file.read_bytes())) for file in files] or None

    def trial(self, at, kind, seed):
        """Raises Failed if a requirement is not met."""
        with self.place() as folder:
            code, stdout, stderr, report = self.run(folder, at, kind)
            what = f"{report or 'no fault'}: exit status {code}: {stderr.strip()[:300]}"
            if not report:
                raise Failed(what)
            if "panicked" in stderr:
                raise Failed(what)
            if code < 0 and not (kind == "kill" and code == -signal.SIGKILL):
                raise Failed(what)
            if kind in ("interrupted", "short") and code != 0:
                raise Failed(what)
            if code > 0 and not stderr.startswith("error: "):
                raise Failed(what)
            try:
                now = self.read(folder, stdout)
            except Failed as failed:
                if code == 0 or self.before is not None:
                    raise Failed(f"{what}; {failed}")
                now = None
            if code == 0 and now != self.after:
                raise Failed(f"{what}; the output is incomplete")
            is_store = self.reader.startswith("|") or not self.reader or "*" in self.reader
            if not is_store and now not in (None, self.before, self.after):
                raise Failed(f"{what}; a half-written file")
            if self.before is not None and self.reader and now is None:
                raise Failed(f"{what}; the old file is gone")
            if kind == "kill":
                again = random.Random(seed).randint(1, self.operations)
                self.run(folder, again, "kill")
            code, stdout, stderr, _ = self.run(folder, 0, "full")
            if code != 0:
                raise Failed(f"{what}; the second run: {stderr.strip()[:300]}")
            try:
                if self.read(folder, stdout) != self.after:
                    raise Failed("is different")
            except Failed as failed:
                raise Failed(f"{what}; after the second run, the output {failed}")
            if names(folder) != self.names:
                raise Failed(f"{what}; left behind: {sorted(set(names(folder)) ^ set(self.names))}")


class Place:
    """A copy of the template folder."""

    def __init__(self, template):
        self.template = template

    def __enter__(self):
        self.outside = pathlib.Path(tempfile.mkdtemp(prefix="faults-"))
        folder = self.outside / "folder"
        shutil.copytree(self.template, folder)
        return folder

    def __exit__(self, *_):
        shutil.rmtree(self.outside)


def names(folder):
    return sorted(str(file.relative_to(folder)) for file in folder.rglob("*"))


def prepare(options, folder):
    """Makes the files that the commands read."""
    def run(words, **rest):
        subprocess.run([options.program, *words.split()], cwd=folder, check=True, stdout=subprocess.DEVNULL, **rest)
    wthor = ROOT / "testdata/wthor"
    for name in ("WTH_1980.wtb", "WTH.JOU", "WTH.TRN"):
        shutil.copy(wthor / name, folder)
    listed = subprocess.run([options.program, "convert", wthor / "WTH_1980.wtb", "-", "--to", "txt"], check=True, capture_output=True)
    games = listed.stdout.splitlines(keepends=True)
    (folder / "in.txt").write_bytes(b"".join(games[:6]))
    (folder / "more.txt").write_bytes(b"".join(games[6:10]))
    (folder / "old.txt").write_bytes(b"f5d6\n")
    (folder / "4x4.obf").write_text("-----OX--XO----- X;\n" * 3)
    run("db --db old.db import WTH_1980.wtb")
    run("book add old.book in.txt --level 1")
    run("book add other.book more.txt --level 1")
    run("book export other.book other.txt")
    run("train selfplay --to own.games --depth 1 --exact 4 --games 40")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "target/debug/outflank")
    parser.add_argument("--trials", type=int, default=40, help="trials of a kind for each command (default 40)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("words", nargs="*", help="run only commands with one of these words")
    options = parser.parse_args()
    options.program = options.program.resolve()
    began = time.monotonic()
    failures, totals = 0, collections.Counter()
    with tempfile.TemporaryDirectory(prefix="faults-") as outside:
        options.library = pathlib.Path(outside) / "interpose.so"
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", options.library, HERE / "interpose.c", "-ldl"], check=True)
        template = pathlib.Path(outside) / "template"
        template.mkdir()
        prepare(options, template)
        print(f"{'operations':>10}" + "".join(f"{kind:>13}" for kind in KINDS) + "  command")
        for line in COMMANDS.strip().splitlines():
            if options.words and not any(word in line for word in options.words):
                continue
            command = Command(line, options, template)
            choice = random.Random(f"{options.seed} {line}")
            trials = []
            for kind in KINDS:
                places = range(1, command.operations + 1)
                if len(places) > options.trials:
                    places = sorted(choice.sample(places, options.trials))
                trials += [(at, kind, f"{options.seed} {line} {at}") for at in places]
            with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
                jobs = [(trial, pool.submit(command.trial, *trial)) for trial in trials]
            counts = collections.Counter(kind for _, kind, _ in trials)
            totals += counts
            print(f"{command.operations:>10}" + "".join(f"{counts[kind]:>13}" for kind in KINDS), command.words, sep="  ", flush=True)
            for (at, kind, _), job in jobs:
                error = job.exception()
                if error is not None:
                    failures += 1
                    print(f"    FAILED {kind} at {at}: {error}", flush=True)
    print(f"{'all':>10}" + "".join(f"{totals[kind]:>13}" for kind in KINDS))
    print(f"{sum(totals.values())} trials, {failures} failed, {time.monotonic() - began:.0f} s")
    return failures > 0


if __name__ == "__main__":
    sys.exit(main())
