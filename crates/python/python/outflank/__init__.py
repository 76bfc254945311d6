"""Othello: rules of any board shape, a strong engine, exact scores and game-tree search.

>>> import outflank
>>> game = outflank.Game("f5d6c3")
>>> outflank.Engine(level=6).best(game).move
'd3'

Squares are names such as ``"f5"``, columns from the left and rows from the top. Scores are final
disc differences for the side to move, in discs, empty squares going to the winner. Bad input raises
``ValueError``, illegal moves its subclass ``IllegalMoveError``, unreadable files
``OSError``, and arguments of the wrong type ``TypeError``.

``outflank.batch`` works on many boards at once; ``outflank.gametree`` searches your own games.
"""

from ._native import (
    Analysis,
    Archive,
    Book,
    BookEntry,
    BookMove,
    Engine,
    Game,
    GameFile,
    IllegalMoveError,
    Position,
    ScoredMove,
    SearchResult,
    Shape,
    __version__,
    read_games,
    review,
    write_games,
)

__all__ = [
    "Analysis",
    "Archive",
    "Book",
    "BookEntry",
    "BookMove",
    "Engine",
    "Game",
    "GameFile",
    "IllegalMoveError",
    "Position",
    "ScoredMove",
    "SearchResult",
    "Shape",
    "__version__",
    "read_games",
    "review",
    "write_games",
]
