//! Random balanced starting positions.

use outflank_othello::Shape;
use outflank_othello::notation::transcript;
use outflank_study::sparring::{BalancedError, BalancedStart};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::{discs, within};
use crate::game_fields::{GameFields, standard_board};
use crate::{ApiError, Context, ErrorKey, Result};

/// Default search level.
const LEVEL: u32 = 8;

/// Maximum number of positions to score.
const TRIES: u32 = 100;

/// The balanced position to find.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BalancedRequest {
    #[serde(default = "standard_board")]
    board: String,
    plies: u32,
    tolerance: f64,
    seed: Option<u32>,
    level: Option<u32>,
}

/// A game that leads to a balanced position.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Balanced {
    board: Shape,
    start: &'static str,
    moves: String,
    /// The score for the side to move.
    score: f64,
    seed: u32,
}

pub(crate) fn balanced(request: &BalancedRequest, context: &Context<'_>) -> Result<Balanced> {
    let shape = GameFields::on(&request.board).shape()?;
    let most = shape.squares().saturating_sub(5);
    // JavaScript numbers hold 32-bit seeds exactly.
    let seed = request.seed.unwrap_or(context.seed as u32);
    let start = BalancedStart {
        shape,
        plies: within("plies", request.plies, 0, most)?,
        tolerance: discs("tolerance", request.tolerance)?,
        tries: TRIES,
        seed: u64::from(seed),
    };
    let level = context.level(request.level, LEVEL)?;
    let found = context.with_scores(level, None, |scores| start.find(scores))?;
    let found = found.map_err(|error| match error {
        BalancedError::NotFound(_) => {
            ApiError::new(ErrorKey::Unbalanced, "tolerance", error.to_string())
        }
        BalancedError::Interrupted => ApiError::cancelled(),
    })?;
    Ok(Balanced {
        board: shape,
        start: "start",
        moves: transcript(&found.game),
        score: found.score,
        seed,
    })
}
