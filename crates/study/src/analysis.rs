//! Analyses that can be stored.

use outflank_engine::evaluation::Evaluation;
use outflank_engine::{Limits, Score, ScoredMove, Selectivity};
use outflank_othello::{Position, Shape, Square, Symmetry};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

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
    /// Returns the strength of a completed search of `position` with `limits`.
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

    /// Applies a symmetry to the squares.
    #[must_use]
    pub fn under(mut self, symmetry: Symmetry, shape: Shape) -> Self {
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

/// An analysis as JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnalysisRecord {
    exact: bool,
    depth: u32,
    selectivity: u32,
    moves: Vec<MoveRecord>,
    engine: String,
    date: String,
}

impl From<Analysis> for AnalysisRecord {
    fn from(analysis: Analysis) -> Self {
        Self {
            exact: analysis.strength.exact,
            depth: analysis.strength.depth,
            selectivity: analysis.strength.selectivity,
            moves: analysis.moves.iter().map(MoveRecord::of).collect(),
            engine: analysis.engine,
            date: analysis.date,
        }
    }
}

impl AnalysisRecord {
    /// Returns the analysis, or `None` if it is not an analysis of `position`.
    #[must_use]
    pub fn read(&self, position: &Position) -> Option<Analysis> {
        let moves = self.moves.iter().map(MoveRecord::read);
        let is_legal = |mv: &ScoredMove| position.play(mv.square).is_ok();
        let moves: Option<Vec<ScoredMove>> = moves.map(|mv| mv.filter(is_legal)).collect();
        Some(Analysis {
            strength: AnalysisStrength {
                exact: self.exact,
                depth: self.depth,
                selectivity: self.selectivity,
            },
            moves: moves.filter(|moves| !moves.is_empty())?,
            engine: self.engine.clone(),
            date: self.date.clone(),
        })
    }
}

/// A scored move as JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveRecord {
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

impl MoveRecord {
    /// Returns the record of a move.
    #[must_use]
    pub fn of(mv: &ScoredMove) -> Self {
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

    /// Returns the move, or `None` if a field is invalid.
    #[must_use]
    pub fn read(&self) -> Option<ScoredMove> {
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
