"""Functions that `pickle` calls to rebuild objects."""

from typing import Any, Literal

from . import _native
from ._native import Position


def position(mover: int, opponent: int, color: Literal["black", "white"], board: str) -> Position:
    return Position.from_bits(mover, opponent, color=color, board=board)


def restore(kind: str, fields: str) -> Any:
    return getattr(_native, "_restore")(kind, fields)


def tree_result(*fields: Any) -> Any:
    return getattr(_native, "_tree_result")(fields)
