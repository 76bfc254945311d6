//! The opponent in a game, shared by all front ends.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use outflank_book::{BookError, BookPlayer, OpenBook};
use outflank_engine::{ScoredMove, SearchRequest, SearchResult};
use outflank_human::{HumanModel, HumanRating, LikelyMove, Strength, draw, policy};
use outflank_othello::{Position, Square};
use rand::RngExt;

use crate::sparring::{GiveAway, OpeningLine, seeded};

/// An opponent. It plays an opening while the game follows it, then from a book, then in its style.
///
/// An `Opponent` does not search. [`prepare`](Self::prepare) returns the search to run, and
/// [`choose`](Self::choose) chooses a move from the result. Equal settings, seeds, positions and
/// search results give equal moves, unless the book varies games.
///
/// ```
/// use outflank_engine::{Limits, SearchOptions, SearchRequest, Searcher};
/// use outflank_human::HumanRating;
/// use outflank_othello::{Position, Shape};
/// use outflank_study::opponent::{Opponent, Step, Style};
///
/// let club = Opponent::new(Style::Human(HumanRating::new(1400)), 7);
/// let mut searcher = Searcher::new(SearchOptions::default().with_hash(1))?;
/// let start = Position::start(Shape::STANDARD);
/// let request = SearchRequest::new(&start, Limits::default());
/// let Ok(Step::Search(to_search)) = club.prepare(&request) else { panic!("no book") };
/// let found = searcher.search(&to_search);
/// let choice = club.choose(&request, None, found).unwrap();
/// assert!(start.legal_moves().contains(choice.chosen.square));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Opponent {
    /// The opening to follow.
    pub opening: Option<OpeningLine>,
    /// The book of the style [`Style::Best`].
    pub book: Option<BookChoice>,
    /// How the opponent plays.
    pub style: Style,
    /// The seed. Together with the position, it determines the random choices.
    pub seed: u64,
}

/// How an opponent chooses among scored moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Style {
    /// The best move.
    Best,
    /// Like people of a given rating on 8×8, and the best move on other boards.
    Human(HumanRating),
    /// Worse moves, to give discs away.
    GiveAway(GiveAway),
}

/// A book to play from, with equal weights or with the frequencies of people's moves.
#[derive(Clone, Debug)]
pub struct BookChoice {
    player: BookPlayer,
    rating: Option<HumanRating>,
    /// The number of moves chosen so far, so that a position does not always get the same move.
    chosen: Arc<AtomicU64>,
}

/// How an opponent finds a move.
#[derive(Clone, Debug)]
pub enum Step {
    /// The opponent plays a move from the book or from an earlier search.
    Play(ScoredMove),
    /// The opponent chooses a move from the result of this search.
    Search(Box<SearchRequest>),
}

/// The move that an opponent plays.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The move.
    pub chosen: ScoredMove,
    /// The best move.
    pub best: ScoredMove,
    /// Whether the move follows the opening.
    pub from_opening: bool,
    /// How long a person would think about the move. `None` for other styles and without a clock.
    pub thinking_time: Option<Duration>,
}

impl Choice {
    /// Returns the choice of the best move.
    #[must_use]
    pub fn best(best: ScoredMove) -> Self {
        Self {
            chosen: best.clone(),
            best,
            from_opening: false,
            thinking_time: None,
        }
    }

    /// Returns how many discs the move gives away.
    #[must_use]
    pub fn given(&self) -> f64 {
        self.best.discs() - self.chosen.discs()
    }
}

impl BookChoice {
    /// Plays book moves that are at most `margin` discs worse than the best. If there are several,
    /// plays them in turn or, with a rating, as often as people of that rating do.
    #[must_use]
    pub fn new(book: OpenBook, margin: u8, rating: Option<HumanRating>) -> Self {
        Self {
            player: BookPlayer::new(book, margin),
            rating,
            chosen: Arc::default(),
        }
    }

    /// Returns how many discs worse than the best a move may be.
    #[must_use]
    pub const fn margin(&self) -> u8 {
        self.player.margin()
    }

    fn choose(&self, position: &Position, seed: u64) -> Result<Option<ScoredMove>, BookError> {
        let logits = self.rating.zip(position.standard_board());
        let logits = logits.map(|(rating, board)| {
            HumanModel::shipped().logits(board, None, rating.points().into())
        });
        let weight = |square: Square| match &logits {
            None => 1.0,
            Some(logits) => {
                let index = 8 * square.row() + square.column();
                let found = logits.iter().find(|mv| mv.square == index);
                found.map_or(0.0, |mv| mv.logit.exp())
            }
        };
        let chosen = self.chosen.fetch_add(1, Ordering::Relaxed);
        let random = &mut seeded(seed.wrapping_add(chosen), position);
        let chosen = self
            .player
            .choose(position, |mv| weight(mv.square), random)?;
        Ok(chosen.as_ref().map(ScoredMove::from))
    }
}

impl Opponent {
    /// Creates an opponent without an opening or a book.
    #[must_use]
    pub const fn new(style: Style, seed: u64) -> Self {
        Self {
            opening: None,
            book: None,
            style,
            seed,
        }
    }

    /// Returns how to find a move in the position of a request. The limits of the request apply to
    /// [`Style::Best`]. Fails if the book is damaged.
    pub fn prepare(&self, request: &SearchRequest) -> Result<Step, BookError> {
        let position = &request.position;
        if self.follows_opening(position) {
            return Ok(Step::Search(request.clone().every_move().into()));
        }
        match (self.style, &self.book) {
            (Style::Best, Some(book)) => {
                if let Some(known) = book.choose(position, self.seed)? {
                    return Ok(Step::Play(known));
                }
                // With a rating, games already vary with the frequencies of people's moves.
                if book.rating.is_some() {
                    return Ok(Step::Search(request.clone().into()));
                }
                if let Some(others) = book.player.to_search(request) {
                    return Ok(Step::Search(others.into()));
                }
                let played = book.player.choose_searched(request, None);
                Ok(match played.best() {
                    Some(best) => Step::Play(best.clone()),
                    None => Step::Search(request.clone().into()),
                })
            }
            (Style::Best, None) => Ok(Step::Search(request.clone().into())),
            (Style::GiveAway(_), _) => Ok(Step::Search(request.clone().every_move().into())),
            (Style::Human(rating), _) if position.standard_board().is_some() => {
                let limits = Strength::of(rating, position.empties().len() as u32).limits();
                let request = SearchRequest::new(position, limits);
                Ok(Step::Search(request.every_move().into()))
            }
            (Style::Human(_), _) => Ok(Step::Search(request.clone().into())),
        }
    }

    /// Chooses a move from the result of the search that [`prepare`](Self::prepare) returned.
    /// Returns `None` if the search found no move. `last` is the other side's last move.
    #[must_use]
    pub fn choose(
        &self,
        request: &SearchRequest,
        last: Option<Square>,
        found: SearchResult,
    ) -> Option<Choice> {
        let position = &request.position;
        let mut choice = Choice::best(found.best()?.clone());
        let find = |square| found.moves.iter().find(|mv| mv.square == square).cloned();
        if let Some(chosen) = self.opening_move(position).and_then(find) {
            choice.from_opening = true;
            choice.chosen = chosen;
            return Some(choice);
        }
        match (self.style, &self.book) {
            (Style::Best, Some(book)) if book.rating.is_none() => {
                let played = book.player.choose_searched(request, Some(found));
                choice.chosen = played.best()?.clone();
            }
            (Style::Best, _) => {}
            (Style::GiveAway(give_away), _) => {
                let chosen = give_away.choose(position, &found.moves);
                choice.chosen = chosen.cloned().unwrap_or(choice.chosen);
            }
            (Style::Human(rating), _) => {
                let strength = Strength::of(rating, position.empties().len() as u32);
                let model = HumanModel::shipped();
                let likely = policy(model, rating, &strength, position, last, &found.moves);
                let mut random = seeded(self.seed, position);
                let drawn = draw(&likely, random.random());
                if let Some(chosen) = drawn.and_then(|mv| find(mv.square)) {
                    choice.chosen = chosen;
                    let doubt = random.random_range(0.6..1.4) * doubt(&likely);
                    choice.thinking_time = thinking_time(request, doubt);
                }
            }
        }
        Some(choice)
    }

    /// Returns whether the position is in the opening to follow, but not at its end.
    #[must_use]
    pub fn follows_opening(&self, position: &Position) -> bool {
        self.opening_move(position).is_some()
    }

    fn opening_move(&self, position: &Position) -> Option<Square> {
        self.opening.as_ref()?.next_move(position)
    }
}

/// Returns how hard a choice is. The average is 1. The value is lower if one move stands out and
/// higher if several are likely.
fn doubt(moves: &[LikelyMove]) -> f64 {
    // The exponential of the entropy is the effective number of moves that a player considers.
    let entropy = moves.iter().map(|mv| mv.probability).filter(|&p| p > 0.0);
    let entropy: f64 = entropy.map(|p| -p * p.ln()).sum();
    ((entropy.exp() - 1.0) / 2.0).clamp(0.1, 1.5)
}

/// Returns a share of the clock that can never use up the time.
fn thinking_time(request: &SearchRequest, doubt: f64) -> Option<Duration> {
    let clock = request.limits.clock?;
    let own_moves = (request.position.empties().len() / 2 + 4) as f64;
    let share = clock.left.as_secs_f64() / own_moves + clock.increment.as_secs_f64();
    Some(Duration::from_secs_f64(share * doubt).min(clock.left / 4))
}

#[cfg(test)]
mod tests {
    use outflank_engine::{Clock, Limits, SearchOptions, Searcher};
    use outflank_othello::{Game, Shape};

    use super::*;

    fn choose(opponent: &Opponent, request: &SearchRequest) -> Choice {
        match opponent.prepare(request).unwrap() {
            Step::Play(known) => Choice::best(known),
            Step::Search(to_search) => {
                let mut searcher = Searcher::new(SearchOptions::default().with_hash(1)).unwrap();
                let found = searcher.search(&to_search);
                opponent.choose(request, None, found).unwrap()
            }
        }
    }

    fn timed(shape: &str) -> SearchRequest {
        let clock = Clock {
            left: Duration::from_secs(8),
            increment: Duration::ZERO,
        };
        let start = Position::start(shape.parse().unwrap());
        SearchRequest::new(&start, Limits::depth(2).with_clock(clock))
    }

    #[test]
    fn people_think_only_on_8x8() {
        let human = Opponent::new(Style::Human(HumanRating::new(1000)), 3);
        let time = choose(&human, &timed("8x8")).thinking_time.unwrap();
        assert!(
            !time.is_zero() && time <= Duration::from_secs(2),
            "{time:?}"
        );
        let other = choose(&human, &timed("6x6"));
        assert_eq!(other.thinking_time, None);
        assert_eq!(other.chosen, other.best);
    }

    #[test]
    fn an_opening_is_followed_to_its_end() {
        let line = Game::from_transcript(Shape::STANDARD, "f5f4").unwrap();
        let mut opponent = Opponent::new(Style::Best, 1);
        opponent.opening = Some(OpeningLine::new(&line));
        let request = |game: &Game| SearchRequest::new(game.position(), Limits::depth(3));
        let first = Game::from_transcript(Shape::STANDARD, "f5").unwrap();
        let choice = choose(&opponent, &request(&first));
        assert_eq!(choice.chosen.square, Square::F4);
        assert!(choice.from_opening && choice.given() > 0.0);
        let after = choose(&opponent, &request(&line));
        assert!(!after.from_opening && after.given() == 0.0);
    }
}
