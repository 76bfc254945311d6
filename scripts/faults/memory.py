"""Limits the memory of commands, from the least with which the program starts to more than enough.

A command must succeed, or exit with status 2 and one line that says what could not be had. Small allocations may
abort the program, as in every program in Rust, but none that an option or the size of a file asks for. What was
there before must still be readable, and the same command must succeed without a limit. Of the server, only the
answers are checked: it must answer each request or refuse it for lack of memory.
"""

import concurrent.futures
import http.client
import os
import random
import resource
import signal

from server import NotStarted, Server
from support import Failed, is_sound, lines, names

# Each line: a command => how to read its result, as in operations.py. What it prints may depend on its threads.
COMMANDS = """
solve 4x4.obf --board 4x4 --hash 4096 --checkpoint c.solve --threads 1 --json =>
hint start --level 4 --hash 1024 --threads 4 =>
analyze in.txt --game 1 --level 1 --hash 256 --threads 1 --html out.html => out.html
match outflank@1 outflank@1 --games 2 --threads 2 --save games.pgn => games.pgn
convert large.txt out.wtb => out.wtb
db --db old.db import large.txt => | db --db old.db stats --json
db --db old.db umigame f5d6c3 --level 1 =>
book add old.book more.txt --level 1 => | book show old.book start --json
book import shipped old.book => | book stats old.book --json
book export old.book old.txt => old.txt
train selfplay --to own.games --depth 1 --exact 4 --games 60 => own.games/*.parquet
train label own.games --to new.positions --depth 1 --exact 4 --per-game 1 --shard-size 10 => new.positions/*.parquet
train weights own.games --passes 2 --checkpoint c.weights --to new.weights => new.weights
train network own.games --width 16 --epochs 1 --checkpoint c.network --to new.network => new.network
"""

SERVE = "serve --library own.library --archive old.db"
# Requests that search, read the archive, make a file and save a game.
REQUESTS = [
    ("choose", {"moves": "f5d6c3", "level": 8}), ("choices", {"moves": "f5d6c3d3c4", "level": 6}),
    ("explain", {"moves": "f5d6c3", "move": "d3", "level": 6}), ("practice/puzzles", {"count": 3}),
    ("export", {"format": "wthor", "games": [{"moves": "f5d6c3"}] * 500}),
    ("library/save", {"id": "a", "writer": "a", "revision": 0, "saved": 1, "content": {},
                      "entry": {"board": "8x8", "line": "f5d6c3", "moves": 3}})]

KIND = "too little memory"
# Without a limit, a command must start with this many MiB, and do its work with as many as `MOST`.
MOST = 8 << 10
# The least allocation in bytes whose failure must not abort the program.
LARGE = 1 << 20
# What a message calls the lack of memory, or of a thread, whose stack is memory.
REASONS = ("memory", "os error 12", "os error 11", "thread")


def limited(mib):
    """Returns what sets the limit in the new process."""
    return lambda: resource.setrlimit(resource.RLIMIT_AS, (mib << 20, mib << 20))


class Command:
    def __init__(self, line, program):
        self.program = program
        self.words, self.reader = (part.strip() for part in line.split("=>"))
        self.before = program.read(self.reader, program.template, b"")
        with program.place() as outside:
            folder = outside / "folder"
            self.after = self.succeed(folder, MOST)
            self.names = names(folder)

    def succeed(self, folder, mib):
        code, stdout, stderr = self.program.run(self.words, folder, preexec_fn=limited(mib))
        if code != 0:
            raise Failed(f"{self.words}: {mib} MiB: exit status {code}: {stderr.strip()[:300]}")
        return self.program.read(self.reader, folder, stdout)

    def trial(self, mib):
        """Runs the command with a limit. Returns `done`, `refused` or `aborted`."""
        with self.program.place() as outside:
            folder = outside / "folder"
            code, stdout, stderr = self.program.run(self.words, folder, preexec_fn=limited(mib))
            what = f"{self.words}: {mib} MiB"
            how = ending(code, stderr, what)
            try:
                now = self.program.read(self.reader, folder, stdout)
            except Failed as failed:
                if self.before is not None:
                    raise Failed(f"{what}; {failed}") from None
                now = None
            if code == 0 and self.reader and now != self.after:
                raise Failed(f"{what}; the output is incomplete")
            if self.reader and self.before is not None and now is None:
                raise Failed(f"{what}; what was there before is gone")
            self.succeed(folder, MOST)
            left = sorted(set(names(folder)) ^ set(self.names))
            if left:
                raise Failed(f"{what}; files left or missing: {left}")
            return how


class Serve:
    def __init__(self, program):
        self.program, self.words = program, SERVE

    def trial(self, mib):
        """Starts the server with a limit and sends it the requests. Returns `done`, `refused` or `aborted`."""
        with self.program.place() as outside:
            options = SERVE.removeprefix("serve ")
            try:
                with Server(self.program, outside / "folder", options, preexec_fn=limited(mib)) as server:
                    for path, body in REQUESTS:
                        try:
                            status, answer = server.ask("POST", path, body)
                        except (OSError, http.client.HTTPException):
                            server.process.kill()
                            return ending(*server.end(), f"{SERVE}: {mib} MiB: {path}")
                        if status != 200:
                            # The log has the reason. Tokio panics without threads; only that request fails.
                            server.process.kill()
                            _, stderr = server.end()
                            panics = stderr.count("panicked at") - stderr.count("can't spawn worker thread")
                            if panics > 0 or not any(reason in stderr for reason in REASONS):
                                raise Failed(f"{SERVE}: {mib} MiB: {path}: {status} {answer}: {stderr.strip()[:300]}")
                            return "refused"
            except NotStarted as failed:
                return ending(failed.code, failed.stderr, f"{SERVE}: {mib} MiB")
        return "done"


def ending(code, stderr, what):
    """Returns how a run ended: `done`, `refused` or `aborted`."""
    what = f"{what}: exit status {code}: {stderr.strip()[:300]}"
    if code == -signal.SIGABRT and "memory allocation of " in stderr:
        if int(stderr.split("memory allocation of ")[1].split()[0]) >= LARGE:
            raise Failed(what)
        return "aborted"
    if not is_sound(code, stderr) or code and not any(reason in stderr for reason in REASONS):
        raise Failed(what)
    return "refused" if code else "done"


def least(program):
    """Returns the least memory in MiB with which the program installs its handler of Ctrl-C."""
    for mib in range(8, 1024):
        with program.place() as outside:
            if program.run("eval start", outside / "folder", preexec_fn=limited(mib))[0] == 0:
                return mib
    raise Failed("the program does not start")


def run(program, options, tally, outside):
    """Tries the chosen commands."""
    chosen = options.choose([*lines(COMMANDS), SERVE])
    if not chosen:
        return
    first = least(program)
    print(f"{'done':>10}{'refused':>10}{'aborted':>10}  command, with {first} to {MOST} MiB")
    for line in chosen:
        command = Serve(program) if line == SERVE else Command(line, program)
        choice = random.Random(f"{options.seed} {line}")
        # As many small sizes as large ones.
        sizes = [round(first * (MOST / first) ** choice.random()) for _ in range(options.trials)]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            jobs = [pool.submit(command.trial, mib) for mib in sizes]
        results = [job.result() for job in jobs if not job.exception()]
        print("".join(f"{results.count(result):>10}" for result in ("done", "refused", "aborted"))
              + f"  {command.words}", flush=True)
        tally.add(KIND, len(jobs), [job.exception() for job in jobs if job.exception()])
