"""Labelling on a local Ray cluster of two nodes; run by ``make ray``.

``OUTFLANK_RAY_POSITIONS`` sets the number of positions, a multiple of a hundred.
"""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any, Iterator

import numpy as np
import pytest

ray: Any = pytest.importorskip("ray")
from ray.cluster_utils import Cluster  # type: ignore[import-untyped,unused-ignore]  # noqa: E402

import outflank.ray  # noqa: E402
from outflank import batch  # noqa: E402
from outflank.label import Labeler, Shards  # noqa: E402

POSITIONS = int(os.environ.get("OUTFLANK_RAY_POSITIONS", "4000"))
SHARD_SIZE = POSITIONS // 40
EMPTIES = 14
SETTINGS: dict[str, Any] = {"exact": EMPTIES, "shard_size": SHARD_SIZE}


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Positions of random games with 14 empty squares, as another program's table."""
    import pyarrow
    from pyarrow import parquet

    random = np.random.default_rng(1)
    found: list[Any] = []
    while sum(map(len, found)) < POSITIONS:
        boards = np.array([[0x0000000810000000, 0x0000001008000000]], np.uint64).repeat(1000, 0)
        for _ in range(60 - EMPTIES):
            moves = batch.legal_moves(boards)
            boards, moves = boards[moves != 0], moves[moves != 0]
            bits = np.unpackbits(moves.astype("<u8").view(np.uint8).reshape(-1, 8), 1, None, "little")
            squares = (bits * (1 - random.random(bits.shape))).argmax(1).astype(np.uint8)
            boards = batch.play(boards, squares)
        found.append(boards[batch.legal_moves(boards) != 0])
    boards = np.concatenate(found)[:POSITIONS]
    path = tmp_path_factory.mktemp("source") / "random.parquet"
    parquet.write_table(pyarrow.table({"mover": boards[:, 0], "opponent": boards[:, 1]}), path)
    return path


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.fixture(scope="module")
def serial(source: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The shards of a run without Ray."""
    folder = tmp_path_factory.mktemp("serial")
    labeler, began = Labeler(exact=EMPTIES), time.monotonic()
    for shard in Shards([source], **SETTINGS):
        shard.write(folder, *labeler.score(shard.boards))
    print(f"\n{POSITIONS} positions one after another: {time.monotonic() - began:.1f} s")
    return contents(folder)


@pytest.fixture
def cluster() -> Iterator[Any]:
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    try:
        yield cluster
    finally:
        ray.shutdown()
        cluster.shutdown()


def test_a_lost_node_loses_only_its_shard(
    cluster: Any, source: Path, serial: dict[str, bytes], tmp_path: Path
) -> None:
    second = cluster.add_node(num_cpus=1)
    ray.init(address=cluster.address, log_to_driver=False)
    folder = tmp_path / "labels"

    def kill_half_way() -> None:
        while not folder.exists() or len(list(folder.glob("*.parquet"))) < 20:
            time.sleep(0.01)
        cluster.remove_node(second, allow_graceful=False)

    killer = threading.Thread(target=kill_half_way)
    killer.start()
    done = outflank.ray.label([source], folder, workers=2, progress=False, **SETTINGS)
    killer.join()
    print(f"\na node killed: {done}")
    assert contents(folder) == serial
    # Only the shard that the dead node was working on, if any, was repeated.
    assert (done.shards, done.skipped, done.positions) == (40, 0, POSITIONS)
    assert done.lost <= 1

    again = outflank.ray.label([source], folder, progress=False, **SETTINGS)
    assert (again.shards, again.skipped) == (0, 40)


DRIVER = """
import sys, ray, outflank.ray
ray.init(address=sys.argv[1], log_to_driver=False)
settings = {"exact": int(sys.argv[4]), "shard_size": int(sys.argv[5])}
print(outflank.ray.label([sys.argv[2]], sys.argv[3], progress=False, **settings))
"""


def test_a_killed_driver_resumes(
    cluster: Any, source: Path, serial: dict[str, bytes], tmp_path: Path
) -> None:
    cluster.add_node(num_cpus=1)
    folder = tmp_path / "labels"
    command = [sys.executable, "-c", DRIVER, cluster.address, str(source), str(folder)]
    command += [str(EMPTIES), str(SHARD_SIZE)]
    with subprocess.Popen(command) as driver:
        while not folder.exists() or len(list(folder.glob("*.parquet"))) < 20:
            assert driver.poll() is None
            time.sleep(0.01)
        driver.send_signal(signal.SIGKILL)
    there = len(list(folder.glob("*.parquet")))
    second = subprocess.run(command, capture_output=True, text=True, check=True)
    print(f"\nthe driver killed after {there} shards: {second.stdout.strip()}")
    assert f"Summary(shards={40 - there}, skipped={there}, lost=0, " in second.stdout
    assert contents(folder) == serial


def test_an_error_of_a_search_ends_the_run(source: Path, cluster: Any, tmp_path: Path) -> None:
    ray.init(address=cluster.address, log_to_driver=False)
    import pyarrow
    from pyarrow import parquet

    table = pyarrow.table({"mover": np.array([1], np.uint64), "opponent": np.array([1], np.uint64)})
    parquet.write_table(table, tmp_path / "wrong.parquet")
    with pytest.raises(ValueError, match=r"wrong\.parquet: row 1"):
        outflank.ray.label([tmp_path / "wrong.parquet"], tmp_path / "labels", progress=False)
    with pytest.raises(ValueError, match="workers 0"):
        outflank.ray.label([source], tmp_path / "labels", workers=0)


def test_ray_data_accepts_the_labeler(source: Path, cluster: Any) -> None:
    # A reader needs a CPU beside the labeler.
    cluster.add_node(num_cpus=1)
    ray.init(address=cluster.address, log_to_driver=False)
    pool = ray.data.ActorPoolStrategy(size=1)
    dataset = ray.data.read_parquet(str(source)).limit(100)
    scored = dataset.map_batches(
        Labeler, fn_constructor_kwargs={"exact": EMPTIES}, batch_size=50, compute=pool
    )
    rows = scored.take_all()
    boards = np.array([[row["mover"], row["opponent"]] for row in rows], np.uint64)
    assert len(rows) == 100 and all(row["exact"] for row in rows)
    assert [row["score"] for row in rows] == batch.exact_scores(boards).tolist()
