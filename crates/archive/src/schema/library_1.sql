CREATE TABLE games (
    id TEXT PRIMARY KEY,
    -- Counts the savings; a game that is saved by two writers at once is not overwritten.
    revision INTEGER NOT NULL,
    writer TEXT NOT NULL,
    saved INTEGER NOT NULL, -- milliseconds since 1970
    entry TEXT NOT NULL,    -- JSON: what a list shows
    words TEXT NOT NULL,    -- what is searched, in lower case and without accents
    content TEXT NOT NULL,  -- JSON: the game with everything added to it
    deleted INTEGER         -- milliseconds since 1970
) STRICT;

CREATE INDEX games_by_date ON games (saved DESC);
