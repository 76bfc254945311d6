"""Pickling, copying and equality of values."""

import copy
import pickle
from pathlib import Path
from typing import Any

import pytest

from outflank import Book, Engine, Game, Position, Shape, read_games, review, write_games
from outflank.gametree import MAX, search

DATA = Path(__file__).parents[3] / "testdata"


class Race:
    """Take one or two; whoever reaches zero wins."""

    def mover(self, state: tuple[int, int]) -> int:
        return state[1]

    def moves(self, state: tuple[int, int]) -> range:
        return range(1, min(2, state[0]) + 1)

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return state[0] - move, -state[1]

    def terminal_value(self, state: tuple[int, int]) -> int | None:
        return None if state[0] else -state[1]


def values() -> list[Any]:
    result = Engine(level=3).analyze("f5d6c3", count=2)
    entry = Book.shipped()["f5d6c3"]
    unfinished = Engine().solve("f5d6c3", nodes=1000)
    return [
        Shape("8x8-a1h8"),
        Position("f5d6c3"),
        Position(board="16x8"),
        Game("f5d6c3"),
        Game(board="6x6"),
        result,
        result.best,
        unfinished,
        entry,
        entry.best,
        search(Race(), (4, MAX)),
        review("f5d6c3", level=1),
    ]


@pytest.mark.parametrize("value", values(), ids=lambda value: type(value).__name__)
def test_values_survive_pickle_and_copy(value: Any) -> None:
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(value, protocol))
        assert again == value and type(again) is type(value) and repr(again) == repr(value)
    assert copy.copy(value) == value == copy.deepcopy(value)
    if not isinstance(value, (Game, dict)) and type(value).__name__ != "TreeResult":
        assert hash(copy.copy(value)) == hash(value)
    assert value != 1


GGF = """\
(;GM[Othello]PC[GGS/os]DT[2003.12.15_12:33:18.MST]PB[james]PW[anton]RB[1720.5]RW[1643.21]\
TI[05:00//02:00]TY[s8r20]RE[+2.000]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- \
-------- -------- *]B[f5/1.25/0.10]W[d6//2.5]C[a fine move];)
"""


def test_all_fields_of_a_game_file_survive(tmp_path: Path) -> None:
    ggf = tmp_path / "one.ggf"
    ggf.write_text(GGF)
    for file in (DATA / "wthor/WTH_1980.wtb", ggf):
        games = [game for _, game in zip(range(20), read_games(file))]
        again = pickle.loads(pickle.dumps(games))
        assert again == games and games
        assert [game.headers for game in again] == [game.headers for game in games]
        # Fields that the headers do not show are written, too.
        copies = [tmp_path / f"{number}{file.suffix}" for number in range(2)]
        write_games(copies[0], games)
        write_games(copies[1], again)
        assert copies[0].read_bytes() == copies[1].read_bytes()
    assert b"RB[1720.5" in copies[1].read_bytes() and b"05:00" in copies[1].read_bytes()


def test_undone_moves_survive() -> None:
    game = Game("f5d6c3d3c4")
    game.set_headers(black="A", white="B", date="1980-05-01")
    assert game.undo() and game.undo()
    again = copy.deepcopy(game)
    assert again == game and again.transcript == "f5d6c3"
    assert again.redo() and again.redo() and not again.redo()
    assert again.transcript == "f5d6c3d3c4" and game.transcript == "f5d6c3"
    assert again != game and Game("f5") != Game("f5d6") and Game("f5d6c3") != game


def test_a_mutable_game_has_no_hash() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(Game())
