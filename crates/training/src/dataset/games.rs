//! Self-play games.

use outflank_othello::{Game, IllegalMove, MAX_SQUARES, Shape, Square};

use super::header::Kind;
use super::records::{Record, take};

/// One self-play game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SelfPlayGame {
    /// Plies of the opening, random or recorded, passes not counted.
    pub opening_plies: u8,
    /// Empties at or below which every move and the score are exact.
    pub exact_from: u8,
    /// Final score for Black in discs, empties to the winner.
    pub black_score: i16,
    /// Squares in order without passes, each as `16·row + column`.
    pub moves: Vec<u8>,
    /// Search values of the first positions after the opening, each for the mover, in
    /// 1/128 discs. After the last value the score of the game is exact.
    pub values: Vec<i16>,
    /// Random moves after the opening: bit `i` for move `i` of the game, from 0.
    pub random_plies: u128,
}

/// The error of a game whose moves cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {number}: {reason}")]
pub struct UnplayableGame {
    /// Number of the first illegal move, from 1, passes not counted.
    pub number: usize,
    /// The reason why it is illegal.
    pub reason: IllegalMove,
}

impl SelfPlayGame {
    /// Returns the squares in order, without passes.
    pub fn squares(&self) -> impl Iterator<Item = Square> {
        let square = |&byte: &u8| Square::new(byte % 16, byte / 16);
        self.moves.iter().filter_map(square)
    }

    /// Replays the game from the standard start of `shape`.
    ///
    /// # Errors
    ///
    /// Returns an error for the first illegal move. Games read from a file have none on
    /// the board of its header.
    pub fn replay(&self, shape: Shape) -> Result<Game, UnplayableGame> {
        let mut game = Game::new(shape);
        for (square, number) in self.squares().zip(1..) {
            let played = game.play(square);
            played.map_err(|reason| UnplayableGame { number, reason })?;
        }
        Ok(game)
    }
}

impl Record for SelfPlayGame {
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
                "{values} values: expected at most {searched}, one for each move after the opening"
            ));
        }
        let random = 128 - self.random_plies.leading_zeros() as usize;
        let opening = u32::from(self.opening_plies).min(127);
        if random > usize::from(self.opening_plies) + values
            || self.random_plies & ((1 << opening) - 1) != 0
        {
            return Err(format!(
                "random moves {:#x}: expected them after the opening and with a value",
                self.random_plies
            ));
        }
        // The solver's depth may exceed the squares of a small board.
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
        // A legal game has at most 124 moves.
        bytes.push(self.moves.len() as u8);
        bytes.extend(&self.moves);
        bytes.push(self.values.len() as u8);
        bytes.extend(self.values.iter().flat_map(|value| value.to_le_bytes()));
        let random = (0..128_u8).filter(|ply| self.random_plies >> ply & 1 == 1);
        bytes.push(random.clone().count() as u8);
        bytes.extend(random);
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
        let [random] = take(bytes)?;
        let mut plies = (0..random).map(|_| take(bytes).filter(|[ply]| *ply < 128));
        let random_plies = plies.try_fold(0, |plies, ply| Some(plies | 1 << ply?[0]))?;
        Some(Self {
            opening_plies,
            exact_from,
            black_score,
            moves: moves.to_vec(),
            values,
            random_plies,
        })
    }
}
