"""Arrow tables of games and books."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import pyarrow
from pyarrow import parquet

if TYPE_CHECKING:
    from ._native import Book

SCHEMA = pyarrow.schema(
    [
        ("number", pyarrow.int64()),
        ("black", pyarrow.string()),
        ("white", pyarrow.string()),
        ("tournament", pyarrow.string()),
        ("year", pyarrow.int32()),
        ("moves", pyarrow.string()),
        ("winner", pyarrow.string()),
        ("black_score", pyarrow.float64()),
    ]
)


def table(games: list[dict[str, Any]]) -> Any:
    """Returns one row for each game, which is an object as `outflank db search --json` prints it."""
    rows = [{**game, **(game["result"] or {})} for game in games]
    columns = [[row.get(name) for row in rows] for name in SCHEMA.names]
    return pyarrow.table(columns, schema=SCHEMA)


def book_table(book: "Book") -> Any:
    """Returns one row for each position."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "book.parquet"
        book.export(path)
        return parquet.read_table(path, memory_map=False)
