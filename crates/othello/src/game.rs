//! Games: a starting position and the moves played, passes included.

use std::fmt;

use crate::{Color, IllegalMove, ParseError, Position, Shape, Square};

/// A ply: a disc on a square, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// A disc on the square.
    Place(Square),
    /// The mover has no legal move, but the game goes on.
    Pass,
}

impl Move {
    /// Returns the square, unless this is a pass.
    #[must_use]
    pub const fn square(self) -> Option<Square> {
        match self {
            Self::Place(square) => Some(square),
            Self::Pass => None,
        }
    }
}

impl std::str::FromStr for Move {
    type Err = ParseError;

    /// Parses a square, or a pass as `pass`, `pa`, `ps` or `--`.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        if PASSES.iter().any(|pass| text.eq_ignore_ascii_case(pass)) {
            return Ok(Self::Pass);
        }
        text.parse().map(Self::Place)
    }
}

/// The usual spellings of a pass, in lower case.
pub(crate) const PASSES: [&str; 4] = ["pass", "pa", "ps", "--"];

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(square) => square.fmt(f),
            Self::Pass => f.pad("pass"),
        }
    }
}

/// The outcome of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)
)]
pub struct Outcome {
    /// Disc difference for Black, empties going to the winner.
    pub black_score: i32,
}

impl Outcome {
    /// Returns the winner, if the game is not a draw.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self.black_score {
            1.. => Some(Color::Black),
            0 => None,
            _ => Some(Color::White),
        }
    }
}

/// A game in progress or finished. It keeps all positions, so undo and redo are cheap.
///
/// Passes are played automatically: after [`Game::play`], the mover of [`Game::position`]
/// has a legal move or the game is over. Passes are moves in [`Game::moves`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The start and the position after each move.
    positions: Vec<Position>,
    moves: Vec<Move>,
    /// Number of moves played; later moves can be redone.
    cursor: usize,
}

impl Game {
    /// Creates a game from the standard start on `shape`.
    #[must_use]
    pub fn new(shape: Shape) -> Self {
        Self::from_position(Position::start(shape))
    }

    /// Creates a game from any position. If its mover has to pass, that pass is the first move.
    #[must_use]
    pub fn from_position(start: Position) -> Self {
        let mut game = Self {
            positions: vec![start],
            moves: Vec::new(),
            cursor: 0,
        };
        game.pass_if_needed();
        game
    }

    /// Returns the starting position.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// Returns the board's shape.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.start().shape()
    }

    /// Returns the current position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.positions[self.cursor]
    }

    /// Returns the start and the position after each move played, passes included.
    #[must_use]
    pub fn positions(&self) -> &[Position] {
        &self.positions[..=self.cursor]
    }

    /// Returns the moves played, passes included, without moves taken back.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves[..self.cursor]
    }

    /// Returns each move played with the position before it.
    pub fn plies(&self) -> impl Iterator<Item = (&Position, Move)> {
        self.positions.iter().zip(self.moves().iter().copied())
    }

    /// Returns the squares played, without passes.
    pub fn squares(&self) -> impl Iterator<Item = Square> {
        self.moves().iter().filter_map(|mv| mv.square())
    }

    /// Returns the last move played.
    #[must_use]
    pub fn last_move(&self) -> Option<Move> {
        self.moves().last().copied()
    }

    /// Returns the last square played, ignoring passes.
    #[must_use]
    pub fn last_square(&self) -> Option<Square> {
        self.moves().iter().rev().find_map(|mv| mv.square())
    }

    /// Plays a disc on `square` and any passes that follow. Discards the moves taken back before.
    ///
    /// # Errors
    ///
    /// Returns the reason if the move is illegal; the game is then unchanged.
    pub fn play(&mut self, square: Square) -> Result<(), IllegalMove> {
        if self.is_over() {
            return Err(IllegalMove::GameOver);
        }
        let next = self.position().play(square)?;
        self.push(Move::Place(square), next);
        self.pass_if_needed();
        Ok(())
    }

    fn pass_if_needed(&mut self) {
        if let Ok(next) = self.position().pass() {
            self.push(Move::Pass, next);
        }
    }

    fn push(&mut self, mv: Move, next: Position) {
        self.moves.truncate(self.cursor);
        self.positions.truncate(self.cursor + 1);
        self.moves.push(mv);
        self.positions.push(next);
        self.cursor += 1;
    }

    /// Takes back the last disc played and any passes after it. Returns whether there was one.
    pub fn undo(&mut self) -> bool {
        let last = self.moves().iter().rposition(|mv| mv.square().is_some());
        self.cursor = last.unwrap_or(self.cursor);
        last.is_some()
    }

    /// Replays the disc taken back last, and any passes after it. Returns whether there was one.
    pub fn redo(&mut self) -> bool {
        let Some(next) = self.moves.get(self.cursor) else {
            return false;
        };
        self.cursor += 1;
        debug_assert!(next.square().is_some(), "a pass goes with its disc");
        while self.moves.get(self.cursor) == Some(&Move::Pass) {
            self.cursor += 1;
        }
        true
    }

    /// Returns whether neither side can move.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.position().is_over()
    }

    /// Returns the outcome, if the game is over.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let black_score = self.position().score(Color::Black);
        self.is_over().then_some(Outcome { black_score })
    }

    /// Plays the moves of a transcript (see
    /// [`parse_transcript`](crate::notation::parse_transcript)) from the standard start.
    ///
    /// # Errors
    ///
    /// Returns an error with line and column if the text is invalid or a move is illegal.
    pub fn from_transcript(shape: Shape, text: &str) -> Result<Self, ParseError> {
        let mut game = Self::new(shape);
        game.play_transcript(text)?;
        Ok(game)
    }

    /// Plays the moves of a transcript from the current position.
    ///
    /// # Errors
    ///
    /// Returns an error with line and column if the text is invalid or a move is illegal;
    /// the moves before it stay played.
    pub fn play_transcript(&mut self, text: &str) -> Result<(), ParseError> {
        for word in crate::notation::parse_transcript(text, self.shape())? {
            word.play_in(self)?;
        }
        Ok(())
    }
}

/// Returns a game in which both sides play the first legal move, which leads to passes.
#[cfg(test)]
pub(crate) fn with_passes() -> Game {
    let mut game = Game::new(Shape::STANDARD);
    while let Some(square) = game.position().legal_moves().first() {
        game.play(square).unwrap();
    }
    game
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undo_and_redo_include_passes() {
        let mut game = with_passes();
        assert!(game.moves().contains(&Move::Pass) && game.is_over());
        let moves = game.moves().to_vec();
        let last = *game.position();
        while game.undo() {
            assert!(!game.position().must_pass());
        }
        assert_eq!(game.position(), game.start());
        while game.redo() {}
        assert_eq!((game.moves(), game.position()), (&moves[..], &last));
    }

    #[test]
    fn a_new_move_clears_the_redo_history() {
        let mut game = Game::from_transcript(Shape::STANDARD, "f5d6c3").unwrap();
        game.undo();
        game.undo();
        game.play(Square::F6).unwrap();
        assert!(!game.redo());
        assert_eq!(game.moves().len(), 2);
    }

    #[test]
    fn a_finished_game_accepts_no_move() {
        // Black is wiped out: the shortest possible game, nine discs.
        let mut game = Game::from_transcript(Shape::STANDARD, "e6f4e3f6g5d6e7f5c5").unwrap();
        assert_eq!(game.outcome().map(|o| o.black_score), Some(64));
        assert_eq!(game.play(Square::A1), Err(IllegalMove::GameOver));
    }
}
