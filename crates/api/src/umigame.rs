//! The lines of an opening that each side must know.

use outflank_study::{Umigame, UmigameMove, UmigameOptions};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::{discs, within};
use crate::game_fields::GameFields;
use crate::{Context, Result};

/// Default search level.
const LEVEL: u32 = 8;
/// Default number of moves in a line, not counting passes.
const PLIES: u32 = 8;
/// Maximum number of positions to score.
const POSITIONS: usize = 2000;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UmigameRequest {
    /// Number of moves in a line, not counting passes. The default is 8.
    #[schemars(range(min = 1, max = 60))]
    plies: Option<u32>,
    /// How many discs a move may lose and still count as a best move.
    #[serde(default)]
    #[schemars(range(min = 0, max = 128))]
    loss: f64,
    #[schemars(range(min = 1, max = 60))]
    level: Option<u32>,
}

/// The umigame numbers of a position and of its best moves.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct UmigameAnswer {
    #[serde(flatten)]
    umigame: Umigame,
    moves: Vec<UmigameMove>,
    /// The search level of the scores.
    level: u32,
}

pub(crate) fn umigame(
    game: &GameFields,
    request: &UmigameRequest,
    context: &Context<'_>,
) -> Result<UmigameAnswer> {
    let position = game.position()?;
    let level = context.level(request.level, LEVEL)?;
    let options = UmigameOptions {
        plies: within("plies", request.plies.unwrap_or(PLIES), 1, 60)?,
        loss: discs("loss", request.loss)?,
        positions: POSITIONS,
    };
    // A count that reaches the limit of positions is still a valid response.
    let umigame = context.with_scores(level, None, |scores| {
        outflank_study::umigame(&position, &options, scores, &|_, _| ())
    })?;
    Ok(UmigameAnswer {
        moves: umigame.moves.clone(),
        umigame,
        level,
    })
}
