"""Labels in shards. ``make ray`` tests them on a cluster."""

import doctest
import os
import signal
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import outflank.label
from outflank import Engine, Position, batch
from outflank.label import Labeler, Shard, Shards

WTHOR = Path(__file__).parents[3] / "testdata/wthor/WTH_1980.wtb"


def some(seed: int = 1, depth: int = 2) -> Shards:
    """Late positions of a file of games, quickly scored."""
    return Shards(
        [WTHOR], exact=8, depth=depth, per_game=1, empties=(4, 12), shard_size=50, seed=seed
    )


def write_all(folder: Path) -> list[Shard]:
    labeler = Labeler(exact=8, depth=2)
    shards = some()
    shards.prepare(folder)
    written = []
    for shard in shards:
        if not shard.exists(folder):
            shard.write(folder, *labeler.score(shard.boards))
            written.append(shard)
    return written


def test_shards_are_the_same_in_every_run(tmp_path: Path) -> None:
    first = list(some())
    assert [shard.index for shard in first] == list(range(len(first))) and len(first) > 2
    assert all(len(shard) == len(shard.boards) == 50 for shard in first[:-1])
    again = list(some())
    assert [shard.name for shard in again] == [shard.name for shard in first]
    assert np.array_equal(first[1].boards, again[1].boards)
    # Other settings give other names, even for the same boards.
    deeper = next(some(depth=3))
    assert np.array_equal(deeper.boards, first[0].boards) and deeper.name != first[0].name


def test_existing_shards_are_not_written_again(tmp_path: Path) -> None:
    folder = tmp_path / "labels"
    names = [shard.name for shard in write_all(folder)]
    assert sorted(path.name for path in folder.iterdir()) == names
    content = (folder / names[1]).read_bytes()
    assert write_all(folder) == []
    (folder / names[1]).unlink()
    assert [shard.name for shard in write_all(folder)] == [names[1]]
    assert (folder / names[1]).read_bytes() == content
    with pytest.raises(ValueError, match=r"settings\.seed"):
        some(seed=2).prepare(folder)


def test_scores_are_those_of_the_engine() -> None:
    boards = np.concatenate([shard.boards for shard in some()])
    scores, depths = Labeler(exact=8, depth=2).score(boards)
    empties = 64 - np.bitwise_count(boards).sum(1)
    assert (depths[empties <= 8] == 255).all() and (depths[empties > 8] == 2).any()
    exact = depths == 255
    assert np.array_equal(scores[exact], batch.exact_scores(boards[exact]))
    first = Position.from_bits(*map(int, boards[0]))
    assert Labeler(exact=60).score(boards[:1])[0][0] == Engine().solve(first).exact


def test_a_shard_is_a_table_with_the_depths_of_its_scores(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    for shard in write_all(tmp_path / "labels"):
        table = parquet.read_table(tmp_path / "labels" / shard.name)
        columns = ["mover", "opponent", "score", "exact", "depth", "selectivity"]
        assert table.schema.names == columns
        assert b'"weights_hash"' in table.schema.metadata[b"outflank"]
        boards = np.stack([table["mover"].to_numpy(), table["opponent"].to_numpy()], 1)
        assert np.array_equal(boards, shard.boards)
        for row in table.to_pylist():
            basis = (row["depth"], row["selectivity"])
            assert basis == ((None, None) if row["exact"] else (2, 73))


def test_tables_of_other_programs_are_sources(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    import pyarrow

    boards = next(some()).boards
    table = pyarrow.table({"mover": boards[:, 0], "note": ["a"] * 50, "opponent": boards[:, 1]})
    for compression in ("snappy", "zstd", "none"):
        parquet.write_table(table, tmp_path / "own.parquet", compression=compression)
        (shard,) = Shards([tmp_path / "own.parquet"])
        assert np.array_equal(shard.boards, boards)
    parquet.write_table(table.drop_columns(["mover"]), tmp_path / "own.parquet")
    with pytest.raises(ValueError, match=r"own\.parquet: expected a column mover"):
        Shards([tmp_path / "own.parquet"])
    wrong = pyarrow.table({"mover": np.array([1, 3], np.uint64), "opponent": np.array([2, 2], np.uint64)})
    parquet.write_table(wrong, tmp_path / "own.parquet")
    with pytest.raises(ValueError, match="row 2: expected at most one disc on a square"):
        list(Shards([tmp_path / "own.parquet"]))


def test_a_labeler_accepts_batches_of_columns() -> None:
    boards = next(some()).boards
    labeler = Labeler(exact=8, depth=2, selectivity=95)
    batch_ = {"id": np.arange(50), "mover": boards[:, 0], "opponent": boards[:, 1]}
    out = labeler(batch_)
    assert list(out) == ["id", "mover", "opponent", "score", "exact", "depth", "selectivity"]
    scores, depths = labeler.score(boards)
    assert np.array_equal(out["score"], scores) and np.array_equal(out["exact"], depths == 255)
    assert set(out["depth"]) == {0, 2} and set(out["selectivity"]) == {95, 100}
    assert "score" not in batch_
    with pytest.raises(ValueError, match="expected the columns mover and opponent"):
        labeler({"mover": boards[:, 0]})


def test_bad_input_is_named(tmp_path: Path) -> None:
    labeler = Labeler()
    with pytest.raises(ValueError, match=r"boards\[0\]: expected a position"):
        labeler.score(np.array([[1, 0]], np.uint64))
    with pytest.raises(ValueError, match="selectivity 50: expected 73"):
        Labeler(selectivity=50)
    with pytest.raises(ValueError, match="depth 0"):
        Labeler(depth=0)
    with pytest.raises(ValueError, match="fits into 8x8"):
        Labeler(board="10x10")
    with pytest.raises(OSError, match="missing"):
        Shards([tmp_path / "missing.games"])
    with pytest.raises(ValueError, match="shard_size 0"):
        Shards([WTHOR], shard_size=0)
    shard = next(some())
    with pytest.raises(ValueError, match="1 scores: expected 50"):
        shard.write(tmp_path, np.zeros(1, np.float32), np.zeros(1, np.uint8))
    with pytest.raises(ValueError, match="a score of"):
        shard.write(tmp_path, np.full(50, 65, np.float32), np.full(50, 255, np.uint8))
    with pytest.raises(ValueError, match=r"scores\[0\]: NaN discs"):
        shard.write(tmp_path, np.full(50, np.nan, np.float32), np.full(50, 255, np.uint8))
    assert list(tmp_path.iterdir()) == []


def test_the_example_runs(tmp_path: Path) -> None:
    assert doctest.testmod(outflank.label).failed == 0
    names: dict[str, object] = {}
    (example,) = doctest.DocTestFinder().find(outflank.label, "outflank.label")[:1]
    for part in example.examples:
        exec(part.source, names)
    label = names["label"]
    assert callable(label)
    label([WTHOR], tmp_path / "labels", exact=6, per_game=1, empties=(2, 6))
    assert list((tmp_path / "labels").iterdir())


def test_other_weights_give_other_scores_and_shards(tmp_path: Path) -> None:
    weights = WTHOR.parents[2] / "crates/engine/weights/8x8.weights"
    settings: dict[str, Any] = {"exact": 8, "depth": 2}
    boards = np.array([Position().play(move).bits for move in Position().legal_moves], np.uint64)
    scores, _ = Labeler(weights=weights, **settings).score(boards)
    assert (scores != Labeler(**settings).score(boards)[0]).any()
    assert (scores == Labeler(weights=weights.read_bytes(), **settings).score(boards)[0]).all()
    names = [next(Shards([WTHOR], weights=some)).name for some in (None, weights)]
    assert names[0] != names[1]
    with pytest.raises(ValueError, match=r"weights: weights for 8x8: expected .* 6x6"):
        Labeler(board="6x6", weights=weights.read_bytes())
    with pytest.raises(OSError, match=r"missing\.weights"):
        Labeler(weights=tmp_path / "missing.weights")
    with pytest.raises(ValueError, match=r"WTH_1980\.wtb: "):
        Shards([WTHOR], weights=WTHOR)


def test_ctrl_c_ends_the_wait_for_a_source(tmp_path: Path) -> None:
    # Nothing writes to the pipe, so reading blocks.
    pipe = tmp_path / "pipe.txt"
    os.mkfifo(pipe)
    main = threading.main_thread().ident
    assert main is not None
    threading.Timer(0.2, signal.pthread_kill, (main, signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        Shards([pipe])


def test_scores_and_columns_have_any_type_that_holds_them(tmp_path: Path) -> None:
    boards = next(some()).boards
    labeler = Labeler(exact=20)
    scores, depths = labeler.score(boards)
    columns = labeler({"mover": boards[:, 0].astype(">u8"), "opponent": boards[:, 1]})
    assert np.array_equal(columns["score"], scores)
    shard = next(some())
    written = []
    for given in ((scores, depths), (scores.astype(np.float64), depths.astype(np.int64)),
                  (scores.astype(">f4")[::-1][::-1], np.asfortranarray(depths)),
                  (scores.astype(np.int8), depths)):
        shard.write(tmp_path, *given)
        written.append((tmp_path / shard.name).read_bytes())
    assert len(set(written)) == 1
    with pytest.raises(TypeError, match="scores of dtype object: expected numbers"):
        shard.write(tmp_path, scores.astype(object), depths)
    with pytest.raises(ValueError, match=r"depths\[0\] = 256: expected 0 to 255"):
        shard.write(tmp_path, scores, np.full(len(depths), 256))
    with pytest.raises(ValueError, match=r"mover of shape \(50, 2\): expected \(n,\)"):
        labeler({"mover": boards, "opponent": boards})
