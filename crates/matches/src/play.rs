//! One game between two players.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use outflank_othello::notation::transcript;
use outflank_othello::{Color, Game, Position, Square};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::adjudication::{Adjudicator, ScoreHistory, ScoreRules, ScoreVerdict};
use crate::engine::{ChosenMove, Clock, EngineError, MatchPlayer};
use crate::forfeit::{Forfeit, ForfeitCause};

/// A finished game. It has no positions, to save memory.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// The position before the first move.
    pub start: Position,
    /// The squares played, the opening included, without passes.
    pub moves: Vec<Square>,
    /// Final disc difference for Black, empties going to the winner. A side that forfeits
    /// loses all squares.
    pub black_score: i32,
    /// The forfeit that ended the game, if any; `moves` are the moves before it.
    pub forfeit: Option<Forfeit>,
    /// The adjudication that ended the game, if any.
    pub adjudication: Option<Adjudication>,
    /// The mover's score of each move after the opening, in discs, where known.
    pub evaluations: Vec<Option<f32>>,
    /// Number of crashes of Black's and White's programs, including crashes in attempts
    /// that were repeated.
    pub crashes: [u32; 2],
    /// Time used by Black and White.
    pub time: [Duration; 2],
}

impl Eq for PlayedGame {}

/// Ignores evaluations, crashes and the time used.
impl PartialEq for PlayedGame {
    fn eq(&self, other: &Self) -> bool {
        self.start == other.start
            && self.moves == other.moves
            && self.black_score == other.black_score
            && self.forfeit == other.forfeit
            && self.adjudication == other.adjudication
    }
}

/// The conditions of a game.
#[derive(Debug, Default)]
pub struct GameRules<'a> {
    /// The initial clocks of Black and White, for sides that are timed.
    pub clocks: [Option<Clock>; 2],
    /// Adjudicates the game by its exact score.
    pub adjudicator: Option<&'a mut Adjudicator>,
    /// Adjudicates the game by the players' scores.
    pub scores: ScoreRules,
}

/// The kind of adjudication.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Adjudication {
    /// With the exact score of the final position.
    Solved,
    /// As a loss for a side that resigned, or whose scores met the rule for resigning: by
    /// the last score of the game, rounded to an even number of discs and at least 2.
    Resigned,
    /// As a draw.
    Drawn,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// On the board.
    Board,
    /// By adjudication with the exact score.
    Adjudicated,
    /// By a resignation, or by adjudication as a loss from the players' scores.
    Resigned,
    /// By adjudication as a draw, from the players' scores.
    Drawn,
    /// By a loss on time.
    Time,
    /// By a failure of a player or an illegal move.
    Forfeit,
}

impl PlayedGame {
    /// Returns how the game ended.
    #[must_use]
    pub fn ending(&self) -> Ending {
        match (
            self.forfeit.as_ref().map(|forfeit| forfeit.cause),
            self.adjudication,
        ) {
            (Some(ForfeitCause::Time), _) => Ending::Time,
            (Some(ForfeitCause::Failure), _) => Ending::Forfeit,
            (None, Some(Adjudication::Solved)) => Ending::Adjudicated,
            (None, Some(Adjudication::Resigned)) => Ending::Resigned,
            (None, Some(Adjudication::Drawn)) => Ending::Drawn,
            (None, None) => Ending::Board,
        }
    }

    /// Returns the side that forfeited or resigned.
    #[must_use]
    pub fn loser(&self) -> Option<Color> {
        match (&self.forfeit, self.adjudication) {
            (Some(forfeit), _) => Some(forfeit.side),
            (None, Some(Adjudication::Resigned)) if self.black_score < 0 => Some(Color::Black),
            (None, Some(Adjudication::Resigned)) => Some(Color::White),
            (None, _) => None,
        }
    }

    /// Returns the mover of each move after the opening, and its evaluation in discs,
    /// where known.
    pub fn evaluations(&self) -> impl Iterator<Item = (Color, Option<f32>)> {
        let game = self.replay();
        let plies = game.iter().flat_map(Game::plies);
        let plies = plies.filter(|(_, mv)| mv.square().is_some());
        let movers: Vec<Color> = plies.map(|(position, _)| position.mover()).collect();
        let opening = movers.len().saturating_sub(self.evaluations.len());
        let movers = movers.into_iter().skip(opening);
        movers.zip(self.evaluations.iter().copied())
    }

    /// Replays the game. Returns `None` if a move is illegal.
    #[must_use]
    pub fn replay(&self) -> Option<Game> {
        let mut game = Game::from_position(self.start);
        for &square in &self.moves {
            game.play(square).ok()?;
        }
        Some(game)
    }

    /// Returns a game that ended by forfeit.
    #[must_use]
    pub fn lost(game: &Game, forfeit: Forfeit) -> Self {
        let squares = game.shape().squares() as i32;
        Self {
            black_score: match forfeit.side {
                Color::Black => -squares,
                Color::White => squares,
            },
            forfeit: Some(forfeit),
            ..Self::from(game)
        }
    }
}

/// A game that ended on the board.
impl From<&Game> for PlayedGame {
    fn from(game: &Game) -> Self {
        Self {
            start: *game.start(),
            moves: game.squares().collect(),
            black_score: game.position().score(Color::Black),
            forfeit: None,
            adjudication: None,
            evaluations: Vec::new(),
            crashes: [0; 2],
            time: [Duration::ZERO; 2],
        }
    }
}

impl fmt::Display for PlayedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.moves.iter().try_for_each(|square| square.fmt(f))
    }
}

/// Plays from `opening` to the end of the game, or until it is adjudicated. Returns
/// `None` if `stop` became true first: an unfinished game has no result.
///
/// A player that fails or plays an illegal move forfeits the game, and one that exceeds
/// its clock loses on time, whatever it answers. In both cases all squares go to the
/// opponent. A player that resigns loses by the last score of its opponent, rounded to an
/// even number of discs, or by 2 if that is less or unknown.
///
/// ```
/// use std::sync::{Arc, atomic::AtomicBool};
/// use outflank_matches::{MatchEngine, GameRules, RandomEngine, play_game};
/// use outflank_othello::{Game, Shape};
///
/// let random = RandomEngine::default();
/// let (mut black, mut white) = (random.new_player(1)?, random.new_player(2)?);
/// let (opening, stop) = (Game::new(Shape::STANDARD), Arc::new(AtomicBool::new(false)));
/// let rules = GameRules::default();
/// let game = play_game(&opening, [&mut *black, &mut *white], rules, &stop).unwrap();
/// assert!(game.replay().unwrap().is_over() && game.forfeit.is_none());
/// # Ok::<(), outflank_matches::EngineError>(())
/// ```
#[must_use]
pub fn play_game(
    opening: &Game,
    [black, white]: [&mut dyn MatchPlayer; 2],
    rules: GameRules<'_>,
    stop: &Arc<AtomicBool>,
) -> Option<PlayedGame> {
    let mut game = opening.clone();
    let mut black = TimedPlayer::new(black, rules.clocks[0]);
    let mut white = TimedPlayer::new(white, rules.clocks[1]);
    let mut evaluations = Vec::new();
    let players = [&mut black, &mut white];
    let played = play_on(&mut game, players, &mut evaluations, rules, stop)?;
    Some(PlayedGame {
        time: [black.time, white.time],
        evaluations,
        ..played
    })
}

fn play_on(
    game: &mut Game,
    [black, white]: [&mut TimedPlayer<'_>; 2],
    evaluations: &mut Vec<Option<f32>>,
    rules: GameRules<'_>,
    stop: &Arc<AtomicBool>,
) -> Option<PlayedGame> {
    if !game.is_over() {
        for (player, side) in [(&mut *black, Color::Black), (&mut *white, Color::White)] {
            let prepared = player.inner.prepare(game, stop);
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            if let Err(error) = prepared {
                return Some(PlayedGame::lost(game, forfeit(side, error, game)));
            }
        }
    }
    let (mut adjudicator, mut history) = (rules.adjudicator, ScoreHistory::default());
    let mut last_scores = [None; 2];
    while !game.is_over() {
        let position = game.position();
        if let Some(adjudicator) = adjudicator.as_mut()
            && adjudicator.decides(position)
        {
            return Some(PlayedGame {
                black_score: adjudicator.black_score(position, stop)?,
                adjudication: Some(Adjudication::Solved),
                ..PlayedGame::from(&*game)
            });
        }
        let side = position.mover();
        let player = match side {
            Color::Black => &mut *black,
            Color::White => &mut *white,
        };
        let moved = player.play_move(game, stop);
        // A stopped player may have returned any move.
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let score = match moved {
            Ok(Some(chosen)) => chosen.score,
            Ok(None) => {
                let expected: Option<f64> = last_scores[side.opponent() as usize];
                let lead = expected.map(|score| score.max(0.0));
                return Some(adjudicated(game, ScoreVerdict::Resigned(side), lead));
            }
            Err(forfeit) => return Some(PlayedGame::lost(game, forfeit)),
        };
        last_scores[side as usize] = score;
        evaluations.push(score.map(|score| score as f32));
        if game.is_over() {
            break;
        }
        let moves = game.squares().count();
        if let Some(verdict) = history.add(rules.scores, side, score, moves) {
            return Some(adjudicated(game, verdict, score));
        }
    }
    Some(PlayedGame::from(&*game))
}

/// Returns a game adjudicated by the players' scores; `score` is the score that decides.
fn adjudicated(game: &Game, verdict: ScoreVerdict, score: Option<f64>) -> PlayedGame {
    let most = game.shape().squares() as i32;
    // The disc count of an unfinished game is an estimate.
    let lead = 2 * (score.unwrap_or_default().abs() / 2.0).round().min(64.0) as i32;
    let lead = lead.clamp(2, most);
    let (black_score, adjudication) = match verdict {
        ScoreVerdict::Resigned(Color::Black) => (-lead, Adjudication::Resigned),
        ScoreVerdict::Resigned(Color::White) => (lead, Adjudication::Resigned),
        ScoreVerdict::Drawn => (0, Adjudication::Drawn),
    };
    PlayedGame {
        black_score,
        adjudication: Some(adjudication),
        ..PlayedGame::from(game)
    }
}

/// A player and its clock.
struct TimedPlayer<'a> {
    inner: &'a mut dyn MatchPlayer,
    clock: Option<Clock>,
    /// The time used.
    time: Duration,
}

impl<'a> TimedPlayer<'a> {
    fn new(inner: &'a mut dyn MatchPlayer, clock: Option<Clock>) -> Self {
        Self {
            inner,
            clock,
            time: Duration::ZERO,
        }
    }

    /// Plays the next move of the game, and returns it; `None` if the player resigns.
    fn play_move(
        &mut self,
        game: &mut Game,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<ChosenMove>, Forfeit> {
        let side = game.position().mover();
        let began = Instant::now();
        let chosen = self.inner.choose(game, self.clock, stop);
        let spent = began.elapsed();
        self.time += spent;
        if let Some(clock) = self.clock {
            let Some(after) = clock.after_move(spent) else {
                let [left, spent] = [clock.left, spent].map(|time| time.as_secs_f64());
                let error = chosen.err();
                let failure = error.as_ref().map(|error| format!("; {error}"));
                let failure = failure.unwrap_or_default();
                return Err(Forfeit {
                    side,
                    cause: ForfeitCause::Time,
                    is_crash: false,
                    reason: format!(
                        "{spent:.3} s for a move with {left:.3} s left{failure} (after {})",
                        played(game)
                    ),
                    conversation: error.map_or(Vec::new(), |error| error.conversation),
                });
            };
            self.clock = Some(after);
        }
        let chosen = chosen.map_err(|error| forfeit(side, error, game))?;
        if let Some(chosen) = chosen {
            game.play(chosen.square).map_err(|illegal| {
                let error = EngineError::new(format!("illegal move: {illegal}"));
                forfeit(side, error, game)
            })?;
        }
        Ok(chosen)
    }
}

fn forfeit(side: Color, error: EngineError, game: &Game) -> Forfeit {
    let reason = format!("{error} (after {})", played(game));
    Forfeit::of_failure(side, EngineError { reason, ..error })
}

/// Returns the moves so far, for a message.
fn played(game: &Game) -> String {
    let moves = transcript(game);
    if moves.is_empty() {
        format!("no move from {}", game.position())
    } else {
        moves
    }
}

#[cfg(test)]
mod tests {
    use outflank_othello::Shape;

    use super::*;
    use crate::engine::{MatchEngine, RandomEngine};

    /// Plays the same square, legal or not, after a delay.
    struct Stubborn(&'static str, Duration);

    impl MatchPlayer for Stubborn {
        fn choose(
            &mut self,
            _game: &Game,
            _clock: Option<Clock>,
            _stop: &Arc<AtomicBool>,
        ) -> Result<Option<ChosenMove>, EngineError> {
            std::thread::sleep(self.1);
            let square = self.0.parse::<Square>();
            square
                .map(|square| Some(square.into()))
                .map_err(|_| EngineError::new("no square"))
        }
    }

    const AT_ONCE: Duration = Duration::ZERO;

    fn play(black: Stubborn, clock: Option<&str>, stop: bool) -> Option<PlayedGame> {
        let opening = Game::new(Shape::STANDARD);
        let mut black = black;
        let mut white = RandomEngine::default().new_player(1).unwrap();
        let clock = clock.map(|clock| clock.parse().unwrap());
        let stop = Arc::new(AtomicBool::new(stop));
        let rules = GameRules {
            clocks: [clock; 2],
            ..GameRules::default()
        };
        play_game(&opening, [&mut black, &mut *white], rules, &stop)
    }

    /// Returns the score for Black, the kind of forfeit and its reason.
    fn forfeit(black: Stubborn, clock: Option<&str>) -> (i32, ForfeitCause, String) {
        let game = play(black, clock, false).unwrap();
        let forfeit = game.forfeit.unwrap();
        assert_eq!(forfeit.side, Color::Black);
        (game.black_score, forfeit.cause, forfeit.reason)
    }

    #[test]
    fn illegal_moves_and_failures_lose_all_squares() {
        let (score, kind, reason) = forfeit(Stubborn("f5", AT_ONCE), None);
        assert_eq!((score, kind), (-64, ForfeitCause::Failure));
        assert!(reason.starts_with("illegal move: f5 "), "{reason}");
        assert!(reason.contains("(after f5"), "{reason}");
        let (score, kind, reason) = forfeit(Stubborn("??", AT_ONCE), Some("3600"));
        assert_eq!((score, kind), (-64, ForfeitCause::Failure));
        assert!(
            reason.starts_with("no square (after no move from"),
            "{reason}"
        );
    }

    #[test]
    fn a_side_without_time_loses_whatever_it_plays() {
        for square in ["f5", "a1", "??"] {
            let slow = Stubborn(square, Duration::from_millis(30));
            let (score, kind, reason) = forfeit(slow, Some("0.001+10"));
            assert_eq!((score, kind), (-64, ForfeitCause::Time));
            assert!(reason.contains("with 0.001 s left"), "{reason}");
        }
    }

    #[test]
    fn the_moves_before_a_forfeit_are_kept() {
        let game = play(Stubborn("f5", AT_ONCE), None, false).unwrap();
        assert_eq!(game.moves.len(), 2);
        assert!(!game.replay().unwrap().is_over());
    }

    #[test]
    fn a_stopped_game_has_no_result() {
        assert_eq!(play(Stubborn("f5", AT_ONCE), None, true), None);
        assert_eq!(play(Stubborn("f5", AT_ONCE), Some("0.001"), true), None);
    }

    #[test]
    fn finished_openings_need_no_move() {
        let finished = Game::from_transcript(Shape::STANDARD, "e6f4e3f6g5d6e7f5c5").unwrap();
        let stop = Arc::new(AtomicBool::new(false));
        let (mut black, mut white) = (Stubborn("a1", AT_ONCE), Stubborn("a1", AT_ONCE));
        let rules = GameRules::default();
        let game = play_game(&finished, [&mut black, &mut white], rules, &stop);
        assert_eq!(game, Some(PlayedGame::from(&finished)));
    }

    #[test]
    fn the_time_of_each_side_is_recorded() {
        let while_ = Duration::from_millis(20);
        let game = play(Stubborn("f5", while_), None, false).unwrap();
        // Two moves of Black, the second of them illegal, and one of White.
        assert!(game.time[0] >= 2 * while_ && game.time[1] < while_);
        // Times do not distinguish games.
        assert_eq!(play(Stubborn("f5", AT_ONCE), None, false), Some(game));
    }

    #[test]
    fn adjudicated_games_have_the_score_of_best_play() {
        let (opening, stop) = (
            Game::new("6x6".parse().unwrap()),
            Arc::new(AtomicBool::new(false)),
        );
        let mut adjudicator = Adjudicator::new(9).unwrap();
        let mut scores = std::collections::HashSet::new();
        for seed in 0..10 {
            let mut black = RandomEngine::default().new_player(2 * seed).unwrap();
            let mut white = RandomEngine::default().new_player(2 * seed + 1).unwrap();
            let rules = GameRules {
                adjudicator: Some(&mut adjudicator),
                ..GameRules::default()
            };
            let players: [&mut dyn MatchPlayer; 2] = [&mut *black, &mut *white];
            let played = play_game(&opening, players, rules, &stop).unwrap();
            let end = *played.replay().unwrap().position();
            assert_eq!(played.adjudication, Some(Adjudication::Solved));
            assert_eq!(end.empties().len(), 9);
            let solution = outflank_engine::solve(&end);
            let score = solution.exact().unwrap();
            let black_wins = (end.mover() == Color::Black) == (score > 0);
            assert_eq!(played.black_score.abs(), score.abs());
            assert_eq!(played.black_score > 0, black_wins && score != 0);
            scores.insert(played.black_score.signum());
        }
        assert!(scores.len() > 1, "{scores:?}");
    }
}
