//! Stored analyses of positions.

use outflank_othello::{Color, Position, Shape, Symmetry};
use outflank_study::{Analysis, AnalysisStrength, MoveRecord};
use rusqlite::{Connection, OptionalExtension, params};

use super::Archive;
use super::error::{ArchiveError, Fault, Result};
use super::position_key::canonical_symmetries;

impl Archive {
    /// Returns the analysis of a position. It may stem from a position that is the same up to
    /// symmetry and colours.
    pub fn analysis(&self, position: &Position) -> Result<Option<Analysis>, ArchiveError> {
        self.read(|connection| find(connection, position))
    }

    /// Stores an analysis unless one at least as strong exists. Returns whether it was stored.
    pub fn keep(&mut self, position: &Position, analysis: &Analysis) -> Result<bool, ArchiveError> {
        self.write(|connection| keep(connection, position, analysis))
    }
}

/// Returns the stored analysis of a position.
pub(super) fn find(connection: &Connection, position: &Position) -> Result<Option<Analysis>> {
    let canonical = Canonical::of(position);
    let known = read(connection, &canonical.text)?;
    let inverse = canonical.symmetry.inverse();
    Ok(known.map(|known| known.under(inverse, position.shape())))
}

/// Stores an analysis unless one at least as strong exists. Returns whether it was stored.
pub(super) fn keep(
    connection: &Connection,
    position: &Position,
    analysis: &Analysis,
) -> Result<bool> {
    let canonical = Canonical::of(position);
    let analysis = analysis.clone().under(canonical.symmetry, position.shape());
    let known = read(connection, &canonical.text)?;
    let is_stronger = known.is_none_or(|known| analysis.strength > known.strength);
    if is_stronger {
        write(connection, &canonical.text, &analysis)?;
    }
    Ok(is_stronger)
}

/// The canonical position with Black to move. Scores do not depend on colours.
struct Canonical {
    text: String,
    symmetry: Symmetry,
}

impl Canonical {
    fn of(position: &Position) -> Self {
        let canonical = position.canonical().0;
        let as_black = match canonical.mover() {
            Color::Black => canonical,
            Color::White => canonical.with_swapped_colors(),
        };
        let text = match position.shape() {
            Shape::STANDARD => as_black.to_string(),
            shape => format!("{shape} {as_black}"),
        };
        let way = canonical_symmetries(position).into_iter().next();
        Self {
            text,
            symmetry: way.unwrap_or(Symmetry::IDENTITY),
        }
    }
}

fn read(connection: &Connection, position: &str) -> Result<Option<Analysis>> {
    let mut select = connection.prepare_cached(
        "SELECT exact, depth, selectivity, moves, engine, date FROM analyses WHERE position = ?1",
    )?;
    let row = select.query_row([position], |row| {
        let strength = AnalysisStrength {
            exact: row.get(0)?,
            depth: row.get(1)?,
            selectivity: row.get(2)?,
        };
        let moves: String = row.get(3)?;
        Ok((strength, moves, row.get(4)?, row.get(5)?))
    });
    let Some((strength, moves, engine, date)) = row.optional()? else {
        return Ok(None);
    };
    let damaged = || Fault::damaged(format!("the analysis of {position}"));
    let rows: Vec<MoveRecord> = serde_json::from_str(&moves).map_err(|_| damaged())?;
    let moves = rows.iter().map(MoveRecord::read).collect::<Option<_>>();
    Ok(Some(Analysis {
        strength,
        moves: moves.ok_or_else(damaged)?,
        engine,
        date,
    }))
}

fn write(connection: &Connection, position: &str, analysis: &Analysis) -> Result<()> {
    let (Some(best), Some(score)) = (analysis.best(), analysis.score()) else {
        return Ok(());
    };
    let rows: Vec<MoveRecord> = analysis.moves.iter().map(MoveRecord::of).collect();
    let moves = serde_json::to_string(&rows)?;
    let mut insert = connection.prepare_cached(
        "INSERT OR REPLACE INTO analyses \
             (position, exact, depth, selectivity, score, best, moves, engine, date) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
    )?;
    insert.execute(params![
        position,
        analysis.strength.exact,
        analysis.strength.depth,
        analysis.strength.selectivity,
        score,
        best.to_string(),
        moves,
        analysis.engine,
        analysis.date,
    ])?;
    Ok(())
}
