from pathlib import Path

import pytest

from outflank import Archive, Game, read_games, write_games

ROOT = Path(__file__).parents[3]
WTHOR = ROOT / "testdata/wthor/WTH_1980.wtb"


def test_a_file_of_games_is_read_one_by_one() -> None:
    file = read_games(WTHOR)
    games = list(file)
    assert len(games) == 160 and [game.number for game in games[:3]] == [1, 2, 3]
    assert games[0].headers["year"] == 1980 and games[0].headers["black"]


@pytest.mark.parametrize("extension", ["ggf", "sgf", "pgn", "txt", "wtb"])
def test_games_are_written_and_read_again(tmp_path: Path, extension: str) -> None:
    games = list(read_games(WTHOR))[:5]
    path = tmp_path / f"games.{extension}"
    lost = write_games(path, games)
    assert all(count <= 5 for count in lost.values())
    assert [game.transcript for game in read_games(path)] == [g.transcript for g in games]


def test_headers_can_be_set(tmp_path: Path) -> None:
    game = Game("f5d6c3")
    game.set_headers(black="Rose", white="Tamenori", date="1993")
    assert write_games(tmp_path / "game.sgf", [game]) is not None
    (again,) = read_games(tmp_path / "game.sgf")
    assert (again.headers["black"], again.headers["white"]) == ("Rose", "Tamenori")
    assert again.headers["year"] == 1993


def test_files_that_cannot_be_used_are_named(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"missing\.wtb"):
        read_games(tmp_path / "missing.wtb")
    with pytest.raises(ValueError, match="expected a name that ends in"):
        write_games(tmp_path / "games.xyz", [Game()])
    bad = tmp_path / "bad.txt"
    bad.write_text("f5d6\nf5a1\nf5f6\n")
    games = read_games(bad)
    assert next(games).transcript == "f5d6"
    with pytest.raises(ValueError, match="game 2: line 2, column 3"):
        next(games)
    assert next(games).transcript == "f5f6"


def test_the_archive_finds_games(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "games.db")
    assert archive.import_file(WTHOR) == 160
    assert archive.import_file(WTHOR) == 0
    assert archive.totals["games"] == 160
    numbers = archive.find(opening="f5d6c3d3c4", years="1980")
    assert numbers and archive.game(numbers[0]).position.is_over is not None
    assert archive.find(player="nobody of this name") == []
    moves = archive.moves("f5d6c3")
    assert moves[0]["move"] == "d3" and sum(move["games"] for move in moves) == 9
    with pytest.raises(ValueError, match="161"):
        archive.game(161)
    with pytest.raises(OSError, match="none.db"):
        Archive(tmp_path / "none.db", create=False)


def test_the_archive_is_an_arrow_table(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    archive = Archive(tmp_path / "games.db")
    archive.import_file(WTHOR)
    table = archive.table()
    assert table.num_rows == 160
    assert table.column("number").to_pylist() == list(range(1, 161))
    assert set(table.column("year").to_pylist()) == {1980}
    first = archive.game(1)
    assert table.column("moves")[0].as_py() == first.transcript
    assert archive.table([]).num_rows == 0
