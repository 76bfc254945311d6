"""Sets the clock back and forward while commands run, and between the sessions of a practice.

A command must do what it does with a clock that is not set, and must not run longer. Of the answers to cards, none
may be lost.
"""

import concurrent.futures
import json
import os
import random
import time

import operations
from support import Failed, build, lines, names

DAY = 24 * 3600
SHIFTS = {"a minute back": -60, "a day back": -DAY, "before 1970": -100 * 365 * DAY, "a year forward": 365 * DAY,
          "a century forward": 100 * 365 * DAY}

# Commands with a time limit or a clock, which take less than a second or two.
TIMED = """
hint start --time 0.3 --threads 1 =>
match outflank@0.01s outflank@0.01s --games 2 --threads 1 --save games.pgn =>
match outflank@1 outflank@1 --games 2 --threads 1 --clock 1+0.1 =>
gtp --level 1 --threads 1 < time_settings 1 1 1|genmove b|genmove w|time_left b 1 0|genmove b|quit =>
analyze in.txt --limit 3 --depth 1 --exact 4 --checkpoint c.analyze --threads 1 =>
"""

PRACTICE = "practice: the clock is set between sessions"
KIND = "clock set back or forward"
# A command that waits for the clock would run this many seconds longer.
LONGER = 30


def environment(library, after, shift):
    return {"LD_PRELOAD": str(library), "CLOCK_AFTER": str(after), "CLOCK_SHIFT": str(shift)}


class Command:
    def __init__(self, line, program, library):
        self.program, self.library = program, library
        words, self.reader = (part.strip() for part in line.split("=>"))
        self.words = words.replace("|", "\n")
        self.is_timed = line in lines(TIMED)
        with program.place() as outside:
            folder = outside / "folder"
            began = time.monotonic()
            code, stdout, stderr = program.run(self.words, folder)
            self.seconds = time.monotonic() - began
            if code != 0:
                raise Failed(f"{self.words}: {stderr}")
            self.after, self.names = program.read(self.reader, folder, stdout), names(folder)

    def trial(self, shift, share):
        """Sets the clock when a share of the command's time has passed."""
        with self.program.place() as outside:
            folder = outside / "folder"
            began = time.monotonic()
            changed = environment(self.library, share * self.seconds, SHIFTS[shift])
            code, stdout, stderr = self.program.run(self.words, folder, changed)
            moment = f"{shift} after {share * self.seconds:.3f} s"
            what = f"{self.words}, {moment}: exit status {code}: {stderr.strip()[:300]}"
            if code != 0 or "panicked" in stderr:
                raise Failed(what)
            if not self.is_timed and self.program.read(self.reader, folder, stdout) != self.after:
                raise Failed(f"{what}; another output")
            if names(folder) != self.names:
                raise Failed(f"{what}; files left or missing: {sorted(set(names(folder)) ^ set(self.names))}")
            if time.monotonic() - began > self.seconds + LONGER:
                raise Failed(f"{what}; {time.monotonic() - began:.0f} s instead of {self.seconds:.0f} s")


def practise(program, library, choice):
    """Answers cards in sessions, between which the clock is set. Each answer must count."""
    with program.place() as outside:
        folder = outside / "folder"

        def run(words):
            # Before 1970, all answers have the same time.
            shift = choice.choice([shift for shift in SHIFTS.values() if shift > -DAY * 2])
            code, stdout, stderr = program.run(words, folder, environment(library, choice.random() * 0.02, shift))
            if code != 0:
                raise Failed(f"{words}, {shift} s: exit status {code}: {stderr.strip()[:300]}")
            return [json.loads(line) for line in stdout.splitlines()]
        answers = 0
        for _ in range(5):
            answers += run("practice --db old.db ask --new 2 --json < c4\nf4\ne3")[-1]["answers"]
            decks = run("practice --db old.db stats --json")[-1]["decks"]
            counted = sum(deck["answers"] for deck in decks)
            if counted != answers:
                raise Failed(f"{counted} of {answers} answers")
        return answers


def run(program, options, tally, outside):
    """Tries the chosen commands."""
    chosen = options.choose(lines(TIMED + operations.COMMANDS))
    if not options.choose([*lines(TIMED + operations.COMMANDS), PRACTICE]):
        return
    library = build("clock", outside)
    print(f"{'trials':>10}  clock set during a command")
    for line in chosen:
        command = Command(line, program, library)
        choice = random.Random(f"{options.seed} {line}")
        count = max(1, options.trials // 5)
        trials = [(choice.choice(list(SHIFTS)), choice.random()) for _ in range(count)]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            jobs = [pool.submit(command.trial, *trial) for trial in trials]
        print(f"{len(jobs):>10}  {line.partition('=>')[0]}", flush=True)
        tally.add(KIND, len(jobs), [job.exception() for job in jobs if job.exception()])
    for line in options.choose([PRACTICE]):
        choice = random.Random(f"{options.seed} {line}")
        failures, answers = [], 0
        for _ in range(options.trials):
            try:
                answers += practise(program, library, choice)
            except Failed as failed:
                failures.append(failed)
        print(f"{options.trials:>10}  {line}: {answers} answers", flush=True)
        tally.add(KIND, options.trials, failures)
