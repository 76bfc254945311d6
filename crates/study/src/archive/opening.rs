//! Games by their first moves.

use outflank_othello::{Game, Position, Symmetry};
use rusqlite::Connection;

use super::error::Fault;
use super::key::square_byte;
use super::record::start_text;

/// Most moves of an opening for which other ways to the same position are looked
/// for: these are some thousand games.
const SHORT: usize = 5;

/// The first moves of games, in all ways in which the start can be laid onto
/// itself, as the rows of games have them.
pub(super) struct Beginning<'a> {
    opening: &'a Game,
    start: Option<String>,
    images: Vec<Vec<u8>>,
}

impl<'a> Beginning<'a> {
    pub(super) fn new(opening: &'a Game) -> Self {
        let (start, shape) = (opening.start(), opening.shape());
        let keeping = Symmetry::of(shape).filter(|&symmetry| start.under(symmetry) == *start);
        let image = |symmetry: Symmetry| {
            let squares = opening.squares();
            squares
                .map(|square| square_byte(symmetry.square(square, shape)))
                .collect()
        };
        Self {
            opening,
            start: start_text(start),
            images: keeping.map(image).collect(),
        }
    }

    /// Whether it begins from the usual start on 8x8.
    pub(super) const fn has_usual_start(&self) -> bool {
        self.start.is_none()
    }

    /// Whether no other moves lead from the usual start to where the opening
    /// leads, if it is short enough to find out.
    pub(super) fn is_only_way(&self) -> bool {
        let length = self.images[0].len();
        let goal = self.opening.position().canonical().0;
        self.has_usual_start()
            && length <= SHORT
            && self.are_only_ways(&Game::new(self.opening.shape()), length, &goal)
    }

    /// Whether all ways of so many moves from a game to the goal, or to positions
    /// alike, are images of the opening.
    fn are_only_ways(&self, game: &Game, length: usize, goal: &Position) -> bool {
        if length == 0 {
            let moves: Vec<u8> = game.squares().map(square_byte).collect();
            return self.images.contains(&moves) || game.position().canonical().0 != *goal;
        }
        game.position().legal_moves().into_iter().all(|square| {
            let mut next = game.clone();
            // Legal moves can be played.
            next.play(square).is_err() || self.are_only_ways(&next, length - 1, goal)
        })
    }

    /// Those of the games, given in order, that begin so.
    pub(super) fn keep(&self, connection: &Connection, games: Vec<u32>) -> Result<Vec<u32>, Fault> {
        let (Some(&first), Some(&last)) = (games.first(), games.last()) else {
            return Ok(games);
        };
        // Most games of a stretch are read faster one after another.
        let is_dense = games.len() > (last - first) as usize / 8;
        if is_dense {
            return self.keep_of_stretch(connection, &games, first, last);
        }
        let mut read = connection.prepare_cached("SELECT start, moves FROM games WHERE id = ?1")?;
        let mut kept = Vec::new();
        for game in games {
            let mut rows = read.query([game])?;
            if let Some(row) = rows.next()? {
                if self.begins(row, 0)? {
                    kept.push(game);
                }
            }
        }
        Ok(kept)
    }

    fn keep_of_stretch(
        &self,
        connection: &Connection,
        games: &[u32],
        first: u32,
        last: u32,
    ) -> Result<Vec<u32>, Fault> {
        let mut read = connection.prepare_cached(
            "SELECT id, start, moves FROM games WHERE id BETWEEN ?1 AND ?2 ORDER BY id",
        )?;
        let mut rows = read.query([first, last])?;
        let mut wanted = games.iter().copied().peekable();
        let mut kept = Vec::new();
        while let Some(row) = rows.next()? {
            let number: u32 = row.get(0)?;
            if wanted.next_if_eq(&number).is_some() && self.begins(row, 1)? {
                kept.push(number);
            }
        }
        Ok(kept)
    }

    /// Whether the start and the moves in two columns of a row begin so.
    fn begins(&self, row: &rusqlite::Row<'_>, column: usize) -> Result<bool, Fault> {
        let start = row.get_ref(column)?.as_str_or_null();
        let start = start.map_err(rusqlite::Error::from)?;
        let moves = row.get_ref(column + 1)?.as_blob();
        let moves = moves.map_err(rusqlite::Error::from)?;
        Ok(start == self.start.as_deref()
            && self.images.iter().any(|image| moves.starts_with(image)))
    }
}
