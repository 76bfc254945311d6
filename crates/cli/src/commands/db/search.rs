//! `outflank db search`: finds games.

use std::time::Instant;

use anyhow::Result;
use clap::Args;
use outflank_archive::{Archive, ArchivedGame};
use outflank_othello::notation::transcript;
use schemars::JsonSchema;
use serde::Serialize;

use super::show::short_result;
use crate::context::{Context, Verdict};
use crate::game_filter::GameFilterOptions;
use crate::options::BoardOption;
use crate::output::{counted, grouped, new_table};

/// Number of moves listed per game.
const MOVES: usize = 12;

#[derive(Args)]
pub(super) struct Arguments {
    /// List the first N games; 0 lists all.
    #[arg(long, value_name = "N", default_value_t = 20)]
    limit: usize,

    #[command(flatten)]
    board: BoardOption,

    #[command(flatten)]
    filter: GameFilterOptions,
}

/// Totals of the search.
#[derive(JsonSchema, Serialize)]
pub(super) struct SearchTotal {
    total: bool,
    /// Matching games.
    games: usize,
    shown: usize,
    /// Time of the search in seconds, excluding reading the games.
    seconds: f64,
}

pub(super) fn run(arguments: &Arguments, archive: &Archive, context: &Context) -> Result<Verdict> {
    let filter = arguments.filter.filter(arguments.board.shape)?;
    let started = Instant::now();
    let found = archive.find(&filter)?;
    let seconds = started.elapsed().as_secs_f64();
    let limit = match arguments.limit {
        0 => found.len(),
        limit => limit.min(found.len()),
    };
    let header = "game|black|white|result|date|tournament|moves";
    let mut text = new_table(header, [1, 2, 5, 6]);
    for &number in &found[..limit] {
        let game = archive.game(number)?;
        context.object(&game.object())?;
        if !context.is_json() {
            text.add_row(row(&game));
        }
    }
    if limit > 0 {
        context.text(text)?;
    }
    context.text(match limit == found.len() {
        true => counted(limit, "game"),
        false => {
            let (games, shown) = (counted(found.len(), "game"), grouped(limit as u64));
            format!("{games}, first {shown} shown")
        }
    })?;
    context.finish(&SearchTotal {
        total: true,
        games: found.len(),
        shown: limit,
        seconds,
    })
}

fn row(game: &ArchivedGame) -> [String; 7] {
    let record = &game.record;
    let moves = transcript(&record.game);
    let shown = record.game.squares().take(MOVES);
    let shown: String = shown.map(|square| square.to_string()).collect();
    let is_cut = shown.len() < moves.len();
    [
        game.number.to_string(),
        record.black.name.clone().unwrap_or_default(),
        record.white.name.clone().unwrap_or_default(),
        short_result(record),
        record
            .date
            .as_ref()
            .map_or(String::new(), |date| date.day_text('-')),
        record.tournament.clone().unwrap_or_default(),
        if is_cut { shown + "…" } else { shown },
    ]
}
