//! Puzzles made from positions of games. One move is clearly best, and a shallow search does not
//! find it.

mod shipped;
mod theme;

use std::ops::RangeInclusive;

use outflank_human::{HumanRating, LEVELS};
use outflank_othello::notation::transcript;
use outflank_othello::{Color, Game, Position, Shape, Square};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use schemars::JsonSchema;
use serde::Serialize;

use crate::analyzer::{Analyzer, EngineAnalyzer};
use crate::people::found_by;
use outflank_engine::ScoredMove;

pub use shipped::ShippedPuzzle;
pub use theme::{ENDGAME, Theme};

/// The depth of the deepest shallow search, in plies.
pub const SHALLOW_DEPTH: u32 = 8;

/// Which positions make puzzles.
#[derive(Clone, Debug, PartialEq)]
pub struct PuzzleOptions {
    /// The number of empty squares.
    pub empties: RangeInclusive<u32>,
    /// The minimum difference in discs between the best move and the second best.
    pub margin: f64,
    /// The minimum depth of the shallowest search that finds the answer.
    pub depth: u32,
    /// The minimum number of legal moves, at least 2.
    pub moves: usize,
    /// A theme that the puzzle must have.
    pub theme: Option<Theme>,
    /// On 8×8, skips puzzles that more than half of the players of this rating solve.
    pub unseen_by: Option<HumanRating>,
}

impl Default for PuzzleOptions {
    /// Endgames with 4 to 14 empties and at least 3 moves, whose best move is at least 4 discs
    /// better than the others and is not found by a search of 2 plies.
    fn default() -> Self {
        Self {
            empties: 4..=14,
            margin: 4.0,
            depth: 3,
            moves: 3,
            theme: None,
            unseen_by: None,
        }
    }
}

/// A position with one best move.
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle {
    /// The position.
    pub position: Position,
    /// All legal moves, best first.
    pub moves: Vec<ScoredMove>,
    /// The smallest depth in plies from which on every search up to [`SHALLOW_DEPTH`] finds the
    /// answer, or [`SHALLOW_DEPTH`] + 1 if there is none.
    pub depth: u32,
    /// The themes.
    pub themes: Vec<Theme>,
    /// The share of the players of each level who find the answer, in 0..=1, according to the model
    /// of human moves. Empty unless the board is 8×8.
    pub found_by: Vec<FoundBy>,
}

/// The share of players of a level who find the answer to a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct FoundBy {
    /// The rating of the level.
    pub rating: u16,
    /// The share of these players, in 0..=1.
    pub share: f64,
}

/// A puzzle as JSON.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PuzzleObject {
    board: Shape,
    /// The position.
    position: String,
    /// The transcript of the game up to the position, if the game begins at the standard start.
    line: Option<String>,
    mover: Color,
    empties: u32,
    /// The answer.
    #[serde(rename = "move")]
    answer: Square,
    /// The score of the answer for the side to move, in discs.
    score: f64,
    /// The score of the second best move.
    second_score: f64,
    /// Whether all scores are exact.
    exact: bool,
    /// The smallest depth in plies from which on every search up to depth 8 finds the answer, or 9
    /// if there is none.
    depth: u32,
    /// The share of the players of each level who find the answer. Empty unless the board is
    /// 8x8.
    found_by: Vec<FoundBy>,
    themes: Vec<Theme>,
    /// Best play.
    pv: Vec<Square>,
}

impl Puzzle {
    /// Makes a puzzle of a position. Returns `Ok(None)` if the position is not suitable. `analyzer`
    /// scores the moves and `shallow` runs the shallow searches. Returns [`Interrupted`] if the
    /// analyzer was interrupted.
    pub fn of(
        position: &Position,
        options: &PuzzleOptions,
        analyzer: &dyn Analyzer,
        shallow: &EngineAnalyzer,
    ) -> Result<Option<Self>, Interrupted> {
        let empties = position.empties().len() as u32;
        let legal = position.legal_moves().len();
        if !options.empties.contains(&empties) || legal < options.moves.max(2) {
            return Ok(None);
        }
        let found = shallow
            .best_at_depths(
                position,
                SHALLOW_DEPTH.min(empties.saturating_sub(1)).max(1),
            )
            .ok_or(Interrupted)?;
        let moves = analyzer.score_moves(position).ok_or(Interrupted)?;
        let [best, second, ..] = moves.as_slice() else {
            return Ok(None);
        };
        let depth = depth_of(&found, best.square);
        if best.discs() - second.discs() < options.margin || depth < options.depth {
            return Ok(None);
        }
        if let Some(rating) = options.unseen_by {
            let found = found_by(position, &moves, best.square, &[rating]);
            if found.first().is_some_and(|&share| share > 0.5) {
                return Ok(None);
            }
        }
        let themes = Theme::of(position, best.square, &best.pv);
        if options.theme.is_some_and(|theme| !themes.contains(&theme)) {
            return Ok(None);
        }
        let ratings = LEVELS.map(|(_, rating)| rating);
        let shares = found_by(position, &moves, best.square, &ratings);
        let found_by = ratings.iter().map(|rating| rating.points()).zip(shares);
        let found_by = found_by.map(|(rating, share)| FoundBy { rating, share });
        Ok(Some(Self {
            position: *position,
            depth,
            themes,
            found_by: found_by.collect(),
            moves,
        }))
    }

    /// Returns a puzzle from a game, and the game up to its position. Tries the positions in a
    /// random order given by `seed` and takes the first suitable one. Returns [`Interrupted`] if
    /// the analyzer was interrupted.
    pub fn of_game(
        game: &Game,
        seed: u64,
        options: &PuzzleOptions,
        analyzer: &dyn Analyzer,
        shallow: &EngineAnalyzer,
    ) -> Result<Option<(Self, Game)>, Interrupted> {
        let mut positions: Vec<(usize, &Position)> = game.positions().iter().enumerate().collect();
        positions.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
        for (ply, position) in positions {
            if let Some(puzzle) = Self::of(position, options, analyzer, shallow)? {
                let mut line = game.clone();
                while line.moves().len() > ply && line.undo() {}
                return Ok(Some((puzzle, line)));
            }
        }
        Ok(None)
    }

    /// Returns the estimated rating of the puzzle: that of players who solve it half of the time,
    /// according to the model of human moves. Returns `None` unless the board is 8×8.
    #[must_use]
    pub fn rating(&self) -> Option<f64> {
        // The curve of expected results that fits the shares of all levels best.
        let misfit = |rating: f64| -> f64 {
            let expected = |player: u16| {
                let odds = 10_f64.powf((rating - f64::from(player)) / 400.0);
                1.0 / (1.0 + odds)
            };
            let found = self.found_by.iter();
            found
                .map(|found| (found.share - expected(found.rating)).powi(2))
                .sum()
        };
        let ratings = (400..=2800).step_by(10).map(f64::from);
        let best = ratings.min_by(|&a, &b| misfit(a).total_cmp(&misfit(b)));
        best.filter(|_| !self.found_by.is_empty())
    }

    /// Returns the answer.
    #[must_use]
    pub fn answer(&self) -> Option<Square> {
        self.moves.first().map(|best| best.square)
    }

    /// Returns the JSON object. `line` is the game that leads to the position, if known.
    #[must_use]
    pub fn object(&self, line: Option<&Game>) -> Option<PuzzleObject> {
        let [best, second, ..] = self.moves.as_slice() else {
            return None;
        };
        let shape = self.position.shape();
        let line = line.filter(|line| *line.start() == Position::start(shape));
        Some(PuzzleObject {
            board: shape,
            position: self.position.to_string(),
            line: line.map(transcript),
            mover: self.position.mover(),
            empties: self.position.empties().len() as u32,
            answer: best.square,
            score: best.discs(),
            second_score: second.discs(),
            exact: self.moves.iter().all(ScoredMove::is_exact),
            depth: self.depth,
            found_by: self.found_by.clone(),
            themes: self.themes.clone(),
            pv: best.pv.clone(),
        })
    }
}

/// The analyzer was interrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted;

/// Returns the smallest depth from which on every search found `answer`. `found` contains
/// the best moves at depths 1, 2, 3, ….
fn depth_of(found: &[Square], answer: Square) -> u32 {
    let wrong = found.iter().rposition(|&square| square != answer);
    match wrong {
        Some(last) if last + 1 == found.len() => SHALLOW_DEPTH + 1,
        Some(last) => last as u32 + 2,
        None => 1,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use outflank_engine::{Limits, SearchOptions};

    use super::*;

    fn analyzer(limits: Limits) -> EngineAnalyzer {
        let options = SearchOptions::default().with_hash(1);
        EngineAnalyzer::new(limits, &options, 1, Arc::default()).unwrap()
    }

    /// Returns the score of best play by plain negamax.
    fn negamax(position: &Position) -> i32 {
        if position.is_over() {
            return position.score(position.mover());
        }
        if let Ok(passed) = position.pass() {
            return -negamax(&passed);
        }
        let moves = position.legal_moves().into_iter();
        let scores = moves.map(|square| -negamax(&position.play(square).unwrap()));
        scores.max().unwrap()
    }

    /// Plays a game of pseudo-random moves.
    fn random_game(seed: usize) -> Game {
        let mut game = Game::new(Shape::STANDARD);
        let mut state = seed;
        while !game.is_over() {
            let moves: Vec<Square> = game.position().legal_moves().into_iter().collect();
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            game.play(moves[(state >> 33) % moves.len()]).unwrap();
        }
        game
    }

    #[test]
    fn puzzles_have_one_best_move_by_plain_minimax() {
        let options = PuzzleOptions {
            empties: 4..=7,
            depth: 2,
            ..PuzzleOptions::default()
        };
        let (exact, shallow) = (analyzer(Limits::SOLVE), analyzer(Limits::depth(8)));
        let mut puzzles = 0;
        for seed in 0..60 {
            for position in random_game(seed).positions() {
                let found = Puzzle::of(position, &options, &exact, &shallow).unwrap();
                let Some(puzzle) = found else { continue };
                puzzles += 1;
                let score = |square| (square, -negamax(&position.play(square).unwrap()));
                let scores = position.legal_moves().into_iter().map(score);
                let scores: Vec<(Square, i32)> = scores.collect();
                let best = scores.iter().map(|&(_, score)| score).max().unwrap();
                let (bests, others): (Vec<&(Square, i32)>, Vec<_>) =
                    scores.iter().partition(|&&(_, score)| score == best);
                assert_eq!(bests.len(), 1);
                assert_eq!(puzzle.answer(), Some(bests[0].0));
                assert!(others.iter().all(|&&(_, score)| score <= best - 4));
                assert!(puzzle.depth >= 2 && scores.len() >= 3);
                assert_eq!(puzzle.found_by.len(), LEVELS.len());
                let is_share = |found: &FoundBy| (0.0..=1.0).contains(&found.share);
                assert!(puzzle.found_by.iter().all(is_share));
                let object = puzzle.object(None).unwrap();
                assert_eq!((object.score, object.exact), (f64::from(best), true));
            }
        }
        assert!(puzzles >= 10, "{puzzles} puzzles");
    }

    #[test]
    fn the_depth_is_where_searches_settle_on_the_answer() {
        let squares = |text: &str| -> Vec<Square> {
            let names = text.split_whitespace();
            names.map(|name| name.parse().unwrap()).collect()
        };
        let answer = "a1".parse().unwrap();
        for (found, depth) in [
            ("a1 a1 a1", 1),
            ("b2 a1 a1", 2),
            ("a1 a1 b2 a1", 4),
            ("a1 b2", SHALLOW_DEPTH + 1),
            ("", 1),
        ] {
            assert_eq!(depth_of(&squares(found), answer), depth, "{found}");
        }
    }

    #[test]
    fn an_interrupted_analyzer_ends_the_search_for_puzzles() {
        let stop = Arc::new(std::sync::atomic::AtomicBool::new(true));
        let options = SearchOptions::default().with_hash(1);
        let stopped = EngineAnalyzer::new(Limits::SOLVE, &options, 1, stop).unwrap();
        let mut game = random_game(1);
        for _ in 0..10 {
            game.undo();
        }
        while game.position().legal_moves().len() < 3 {
            game.undo();
        }
        let options = PuzzleOptions {
            empties: 4..=60,
            ..PuzzleOptions::default()
        };
        let found = Puzzle::of(game.position(), &options, &stopped, &stopped);
        assert_eq!(found, Err(Interrupted));
    }
}
