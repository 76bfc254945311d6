//! Moves with their worth, and what a search has found, as clients see them.

use outflank_othello::Square;
use outflank_study::ScoredMove;
use serde::Serialize;

use crate::engine::Snapshot;

/// A move with its worth: the fields of `outflank hint --json`.
#[derive(Clone, Debug, Serialize)]
pub(super) struct ValuedMove {
    #[serde(rename = "move")]
    pub(super) square: String,
    pub(super) score: f64,
    pub(super) exact: bool,
    pub(super) depth: u32,
    pub(super) selectivity: u32,
    pub(super) pv: Vec<String>,
}

impl From<&ScoredMove> for ValuedMove {
    fn from(valued: &ScoredMove) -> Self {
        Self {
            square: valued.square.to_string(),
            score: valued.score,
            exact: valued.exact,
            depth: valued.depth,
            selectivity: valued.selectivity,
            pv: valued.pv.iter().map(Square::to_string).collect(),
        }
    }
}

/// What a search has found by some moment.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Update {
    /// Best first.
    moves: Vec<ValuedMove>,
    /// Of the best move.
    depth: u32,
    selectivity: u32,
    /// Whether all scores are exact.
    exact: bool,
    nodes: u64,
    /// How long the search had the engine.
    seconds: f64,
    /// Nodes a second.
    speed: f64,
}

impl From<&Snapshot> for Update {
    fn from(snapshot: &Snapshot) -> Self {
        let seconds = snapshot.time.as_secs_f64();
        let best = snapshot.moves.first();
        Self {
            moves: snapshot.moves.iter().map(ValuedMove::from).collect(),
            depth: best.map_or(0, |best| best.depth),
            selectivity: best.map_or(100, |best| best.selectivity),
            exact: snapshot.moves.iter().all(|valued| valued.exact),
            nodes: snapshot.nodes,
            seconds,
            speed: if seconds > 0.0 {
                snapshot.nodes as f64 / seconds
            } else {
                0.0
            },
        }
    }
}
