//! Searches in a few numbers, held against one another.

use outflank_gametree::Algorithm;
use schemars::JsonSchema;
use serde::Serialize;

use super::TracedSearch;

/// A search in a few numbers.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize)]
pub struct Summary {
    /// The algorithm.
    pub algorithm: &'static str,
    /// The value of the root as players of the game say it, seen from Max.
    pub value: String,
    /// The same in units of the game.
    pub number: i32,
    /// The best move; none if there is none.
    pub best: Option<String>,
    /// The line of best play.
    pub pv: Vec<String>,
    /// States entered, the root included.
    pub entered: u64,
    /// States valued.
    pub leaves: u64,
    /// Cuts by their causes.
    pub cuts: CutCounts,
    /// Moves that a cut left unentered.
    pub unentered: u64,
    /// States entered as a share of those of minimax, in 0..=1 and over; none
    /// if minimax did not search this tree to its end.
    pub share_of_minimax: Option<f64>,
    /// The share of the cuts by a move that the first move made; none if there
    /// was no cut.
    pub cuts_by_first_move: Option<f64>,
    /// States entered for which the drawing has no room.
    pub left_out: u64,
    /// Whether no limit but the depth ended the search.
    pub completed: bool,
    /// How long it took, the recording included.
    pub seconds: f64,
}

/// Cuts by their causes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct CutCounts {
    /// At Min nodes.
    pub alpha: u64,
    /// At Max nodes.
    pub beta: u64,
    /// By the transposition table.
    pub table: u64,
    /// By proven bounds of the outcome.
    pub stability: u64,
    /// By shallow searches.
    pub probcut: u64,
}

impl Summary {
    /// The summaries of searches of one tree.
    #[must_use]
    pub fn of(searches: &[TracedSearch]) -> Vec<Self> {
        let minimax = searches
            .iter()
            .find(|search| search.algorithm == Algorithm::Minimax && search.tree.completed)
            .map(|search| search.tree.entered);
        let summary = |search: &TracedSearch| {
            let tree = &search.tree;
            let [alpha, beta, table, stability, probcut] = tree.cuts;
            Self {
                algorithm: search.algorithm.name(),
                value: tree.value.clone(),
                number: search.value,
                best: tree.best.clone(),
                pv: tree.pv.clone(),
                entered: tree.entered,
                leaves: tree.leaves,
                cuts: CutCounts {
                    alpha,
                    beta,
                    table,
                    stability,
                    probcut,
                },
                unentered: tree.unentered,
                share_of_minimax: minimax.map(|all| tree.entered as f64 / all as f64),
                cuts_by_first_move: search.places.share_of_first(1),
                left_out: tree.left_out,
                completed: tree.completed,
                seconds: search.time.as_secs_f64(),
            }
        };
        searches.iter().map(summary).collect()
    }
}
