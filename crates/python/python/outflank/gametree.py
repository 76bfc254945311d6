"""Minimax, alpha-beta and their relatives for a game that you write in Python.

A game is an object with four methods, and a fifth if it is searched to a depth:

>>> from outflank.gametree import MAX, MIN, search
>>> class Nim:
...     # Take one to three matches; whoever takes the last one wins.
...     def mover(self, state): return state[1]
...     def moves(self, state): return range(1, min(3, state[0]) + 1)
...     def play(self, state, taken): return state[0] - taken, -state[1]
...     def terminal_value(self, state): return -state[1] if state[0] == 0 else None
>>> result = search(Nim(), (10, MAX))
>>> result.value, result.best_move
(1, 2)

Values are whole numbers from the point of view of MAX. Moves are hashable; states are too if
the algorithm has a table. An exception in a method ends the search and is passed on.
"""

from typing import Final, Hashable, Iterable, Protocol, TypeVar

from ._native import TreeResult
from ._native import search_game as search

__all__ = ["ALGORITHMS", "MAX", "MIN", "Game", "GameWithHeuristic", "TreeResult", "search"]

MAX: Final = 1
"""The side that chooses the child with the greatest value."""

MIN: Final = -1
"""The side that chooses the child with the least value."""

ALGORITHMS: Final = (
    "minimax",
    "alpha-beta",
    "negamax",
    "scout",
    "pvs",
    "alpha-beta-table",
    "mtdf",
    "deepening",
    "deepening-table",
)
"""The names of the algorithms. All find the value and the move of minimax."""

State = TypeVar("State")
Move = TypeVar("Move", bound=Hashable)


class Game(Protocol[State, Move]):
    """A two-player zero-sum game with perfect information."""

    def mover(self, state: State, /) -> int:
        """Returns MAX or MIN, the side to move. Not called on finished games."""
        ...

    def moves(self, state: State, /) -> Iterable[Move]:
        """Returns the legal moves, at least one, always in the same order."""
        ...

    def play(self, state: State, move: Move, /) -> State:
        """Returns the state after a move."""
        ...

    def terminal_value(self, state: State, /) -> int | None:
        """Returns the outcome for MAX, or None if the game is not over."""
        ...


class GameWithHeuristic(Game[State, Move], Protocol[State, Move]):
    """A game whose unfinished states have an estimate."""

    def heuristic(self, state: State, /) -> int:
        """Returns an estimate of the outcome for MAX."""
        ...
