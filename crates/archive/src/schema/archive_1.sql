CREATE TABLE players (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
);

CREATE TABLE tournaments (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
);

-- The files that games were taken from, and how far.
CREATE TABLE sources (
    id INTEGER PRIMARY KEY,
    -- A hash of all that decides which games are read from the file.
    content BLOB NOT NULL UNIQUE,
    name TEXT NOT NULL,
    size INTEGER NOT NULL,
    -- Games read so far, whatever became of them.
    taken INTEGER NOT NULL,
    written INTEGER NOT NULL,
    duplicates INTEGER NOT NULL,
    rejected INTEGER NOT NULL
);

-- Numbered from 1 on without gaps.
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    black INTEGER REFERENCES players,
    white INTEGER REFERENCES players,
    tournament INTEGER REFERENCES tournaments,
    year INTEGER,
    date TEXT,
    round TEXT,
    place TEXT,
    -- Shape and position, unless the game began from the usual start on 8x8.
    start TEXT,
    -- A byte a move, 16 * row + column; passes are left out.
    moves BLOB NOT NULL,
    -- The known result for Black: disc difference, and 1, 0 or -1.
    score REAL,
    winner INTEGER,
    -- The result as the source gives it.
    recorded TEXT,
    -- What else the source says, as JSON.
    details TEXT,
    -- The first eight bytes of the game in a WTHOR file.
    wthor BLOB,
    source INTEGER NOT NULL REFERENCES sources,
    number INTEGER NOT NULL,
    -- The same for games that may be the same.
    likeness INTEGER NOT NULL
);

CREATE INDEX games_by_likeness ON games (likeness);

-- What searches ask of many games, 4096 games a row.
CREATE TABLE facts (
    block INTEGER PRIMARY KEY,
    data BLOB NOT NULL
);

-- The index of positions: sorted runs of postings, each in blocks.
CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    postings INTEGER NOT NULL
);

CREATE TABLE blocks (
    id INTEGER PRIMARY KEY,
    run INTEGER NOT NULL REFERENCES runs,
    first INTEGER NOT NULL,
    data BLOB NOT NULL
);

CREATE INDEX blocks_by_first ON blocks (run, first);

-- What is known of positions: canonical boards, Black to move.
CREATE TABLE analyses (
    position TEXT PRIMARY KEY,
    exact INTEGER NOT NULL,
    depth INTEGER NOT NULL,
    selectivity INTEGER NOT NULL,
    -- In 1/128 discs for the side to move.
    score INTEGER NOT NULL,
    best TEXT NOT NULL,
    -- Every move with its worth, as JSON.
    moves TEXT NOT NULL,
    engine TEXT NOT NULL,
    date TEXT NOT NULL
) WITHOUT ROWID;
