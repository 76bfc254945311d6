//! Points for a guess of the next move, and the difficulty of the choice.

use outflank_engine::{DEFAULT_LEVEL, ScoredMove};
use outflank_study::guess::Guess;
use outflank_study::people::Difficulty;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::explain::legal_move;
use crate::game_fields::GameFields;
use crate::{ApiError, Context, Result};

/// A guess and the move played in the game.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GuessRequest {
    /// A square.
    guess: String,
    /// The move played in the game.
    played: String,
    #[schemars(range(min = 1, max = 60))]
    level: Option<u32>,
}

pub(crate) fn guess(
    game: &GameFields,
    request: &GuessRequest,
    context: &Context<'_>,
) -> Result<Guess> {
    let position = game.position()?;
    let level = context.level(request.level, DEFAULT_LEVEL)?;
    let guess = legal_move("guess", &request.guess, &position)?;
    let played = legal_move("played", &request.played, &position)?;
    let moves = context.score_moves(&position, level)?;
    Guess::judge(&position, &moves, guess, played).ok_or_else(ApiError::late)
}

/// The search level of the scores.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LevelRequest {
    /// Search level of each position.
    #[schemars(range(min = 1, max = 60))]
    pub(crate) level: Option<u32>,
}

/// How many moves in a position win, draw, lose or are safe, and what people play.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Choices {
    #[serde(flatten)]
    difficulty: Difficulty,
    /// Whether all scores are exact.
    exact: bool,
}

pub(crate) fn choices(
    game: &GameFields,
    request: &LevelRequest,
    context: &Context<'_>,
) -> Result<Choices> {
    let position = game.position()?;
    let level = context.level(request.level, DEFAULT_LEVEL)?;
    let moves = context.score_moves(&position, level)?;
    Ok(Choices {
        difficulty: Difficulty::of(&position, &moves),
        exact: moves.iter().all(ScoredMove::is_exact),
    })
}
