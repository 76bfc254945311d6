//! A pair as a line of a results file.

use std::time::Duration;

use outflank_othello::{Color, Game};
use serde::{Deserialize, Serialize};

use super::{GamePair, Tournament};
use crate::forfeit::{Forfeit, ForfeitCause};
use crate::play::{Adjudication, Ending, PlayedGame};

#[derive(Deserialize, Serialize)]
pub(super) struct StoredPair {
    /// 1-based number in the tournament.
    pair: usize,
    /// 1-based number of the opening.
    opening: usize,
    /// The first engine of the pairing, Black in the first game.
    engine: String,
    opponent: String,
    games: [StoredGame; 2],
}

#[derive(Deserialize, Serialize)]
struct StoredGame {
    /// All moves, the opening included.
    moves: String,
    /// Final disc difference for Black.
    black_score: i32,
    ending: Ending,
    /// The side that forfeited or resigned.
    loser: Option<String>,
    /// The reason for the forfeit.
    reason: Option<String>,
    /// The time that Black and White used.
    seconds: [f64; 2],
    /// The mover's score of each move after the opening, in discs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    evaluations: Vec<Option<f32>>,
    /// Crashes of Black's and White's programs.
    #[serde(default, skip_serializing_if = "is_zero")]
    crashes: [u32; 2],
    /// Whether the forfeit was a crash.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    is_crash: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
fn is_zero(crashes: &[u32; 2]) -> bool {
    *crashes == [0, 0]
}

impl StoredPair {
    pub(super) fn new(pair: &GamePair, names: &[String]) -> Self {
        Self {
            pair: pair.number + 1,
            opening: pair.opening + 1,
            engine: names[pair.pairing.first].clone(),
            opponent: names[pair.pairing.second].clone(),
            games: pair.games.each_ref().map(StoredGame::new),
        }
    }

    /// Returns the pair if it is valid in this tournament, or the reason why it is not.
    pub(super) fn read(
        &self,
        tournament: &Tournament,
        names: &[String],
    ) -> Result<GamePair, String> {
        let planned = self.pair.checked_sub(1).and_then(|n| tournament.plan(n));
        let Some((pairing, opening)) = planned else {
            let most = tournament.pairs();
            return Err(format!("pair {}: expected 1 to {most}", self.pair));
        };
        let expected = (opening + 1, &names[pairing.first], &names[pairing.second]);
        if (self.opening, &self.engine, &self.opponent) != expected {
            let (opening, engine, opponent) = expected;
            let pair = self.pair;
            return Err(format!(
                "pair {pair}: expected opening {opening} between {engine} and {opponent}"
            ));
        }
        let start = &tournament.openings[opening];
        let [first, second] = self.games.each_ref().map(|game| game.read(start));
        let of_pair = |error| format!("pair {}: {error}", self.pair);
        Ok(GamePair {
            number: self.pair - 1,
            pairing,
            opening,
            games: [first.map_err(of_pair)?, second.map_err(of_pair)?],
        })
    }
}

impl StoredGame {
    fn new(game: &PlayedGame) -> Self {
        let forfeit = game.forfeit.as_ref();
        Self {
            moves: game.to_string(),
            black_score: game.black_score,
            ending: game.ending(),
            loser: game.loser().map(|side| side.name().to_owned()),
            reason: forfeit.map(|forfeit| forfeit.reason.clone()),
            seconds: game.time.map(|time| time.as_secs_f64()),
            evaluations: match game.evaluations.iter().any(Option::is_some) {
                true => game.evaluations.clone(),
                false => Vec::new(),
            },
            crashes: game.crashes,
            is_crash: forfeit.is_some_and(|forfeit| forfeit.is_crash),
        }
    }

    /// Returns the game if it is legal and begins with `opening`, and its score matches
    /// the way it ended.
    fn read(&self, opening: &Game) -> Result<PlayedGame, String> {
        let mut game = Game::from_position(*opening.start());
        let moves = game.play_transcript(&self.moves);
        moves.map_err(|error| format!("moves {}: {error}", self.moves))?;
        let begins = game.squares().zip(opening.squares()).all(|(a, b)| a == b);
        if !begins || game.squares().count() < opening.squares().count() {
            return Err(format!(
                "moves {}: expected to begin with the opening",
                self.moves
            ));
        }
        let played = PlayedGame::from(&game);
        let loser = self.loser.as_deref().map(str::parse::<Color>).transpose();
        let loser = loser.map_err(|error| error.to_string())?;
        let played = match (self.ending, loser) {
            (Ending::Board, None) if game.is_over() => played,
            (Ending::Adjudicated, None) => self.adjudicated(played, Adjudication::Solved),
            (Ending::Resigned, Some(_)) => self.adjudicated(played, Adjudication::Resigned),
            (Ending::Drawn, None) => self.adjudicated(played, Adjudication::Drawn),
            (Ending::Time | Ending::Forfeit, Some(side)) => {
                let cause = match self.ending {
                    Ending::Time => ForfeitCause::Time,
                    _ => ForfeitCause::Failure,
                };
                let forfeit = Forfeit {
                    side,
                    cause,
                    is_crash: self.is_crash,
                    reason: self.reason.clone().unwrap_or_default(),
                    conversation: Vec::new(),
                };
                PlayedGame::lost(&game, forfeit)
            }
            (ending, _) => {
                let moves = &self.moves;
                return Err(format!(
                    "moves {moves}: the game cannot have ended as {ending:?}"
                ));
            }
        };
        let most = opening.shape().squares() as i32;
        let score = self.black_score;
        if played.black_score != score || score.abs() > most {
            return Err(format!(
                "a score of {score} for Black: expected the result of the moves, within ±{most}"
            ));
        }
        let time = |seconds: f64| Duration::try_from_secs_f64(seconds);
        let [black, white] = self.seconds.map(time);
        let wrong = |error| format!("seconds {:?}: {error}", self.seconds);
        Ok(PlayedGame {
            time: [black.map_err(wrong)?, white.map_err(wrong)?],
            evaluations: self.evaluations.clone(),
            crashes: self.crashes,
            ..played
        })
    }

    fn adjudicated(&self, played: PlayedGame, adjudication: Adjudication) -> PlayedGame {
        PlayedGame {
            black_score: self.black_score,
            adjudication: Some(adjudication),
            ..played
        }
    }
}
