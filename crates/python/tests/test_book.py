from pathlib import Path

import numpy as np
import pytest

from outflank import Book, BookMove, Engine, Game, Position, batch

# Two positions from Edax's text export: board, level, the best move that leaves the book, its
# score.
TEXT = """\
---------------------------OX------XO--------------------------- X,10,D3,2
------------------OX-------OX------XO--------------------------- X,10,C4,-1
"""


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "two.txt"
    path.write_text(TEXT)
    return path


@pytest.fixture
def book(text: Path) -> Book:
    return Book.import_file(text, text.with_suffix(".book"))


def test_the_shipped_book_is_a_mapping_from_positions() -> None:
    book = Book.shipped()
    assert len(book) > 100_000 and str(book.board) == "8x8"
    assert Position() in book and "f5d6c3" in book and Game("f5f6") in book
    entry = book[Position()]
    assert entry == book.get("start") and -64 <= entry.lower <= entry.score <= entry.upper <= 64
    assert entry.exact == (entry.lower == entry.upper) and not entry.manual
    assert entry.grade in list("ABCDEF") and entry.meaning and entry.level > 0
    assert entry.lines > 1000 and entry.mover_lines > 0 and entry.opponent_lines > 0
    assert entry.best is not None and entry.best == entry.moves[0]
    assert entry.best.score == entry.score and entry.best.inside
    # The first moves are images of one another.
    assert {move.move for move in entry.moves} == set(Position().legal_moves)


def test_positions_outside_the_book_are_missing() -> None:
    book, passes = Book.shipped(), Position("XO" + 62 * "-" + " O")
    assert passes.must_pass
    for position in (Position(board="6x6"), Game("e6f4e3f6g5d6e7f5c5"), passes):
        assert position not in book and book.get(position) is None and book.moves(position) == []
        with pytest.raises(KeyError, match="not in the book"):
            book[position]
    with pytest.raises(ValueError, match="expected"):
        book.get("not a position")


def test_images_have_the_same_entry(book: Book) -> None:
    assert len(book) == 2
    start = book["start"]
    assert (start.score, start.level, start.exact, start.grade) == (2, 10, False, "F")
    for line, leaf in (("d3c3", "c4"), ("c4c3", "d3"), ("e6f6", "f5"), ("f5f6", "e6")):
        entry = book[line]
        assert entry.score == -1 and isinstance(entry.leaf, BookMove)
        assert (str(entry.leaf), entry.leaf.score, entry.leaf.selectivity) == (leaf, -1, 73)
        assert not entry.leaf.inside and entry.best == entry.leaf and entry.moves == [entry.leaf]


def test_moves_lead_into_the_book(book: Book) -> None:
    assert "d3" not in book and book.get("d3") is None
    (move,) = book.moves("d3")
    assert (move.move, move.score, move.inside, move.selectivity) == ("c3", 1, True, None)


def test_entries_are_those_of_the_command(tmp_path: Path) -> None:
    """The columns of the export match the entries."""
    pytest.importorskip("pyarrow")
    book = Book.shipped()
    table = book.table()
    assert table.num_rows == len(book)
    boards = table.column("position").to_pylist()
    for place in range(0, len(boards), len(boards) // 50):
        row = {name: table.column(name)[place].as_py() for name in table.column_names}
        entry = book[boards[place]]
        for name in ("score", "lower", "upper", "exact", "level", "grade", "lines"):
            assert getattr(entry, name) == row[name], name
        assert (entry.mover_lines, entry.opponent_lines) == (row["mover_lines"], row["opponent_lines"])
        if entry.leaf is not None:
            assert entry.leaf.score == row["leaf_score"] and entry.leaf.level == row["leaf_level"]
            assert entry.leaf.selectivity == row["leaf_selectivity"]
    bits = np.array([Position(board).bits for board in boards[::100]], np.uint64)
    assert book.scores(bits).tolist() == table.column("score").to_pylist()[::100]


def test_scores_of_many_boards(book: Book) -> None:
    boards = np.array([Position(text).bits for text in ("start", "f5f6", "c4c3", "f5")], np.uint64)
    assert book.scores(boards).tolist() == [2, -1, -1, -128]
    boards = np.concatenate([boards[:3]] * 1000)
    out = np.empty(3000, np.int8)
    assert book.scores(boards, out=out, threads=2) is out
    assert out.tolist() == [2, -1, -1] * 1000
    assert batch.legal_moves(boards).all()
    with pytest.raises(ValueError, match=r"boards\[0\]"):
        book.scores(np.array([[1, 1]], np.uint64))
    with pytest.raises(ValueError, match="out of length 3000: expected 3"):
        book.scores(boards[:3], out=out)


def test_the_engine_plays_from_a_book() -> None:
    book = Book.shipped()
    best = Engine(level=1, book=book).best("f5d6")
    assert best is not None and best.nodes == 0 and best.move == book["f5d6"].moves[0].move
    assert best.score == book["f5d6"].score and best.depth == book["f5d6"].moves[0].level
    # Other searches do not use the book, nor does an engine without a book.
    assert Engine(level=1, book=book).analyze("f5d6").nodes > 0
    searched = Engine(level=1).best("f5d6")
    assert searched is not None and searched.nodes > 0
    varied = Engine(level=1, book=book, book_random=64)
    played = {str(varied.best("start")) for _ in range(100)}
    assert played == set(Position().legal_moves)
    with pytest.raises(ValueError, match="book_random without a book"):
        Engine(book_random=1)
    with pytest.raises(ValueError, match="book_random 65: expected 0 to 64 discs"):
        Engine(book=book, book_random=65)


@pytest.mark.parametrize("extension", ["dat", "egbk3", "compact", "txt"])
def test_a_book_is_exported_and_imported_again(book: Book, tmp_path: Path, extension: str) -> None:
    path = tmp_path / f"exported.{extension}"
    assert all(count <= 2 for count in book.export(path).values())
    again = Book.import_file(path, tmp_path / "again.book")
    assert len(again) == 2 and again["start"].score == 2
    assert again["f5f6"].score == -1 and len(Book.open(tmp_path / "again.book")) == 2


def test_files_that_are_not_books_are_refused(book: Book, text: Path, tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"missing\.book"):
        Book.open(tmp_path / "missing.book")
    with pytest.raises(ValueError, match=r"two\.txt: not a book: expected a file written by"):
        Book.open(text)
    path = text.with_suffix(".book")
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])
    with pytest.raises(ValueError, match=r"offset \d+: the file ends here: expected \d+ bytes"):
        Book.open(path)
    # A page is read when it is looked up.
    path.write_bytes(whole[:4100] + b"\xff" + whole[4101:])
    damaged = Book.open(path)
    with pytest.raises(ValueError, match=r"two\.book: offset 4096: .*checksum"):
        damaged["start"]
    with pytest.raises(ValueError, match="offset 4096"):
        damaged.scores(np.array([Position().bits], np.uint64))
    with pytest.raises(ValueError, match="offset 4096"):
        Engine(level=1, book=damaged).best("start")
    with pytest.raises(ValueError, match=r"expected the extension \.dat"):
        book.export(tmp_path / "book.xyz")


def test_files_of_other_programs_are_checked(book: Book, tmp_path: Path) -> None:
    foreign, new = tmp_path / "foreign.txt", tmp_path / "new.book"
    foreign.write_text("something else\n")
    with pytest.raises(ValueError, match=r"foreign\.txt: offset 0: expected a position"):
        Book.import_file(foreign, new)
    edax = tmp_path / "book.dat"
    book.export(edax)
    edax.write_bytes(edax.read_bytes()[:-5])
    with pytest.raises(ValueError, match=r"book\.dat: offset \d+: the file ends within"):
        Book.import_file(edax, new)
    assert not new.exists()
    wrong = tmp_path / "wrong.txt"
    wrong.write_text(TEXT.replace("C4,-1", "A1,-1"))
    with pytest.warns(UserWarning, match=r"1 positions skipped: position 2: .*not legal"):
        assert len(Book.import_file(wrong, new)) == 1
