"""Labelling on a cluster with Ray: ``pip install outflank[ray]`` on every node.

>>> import outflank.ray
>>> done = outflank.ray.label(["own.games"], "labels", exact=20)  # doctest: +SKIP
>>> print(done.positions, "positions in", done.seconds, "seconds")  # doctest: +SKIP

The process that calls :func:`label` reads the sources and writes the shards; the nodes need no
shared file system. A worker gets 16 bytes for each position and returns 5.

:class:`outflank.label.Labeler` also works with Ray Data::

    pool = ray.data.ActorPoolStrategy(size=16)
    boards.map_batches(Labeler, fn_constructor_kwargs={"exact": 20}, compute=pool, batch_size=1000)
"""

import sys
import time
from collections import deque
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any, Iterator

import ray
from ray.exceptions import RayActorError, RayTaskError

from .label import Labeler, Shard, Shards

__all__ = ["Summary", "label"]


@dataclass(frozen=True)
class Summary:
    """The totals of a run."""

    shards: int
    """Shards written by this run."""
    skipped: int
    """Shards that existed before."""
    lost: int
    """Shards lost with a dead worker and repeated by another."""
    positions: int
    """Positions in the shards that this run wrote."""
    seconds: float
    """Wall time."""


@dataclass
class _Task:
    shard: Shard
    failures: int = 0


def label(
    sources: list[str | PathLike[str]],
    folder: str | PathLike[str],
    *,
    workers: int | None = None,
    retries: int = 3,
    progress: bool = True,
    depth: int = 12,
    selectivity: int = 73,
    exact: int = 20,
    board: str = "8x8",
    weights: str | PathLike[str] | None = None,
    **sampling: Any,
) -> Summary:
    """Scores the positions of files into the shards that ``folder`` lacks.

    ``workers`` is the number of actors, one CPU each, by default as many as the cluster has CPUs;
    actors without a free CPU wait for one. An actor that dies with its node is replaced, and its
    shard goes to another actor. If the search of a shard fails ``retries`` times in a row, the run
    ends with the error. ``weights`` is a file with another evaluation. ``sampling`` has the other
    settings of :class:`outflank.label.Shards`. ``progress`` writes a line to standard error every ten seconds.

    Connects to the cluster of the environment, or starts Ray on this machine, unless
    ``ray.init`` was called before.
    """
    folder = Path(folder)
    searches: dict[str, Any] = {
        "depth": depth,
        "selectivity": selectivity,
        "exact": exact,
        "board": board,
        # The nodes may not have the file.
        "weights": None if weights is None else Path(weights).read_bytes(),
    }
    shards = Shards([Path(source) for source in sources], **searches, **sampling)
    shards.prepare(folder)
    if not ray.is_initialized():
        ray.init(log_to_driver=False)
    if workers is None:
        workers = max(1, int(ray.cluster_resources().get("CPU", 1)))
    if workers < 1:
        raise ValueError(f"workers {workers}: expected at least 1")
    return _Run(shards, folder, workers, retries, searches, progress).finish()


class _Run:
    def __init__(
        self,
        shards: Shards,
        folder: Path,
        workers: int,
        retries: int,
        searches: dict[str, Any],
        progress: bool,
    ) -> None:
        self.folder = folder
        self.workers = workers
        self.retries = retries
        self.searches = searches
        self.progress = progress
        self.skipped = self.written = self.lost = self.positions = self.failed_starts = 0
        self.missing = self.missing_shards(shards)
        self.again: deque[_Task] = deque()
        # Starting and busy actors, by the references of their results.
        self.starting: dict[Any, Any] = {}
        self.busy: dict[Any, tuple[Any, _Task]] = {}
        # Actors die with their nodes, so Ray should not restart them in place.
        self.actor: Any = ray.remote(num_cpus=1, max_restarts=0, max_task_retries=0)(_Worker)

    def missing_shards(self, shards: Shards) -> Iterator[_Task]:
        for shard in shards:
            if shard.exists(self.folder):
                self.skipped += 1
            else:
                yield _Task(shard)

    def next_task(self) -> _Task | None:
        return self.again.popleft() if self.again else next(self.missing, None)

    def start_actor(self) -> None:
        actor = self.actor.remote(self.searches)
        self.starting[actor.is_ready.remote()] = actor

    def give_task(self, actor: Any) -> None:
        task = self.next_task()
        if task is None:
            ray.kill(actor)
        else:
            self.busy[actor.score.remote(task.shard.boards)] = (actor, task)

    def finish(self) -> Summary:
        began = reported = time.monotonic()
        try:
            first = self.next_task()
            if first is not None:
                self.again.append(first)
                for _ in range(self.workers):
                    self.start_actor()
            while self.busy or self.again:
                waiting = [*self.busy, *self.starting]
                done, _ = ray.wait(waiting, num_returns=1, timeout=10)
                for reference in done:
                    if reference in self.starting:
                        self.started(reference)
                    else:
                        self.scored(reference)
                if self.progress and time.monotonic() - reported >= 10:
                    reported = time.monotonic()
                    self.report(reported - began)
        finally:
            for actor in [*self.starting.values(), *(actor for actor, _ in self.busy.values())]:
                ray.kill(actor)
        seconds = time.monotonic() - began
        return Summary(self.written, self.skipped, self.lost, self.positions, round(seconds, 1))

    def started(self, reference: Any) -> None:
        actor = self.starting.pop(reference)
        try:
            ray.get(reference)
        except RayActorError:
            # A node that dies takes at most all its actors; more failures have another cause, such
            # as a node without this package.
            self.failed_starts += 1
            if self.failed_starts > self.retries * self.workers:
                raise
            self.start_actor()
        else:
            self.failed_starts = 0
            self.give_task(actor)

    def scored(self, reference: Any) -> None:
        actor, task = self.busy.pop(reference)
        try:
            scores, depths = ray.get(reference)
        except RayTaskError:
            task.failures += 1
            if task.failures >= self.retries:
                raise
            self.again.append(task)
            self.give_task(actor)
        except RayActorError:
            self.lost += 1
            self.again.append(task)
            self.start_actor()
        else:
            task.shard.write(self.folder, scores, depths)
            self.written += 1
            self.positions += len(task.shard)
            self.give_task(actor)

    def report(self, seconds: float) -> None:
        print(
            f"{self.written} shards written, {self.skipped} skipped, {self.lost} lost, "
            f"{len(self.busy)} workers busy, {self.positions / seconds:.1f} positions/s",
            file=sys.stderr,
            flush=True,
        )


class _Worker:
    """An actor: a labeler with its own table."""

    def __init__(self, searches: dict[str, Any]) -> None:
        self.labeler = Labeler(**searches)

    def is_ready(self) -> bool:
        return True

    def score(self, boards: Any) -> Any:
        # Ray's arrays are read-only and stay in its object store.
        return self.labeler.score(boards)
