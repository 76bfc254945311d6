"""A PettingZoo environment: both sides are agents.

Needs the package ``pettingzoo``: ``pip install outflank[envs]``.
"""

from __future__ import annotations

from typing import Any, ClassVar

import gymnasium
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._native import Game, Position, Shape
from .gym import mask_of, planes_of, square_name

__all__ = ["env", "raw_env"]


def env(*, board: str = "8x8", render_mode: str | None = None) -> Any:
    """Returns the environment with the usual wrappers: an illegal action loses at once."""
    wrapped = wrappers.TerminateIllegalWrapper(
        raw_env(board=board, render_mode=render_mode), illegal_reward=-1
    )
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class raw_env(AECEnv):
    """A game between the agents ``black`` and ``white``, on a board of any shape.

    An observation has the planes of :func:`outflank.gym.planes_of`, seen from the agent, and
    the ``action_mask``; an action is the number of a square. Passes are automatic, so an
    agent may be asked twice in a row. The rewards are 1, 0 and -1, at the end.
    """

    metadata: ClassVar[dict[str, Any]] = {  # pyright: ignore[reportIncompatibleVariableOverride]
        "name": "outflank_othello_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(self, *, board: str = "8x8", render_mode: str | None = None) -> None:
        super().__init__()
        self.shape = Shape(board)
        height, width = self.shape.height, self.shape.width
        self.render_mode = render_mode
        self.possible_agents = ["black", "white"]
        self.observation_spaces = {
            agent: gymnasium.spaces.Dict(
                {
                    "observation": gymnasium.spaces.Box(0, 1, (3, height, width), np.int8),
                    "action_mask": gymnasium.spaces.Box(0, 1, (height * width,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: gymnasium.spaces.Discrete(height * width) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.game = Game(board=self.shape)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.game.position.mover

    def observe(self, agent: str) -> dict[str, Any]:
        position = self.game.position
        if position.mover == agent:
            return {"observation": planes_of(position), "action_mask": mask_of(position)}
        mover, opponent = position.bits
        color = "white" if position.mover == "black" else "black"
        turned = Position.from_bits(opponent, mover, color=color, board=self.shape)  # type: ignore[arg-type]
        planes = planes_of(turned)
        planes[2] = 0
        return {"observation": planes, "action_mask": np.zeros_like(mask_of(turned))}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        if action is not None:
            self.game.play(square_name(int(action), self.shape.width))
        if self.game.is_over:
            black = int(np.sign(self.game.black_score or 0))
            self.rewards = {"black": black, "white": -black}
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = "white" if agent == "black" else "black"
        else:
            self.agent_selection = self.game.position.mover
        self._accumulate_rewards()

    def render(self) -> str | None:
        return self.game.diagram() if self.render_mode == "ansi" else None
