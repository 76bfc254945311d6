//! The subcommands, one module each.

mod analyze;
mod bench;
#[cfg(feature = "full")]
mod book;
mod completions;
mod convert;
mod db;
#[cfg(feature = "full")]
mod eval;
mod hint;
#[cfg(feature = "full")]
mod lab;
mod manual;
#[cfg(feature = "full")]
mod matches;
mod perft;
#[cfg(feature = "full")]
mod play;
mod practice;
mod proof;
mod protocols;
#[cfg(feature = "full")]
mod serve;
mod solve;
#[cfg(feature = "full")]
mod train;
#[cfg(feature = "full")]
mod tree;

use std::path::PathBuf;

use anyhow::Result;
use clap::Subcommand;

use crate::context::{Context, Verdict};
use crate::schema::{Lines, lines};

pub(crate) fn json_lines() -> Vec<(&'static str, Lines)> {
    let own: &[(&str, Lines)] = lines! {
        "analyze": analyze::MoveWithBook<'static>, analyze::ReviewTotal<'static>,
            outflank_study::TableRow, outflank_study::WorstRow, outflank_study::GameRow,
            analyze::many::ManyTotal;
        "completions": completions::CompletionScript;
        "hint": hint::HintedMove<'static>, hint::NoMove, hint::CompletedDepth;
        "manual": manual::WrittenManual<'static>;
        "perft": perft::PerftDepth;
        "proof show": proof::Shown;
    };
    let commands = [
        own,
        bench::LINES,
        #[cfg(feature = "full")]
        book::LINES,
        convert::LINES,
        db::LINES,
        #[cfg(feature = "full")]
        eval::LINES,
        #[cfg(feature = "full")]
        lab::LINES,
        #[cfg(feature = "full")]
        matches::LINES,
        #[cfg(feature = "full")]
        play::LINES,
        practice::LINES,
        solve::LINES,
        #[cfg(feature = "full")]
        serve::LINES,
        #[cfg(feature = "full")]
        train::LINES,
        #[cfg(feature = "full")]
        tree::LINES,
    ];
    commands.concat()
}

/// A subcommand.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Play against the engine.
    #[cfg(feature = "full")]
    Play(play::Arguments),
    /// Review a game: score every move and explain the mistakes.
    #[command(aliases = ["analyse", "review"])]
    Analyze(analyze::Arguments),
    /// Show the best moves of a position.
    Hint(hint::Arguments),
    /// Break down the static evaluation of a position into its terms.
    #[cfg(feature = "full")]
    Eval(eval::Arguments),
    /// Solve positions exactly.
    Solve(solve::Arguments),
    /// Explore the certificates that `solve --proof` writes.
    Proof(proof::Arguments),
    /// Play matches between engines.
    #[cfg(feature = "full")]
    Match(Box<matches::Arguments>),
    /// Run the engine over GTP.
    Gtp(protocols::Arguments),
    /// Run the engine over the NBoard protocol.
    #[command(name = "nboard")]
    NBoard(protocols::Arguments),
    /// Convert games from one file format to another.
    Convert(convert::Arguments),
    /// Create, exchange and look up opening books.
    #[cfg(feature = "full")]
    Book(book::Arguments),
    /// Store games and analyses in an archive and search it.
    Db(db::Arguments),
    /// Practise openings and puzzles by spaced repetition, and guess the moves of games.
    Practice(practice::Arguments),
    /// Serve the analysis board to a browser.
    #[cfg(feature = "full")]
    Serve(serve::Arguments),
    /// Draw searches of a game tree side by side, with cut-off branches dark.
    #[cfg(feature = "full")]
    Tree(tree::Arguments),
    /// Count the leaves of the game tree at each depth.
    Perft(perft::Arguments),
    /// Run a fixed set of searches and print their node signature.
    Bench(bench::Arguments),
    /// Create training data, and train evaluations and models on it.
    #[cfg(feature = "full")]
    Train(train::Arguments),
    /// Run experiments on searches, models and human play.
    #[cfg(feature = "full")]
    Lab(lab::Arguments),
    /// Print a shell completion script.
    Completions(completions::Arguments),
    /// Write manual pages, the command reference or the JSON schemas.
    Manual(manual::Arguments),

    /// `practice guess`.
    #[command(hide = true)]
    Guess(Box<practice::guess::Arguments>),
    /// `practice puzzles`.
    #[command(hide = true)]
    Puzzles {
        /// Archive of the deck, created if it does not exist.
        #[arg(long, value_name = "FILE", default_value = "outflank.db")]
        db: PathBuf,
        #[command(flatten)]
        arguments: Box<practice::puzzles::Arguments>,
    },
    #[cfg(feature = "full")]
    #[command(flatten)]
    OldTrain(train::OldName),
}

/// The visible subcommands, grouped for the help.
pub(crate) const GROUPS: [(&str, &[&str]); 6] = [
    (
        "Play and study",
        &["play", "analyze", "hint", "eval", "practice", "serve"],
    ),
    ("Solve and prove", &["solve", "proof", "perft"]),
    ("Engines", &["match", "gtp", "nboard", "bench"]),
    (
        "Files and books",
        &["convert", "book", "db", "completions", "manual"],
    ),
    ("Teach", &["tree", "lab"]),
    ("Train", &["train"]),
];

impl Command {
    pub(crate) fn run(self, context: &Context) -> Result<Verdict> {
        match self {
            #[cfg(feature = "full")]
            Self::Play(arguments) => play::run(&arguments, context),
            Self::Analyze(arguments) => analyze::run(&arguments, context),
            Self::Hint(arguments) => hint::run(&arguments, context),
            #[cfg(feature = "full")]
            Self::Eval(arguments) => eval::run(&arguments, context),
            Self::Solve(arguments) => solve::run(&arguments, context),
            Self::Proof(arguments) => context.abandonable(|| proof::run(&arguments, context)),
            #[cfg(feature = "full")]
            Self::Match(arguments) => matches::run(&arguments, context),
            Self::Gtp(arguments) => protocols::run_gtp(&arguments, context),
            Self::NBoard(arguments) => protocols::run_nboard(&arguments, context),
            Self::Convert(arguments) => convert::run(&arguments, context),
            #[cfg(feature = "full")]
            Self::Book(arguments) => book::run(&arguments, context),
            Self::Db(arguments) => db::run(&arguments, context),
            Self::Practice(arguments) => practice::run(&arguments, context),
            Self::Puzzles { db, arguments } => practice::puzzles::run(&arguments, &db, context),
            Self::Guess(arguments) => practice::guess::run(&arguments, context),
            #[cfg(feature = "full")]
            Self::Serve(arguments) => serve::run(&arguments, context),
            #[cfg(feature = "full")]
            Self::Tree(arguments) => tree::run(&arguments, context),
            Self::Perft(arguments) => perft::run(&arguments, context),
            Self::Bench(arguments) => bench::run(&arguments, context),
            #[cfg(feature = "full")]
            Self::Train(arguments) => train::run(&arguments, context),
            #[cfg(feature = "full")]
            Self::Lab(arguments) => lab::run(&arguments, context),
            #[cfg(feature = "full")]
            Self::OldTrain(command) => command.run(context),
            Self::Completions(arguments) => completions::run(&arguments, context),
            Self::Manual(arguments) => manual::run(&arguments, context),
        }
    }
}
