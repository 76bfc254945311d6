-- The Glicko-2 rating of a puzzle.
ALTER TABLE cards ADD COLUMN rating REAL;
ALTER TABLE cards ADD COLUMN deviation REAL;

-- The Glicko-2 rating of the player after the first answer to a puzzle.
ALTER TABLE answers ADD COLUMN rating REAL;
ALTER TABLE answers ADD COLUMN deviation REAL;
ALTER TABLE answers ADD COLUMN volatility REAL;
