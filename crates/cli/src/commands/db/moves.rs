//! `outflank db moves`: the moves played in a position and their results.

use std::time::Instant;

use anyhow::Result;
use clap::Args;
use outflank_archive::{Archive, Tally};
use schemars::JsonSchema;
use serde::Serialize;

use crate::context::{Context, Verdict};
use crate::game_filter::GameFilterOptions;
use crate::input::parse_position;
use crate::options::BoardOption;
use crate::output::{counted, grouped, new_table};

#[derive(Args)]
pub(super) struct Arguments {
    /// `start`, a transcript such as f5d6c3, or a board in OBF. Games that reach it in any of the
    /// eight symmetries count.
    at: String,

    #[command(flatten)]
    board: BoardOption,

    #[command(flatten)]
    filter: GameFilterOptions,
}

/// Totals over all moves.
#[derive(JsonSchema, Serialize)]
pub(super) struct MovesTotal {
    total: bool,
    position: String,
    #[serde(flatten)]
    tally: Tally,
    /// Games that end in the position.
    ended: u32,
    seconds: f64,
}

pub(super) fn run(arguments: &Arguments, archive: &Archive, context: &Context) -> Result<Verdict> {
    let position = parse_position(&arguments.at, arguments.board.shape)?;
    let filter = arguments.filter.filter(arguments.board.shape)?;
    let started = Instant::now();
    let statistics = archive.statistics(&position, &filter)?;
    let seconds = started.elapsed().as_secs_f64();
    context.text(position.diagram())?;
    let header = "move|games|share|black|draw|white|mean|years|played most by";
    let mut text = new_table(header, [0, 7, 8]);
    for played in &statistics.moves {
        context.object(played)?;
        let most_often = played.players.first();
        let most_often = most_often.map(|player| format!("{} ({})", player.name, player.games));
        let name = played.mv.to_string();
        let most_often = most_often.unwrap_or_default();
        text.add_row(row(&name, &played.tally, &statistics.all, most_often));
    }
    if statistics.all.games > 0 {
        text.add_row(row("all", &statistics.all, &statistics.all, String::new()));
        context.text(text)?;
    } else {
        context.text("no game reaches this position")?;
    }
    if statistics.ended > 0 {
        let ended = counted(statistics.ended as usize, "game");
        context.text(format_args!("{ended} ended here"))?;
    }
    context.finish(&MovesTotal {
        total: true,
        position: position.to_string(),
        tally: statistics.all.clone(),
        ended: statistics.ended,
        seconds,
    })
}

fn row(name: &str, tally: &Tally, all: &Tally, players: String) -> [String; 9] {
    let percent = |part: f64| format!("{:.1} %", 100.0 * part);
    let known = f64::from((tally.black_wins + tally.draws + tally.white_wins).max(1));
    let of_known = |games: u32| percent(f64::from(games) / known);
    [
        name.to_owned(),
        grouped(tally.games.into()),
        percent(f64::from(tally.games) / f64::from(all.games.max(1))),
        of_known(tally.black_wins),
        of_known(tally.draws),
        of_known(tally.white_wins),
        tally
            .mean_score
            .map_or(String::new(), |mean| format!("{mean:+.2}")),
        match tally.first_year.zip(tally.last_year) {
            None => String::new(),
            Some((first, last)) if first == last => first.to_string(),
            Some((first, last)) => format!("{first}-{last}"),
        },
        players,
    ]
}
