-- Positions that the user practises: own moves of openings, and puzzles.
CREATE TABLE cards (
    id INTEGER PRIMARY KEY,
    deck TEXT NOT NULL,
    -- The canonical position with its shape and mover.
    position TEXT NOT NULL,
    -- The game that leads to it: start as in `games`, and a byte a move.
    start TEXT,
    moves BLOB NOT NULL,
    -- Discs that a right answer may lose.
    loss REAL NOT NULL,
    -- Names of themes, separated by spaces.
    themes TEXT NOT NULL,
    -- FSRS memory; NULL before the first answer. Times are seconds since 1970.
    stability REAL,
    difficulty REAL,
    answered INTEGER,
    due INTEGER,
    UNIQUE (deck, position)
);

CREATE INDEX cards_by_due ON cards (due);

CREATE TABLE answers (
    id INTEGER PRIMARY KEY,
    card INTEGER NOT NULL REFERENCES cards,
    time INTEGER NOT NULL,
    move TEXT NOT NULL,
    loss REAL NOT NULL,
    right INTEGER NOT NULL
);

CREATE INDEX answers_by_card ON answers (card);
