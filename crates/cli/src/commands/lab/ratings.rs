//! `outflank lab ratings`: rates the players of games.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use outflank_matches::{MEAN_RATING, PlayerGames};
use schemars::JsonSchema;
use serde::Serialize;

use crate::commands::train::human::read;
use crate::context::{Context, Verdict};
use crate::output::{counted, grouped, new_table};

#[derive(Args)]
#[command(after_help = "\
Whole-History Rating (R. Coulom 2008) finds the most probable ratings of every player in every year, \
given all games. The scale is set so that the mean over the games of people is 1700; programs are \
rated on the same scale.")]
pub(crate) struct Arguments {
    /// Games with names and years: WTHOR, GGF, SGF or PGN. A game that occurs in two files counts
    /// once.
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,

    /// List only ratings for this year [default: the last one].
    #[arg(long, value_name = "YEAR", conflicts_with = "all")]
    year: Option<i32>,

    /// List the ratings for all years.
    #[arg(long)]
    all: bool,

    /// List only players with at least N games in the year.
    #[arg(long, value_name = "N", default_value_t = 1)]
    games_at_least: u32,
}

/// The rating of a player in a year.
#[derive(JsonSchema, Serialize)]
pub(super) struct Object<'a> {
    player: &'a str,
    /// Whether the player is a program, judging by the name.
    program: bool,
    year: i32,
    /// Games in the year.
    games: u32,
    rating: f64,
    /// The 95 % confidence interval.
    low: f64,
    high: f64,
}

/// The last JSON object.
#[derive(JsonSchema, Serialize)]
pub(super) struct Total {
    total: bool,
    /// Games rated.
    games: usize,
    players: usize,
    /// The mean rating of people, weighted by their games.
    mean: f64,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Verdict> {
    let mut games = PlayerGames::default();
    read(&arguments.games, |record| {
        games.add(&record);
    })?;
    let count = games.games();
    let ratings = games.rate();
    let players = ratings.players();
    let periods = players.iter().flat_map(|player| &player.years);
    let last = periods.map(|year| year.period).max();
    let year = arguments.year.or(last).filter(|_| !arguments.all);
    let rows = players.iter().flat_map(|player| {
        let years = player.years.iter().map(move |rating| Object {
            player: &player.name,
            program: player.is_program,
            year: rating.period,
            games: rating.games,
            rating: rating.elo,
            low: rating.interval.low,
            high: rating.interval.high,
        });
        years.filter(|row| year.is_none_or(|year| row.year == year))
    });
    let mut rows: Vec<Object<'_>> = rows
        .filter(|row| row.games >= arguments.games_at_least)
        .collect();
    rows.sort_by(|a, b| b.rating.total_cmp(&a.rating));
    let mut table = new_table("player|year|games|rating|95 %", [0]);
    for row in &rows {
        context.object(row)?;
        table.add_row([
            row.player.to_owned(),
            row.year.to_string(),
            grouped(row.games.into()),
            format!("{:.0}", row.rating),
            format!("{:.0} to {:.0}", row.low, row.high),
        ]);
    }
    context.text(table)?;
    context.text(format_args!(
        "{}, {}; the mean of people is {MEAN_RATING:.0}",
        counted(count, "game"),
        counted(players.len(), "player")
    ))?;
    context.finish(&Total {
        total: true,
        games: count,
        players: players.len(),
        mean: MEAN_RATING,
    })
}
