//! Lists the games other than Othello.

use anyhow::Result;
use outflank_gametree::games::NamedGame;
use outflank_gametree::games::figures::Figure;
use schemars::JsonSchema;
use serde::Serialize;

use crate::context::{Context, Verdict};

/// A game or a figure.
#[derive(JsonSchema, Serialize)]
pub(super) struct Line<'a> {
    game: &'a str,
    what: &'a str,
}

pub(super) fn run(context: &Context) -> Result<Verdict> {
    for (game, what) in NamedGame::FORMS {
        context.object(&Line { game, what })?;
        context.text(format_args!("{game:<24}  {what}"))?;
    }
    for figure in Figure::ALL {
        let game = format!("figure:{}", figure.name);
        context.object(&Line {
            game: &game,
            what: figure.source,
        })?;
        context.text(format_args!(
            "\n{game}\n  {}\n  {}",
            figure.text, figure.source
        ))?;
    }
    Ok(Verdict::Done)
}
