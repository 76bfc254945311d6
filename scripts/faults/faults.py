#!/usr/bin/env python3
"""Makes the file operations of commands that write files fail, one at a time. Needs Linux and a C compiler.

usage: faults.py [--program FILE] [--trials N] [--seed N] [--except WORD] [WORD...]

Runs each command of COMMANDS, or only those whose line contains one of the given words, without a fault to learn
what it writes and how many file operations it makes: opening for writing, writing, syncing, truncating, renaming.
Then makes one operation fail in a copy of its folder: all operations for each kind of fault, or N random ones if
there are more. The program must not panic. It must exit with status 0 only if its output is complete, and
otherwise with an error message; an interrupted or short write is no error, a failed sync is one. What was there
before must still be readable. The same command must then succeed, complete its output and leave no temporary
files; after a kill, it is first killed once more.

Prints the number of trials of each command, and exits with status 1 if one fails.
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

# Each line: a command => how to read its output: a file pattern, or `|` and a command that prints it; nothing means
# what the command itself prints. Which positions `book grow` and `book deepen` choose depends on the scores found so
# far, so a resumed run makes another book, which is only verified.
COMMANDS = """
convert in.txt out.wtb => out.wtb
convert in.txt old.txt => old.txt
convert in.txt split.txt --split 4 => split*.txt
db --db new.db import in.txt => | db --db new.db export - --to txt
db --db old.db import more.txt => | db --db old.db export - --to txt
db --db old.db alias "Stoner John" "Inoue Hiroshi" => | db --db old.db players
db --db old.db analyze 1 --level 1 --threads 1 => | db --db old.db stats --json
db --db old.db export out.ggf => out.ggf
practice --db cards.db add f5d6c3 --side black --plies 4 --level 1 => | practice --db cards.db stats --json
book add new.book in.txt --level 1 => | book show new.book start --json
book add old.book more.txt --level 1 => | book show old.book start --json
book grow old.book --level 1 --positions 200 --threads 1 => | book verify old.book
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
train selfplay --to new.games --depth 1 --exact 4 --games 30 => new.games/*.parquet
train label own.games --to new.positions --depth 1 --exact 4 --per-game 1 --shard-size 10 => new.positions/*.parquet
train weights own.games --passes 2 --checkpoint c.weights --to new.weights => new.weights
train network own.games --width 16 --epochs 1 --checkpoint c.network --to new.network => new.network
train textbook phased --iterations 3 --games-per-iteration 2 --depth 1 --checkpoint c.textbook --to new.toml => new.toml
lab people WTH_1980.wtb --sides 1 --level 1 --checkpoint c.people --to people.toml => people.toml
"""

# What differs between runs: times, node counts, dates, sizes of databases, and how much was resumed.
VOLATILE = re.compile(
    rb'"(seconds|nodes|nodes_per_second|due|added|resumed|bytes)":(\[[^]]*\]|[^,}]*)|\[Date [^]]*\]|\d\d\d\d-\d\d-\d\d')


class Failed(Exception):
    """A requirement that a trial did not meet."""


class Command:
    """A command, and what it does without a fault."""

    def __init__(self, line, options, template):
        self.options, self.template = options, template
        self.words, self.reader = (part.strip() for part in line.split("=>"))
        self.before = self.read(template, b"")
        runs = []
        for _ in range(2):
            with self.place() as outside:
                folder = outside / "folder"
                code, stdout, stderr, report = self.run(folder, 0, "full")
                if code != 0:
                    raise SystemExit(f"{self.words}: {stderr}")
                runs.append((int(report), self.read(folder, stdout), names(folder)))
        # Checkpoints written by the clock let the number of operations vary.
        self.operations = min(operations for operations, _, _ in runs)
        _, self.after, self.names = runs[0]
        if runs[1][1:] != runs[0][1:]:
            raise SystemExit(f"{self.words}: two runs differ")
        if self.operations == 0 or (self.before == self.after and "verify" not in self.reader):
            raise SystemExit(f"{self.words}: nothing is written")

    def place(self):
        """Returns a temporary folder, a context manager, with a copy of the template in `folder`."""
        outside = Temporary()
        shutil.copytree(self.template, outside.path / "folder")
        return outside

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
        """Returns the output, or None if there is none."""
        if not self.reader:
            return VOLATILE.sub(b"", stdout)
        if not self.reader.startswith("|"):
            files = sorted(folder.glob(self.reader))
            return [(file.name, VOLATILE.sub(b"", file.read_bytes())) for file in files] or None
        words = self.reader.lstrip("| ").split()
        if not (folder / words[words.index("--db") + 1 if "--db" in words else 2]).exists():
            return None
        # A reader may repair a database, which the next run of the command must do by itself.
        with Temporary() as outside:
            copy = shutil.copytree(folder, outside / "copy")
            done = subprocess.run([self.options.program, *words], cwd=copy, capture_output=True, timeout=120)
        if done.returncode != 0:
            raise Failed(f"cannot be read: {done.stderr.decode(errors='replace').strip()}")
        return VOLATILE.sub(b"", done.stdout)

    def trial(self, at, kind, again):
        """Makes operation `at` fail and, after a kill, operation `again`. Returns whether there was such an
        operation and the fault applies to it."""
        with self.place() as outside:
            folder = outside / "folder"
            code, stdout, stderr, report = self.run(folder, at, kind)
            applies = report != ""
            what = f"{report or 'no fault'}: exit status {code}: {stderr.strip()[:300]}"

            def require(condition, requirement):
                if not condition:
                    raise Failed(f"{what}; {requirement}")

            def require_sound(code, stderr):
                require("panicked" not in stderr and code >= 0, "panic or signal")
                require(code == 0 or stderr.count("error: ") == 1, "expected one error message")

            if kind == "kill" and applies:
                require(code == -signal.SIGKILL, "expected to be killed")
            else:
                require_sound(code, stderr)
            if not applies or kind in ("interrupted", "short"):
                require(code == 0, "expected no error")
            # SQLite decides by itself which syncs of its files it can do without.
            is_database = re.search(r"\.(db|overlay)", report) is not None
            if kind == "broken" and report.startswith(("fsync", "fdatasync")) and not is_database:
                require(code > 0, "a failed sync is not reported")
            try:
                now = self.read(folder, stdout)
            except Failed as failed:
                require(code != 0 and self.before is None, str(failed))
                now = None
            require(code != 0 or now == self.after, "the output is incomplete")
            if self.reader:
                require(self.before is None or now is not None, "what was there before is gone")
            if self.reader and "|" not in self.reader and "result" not in self.reader:
                # Each file is written as a whole, except the results of matches, to which pairs are appended.
                for file in now or []:
                    require(file in self.after or file in (self.before or []), f"{file[0]} is half-written")
            if kind == "kill":
                code, _, stderr, _ = self.run(folder, again, "kill")
                if code != -signal.SIGKILL:
                    require_sound(code, stderr)
            code, stdout, stderr, _ = self.run(folder, 0, "full")
            require(code == 0, f"the second run: {stderr.strip()[:300]}")
            require(self.read(folder, stdout) == self.after, "the output of the second run is different")
            left = sorted(set(names(folder)) ^ set(self.names))
            require(not left, f"files left or missing: {left}")
            return applies


class Temporary(tempfile.TemporaryDirectory):
    """A temporary folder with its path resolved, as the system names the files in it."""

    def __init__(self):
        super().__init__(prefix="faults-")
        self.path = pathlib.Path(self.name).resolve()

    def __enter__(self):
        return self.path


def names(folder):
    return sorted(str(file.relative_to(folder)) for file in folder.rglob("*"))


def prepare(options, folder):
    """Makes the files that the commands read."""
    def run(words):
        subprocess.run([options.program, *words.split()], cwd=folder, check=True, capture_output=True)
    wthor = ROOT / "testdata/wthor"
    for name in ("WTH_1980.wtb", "WTH.JOU", "WTH.TRN"):
        shutil.copy(wthor / name, folder)
    run("convert WTH_1980.wtb all.txt")
    games = (folder / "all.txt").read_bytes().splitlines(keepends=True)
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
    parser.add_argument("--trials", type=int, default=40, help="for each kind and command (default 40)")
    parser.add_argument("--seed", type=int, default=1, help="of the random choices (default 1)")
    parser.add_argument("--except", dest="left_out", metavar="WORD", help="leave out commands with this word")
    parser.add_argument("words", nargs="*", metavar="WORD")
    options = parser.parse_args()
    if sys.platform != "linux":
        print("skipped: file operations can be made to fail only on Linux")
        return False
    options.program = options.program.resolve()
    lines = [line for line in COMMANDS.strip().splitlines()
             if all([not options.words or any(word in line for word in options.words),
                     not options.left_out or options.left_out not in line])]
    if not lines:
        raise SystemExit("no command contains these words")
    began = time.monotonic()
    failures, totals = 0, collections.Counter()
    with Temporary() as outside:
        options.library = outside / "interpose.so"
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", options.library, HERE / "interpose.c", "-ldl"], check=True)
        template = outside / "template"
        template.mkdir()
        prepare(options, template)
        print(f"{'operations':>10}" + "".join(f"{kind:>13}" for kind in KINDS) + "  command")
        for line in lines:
            command = Command(line, options, template)
            choice = random.Random(f"{options.seed} {line}")
            every = range(1, command.operations + 1)
            with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
                jobs = [(kind, at, pool.submit(command.trial, at, kind, choice.choice(every)))
                        for kind in KINDS
                        for at in sorted(choice.sample(every, min(len(every), options.trials)))]
            counts, errors = collections.Counter(), []
            for kind, at, job in jobs:
                if job.exception() is not None:
                    errors.append(f"    FAILED {kind} at {at}: {job.exception()}")
                counts[kind] += job.exception() is not None or job.result()
            print(f"{command.operations:>10}" + "".join(f"{counts[kind]:>13}" for kind in KINDS) + f"  {command.words}")
            print("".join(f"{error}\n" for error in errors), end="", flush=True)
            totals += counts
            failures += len(errors)
    print(f"{'all':>10}" + "".join(f"{totals[kind]:>13}" for kind in KINDS))
    print(f"{sum(totals.values())} trials, {failures} failed, {time.monotonic() - began:.0f} s")
    return failures > 0


if __name__ == "__main__":
    sys.exit(main())
