#!/usr/bin/env python3
"""Compares outflank.batch with pgx, open_spiel and creversi on the same boards of random games.

Prints the boards per second of the best of several runs, and fails if a result differs. Each library
runs in its own processes, on one core and on two. Libraries that are not installed are skipped.
Needs: pip install ./crates/python open_spiel pgx
"""

import argparse
import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from outflank import Position, batch

PASS = 64


def unpack(sets):
    """Returns the bits of each set as uint8[n, 64]."""
    octets = np.ascontiguousarray(sets).astype("<u8").view(np.uint8).reshape(-1, 8)
    return np.unpackbits(octets, axis=1, bitorder="little")


def pack(bits):
    return np.packbits(bits.astype(np.uint8), axis=1, bitorder="little").view("<u8").reshape(-1)


def random_games(n, seed=1, at_once=5000):
    """Returns boards of random games, game by game, with the square played and the game's number."""
    rng = np.random.default_rng(seed)
    boards, squares, numbers, games = [], [], [], 0
    while sum(map(len, boards)) < n:
        now = np.array([Position().bits], np.uint64).repeat(at_once, 0)
        number = np.arange(games, games + at_once)
        games += at_once
        while len(now):
            moves = batch.legal_moves(now)
            replies = batch.legal_moves(np.ascontiguousarray(now[:, ::-1]))
            live = (moves | replies) != 0
            now, moves, number = now[live], moves[live], number[live]
            chosen = (unpack(moves) * (1 - rng.random((len(moves), 64)))).argmax(1)
            chosen = np.where(moves == 0, PASS, chosen).astype(np.uint8)
            boards.append(now)
            squares.append(chosen)
            numbers.append(number)
            now = batch.play(now, chosen)
    boards, squares, numbers = map(np.concatenate, (boards, squares, numbers))
    order = np.argsort(numbers, kind="stable")[:n]
    return np.ascontiguousarray(boards[order]), squares[order], numbers[order]


class Clock:
    """The least wall and processor time of each named task."""

    def __init__(self):
        self.least = {}

    def run(self, name, works):
        """Runs all of `works` and counts the sum of their times as one run."""
        wall, processor = time.perf_counter(), time.process_time()
        results = [work() for work in works]
        self.add(name, time.perf_counter() - wall, time.process_time() - processor)
        return results

    def add(self, name, wall, processor):
        times = self.least.get(name, (wall, processor))
        self.least[name] = (min(times[0], wall), min(times[1], processor))

    def print(self, library, n, cores):
        for name, (wall, processor) in self.least.items():
            print(
                f"{library:10} {cores} cores {name:26} {n / wall / 1e6:9.3f} M boards/s, "
                f"{n / processor / 1e6:9.3f} M boards/s of processor time",
                flush=True,
            )


def check(name, equal):
    equal = np.asarray(equal)
    print(f"{name}: {equal.sum()} of {len(equal)} equal")
    if not equal.all():
        sys.exit(f"error: {name} differs")


LEGAL, PLAY, BOTH = "legal moves", "play", "play and then legal moves"


def run_outflank(boards, squares, numbers, cores, repeat):
    n, clock, some = len(boards), Clock(), {"threads": cores}
    moves, played, replies = np.empty(n, np.uint64), np.empty((n, 2), np.uint64), np.empty(n, np.uint64)

    def both():
        batch.play(boards, squares, out=played, **some)
        batch.legal_moves(played, out=replies, **some)

    for _ in range(5 * repeat):
        clock.run(LEGAL, [lambda: batch.legal_moves(boards, out=moves, **some)])
        clock.run(PLAY, [lambda: batch.play(boards, squares, out=played, **some)])
        clock.run(BOTH, [both])
    clock.print("outflank", n, cores)


def run_pgx(boards, squares, numbers, cores, repeat):
    import jax
    import pgx
    from pgx import othello

    at_once, clock = 50_000, Clock()
    step, init = jax.jit(jax.vmap(othello._step)), jax.vmap(pgx.make("othello").init)
    works, played = [], batch.play(boards, squares)
    for first in range(0, len(boards), at_once):
        few = boards[first : first + at_once]
        cells = unpack(few[:, 0]).astype(np.int32) - unpack(few[:, 1]).astype(np.int32)
        state = init(jax.random.split(jax.random.PRNGKey(0), len(few)))
        game = othello.GameState(turn=state._x.turn, board=cells, passed=state._x.passed)
        state = state.replace(_x=game)
        actions = squares[first : first + at_once].astype(np.int32)
        works.append(lambda state=state, actions=actions: jax.block_until_ready(step(state, actions)))
    works[0]()  # Compiles.
    for _ in range(repeat):
        results = clock.run(BOTH, works)
    clock.print("pgx", len(boards), cores)
    cells = np.concatenate([np.asarray(result._x.board) for result in results])
    check("pgx, boards", (pack(cells > 0) == played[:, 0]) & (pack(cells < 0) == played[:, 1]))
    masks = np.concatenate([np.asarray(result.legal_action_mask) for result in results])
    check("pgx, legal moves", pack(masks[:, :PASS]) == batch.legal_moves(played))


def open_spiel_states(boards, squares, numbers):
    """Makes the states of the boards by playing the games."""
    import pyspiel

    game = pyspiel.load_game("othello")
    states, number = [], None
    for square, of_game in zip(squares.tolist(), numbers.tolist()):
        if of_game != number:
            state, number = game.new_initial_state(), of_game
        states.append(state.clone())
        state.apply_action(square)
    return (
        states,
        [state.legal_actions for state in states],
        [state.apply_action for state in states],
        None,
    )


def creversi_states(boards, squares, numbers):
    import creversi

    states = [creversi.Board() for _ in boards]
    for state, board in zip(states, boards):
        state.set_bitboard(board, True)

    def played():
        out = np.empty_like(boards)
        for state, row in zip(states, out):
            state.to_bitboard(row)
        return out

    return (
        states,
        [lambda state=state: list(state.legal_moves) for state in states],
        [state.move for state in states],
        played,
    )


def one_by_one(make_states, boards, squares, numbers):
    """Calls a library that takes one board per call. Returns the wall and processor seconds of
    legal moves and of playing."""
    spent = np.zeros((2, 2))

    def now():
        return time.perf_counter(), time.process_time()

    moves = batch.legal_moves(boards)
    starts = np.flatnonzero(np.diff(numbers, prepend=-1)).tolist()
    # Chunks of whole games, because states are made by playing games from the start.
    cuts = [*starts[::300], len(boards)]
    for some in (slice(*pair) for pair in zip(cuts, cuts[1:])):
        states, legal, play, played = make_states(boards[some], squares[some], numbers[some])
        times = [now()]
        found = [call() for call in legal]
        times.append(now())
        for call, square in zip(play, squares[some].tolist()):
            call(square)
        times.append(now())
        spent += np.diff(times, axis=0)
        found = [sum(1 << square for square in moves if square != PASS) for moves in found]
        if (np.array(found, np.uint64) != moves[some]).any():
            raise ValueError("legal moves differ")
        if played is not None and (played() != batch.play(boards[some], squares[some])).any():
            raise ValueError("boards differ")
    return spent


def run_one_by_one(name, make_states, boards, squares, numbers, cores, repeat):
    # Parts of whole games, one for each core.
    middle = [np.searchsorted(numbers, numbers[len(boards) * part // cores]) for part in range(cores)]
    cuts = [*middle, len(boards)]
    parts = [slice(*pair) for pair in zip(cuts, cuts[1:])]
    clock = Clock()
    with multiprocessing.get_context("fork").Pool(cores) as pool:
        for _ in range(repeat):
            work = [(make_states, boards[some], squares[some], numbers[some]) for some in parts]
            spent = np.array(pool.starmap(one_by_one, work))
            # The processes run in parallel and do nothing else.
            for part, kind in enumerate((LEGAL, PLAY)):
                clock.add(kind, spent[:, part, 0].max(), spent[:, part, 1].sum())
    clock.print(name, len(boards), cores)
    print(f"{name}: all legal moves{' and boards' if name == 'creversi' else ''} equal")


LIBRARIES = {
    "outflank": run_outflank,
    "pgx": run_pgx,
    "open_spiel": lambda *rest: run_one_by_one("open_spiel", open_spiel_states, *rest),
    "creversi": lambda *rest: run_one_by_one("creversi", creversi_states, *rest),
}


def is_installed(library):
    module = {"open_spiel": "pyspiel"}.get(library, library)
    return subprocess.run([sys.executable, "-c", f"import {module}"], capture_output=True).returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--boards", type=int, default=1_000_000)
    parser.add_argument("--cores", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--worker", nargs=2, metavar=("LIBRARY", "FILE"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.worker:
        library, path = arguments.worker
        [cores] = arguments.cores
        # Before the library starts its threads.
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:cores])
        with np.load(path) as arrays:
            boards = [arrays[name] for name in ("boards", "squares", "numbers")]
        LIBRARIES[library](*boards, cores, arguments.repeat)
        return
    boards, squares, numbers = random_games(arguments.boards)
    print(f"{len(boards)} boards of {len(set(numbers.tolist()))} random games", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "boards.npz"
        np.savez(path, boards=boards, squares=squares, numbers=numbers)
        for library in filter(is_installed, LIBRARIES):
            for cores in arguments.cores:
                command = [sys.executable, __file__, "--worker", library, path, "--cores", str(cores)]
                subprocess.run([*command, "--repeat", str(arguments.repeat)], check=True)


if __name__ == "__main__":
    main()
