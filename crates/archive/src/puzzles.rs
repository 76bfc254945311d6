//! Puzzles: the choice of the next one, the rating of the player, and streaks of right answers.

use std::collections::HashSet;

use outflank_study::puzzle::{ShippedPuzzle, Theme};
use outflank_study::trainer::{NewCard, Rating};
use rusqlite::{Connection, OptionalExtension, params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Archive;
use super::analyses;
use super::cards::{self, COLUMNS, Card, key, read_card};
use super::error::{ArchiveError, Result};

/// The deck of the built-in puzzles and of those that the page makes. A puzzle in any deck is a card
/// with themes.
pub const PUZZLES: &str = "puzzles";

/// The rating assumed for a puzzle without an estimate.
const UNKNOWN: f64 = 1500.0;
/// Maximum difference from the requested rating at which a puzzle of the archive comes before the
/// built-in ones: half the step between two strengths, so that another strength gives another
/// puzzle.
const NEAR: f64 = 100.0;

/// How hard the next puzzle is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PuzzleStrength {
    /// 200 points below the rating of the player.
    Easier,
    /// The rating of the player.
    #[default]
    Equal,
    /// 200 points above the rating of the player.
    Harder,
}

/// The results of the player with puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct PuzzleProgress {
    /// The Glicko-2 rating.
    pub rating: f64,
    /// The standard deviation of the rating.
    pub deviation: f64,
    /// Number of answers that changed the rating.
    pub rated: u64,
    /// Number of right answers since the last wrong one.
    pub streak: u64,
    /// The most right answers in a row.
    pub best_streak: u64,
}

impl Default for PuzzleProgress {
    fn default() -> Self {
        Self {
            rating: Rating::START.rating,
            deviation: Rating::START.deviation,
            rated: 0,
            streak: 0,
            best_streak: 0,
        }
    }
}

/// What the first answer to a puzzle changed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Rated {
    /// The rating of the player after the answer.
    pub rating: f64,
    /// The standard deviation of the rating.
    pub deviation: f64,
    /// By how much the rating changed.
    pub change: f64,
}

impl PuzzleStrength {
    const fn offset(self) -> f64 {
        match self {
            Self::Easier => -200.0,
            Self::Equal => 0.0,
            Self::Harder => 200.0,
        }
    }
}

impl Archive {
    /// Returns the puzzle to ask at `now`, in seconds since 1970: one that was answered wrongly and
    /// is due, or else the unanswered one nearest to the wanted strength. Puzzles in the archive
    /// precede built-in ones, which are added when they are asked. Returns `None` if all puzzles
    /// with the theme have been answered.
    pub fn next_puzzle(
        &mut self,
        theme: Option<Theme>,
        strength: PuzzleStrength,
        now: i64,
    ) -> Result<Option<Card>, ArchiveError> {
        self.write(|connection| {
            let fits = |themes: &[Theme]| theme.is_none_or(|theme| themes.contains(&theme));
            if let Some(card) = failed(connection, now)?
                .into_iter()
                .find(|it| fits(&it.themes))
            {
                return Ok(Some(card));
            }
            let target = rating(connection)?.rating + strength.offset();
            let distance = |rating: f64| (rating - target).abs();
            let select = format!(
                "SELECT {COLUMNS} FROM cards WHERE themes != '' AND due IS NULL \
                 ORDER BY abs(coalesce(rating, ?1) - ?2), id"
            );
            let mut select = connection.prepare_cached(&select)?;
            let open = select.query_map([UNKNOWN, target], |row| Ok(read_card(row)))?;
            let open: Vec<Card> = open.map(|card| card?).collect::<Result<_>>()?;
            let open = open.into_iter().find(|card| fits(&card.themes));
            let is_near = |card: &Card| distance(rating_of(card).rating) <= NEAR;
            if let Some(card) = open.as_ref().filter(|card| is_near(card)) {
                return Ok(Some(card.clone()));
            }
            let mut select =
                connection.prepare_cached("SELECT position FROM cards WHERE themes != ''")?;
            let known = select.query_map([], |row| row.get(0))?;
            let known: HashSet<String> = known.collect::<Result<_, _>>()?;
            let fresh = ShippedPuzzle::all().iter().filter(|puzzle| {
                fits(&puzzle.themes) && !known.contains(&key(puzzle.game.position()))
            });
            let nearest = fresh.min_by(|a, b| distance(a.rating).total_cmp(&distance(b.rating)));
            match nearest {
                Some(puzzle) => add(connection, puzzle).map(Some),
                None => Ok(open),
            }
        })
    }
}

/// Returns the puzzles that are due and whose last answer was wrong, the longest overdue first.
fn failed(connection: &Connection, now: i64) -> Result<Vec<Card>> {
    let select = format!(
        "SELECT {COLUMNS} FROM cards WHERE themes != '' AND due <= ?1 \
         AND NOT (SELECT right FROM answers WHERE card = cards.id ORDER BY id DESC LIMIT 1) \
         ORDER BY due, id"
    );
    let mut select = connection.prepare_cached(&select)?;
    let cards = select.query_map([now], |row| Ok(read_card(row)))?;
    cards.map(|card| card?).collect()
}

/// Adds a built-in puzzle as a card.
fn add(connection: &Connection, puzzle: &ShippedPuzzle) -> Result<Card> {
    analyses::keep(connection, puzzle.game.position(), &puzzle.analysis)?;
    let card = NewCard {
        game: puzzle.game.clone(),
        themes: puzzle.themes.clone(),
        rating: Some(puzzle.rating),
    };
    cards::add(connection, PUZZLES, 0.0, &card)?;
    cards::find(connection, connection.last_insert_rowid())
}

/// Returns the rating of a puzzle.
pub(super) fn rating_of(card: &Card) -> Rating {
    card.rating.unwrap_or_else(|| Rating::of_puzzle(UNKNOWN))
}

/// Returns the rating of the player.
pub(super) fn rating(connection: &Connection) -> Result<Rating> {
    let last = "SELECT rating, deviation, volatility FROM answers WHERE rating IS NOT NULL \
                ORDER BY time DESC, id DESC LIMIT 1";
    let mut select = connection.prepare_cached(last)?;
    let found = select.query_row([], |row| {
        Ok(Rating {
            rating: row.get(0)?,
            deviation: row.get(1)?,
            volatility: row.get(2)?,
        })
    });
    Ok(found.optional()?.unwrap_or(Rating::START))
}

/// Returns what the last answer to a card changed, if it was rated.
pub(super) fn rated(connection: &Connection, card: i64) -> Result<Option<Rated>> {
    let last = "SELECT rating, deviation, rating - coalesce((SELECT rating FROM answers AS earlier \
                    WHERE earlier.rating IS NOT NULL \
                    AND (earlier.time, earlier.id) < (answers.time, answers.id) \
                    ORDER BY time DESC, id DESC LIMIT 1), ?2) \
                FROM answers WHERE card = ?1 ORDER BY id DESC LIMIT 1";
    let mut select = connection.prepare_cached(last)?;
    let found = select.query_row(params![card, Rating::START.rating], |row| {
        let Some(rating) = row.get(0)? else {
            return Ok(None);
        };
        Ok(Some(Rated {
            rating,
            deviation: row.get(1)?,
            change: row.get(2)?,
        }))
    });
    Ok(found.optional()?.flatten())
}

/// Returns the results of the player.
pub(super) fn progress(connection: &Connection) -> Result<PuzzleProgress> {
    let Rating {
        rating, deviation, ..
    } = rating(connection)?;
    let mut progress = PuzzleProgress {
        rating,
        deviation,
        ..PuzzleProgress::default()
    };
    let mut select = connection.prepare_cached(
        "SELECT right, answers.rating IS NOT NULL FROM answers JOIN cards ON cards.id = card \
         WHERE themes != '' ORDER BY time, answers.id",
    )?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        let (right, is_rated): (bool, bool) = (row.get(0)?, row.get(1)?);
        progress.rated += u64::from(is_rated);
        progress.streak = if right { progress.streak + 1 } else { 0 };
        progress.best_streak = progress.best_streak.max(progress.streak);
    }
    Ok(progress)
}
