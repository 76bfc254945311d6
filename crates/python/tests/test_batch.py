import random
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from outflank import Book, Engine, IllegalMoveError, Position, batch
from outflank.label import Labeler


def random_positions(count: int, seed: int, board: str = "8x8", empties: int = 0) -> list[Position]:
    """Positions of random games, at least `count`, in which the mover may have to pass."""
    rng = random.Random(seed)
    positions: list[Position] = []
    while len(positions) < count:
        position = Position(board=board)
        while not position.is_over and position.empties > empties:
            positions.append(position)
            if position.must_pass:
                position = position.pass_turn()
            else:
                position = position.play(rng.choice(position.legal_moves))
        positions.append(position)
    return positions


def boards_of(positions: list[Position]) -> NDArray[np.uint64]:
    return np.array([position.bits for position in positions], dtype=np.uint64)


def bit(square: str) -> int:
    return 8 * (int(square[1:]) - 1) + ord(square[0]) - ord("a")


# More boards than fit in one thread's chunk.
POSITIONS = random_positions(9000, seed=1)
BOARDS = boards_of(POSITIONS)


def test_legal_moves_are_those_of_the_positions() -> None:
    moves = batch.legal_moves(BOARDS, threads=2)
    expected = [sum(1 << bit(square) for square in position.legal_moves) for position in POSITIONS]
    assert moves.dtype == np.uint64 and moves.tolist() == expected


def test_moves_and_passes_are_played() -> None:
    squares, expected = [], []
    some = [position for position in POSITIONS if not position.is_over]
    for position in some:
        if position.must_pass:
            squares.append(64)
            expected.append(position.pass_turn().bits)
        else:
            move = position.legal_moves[-1]
            squares.append(bit(move))
            expected.append(position.play(move).bits)
    assert 64 in squares
    played = batch.play(boards_of(some), np.array(squares, dtype=np.uint8), threads=2)
    assert list(map(tuple, played.tolist())) == expected


@pytest.mark.parametrize(
    ("square", "words"),
    [(0, "a1 flips nothing"), (27, "occupied"), (64, "may not pass"), (65, "0 to 63")],
)
def test_an_illegal_move_names_its_board(square: int, words: str) -> None:
    boards = boards_of([Position(), Position()])
    with pytest.raises(IllegalMoveError, match=rf"squares\[1\] = {square}: .*{words}"):
        batch.play(boards, np.array([37, square], dtype=np.uint8))


def test_canonical_forms_are_those_of_the_positions() -> None:
    expected = [position.canonical().bits for position in POSITIONS]
    assert list(map(tuple, batch.canonical(BOARDS).tolist())) == expected


def test_small_boards_have_their_own_rules() -> None:
    positions = random_positions(200, seed=2, board="6x6")
    moves = batch.legal_moves(boards_of(positions), board="6x6")
    expected = [sum(1 << bit(square) for square in position.legal_moves) for position in positions]
    assert moves.tolist() == expected


def test_values_are_those_of_the_engine() -> None:
    values = batch.evaluate(BOARDS[:2000])
    assert values.dtype == np.float32
    assert values.tolist() == [Engine.evaluate(position) for position in POSITIONS[:2000]]


def test_features_are_equal_for_equal_boards_only() -> None:
    features = batch.features(BOARDS[:500])
    assert features.shape == (500, 65) and features.dtype == np.uint32
    assert len({tuple(row) for row in features.tolist()}) == len({p.bits for p in POSITIONS[:500]})


def test_exact_scores_are_those_of_the_solver() -> None:
    positions = [p for p in random_positions(2000, seed=3) if p.empties <= 8][:300]
    assert any(position.must_pass for position in positions)
    assert any(position.is_over for position in positions)
    scores = batch.exact_scores(boards_of(positions), threads=2, hash=1)
    engine = Engine()
    expected = [p.score() if p.is_over else engine.solve(p).exact for p in positions]
    assert scores.dtype == np.int8 and scores.tolist() == expected


def test_best_moves_do_not_depend_on_threads() -> None:
    boards = BOARDS[:40]
    squares, scores = batch.best_moves(boards, level=2, threads=1)
    again = batch.best_moves(boards, level=2, threads=2)
    assert squares.tolist() == again[0].tolist() and scores.tolist() == again[1].tolist()
    for position, square in zip(POSITIONS, squares.tolist()):
        legal = {bit(name) for name in position.legal_moves}
        assert square in legal or (square == 64 and not legal)


def test_results_are_written_to_out() -> None:
    out = np.zeros(len(BOARDS), dtype=np.uint64)
    assert batch.legal_moves(BOARDS, out=out) is out
    assert out.tolist() == batch.legal_moves(BOARDS).tolist()
    rows = np.zeros_like(BOARDS)
    assert batch.canonical(BOARDS, out=rows) is rows and rows.any()
    with pytest.raises(ValueError, match="expected 9"):
        batch.legal_moves(BOARDS, out=np.zeros(3, dtype=np.uint64))


def test_boards_need_not_be_contiguous() -> None:
    some = BOARDS[::3]
    assert batch.legal_moves(some).tolist() == batch.legal_moves(some.copy()).tolist()


@pytest.mark.parametrize(
    ("boards", "words"),
    [
        (np.zeros((3, 3), dtype=np.uint64), r"expected \(n, 2\)"),
        (np.array([[1, 2], [1, 1]], dtype=np.uint64), r"boards\[1\]: a1 holds"),
    ],
)
def test_bad_boards_are_named(boards: NDArray[np.uint64], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        batch.exact_scores(boards)
    with pytest.raises(ValueError, match="fits into 8x8"):
        batch.legal_moves(boards[:, :2], board="9x7")


def test_no_boards_give_no_results() -> None:
    none = np.zeros((0, 2), dtype=np.uint64)
    assert batch.legal_moves(none).shape == (0,)
    assert batch.exact_scores(none).shape == (0,)
    assert batch.features(none).shape == (0, 65)


def test_ctrl_c_stops_a_batch() -> None:
    main = threading.main_thread().ident
    assert main is not None
    timer = threading.Timer(0.3, signal.pthread_kill, (main, signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        batch.exact_scores(boards_of([Position()] * 4), hash=1)


MANY = np.concatenate([BOARDS] * 300)
WITH_MOVES = BOARDS[batch.legal_moves(BOARDS) != 0]


@pytest.mark.parametrize(
    "work",
    [
        lambda: batch.best_moves(np.concatenate([BOARDS] * 3), level=4, threads=2),
        lambda: batch.exact_scores(np.concatenate([BOARDS] * 3), hash=1, threads=2),
        lambda: batch.evaluate(MANY),
        lambda: batch.features(MANY[: len(BOARDS) * 50]),
        lambda: batch.canonical(MANY),
        lambda: batch.legal_moves(MANY),
        lambda: Book.shipped().scores(MANY),
        lambda: Labeler(depth=4).score(np.concatenate([WITH_MOVES] * 3)),
    ],
    ids=["best", "exact", "evaluate", "features", "canonical", "legal", "book", "label"],
)
def test_ctrl_c_ends_any_batch_soon(work: Callable[[], Any]) -> None:
    main = threading.main_thread().ident
    assert main is not None
    sent = 0.0

    def send() -> None:
        nonlocal sent
        sent = time.monotonic()
        signal.pthread_kill(main, signal.SIGINT)

    timer = threading.Timer(0.5, send)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        # Repeated: some batches end before the signal.
        while True:
            work()
    # 0.1 s on an idle machine.
    assert time.monotonic() - sent < 3


def test_no_more_threads_than_boards_are_started() -> None:
    def running() -> int:
        tasks = Path("/proc/self/task")
        return len(list(tasks.iterdir())) if tasks.exists() else 0

    before = running()
    for work in (batch.evaluate, batch.legal_moves, batch.best_moves, batch.exact_scores):
        assert callable(work)
        for threads in (1025, 10**6, -1):
            with pytest.raises(ValueError, match=f"threads {threads}: expected 0 to 1024"):
                work(BOARDS[-5:], threads=threads)
        work(BOARDS[-5:], threads=1024)
        work(BOARDS[-5:], threads=0)
    # The threads of the calls before the last one may still be ending.
    deadline = time.monotonic() + 60
    while running() > before + 5 and time.monotonic() < deadline:
        time.sleep(0.01)
    assert running() <= before + 5


def test_boards_without_a_move_have_the_score_after_the_pass() -> None:
    positions = [p for p in random_positions(4000, seed=5) if not p.legal_moves and p.empties < 9]
    assert any(p.must_pass for p in positions) and any(p.is_over for p in positions)
    boards = boards_of(positions)
    squares, scores = batch.best_moves(boards, level=12)
    assert set(squares.tolist()) == {64}
    assert scores.tolist() == batch.exact_scores(boards, hash=1).tolist()


@pytest.mark.parametrize("pair", [(1, 1), (1 << 63, 1 << 63)])
def test_every_function_refuses_overlapping_discs(pair: tuple[int, int]) -> None:
    # In the last chunk of many.
    boards = BOARDS.copy()
    boards[8500] = pair
    with pytest.raises(ValueError, match=r"boards\[8500\]: .* holds discs of both sides"):
        batch.legal_moves(boards)
    with pytest.raises(ValueError, match=r"boards\[8500\]: .* holds discs of both sides"):
        batch.play(boards, np.full(len(boards), 64, np.uint8))
