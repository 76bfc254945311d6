import pickle

import pytest

import outflank
from outflank import Game, IllegalMoveError, Position, Shape


def perft(position: Position, depth: int) -> int:
    if depth == 0 or position.is_over:
        return 1
    if position.must_pass:
        return perft(position.pass_turn(), depth - 1)
    return sum(perft(position.play(move), depth - 1) for move in position.legal_moves)


def test_leaf_counts_are_the_published_ones() -> None:
    assert [perft(Position(), depth) for depth in range(6)] == [1, 4, 12, 56, 244, 1396]


def test_a_position_describes_the_board() -> None:
    position = Position("f5d6")
    assert position.mover == "black"
    assert position.disc("f5") == "black" and position.disc("d6") == "white"
    assert position.disc("a1") is None
    assert (position.count("black"), position.count("white"), position.empties) == (3, 3, 58)
    assert position.flips("c3") == ["d4"]
    assert position.flips("a1") == []
    assert str(Position(str(position))) == str(position)
    assert "X" in position.diagram()


@pytest.mark.parametrize("board", ["8x8", "6x6", "9x7", "8x8-a1h8"])
def test_positions_survive_bits_pickle_and_hash(board: str) -> None:
    position = Position(board=board)
    position = position.play(position.legal_moves[0])
    again = Position.from_bits(*position.bits, color=position.mover, board=board)
    assert again == position and hash(again) == hash(position)
    assert pickle.loads(pickle.dumps(position)) == position
    assert position.board == Shape(board) and len(position.board) == position.empties + 5


def test_symmetric_positions_have_one_canonical_form() -> None:
    replies = {Position().play(move).canonical() for move in ["d3", "c4", "f5", "e6"]}
    assert len(replies) == 1


def test_a_game_passes_undoes_and_ends() -> None:
    game = Game("e6f4e3f6g5d6e7f5c5")
    assert game.is_over and game.black_score == 64
    assert game.undo() and not game.is_over and len(game) == 8
    assert game.redo() and game.transcript == "e6f4e3f6g5d6e7f5c5"
    assert not game.redo()
    assert Game("f5d6c3d3c4").opening == "Tiger"
    assert [position.empties for position in Game("f5d6").positions] == [60, 59, 58]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: Position("f5a1"), "column 3"),
        (lambda: Position("f5", board="2x2"), "2x2"),
        (lambda: Position().play("a1"), "a1 flips nothing"),
        (lambda: Position().play("z9"), "z9"),
        (lambda: Position().pass_turn(), "may not pass"),
        (lambda: Position.from_bits(1, 1), "a1"),
        (lambda: Game("xyz"), "column 1"),
    ],
)
def test_errors_have_the_messages_of_the_program(call: object, words: str) -> None:
    assert callable(call)
    with pytest.raises(ValueError, match=words):
        call()


def test_an_illegal_move_has_its_own_exception() -> None:
    with pytest.raises(IllegalMoveError):
        Game().play("e4")
    assert issubclass(IllegalMoveError, ValueError)
    assert outflank.__version__.count(".") == 2
