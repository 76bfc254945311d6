import warnings
from typing import Any

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from pettingzoo.test import api_test, seed_test  # noqa: E402

from outflank import Engine, Position  # noqa: E402
from outflank.gym import OthelloEnv, OthelloVectorEnv  # noqa: E402
from outflank.zoo import env as zoo_env  # noqa: E402


@pytest.mark.parametrize("board", ["8x8", "6x6", "9x7"])
def test_the_environment_passes_the_check_of_gymnasium(board: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make("outflank/Othello-v0", board=board).unwrapped)


@pytest.mark.parametrize("board", ["8x8", "9x7"])
def test_the_environment_passes_the_test_of_pettingzoo(board: str) -> None:
    api_test(zoo_env(board=board), num_cycles=200)
    seed_test(lambda: zoo_env(board=board), num_cycles=50)


def play(env: OthelloEnv, seed: int, choose: Any) -> tuple[float, dict[str, Any]]:
    _, info = env.reset(seed=seed)
    while True:
        _, reward, over, _, info = env.step(choose(env.game.position, info["action_mask"]))
        if over:
            return reward, info


def test_the_reward_is_that_of_the_final_score() -> None:
    rng = np.random.default_rng(1)
    rewards = set()
    for seed in range(8):
        env = OthelloEnv(board="6x6")
        reward, info = play(env, seed, lambda _, mask: rng.choice(np.flatnonzero(mask)))
        black = env.game.black_score
        assert black is not None
        assert info["score"] == (black if env.agent == "black" else -black)
        assert reward == np.sign(info["score"])
        rewards.add(reward)
    assert len(rewards) > 1


def test_an_illegal_action_loses() -> None:
    env = OthelloEnv(color="black")
    env.reset(seed=1)
    assert env.step(np.int64(0))[1:3] == (-1.0, True)
    many = OthelloVectorEnv(2)
    many.reset(seed=1)
    _, rewards, over, _, _ = many.step(np.array([0, 0]))
    assert rewards.tolist() == [-1.0, -1.0] and over.all()


def test_the_engine_is_an_opponent() -> None:
    engine = Engine(level=1)
    env = OthelloEnv(board="6x6", color="white", opponent=lambda p: str(engine.best(p)))
    reward, _ = play(env, 1, lambda _, mask: np.flatnonzero(mask)[0])
    assert reward in (-1.0, 0.0, 1.0)


def test_many_games_follow_the_rules_of_one() -> None:
    rng = np.random.default_rng(2)
    env = OthelloVectorEnv(64)
    planes, info = env.reset(seed=3)
    ended = 0
    for _ in range(70):
        assert env.observation_space.contains(planes)
        for game in range(0, 64, 9):
            position = Position.from_bits(*map(int, env.boards[game]))
            mask = np.zeros(64, dtype=np.int8)
            for move in position.legal_moves:
                mask[8 * (int(move[1]) - 1) + ord(move[0]) - ord("a")] = 1
            assert (info["action_mask"][game] == mask).all()
            assert position.is_over == env.done[game]
            assert position.is_over or not position.must_pass
        weights = info["action_mask"] * rng.random((64, 64))
        planes, rewards, over, _, info = env.step(weights.argmax(axis=1))
        discs = planes[:, :2].sum(axis=(2, 3))
        assert (rewards[over] == np.sign(discs[over, 0] - discs[over, 1])).all()
        assert (rewards[~over] == 0).all()
        ended += int(over.sum())
    assert ended >= 64
