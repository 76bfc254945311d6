//! `outflank db`: the archive of games and analyses.

mod analyze;
mod export;
mod import;
mod moves;
mod search;
mod show;
mod stats;

use std::path::PathBuf;

use clap::{Args, Subcommand};
use comfy_table::{CellAlignment, Table, presets};
use outflank_study::archive::{Archive, ArchiveError};

use crate::context::{Context, Verdict};

/// Arguments of `outflank db`.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    archive: ArchiveOption,

    #[command(subcommand)]
    action: Action,
}

/// The archive.
#[derive(Args)]
struct ArchiveOption {
    /// The archive, an SQLite database; `import` makes it if there is none.
    #[arg(
        long = "db",
        value_name = "FILE",
        default_value = "outflank.db",
        global = true
    )]
    path: PathBuf,
}

impl ArchiveOption {
    /// The archive, which must be there.
    fn open(&self) -> Result<Archive, ArchiveError> {
        Archive::open(&self.path)
    }
}

/// What is done with the archive.
#[derive(Subcommand)]
enum Action {
    /// Take the games of files.
    Import(import::Arguments),
    /// Find games by player, tournament, year, result, opening and position.
    Search(search::Arguments),
    /// Tell what was played in a position, and how it ended.
    Moves(moves::Arguments),
    /// Show a game.
    Show(show::Arguments),
    /// Write games to a file.
    Export(export::Arguments),
    /// Tell how much there is in the archive.
    Stats,
    /// Value the moves of a game or position, and keep what was found out.
    Analyze(analyze::Arguments),
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Verdict> {
    let archive = &arguments.archive;
    match &arguments.action {
        Action::Import(arguments) => import::run(arguments, &archive.path, context),
        Action::Search(arguments) => search::run(arguments, &archive.open()?, context),
        Action::Moves(arguments) => moves::run(arguments, &archive.open()?, context),
        Action::Show(arguments) => show::run(arguments, &archive.open()?, context),
        Action::Export(arguments) => export::run(arguments, &archive.open()?, context),
        Action::Stats => stats::run(&archive.open()?, context),
        Action::Analyze(arguments) => analyze::run(arguments, &mut archive.open()?, context),
    }
}

/// An empty table; the columns with these numbers hold words, the others figures.
fn table(header: &[&str], words: &[usize]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN).set_header(header);
    for (place, column) in table.column_iter_mut().enumerate() {
        if !words.contains(&place) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

/// `1 game`, `2 games`.
fn games_in_words(games: usize) -> String {
    match games {
        1 => "1 game".to_owned(),
        games => format!("{games} games"),
    }
}
