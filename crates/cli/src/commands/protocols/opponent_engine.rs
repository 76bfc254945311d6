//! The opponent that a protocol serves.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use outflank_engine::{SearchRequest, SearchResult, Searcher};
use outflank_othello::Square;
use outflank_protocol::SearchEngine;
use outflank_study::opponent::{Opponent, Step};

use crate::book_option::prepare;

/// Interval at which a waiting thread checks the stop flag.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// An engine that plays like an opponent and analyzes like the engine.
#[derive(Debug)]
pub(super) struct OpponentEngine {
    pub(super) opponent: Opponent,
    pub(super) searcher: Searcher,
}

impl SearchEngine for OpponentEngine {
    fn search(
        &mut self,
        request: &SearchRequest,
        stop: &Arc<AtomicBool>,
        report: &mut dyn FnMut(SearchResult),
    ) -> SearchResult {
        SearchEngine::search(&mut self.searcher, request, stop, report)
    }

    /// A human-like opponent thinks for a plausible time if the game has a clock.
    fn choose(
        &mut self,
        request: &SearchRequest,
        last: Option<Square>,
        stop: &Arc<AtomicBool>,
        report: &mut dyn FnMut(SearchResult),
    ) -> SearchResult {
        let began = Instant::now();
        let (chosen, mut result) = match prepare(&self.opponent, request) {
            Step::Play(known) => (known, SearchResult::default()),
            Step::Search(to_search) => {
                let found = self.search(&to_search, stop, report);
                let Some(choice) = self.opponent.choose(request, last, found.clone()) else {
                    return found;
                };
                let time = choice.thinking_time.unwrap_or_default();
                while began.elapsed() < time && !stop.load(Ordering::Relaxed) {
                    std::thread::sleep(POLL_INTERVAL.min(time.saturating_sub(began.elapsed())));
                }
                (choice.chosen, found)
            }
        };
        result.pv.clone_from(&chosen.pv);
        result.moves = vec![chosen];
        result.complete = true;
        result
    }
}

#[cfg(test)]
mod tests {
    use outflank_book::OpenBook;
    use outflank_engine::{Limits, SearchOptions};
    use outflank_othello::{Position, Shape};
    use outflank_study::opponent::{BookChoice, Style};

    use super::*;

    #[test]
    fn moves_come_from_the_book_and_analyses_from_the_search() {
        let searcher = Searcher::new(SearchOptions::default().with_hash(1)).unwrap();
        let opponent = Opponent {
            book: Some(BookChoice::new(OpenBook::Shipped, 1, None)),
            ..Opponent::new(Style::Best, 1)
        };
        let mut engine = OpponentEngine { opponent, searcher };
        let request = SearchRequest::new(&Position::start(Shape::STANDARD), Limits::level(3));
        let (stop, mut ignore) = (Arc::default(), |_| ());
        let analysed = engine.search(&request, &stop, &mut ignore);
        assert_eq!(analysed.best().unwrap().depth, 3);
        let played = engine.choose(&request, None, &stop, &mut ignore);
        assert!(played.best().unwrap().from_book);
    }
}
