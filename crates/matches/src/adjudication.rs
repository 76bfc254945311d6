//! Adjudication of games by exact scores, or by the scores that the players report.

use std::fmt;
use std::io;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use outflank_engine::{Limits, SearchOptions, SearchRequest, Searcher};
use outflank_othello::{Color, Position};

use crate::MatchError;

/// Size of the transposition table in MiB.
const HASH: usize = 16;

/// Ends games at a given number of empties with their exact score.
#[derive(Debug)]
pub struct Adjudicator {
    empties: u32,
    searcher: Searcher,
}

impl Adjudicator {
    /// The maximum number of empties: with more, a single position may take hours.
    pub const MAX_EMPTIES: u32 = 30;

    /// Creates an adjudicator of games with at most `empties` empties.
    ///
    /// # Errors
    ///
    /// Returns an error if the transposition table cannot be allocated.
    pub fn new(empties: u32) -> io::Result<Self> {
        let searcher = Searcher::new(SearchOptions::default().with_hash(HASH))?;
        Ok(Self { empties, searcher })
    }

    /// Returns whether the game is adjudicated at this position.
    #[must_use]
    pub fn decides(&self, position: &Position) -> bool {
        position.empties().len() as u32 <= self.empties
    }

    /// Returns the exact score for Black, empties going to the winner. `None` if `stop`
    /// became true first.
    pub fn black_score(&mut self, position: &Position, stop: &Arc<AtomicBool>) -> Option<i32> {
        self.searcher.stop_by(Arc::clone(stop));
        let request = SearchRequest::new(position, Limits::SOLVE);
        let score = self.searcher.search(&request).exact()?;
        Some(match position.mover() {
            Color::Black => score,
            Color::White => -score,
        })
    }
}

/// Rules that end a game by the scores that the players report for their moves. A move
/// without a score satisfies no rule.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ScoreRules {
    /// The rule by which a side loses.
    pub resign: Option<ResignRule>,
    /// The rule by which a game is drawn.
    pub draw: Option<DrawRule>,
}

/// A side loses when its last `move_count` scores are at most `-score` and, if `is_two_sided`, the
/// opponent's are at least `score`.
///
/// ```
/// let rule: outflank_matches::ResignRule = "movecount=3,score=20".parse()?;
/// assert_eq!((rule.move_count, rule.score, rule.is_two_sided), (3, 20.0, false));
/// # Ok::<(), outflank_matches::MatchError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ResignRule {
    /// Number of consecutive moves.
    pub move_count: u32,
    /// Discs.
    pub score: f64,
    /// Whether the scores of both sides must agree.
    pub is_two_sided: bool,
}

/// A game is drawn when the last `move_count` scores of both sides are within `score` of
/// zero and at least `move_number` moves have been made, including the opening.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrawRule {
    /// Minimum number of moves of the game.
    pub move_number: u32,
    /// Number of consecutive moves of each side.
    pub move_count: u32,
    /// Discs.
    pub score: f64,
}

/// Parses `key=value` pairs separated by commas or spaces. Returns the move count, the score and
/// the value of `own_key`, which only this rule has.
fn read_rule<T: FromStr>(
    text: &str,
    own_key: &str,
    expected: &str,
) -> Result<(u32, f64, Option<T>), MatchError> {
    let wrong = |found: &str| MatchError(format!("{found}: expected {expected}"));
    let (mut move_count, mut score, mut own) = (None, None, None);
    for pair in text.split([',', ' ']).filter(|pair| !pair.is_empty()) {
        let is_valid = match pair.split_once('=') {
            Some(("movecount", value)) => {
                move_count = value.parse().ok().filter(|&moves| moves > 0);
                move_count.is_some()
            }
            Some(("score", value)) => {
                let most = f64::from(u16::MAX);
                score = value
                    .parse()
                    .ok()
                    .filter(|discs| (0.0..=most).contains(discs));
                score.is_some()
            }
            Some((key, value)) if key == own_key => {
                own = value.parse().ok();
                own.is_some()
            }
            _ => false,
        };
        if !is_valid {
            return Err(wrong(pair));
        }
    }
    let (Some(move_count), Some(score)) = (move_count, score) else {
        return Err(wrong(text));
    };
    Ok((move_count, score, own))
}

impl FromStr for ResignRule {
    type Err = MatchError;

    fn from_str(text: &str) -> Result<Self, MatchError> {
        let expected = "movecount=MOVES,score=DISCS[,twosided=true], such as movecount=3,score=20";
        let (move_count, score, is_two_sided) = read_rule(text, "twosided", expected)?;
        Ok(Self {
            move_count,
            score,
            is_two_sided: is_two_sided.unwrap_or(false),
        })
    }
}

impl FromStr for DrawRule {
    type Err = MatchError;

    fn from_str(text: &str) -> Result<Self, MatchError> {
        let expected = "movenumber=MOVES,movecount=MOVES,score=DISCS, such as \
                        movenumber=40,movecount=4,score=0.5";
        let (move_count, score, move_number) = read_rule(text, "movenumber", expected)?;
        Ok(Self {
            move_number: move_number.unwrap_or(0),
            move_count,
            score,
        })
    }
}

impl fmt::Display for ResignRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "movecount={},score={}", self.move_count, self.score)?;
        match self.is_two_sided {
            true => f.write_str(",twosided=true"),
            false => Ok(()),
        }
    }
}

impl fmt::Display for DrawRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            move_number,
            move_count,
            score,
        } = self;
        write!(
            f,
            "movenumber={move_number},movecount={move_count},score={score}"
        )
    }
}

/// Consecutive moves of one side that satisfy a rule.
#[derive(Clone, Copy, Debug, Default)]
struct Streaks {
    lost: u32,
    won: u32,
    even: u32,
}

/// The verdict of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScoreVerdict {
    /// This side loses.
    Resigned(Color),
    /// The game is drawn.
    Drawn,
}

/// The recent scores of a game that the rules need.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ScoreHistory {
    /// The streaks of Black and White.
    streaks: [Streaks; 2],
}

impl ScoreHistory {
    /// Adds a move of `side`, after which the game has `moves` moves.
    pub(crate) fn add(
        &mut self,
        rules: ScoreRules,
        side: Color,
        score: Option<f64>,
        moves: usize,
    ) -> Option<ScoreVerdict> {
        let extend = |streak: &mut u32, is_longer: bool| {
            *streak = if is_longer { *streak + 1 } else { 0 };
        };
        let own = &mut self.streaks[side as usize];
        let is = |test: &dyn Fn(f64) -> bool| score.is_some_and(test);
        if let Some(rule) = rules.resign {
            extend(&mut own.lost, is(&|score| score <= -rule.score));
            extend(&mut own.won, is(&|score| score >= rule.score));
            for loser in Color::ALL {
                let [lost, won] = [loser, loser.opponent()].map(|side| self.streaks[side as usize]);
                let is_agreed = !rule.is_two_sided || won.won >= rule.move_count;
                if lost.lost >= rule.move_count && is_agreed {
                    return Some(ScoreVerdict::Resigned(loser));
                }
            }
        }
        let rule = rules.draw?;
        let own = &mut self.streaks[side as usize];
        extend(&mut own.even, is(&|score| score.abs() <= rule.score));
        let is_even = self.streaks.iter().all(|side| side.even >= rule.move_count);
        (is_even && moves >= rule.move_number as usize).then_some(ScoreVerdict::Drawn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the verdict after moves of Black and White in turn.
    fn verdict(rules: ScoreRules, scores: &[Option<f64>]) -> Option<(usize, ScoreVerdict)> {
        let mut history = ScoreHistory::default();
        let sides = [Color::Black, Color::White].into_iter().cycle();
        scores
            .iter()
            .zip(sides)
            .zip(1..)
            .find_map(|((score, side), moves)| {
                Some((moves, history.add(rules, side, *score, moves)?))
            })
    }

    fn resign(rule: &str) -> ScoreRules {
        ScoreRules {
            resign: Some(rule.parse().unwrap()),
            draw: None,
        }
    }

    #[test]
    fn a_side_resigns_after_bad_scores_in_a_row() {
        let rules = resign("movecount=2,score=20");
        let black = |scores: [f64; 4]| {
            let scores: Vec<_> = scores
                .iter()
                .flat_map(|&score| [Some(score), None])
                .collect();
            verdict(rules, &scores).map(|(moves, _)| moves)
        };
        assert_eq!(black([-20.0, -30.0, 0.0, 0.0]), Some(3));
        assert_eq!(black([-30.0, -19.0, -20.0, -21.0]), Some(7));
        assert_eq!(black([-30.0, 0.0, -30.0, 0.0]), None);
        // An unknown score ends the sequence.
        let unknown = [Some(-30.0), None, None, None, Some(-30.0), None];
        assert_eq!(verdict(rules, &unknown), None);
        let white = [Some(30.0), Some(-30.0), Some(30.0), Some(-30.0)];
        let lost = Some((4, ScoreVerdict::Resigned(Color::White)));
        assert_eq!(verdict(rules, &white), lost);
    }

    #[test]
    fn two_sided_resignation_needs_both_scores() {
        let rules = resign("movecount=1 score=20 twosided=true");
        let lost = Some((2, ScoreVerdict::Resigned(Color::Black)));
        assert_eq!(verdict(rules, &[Some(-25.0), Some(20.0)]), lost);
        assert_eq!(verdict(rules, &[Some(-25.0), Some(10.0)]), None);
        assert_eq!(verdict(rules, &[Some(-25.0), None]), None);
    }

    #[test]
    fn a_draw_needs_both_sides_and_the_move_number() {
        let rules = ScoreRules {
            resign: None,
            draw: Some("movenumber=6,movecount=2,score=0.5".parse().unwrap()),
        };
        let even = [Some(0.5); 8];
        assert_eq!(verdict(rules, &even), Some((6, ScoreVerdict::Drawn)));
        let one_sided = [Some(0.0), None].repeat(6);
        assert_eq!(verdict(rules, &one_sided), None);
    }

    #[test]
    fn rules_are_written_as_keys_and_values() {
        for text in [
            "movecount=3,score=20",
            "movecount=1,score=0.5,twosided=true",
        ] {
            assert_eq!(text.parse::<ResignRule>().unwrap().to_string(), text);
        }
        let draw = "movenumber=40,movecount=4,score=0.5";
        assert_eq!(draw.parse::<DrawRule>().unwrap().to_string(), draw);
        for text in [
            "",
            "3",
            "movecount=3",
            "movecount=0,score=2",
            "score=-2,movecount=3",
            "x=1",
        ] {
            let error = text.parse::<ResignRule>().unwrap_err().to_string();
            assert!(
                error.contains("expected movecount=MOVES,score=DISCS"),
                "{error}"
            );
        }
    }
}
