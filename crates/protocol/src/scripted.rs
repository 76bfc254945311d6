//! A searcher with predictable moves, for tests.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use outflank_engine::{Score, ScoredMove, SearchRequest, SearchResult, Selectivity};

use super::{Protocol, SearchEngine, answer_all};

/// The number of depths that a search completes unless it is stopped.
pub(crate) const DEPTHS: u32 = 3;

/// Finds the first legal moves in reading order. Their scores are the depth minus their index, and
/// each depth takes one second. Records its requests.
#[derive(Debug, Default)]
pub(crate) struct ScriptedSearcher {
    pub(crate) requests: Vec<SearchRequest>,
}

impl SearchEngine for ScriptedSearcher {
    fn search(
        &mut self,
        request: &SearchRequest,
        stop: &Arc<AtomicBool>,
        report: &mut dyn FnMut(SearchResult),
    ) -> SearchResult {
        self.requests.push(request.clone());
        let mut last = SearchResult::default();
        for depth in 1..=DEPTHS {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let legal = request.position.legal_moves().into_iter();
            let moves = legal.take(request.count).enumerate();
            last = SearchResult {
                moves: moves
                    .map(|(place, square)| ScoredMove {
                        selectivity: Selectivity::MIN,
                        ..ScoredMove::new(
                            square,
                            Score::whole(depth as i32 - place as i32, false),
                            depth,
                        )
                    })
                    .collect(),
                nodes: 100 * u64::from(depth),
                elapsed: Duration::from_secs(depth.into()),
                ..SearchResult::default()
            };
            report(last.clone());
        }
        last
    }
}

/// Returns the output of a conversation with a scripted searcher.
pub(crate) fn output(protocol: impl Protocol, input: impl AsRef<[u8]>) -> String {
    answer_all(protocol, &mut ScriptedSearcher::default(), input.as_ref())
}
