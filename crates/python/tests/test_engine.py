import signal
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from outflank import Book, Engine, Game, Position, review

# FFO 40: 20 empties, Black to move wins by 38 with a2.
FFO_40 = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X"


def test_the_best_move_is_legal_and_has_a_line() -> None:
    best = Engine(level=6).best(Position(), time=0.1)
    assert best is not None and best.move in Position().legal_moves
    assert best.pv[0] == best.move == str(best)
    assert not best.exact and best.selectivity == 73


def test_the_level_of_the_engine_is_that_of_its_searches() -> None:
    best = Engine(level=3).best(Position())
    assert best is not None and best.depth == 3
    deeper = Engine(level=3).best(Position(), level=5)
    assert deeper is not None and deeper.depth == 5


def test_a_small_board_is_solved() -> None:
    result = Engine().solve(Position(board="4x4"))
    assert result.exact == result.lower == result.upper == -10
    assert result.complete and result.best is not None and result.best.exact


def test_every_move_is_scored_best_first() -> None:
    position = Position("f5d6c3")
    result = Engine(level=4).analyze(position)
    assert sorted(move.move for move in result.moves) == sorted(position.legal_moves)
    scores = [move.score for move in result.moves]
    assert scores == sorted(scores, reverse=True)
    last = position.legal_moves[-2:]
    some = Engine(level=4).analyze(position, count=2, moves=last)
    assert {move.move for move in some.moves} == set(last)


def test_live_results_deepen_until_they_are_stopped() -> None:
    with Engine() as engine, engine.analysis(Position()) as analysis:
        depths = []
        for result in analysis:
            assert result.best is not None
            depths.append(result.best.depth)
            if len(depths) == 5:
                analysis.stop()
        assert depths[:5] == sorted(depths[:5]) and depths[4] > depths[0]
        assert not analysis.result().complete


def test_another_thread_stops_a_search() -> None:
    engine = Engine()
    timer = threading.Timer(0.2, engine.stop)
    timer.start()
    result = engine.analyze(Position(), count=1, level=60)
    assert not result.complete


def test_python_continues_while_a_search_runs() -> None:
    engine = Engine()
    with engine.analysis(Position()) as analysis:
        next(analysis)
        assert sum(range(100_000)) == 4_999_950_000
        assert next(analysis).moves


def test_ctrl_c_stops_a_search() -> None:
    main = threading.main_thread().ident
    assert main is not None
    timer = threading.Timer(0.2, signal.pthread_kill, (main, signal.SIGINT))
    timer.start()
    engine = Engine()
    with pytest.raises(KeyboardInterrupt):
        engine.best(Position(), level=60)
    assert engine.best(Position(), level=1) is not None


def test_a_closed_engine_raises() -> None:
    with Engine() as engine:
        pass
    with pytest.raises(RuntimeError, match="closed"):
        engine.best(Position())


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"time": 0.0}, "above 0"),
        ({"time": float("nan")}, "above 0"),
        ({"level": 61}, "1 to 60"),
        ({"depth": 0}, "at least 1"),
    ],
)
def test_limits_are_checked(arguments: dict[str, float], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Engine().best(Position(), **arguments)  # type: ignore[arg-type]


def test_illegal_moves_to_search_are_refused() -> None:
    with pytest.raises(ValueError, match="e3 is not a legal move"):
        Engine().analyze(Position(), moves=["e3"])


def test_static_values_change_sign_with_the_mover() -> None:
    assert Engine.evaluate(Position("f5")) == Engine.evaluate(Position("d3"))
    assert Engine.evaluate(Game("e6f4e3f6g5d6e7f5c5")) == -64
    with pytest.raises(ValueError, match="expected 8x8"):
        Engine.evaluate(Position(board="6x6"))


def test_a_review_names_the_loss_of_each_move() -> None:
    game = Game("f5d6c3d3c4b3d2f4c5e6")
    found = review(game, level=4, threads=1)
    assert [move["move"] for move in found["moves"]] == game.moves
    assert all(move["loss"] >= 0 for move in found["moves"])
    assert found["complete"]


def test_a_time_limit_is_respected() -> None:
    began = time.monotonic()
    result = Engine().analyze(FFO_40, count=1, time=0.2)
    assert result.moves and time.monotonic() > began


WEIGHTS = Path(__file__).parents[2] / "engine/weights/8x8.weights"


def test_a_search_without_a_score_gives_bounds() -> None:
    result = Engine().solve("f5d6c3", time=0.2)
    assert not result.complete and result.exact is None
    assert result.moves == [] and result.best is None
    assert (result.lower, result.upper) == (-64, 64)
    assert repr(result) == f"<SearchResult -64 to +64, {result.nodes} nodes>"
    assert repr(Engine().solve(Position(board="4x4"))).startswith("<SearchResult [<ScoredMove ")
    stopped = Engine().solve(FFO_40, nodes=20_000)
    assert stopped.lower <= 38 <= stopped.upper and not stopped.moves
    passes = Engine().solve("XO" + 62 * "-" + " O")
    assert repr(passes).startswith(f"<SearchResult {passes.exact:+} exact, ")


def test_an_engine_uses_other_weights() -> None:
    def score(engine: Engine, position: Position) -> float:
        best = engine.best(position, depth=2)
        assert best is not None
        return best.score

    own = Engine(weights=WEIGHTS)
    start = Position("f5d6c3")
    assert score(own, start) == score(Engine(weights=WEIGHTS.read_bytes()), start)
    assert score(own, start) == score(Engine(weights=str(WEIGHTS)), start)
    assert score(own, start) != score(Engine(), start)
    # The weights apply only to boards of their shape.
    small = Position(board="6x6")
    assert score(own, small) == score(Engine(), small)
    with pytest.raises(OSError, match=r"missing\.weights: "):
        Engine(weights="missing.weights")
    with pytest.raises(ValueError, match=r"test_engine\.py: "):
        Engine(weights=__file__)


def test_a_review_accepts_what_a_search_accepts() -> None:
    game = Game("f5d6c3d3")
    assert review("f5d6c3d3", level=2) == review(game, level=2)
    assert review(Position("f5d6"), level=2)["moves"] == []
    with pytest.raises(ValueError, match="column 1"):
        review("xyz")


@pytest.mark.parametrize("threads", [-1, 1025, 10**6])
def test_too_many_threads_are_refused(threads: int) -> None:
    with pytest.raises(ValueError, match=f"threads {threads}: expected 0 to 1024"):
        Engine(threads=threads)
    with pytest.raises(ValueError, match=f"threads {threads}: expected 0 to 1024"):
        review("f5", threads=threads)


def test_ctrl_c_ends_the_wait_for_another_search() -> None:
    main = threading.main_thread().ident
    assert main is not None
    engine = Engine()
    with engine.analysis(Position()) as analysis:
        next(analysis)
        threading.Timer(0.2, signal.pthread_kill, (main, signal.SIGINT)).start()
        with pytest.raises(KeyboardInterrupt):
            engine.best(Position(), level=1)


def test_ctrl_c_stops_a_review() -> None:
    main = threading.main_thread().ident
    assert main is not None
    game = Game("f5d6c3d3c4f4f6f3e6e7")
    threading.Timer(0.3, signal.pthread_kill, (main, signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        review(game, level=40, threads=1)


def test_arguments_of_the_wrong_type_raise_clear_errors() -> None:
    wrong: Any = 5
    with pytest.raises(TypeError, match="found int: expected a Position, a Game, or a string"):
        Engine().best(wrong)
    with pytest.raises(TypeError, match="found int: expected a Position, a Game, or a string"):
        review(wrong)
    with pytest.raises(TypeError, match="found int: expected a Shape, or a string"):
        Position(board=wrong)
    with pytest.raises(TypeError, match="found int: expected a path, or the bytes of the file"):
        Engine(weights=wrong)


def test_the_engine_plays_the_moves_of_the_program() -> None:
    """The other front ends are compared with the same file in the tests of the program."""
    text = (Path(__file__).parents[3] / "testdata" / "opponent-moves.txt").read_text()
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    assert len(lines) >= 10
    for line in lines:
        transcript, expected = line.split()
        best = Engine(level=6, book=Book.shipped()).best(Position(transcript))
        assert best is not None and best.move == expected, transcript
