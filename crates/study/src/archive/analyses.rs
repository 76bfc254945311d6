//! What is known of positions, kept to be used again.

use outflank_engine::Limits;
use outflank_engine::evaluation::Evaluation;
use outflank_othello::{Color, Position, Shape, Square, Symmetry};
use rusqlite::{Connection, OptionalExtension, params};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

use super::Archive;
use super::error::{ArchiveError, Fault};
use super::position_key::canonical_symmetries;
use crate::analyzer::ScoredMove;

/// Parts of a disc in which scores are kept.
const UNITS: f64 = 128.0;

/// How much a search is worth: exact beats any estimate, then depth counts, then
/// what was left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct AnalysisStrength {
    /// Whether all scores are those of best play to the end.
    pub exact: bool,
    /// Depth of the search in plies.
    pub depth: u32,
    /// How probable it had to be, in per cent, that a branch changes nothing for
    /// it to be left out; 100 if none was.
    pub selectivity: u32,
}

impl AnalysisStrength {
    /// What a search by level gives of a position.
    #[must_use]
    pub fn of_limits(limits: Limits, position: &Position) -> Self {
        let empties = position.empties().len() as u32;
        let to_the_end = empties <= limits.end_from.max(limits.depth);
        Self {
            exact: empties <= limits.exact_from,
            depth: if to_the_end { empties } else { limits.depth },
            selectivity: if empties <= limits.exact_from {
                100
            } else {
                limits.selectivity.percent()
            },
        }
    }

    /// Whether a search of this strength answers what `query` would.
    #[must_use]
    pub fn serves(self, query: Self) -> bool {
        self.exact
            || !query.exact && self.depth >= query.depth && self.selectivity >= query.selectivity
    }
}

/// What the engine with an evaluation is called: its version and a hash of the
/// weights.
#[must_use]
pub fn engine_name(evaluation: &Evaluation) -> String {
    let (version, digest) = (env!("CARGO_PKG_VERSION"), evaluation.digest());
    format!("outflank {version}, weights {digest:016x}")
}

/// What is known of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// How far and how surely it was searched.
    pub strength: AnalysisStrength,
    /// The legal moves with their worth, best first; at least one.
    pub moves: Vec<ScoredMove>,
    /// What searched: engine and weights.
    pub engine: String,
    /// The day, as 2024-12-31.
    pub date: String,
}

impl Analysis {
    /// What a search has found out today. None if there is no move.
    #[must_use]
    pub fn new(moves: Vec<ScoredMove>, engine: &str) -> Option<Self> {
        let strength = AnalysisStrength {
            exact: moves.iter().all(|valued| valued.exact),
            depth: moves.iter().map(|valued| valued.depth).min()?,
            selectivity: moves.iter().map(|valued| valued.selectivity).min()?,
        };
        Some(Self {
            strength,
            moves,
            engine: engine.to_owned(),
            date: OffsetDateTime::now_utc().date().to_string(),
        })
    }

    /// The best move.
    #[must_use]
    pub fn best(&self) -> Option<Square> {
        self.moves.first().map(|best| best.square)
    }

    /// The score of the best move for the side to move, in 1/128 discs.
    #[must_use]
    pub fn score(&self) -> Option<i32> {
        self.moves
            .first()
            .map(|best| (best.score * UNITS).round() as i32)
    }

    /// The same with its squares where a symmetry puts them.
    fn under(mut self, symmetry: Symmetry, shape: Shape) -> Self {
        for valued in &mut self.moves {
            valued.square = symmetry.square(valued.square, shape);
            for square in &mut valued.pv {
                *square = symmetry.square(*square, shape);
            }
        }
        // Of equal moves the first in reading order comes first.
        self.moves
            .sort_by(|a, b| b.score.total_cmp(&a.score).then(a.square.cmp(&b.square)));
        self
    }
}

impl Archive {
    /// What is known of a position, or of one alike by symmetry or with colours
    /// swapped.
    ///
    /// # Errors
    ///
    /// Whatever the archive refuses.
    pub fn analysis(&self, position: &Position) -> Result<Option<Analysis>, ArchiveError> {
        let canonical = Canonical::of(position);
        self.read(|connection| {
            let known = read(connection, &canonical.text)?;
            let inverse = canonical.symmetry.inverse();
            Ok(known.map(|known| known.under(inverse, position.shape())))
        })
    }

    /// Keeps what was found out about a position, unless something at least as
    /// strong is known. Says whether it was kept.
    ///
    /// # Errors
    ///
    /// Whatever the archive refuses.
    pub fn keep(&mut self, position: &Position, analysis: &Analysis) -> Result<bool, ArchiveError> {
        let canonical = Canonical::of(position);
        let analysis = analysis.clone().under(canonical.symmetry, position.shape());
        self.write(|connection| {
            let known = read(connection, &canonical.text)?;
            let is_stronger = known.is_none_or(|known| analysis.strength > known.strength);
            if is_stronger {
                write(connection, &canonical.text, &analysis)?;
            }
            Ok(is_stronger)
        })
    }
}

/// A position as analyses know it: which colour moves does not matter to what
/// the moves are worth.
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
        let text = if position.shape() == Shape::STANDARD {
            as_black.to_string()
        } else {
            format!("{} {as_black}", position.shape())
        };
        let way = canonical_symmetries(position).into_iter().next();
        Self {
            text,
            symmetry: way.unwrap_or(Symmetry::IDENTITY),
        }
    }
}

/// A move with its worth as the table has it.
#[derive(Serialize, Deserialize)]
struct MoveRow {
    #[serde(rename = "move")]
    square: String,
    /// In 1/128 discs.
    score: i32,
    exact: bool,
    depth: u32,
    selectivity: u32,
    pv: String,
    nodes: u64,
}

impl MoveRow {
    fn of(valued: &ScoredMove) -> Self {
        Self {
            square: valued.square.to_string(),
            score: (valued.score * UNITS).round() as i32,
            exact: valued.exact,
            depth: valued.depth,
            selectivity: valued.selectivity,
            pv: valued
                .pv
                .iter()
                .map(Square::to_string)
                .collect::<Vec<_>>()
                .join(" "),
            nodes: valued.nodes,
        }
    }

    fn read(&self) -> Option<ScoredMove> {
        let pv = self.pv.split_whitespace();
        Some(ScoredMove {
            square: self.square.parse().ok()?,
            score: f64::from(self.score) / UNITS,
            exact: self.exact,
            pv: pv
                .map(|square| square.parse().ok())
                .collect::<Option<_>>()?,
            depth: self.depth,
            selectivity: self.selectivity,
            nodes: self.nodes,
        })
    }
}

fn read(connection: &Connection, position: &str) -> Result<Option<Analysis>, Fault> {
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
    let rows: Vec<MoveRow> = serde_json::from_str(&moves).map_err(|_| damaged())?;
    let moves = rows.iter().map(MoveRow::read).collect::<Option<_>>();
    Ok(Some(Analysis {
        strength,
        moves: moves.ok_or_else(damaged)?,
        engine,
        date,
    }))
}

fn write(connection: &Connection, position: &str, analysis: &Analysis) -> Result<(), Fault> {
    let (Some(best), Some(score)) = (analysis.best(), analysis.score()) else {
        return Ok(());
    };
    let rows: Vec<MoveRow> = analysis.moves.iter().map(MoveRow::of).collect();
    let moves = serde_json::to_string(&rows).map_err(|error| Fault::Io(error.into()))?;
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
