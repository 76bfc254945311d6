#!/usr/bin/env python3
"""Compares outflank.batch with pgx and open_spiel on the same boards of random games.

Prints boards a second of processor time, the best of some runs, and fails if a result differs.
Needs: pip install ./crates/python open_spiel pgx
"""

import argparse
import sys
import time

import numpy as np
from outflank import Position, batch

PASS = 64


def unpack(sets):
    """The bits of each set as uint8[n, 64]."""
    octets = np.ascontiguousarray(sets).astype("<u8").view(np.uint8).reshape(-1, 8)
    return np.unpackbits(octets, axis=1, bitorder="little")


def pack(bits):
    return np.packbits(bits.astype(np.uint8), axis=1, bitorder="little").view("<u8").reshape(-1)


def random_games(n, seed=1, at_once=5000):
    """Boards of random games, game after game, with the square played and the game's number."""
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


def timed(name, n, work, repeat=5):
    """Runs `work`, prints its rate and returns its result and the rate."""
    least = float("inf")
    for _ in range(repeat):
        began = time.process_time()
        result = work()
        least = min(least, time.process_time() - began)
    print(f"{name:45} {n / least / 1e6:9.3f} M boards/s", flush=True)
    return result, n / least


def check(name, equal):
    print(f"{name}: {equal.sum()} of {len(equal)} equal")
    if not equal.all():
        sys.exit(f"error: {name} differs")


def compare_pgx(boards, squares, played, replies):
    import jax
    import pgx
    from pgx import othello

    cells = unpack(boards[:, 0]).astype(np.int32) - unpack(boards[:, 1]).astype(np.int32)
    keys = jax.random.split(jax.random.PRNGKey(0), len(boards))
    state = jax.vmap(pgx.make("othello").init)(keys)
    game = othello.GameState(turn=state._x.turn, board=cells, passed=state._x.passed)
    state = state.replace(_x=game)
    step = jax.jit(jax.vmap(othello._step))
    actions = squares.astype(np.int32)

    def work():
        return jax.block_until_ready(step(state, actions))

    work()  # Compiles.
    result, rate = timed("pgx, play and then legal moves", len(boards), work, repeat=3)
    cells = np.asarray(result._x.board)
    check("pgx, boards", (pack(cells > 0) == played[:, 0]) & (pack(cells < 0) == played[:, 1]))
    moves = pack(np.asarray(result.legal_action_mask)[:, :PASS])
    check("pgx, legal moves", moves == replies)
    return rate


def compare_open_spiel(squares, numbers, moves):
    import pyspiel

    game = pyspiel.load_game("othello")
    spent, equal, state, number = [0.0, 0.0], [], None, None
    for square, of_game, expected in zip(squares.tolist(), numbers.tolist(), moves.tolist()):
        if of_game != number:
            state, number = game.new_initial_state(), of_game
        times = [time.process_time()]
        legal = state.legal_actions()
        times.append(time.process_time())
        state.apply_action(square)
        times.append(time.process_time())
        spent = [sum_ + b - a for sum_, a, b in zip(spent, times, times[1:])]
        equal.append(sum(1 << action for action in legal if action != PASS) == expected)
    rates = [len(squares) / seconds for seconds in spent]
    print(f"open_spiel: legal moves {rates[0] / 1e6:.3f}, play {rates[1] / 1e6:.3f} M boards/s")
    check("open_spiel, legal moves", np.array(equal))
    return rates


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--boards", type=int, default=1_000_000)
    parser.add_argument("--pgx", type=int, default=50_000, help="boards given to pgx")
    parser.add_argument("--open-spiel", type=int, default=30_000)
    arguments = parser.parse_args()
    boards, squares, numbers = random_games(arguments.boards)
    n = len(boards)
    print(f"{n} boards of {len(set(numbers.tolist()))} random games")
    moves, played = np.empty(n, np.uint64), np.empty((n, 2), np.uint64)
    replies, one = np.empty(n, np.uint64), {"threads": 1}
    for threads in (1, 2):
        some = {"threads": threads}
        _, legal_rate = timed(
            f"outflank, legal moves, {threads} threads",
            n,
            lambda: batch.legal_moves(boards, out=moves, **some),
        )
        _, play_rate = timed(
            f"outflank, play, {threads} threads",
            n,
            lambda: batch.play(boards, squares, out=played, **some),
        )
    _, both_rate = timed(
        "outflank, play and then legal moves, 1 thread",
        n,
        lambda: batch.legal_moves(batch.play(boards, squares, out=played, **one), out=replies, **one),
    )
    few = slice(arguments.pgx)
    pgx_rate = compare_pgx(boards[few], squares[few], played[few], replies[few])
    few = slice(arguments.open_spiel)
    spiel = compare_open_spiel(squares[few], numbers[few], moves[few])
    print(f"times pgx: {both_rate / pgx_rate:.0f}")
    print(f"times open_spiel: legal moves {legal_rate / spiel[0]:.0f}, play {play_rate / spiel[1]:.0f}")


main()
