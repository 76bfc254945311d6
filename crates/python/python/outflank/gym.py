"""Gymnasium environments: one game against an opponent, and many at once.

Needs the package ``gymnasium``: ``pip install outflank[envs]``. Importing this module
registers ``outflank/Othello-v0``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from . import batch
from ._native import Game, Position, Shape

__all__ = ["OthelloEnv", "OthelloVectorEnv", "mask_of", "planes_of"]

Planes = NDArray[np.int8]
Info = dict[str, Any]

PASS = 64
START = Position().bits


def planes_of(position: Position) -> Planes:
    """Returns ``int8[3, height, width]``: the mover's discs, the opponent's, legal moves."""
    shape = position.board
    planes = np.zeros((3, shape.height, shape.width), dtype=np.int8)
    for square in shape.squares:
        colour = position.disc(square)
        if colour is not None:
            planes[(0 if colour == position.mover else 1, *_place(square))] = 1
    planes[2] = mask_of(position).reshape(shape.height, shape.width)
    return planes


def mask_of(position: Position) -> NDArray[np.int8]:
    """Returns ``int8[height * width]``: 1 for each legal move, row by row from the top left."""
    shape = position.board
    mask = np.zeros((shape.height, shape.width), dtype=np.int8)
    for square in position.legal_moves:
        mask[_place(square)] = 1
    return mask.reshape(-1)


def _place(square: str) -> tuple[int, int]:
    return int(square[1:]) - 1, ord(square[0]) - ord("a")


def square_name(action: int, width: int) -> str:
    """Returns the name of the square with the given number, row by row from the top left."""
    return f"{chr(ord('a') + action % width)}{action // width + 1}"


class OthelloEnv(gymnasium.Env[Planes, np.int64]):
    """A game against an opponent, on a board of any shape.

    The observation is :func:`planes_of` the position, with the agent to move; an action is the
    number of a square, row by row from the top left. Passes are automatic. The reward is 0
    until the end, then 1, 0 or -1 for a win, a draw or a loss. An illegal action loses at
    once. ``info`` has the ``action_mask`` and, at the end, the ``score`` in discs.

    ``opponent`` is a function from a position to a move, random by default; ``color`` is the
    agent's side, chosen at random at each reset by default.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        *,
        board: str = "8x8",
        opponent: Callable[[Position], str] | None = None,
        color: str | None = None,
        render_mode: str | None = None,
    ) -> None:
        if color not in (None, "black", "white"):
            raise ValueError(f"color {color!r}: expected black, white or None")
        self.shape = Shape(board)
        height, width = self.shape.height, self.shape.width
        self.observation_space = gymnasium.spaces.Box(0, 1, (3, height, width), np.int8)
        self.action_space = gymnasium.spaces.Discrete(height * width)
        self.render_mode = render_mode
        self.opponent = opponent or self._random_move
        self.color = color
        self.agent = color or "black"
        self.game = Game(board=self.shape)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Planes, Info]:
        super().reset(seed=seed)
        self.agent = self.color or ("black", "white")[self.np_random.integers(2)]
        self.game = Game(board=self.shape)
        self._play_opponent()
        return planes_of(self.game.position), self._info()

    def step(self, action: np.int64) -> tuple[Planes, float, bool, bool, Info]:
        square = square_name(int(action), self.shape.width)
        if square not in self.game.position.legal_moves:
            return planes_of(self.game.position), -1.0, True, False, self._info()
        self.game.play(square)
        self._play_opponent()
        reward = 0.0
        if self.game.is_over:
            reward = float(np.sign(self._score()))
        return planes_of(self.game.position), reward, self.game.is_over, False, self._info()

    def render(self) -> str | None:
        return self.game.diagram() if self.render_mode == "ansi" else None

    def _play_opponent(self) -> None:
        while not self.game.is_over and self.game.position.mover != self.agent:
            self.game.play(self.opponent(self.game.position))

    def _random_move(self, position: Position) -> str:
        return str(self.np_random.choice(position.legal_moves))

    def _score(self) -> int:
        black = self.game.black_score or 0
        return black if self.agent == "black" else -black

    def _info(self) -> Info:
        info: Info = {"action_mask": mask_of(self.game.position)}
        if self.game.is_over:
            info["score"] = self._score()
        return info


class OthelloVectorEnv(gymnasium.vector.VectorEnv[Planes, NDArray[np.int64], Any]):
    """Many games at once on 8x8 boards, against random moves.

    Observations, actions and rewards are those of :class:`OthelloEnv`, with one row for each
    game. The agent plays Black in even-numbered games. A finished game starts again at
    the next step, whose action is then ignored (``AutoresetMode.NEXT_STEP``).
    """

    metadata: dict[str, Any] = {
        "autoreset_mode": gymnasium.vector.AutoresetMode.NEXT_STEP
    }

    def __init__(self, num_envs: int) -> None:
        self.num_envs = num_envs
        self.single_observation_space = gymnasium.spaces.Box(0, 1, (3, 8, 8), np.int8)
        self.single_action_space = gymnasium.spaces.Discrete(64)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.boards = np.empty((num_envs, 2), dtype=np.uint64)
        self.done = np.ones(num_envs, dtype=np.bool_)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Planes, Info]:
        if isinstance(seed, list):
            raise ValueError("seeds for single games: expected one seed for all games")
        super().reset(seed=seed)
        self._start(np.ones(self.num_envs, dtype=np.bool_))
        return self._observe()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Planes, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Info]:
        starts, plays = self.done, ~self.done
        rewards = np.zeros(self.num_envs)
        self._start(starts)
        moves = batch.legal_moves(self.boards)
        legal = (moves >> actions.astype(np.uint64)) & np.uint64(1) == 1
        illegal = plays & ~legal
        rewards[illegal] = -1.0
        self.done = illegal.copy()
        self._play(plays & legal, actions.astype(np.uint8))
        self._play_opponent(plays & legal)
        over = plays & legal & self._is_over()
        discs = np.bitwise_count(self.boards).astype(np.int64)
        rewards[over] = np.sign(discs[over, 0] - discs[over, 1])
        self.done |= over
        observation, info = self._observe()
        return observation, rewards, self.done.copy(), np.zeros_like(self.done), info

    def _start(self, games: NDArray[np.bool_]) -> None:
        self.boards[games] = START
        self.done[games] = False
        white = games & (np.arange(self.num_envs) % 2 == 1)
        self._play(white, self._random_moves())

    def _play(self, games: NDArray[np.bool_], squares: NDArray[np.uint8]) -> None:
        """Plays a move in some games; the other side is then to move."""
        if games.any():
            self.boards[games] = batch.play(self.boards[games], squares[games])

    def _play_opponent(self, games: NDArray[np.bool_]) -> None:
        """Plays random moves until the agent has a move or the game is over."""
        while games.any():
            has_move = games & (batch.legal_moves(self.boards) != 0)
            squares = self._random_moves()
            self._play(has_move, squares)
            turned = games & ~has_move
            self.boards[turned] = self.boards[turned][:, ::-1]
            # The agent is to move again; where it cannot, the opponent continues.
            games = games & (batch.legal_moves(self.boards) == 0) & ~self._is_over()
            self.boards[games] = self.boards[games][:, ::-1]

    def _is_over(self) -> NDArray[np.bool_]:
        turned = np.ascontiguousarray(self.boards[:, ::-1])
        over: NDArray[np.bool_] = batch.legal_moves(self.boards) | batch.legal_moves(turned) == 0
        return over

    def _random_moves(self) -> NDArray[np.uint8]:
        weights = 1.0 - self.np_random.random((self.num_envs, 64))
        legal = _bits(batch.legal_moves(self.boards))
        squares: NDArray[np.uint8] = (legal * weights).argmax(axis=1).astype(np.uint8)
        return squares

    def _observe(self) -> tuple[Planes, Info]:
        planes = np.empty((self.num_envs, 3, 64), dtype=np.int8)
        for plane, bits in enumerate((*self.boards.T, batch.legal_moves(self.boards))):
            planes[:, plane] = _bits(np.ascontiguousarray(bits))
        return planes.reshape(-1, 3, 8, 8), {"action_mask": planes[:, 2].copy()}


def _bits(sets: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """Returns the bits of each set as ``uint8[n, 64]``."""
    octets = sets.astype("<u8").view(np.uint8).reshape(-1, 8)
    return np.unpackbits(octets, axis=1, bitorder="little")


gymnasium.register(id="outflank/Othello-v0", entry_point="outflank.gym:OthelloEnv")
