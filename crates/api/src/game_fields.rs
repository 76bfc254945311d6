//! The three fields of a game.

use outflank_othello::{Game, Position, Shape};
use schemars::JsonSchema;

use crate::{ApiError, ErrorKey, Result};

/// Maximum length of the field `board` in bytes: the sides and 128 holes of three characters.
const BOARD_BYTES: usize = 400;
/// Maximum length of the field `start` in bytes: 128 squares and the side to move.
const START_BYTES: usize = 256;
/// Maximum length of the field `moves` in bytes: 256 squares with numbers and spaces.
const MOVES_BYTES: usize = 4096;

/// The game of a request.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(default, deny_unknown_fields)]
pub(crate) struct GameFields {
    /// Columns x rows, with sides of 3 to 16 and at most 128 squares. Holes follow a dash, as in
    /// 8x8-a1h8.
    pub(crate) board: String,
    /// `start`, or a position in OBF.
    pub(crate) start: String,
    /// The transcript: squares run together, without passes.
    pub(crate) moves: String,
}

/// Returns the default board.
pub(crate) fn standard_board() -> String {
    "8x8".to_owned()
}

impl Default for GameFields {
    fn default() -> Self {
        Self {
            board: standard_board(),
            start: "start".to_owned(),
            moves: String::new(),
        }
    }
}

impl GameFields {
    /// The names of the fields.
    pub(crate) const NAMES: [&str; 3] = ["board", "start", "moves"];

    /// Returns the field with one of [`Self::NAMES`].
    pub(crate) fn field(&mut self, name: &str) -> &mut String {
        match name {
            "board" => &mut self.board,
            "start" => &mut self.start,
            _ => &mut self.moves,
        }
    }

    pub(crate) fn on(board: &str) -> Self {
        Self {
            board: board.to_owned(),
            ..Self::default()
        }
    }

    /// Returns the shape of the board. The error names the field and the reason.
    pub(crate) fn shape(&self) -> Result<Shape> {
        bounded("board", &self.board, BOARD_BYTES)?;
        let shape = self.board.parse();
        shape.map_err(|error: outflank_othello::ParseError| {
            ApiError::bad("board", error.to_string())
        })
    }

    /// Returns the game with its moves played. The error names the field and the reason.
    pub(crate) fn game(&self) -> Result<Game> {
        match self.longest_game()? {
            (game, None) => Ok(game),
            (_, Some(message)) => Err(ApiError::bad("moves", message)),
        }
    }

    /// Returns the last position, if it has a legal move.
    pub(crate) fn position(&self) -> Result<Position> {
        last_position(&self.game()?)
    }

    /// Returns the game up to the last legal move, and why the rest cannot be played. Fails if the
    /// board or the start is invalid.
    pub(crate) fn longest_game(&self) -> Result<(Game, Option<String>)> {
        let shape = self.shape()?;
        bounded("start", &self.start, START_BYTES)?;
        bounded("moves", &self.moves, MOVES_BYTES)?;
        let mut game = match self.start.trim() {
            "start" => Game::new(shape),
            text => {
                let position = Position::parse_obf(text, shape)
                    .map_err(|error| ApiError::bad("start", error.to_string()))?;
                Game::from_position(position)
            }
        };
        let problem = game.play_transcript(&self.moves).err();
        Ok((game, problem.map(|error| error.to_string())))
    }
}

/// Returns the last position of a game, if it has a legal move.
pub(crate) fn last_position(game: &Game) -> Result<Position> {
    if game.is_over() {
        let message = "the game is over: expected a position with a legal move";
        return Err(ApiError::new(ErrorKey::Over, "moves", message));
    }
    Ok(*game.position())
}

fn bounded(place: &'static str, text: &str, most: usize) -> Result<()> {
    if text.len() > most {
        let message = format!("{} bytes: expected at most {most}", text.len());
        return Err(ApiError::bad(place, message));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(board: &str, start: &str, moves: &str) -> GameFields {
        GameFields {
            board: board.to_owned(),
            start: start.to_owned(),
            moves: moves.to_owned(),
        }
    }

    #[test]
    fn games_are_read_with_their_start_and_moves() {
        let game = fields("8x8", "start", "f5d6c3").game().unwrap();
        assert_eq!(game.moves().len(), 3);
        let start = Position::start("6x6".parse().unwrap());
        let game = fields("6x6", &start.to_string(), "").game().unwrap();
        assert_eq!(game.start(), &start);
        assert_eq!(GameFields::default().game().unwrap().moves().len(), 0);
    }

    #[test]
    fn the_legal_part_of_a_game_is_kept() {
        let (game, problem) = fields("8x8", "start", "f5d6c3a1").longest_game().unwrap();
        assert_eq!(game.moves().len(), 3);
        assert!(problem.unwrap().contains("a1"));
    }

    #[test]
    fn errors_name_the_field() {
        for (board, start, moves, place) in [
            ("17x17", "start", "", "board"),
            ("2x2", "start", "", "board"),
            ("8x8", "f5d6", "", "start"),
            ("8x8", "", "", "start"),
            ("8x8", "start", "f5f5", "moves"),
            (&"8".repeat(500), "start", "", "board"),
            ("8x8", &"-".repeat(500), "", "start"),
            ("8x8", "start", &" ".repeat(5000), "moves"),
        ] {
            let error = fields(board, start, moves).game().unwrap_err();
            assert_eq!(error.status, 400);
            let message = error.to_string();
            assert!(message.starts_with(&format!("{place}: ")), "{error}");
        }
    }
}
