//! A player's progress over reviewed games.

use outflank_study::progress::{Progress, SavedGame};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{Context, Result};

/// The player and the saved games.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ProgressRequest {
    /// The user's name, which identifies the user in games without `side`. Case and accents do not
    /// matter.
    #[serde(default)]
    name: String,
    /// The saved games of all players, in any order.
    games: Vec<SavedGame>,
}

pub(crate) fn progress(request: &ProgressRequest, _: &Context<'_>) -> Result<Progress> {
    Ok(Progress::of(&request.name, request.games.clone()))
}
