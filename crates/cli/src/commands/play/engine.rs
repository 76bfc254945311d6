//! The engine's moves, hints and pondering.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use outflank_book::OpenBook;
use outflank_engine::{
    Limits, Score, ScoredMove, SearchOptions, SearchRequest, SearchResult, Searcher,
};
use outflank_othello::{Position, Square};
use outflank_study::opponent::{self as study, Step, Style};
use outflank_study::{Analyzer, BookScores, EngineAnalyzer, textbook_score};
use outflank_textbook::TextbookPlayer;

use crate::book_option::prepare;

/// Level of hints.
const HINT_LEVEL: u32 = 10;
/// Empties at or below which hints are exact.
const EXACT_HINTS_FROM: u32 = 16;
/// Table size for hints, in MiB.
const HINT_HASH: usize = 64;

/// The engine that the user plays against.
#[derive(Clone, Debug)]
pub(super) enum Opponent {
    Outflank(OutflankOpponent),
    Textbook(TextbookOpponent),
}

/// The engine, or a human-like opponent.
#[derive(Clone, Debug)]
pub(super) struct OutflankOpponent {
    pub(super) name: String,
    pub(super) limits: Limits,
    pub(super) opponent: study::Opponent,
    /// Runs one search at a time. All searches share its table.
    pub(super) searcher: Arc<Mutex<Searcher>>,
}

/// A textbook player.
#[derive(Clone, Debug)]
pub(super) struct TextbookOpponent {
    pub(super) player: TextbookPlayer,
    /// Time per move.
    pub(super) time: Option<Duration>,
    /// Empties at or below which the player solves the position exactly.
    pub(super) exact_from: usize,
}

/// The engine's move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct EngineMove {
    pub(super) square: Square,
    /// The score that the engine expects, if it has one.
    pub(super) expected: Option<Score>,
}

impl Opponent {
    pub(super) fn name(&self) -> String {
        match self {
            Self::Outflank(outflank) => outflank.name.clone(),
            Self::Textbook(textbook) => textbook.player.to_string(),
        }
    }

    /// Chooses a move in a position that has one. `last` is the opponent's last move. Returns
    /// `None` only if stopped.
    pub(super) fn choose(
        &self,
        position: &Position,
        last: Option<Square>,
        stop: &Arc<AtomicBool>,
    ) -> Option<EngineMove> {
        let choice = match self {
            Self::Outflank(outflank) => outflank.choose(position, last, stop),
            Self::Textbook(textbook) => textbook.choose(position, stop),
        };
        choice.filter(|_| !stop.load(Ordering::Relaxed))
    }

    /// Ponders on the user's time to fill the table, if the engine is limited by time.
    pub(super) fn ponder(&self, position: &Position) -> Option<Background<()>> {
        let Self::Outflank(outflank) = self else {
            return None;
        };
        if outflank.limits.time.is_none() || position.is_over() {
            return None;
        }
        let outflank = outflank.clone();
        let request = SearchRequest::new(position, Limits::UNLIMITED);
        // Without a thread, the engine simply does not ponder.
        Background::start(move |stop| drop(outflank.search(&request, stop))).ok()
    }
}

impl OutflankOpponent {
    fn choose(
        &self,
        position: &Position,
        last: Option<Square>,
        stop: &Arc<AtomicBool>,
    ) -> Option<EngineMove> {
        let request = SearchRequest::new(position, self.limits);
        let chosen = match prepare(&self.opponent, &request) {
            Step::Play(known) => known,
            Step::Search(to_search) => {
                let found = self.search(&to_search, stop);
                self.opponent.choose(&request, last, found)?.chosen
            }
        };
        let has_own_score = self.opponent.style == Style::Best;
        Some(EngineMove {
            square: chosen.square,
            expected: has_own_score.then_some(chosen.score),
        })
    }

    fn search(&self, request: &SearchRequest, stop: &Arc<AtomicBool>) -> SearchResult {
        let mut searcher = self.searcher.lock().unwrap_or_else(PoisonError::into_inner);
        searcher.stop_by(Arc::clone(stop));
        searcher.search(request)
    }
}

impl TextbookOpponent {
    fn choose(&self, position: &Position, stop: &Arc<AtomicBool>) -> Option<EngineMove> {
        if position.empties().len() <= self.exact_from {
            let options = SearchOptions::default().with_stop(Arc::clone(stop));
            let mut searcher = Searcher::new(options).ok()?;
            let result = searcher.search(&SearchRequest::new(position, Limits::SOLVE));
            return result.best().map(|best| EngineMove {
                square: best.square,
                expected: Some(best.score),
            });
        }
        let mut limits = outflank_gametree::SearchLimits::unlimited().with_stop(Arc::clone(stop));
        limits.time = self.time;
        let report = self.player.search(position, &limits);
        report.best.map(|square| EngineMove {
            square,
            expected: Some(textbook_score(report.score)),
        })
    }
}

/// Returns the scored moves of a position, best first; `None` if `stop` became true or there was
/// not enough memory.
pub(super) fn hint(position: &Position, stop: &Arc<AtomicBool>) -> Option<Vec<ScoredMove>> {
    let limits = Limits {
        exact_from: EXACT_HINTS_FROM,
        end_from: EXACT_HINTS_FROM,
        ..Limits::level(HINT_LEVEL)
    };
    let options = SearchOptions::default().with_hash(HINT_HASH);
    let analyzer = EngineAnalyzer::new(limits, &options, 1, Arc::clone(stop));
    let analyzer = analyzer.ok()?;
    BookScores::new(Some(OpenBook::Shipped), &analyzer).score_moves(position)
}

/// Work on another thread. Dropping it stops the work without waiting.
pub(super) struct Background<T> {
    result: Receiver<T>,
    stop: Arc<AtomicBool>,
}

impl<T: Send + 'static> Background<T> {
    /// Starts `work` and passes it its stop flag.
    pub(super) fn start(
        work: impl FnOnce(&Arc<AtomicBool>) -> T + Send + 'static,
    ) -> std::io::Result<Self> {
        let (sender, result) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        std::thread::Builder::new().spawn(move || {
            // Sending fails if the receiver was dropped.
            let _ = sender.send(work(&flag));
        })?;
        Ok(Self { result, stop })
    }

    /// Returns the result if it is ready, or an error if the work panicked.
    pub(super) fn poll(&self) -> Result<Option<T>, TryRecvError> {
        match self.result.try_recv() {
            Ok(result) => Ok(Some(result)),
            Err(TryRecvError::Empty) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

impl<T> Drop for Background<T> {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}
