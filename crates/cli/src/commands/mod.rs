//! The subcommands, one module each.

mod analyze;
mod bench;
mod book;
mod completions;
mod convert;
mod db;
mod eval;
mod hint;
mod lab;
mod manual;
mod matches;
mod perft;
mod play;
mod practice;
mod proof;
mod protocols;
mod serve;
mod solve;
mod train;
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
        "hint": hint::HintedMove<'static>, hint::CompletedDepth;
        "manual": manual::WrittenManual<'static>;
        "perft": perft::PerftDepth;
        "proof show": proof::Shown;
        "serve": serve::ServerAddress<'static>;
    };
    let commands = [
        own,
        bench::LINES,
        book::LINES,
        convert::LINES,
        db::LINES,
        eval::LINES,
        lab::LINES,
        matches::LINES,
        play::LINES,
        practice::LINES,
        solve::LINES,
        train::LINES,
        tree::LINES,
    ];
    commands.concat()
}

/// A subcommand.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Play against the engine.
    Play(play::Arguments),
    /// Review a game: score every move and explain the mistakes.
    #[command(aliases = ["analyse", "review"])]
    Analyze(analyze::Arguments),
    /// Show the best moves of a position.
    Hint(hint::Arguments),
    /// Break down the static evaluation of a position into its terms.
    Eval(eval::Arguments),
    /// Solve positions exactly.
    Solve(solve::Arguments),
    /// Explore the certificates that `solve --proof` writes.
    Proof(proof::Arguments),
    /// Play matches between engines.
    Match(Box<matches::Arguments>),
    /// Run the engine over GTP.
    Gtp(protocols::Arguments),
    /// Run the engine over the NBoard protocol.
    #[command(name = "nboard")]
    NBoard(protocols::Arguments),
    /// Convert games from one file format to another.
    Convert(convert::Arguments),
    /// Create, exchange and look up opening books.
    Book(book::Arguments),
    /// Store games and analyses in an archive and search it.
    Db(db::Arguments),
    /// Practise openings and puzzles by spaced repetition, and guess the moves of games.
    Practice(practice::Arguments),
    /// Serve the analysis board to a browser.
    Serve(serve::Arguments),
    /// Draw searches of a game tree side by side, with cut-off branches dark.
    Tree(tree::Arguments),
    /// Count the leaves of the game tree at each depth.
    Perft(perft::Arguments),
    /// Run a fixed set of searches and print their node signature.
    Bench(bench::Arguments),
    /// Create training data, and train evaluations and models on it.
    Train(train::Arguments),
    /// Run experiments on searches, models and human play.
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
    /// `train selfplay`.
    #[command(hide = true)]
    Selfplay(train::selfplay::Arguments),
    /// `train label`.
    #[command(hide = true)]
    Label(train::label::Arguments),
    /// `train network`.
    #[command(hide = true)]
    TrainNetwork(train::network::Arguments),
    /// `train human`.
    #[command(hide = true)]
    TrainHuman(train::human::Arguments),
    /// `train probcut`.
    #[command(hide = true)]
    FitProbcut(train::probcut::Arguments),
    /// `train textbook`.
    #[command(hide = true)]
    Tune(train::textbook::Arguments),
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
    /// Returns whether the command serves another program until a signal or the end of its input,
    /// neither of which counts as an interruption.
    pub(crate) const fn is_server(&self) -> bool {
        matches!(self, Self::Serve(_) | Self::Gtp(_) | Self::NBoard(_))
    }

    pub(crate) fn run(self, context: &Context) -> Result<Verdict> {
        match self {
            Self::Play(arguments) => play::run(&arguments, context),
            Self::Analyze(arguments) => analyze::run(&arguments, context),
            Self::Hint(arguments) => hint::run(&arguments, context),
            Self::Eval(arguments) => eval::run(&arguments, context),
            Self::Solve(arguments) => solve::run(&arguments, context),
            Self::Proof(arguments) => context.abandonable(|| proof::run(&arguments, context)),
            Self::Match(arguments) => matches::run(&arguments, context),
            Self::Gtp(arguments) => protocols::run_gtp(&arguments, context),
            Self::NBoard(arguments) => protocols::run_nboard(&arguments, context),
            Self::Convert(arguments) => convert::run(&arguments, context),
            Self::Book(arguments) => book::run(&arguments, context),
            Self::Db(arguments) => db::run(&arguments, context),
            Self::Practice(arguments) => practice::run(&arguments, context),
            Self::Puzzles { db, arguments } => practice::puzzles::run(&arguments, &db, context),
            Self::Guess(arguments) => practice::guess::run(&arguments, context),
            Self::Serve(arguments) => serve::run(&arguments, context),
            Self::Tree(arguments) => tree::run(&arguments, context),
            Self::Perft(arguments) => perft::run(&arguments, context),
            Self::Bench(arguments) => bench::run(&arguments, context),
            Self::Selfplay(arguments) => train::selfplay::run(&arguments, context),
            Self::Label(arguments) => train::label::run(&arguments, context),
            Self::Train(arguments) => train::run(&arguments, context),
            Self::TrainHuman(arguments) => train::human::run(&arguments, context),
            Self::TrainNetwork(arguments) => train::network::run(&arguments, context),
            Self::Tune(arguments) => train::textbook::run(&arguments, context),
            Self::FitProbcut(arguments) => train::probcut::run(&arguments, context),
            Self::Lab(arguments) => lab::run(&arguments, context),
            Self::Completions(arguments) => completions::run(&arguments, context),
            Self::Manual(arguments) => manual::run(&arguments, context),
        }
    }
}
