//! Self-play games.

use std::path::Path;

use outflank_othello::{Game, IllegalMove, MAX_SQUARES, Shape, Square};

use super::error::DatasetError;
use super::header::{Header, Kind};
use super::records::{Reader, Record, Writer, take};

/// One self-play game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GameRecord {
    /// Plies at the start that no engine chose (random or from a book), passes
    /// not counted.
    pub opening_plies: u8,
    /// From so many empty squares on every move is exactly best, and the score is
    /// exact.
    pub exact_from: u8,
    /// Final score for Black, in discs, empties to the winner.
    pub black_score: i16,
    /// Squares in order, passes left out, each as 16·row + column.
    pub moves: Vec<u8>,
    /// What the search said of the first positions behind the opening, each for
    /// the side that was to move, in 1/128 discs; exact scores where moves were
    /// exact. Behind the last value the score of the game is exact.
    pub values: Vec<i16>,
    /// Moves behind the opening that chance chose though a search knew the best
    /// one: bit i for move i of the game.
    pub strays: u128,
}

/// Why the moves of a record are no game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {number}: {reason}")]
pub struct UnplayableGame {
    /// The first move that cannot be played, counted from 1, passes left out.
    pub number: usize,
    /// Why it cannot.
    pub reason: IllegalMove,
}

impl GameRecord {
    /// The squares in order, passes left out.
    pub fn squares(&self) -> impl Iterator<Item = Square> {
        let square = |&byte: &u8| Square::new(byte % 16, byte / 16);
        self.moves.iter().filter_map(square)
    }

    /// Replays it from the usual start on `shape`.
    ///
    /// # Errors
    ///
    /// The first move that cannot be played. There is none in records that were
    /// read from a file, if the shape is that of its header.
    pub fn replay(&self, shape: Shape) -> Result<Game, UnplayableGame> {
        let mut game = Game::new(shape);
        for (square, number) in self.squares().zip(1..) {
            let played = game.play(square);
            played.map_err(|reason| UnplayableGame { number, reason })?;
        }
        Ok(game)
    }
}

impl Record for GameRecord {
    const KIND: Kind = Kind::Games;

    type Board = Shape;

    fn board(shape: Shape) -> Result<Shape, String> {
        Ok(shape)
    }

    fn check(&self, shape: &Shape) -> Result<(), String> {
        let game = self.replay(*shape).map_err(|error| error.to_string())?;
        let (plies, squares) = (self.moves.len(), shape.squares());
        if usize::from(self.opening_plies) > plies {
            let opening = self.opening_plies;
            return Err(format!(
                "an opening of {opening} plies: expected at most the {plies} of the game"
            ));
        }
        let (searched, values) = (plies - usize::from(self.opening_plies), self.values.len());
        if values > searched {
            return Err(format!(
                "{values} values: expected at most {searched}, one for each move behind the opening"
            ));
        }
        let strays = 128 - self.strays.leading_zeros() as usize;
        let opening = u32::from(self.opening_plies).min(127);
        if strays > usize::from(self.opening_plies) + values
            || self.strays & ((1 << opening) - 1) != 0
        {
            return Err(format!(
                "moves by chance {:#x}: expected only such behind the opening with a value",
                self.strays
            ));
        }
        // The depth of a solver may be more than a small board has.
        if u16::from(self.exact_from) > MAX_SQUARES {
            let exact_from = self.exact_from;
            return Err(format!(
                "exact from {exact_from} empty squares on: expected at most {MAX_SQUARES}"
            ));
        }
        let score = i32::from(self.black_score);
        match game.outcome().map(|outcome| outcome.black_score) {
            Some(outcome) if outcome != score => Err(format!(
                "a score of {score} for Black: expected {outcome}, with which the game ends"
            )),
            None if score.unsigned_abs() > squares => Err(format!(
                "a score of {score} for Black: expected at most {squares} discs"
            )),
            _ => Ok(()),
        }
    }

    fn encode(&self, bytes: &mut Vec<u8>) {
        bytes.extend([self.opening_plies, self.exact_from]);
        bytes.extend(self.black_score.to_le_bytes());
        // A game that can be played has at most 124 moves.
        bytes.push(self.moves.len() as u8);
        bytes.extend(&self.moves);
        bytes.push(self.values.len() as u8);
        bytes.extend(self.values.iter().flat_map(|value| value.to_le_bytes()));
        // Few games have any.
        let strays = (0..128_u8).filter(|ply| self.strays >> ply & 1 == 1);
        bytes.push(strays.clone().count() as u8);
        bytes.extend(strays);
    }

    fn decode(bytes: &mut &[u8]) -> Option<Self> {
        let [opening_plies, exact_from] = take(bytes)?;
        let black_score = i16::from_le_bytes(take(bytes)?);
        let [length] = take(bytes)?;
        let (moves, rest) = bytes.split_at_checked(length.into())?;
        *bytes = rest;
        let [values] = take(bytes)?;
        let values = (0..values).map(|_| take(bytes).map(i16::from_le_bytes));
        let values = values.collect::<Option<_>>()?;
        let [strays] = take(bytes)?;
        let mut plies = (0..strays).map(|_| take(bytes).filter(|[ply]| *ply < 128));
        let strays = plies.try_fold(0, |strays, ply| Some(strays | 1 << ply?[0]))?;
        Some(Self {
            opening_plies,
            exact_from,
            black_score,
            moves: moves.to_vec(),
            values,
            strays,
        })
    }
}

/// Writes a file of games. What was not flushed is lost with the writer.
pub struct GamesWriter(Writer<GameRecord>);

impl GamesWriter {
    /// Creates the file, or takes up one that is there: the blocks in it are
    /// read, and a last one that is cut off is removed.
    ///
    /// # Errors
    ///
    /// If the file that is there has another header (the error names the first
    /// setting that differs), holds something else or is damaged; if it cannot be
    /// written; if the header takes more than 1 MiB.
    pub fn create_or_resume(path: &Path, header: &Header) -> Result<Self, DatasetError> {
        Writer::create_or_resume(path, header).map(Self)
    }

    /// Games in the file and in the block not yet written.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.0.records()
    }

    /// Takes a game, and writes a block when 1000 are there.
    ///
    /// # Errors
    ///
    /// If the game cannot be played on the header's shape, or has numbers that
    /// cannot be: it is not taken. If the block cannot be written: the game is
    /// taken, and the next call tries again.
    pub fn push(&mut self, game: &GameRecord) -> Result<(), DatasetError> {
        self.0.push(game)
    }

    /// Writes what is there as a block, and waits until the disk has it.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn flush(&mut self) -> Result<(), DatasetError> {
        self.0.flush()
    }
}

/// Reads a file of games, in their order, a block in memory at a time. Each game
/// is checked: it can be played, and its score is the one with which it ends.
/// After an error there are no more.
pub struct GamesReader(Reader<GameRecord>);

impl GamesReader {
    /// Opens the file and reads its header.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or does not begin with the whole header of a
    /// file of games.
    pub fn open(path: &Path) -> Result<Self, DatasetError> {
        Reader::open(path).map(Self)
    }

    /// Ends without an error before a last block that is cut off, as it is where
    /// a writer was killed or is still at work.
    #[must_use]
    pub fn truncated_tail_is_fine(mut self) -> Self {
        self.0.set_truncated_tail_is_fine();
        self
    }

    /// What all games of the file have in common.
    #[must_use]
    pub fn header(&self) -> &Header {
        self.0.header()
    }
}

impl Iterator for GamesReader {
    type Item = Result<GameRecord, DatasetError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next()
    }
}
