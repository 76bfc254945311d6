"""Lets two processes write the same file at the same time.

Runs both commands of each line of PAIRS, one of them a random time after the other. Each must succeed, or exit with
status 2 and one line that names the other process, which is writing the file; then it must succeed once the other
has ended. At least one must succeed at first. The result must be the same as that of one run after the other, in
either order, and no temporary files may stay.

Also lets two servers save games in one library and import games into one archive, and kills a server that edits a book.
"""

import concurrent.futures
import http.client
import os
import random
import time

from server import Server
from support import Failed, finish, lines, names

# Each line: two commands, or one that runs twice => how to read their result, as in operations.py.
PAIRS = """
db --db new.db import in.txt || db --db new.db import more.txt => | db --db new.db export - --to txt
db --db new.db import in.txt => | db --db new.db export - --to txt
db --db old.db import more.txt || db --db old.db analyze 1 --level 1 --threads 1 => | db --db old.db stats --json
practice --db cards.db add f5d6c3 --side black --plies 4 --level 1 || practice --db cards.db add f5f6 --side black --plies 4 --level 1 => | practice stats --db cards.db --json
practice --db old.db ask --new 1 < c4 || practice --db old.db add f5f6 --side black --plies 4 --level 1 => | practice stats --db old.db --json
practice --db old.db ask --new 1 < c4 || db --db old.db import more.txt => | practice stats --db old.db --json
book add new.book in.txt --level 1 || book add new.book more.txt --level 1 => | book show new.book start --json
book add old.book more.txt --level 1 || book add old.book others.txt --level 1 => | book show old.book start --json
book grow old.book --level 1 --positions 60 --threads 1 || book add old.book more.txt --level 1 => | book verify old.book
book deepen old.book --level 2 --threads 1 || book grow old.book --level 1 --positions 60 --threads 1 => | book verify old.book
book merge old.book other.book --to merged.book || book import other.txt merged.book => | book stats merged.book --json
book export old.book out.dat || book export other.book out.dat => out.dat
solve 4x4.obf --board 4x4 --checkpoint c.solve --threads 1 --json =>
solve start --board 4x4 --proof out.proof => out.proof
analyze in.txt --limit 3 --depth 1 --exact 4 --checkpoint c.analyze --threads 1 --json =>
analyze f5d6c3 --level 1 --threads 1 --html out.html || analyze f5d6c3d3 --level 1 --threads 1 --html out.html => out.html
convert in.txt out.wtb || convert more.txt out.wtb => out.wtb
match random random --games 4 --seed 3 --threads 1 --results out.results => out.results
match random random --games 4 --seed 3 --save games.pgn || match random random --games 8 --seed 4 --save games.pgn => games.pgn
train selfplay --to new.games --depth 1 --exact 4 --games 30 => new.games/*.parquet
train label own.games --to new.positions --depth 1 --exact 4 --per-game 1 --shard-size 10 => new.positions/*.parquet
train weights own.games --passes 2 --checkpoint c.weights --to new.weights => new.weights
train textbook phased --iterations 3 --games-per-iteration 2 --depth 1 --checkpoint c.textbook --to new.toml => new.toml
lab people WTH_1980.wtb --sides 1 --level 1 --checkpoint c.people --to people.toml => people.toml
"""

KIND = "two processes on one file"
# In old.db and more.txt.
GAMES = 164
SERVERS = "serve: two servers on one library and one archive, and an import"
BOOK = "serve --edit-book: killed while it adds positions, beside `book add`"


class Pair:
    """Two commands, and what they do one after the other."""

    def __init__(self, line, program):
        self.program = program
        pair, self.reader = (part.strip() for part in line.split("=>"))
        self.words = ([words.strip() for words in pair.split("||")] * 2)[:2]
        self.alone, self.together, self.names, self.seconds = [], [], [], []
        for first, second in ((0, 1), (1, 0)):
            with program.place() as outside:
                folder = outside / "folder"
                began = time.monotonic()
                self.alone.append(self.succeed(first, folder))
                self.seconds.append(time.monotonic() - began)
                self.together.append(self.succeed(second, folder))
                self.names.append(names(folder))

    def succeed(self, which, folder):
        """Runs a command, which must succeed; returns the result."""
        code, stdout, stderr = self.program.run(self.words[which], folder)
        if code != 0:
            raise Failed(f"{self.words[which]}: exit status {code}: {stderr.strip()[:300]}")
        return self.result(folder, stdout)

    def result(self, folder, stdout):
        found = self.program.read(self.reader, folder, stdout)
        # Games and cards are kept in the order of their arrival.
        return sorted(found.splitlines()) if isinstance(found, bytes) else found

    def trial(self, first, share):
        """Starts the second command when a share of the time of the first has passed. Returns whether it was
        refused."""
        with self.program.place() as outside:
            folder = outside / "folder"
            begun = [self.program.start(self.words[first], folder)]
            time.sleep(share * self.seconds[first])
            begun.append(self.program.start(self.words[1 - first], folder))
            with concurrent.futures.ThreadPoolExecutor(2) as pool:
                ended = list(pool.map(finish, begun))
            refused = []
            for which, place, (code, stdout, stderr) in zip((first, 1 - first), (0, 1), ended):
                what = f"{self.words[which]}, {share:.3f}: exit status {code}: {stderr[:300]}"
                other = begun[1 - place].pid
                if code != 0:
                    if code != 2 or f"process {other} is writing it" not in stderr or stderr.count("error: ") != 1:
                        raise Failed(what)
                    refused.append(which)
                elif not self.reader and self.result(folder, stdout) not in self.together:
                    raise Failed(f"{what}; another output")
            if len(refused) == 2:
                raise Failed(f"{self.words}: both were refused")
            for which in refused:
                self.succeed(which, folder)
            if self.reader and self.result(folder, b"") not in self.together:
                raise Failed(f"{self.words}, {first}, {share:.3f}, refused {refused}: another result")
            if names(folder) not in self.names:
                left = sorted(set(names(folder)) ^ set(self.names[0]))
                raise Failed(f"{self.words}, {first}, {share:.3f}: files left or missing: {left}")
            return bool(refused)


def try_servers(program, choice):
    """Saves games through two servers, one of which is killed and started again, while a third process imports."""
    with program.place() as outside:
        folder = outside / "folder"
        words = "--library games.db --archive old.db"
        with Server(program, folder, words) as stays, Server(program, folder, words) as dies:
            confirmed = {}

            def save(server, writer, number):
                """Saves the next revision of a game; returns whether it is confirmed."""
                entry = {"board": "8x8", "line": "f5d6", "moves": 2}
                identity = f"{writer}-{number % 3}"
                body = {"id": identity, "writer": writer, "revision": confirmed.get(identity, (0, 0))[0],
                        "saved": number, "entry": entry, "content": {"number": number, "filling": "x" * 20_000}}
                status, answer = server.ask("POST", "library/save", body)
                if status != 200:
                    raise Failed(f"a game is not saved: {status}, {answer}")
                confirmed[identity] = answer["revision"], number

            def save_on(server, writer, count):
                for number in range(count):
                    try:
                        save(server, writer, number)
                    except (OSError, http.client.HTTPException):
                        return
            import_games = program.start("db --db old.db import more.txt", folder)
            with concurrent.futures.ThreadPoolExecutor(4) as pool:
                jobs = [pool.submit(save_on, server, f"{name}{thread}", 40)
                        for name, server in (("stays", stays), ("dies", dies)) for thread in range(2)]
                time.sleep(choice.random() * 0.3)
                dies.kill()
                for job in jobs:
                    job.result()
            code, _, stderr = finish(import_games)
            if code != 0:
                raise Failed(f"import: {code}, {stderr}")
            with Server(program, folder, words) as again:
                for server in (stays, again):
                    for identity, (revision, number) in confirmed.items():
                        status, found = server.ask("GET", f"library/game/{identity}")
                        # The last save of the killed server may have been stored but not confirmed.
                        if status != 200 or found["content"]["number"] < number:
                            raise Failed(f"{identity}: {status}, {found}: expected number {number}")
                    games = server.ask("GET", "archive")[1]["games"]
                    if games != GAMES:
                        raise Failed(f"the archive has {games} games")


def try_book(program, choice):
    """Adds positions to a book through a server and kills it. `book add` is refused until then, and then succeeds."""
    add = "book add old.book more.txt --level 1"
    with program.place() as outside:
        folder = outside / "folder"
        # The first ten are in the files that other commands add.
        games = (folder / "all.txt").read_text().split()[10:]
        confirmed = []
        with Server(program, folder, "--book old.book --edit-book") as server:
            code, _, stderr = program.run(add, folder)
            if code != 2 or f"process {server.process.pid} is writing it" not in stderr:
                raise Failed(f"{add}: exit status {code}: {stderr}")

            def add_all():
                for moves in (game[:24] for game in games):
                    try:
                        status, answer = server.ask("POST", "book/add", {"moves": moves, "level": 1})
                    except (OSError, http.client.HTTPException):
                        return
                    if status != 200:
                        raise Failed(f"{moves} is not added: {status}, {answer}")
                    confirmed.append(moves)
            with concurrent.futures.ThreadPoolExecutor(1) as pool:
                job = pool.submit(add_all)
                time.sleep(0.02 + choice.random() * 0.4)
                server.kill()
                job.result()
        for words in (*(f"book show old.book {moves}" for moves in confirmed), add, "book verify old.book"):
            code, _, stderr = program.run(words, folder)
            if code != 0:
                raise Failed(f"{words}: exit status {code}: {stderr}")


def run(program, options, tally, outside):
    """Tries the chosen pairs."""
    if options.choose([*lines(PAIRS), SERVERS, BOOK]):
        print(f"{'trials':>10}{'refused':>10}  two commands")
    for line in options.choose(lines(PAIRS)):
        pair = Pair(line, program)
        choice = random.Random(f"{options.seed} {line}")
        starts = [(number % 2, choice.random()) for number in range(2 * options.trials)]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            jobs = [pool.submit(pair.trial, *start) for start in starts]
        failures = [job.exception() for job in jobs if job.exception()]
        refused = sum(job.result() for job in jobs if not job.exception())
        print(f"{len(jobs):>10}{refused:>10}  {' || '.join(pair.words)}", flush=True)
        tally.add(KIND, len(jobs), failures)
    for line in options.choose([SERVERS, BOOK]):
        choice = random.Random(f"{options.seed} {line}")
        failures = []
        for _ in range(options.trials):
            try:
                (try_servers if line == SERVERS else try_book)(program, choice)
            except Failed as failed:
                failures.append(failed)
        print(f"{options.trials:>20}  {line}", flush=True)
        tally.add(KIND, options.trials, failures)
