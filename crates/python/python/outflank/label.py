"""Scores of positions in shards: Parquet files that any number of workers can write.

>>> from outflank.label import Labeler, Shards
>>> def label(sources, folder, *, exact=20, **sampling):
...     labeler = Labeler(exact=exact)
...     shards = Shards(sources, exact=exact, **sampling)
...     shards.prepare(folder)
...     for shard in shards:
...         if not shard.exists(folder):
...             shard.write(folder, *labeler.score(shard.boards))

``outflank train label SOURCES --to FOLDER`` does this on all cores, and ``outflank.ray`` on a cluster;
all three write the same bytes. The name of a shard is its number and a digest of settings and
positions. A shard has this name only when it is complete, so a stopped run can be continued.
"""

from typing import TYPE_CHECKING, Any

from ._native import Labeler as _Labeler
from ._native import Shard, Shards

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ._native import Board, Integers, Path

__all__ = ["Labeler", "Shard", "Shards"]


class Labeler:
    """Scores positions as ``outflank train label`` does, on one thread.

    Positions with at most ``exact`` empty squares are solved; the others are searched ``depth``
    plies deep with a ProbCut confidence of ``selectivity`` per cent. The table of 4 MiB is
    cleared before each position, so a score does not depend on earlier positions. ``weights`` is a
    file of weights or of a network, or its content, that replaces the built-in evaluation.
    """

    # A Python class, because Ray subclasses the classes that it is given.

    def __init__(
        self,
        *,
        depth: int = 12,
        selectivity: int = 73,
        exact: int = 20,
        board: "Board" = "8x8",
        weights: "Path | bytes | None" = None,
    ) -> None:
        self._labeler = _Labeler(
            depth=depth, selectivity=selectivity, exact=exact, board=board, weights=weights
        )

    def score(
        self, boards: "Integers"
    ) -> "tuple[NDArray[np.float32], NDArray[np.uint8]]":
        """Returns the scores of ``n`` boards for the mover, ``float32[n]`` in discs, and their search
        depths in plies, ``uint8[n]``, 255 for exact scores.

        Raises ``ValueError`` if the mover of a board has no move.
        """
        return self._labeler.score(boards)

    def __call__(self, batch: "dict[str, NDArray[Any]]") -> "dict[str, NDArray[Any]]":
        """Returns a batch of columns, in which ``mover`` and ``opponent`` are ``uint64[n]``, with the added
        columns ``score`` (discs), ``exact``, ``depth`` (plies) and ``selectivity`` (per cent). Where
        a score is exact, depth is 0 and selectivity 100.
        """
        return self._labeler(batch)
