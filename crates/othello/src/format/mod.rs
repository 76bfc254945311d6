//! Files of games and positions: transcripts, OBF, WTHOR.
//!
//! [`read_games`] tells the format by the content and gives the games one by
//! one, each that cannot be read with its reason; [`write_games`] writes them
//! in any format that can hold them.

mod detect;
mod file;
mod obf;
mod read;
mod write;
pub mod wthor;

pub use detect::Format;
pub use file::{FileError, read_game_file, write_beside_and_rename};
pub use obf::{ObfRecord, parse_obf_lines};
pub use read::{GameReadError, Games, RejectedGame, WthorNameFiles, read_games};
pub use write::{RefusedGame, WriteError, Written, write_games};

use crate::game::Game;

/// A game with what a file says about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// The game.
    pub game: Game,
    /// Who played Black.
    pub black: Option<String>,
    /// Who played White.
    pub white: Option<String>,
    /// The tournament.
    pub tournament: Option<String>,
    /// The year.
    pub year: Option<u16>,
    /// Discs of Black as recorded, empties to the winner, which may differ
    /// from those on the board (resignations, losses on time).
    pub black_discs: Option<u8>,
    /// The record of a WTHOR file, from which it is written back unchanged.
    pub wthor: Option<wthor::WthorGame>,
}

impl GameRecord {
    /// A game of which nothing else is known.
    #[must_use]
    pub const fn new(game: Game) -> Self {
        Self {
            game,
            black: None,
            white: None,
            tournament: None,
            year: None,
            black_discs: None,
            wthor: None,
        }
    }

    /// Whether either player's name contains `part`, whatever the case.
    #[must_use]
    pub fn has_player(&self, part: &str) -> bool {
        let part = part.to_lowercase();
        [&self.black, &self.white]
            .into_iter()
            .flatten()
            .any(|name| name.to_lowercase().contains(&part))
    }
}
