"""Positions of files, scored in shards: Parquet files that any number of workers make.

>>> from outflank.label import Labeler, Shards
>>> def label(sources, folder, *, exact=20, **sampling):
...     labeler = Labeler(exact=exact)
...     shards = Shards(sources, exact=exact, **sampling)
...     shards.prepare(folder)
...     for shard in shards:
...         if not shard.exists(folder):
...             shard.write(folder, *labeler.score(shard.boards))

That is what ``outflank label SOURCES --shards FOLDER`` does on all cores and ``outflank.ray`` on a
cluster; all three write the same bytes. The name of a shard is its number and a digest of settings
and positions, and it has this name only when it is complete: a run that was stopped goes on where it
was.
"""

from ._native import Labeler, Shard, Shards

__all__ = ["Labeler", "Shard", "Shards"]
