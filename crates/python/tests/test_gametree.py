from typing import Any

import pytest

from outflank.gametree import ALGORITHMS, MAX, MIN, search


class Nim:
    """Heaps of matches: a move takes any from one heap; whoever takes the last one wins."""

    def mover(self, state: tuple[tuple[int, ...], int]) -> int:
        return state[1]

    def moves(self, state: tuple[tuple[int, ...], int]) -> list[tuple[int, int]]:
        return [(heap, take) for heap, left in enumerate(state[0]) for take in range(1, left + 1)]

    def play(
        self, state: tuple[tuple[int, ...], int], move: tuple[int, int]
    ) -> tuple[tuple[int, ...], int]:
        heaps, mover = state
        heap, take = move
        return (*heaps[:heap], heaps[heap] - take, *heaps[heap + 1 :]), -mover

    def terminal_value(self, state: tuple[tuple[int, ...], int]) -> int | None:
        return None if any(state[0]) else -state[1]


class NimWithHeuristic(Nim):
    def heuristic(self, state: tuple[tuple[int, ...], int]) -> int:
        return 0


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_algorithm_finds_the_winner_of_nim(algorithm: str) -> None:
    # The xor of the heaps decides (Bouton 1901).
    won = search(Nim(), ((1, 2, 4), MAX), algorithm=algorithm)
    assert won.value == 1 and won.exact and won.completed
    assert won.best_move == (2, 1) == won.pv[0]
    lost = search(Nim(), ((1, 2, 3), MAX), algorithm=algorithm)
    assert lost.value == -1
    assert search(Nim(), ((1, 2, 3), MIN), algorithm=algorithm).value == 1


def test_alpha_beta_enters_fewer_states() -> None:
    state = ((1, 2, 4), MAX)
    all_states = search(Nim(), state, algorithm="minimax")
    assert search(Nim(), state).nodes < all_states.nodes and all_states.cutoffs == 0


def test_a_depth_needs_a_heuristic() -> None:
    with pytest.raises(TypeError, match="heuristic"):
        search(Nim(), ((3, 3), MAX), depth=2)
    result = search(NimWithHeuristic(), ((3, 4, 5), MAX), depth=2)
    assert (result.value, result.exact) == (0, False)


def test_limits_end_a_search() -> None:
    result = search(Nim(), ((5, 6, 7), MAX), nodes=100)
    assert not result.completed and result.nodes <= 100


def test_a_finished_game_has_no_move() -> None:
    result = search(Nim(), ((0, 0), MAX))
    assert (result.value, result.best_move, result.pv) == (-1, None, [])


class Faulty(Nim):
    def __init__(self, method: str) -> None:
        self.method = method

    def fail(self, method: str) -> None:
        if method == self.method:
            raise ZeroDivisionError(method)

    def mover(self, state: tuple[tuple[int, ...], int]) -> int:
        self.fail("mover")
        return super().mover(state)

    def moves(self, state: tuple[tuple[int, ...], int]) -> list[tuple[int, int]]:
        self.fail("moves")
        return [] if self.method == "none" else super().moves(state)

    def play(
        self, state: tuple[tuple[int, ...], int], move: tuple[int, int]
    ) -> tuple[tuple[int, ...], int]:
        self.fail("play")
        return super().play(state, move)

    def terminal_value(self, state: tuple[tuple[int, ...], int]) -> int | None:
        self.fail("terminal_value")
        return 2**31 - 1 if self.method == "value" else super().terminal_value(state)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("method", ["mover", "moves", "play", "terminal_value"])
def test_an_exception_of_the_game_is_passed_on(method: str, algorithm: str) -> None:
    with pytest.raises(ZeroDivisionError, match=method):
        search(Faulty(method), ((1, 2), MAX), algorithm=algorithm)


def test_faults_of_a_game_are_named() -> None:
    with pytest.raises(ValueError, match="no move in"):
        search(Faulty("none"), ((1, 2), MAX))
    with pytest.raises(ValueError, match="a value of 2147483647"):
        search(Faulty("value"), ((1, 2), MAX))
    with pytest.raises(ValueError, match="unknown algorithm"):
        search(Nim(), ((1, 2), MAX), algorithm="best")
    unhashable: Any = ([1, 2], MAX)
    with pytest.raises(TypeError, match="unhashable"):
        search(Nim(), unhashable, algorithm="mtdf")
