//! The comparison of two moves by the terms of the evaluation.
//!
//! A search score has no terms, but the evaluation of a leaf does. Both moves are followed
//! along their principal variations for one reply, and the terms of the two positions are compared.
//! They show where the difference lies, not how large the loss is.

use outflank_engine::evaluation::Evaluation;
use outflank_othello::{Color, Game, Position};
use outflank_textbook::{Evaluation as Textbook, EvaluationKind};
use schemars::JsonSchema;
use serde::Serialize;

use outflank_engine::{Score, ScoredMove};

/// Number of plies in the principal variations after which the terms are compared.
const PLIES: usize = 2;

/// A term of the evaluation after each of two moves, for the side that plays them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct TermDifference {
    /// The name of the term.
    pub name: &'static str,
    /// A description for players.
    pub text: &'static str,
    /// The value after the move, in discs.
    pub played: f64,
    /// The value after the better move, in discs.
    pub best: f64,
    /// `played - best`.
    pub difference: f64,
}

/// Compares two moves by the terms of the trained evaluation, or of the textbook evaluation if
/// `trained` is `None`. The largest difference is first. The result is empty if a variation ends
/// the game.
#[must_use]
pub fn term_differences(
    position: &Position,
    played: &ScoredMove,
    best: &ScoredMove,
    trained: Option<&Evaluation>,
) -> Vec<TermDifference> {
    let plies = PLIES.min(played.pv.len()).min(best.pv.len());
    let ends = [played, best].map(|valued| end(position, valued, plies));
    let [Some(after_played), Some(after_best)] = ends else {
        return Vec::new();
    };
    let side = position.mover();
    let terms = |end: &Position| {
        let trained = trained.and_then(|evaluation| trained_terms(evaluation, end, side));
        trained.unwrap_or_else(|| textbook_terms(end, side))
    };
    let (played, best) = (terms(&after_played), terms(&after_best));
    let mut differences: Vec<TermDifference> = played
        .into_iter()
        .zip(best)
        .map(|(((name, text), played), (_, best))| TermDifference {
            name,
            text,
            played,
            best,
            difference: played - best,
        })
        .collect();
    let size = |term: &TermDifference| term.difference.abs();
    differences.sort_by(|one, other| size(other).total_cmp(&size(one)));
    differences
}

/// Plays `plies` of a variation. Returns `None` if the game is then over.
fn end(position: &Position, valued: &ScoredMove, plies: usize) -> Option<Position> {
    let mut game = Game::from_position(*position);
    for &square in &valued.pv[..plies] {
        game.play(square).ok()?;
    }
    (!game.is_over()).then(|| *game.position())
}

/// The name and the description of a term.
type Word = (&'static str, &'static str);

/// The terms of the trained evaluation.
const WORDS: [Word; 8] = [
    ("corners", "the corners and the squares beside them"),
    ("edges", "the edges and the squares along them"),
    ("lines", "the rows and columns inside the edges"),
    ("diagonals", "the diagonals"),
    ("centre", "the centre"),
    ("mobility", "the moves that both sides can choose from"),
    ("tempo", "the side to move at this stage of the game"),
    ("interplay", "how the other terms affect one another"),
];

/// The first words of the pattern names that belong to each of [`WORDS`].
const FIRSTS: [&[&str]; 8] = [
    &["corner", "triangle", "kite"],
    &["edge", "wing", "block"],
    &["line"],
    &["diagonal"],
    &["centre"],
    &["moves", "replies"],
    &["discs"],
    &["interplay"],
];

/// The terms of the textbook evaluation.
const TEXTBOOK_WORDS: [Word; 4] = [
    ("discs", "the discs on the board"),
    ("stability", "the discs that can never be flipped again"),
    ("mobility", "the moves that both sides can choose from"),
    ("corner access", "the corners that could be taken at once"),
];

/// Sums the trained evaluation by term, in discs. Without a network, there is no
/// `interplay`. Returns `None` if the evaluation is for another shape.
fn trained_terms(
    evaluation: &Evaluation,
    position: &Position,
    side: Color,
) -> Option<Vec<(Word, f64)>> {
    let explanation = evaluation.explain(position).ok()?;
    let explanation = if position.mover() == side {
        explanation
    } else {
        explanation.turned()
    };
    let sums = explanation.sums();
    let shares = |firsts: &[&str]| {
        let named = sums.iter().filter(|sum| {
            let first = sum.name.split(' ').next();
            first.is_some_and(|first| firsts.contains(&first))
        });
        let units = named
            .map(|sum| sum.share)
            .reduce(|one, other| one + other)?;
        Some(Score::from_units(units, false).discs())
    };
    let words = WORDS.into_iter().zip(FIRSTS);
    let words = words.filter_map(|(word, firsts)| Some((word, shares(firsts)?)));
    Some(words.collect())
}

/// Returns the terms of the textbook evaluation in discs.
fn textbook_terms(position: &Position, side: Color) -> Vec<(Word, f64)> {
    let sign = if position.mover() == side { 1.0 } else { -1.0 };
    let explanation = Textbook::new(EvaluationKind::Phased).explain(position);
    let terms = explanation.terms.iter();
    let shares = terms.map(|term| sign * term.contribution());
    TEXTBOOK_WORDS.into_iter().zip(shares).collect()
}

#[cfg(test)]
mod tests {
    use outflank_othello::Shape;

    use super::*;
    use crate::analyzer::{Analyzer, TextbookAnalyzer};

    fn values(position: &Position) -> Vec<ScoredMove> {
        let analyzer = TextbookAnalyzer::to_depth(3);
        analyzer.score_moves(position).unwrap()
    }

    /// Returns the evaluation of a position for a side, in discs.
    fn value(position: &Position, side: Color) -> f64 {
        let value = Evaluation::shipped().value(position).unwrap();
        let sign = if position.mover() == side { 1 } else { -1 };
        Score::from_units(sign * value, false).discs()
    }

    #[test]
    fn terms_add_up_to_the_evaluation() {
        let game = Game::from_transcript(Shape::STANDARD, "f5d6c3d3c4f4f6f3e6e7").unwrap();
        let position = game.position();
        let moves = values(position);
        let (best, worst) = (&moves[0], &moves[moves.len() - 1]);
        let terms = term_differences(position, worst, best, Some(Evaluation::shipped()));
        assert_eq!(terms.len(), WORDS.len());
        let side = position.mover();
        for (valued, sum) in [
            (worst, terms.iter().map(|term| term.played).sum::<f64>()),
            (best, terms.iter().map(|term| term.best).sum()),
        ] {
            let end = end(position, valued, PLIES).unwrap();
            assert!((sum - value(&end, side)).abs() < 1e-9);
        }
        let sizes: Vec<f64> = terms.iter().map(|term| term.difference.abs()).collect();
        assert!(sizes.is_sorted_by(|one, other| one >= other));
    }

    #[test]
    fn giving_away_a_corner_shows_in_the_corner_term() {
        // Black's b2 opens a1.
        let game = Game::from_transcript(Shape::STANDARD, "f5d6c4d3c3f4c5b3c2e3d2").unwrap();
        let mut gifts = 0;
        for position in game.positions() {
            let moves = values(position);
            for valued in &moves {
                let name = valued.square.to_string();
                if !["b2", "b7", "g2", "g7"].contains(&name.as_str()) {
                    continue;
                }
                gifts += 1;
                let trained = Some(Evaluation::shipped());
                let terms = term_differences(position, valued, &moves[0], trained);
                let corners = terms.iter().find(|term| term.name == "corners").unwrap();
                assert!(
                    corners.difference < -1.0,
                    "{name} in {position:?}: {terms:?}"
                );
            }
        }
        assert!(gifts > 0);
    }

    #[test]
    fn boards_without_weights_use_the_textbook_terms() {
        let start = Position::start("6x6".parse().unwrap());
        let after = start.play(start.legal_moves().first().unwrap()).unwrap();
        let moves = values(&after);
        let worst = moves.last().unwrap();
        let terms = term_differences(&after, worst, &moves[0], None);
        let mut names: Vec<&str> = terms.iter().map(|term| term.name).collect();
        names.sort_unstable();
        assert_eq!(names, ["corner access", "discs", "mobility", "stability"]);
        let textbook = Textbook::new(EvaluationKind::Phased);
        let end = end(&after, worst, PLIES).unwrap();
        let sum: f64 = terms.iter().map(|term| term.played).sum();
        assert!((sum - textbook.explain(&end).total()).abs() < 1e-9);
    }

    #[test]
    fn equal_moves_do_not_differ_and_a_finished_game_has_no_terms() {
        let position = Position::start(Shape::STANDARD);
        let moves = values(&position);
        let same = term_differences(&position, &moves[0], &moves[0], None);
        assert!(same.iter().all(|term| term.difference == 0.0));
        // The wipe-out ends the game.
        let game = Game::from_transcript(Shape::STANDARD, "e6f4e3f6g5d6e7f5").unwrap();
        let moves = values(game.position());
        assert_eq!(moves[0].discs(), 64.0);
        let last = &moves[moves.len() - 1];
        assert_eq!(
            term_differences(game.position(), last, &moves[0], None),
            Vec::new()
        );
    }
}
