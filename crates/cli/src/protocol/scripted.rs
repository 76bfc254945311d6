//! A searcher for tests with predictable moves.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use outflank_engine::evaluation::UNITS_PER_DISC;
use outflank_engine::{ScoredMove, Selectivity};

use super::{SearchReport, SearchRequest, Searcher};

/// Depths that a search completes unless it is stopped.
pub(crate) const DEPTHS: u32 = 3;

/// Finds the first legal moves in reading order, worth as many discs as the depth
/// less the place, in a second a depth. Remembers what it was asked.
#[derive(Debug, Default)]
pub(crate) struct ScriptedSearcher {
    pub(crate) requests: Vec<SearchRequest>,
}

impl Searcher for ScriptedSearcher {
    fn search(
        &mut self,
        request: &SearchRequest,
        stop: &Arc<AtomicBool>,
        report: &mut (dyn FnMut(SearchReport) + Send),
    ) -> SearchReport {
        self.requests.push(request.clone());
        let mut last = SearchReport::default();
        for depth in 1..=DEPTHS {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let legal = request.position.legal_moves().into_iter();
            let moves = legal.take(request.multi_pv).enumerate();
            last = SearchReport {
                moves: moves
                    .map(|(place, square)| ScoredMove {
                        square,
                        value: UNITS_PER_DISC * (depth as i32 - place as i32),
                        depth,
                        selectivity: Selectivity::ALL[0],
                        is_exact: false,
                        pv: vec![square],
                    })
                    .collect(),
                nodes: 100 * u64::from(depth),
                elapsed: Duration::from_secs(depth.into()),
            };
            report(last.clone());
        }
        last
    }
}
