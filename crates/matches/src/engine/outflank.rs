//! Outflank's engine.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use outflank_book::{BookError, BookName};
use outflank_engine::evaluation::Evaluation;
use outflank_engine::{Limits, SearchOptions, SearchRequest, Searcher, Selectivity};
use outflank_human::HumanRating;
use outflank_othello::{Game, Move, Shape};
use outflank_study::opponent::{BookChoice, Opponent, Step, Style};

use super::{ChosenMove, Clock, EngineError, MatchEngine, MatchPlayer, MoveLimit};

/// Size of a player's transposition table in MiB.
const HASH: usize = 64;

/// Size of a human-like player's table in MiB; its searches are short.
const HUMAN_HASH: usize = 4;

/// Outflank's engine with the shipped or other weights, or the human-like opponent.
#[derive(Clone, Debug)]
pub struct OutflankEngine {
    label: String,
    evaluation: Option<Arc<Evaluation>>,
    limit: MoveLimit,
    /// An additional limit on the time per move.
    pub(super) move_time: Option<Duration>,
    style: Style,
    book: Option<(BookName, BookChoice)>,
    spare: Spare,
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
            style: Style::Best,
            book: None,
            spare: Spare::default(),
        }
    }

    /// Creates an engine that plays like people with this rating, on 8×8. It ignores clocks.
    #[must_use]
    pub fn human(rating: HumanRating) -> Self {
        Self {
            style: Style::Human(rating),
            ..Self::new("", None, MoveLimit::Depth(1))
        }
    }

    /// Adds a book to play from, with a random choice among moves at most `margin` discs worse
    /// than the best.
    ///
    /// # Errors
    ///
    /// Returns an error if the book cannot be read.
    pub fn with_book(self, name: &BookName, margin: u8) -> Result<Self, BookError> {
        let book = name.open()?;
        let book = book.map(|book| (name.clone(), BookChoice::new(book, margin, None)));
        Ok(Self { book, ..self })
    }

    fn spare(&self) -> MutexGuard<'_, Vec<Searcher>> {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a spare searcher or creates one.
    fn searcher(&self, stop: &Arc<AtomicBool>) -> Result<Searcher, EngineError> {
        let spare = self.spare().pop();
        let mut searcher = spare.map_or_else(|| self.new_searcher(), Ok)?;
        searcher.stop_by(Arc::clone(stop));
        Ok(searcher)
    }

    fn new_searcher(&self) -> Result<Searcher, EngineError> {
        let hash = match self.style {
            Style::Human(_) => HUMAN_HASH,
            _ => HASH,
        };
        let mut options = SearchOptions::default().with_hash(hash);
        if let Some(evaluation) = &self.evaluation {
            options = options.with_evaluation(Arc::clone(evaluation));
        }
        let refuse = |error| EngineError::new(format!("not enough memory for {hash} MiB: {error}"));
        let mut searcher = Searcher::new(options).map_err(refuse)?;
        searcher.warm_up();
        Ok(searcher)
    }
}

impl MatchEngine for OutflankEngine {
    fn name(&self) -> String {
        if let Style::Human(rating) = self.style {
            return format!("human@{rating}");
        }
        let time = MoveLimit::time_suffix(self.move_time);
        let mut name = format!("outflank{}{}{time}", self.label, self.limit);
        if let Some((book, choice)) = &self.book {
            name.push_str(&format!(", book {book}"));
            if choice.margin() > 0 {
                name.push_str(&format!(" within {} discs", choice.margin()));
            }
        }
        name
    }

    fn is_deterministic(&self) -> bool {
        let varies = |(_, choice): &(BookName, BookChoice)| choice.margin() > 0;
        self.style == Style::Best
            && self.limit.is_deterministic()
            && !self.book.as_ref().is_some_and(varies)
    }

    fn check(&self, openings: &[Game], games_at_once: usize) -> Result<(), EngineError> {
        let other_than = |own| openings.iter().map(Game::shape).find(|&shape| shape != own);
        let refusal = match (&self.evaluation, self.style) {
            (_, Style::Human(_)) => other_than(Shape::STANDARD).map(|shape| {
                let name = self.name();
                format!("{name} plays on 8x8 only: found a board of {shape}")
            }),
            (Some(evaluation), _) => other_than(evaluation.shape()).map(|shape| {
                let found = evaluation.shape();
                format!("weights for {found}: expected weights for {shape}")
            }),
            (None, _) => None,
        };
        if let Some(refusal) = refusal {
            return Err(EngineError::new(refusal));
        }
        // Reserve the tables now, so that no game is forfeited for lack of memory.
        let mut spare = self.spare();
        while spare.len() < games_at_once {
            spare.push(self.new_searcher()?);
        }
        Ok(())
    }

    fn new_player(&self, seed: u64) -> Result<Box<dyn MatchPlayer>, EngineError> {
        Ok(Box::new(OutflankPlayer {
            engine: self.clone(),
            opponent: Opponent {
                book: self.book.as_ref().map(|(_, choice)| choice.clone()),
                ..Opponent::new(self.style, seed)
            },
            searcher: None,
        }))
    }
}

/// The engine in one game.
struct OutflankPlayer {
    engine: OutflankEngine,
    opponent: Opponent,
    /// Created before the first move, with the stop flag.
    searcher: Option<Searcher>,
}

impl Drop for OutflankPlayer {
    fn drop(&mut self) {
        // After a panic the searcher may be inconsistent.
        if let (Some(mut searcher), false) = (self.searcher.take(), std::thread::panicking()) {
            searcher.clear();
            self.engine.spare().push(searcher);
        }
    }
}

impl MatchPlayer for OutflankPlayer {
    fn prepare(&mut self, _opening: &Game, stop: &Arc<AtomicBool>) -> Result<(), EngineError> {
        self.searcher = Some(self.engine.searcher(stop)?);
        Ok(())
    }

    fn choose(
        &mut self,
        game: &Game,
        clock: Option<Clock>,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<ChosenMove>, EngineError> {
        let position = game.position();
        let limits = match self.engine.limit {
            MoveLimit::Depth(level) => Limits::level(level),
            MoveLimit::Plies(depth) => Limits::depth(depth).with_selectivity(Selectivity::NONE),
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
        let request = SearchRequest::new(position, limits);
        let step = self.opponent.prepare(&request);
        let step = step.map_err(|error| EngineError::new(error.to_string()))?;
        let chosen = match step {
            Step::Play(known) => Some(known),
            Step::Search(to_search) => {
                let mut searcher = match self.searcher.take() {
                    Some(searcher) => searcher,
                    None => self.engine.searcher(stop)?,
                };
                let found = searcher.search(&to_search);
                self.searcher = Some(searcher);
                let last = game.last_move().and_then(Move::square);
                let choice = self.opponent.choose(&request, last, found);
                choice.map(|choice| choice.chosen)
            }
        };
        let is_own_score = self.engine.style == Style::Best;
        let chosen = chosen.map(|chosen| ChosenMove {
            square: chosen.square,
            score: is_own_score.then(|| chosen.discs()),
        });
        let any = || position.legal_moves().first().map(ChosenMove::from);
        let chosen = chosen.or_else(any);
        Ok(Some(chosen.ok_or_else(|| {
            EngineError::new("there is no legal move")
        })?))
    }
}
