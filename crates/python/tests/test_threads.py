"""Several Python threads using the same objects, in parallel under free-threaded Python."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import numpy as np

from outflank import Book, Engine, Game, Position, batch
from outflank.label import Labeler

Result = TypeVar("Result")


def at_once(work: Callable[[], Result]) -> list[Result]:
    with ThreadPoolExecutor(4) as pool:
        return [done.result() for done in [pool.submit(work) for _ in range(16)]]


def late_boards() -> Any:
    boards = np.array([[0x0000000810000000, 0x0000001008000000]], np.uint64).repeat(300, 0)
    random = np.random.default_rng(1)
    for _ in range(50):
        moves = batch.legal_moves(boards)
        boards, moves = boards[moves != 0], moves[moves != 0]
        bits = np.unpackbits(moves.astype("<u8").view(np.uint8).reshape(-1, 8), 1, None, "little")
        squares = (bits * (1 - random.random(bits.shape))).argmax(1).astype(np.uint8)
        boards = batch.play(boards, squares)
    return boards[batch.legal_moves(boards) != 0]


def test_an_engine_serves_several_threads() -> None:
    engine = Engine()
    results = at_once(lambda: engine.best(Position(), depth=6))
    assert {result and result.depth for result in results} == {6}


def test_batches_labels_and_books_do_not_depend_on_threads() -> None:
    boards, labeler, book = late_boards(), Labeler(exact=10), Book.shipped()
    scores = batch.exact_scores(boards, threads=1)
    assert all((found == scores).all() for found in at_once(lambda: batch.exact_scores(boards)))
    assert all((found == scores).all() for found, _ in at_once(lambda: labeler.score(boards)))
    start = np.array([Position().bits] * 1000, np.uint64)
    known = book["start"].score
    assert all((found == known).all() for found in at_once(lambda: book.scores(start)))


def test_a_game_changed_by_several_threads_stays_consistent() -> None:
    game = Game()

    def play_and_undo() -> None:
        for _ in range(100):
            try:
                game.play(game.position.legal_moves[0])
                game.undo()
            except (RuntimeError, ValueError, IndexError):
                # Another thread was first, or is using the game.
                pass

    at_once(play_and_undo)
    assert Game(game.transcript or "start").moves == game.moves
