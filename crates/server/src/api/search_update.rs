//! The intermediate results of a search.

use outflank_engine::ScoredMove;
use schemars::JsonSchema;
use serde::Serialize;

use crate::engine::Snapshot;

/// The intermediate results of a search.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct Update {
    /// Best first.
    moves: Vec<ScoredMove>,
    /// Depth of the best move.
    depth: u32,
    /// Selectivity of the best move.
    selectivity: u32,
    /// Whether all scores are exact.
    exact: bool,
    nodes: u64,
    /// Time for which the search had the engine.
    seconds: f64,
    /// Nodes per second.
    speed: f64,
}

impl From<&Snapshot> for Update {
    fn from(snapshot: &Snapshot) -> Self {
        let seconds = snapshot.time.as_secs_f64();
        let best = snapshot.moves.first();
        Self {
            moves: snapshot.moves.to_vec(),
            depth: best.map_or(0, |best| best.depth),
            selectivity: best.map_or(100, |best| best.selectivity.percent()),
            exact: snapshot.moves.iter().all(ScoredMove::is_exact),
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
