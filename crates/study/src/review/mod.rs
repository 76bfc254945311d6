//! Game review: every move scored, mistakes classified and explained.

mod stage;
mod summary;
mod table;

use outflank_othello::{Color, Game, Move, Outcome, Position, Square};
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;

use crate::analyzer::Analyzer;
use crate::choices::{MoveCounts, SideChoices};
use crate::people::PlayedRating;
use crate::reason::{Reason, reason};
use outflank_engine::ScoredMove;

pub use stage::Stage;
pub use summary::{SideSummary, TurningPoint};
pub use table::{GameReview, GameRow, LostMove, ReviewTables, TableRow, WorstRow};

/// Maximum loss in discs of a book move that is not a mistake. Both scores are rounded, so a
/// difference of two may really be one.
const BOOK_MARGIN: f64 = 2.0;

/// The severity of a mistake, by the number of discs that it loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// 2 discs or more.
    Inaccuracy,
    /// 5 discs or more.
    Mistake,
    /// 10 discs or more.
    Blunder,
}

impl Severity {
    /// The severities with their minimum loss in discs, mildest first.
    pub const LIMITS: [(Self, f64); 3] = [
        (Self::Inaccuracy, 2.0),
        (Self::Mistake, 5.0),
        (Self::Blunder, 10.0),
    ];

    /// Classifies a loss in discs. Returns `None` below 2 discs.
    #[must_use]
    pub fn of_loss(discs: f64) -> Option<Self> {
        let reached = Self::LIMITS.iter().rfind(|(_, least)| discs >= *least);
        reached.map(|(severity, _)| *severity)
    }

    /// Classifies a move by its loss compared with the best move. Unless the loss is proven,
    /// returns `None` for a book move that loses at most two discs or whose best alternative is not
    /// a book move.
    #[must_use]
    pub fn of_move(played: &ScoredMove, best: &ScoredMove) -> Option<Self> {
        let loss = best.discs() - played.discs();
        let is_proven = played.is_exact() && best.is_exact();
        // A shallow search must not overrule the book.
        let is_within = loss <= BOOK_MARGIN || !best.from_book;
        let is_book = played.from_book && !is_proven && is_within;
        (!is_book).then(|| Self::of_loss(loss)).flatten()
    }

    /// Returns `inaccuracy`, `mistake` or `blunder`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }

    /// Returns the annotation mark: `?!`, `?` or `??`.
    #[must_use]
    pub const fn mark(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }
}

/// A reviewed move in a game.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ReviewedMove {
    /// The number of the ply, from 1.
    pub ply: usize,
    /// The side that moved.
    pub mover: Color,
    /// The move played.
    #[serde(rename = "move")]
    pub played: Move,
    /// The score for the mover in discs. `None` for a pass.
    pub score: Option<f64>,
    /// The best move, or the move played if it is equally good.
    pub best: Option<Square>,
    /// The score of the best move for the mover, in discs.
    pub best_score: Option<f64>,
    /// How many discs the move loses compared with the best move.
    pub loss: f64,
    /// Whether the scores are exact.
    pub exact: bool,
    /// Whether the score of the move comes from an opening book.
    pub from_book: bool,
    /// The severity if the move loses 2 discs or more. A book move must lose more than 2 discs
    /// according to the book.
    pub mistake: Option<Severity>,
    /// The reason if the move is a mistake.
    pub reason: Option<Reason>,
    /// How many moves win, draw, lose or are safe. `None` for a pass.
    pub choices: Option<MoveCounts>,
    /// All legal moves, best first.
    pub alternatives: Vec<ScoredMove>,
}

/// The review of a game. The JSON object omits the moves.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Review {
    /// The moves in order, up to an interruption.
    #[serde(skip)]
    pub moves: Vec<ReviewedMove>,
    /// The summary for Black.
    pub black: SideSummary,
    /// The summary for White.
    pub white: SideSummary,
    /// Black's winning and losing moves.
    pub black_choices: SideChoices,
    /// White's winning and losing moves.
    pub white_choices: SideChoices,
    /// The rating estimated from Black's losses. `None` unless the board is 8×8 and there are
    /// enough moves.
    pub black_rating: Option<PlayedRating>,
    /// The rating estimated from White's losses.
    pub white_rating: Option<PlayedRating>,
    /// The last move with an exact score that gave away a win or a draw. If there is none and the
    /// game is finished, the move that lost it according to the estimated scores.
    pub turning_point: Option<TurningPoint>,
    /// Whether every move was scored.
    pub complete: bool,
}

/// Reviews a game, with several moves in parallel in the current thread pool. Calls `report` after
/// each move.
#[must_use]
pub fn review(game: &Game, analyzer: &dyn Analyzer, report: &(dyn Fn() + Sync)) -> Review {
    let plies: Vec<(usize, (&Position, Move))> = (1..).zip(game.plies()).collect();
    let review = |&(ply, (position, played)): &(usize, (&Position, Move))| {
        let reviewed = review_move(ply, position, played, analyzer);
        report();
        reviewed
    };
    let moves: Vec<_> = plies.par_iter().with_max_len(1).map(review).collect();
    let complete = moves.iter().all(Option::is_some);
    // Keep the moves up to the first gap.
    let moves = moves.into_iter().map_while(|mv| mv);
    Review::new(game, moves.collect(), complete)
}

/// Reviews a game on this thread, move by move, and reports each move.
#[must_use]
pub fn review_sequentially(
    game: &Game,
    analyzer: &dyn Analyzer,
    report: &mut dyn FnMut(&ReviewedMove),
) -> Review {
    let mut moves = Vec::new();
    for (index, (position, played)) in game.plies().enumerate() {
        let Some(reviewed) = review_move(index + 1, position, played, analyzer) else {
            return Review::new(game, moves, false);
        };
        report(&reviewed);
        moves.push(reviewed);
    }
    Review::new(game, moves, true)
}

impl Review {
    fn new(game: &Game, moves: Vec<ReviewedMove>, complete: bool) -> Self {
        let winner = game.outcome().and_then(Outcome::winner);
        Self {
            black: SideSummary::new(&moves, Color::Black),
            white: SideSummary::new(&moves, Color::White),
            black_choices: SideChoices::new(&moves, Color::Black),
            white_choices: SideChoices::new(&moves, Color::White),
            black_rating: PlayedRating::of(game, &moves, Color::Black),
            white_rating: PlayedRating::of(game, &moves, Color::White),
            turning_point: TurningPoint::find(&moves, winner.map(Color::opponent)),
            moves,
            complete,
        }
    }
}

/// Reviews one move. Returns `None` if the analyzer was interrupted.
fn review_move(
    ply: usize,
    position: &Position,
    played: Move,
    analyzer: &dyn Analyzer,
) -> Option<ReviewedMove> {
    let mut reviewed = ReviewedMove {
        ply,
        mover: position.mover(),
        played,
        score: None,
        best: None,
        best_score: None,
        loss: 0.0,
        exact: false,
        from_book: false,
        mistake: None,
        reason: None,
        choices: None,
        alternatives: Vec::new(),
    };
    let Move::Place(square) = played else {
        return Some(reviewed);
    };
    let alternatives = analyzer.score_moves(position)?;
    let best = alternatives.first()?.clone();
    let chosen = alternatives.iter().find(|mv| mv.square == square)?.clone();
    reviewed.score = Some(chosen.discs());
    reviewed.best_score = Some(best.discs());
    reviewed.loss = best.discs() - chosen.discs();
    let best_square = if reviewed.loss > 0.0 {
        best.square
    } else {
        square
    };
    reviewed.best = Some(best_square);
    reviewed.exact = chosen.is_exact() && best.is_exact();
    reviewed.mistake = Severity::of_move(&chosen, &best);
    reviewed.from_book = chosen.from_book;
    if reviewed.mistake.is_some() {
        reviewed.reason = Some(reason(position, &chosen, &best));
    }
    reviewed.choices = Some(MoveCounts::of(&alternatives));
    reviewed.alternatives = alternatives;
    Some(reviewed)
}

#[cfg(test)]
mod tests {
    use outflank_engine::Score;
    use outflank_othello::Shape;

    use super::*;
    use crate::analyzer::{Interrupted, TextbookAnalyzer};

    const GAME: &str = "f5d6c3d3c4f4f6f3e6e7d7";

    #[test]
    fn only_the_book_or_a_proof_marks_a_book_move() {
        let scored = |discs, from_book, is_exact| ScoredMove {
            from_book,
            ..ScoredMove::new("c4".parse().unwrap(), Score::whole(discs, is_exact), 8)
        };
        let played = scored(0, true, false);
        for (best, mark) in [
            (scored(2, true, false), None),
            (scored(3, true, false), Some(Severity::Inaccuracy)),
            (scored(9, false, false), None),
        ] {
            assert_eq!(Severity::of_move(&played, &best), mark, "{best:?}");
        }
        for (played, best) in [
            (scored(0, true, true), scored(2, true, true)),
            (scored(0, false, false), scored(2, true, false)),
        ] {
            let mark = Severity::of_move(&played, &best);
            assert_eq!(mark, Some(Severity::Inaccuracy));
        }
    }

    #[test]
    fn sequential_and_parallel_reviews_agree() {
        let game = Game::from_transcript(Shape::STANDARD, GAME).unwrap();
        let analyzer = TextbookAnalyzer::to_depth(3);
        let mut reported = Vec::new();
        let sequential = review_sequentially(&game, &analyzer, &mut |mv| reported.push(mv.clone()));
        assert_eq!(sequential, review(&game, &analyzer, &|| ()));
        assert_eq!(sequential.moves, reported);
    }

    #[test]
    fn an_interrupted_review_ends_before_the_first_gap() {
        let game = Game::from_transcript(Shape::STANDARD, GAME).unwrap();
        let review = review_sequentially(&game, &Interrupted(5.into()), &mut |_| ());
        assert_eq!((review.moves.len(), review.complete), (5, false));
    }
}
