//! Summaries of searches for comparison.

use outflank_gametree::Algorithm;
use schemars::JsonSchema;
use serde::Serialize;

use super::TracedSearch;

/// The summary of a search.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize)]
pub struct Summary {
    /// The algorithm.
    pub algorithm: &'static str,
    /// The value of the root from Max's point of view, in the game's notation.
    pub value: String,
    /// The value in units of the game.
    pub number: i32,
    /// The best move, or `None` if the game is over.
    pub best: Option<String>,
    /// The principal variation.
    pub pv: Vec<String>,
    /// States entered, including the root.
    pub entered: u64,
    /// Leaves scored.
    pub leaves: u64,
    /// Cuts by cause.
    pub cuts: CutCounts,
    /// Moves skipped by cuts.
    pub unentered: u64,
    /// States entered divided by those that minimax enters, or `None` if minimax did not finish
    /// this tree.
    pub share_of_minimax: Option<f64>,
    /// Share of the cuts by moves that the first move caused, or `None` if there were no such cuts.
    pub cuts_by_first_move: Option<f64>,
    /// States entered but not recorded.
    pub left_out: u64,
    /// Whether the search ended without reaching any limit other than the depth.
    pub completed: bool,
    /// Time in seconds, including the time for recording.
    pub seconds: f64,
}

/// Cuts by cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct CutCounts {
    /// At Min nodes.
    pub alpha: u64,
    /// At Max nodes.
    pub beta: u64,
    /// By the transposition table.
    pub table: u64,
    /// By proven bounds on the outcome.
    pub stability: u64,
    /// By shallow searches.
    pub probcut: u64,
}

impl Summary {
    /// Summarizes searches of one tree.
    #[must_use]
    pub fn of(searches: &[TracedSearch]) -> Vec<Self> {
        let is_full = |search: &&TracedSearch| {
            search.algorithm == Algorithm::Minimax && search.tree.completed
        };
        let minimax = searches.iter().find(is_full);
        let minimax = minimax.map(|search| search.tree.entered);
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
