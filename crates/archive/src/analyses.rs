//! Stored analyses of positions.

use outflank_engine::evaluation::Evaluation;
use outflank_engine::{Limits, Score, ScoredMove, Selectivity};
use outflank_othello::{Color, Position, Shape, Square, Symmetry};
use rusqlite::{Connection, OptionalExtension, params};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

use super::Archive;
use super::error::{ArchiveError, Fault, Result};
use super::position_key::canonical_symmetries;

/// The strength of a search, ordered by exactness, depth and selectivity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct AnalysisStrength {
    /// Whether all scores are exact.
    pub exact: bool,
    /// The search depth in plies.
    pub depth: u32,
    /// The selectivity in per cent. It is 100 if ProbCut pruned nothing.
    pub selectivity: u32,
}

impl AnalysisStrength {
    /// Returns the strength of a search within `limits`.
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

    /// Returns whether this is at least as strong as `required`.
    #[must_use]
    pub fn is_at_least(self, required: Self) -> bool {
        self.exact
            || !required.exact
                && self.depth >= required.depth
                && self.selectivity >= required.selectivity
    }
}

/// Returns the name of the engine with an evaluation: its version and a hash of the weights.
#[must_use]
pub fn engine_name(evaluation: &Evaluation) -> String {
    let (version, digest) = (env!("CARGO_PKG_VERSION"), evaluation.digest());
    format!("outflank {version}, weights {digest:016x}")
}

/// A stored analysis of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// The strength of the search.
    pub strength: AnalysisStrength,
    /// The legal moves, best first. There is at least one.
    pub moves: Vec<ScoredMove>,
    /// The engine, from [`engine_name`].
    pub engine: String,
    /// The date, as in 2024-12-31.
    pub date: String,
}

impl Analysis {
    /// Creates an analysis with today's date, or returns `None` without moves.
    #[must_use]
    pub fn new(moves: Vec<ScoredMove>, engine: &str) -> Option<Self> {
        let strength = AnalysisStrength {
            exact: moves.iter().all(ScoredMove::is_exact),
            depth: moves.iter().map(|mv| mv.depth).min()?,
            selectivity: moves.iter().map(|mv| mv.selectivity.percent()).min()?,
        };
        Some(Self {
            strength,
            moves,
            engine: engine.to_owned(),
            date: OffsetDateTime::now_utc().date().to_string(),
        })
    }

    /// Returns the best move.
    #[must_use]
    pub fn best(&self) -> Option<Square> {
        self.moves.first().map(|best| best.square)
    }

    /// Returns the score of the best move, in 1/128 discs.
    #[must_use]
    pub fn score(&self) -> Option<i32> {
        self.moves.first().map(|best| best.score.units())
    }

    /// Applies a symmetry.
    fn under(mut self, symmetry: Symmetry, shape: Shape) -> Self {
        for mv in &mut self.moves {
            mv.square = symmetry.square(mv.square, shape);
            for square in &mut mv.pv {
                *square = symmetry.square(*square, shape);
            }
        }
        let by_square = |a: &ScoredMove, b: &ScoredMove| a.square.cmp(&b.square);
        self.moves
            .sort_by(|a, b| b.discs().total_cmp(&a.discs()).then(by_square(a, b)));
        self
    }
}

impl Archive {
    /// Returns the analysis of a position. It may stem from a position that is the same up to
    /// symmetry and colours.
    pub fn analysis(&self, position: &Position) -> Result<Option<Analysis>, ArchiveError> {
        let canonical = Canonical::of(position);
        self.read(|connection| {
            let known = read(connection, &canonical.text)?;
            let inverse = canonical.symmetry.inverse();
            Ok(known.map(|known| known.under(inverse, position.shape())))
        })
    }

    /// Stores an analysis unless one at least as strong exists. Returns whether it was stored.
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

/// A move in the `moves` column.
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
    fn of(mv: &ScoredMove) -> Self {
        let pv: Vec<String> = mv.pv.iter().map(Square::to_string).collect();
        Self {
            square: mv.square.to_string(),
            score: mv.score.units(),
            exact: mv.is_exact(),
            depth: mv.depth,
            selectivity: mv.selectivity.percent(),
            pv: pv.join(" "),
            nodes: mv.nodes,
        }
    }

    fn read(&self) -> Option<ScoredMove> {
        let pv = self.pv.split_whitespace().map(str::parse);
        Some(ScoredMove {
            square: self.square.parse().ok()?,
            score: Score::from_units(self.score, self.exact),
            from_book: false,
            pv: pv.collect::<Result<_, _>>().ok()?,
            depth: self.depth,
            selectivity: Selectivity::from_percent(self.selectivity)?,
            nodes: self.nodes,
        })
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
    let rows: Vec<MoveRow> = serde_json::from_str(&moves).map_err(|_| damaged())?;
    let moves = rows.iter().map(MoveRow::read).collect::<Option<_>>();
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
    let rows: Vec<MoveRow> = analysis.moves.iter().map(MoveRow::of).collect();
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
