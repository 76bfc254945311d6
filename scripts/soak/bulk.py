"""Self-play and matches: they run without input, so progress is read from their output."""

import json
import signal
import threading
import time

from othello import follow
from process import Session


class Batch(Session):
    def stop(self):
        self.process.send_signal(signal.SIGINT)
        self.expect(self.process.wait(60) == 130, "exit status after Ctrl-C", self.process.returncode)
        self.expect(self.error_text() == "interrupted: the result is incomplete\n", "standard error", self.error_text())

    def round(self):
        end = time.monotonic() + self.options.seconds / self.options.parts
        while time.monotonic() < end or not self.has_new_work():
            self.expect(self.process.poll() is None, "exit status", self.process.returncode)
            time.sleep(0.2)


class SelfPlay(Batch):
    """Works in files of 10,000 games: memory and speed vary while one is filled."""

    words = "train selfplay --to {folder}/games --games 1000000000 --depth 1 --exact 6 --threads 2"

    def has_new_work(self):
        before, self.work = self.work, 10_000 * len(list((self.folder / "games").glob("*.parquet")))
        return self.work > before


class Match(Batch):
    """A match between programs over GTP and NBoard, which are started for each game."""

    words = ("match 'gtp:{program} gtp --level 1 --threads 1 --hash 1' 'nboard:{program} nboard --level 1 --threads 1"
             " --hash 1' --games 40000 --threads 2 --json")
    kept = 2
    # Two games at a time, each with two programs.
    spare = 12

    def start(self):
        super().start()
        self.wrong, self.games = [], 0
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            game = json.loads(line)
            if "game" not in game:
                continue
            try:
                last = follow(game["moves"])[-1]
                is_right = last.is_over() and last.black_score() == game["black_score"] and not game["reason"]
            except ValueError:
                is_right = False
            self.games += 1
            if not is_right or game["game"] != self.games:
                self.wrong.append(line)

    def has_new_work(self):
        before, self.work = self.work, self.games
        self.expect(not self.wrong, "a game", self.wrong[:1])
        return self.work > before
