//! `outflank db`: the archive of games and analyses.

mod analyze;
mod export;
mod import;
mod moves;
mod players;
mod search;
mod show;
mod stats;
mod umigame;

use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, Subcommand};
use outflank_archive::Archive;

use crate::context::{Context, Verdict};
use crate::schema::{Lines, lines};

/// The lines that each subcommand prints with `--json`.
pub(super) const LINES: &[(&str, Lines)] = lines! {
    "db alias": outflank_archive::Person, players::PlayersTotal;
    "db analyze": analyze::AnalyzedMove<outflank_engine::ScoredMove>,
        analyze::AnalyzedMove<outflank_study::ReviewedMove>, analyze::AnalysisTotal;
    "db export": super::convert::Report;
    "db import": import::ImportedFile<'static>, import::ImportTotal<'static>;
    "db moves": outflank_archive::MoveStatistics, moves::MovesTotal;
    "db players": outflank_archive::Person, players::PlayersTotal;
    "db search": outflank_study::GameObject, search::SearchTotal;
    "db show": outflank_study::GameObject;
    "db stats": outflank_archive::Totals;
    "db umigame": outflank_study::UmigameMove, umigame::UmigameTotal<'static>;
};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Archive file, an SQLite database that `import` creates.
    #[arg(
        long = "db",
        value_name = "FILE",
        default_value = "outflank.db",
        global = true
    )]
    path: PathBuf,

    #[command(subcommand)]
    action: Action,
}

/// A subcommand of `db`.
#[derive(Subcommand)]
enum Action {
    /// Add games from files.
    Import(import::Arguments),
    /// Find games by player, tournament, year, result, opening and position.
    Search(search::Arguments),
    /// List the moves played in a position and their results.
    Moves(moves::Arguments),
    /// Show a game.
    Show(show::Arguments),
    /// List the players and the spellings of their names.
    Players(players::Arguments),
    /// Correct the grouping of spellings by player.
    Alias(players::AliasArguments),
    /// Write games to a file.
    Export(export::Arguments),
    /// Print the size of the archive.
    Stats,
    /// Score the moves of a game or position and store the results.
    Analyze(analyze::Arguments),
    /// Count the lines of an opening that each side must know.
    Umigame(umigame::Arguments),
}

pub(super) use umigame::parse_loss;

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Verdict> {
    let path = &arguments.path;
    let open = || Archive::open(path);
    let read =
        |query: &dyn Fn(&Archive) -> Result<Verdict>| context.abandonable(|| query(&open()?));
    match &arguments.action {
        Action::Import(arguments) => import::run(arguments, path, context),
        Action::Search(arguments) => read(&|archive| search::run(arguments, archive, context)),
        Action::Moves(arguments) => read(&|archive| moves::run(arguments, archive, context)),
        Action::Show(arguments) => read(&|archive| show::run(arguments, archive, context)),
        Action::Players(arguments) => read(&|archive| players::run(arguments, archive, context)),
        Action::Alias(arguments) => players::alias(arguments, &mut open()?, context),
        Action::Export(arguments) => export::run(arguments, path, context),
        Action::Stats => read(&|archive| stats::run(archive, context)),
        Action::Analyze(arguments) => analyze::run(arguments, &mut open()?, context),
        Action::Umigame(arguments) => umigame::run(arguments, &mut open()?, context),
    }
}
