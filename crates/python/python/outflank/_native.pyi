"""Types and documentation of the extension module."""

import os
from collections.abc import Hashable, Iterable, Iterator, Sequence
from types import TracebackType
from typing import Any, ClassVar, Generic, Literal, TypeVar, final

import numpy as np
from numpy.typing import NDArray

from .gametree import Game as TreeGame
from .gametree import GameWithHeuristic

__version__: str

Color = Literal["black", "white"]
Board = Shape | str
Path = str | os.PathLike[str]
AnyPosition = Position | Game | str
Integers = NDArray[np.integer[Any]]

State = TypeVar("State")
Move = TypeVar("Move", bound=Hashable)

class IllegalMoveError(ValueError):
    """A move that the rules do not allow."""

@final
class Shape:
    """The shape of a board: ``"8x8"``, ``"9x7"``, ``"8x8-a1h8"`` (with holes).

    Sides have 3 to 16 squares, and a board has at most 128. Raises ``ValueError`` for other
    strings.
    """

    def __init__(self, text: str = "8x8") -> None: ...
    @property
    def width(self) -> int:
        """The number of columns."""
    @property
    def height(self) -> int:
        """The number of rows."""
    @property
    def squares(self) -> list[str]:
        """The squares in reading order, excluding holes."""
    def __len__(self) -> int: ...
    def __hash__(self) -> int: ...

@final
class Position:
    """A board and the side to move. Immutable, hashable and picklable.

    ``text`` is ``"start"``, a transcript such as ``"f5d6c3"``, or a board in OBF: its squares
    row by row as ``X``, ``O`` and ``-``, a space, and ``X`` or ``O`` for the side to move.
    """

    def __init__(self, text: str = "start", *, board: Board = "8x8") -> None: ...
    @staticmethod
    def from_bits(
        mover: int, opponent: int, *, color: Color = "black", board: Board = "8x8"
    ) -> Position:
        """Returns the position with these discs of the side to move and of the other side.

        The square in column ``c`` and row ``r`` is bit ``8 * r + c`` on boards within 8x8 and
        ``width * r + c`` on larger ones; ``color`` is the side to move.
        """
    @property
    def bits(self) -> tuple[int, int]:
        """The discs of the side to move and of the other side, as in :meth:`from_bits`."""
    @property
    def board(self) -> Shape:
        """The shape of the board."""
    @property
    def mover(self) -> Color:
        """The side to move."""
    @property
    def legal_moves(self) -> list[str]:
        """The legal moves in reading order."""
    @property
    def empties(self) -> int:
        """The number of empty squares."""
    def disc(self, square: str) -> Color | None:
        """Returns the colour of the disc on a square."""
    def count(self, color: Color) -> int:
        """Returns the number of discs of a side."""
    def flips(self, square: str) -> list[str]:
        """Returns the discs that a move flips, or none if it is illegal."""
    def play(self, square: str) -> Position:
        """Returns the position after a move. Raises :class:`IllegalMoveError`.

        The other side is then to move, even if it has to pass.
        """
    def pass_turn(self) -> Position:
        """Returns the position after a pass. Raises :class:`IllegalMoveError`."""
    @property
    def must_pass(self) -> bool:
        """Whether only the other side has a move."""
    @property
    def is_over(self) -> bool:
        """Whether neither side has a move."""
    def score(self, color: Color | None = None) -> int:
        """Returns a side's disc difference, the mover's by default; the winner gets the empties."""
    def canonical(self) -> Position:
        """Returns the canonical form, the same for all symmetric images."""
    def diagram(self) -> str:
        """Returns the board as text, with legal moves marked."""
    def __hash__(self) -> int: ...

@final
class Game:
    """A start position and the moves played from it. Passes are added automatically.

    ``text`` is as for :class:`Position`. Games are equal if their moves and headers are equal.
    """

    __hash__: ClassVar[None]  # type: ignore[assignment]

    def __init__(self, text: str = "start", *, board: Board = "8x8") -> None: ...
    @staticmethod
    def from_position(position: Position) -> Game:
        """Returns a game that starts from a position."""
    @property
    def position(self) -> Position:
        """The current position."""
    @property
    def positions(self) -> list[Position]:
        """All positions, from the start to the current one."""
    @property
    def moves(self) -> list[str]:
        """The moves, with passes as ``"pass"``."""
    @property
    def transcript(self) -> str:
        """The squares played, run together, without passes."""
    @property
    def opening(self) -> str | None:
        """The name of the opening, recognised through transposition and symmetry."""
    @property
    def number(self) -> int:
        """The number of the game in its file, from 1; 0 if it is not from a file."""
    @property
    def headers(self) -> dict[str, Any]:
        """Players, tournament, date, result and notes, as ``outflank convert --json`` prints them."""
    def set_headers(
        self,
        *,
        black: str | None = None,
        white: str | None = None,
        tournament: str | None = None,
        date: str | None = None,
    ) -> None:
        """Sets the players, the tournament and the date (``"1980"``, ``"1980-05-01"``)."""
    def play(self, square: str) -> None:
        """Plays a move. Raises :class:`IllegalMoveError`."""
    def undo(self) -> bool:
        """Takes back the last move. Returns false if there is none."""
    def redo(self) -> bool:
        """Plays a move that was taken back. Returns false if there is none."""
    @property
    def is_over(self) -> bool:
        """Whether neither side has a move."""
    @property
    def black_score(self) -> int | None:
        """The final score for Black in discs, empties to the winner; None before the end."""
    def diagram(self) -> str:
        """Returns the board as text, with the last move marked."""
    def __len__(self) -> int: ...

@final
class GameFile:
    """An iterator over the games of a file, which are read one by one.

    A game that cannot be read raises ``ValueError``; the iteration may then continue.
    """

    @property
    def format(self) -> str:
        """The format, detected from the content."""
    def __iter__(self) -> Iterator[Game]: ...
    def __next__(self) -> Game: ...

def read_games(path: Path, *, board: Board = "8x8") -> GameFile:
    """Opens a file of transcripts, OBF, WTHOR, GGF, SGF or PGN.

    ``board`` is the shape for formats that do not record it. Raises ``OSError`` or
    ``ValueError``.
    """

def write_games(path: Path, games: Iterable[Game], *, format: str | None = None) -> dict[str, int]:
    """Writes games in the format of the name's extension, or in ``format``.

    Returns what the format could not store, with the number of games. The file is written
    completely or not at all. Raises ``ValueError`` for a game that the format cannot store, and
    ``OSError`` if the file cannot be written.
    """

@final
class ScoredMove:
    """A move and its score. ``str`` gives the move."""

    def __hash__(self) -> int: ...
    @property
    def move(self) -> str:
        """The move."""
    @property
    def score(self) -> float:
        """The score in discs, for the side that plays the move."""
    @property
    def exact(self) -> bool:
        """Whether the score is proven."""
    @property
    def depth(self) -> int:
        """The depth of the search in plies, including this move."""
    @property
    def selectivity(self) -> int:
        """The ProbCut confidence in per cent; 100 if ProbCut pruned nothing."""
    @property
    def pv(self) -> list[str]:
        """The principal variation, with this move first, without passes."""
    @property
    def nodes(self) -> int:
        """The number of nodes searched."""

@final
class SearchResult:
    """The result of a search."""

    def __hash__(self) -> int: ...
    @property
    def moves(self) -> list[ScoredMove]:
        """The requested moves, best first. Empty if the mover has to pass, the game is over, or
        :meth:`Engine.solve` ended before it found the score; ``lower`` and ``upper`` then bound the
        score.
        """
    @property
    def best(self) -> ScoredMove | None:
        """The best move."""
    @property
    def lower(self) -> int:
        """The proven lower bound on the score for the mover, in discs."""
    @property
    def upper(self) -> int:
        """The proven upper bound."""
    @property
    def exact(self) -> int | None:
        """The proven score for the mover in discs, if it is known."""
    @property
    def pv(self) -> list[str]:
        """The principal variation, without passes. If no move has a score, it starts with the most
        promising one.
        """
    @property
    def nodes(self) -> int:
        """The number of nodes searched."""
    @property
    def seconds(self) -> float:
        """The time since the search began."""
    @property
    def complete(self) -> bool:
        """Whether the search finished within its budget and was not stopped."""

@final
class Book:
    """An opening book: positions with their scores, the same for all symmetric images.

    A book is a mapping from positions to :class:`BookEntry`, with ``position in book``,
    ``book[position]`` and ``len(book)``. It contains only positions in which the mover has a move.
    Lookups read from the file, which may be larger than memory, and are thread-safe. Raises
    ``OSError`` for files that cannot be read, and ``ValueError`` for invalid content, with the
    offset.
    """

    @staticmethod
    def open(path: Path) -> Book:
        """Opens a book written by ``outflank book`` or :meth:`import_file`, including positions that
        are not yet merged.
        """
    @staticmethod
    def shipped() -> Book:
        """Returns the 8x8 book of the package."""
    @staticmethod
    def import_file(file: Path, path: Path) -> Book:
        """Adds the positions of a file to the book at ``path``, which is created if it is missing, and
        opens it.

        The file is a book of Edax (``.dat``) or Egaroucid (``.egbk3``), a compact book, or a text
        file with one position per line; the format is detected from the content. Invalid positions
        are skipped with a ``UserWarning``. For a position in both, the deeper, more certain search
        is kept.
        """
    @property
    def board(self) -> Shape:
        """The shape of the board."""
    def get(self, position: AnyPosition) -> BookEntry | None:
        """Returns the entry of a position, or None if it is not in the book."""
    def moves(self, position: AnyPosition) -> list[BookMove]:
        """Returns the book moves of a position, best first; for a position outside the book, the moves
        that lead into the book.
        """
    def scores(
        self,
        boards: Integers,
        *,
        out: NDArray[np.int8] | None = None,
        threads: int | None = None,
    ) -> NDArray[np.int8]:
        """Returns the scores of ``n`` boards for the mover as ``int8[n]``, in discs, with -128 for a
        board that is not in the book.

        ``boards``, ``out`` and ``threads`` are as for :mod:`outflank.batch`.
        """
    def export(self, path: Path) -> dict[str, int]:
        """Writes the book in the format of the name's extension: ``.dat`` (Edax), ``.egbk3``
        (Egaroucid), ``.compact``, ``.txt``, ``.csv`` or ``.parquet``.

        Returns what the format could not store, with the number of positions. The file is written
        completely or not at all. Positions that are not yet merged into the book are omitted.
        """
    def table(self) -> Any:
        """Returns the book as a ``pyarrow.Table`` with one row for each position, as :meth:`export`
        writes it to Parquet. Needs the package ``pyarrow``: ``pip install outflank[arrow]``.
        """
    def __len__(self) -> int: ...
    def __contains__(self, position: AnyPosition) -> bool: ...
    def __getitem__(self, position: AnyPosition) -> BookEntry: ...

@final
class BookEntry:
    """The entry of a position in a book."""

    def __hash__(self) -> int: ...
    @property
    def score(self) -> int:
        """The score of the best move for the mover, in discs."""
    @property
    def lower(self) -> int:
        """The proven lower bound on the score, in discs."""
    @property
    def upper(self) -> int:
        """The proven upper bound."""
    @property
    def exact(self) -> bool:
        """Whether the score is proven."""
    @property
    def manual(self) -> bool:
        """Whether a person entered the score."""
    @property
    def level(self) -> int:
        """The level of the search that added the position."""
    @property
    def lines(self) -> int:
        """The number of book lines from here."""
    @property
    def mover_lines(self) -> int:
        """The fewest lines that the mover must know."""
    @property
    def opponent_lines(self) -> int:
        """The fewest lines that the opponent must know."""
    @property
    def grade(self) -> str | None:
        """How reliable the score is, from ``"A"`` (all lines solved) to ``"F"`` (all searched to a depth)."""
    @property
    def meaning(self) -> str | None:
        """What the grade means, in words."""
    @property
    def moves(self) -> list[BookMove]:
        """The book moves, best first."""
    @property
    def best(self) -> BookMove | None:
        """The best move; None if the book has none."""
    @property
    def leaf(self) -> BookMove | None:
        """The best move that leaves the book, if it was searched."""

@final
class BookMove:
    """A book move. ``str`` gives the move."""

    def __hash__(self) -> int: ...
    @property
    def move(self) -> str:
        """The move."""
    @property
    def score(self) -> int:
        """The score in discs, for the side that plays the move."""
    @property
    def exact(self) -> bool:
        """Whether the score is proven."""
    @property
    def level(self) -> int:
        """The level of the search."""
    @property
    def selectivity(self) -> int | None:
        """The ProbCut confidence of the search in per cent, if the move leaves the book."""
    @property
    def lines(self) -> int:
        """The number of book lines after the move."""
    @property
    def grade(self) -> str | None:
        """How reliable the score is, from ``"A"`` to ``"F"``."""
    @property
    def inside(self) -> bool:
        """Whether the position after the move is in the book."""

@final
class Engine:
    """A searcher with its transposition table.

    ``level`` is 1 to 60 (see the reference page on levels); ``hash`` is the size of the table in
    MiB. Without a level, a search with ``time`` or ``nodes`` has no other limit, and a search
    without limits has level 12. An engine runs one search at a time, even if several threads call
    it; other Python threads continue meanwhile. Ctrl-C raises ``KeyboardInterrupt``.

    :meth:`best` plays from ``book`` while the position after its best move is in the book. With
    ``book_random``, it alternates between the book moves that are at most that number of discs
    worse than the best; in a position that it has searched before, it plays another move, at most
    two discs worse. The other searches do not use the book.

    ``weights`` is a file written by ``outflank train weights`` or ``outflank train network``, or its
    content: an evaluation that replaces the built-in one on boards of its shape.

    ``time`` is in seconds, ``depth`` in plies; the first limit reached ends the search. ``threads``
    is at most 1024; 0 means one per processor. A closed engine raises ``RuntimeError``.
    """

    def __init__(
        self,
        level: int | None = None,
        *,
        threads: int = 1,
        hash: int = 64,
        book: Book | None = None,
        book_random: int = 0,
        weights: Path | bytes | None = None,
    ) -> None: ...
    def best(
        self,
        position: AnyPosition,
        *,
        time: float | None = None,
        level: int | None = None,
        depth: int | None = None,
        nodes: int | None = None,
    ) -> ScoredMove | None:
        """Returns the best move; None if the mover has none. A book move is returned at once, with the
        level as its depth.
        """
    def analyze(
        self,
        position: AnyPosition,
        *,
        count: int | None = None,
        moves: Sequence[str] | None = None,
        time: float | None = None,
        level: int | None = None,
        depth: int | None = None,
        nodes: int | None = None,
    ) -> SearchResult:
        """Returns the scores of the best ``count`` moves, or of every move by default.

        ``moves`` restricts the search to the given moves.
        """
    def solve(
        self, position: AnyPosition, *, time: float | None = None, nodes: int | None = None
    ) -> SearchResult:
        """Solves a position exactly; ``exact`` of the result is the score. If ``time`` or ``nodes``
        ends the search first, ``exact`` is None, and ``lower`` and ``upper`` are the proven bounds.
        """
    def analysis(
        self,
        position: AnyPosition,
        *,
        count: int | None = 1,
        moves: Sequence[str] | None = None,
        time: float | None = None,
        level: int | None = None,
        depth: int | None = None,
        nodes: int | None = None,
    ) -> Analysis:
        """Starts a search, without limits by default, and returns its live results:

        ``with engine.analysis(position) as analysis: for result in analysis: ...``
        """
    @staticmethod
    def evaluate(position: AnyPosition) -> float:
        """Returns the built-in evaluation's value of an 8x8 position for the mover, in discs."""
    def stop(self) -> None:
        """Stops the running search from another thread. The search then returns its result so far."""
    def clear(self) -> None:
        """Clears the table, so that the next search is like the first."""
    def close(self) -> None:
        """Stops the search and frees the table."""
    def __enter__(self) -> Engine: ...
    def __exit__(
        self,
        type: type[BaseException] | None,
        value: BaseException | None,
        traceback: TracebackType | None,
    ) -> None: ...

@final
class Analysis:
    """A running search: an iterator over its results, one for each completed iteration.

    As a context manager it stops the search at the end of the block.
    """

    def __iter__(self) -> Iterator[SearchResult]: ...
    def __next__(self) -> SearchResult: ...
    def stop(self) -> None:
        """Asks the search to stop."""
    def result(self) -> SearchResult:
        """Waits for the end of the search and returns its result."""
    def __enter__(self) -> Analysis: ...
    def __exit__(
        self,
        type: type[BaseException] | None,
        value: BaseException | None,
        traceback: TracebackType | None,
    ) -> None: ...

def review(
    game: AnyPosition,
    *,
    level: int | None = None,
    depth: int | None = None,
    threads: int | None = None,
    hash: int = 64,
    book: bool = True,
) -> dict[str, Any]:
    """Reviews a game: every move with its score, the best move, the loss and the reason.

    ``game`` may also be a transcript on 8x8, or a position, which has no moves. The result contains
    ``moves`` (a dictionary for each move, as ``outflank analyze --json`` prints it), the summaries
    ``black`` and ``white``, and ``turning_point``. Each of ``threads`` threads, by default one per
    processor, has a table of ``hash`` MiB. Positions in the package's opening book have the book's
    scores, unless ``book`` is false.
    """

@final
class Archive:
    """Games without duplicates in one SQLite file, the archive of ``outflank db``.

    A file that does not exist is created, unless ``create`` is false. Raises ``OSError`` if the
    file is not an archive.
    """

    def __init__(self, path: Path, *, create: bool = True) -> None: ...
    def import_file(self, path: Path, *, board: Board = "8x8") -> int:
        """Adds the games of a file in any format and returns how many are new."""
    def find(
        self,
        *,
        player: str | None = None,
        black: str | None = None,
        white: str | None = None,
        tournament: str | None = None,
        years: str | None = None,
        opening: str | None = None,
        position: AnyPosition | None = None,
    ) -> list[int]:
        """Returns the numbers of the games that match all conditions, in order.

        Part of a name is enough; ``years`` is ``"1980"`` or ``"1980-1989"``; ``opening`` is a
        transcript; ``position`` also matches its symmetric images.
        """
    def game(self, number: int) -> Game:
        """Returns a game. Raises ``ValueError`` if there is none with this number."""
    def moves(self, position: AnyPosition) -> list[dict[str, Any]]:
        """Returns the moves played in a position and the results of their games."""
    def table(self, numbers: list[int] | None = None) -> Any:
        """Returns games, all by default, as a ``pyarrow.Table`` with one row for each.

        The columns are ``number``, ``black``, ``white``, ``tournament``, ``year``, ``moves`` (a
        transcript), ``winner`` (null if unknown) and ``black_score`` (discs, empties to the
        winner). Needs the package ``pyarrow``: ``pip install outflank[arrow]``.
        """
    @property
    def totals(self) -> dict[str, Any]:
        """The numbers of games, players, tournaments and positions."""

@final
class TreeResult(Generic[Move]):
    """The result of a game-tree search."""

    __hash__: ClassVar[None]  # type: ignore[assignment]

    @property
    def value(self) -> int:
        """The value of the state for MAX."""
    @property
    def best_move(self) -> Move | None:
        """The best move; None if the game is over."""
    @property
    def pv(self) -> list[Move]:
        """The principal variation."""
    @property
    def nodes(self) -> int:
        """The number of states entered."""
    @property
    def leaves(self) -> int:
        """The number of states evaluated."""
    @property
    def cutoffs(self) -> int:
        """The number of alpha and beta cut-offs."""
    @property
    def completed(self) -> bool:
        """Whether the search finished within its limits."""
    @property
    def exact(self) -> bool:
        """Whether every leaf was a finished game."""

def search_game(
    game: TreeGame[State, Move] | GameWithHeuristic[State, Move],
    state: State,
    *,
    depth: int | None = None,
    algorithm: str = "alpha-beta",
    time: float | None = None,
    nodes: int | None = None,
) -> TreeResult[Move]:
    """Searches the tree below a state, to the end of the game by default.

    ``depth`` is in plies and needs a method ``heuristic``; ``time`` is in seconds; ``nodes`` limits
    the number of states entered; ``algorithm`` is one of ``gametree.ALGORITHMS``. Raises
    ``ValueError`` for an unknown algorithm or a state without moves.
    """

@final
class Labeler:
    """Scores positions as ``outflank train label`` does, on one thread.

    Positions with at most ``exact`` empty squares are solved; the others are searched ``depth``
    plies deep with a ProbCut confidence of ``selectivity`` per cent. The table of 4 MiB is
    cleared before each position, so a score does not depend on earlier positions. ``weights`` is a
    file of weights or of a network, or its content, that replaces the built-in evaluation.
    """

    def __init__(
        self,
        *,
        depth: int = 12,
        selectivity: int = 73,
        exact: int = 20,
        board: Board = "8x8",
        weights: Path | bytes | None = None,
    ) -> None: ...
    def score(
        self, boards: Integers
    ) -> tuple[NDArray[np.float32], NDArray[np.uint8]]:
        """Returns the scores of ``n`` boards for the mover, ``float32[n]`` in discs, and their search
        depths in plies, ``uint8[n]``, 255 for exact scores.

        Raises ``ValueError`` if the mover of a board has no move.
        """
    def __call__(self, batch: dict[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
        """Returns a copy of a batch of columns with the added columns ``score`` (discs), ``exact``,
        ``depth`` (plies) and ``selectivity`` (per cent). The columns ``mover`` and ``opponent`` of
        the batch are ``uint64[n]``. Where a score is exact, depth is 0 and selectivity 100.
        ``ray.data.Dataset.map_batches`` can call a labeler.
        """

@final
class Shards:
    """An iterator over the positions of files in :class:`Shard` objects, with the options of
    ``outflank train label``.

    Files are self-play games, Parquet with the columns ``mover`` and ``opponent``, WTHOR,
    transcripts or OBF; in a folder, all Parquet files are read. The same files and settings give
    the same shards on every machine. ``weights`` is the evaluation of the labeler; the names of the
    shards depend on it. Raises ``OSError`` for files that cannot be read, and ``ValueError`` for
    invalid content.
    """

    def __init__(
        self,
        sources: Sequence[Path],
        *,
        shard_size: int = 1000,
        depth: int = 12,
        selectivity: int = 73,
        exact: int = 20,
        per_game: int = 4,
        random_moves: int = 0,
        empties: tuple[int, int] = (0, 64),
        seed: int = 1,
        board: Board = "8x8",
        weights: Path | bytes | None = None,
    ) -> None: ...
    def prepare(self, folder: Path) -> None:
        """Creates the folder if it is missing. Raises ``ValueError`` if it contains Parquet files with
        other settings or from another program.
        """
    def __iter__(self) -> Iterator[Shard]: ...
    def __next__(self) -> Shard: ...

@final
class Shard:
    """A range of positions whose scores go into one Parquet file."""

    @property
    def index(self) -> int:
        """The number of the shard, from 0."""
    @property
    def name(self) -> str:
        """The name of the shard's file: its number, and a digest of settings and positions."""
    @property
    def boards(self) -> NDArray[np.uint64]:
        """The boards, ``uint64[n, 2]``."""
    def exists(self, folder: Path) -> bool:
        """Returns whether the folder contains the shard's file. Such a file is complete."""
    def write(
        self, folder: Path, scores: NDArray[np.floating[Any]] | Integers, depths: Integers
    ) -> None:
        """Writes the shard's file from the scores and depths of its boards, as :meth:`Labeler.score`
        returns them. The file has a temporary name until it is complete.
        """
    def __len__(self) -> int: ...

def batch_legal_moves(
    boards: Integers,
    *,
    board: Board = "8x8",
    out: NDArray[np.uint64] | None = None,
    threads: int | None = None,
) -> NDArray[np.uint64]:
    """Returns the legal moves of ``n`` boards as ``uint64[n]``, one bit for each move."""

def batch_play(
    boards: Integers,
    squares: Integers,
    *,
    board: Board = "8x8",
    out: NDArray[np.uint64] | None = None,
    threads: int | None = None,
) -> NDArray[np.uint64]:
    """Plays a move on each of ``n`` boards and returns ``uint64[n, 2]``, the next side to move first.

    ``squares`` is ``uint8[n]``; 64 passes. Raises :class:`IllegalMoveError`, which names the
    first board with an illegal move; ``out`` is then undefined.
    """

def batch_canonical(
    boards: Integers,
    *,
    board: Board = "8x8",
    out: NDArray[np.uint64] | None = None,
    threads: int | None = None,
) -> NDArray[np.uint64]:
    """Returns the canonical forms of ``n`` boards as ``uint64[n, 2]``."""

def batch_features(
    boards: Integers,
    *,
    out: NDArray[np.uint32] | None = None,
    threads: int | None = None,
) -> NDArray[np.uint32]:
    """Returns the active features of ``n`` 8x8 boards as ``uint32[n, 65]``.

    Each column is a pattern instance or one of the counts of moves, replies and discs. Each number
    is an index into the table of weights that all columns share.
    """

def batch_evaluate(
    boards: Integers,
    *,
    out: NDArray[np.float32] | None = None,
    threads: int | None = None,
) -> NDArray[np.float32]:
    """Returns the static values of ``n`` 8x8 boards as ``float32[n]``, in discs for the mover.

    The value of a finished game is its score.
    """

def batch_exact_scores(
    boards: Integers,
    *,
    board: Board = "8x8",
    out: NDArray[np.int8] | None = None,
    threads: int | None = None,
    hash: int = 64,
) -> NDArray[np.int8]:
    """Returns the exact scores of ``n`` boards as ``int8[n]``, in discs for the mover.

    Each thread has a table of ``hash`` MiB. Ctrl-C raises ``KeyboardInterrupt``.
    """

def batch_best_moves(
    boards: Integers,
    *,
    level: int = 8,
    board: Board = "8x8",
    threads: int | None = None,
    hash: int = 16,
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Returns the best moves of ``n`` boards as ``uint8[n]`` and their scores as ``float32[n]``.

    The move is 64 if the mover has none; the score is then the one after the pass, or the final
    score. Scores are in discs for the mover and do not depend on the number of threads.
    """
