-- Spellings of players' names that the user has assigned to a person, which is another
-- spelling, or the same one for a person of its own.
CREATE TABLE aliases (
    name TEXT PRIMARY KEY,
    person TEXT NOT NULL
) WITHOUT ROWID;

-- Further files that hold a game.
CREATE TABLE other_sources (
    game INTEGER NOT NULL REFERENCES games,
    source INTEGER NOT NULL REFERENCES sources,
    number INTEGER NOT NULL,
    PRIMARY KEY (game, source, number)
) WITHOUT ROWID;
