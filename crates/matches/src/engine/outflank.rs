//! Outflank's engine.

use std::convert::Infallible;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use outflank_book::{BookError, BookName, BookPlayer};
use outflank_engine::evaluation::Evaluation;
use outflank_engine::{Limits, SearchOptions, SearchRequest, Searcher, Selectivity};
use outflank_othello::Game;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{ChosenMove, Clock, EngineError, MatchEngine, MatchPlayer, MoveLimit};

/// Size of a player's transposition table in MiB.
const HASH: usize = 64;

/// Outflank's engine, with the shipped weights or others.
#[derive(Clone, Debug)]
pub struct OutflankEngine {
    label: String,
    evaluation: Option<Arc<Evaluation>>,
    limit: MoveLimit,
    move_time: Option<Duration>,
    book: Option<EngineBook>,
    spare: Spare,
}

/// The book of an engine, with its name.
#[derive(Clone, Debug)]
struct EngineBook {
    name: BookName,
    player: BookPlayer,
}

/// Cleared searchers of finished games: allocating a new table is slow compared with a
/// short game.
type Spare = Arc<Mutex<Vec<Searcher>>>;

impl OutflankEngine {
    /// Creates an engine with the shipped weights, or with others; `label` follows
    /// `outflank` in its name.
    #[must_use]
    pub fn new(
        label: impl Into<String>,
        evaluation: Option<Arc<Evaluation>>,
        limit: MoveLimit,
    ) -> Self {
        Self {
            label: label.into(),
            evaluation,
            limit,
            move_time: None,
            book: None,
            spare: Spare::default(),
        }
    }

    /// Adds a limit on the time per move.
    #[must_use]
    pub fn with_move_time(self, move_time: Option<Duration>) -> Self {
        Self { move_time, ..self }
    }

    /// Adds a book to play from, with a random choice among moves at most `margin` discs worse
    /// than the best.
    ///
    /// # Errors
    ///
    /// Returns an error if the book cannot be read.
    pub fn with_book(self, name: &BookName, margin: u8) -> Result<Self, BookError> {
        let book = name.open()?.map(|book| EngineBook {
            name: name.clone(),
            player: BookPlayer::new(book, margin),
        });
        Ok(Self { book, ..self })
    }
}

impl MatchEngine for OutflankEngine {
    fn name(&self) -> String {
        let time = MoveLimit::time_suffix(self.move_time);
        let mut name = format!("outflank{}{}{time}", self.label, self.limit);
        if let Some(book) = &self.book {
            name.push_str(&format!(", book {}", book.name));
            if book.player.margin() > 0 {
                name.push_str(&format!(" within {} discs", book.player.margin()));
            }
        }
        name
    }

    fn is_deterministic(&self) -> bool {
        let draws = |book: &EngineBook| book.player.margin() > 0;
        self.limit.is_deterministic() && !self.book.as_ref().is_some_and(draws)
    }

    fn check(&self, openings: &[Game]) -> Result<(), EngineError> {
        let Some(evaluation) = &self.evaluation else {
            return Ok(());
        };
        let found = evaluation.shape();
        match openings.iter().find(|opening| opening.shape() != found) {
            Some(opening) => Err(EngineError::new(format!(
                "weights for a board of {found}: expected weights for {}",
                opening.shape()
            ))),
            None => Ok(()),
        }
    }

    fn new_player(&self, seed: u64) -> Result<Box<dyn MatchPlayer>, EngineError> {
        Ok(Box::new(OutflankPlayer {
            engine: self.clone(),
            searcher: None,
            random: Xoshiro256PlusPlus::seed_from_u64(seed),
        }))
    }
}

/// Returns a full-width search of `depth` plies: no selectivity and no endgame search.
#[must_use]
pub const fn full_width(depth: u32) -> Limits {
    Limits::depth(depth).with_selectivity(Selectivity::NONE)
}

/// The engine in one game.
struct OutflankPlayer {
    engine: OutflankEngine,
    /// Created before the first move, with the stop flag.
    searcher: Option<Searcher>,
    /// Decides between moves of the book whose turn it is.
    random: Xoshiro256PlusPlus,
}

impl OutflankPlayer {
    fn new_searcher(&self, stop: &Arc<AtomicBool>) -> Result<Searcher, EngineError> {
        let spare = &self.engine.spare;
        let spare = spare.lock().unwrap_or_else(PoisonError::into_inner).pop();
        if let Some(mut searcher) = spare {
            searcher.stop_by(Arc::clone(stop));
            return Ok(searcher);
        }
        let mut options = SearchOptions::default()
            .with_hash(HASH)
            .with_stop(Arc::clone(stop));
        if let Some(evaluation) = &self.engine.evaluation {
            options = options.with_evaluation(Arc::clone(evaluation));
        }
        let refuse = |error| EngineError::new(format!("no memory for {HASH} MiB: {error}"));
        let mut searcher = Searcher::new(options).map_err(refuse)?;
        searcher.warm_up();
        Ok(searcher)
    }
}

impl Drop for OutflankPlayer {
    fn drop(&mut self) {
        // After a panic the searcher may be inconsistent.
        if let (Some(mut searcher), false) = (self.searcher.take(), std::thread::panicking()) {
            searcher.clear();
            let spare = &self.engine.spare;
            let mut spare = spare.lock().unwrap_or_else(PoisonError::into_inner);
            spare.push(searcher);
        }
    }
}

impl MatchPlayer for OutflankPlayer {
    fn prepare(&mut self, _opening: &Game, stop: &Arc<AtomicBool>) -> Result<(), EngineError> {
        self.searcher = Some(self.new_searcher(stop)?);
        Ok(())
    }

    fn choose(
        &mut self,
        game: &Game,
        clock: Option<Clock>,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<ChosenMove>, EngineError> {
        let position = game.position();
        if let Some(book) = &self.engine.book {
            let known = book.player.choose(position, |_| 1.0, &mut self.random);
            let known = known.map_err(|error| EngineError::new(error.to_string()))?;
            if let Some(known) = known {
                return Ok(Some(ChosenMove {
                    square: known.square,
                    score: Some(known.score.into()),
                }));
            }
        }
        let limits = match self.engine.limit {
            MoveLimit::Depth(level) => Limits::level(level),
            MoveLimit::Plies(depth) => full_width(depth),
            MoveLimit::Time(time) => Limits::UNLIMITED.with_time(time),
            MoveLimit::Clock if clock.is_none() => return Err(MoveLimit::no_clock()),
            MoveLimit::Clock => Limits::UNLIMITED,
        };
        // A clock and a time per move are additional limits.
        let limits = self
            .engine
            .move_time
            .map_or(limits, |time| limits.with_time(time));
        let limits = clock.map_or(limits, |clock| limits.with_clock(clock));
        let mut searcher = match self.searcher.take() {
            Some(searcher) => searcher,
            None => self.new_searcher(stop)?,
        };
        let request = SearchRequest::new(position, limits);
        let mut search = |request: &SearchRequest| Ok::<_, Infallible>(searcher.search(request));
        let Ok(result) = match &self.engine.book {
            Some(book) => book.player.search(&request, search),
            None => search(&request),
        };
        self.searcher = Some(searcher);
        if let Some(best) = result.best() {
            return Ok(Some(ChosenMove {
                square: best.square,
                score: Some(best.discs()),
            }));
        }
        let first = position.legal_moves().first();
        let first = first.ok_or_else(|| EngineError::new("there is no legal move"))?;
        Ok(Some(first.into()))
    }
}
