//! The opponent that plays as people play, behind a protocol.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use outflank_engine::{ScoredMove, SearchRequest, SearchResult, Searcher};
use outflank_human::HumanPlayer;
use outflank_othello::Square;
use outflank_protocol::SearchEngine;

/// Interval at which a wait looks at the stop flag.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Plays as people play, and analyzes as the engine does.
#[derive(Debug)]
pub(super) struct HumanSearcher {
    /// Chooses the moves to play on 8×8.
    pub(super) player: HumanPlayer,
    /// Searches everything else.
    pub(super) searcher: Searcher,
}

impl SearchEngine for HumanSearcher {
    fn search(
        &mut self,
        request: &SearchRequest,
        stop: &Arc<AtomicBool>,
        report: &mut dyn FnMut(SearchResult),
    ) -> SearchResult {
        SearchEngine::search(&mut self.searcher, request, stop, report)
    }

    /// Thinks for a plausible time if the game has a clock.
    fn choose(
        &mut self,
        request: &SearchRequest,
        last: Option<Square>,
        stop: &Arc<AtomicBool>,
        report: &mut dyn FnMut(SearchResult),
    ) -> SearchResult {
        let began = Instant::now();
        let position = &request.position;
        let moves = self.player.moves(position, last, stop);
        let Some(chosen) = self.player.choose_from(&moves) else {
            return self.search(request, stop, report);
        };
        if let Some(clock) = request.limits.clock {
            let empties = position.empties().len() as u32;
            let time = self.player.thinking_time(&moves, empties, clock);
            while began.elapsed() < time && !stop.load(Ordering::Relaxed) {
                std::thread::sleep(POLL_INTERVAL.min(time.saturating_sub(began.elapsed())));
            }
        }
        let limits = self.player.strength(position).limits();
        SearchResult {
            moves: vec![ScoredMove {
                selectivity: limits.selectivity,
                ..ScoredMove::new(
                    chosen.square,
                    chosen.score.unwrap_or_default(),
                    limits.depth,
                )
            }],
            pv: vec![chosen.square],
            elapsed: began.elapsed(),
            complete: true,
            ..SearchResult::default()
        }
    }
}
