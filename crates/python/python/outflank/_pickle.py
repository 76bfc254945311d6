"""Functions that `pickle` calls to rebuild objects."""

from typing import Literal

from ._native import Position


def position(mover: int, opponent: int, color: Literal["black", "white"], board: str) -> Position:
    return Position.from_bits(mover, opponent, color=color, board=board)
