"""Random arrays: each gives the result of slow rules in Python, or is refused.

``OUTFLANK_ARRAYS`` is the number of arrays, 10,000 by default.
"""

import os
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from outflank import Book, Engine, IllegalMoveError, Position, Shape, batch
from outflank.label import Labeler

COUNT = int(os.environ.get("OUTFLANK_ARRAYS", "10000"))

Pair = tuple[int, int]

DIRECTIONS = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)]


class SlowRules:
    """The rules on sets of squares, each a column and a row."""

    def __init__(self, board: str) -> None:
        names = Shape(board).squares
        self.board = board
        self.squares = {(ord(name[0]) - ord("a"), int(name[1:]) - 1) for name in names}
        self.all = 64 if board == "8x8" else len(names)

    def is_valid(self, pair: Pair) -> bool:
        discs = [bit for bits in pair for bit in range(64) if bits >> bit & 1]
        return len(set(discs)) == len(discs) and all(divmod(d, 8)[::-1] in self.squares for d in discs)

    def flips(self, pair: Pair, bit: int) -> int:
        mover, opponent = pair
        column, row = bit % 8, bit // 8
        if (column, row) not in self.squares or (mover | opponent) >> bit & 1:
            return 0
        flips = 0
        for dx, dy in DIRECTIONS:
            line, x, y = 0, column + dx, row + dy
            while (x, y) in self.squares and opponent >> (8 * y + x) & 1:
                line |= 1 << (8 * y + x)
                x, y = x + dx, y + dy
            if (x, y) in self.squares and mover >> (8 * y + x) & 1:
                flips |= line
        return flips

    def moves(self, pair: Pair) -> int:
        return sum(1 << bit for bit in range(64) if self.flips(pair, bit))

    def play(self, pair: Pair, bit: int) -> Pair | None:
        """The board after a move, 64 being a pass; None if it is illegal."""
        mover, opponent = pair
        if bit == 64:
            # A pass in a finished game swaps the sides, too.
            return None if self.moves(pair) else (opponent, mover)
        flips = self.flips(pair, bit) if bit < 64 else 0
        return (opponent ^ flips, mover | flips | 1 << bit) if flips else None

    def images(self, pair: Pair) -> list[Pair]:
        shape = Shape(self.board)
        last = (shape.width - 1, shape.height - 1)
        maps: list[Callable[[int, int], Pair]] = [
            lambda x, y: (x, y),
            lambda x, y: (last[0] - x, y),
            lambda x, y: (x, last[1] - y),
            lambda x, y: (last[0] - x, last[1] - y),
        ]
        if last[0] == last[1]:
            maps += [lambda x, y, f=f: f(y, x) for f in maps]  # type: ignore[misc]
        found = []
        for image in maps:
            if {image(*square) for square in self.squares} == self.squares:
                found.append(tuple(self.image(bits, image) for bits in pair))
        return found  # type: ignore[return-value]

    def image(self, bits: int, image: Callable[[int, int], Pair]) -> int:
        moved = [image(bit % 8, bit // 8) for bit in range(64) if bits >> bit & 1]
        return sum(1 << (8 * y + x) for x, y in moved)

    def canonical(self, pair: Pair) -> Pair:
        return min(self.images(pair))

    def score(self, pair: Pair) -> int:
        """The exact score."""
        mover, opponent = pair
        moves = self.moves(pair)
        if moves:
            played = [self.play(pair, bit) for bit in range(64) if moves >> bit & 1]
            return max(-self.score(child) for child in played if child)
        if self.moves((opponent, mover)):
            return -self.score((opponent, mover))
        difference = mover.bit_count() - opponent.bit_count()
        empties = len(self.squares) - (mover | opponent).bit_count()
        return difference + (empties if difference > 0 else -empties if difference < 0 else 0)


class Known:
    """Boards of one shape with cached results of the slow rules."""

    def __init__(self, board: str, seed: int) -> None:
        self.board, self.rules = board, SlowRules(board)
        rng = random.Random(seed)
        self.late: list[Pair] = []
        self.pairs: list[Pair] = []
        for _ in range(12):
            position = Position(board=board)
            while not position.is_over:
                self.pairs.append(position.bits)
                if position.empties <= 4:
                    self.late.append(position.bits)
                moves = position.legal_moves
                position = position.play(rng.choice(moves)) if moves else position.pass_turn()
            self.late.append(position.bits)
            self.pairs.append(position.bits)
        # A few discs in the first rows, which fit small types.
        for _ in range(80):
            low = rng.getrandbits(rng.choice([7, 8, 15, 16, 31])), rng.getrandbits(16)
            pair = (low[0] & ~low[1], low[1])
            self.pairs += [pair] if self.rules.is_valid(pair) else []
        self.found: dict[tuple[str, Pair], Any] = {}

    def find(self, what: str, pair: Pair, slow: Callable[[Pair], Any]) -> Any:
        if (what, pair) not in self.found:
            self.found[what, pair] = slow(pair)
        return self.found[what, pair]


KNOWN = [Known("8x8", 1), Known("6x6", 2), Known("8x8-a1h8", 3), Known("7x5", 4)]
WHOLE = ["u1", "u2", "u4", "u8", "i1", "i2", "i4", "i8"]
OTHER = ["f2", "f4", "f8", "g", "c16", "?", "O", "U21", "S21", "M8[s]", "m8[s]", "V8"]


def numbers(rows: list[tuple[int, ...]], columns: int, dtype: np.dtype[Any]) -> Any:
    """An array of these rows; for other dtypes, the same numbers if they fit."""
    array = np.empty((len(rows), columns), dtype)
    for place, row in enumerate(rows):
        for column, number in enumerate(row):
            if dtype.kind in "iu":
                array[place, column] = number
            elif dtype.kind in "fcO?":
                array[place, column] = min(number, 60000) if dtype.kind == "f" else number
            elif dtype.kind in "US":
                array[place, column] = str(number)
    return array


def laid_out(rng: random.Random, array: Any) -> Any:
    """The same numbers in another memory layout."""
    n, columns = array.shape
    kind = rng.randrange(10)
    if kind == 0:
        return np.asfortranarray(array)
    if kind == 1:
        return np.ascontiguousarray(array.T).T
    if kind == 2:
        step = rng.choice([-3, -2, -1, 2, 3])
        room = np.zeros((n * abs(step), columns), array.dtype)
        view = room[::step][:n] if step > 0 else room[::step][-n:] if n else room[:0]
        view[:] = array
        return view
    if kind == 3:
        return np.ascontiguousarray(array[:, ::-1])[:, ::-1]
    if kind == 4:
        room = np.zeros((n, 7), array.dtype)
        view = room[:, rng.choice([slice(1, 1 + columns), slice(0, 2 * columns, 2)])]
        view[:] = array
        return view
    if kind == 5:
        # Unaligned: fields after a byte.
        record = np.dtype([("byte", "u1"), ("row", array.dtype, (columns,))])
        room = np.zeros(n, record)
        room["row"] = array
        return room["row"]
    if kind == 6:
        room = np.zeros((2, n, 3, columns), array.dtype)
        room[1, :, 1] = array
        return room[1, :, 1]
    if kind == 7 and n and (array == array[0]).all():
        return np.broadcast_to(array[0], array.shape)
    if kind == 8:
        array = array.copy()
        array.flags.writeable = False
        return array
    if kind == 9 and array.dtype.kind in "iu":
        return array.view(np.matrix) if rng.random() < 0.3 else array[np.arange(n)]
    return array


as_masked: Any = np.ma.MaskedArray


def wrong(rng: random.Random, array: Any) -> Any:
    """The numbers in a form that every function refuses."""
    ways: list[Callable[[], Any]] = [
        lambda: array.tolist(),
        lambda: tuple(array.tolist()),
        lambda: array.reshape(-1),
        lambda: array[:, :1],
        lambda: array[:, :, None],
        lambda: np.hstack([array, array]),
        lambda: np.zeros((), array.dtype),
        lambda: as_masked(array),
        lambda: None,
        lambda: 7,
    ]
    return rng.choice(ways)()


class Draw:
    """Boards, and whether they must be accepted."""

    def __init__(self, rng: random.Random, late: bool = False, shapes: bool = True) -> None:
        self.rng = rng
        self.known = rng.choice(KNOWN) if shapes else KNOWN[0]
        rules = self.known.rules
        small = rng.random() < 0.5
        order = rng.choice("<>=")
        name = rng.choice(WHOLE) if rng.random() < 0.85 else rng.choice(OTHER)
        self.dtype = np.dtype(order + name if name not in ("?", "O", "g", "V8") else name)
        pool = self.known.late if late else self.known.pairs
        if self.dtype.kind in "iu":
            most = int(np.iinfo(self.dtype).max)
            fitting = [pair for pair in pool if max(pair) <= most]
        else:
            most, fitting = 1, pool
        n = rng.choice([0, 1, 2, 3, 5]) if small else rng.randrange(40)
        n = min(n, 6) if late else n
        self.pairs = [rng.choice(fitting) for _ in range(n)] if fitting else []
        if rng.random() < 0.1 and self.pairs:
            self.pairs = [self.pairs[0]] * n
        rows: list[Any] = list(self.pairs)
        self.is_right = self.dtype.kind in "iu"
        if rows and rng.random() < 0.15 and self.dtype.kind in "iu":
            place, least = rng.randrange(n), int(np.iinfo(self.dtype).min)
            any_pair = (rng.randint(least, most), rng.randint(least, most))
            # The slow rules cannot solve boards with many empty squares.
            bad = rng.choice([(1, 1), (most, 1)] if late else [any_pair, (1, 1), (most, 0)])
            rows[place] = bad
            if min(bad) < 0 or not rules.is_valid(bad):
                self.is_right = False
            else:
                self.pairs[place] = bad
        array = laid_out(rng, numbers(rows, 2, self.dtype))
        self.array: Any = array
        if rng.random() < 0.08:
            self.array, self.is_right = wrong(rng, array), False

    @property
    def board(self) -> dict[str, Any]:
        return {} if self.known.board == "8x8" else {"board": self.known.board}

    def expected(self, what: str, slow: Callable[[Pair], Any]) -> list[Any]:
        return [self.known.find(what, pair, slow) for pair in self.pairs] if self.is_right else []


class Out:
    """An array for the result, or none, and whether it must be accepted."""

    def __init__(self, draw: Draw, dtype: str, columns: int = 0) -> None:
        rng, n = draw.rng, len(draw.pairs)
        self.is_right = True
        self.array: Any = None
        kind = rng.randrange(12)
        shape = (n, columns) if columns else (n,)
        plain = np.zeros(shape, dtype)
        if kind == 0:
            self.array = plain
        elif kind == 1:
            self.array = np.zeros(shape, dtype, order="F")
        elif kind == 2:
            self.array = np.zeros((3 * n, *shape[1:]), dtype)[::3]
        elif kind == 3:
            self.array = plain[::-1]
        elif kind == 4:
            self.array = plain.astype(plain.dtype.newbyteorder(">"))
        elif kind == 5:
            self.array, self.is_right = np.zeros(shape, "f8"), False
        elif kind == 6:
            self.array, self.is_right = np.zeros((n + 1, *shape[1:]), dtype), False
        elif kind == 7:
            plain.flags.writeable = False
            self.array, self.is_right = plain, False
        elif kind == 8 and draw.dtype == np.uint64 and draw.is_right and draw.array.flags.writeable:
            # The boards themselves, or their first column for one number per board.
            if dtype == "u8" and type(draw.array) is np.ndarray:
                self.array = draw.array if columns else draw.array[:, 0]
        self.given: dict[str, Any] = {} if self.array is None else {"out": self.array}


def checked(
    seen: Counter[str], is_right: bool, call: Callable[[], Any], same: Callable[[Any], bool]
) -> None:
    """Calls a function, and counts the result as right, refused or wrong."""
    try:
        result = call()
    except (TypeError, ValueError) as error:
        words = str(error)
        assert not is_right, f"refused: {words}"
        plain = ["expected", "holds discs of both sides", "is not a square", "is off the"]
        is_plain = isinstance(error, IllegalMoveError) or any(part in words for part in plain)
        assert is_plain, words
        seen["refused"] += 1
        return
    seen["right" if is_right and same(result) else "wrong"] += 1


def rows_of(result: Any) -> list[Any]:
    return [tuple(row) if isinstance(row, list) else row for row in result.tolist()]


def try_legal_moves(draw: Draw, seen: Counter[str]) -> None:
    out = Out(draw, "u8")
    expected = draw.expected("moves", draw.known.rules.moves)
    call = lambda: batch.legal_moves(draw.array, **draw.board, **out.given)  # noqa: E731
    checked(seen, draw.is_right and out.is_right, call, lambda found: rows_of(found) == expected)


def try_play(draw: Draw, seen: Counter[str]) -> None:
    rng, rules = draw.rng, draw.known.rules
    out = Out(draw, "u8", 2)
    squares, expected = [], []
    for pair, moves in zip(draw.pairs, draw.expected("moves", rules.moves)):
        legal = [bit for bit in range(64) if moves >> bit & 1] or [64]
        squares.append(rng.choice(legal) if rng.random() < 0.995 else rng.randrange(-2, 300))
        expected.append(rules.play(pair, squares[-1]) if 0 <= squares[-1] <= 64 else None)
    is_right = draw.is_right and out.is_right and None not in expected
    is_small = all(0 <= square < 128 for square in squares)
    dtype = np.dtype(rng.choice("<>") + rng.choice(WHOLE if is_small else ["i2", "i4", "i8"]))
    some = laid_out(rng, numbers([(square,) for square in squares], 1, dtype))[:, 0]
    some = np.asarray(some).reshape(-1)
    if rng.random() < 0.03:
        some, is_right = some.astype("f4"), False
    call = lambda: batch.play(draw.array, some, **draw.board, **out.given)  # noqa: E731
    checked(seen, is_right, call, lambda found: rows_of(found) == expected)


def try_canonical(draw: Draw, seen: Counter[str]) -> None:
    out = Out(draw, "u8", 2)
    expected = draw.expected("canonical", draw.known.rules.canonical)
    call = lambda: batch.canonical(draw.array, **draw.board, **out.given)  # noqa: E731
    checked(seen, draw.is_right and out.is_right, call, lambda found: rows_of(found) == expected)


def try_evaluate(draw: Draw, seen: Counter[str]) -> None:
    out = Out(draw, "f4")
    expected = draw.expected("value", lambda pair: Engine.evaluate(Position.from_bits(*pair)))
    call = lambda: batch.evaluate(draw.array, **out.given)  # noqa: E731
    checked(seen, draw.is_right and out.is_right, call, lambda found: found.tolist() == expected)


def try_features(draw: Draw, seen: Counter[str]) -> None:
    out = Out(draw, "u4", 65)
    of_one = lambda pair: batch.features(np.array([pair], np.uint64))[0].tolist()  # noqa: E731
    expected = draw.expected("features", of_one)
    call = lambda: batch.features(draw.array, **out.given)  # noqa: E731
    checked(seen, draw.is_right and out.is_right, call, lambda found: found.tolist() == expected)


def try_exact_scores(draw: Draw, seen: Counter[str]) -> None:
    out = Out(draw, "i1")
    expected = draw.expected("score", draw.known.rules.score)
    call = lambda: batch.exact_scores(draw.array, hash=1, **draw.board, **out.given)  # noqa: E731
    checked(seen, draw.is_right and out.is_right, call, lambda found: found.tolist() == expected)


def try_best_moves(draw: Draw, seen: Counter[str]) -> None:
    rules = draw.known.rules
    expected = draw.expected("score", rules.score)

    def is_best(found: Any) -> bool:
        squares, scores = found
        for pair, square, score in zip(draw.pairs, squares.tolist(), expected):
            child = rules.play(pair, square)
            if child is None or (square == 64) != (rules.moves(pair) == 0):
                return False
            if square != 64 and -draw.known.find("score", child, rules.score) != score:
                return False
        return len(squares) == len(draw.pairs) and scores.tolist() == expected

    call = lambda: batch.best_moves(draw.array, level=4, hash=1, **draw.board)  # noqa: E731
    checked(seen, draw.is_right, call, is_best)


BOOK = Book.shipped()


def try_book(draw: Draw, seen: Counter[str]) -> None:
    out = Out(draw, "i1")

    def score(pair: Pair) -> int:
        entry = BOOK.get(Position.from_bits(*pair))
        return -128 if entry is None else entry.score

    expected = draw.expected("book", score)
    call = lambda: BOOK.scores(draw.array, **out.given)  # noqa: E731
    checked(seen, draw.is_right and out.is_right, call, lambda found: found.tolist() == expected)


LABELERS = {known.board: Labeler(exact=10, board=known.board) for known in KNOWN}


def try_label(draw: Draw, seen: Counter[str]) -> None:
    rules, labeler = draw.known.rules, LABELERS[draw.known.board]
    expected = draw.expected("score", rules.score)
    is_right = draw.is_right and all(rules.moves(pair) for pair in draw.pairs)
    try:
        columns = {"mover": draw.array[:, 0], "opponent": draw.array[:, 1]}
        is_column = columns["mover"].ndim == 1 and not hasattr(draw.array, "mask")
    except (IndexError, TypeError):
        columns, is_column = {}, False
    if columns and is_column and draw.rng.random() < 0.5 and draw.array.shape[1] == 2:
        call: Callable[[], Any] = lambda: labeler(columns)["score"]  # noqa: E731
    else:
        call = lambda: labeler.score(draw.array)[0]  # noqa: E731
    checked(seen, is_right, call, lambda found: found.tolist() == expected)


FUNCTIONS: list[tuple[Callable[[Draw, Counter[str]], None], bool, bool]] = [
    # Whether the boards are near the end of a game, and of several shapes.
    (try_legal_moves, False, True),
    (try_play, False, True),
    (try_canonical, False, True),
    (try_evaluate, False, False),
    (try_features, False, False),
    (try_exact_scores, True, True),
    (try_best_moves, True, True),
    (try_book, False, False),
    (try_label, True, True),
]


def test_every_array_is_read_correctly_or_refused() -> None:
    seen: Counter[str] = Counter()
    for number in range(COUNT):
        function, late, shapes = FUNCTIONS[number % len(FUNCTIONS)]
        # Each array has its own seed, which a failure shows.
        try:
            before = seen["wrong"]
            function(Draw(random.Random(number), late, shapes), seen)
            assert seen["wrong"] == before
        except Exception as error:
            raise AssertionError(f"array {number} in {function.__name__}") from error
    print(dict(seen))
    assert seen["wrong"] == 0 and seen["right"] > COUNT // 3 and seen["refused"] > COUNT // 20


@pytest.mark.parametrize(
    ("boards", "error", "words"),
    [
        ([[1, 2]], TypeError, "boards: found list: expected a numpy array"),
        (np.zeros((1, 2)), TypeError, "boards of dtype float64: expected integers"),
        (np.zeros((1, 2), bool), TypeError, "boards of dtype bool: expected integers"),
        (np.zeros((1, 2), object), TypeError, "boards of dtype object: expected integers"),
        (np.zeros(2, "u8"), ValueError, r"boards of shape \(2,\): expected \(n, 2\)"),
        (np.array([[1, 2], [4, -5]]), ValueError, r"boards\[1, 1\] = -5: expected 0 to 2\*\*64 - 1"),
        (np.array([[1, 2], [1, 1]]), ValueError, r"boards\[1\]: a1 holds discs of both sides"),
        (np.ma.MaskedArray(np.zeros((1, 2), "u8")), TypeError, "found MaskedArray"),
    ],
)
def test_errors_say_what_was_found_and_expected(
    boards: Any, error: type[Exception], words: str
) -> None:
    calls: list[Callable[[Any], Any]] = [
        batch.legal_moves,
        lambda some: batch.play(some, np.zeros(len(some), np.uint8)),
        batch.canonical,
        batch.evaluate,
        batch.features,
        batch.exact_scores,
        batch.best_moves,
        BOOK.scores,
        LABELERS["8x8"].score,
    ]
    for call in calls:
        with pytest.raises(error, match=words):
            call(boards)


def test_fortran_order_gives_the_same_boards() -> None:
    movers = np.array([0x0000000810000000, 0x0000001008000000], np.uint64)
    boards = np.array([movers, movers[::-1]]).T
    assert batch.legal_moves(boards).tolist() == batch.legal_moves(boards.copy()).tolist()
    out = np.zeros((2, 2), np.uint64, order="F")
    squares = np.array([37, 34], np.int64)
    assert batch.play(boards, squares, out=out) is out
    assert out.tolist() == batch.play(boards.copy("C"), squares).tolist()
