//! The filter by first moves.

use outflank_othello::format::OpeningFilter;
use outflank_othello::notation::start_text;
use rusqlite::{Connection, OptionalExtension};

use super::error::Result;
use super::game_summary::{FIRST_MOVES, GameSummary};
use super::position_key::square_byte;

/// An [`OpeningFilter`] in stored form.
pub(super) struct StoredOpening {
    start: Option<String>,
    images: Vec<Vec<u8>>,
}

impl StoredOpening {
    pub(super) fn new(opening: &OpeningFilter) -> Self {
        let bytes = |image: &Vec<_>| image.iter().map(|&square| square_byte(square)).collect();
        Self {
            start: start_text(opening.game().start()),
            images: opening.images().iter().map(bytes).collect(),
        }
    }

    /// Returns whether a game with this summary may match.
    pub(super) fn may_match(&self, summary: &GameSummary) -> bool {
        let first = |image: &Vec<u8>| image.iter().zip(&summary.first_moves).all(|(a, b)| a == b);
        summary.has_standard_start == self.start.is_none() && self.images.iter().any(first)
    }

    /// Returns whether the summary is enough to decide.
    fn is_short(&self) -> bool {
        let is_short = |image: &Vec<u8>| image.len() <= FIRST_MOVES;
        self.start.is_none() && self.images.iter().all(is_short)
    }

    /// Returns the games that match.
    pub(super) fn keep(&self, connection: &Connection, games: Vec<u32>) -> Result<Vec<u32>> {
        if self.is_short() {
            return Ok(games);
        }
        let mut kept = Vec::new();
        for game in games {
            if self.begins(connection, game)? {
                kept.push(game);
            }
        }
        Ok(kept)
    }

    fn begins(&self, connection: &Connection, game: u32) -> Result<bool> {
        let mut read = connection.prepare_cached("SELECT start, moves FROM games WHERE id = ?1")?;
        let begins = read.query_row([game], |row| {
            let start = row.get_ref(0)?.as_str_or_null()?;
            let moves = row.get_ref(1)?.as_blob()?;
            let has_moves = self.images.iter().any(|image| moves.starts_with(image));
            Ok(start == self.start.as_deref() && has_moves)
        });
        Ok(begins.optional()?.unwrap_or(false))
    }
}
