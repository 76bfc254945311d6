"""Makes the file operations of commands that write files fail, one at a time, and kills the commands.

Runs each command of COMMANDS without a fault to learn what it writes and how many file operations it makes: opening
for writing, writing, syncing, truncating, renaming. Then makes one operation fail in a copy of its folder: all
operations for each kind of fault, or random ones if there are more. The program must not panic. It must exit with
status 0 only if its output is complete, and otherwise with an error message; an interrupted or short write is no
error, a failed sync is one. What was there before must still be readable. The same command must then succeed,
complete its output and leave no temporary files; after a kill, it is first killed once more.

The command is also killed at random moments of its run, three times in a row.
"""

import collections
import concurrent.futures
import os
import random
import re
import signal
import time

from support import Failed, build, is_sound, lines, names

KINDS = ["full", "broken", "interrupted", "short", "kill", "moment"]

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

# What each kind of fault is called in the count of all.
FAULTS = {
    "full": "no space left", "broken": "input/output error", "interrupted": "interrupted call", "short": "short write",
    "kill": "kill at a file operation, twice", "moment": "kill at a random moment, three times"}


class Command:
    """A command, and what it does without a fault."""

    def __init__(self, line, program, library):
        self.program, self.library = program, library
        self.words, self.reader = (part.strip() for part in line.split("=>"))
        self.before = program.read(self.reader, program.template, b"")
        runs = []
        for _ in range(2):
            with program.place() as outside:
                folder = outside / "folder"
                began = time.monotonic()
                code, stdout, stderr, report = self.run(folder, 0, "full")
                self.seconds = time.monotonic() - began
                if code != 0:
                    raise SystemExit(f"{self.words}: {stderr}")
                runs.append((int(report), program.read(self.reader, folder, stdout), names(folder)))
        # Checkpoints written by the clock let the number of operations vary.
        self.operations = min(operations for operations, _, _ in runs)
        _, self.after, self.names = runs[0]
        if runs[1][1:] != runs[0][1:]:
            raise SystemExit(f"{self.words}: two runs differ")
        if self.operations == 0 or (self.before == self.after and "verify" not in self.reader):
            raise SystemExit(f"{self.words}: nothing is written")

    def run(self, folder, at, kind):
        """Runs the command with a fault; returns its exit code, its output and the report."""
        report = folder.parent / "report"
        report.unlink(missing_ok=True)
        environment = {
            "LD_PRELOAD": str(self.library), "FAULTS_FOLDER": str(folder), "FAULTS_AT": str(at), "FAULTS_KIND": kind,
            "FAULTS_REPORT": str(report)}
        done = self.program.run(self.words, folder, environment)
        return *done, report.read_text() if report.exists() else ""

    def trial(self, at, kind, again):
        """Makes operation `at` fail and, after a kill, operation `again`. Returns the number of operations that
        failed."""
        with self.program.place() as outside:
            folder = outside / "folder"
            code, stdout, stderr, report = self.run(folder, at, kind)
            applies = report != ""
            what = f"at {at}: {report or 'no fault'}: exit status {code}: {stderr.strip()[:300]}"
            if kind == "kill" and applies:
                require(code == -signal.SIGKILL, f"{what}; expected to be killed")
            else:
                require(is_sound(code, stderr), f"{what}; panic, signal or not one error message")
            if not applies or kind in ("interrupted", "short"):
                require(code == 0, f"{what}; expected no error")
            # SQLite decides by itself which syncs of its files it can do without.
            is_database = re.search(r"\.(db|overlay)", report) is not None
            if kind == "broken" and report.startswith(("fsync", "fdatasync")) and not is_database:
                require(code > 0, f"{what}; a failed sync is not reported")
            self.check(folder, code, stdout, what)
            count = int(applies)
            if kind == "kill":
                code, _, stderr, _ = self.run(folder, again, "kill")
                count += code == -signal.SIGKILL
                if code != -signal.SIGKILL:
                    require(is_sound(code, stderr), f"{what}; again: {code}: {stderr.strip()[:300]}")
            self.complete(folder, what)
            return count

    def kill_at_moments(self, shares):
        """Kills the command after these shares of the time that it needs, one run after the other. Returns the
        number of kills."""
        with self.program.place() as outside:
            folder = outside / "folder"
            kills = 0
            for share in shares:
                process = self.program.start(self.words, folder)
                time.sleep(share * self.seconds)
                process.kill()
                stdout, stderr = process.communicate()
                code = process.returncode
                kills += code == -signal.SIGKILL
                what = f"after {share * self.seconds:.3f} s: exit status {code}: {stderr.decode().strip()[:300]}"
                require(code in (0, -signal.SIGKILL), what)
                self.check(folder, code, stdout, what)
                if code == 0:
                    break
            self.complete(folder, what)
            return kills

    def check(self, folder, code, stdout, what):
        """Checks the files after a run that may have failed."""
        try:
            now = self.program.read(self.reader, folder, stdout)
        except Failed as failed:
            require(code != 0 and self.before is None, f"{what}; {failed}")
            now = None
        require(code != 0 or now == self.after, f"{what}; the output is incomplete")
        if self.reader:
            require(self.before is None or now is not None, f"{what}; what was there before is gone")
        if self.reader and "|" not in self.reader and "result" not in self.reader:
            # Each file is written as a whole, except the results of matches, to which pairs are appended.
            for file in now or []:
                require(file in self.after or file in (self.before or []), f"{what}; {file[0]} is half-written")

    def complete(self, folder, what):
        """Runs the command once more, without a fault."""
        code, stdout, stderr, _ = self.run(folder, 0, "full")
        require(code == 0, f"{what}; the last run: {stderr.strip()[:300]}")
        is_same = self.program.read(self.reader, folder, stdout) == self.after
        require(is_same, f"{what}; the output of the last run is different")
        left = sorted(set(names(folder)) ^ set(self.names))
        require(not left, f"{what}; files left or missing: {left}")


def require(condition, requirement):
    if not condition:
        raise Failed(requirement)


def run(program, options, tally, outside):
    """Tries all kinds of faults on the chosen commands."""
    chosen = options.choose(lines(COMMANDS))
    if not chosen:
        return
    library = build("interpose", outside)
    kills = 0
    print(f"{'operations':>10}" + "".join(f"{kind:>13}" for kind in KINDS) + "  command")
    for line in chosen:
        command = Command(line, program, library)
        choice = random.Random(f"{options.seed} {line}")
        every = range(1, command.operations + 1)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            jobs = [(kind, pool.submit(command.trial, at, kind, choice.choice(every)))
                    for kind in KINDS[:-1]
                    for at in sorted(choice.sample(every, min(len(every), options.trials)))]
            jobs += [("moment", pool.submit(command.kill_at_moments, [choice.random() for _ in range(3)]))
                     for _ in range(options.trials)]
        counts = collections.Counter()
        failures = collections.defaultdict(list)
        for kind, job in jobs:
            failed = job.exception()
            if failed is not None:
                failures[kind].append(failed)
            counts[kind] += failed is not None or bool(job.result())
            if failed is None and kind in ("kill", "moment"):
                kills += job.result()
        print(f"{command.operations:>10}" + "".join(f"{counts[kind]:>13}" for kind in KINDS) + f"  {command.words}",
              flush=True)
        for kind in KINDS:
            tally.add(FAULTS[kind], counts[kind], failures[kind])
    print(f"{kills} kills")
