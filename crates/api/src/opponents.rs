//! The opponents of a game.

use outflank_human::{FULL_STRENGTH, FULL_STRENGTH_LEVEL, LEVELS};
use schemars::JsonSchema;
use serde::Serialize;

use crate::endpoint::NoFields;
use crate::{Context, Result};

/// An opponent with a name.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub(crate) struct Opponent {
    /// The key of the name: `opponent.named-…` in the messages of the page.
    name: &'static str,
    /// The rating on the scale of human players, if it has been measured.
    rating: Option<u32>,
    /// The fields of `POST /api/choose` that make the engine play like this opponent.
    strength: Strength,
}

/// How an opponent chooses its moves.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Strength {
    /// The human-like opponent, on 8×8.
    Human(u16),
    /// The engine at a level.
    Level(u32),
}

/// Returns the opponents, weakest first. The page shows them in this order.
pub(crate) fn opponents(_: &NoFields, _: &Context<'_>) -> Result<Vec<Opponent>> {
    let people = LEVELS.iter().map(|&(name, rating)| Opponent {
        name,
        rating: Some(rating.points().into()),
        strength: Strength::Human(rating.points()),
    });
    let engine = Opponent {
        name: FULL_STRENGTH,
        rating: None,
        strength: Strength::Level(FULL_STRENGTH_LEVEL),
    };
    Ok(people.chain([engine]).collect())
}
