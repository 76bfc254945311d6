//! The subcommands, one module each.

mod analyze;
mod bench;
mod book;
mod completions;
mod convert;
mod db;
mod eval;
mod fit_probcut;
mod guess;
mod hint;
mod lab;
mod label;
mod manual;
mod matches;
mod perft;
mod play;
mod practice;
mod proof;
mod protocols;
mod puzzles;
mod selfplay;
mod serve;
mod solve;
mod train;
mod train_human;
mod train_network;
mod training;
mod tree;
mod tune;

use clap::Subcommand;

use crate::context::{Context, Verdict};
use crate::schema::Lines;

/// Returns the JSON lines of each command that has them.
pub(crate) fn json_lines() -> Vec<(&'static str, Lines)> {
    let mut all = vec![
        ("analyze", analyze::LINES),
        ("bench", bench::LINES),
        ("completions", completions::LINES),
        ("convert", convert::LINES),
        ("eval", eval::LINES),
        ("fit-probcut", fit_probcut::LINES),
        ("guess", guess::LINES),
        ("hint", hint::LINES),
        ("label", label::LINES),
        ("manual", manual::LINES),
        ("match", matches::LINES),
        ("perft", perft::LINES),
        ("play", play::LINES),
        ("proof show", proof::LINES),
        ("puzzles", puzzles::LINES),
        ("selfplay", selfplay::LINES),
        ("serve", serve::LINES),
        ("solve", solve::LINES),
        ("train", train::LINES),
        ("train-human", train_human::LINES),
        ("train-network", train_network::LINES),
        ("tree", tree::LINES),
        ("tune", tune::LINES),
    ];
    all.extend(book::LINES);
    all.extend(db::LINES);
    all.extend(lab::LINES);
    all.extend(practice::LINES);
    all
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
    /// Break the static evaluation of a position down into its terms.
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
    /// Make, exchange and look up opening books.
    Book(book::Arguments),
    /// Store games and analyses in an archive and search it.
    Db(db::Arguments),
    /// Practise openings and puzzles by spaced repetition.
    Practice(practice::Arguments),
    /// Make puzzles from games.
    Puzzles(Box<puzzles::Arguments>),
    /// Guess the moves of a game, for points.
    Guess(Box<guess::Arguments>),
    /// Serve the analysis board to a browser.
    Serve(serve::Arguments),
    /// Draw searches of a game tree side by side, with cut branches dark.
    Tree(tree::Arguments),
    /// Count the leaves of the game tree at each depth.
    Perft(perft::Arguments),
    /// Run a fixed set of searches and print their node signature.
    Bench(bench::Arguments),
    /// Generate training games by self-play.
    Selfplay(selfplay::Arguments),
    /// Label training positions with the scores of deeper searches.
    Label(label::Arguments),
    /// Train the weights of the pattern evaluation.
    Train(train::Arguments),
    /// Train the model of human moves.
    TrainHuman(train_human::Arguments),
    /// Train the evaluation network.
    TrainNetwork(train_network::Arguments),
    /// Tune the parameters of a textbook evaluation by matches.
    Tune(tune::Arguments),
    /// Fit the ProbCut and parity parameters of the search.
    FitProbcut(fit_probcut::Arguments),
    /// Compare searches and evaluations.
    Lab(lab::Arguments),
    /// Print a shell completion script.
    Completions(completions::Arguments),
    /// Write manual pages, the command reference or the JSON schemas.
    Manual(manual::Arguments),
}

impl Command {
    /// Returns whether the command serves another program until a signal or the end of its input;
    /// neither is an interruption.
    pub(crate) const fn is_server(&self) -> bool {
        matches!(self, Self::Serve(_) | Self::Gtp(_) | Self::NBoard(_))
    }

    /// Runs the command.
    pub(crate) fn run(self, context: &Context) -> anyhow::Result<Verdict> {
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
            Self::Puzzles(arguments) => puzzles::run(&arguments, context),
            Self::Guess(arguments) => guess::run(&arguments, context),
            Self::Serve(arguments) => serve::run(&arguments, context),
            Self::Tree(arguments) => tree::run(&arguments, context),
            Self::Perft(arguments) => perft::run(&arguments, context),
            Self::Bench(arguments) => bench::run(&arguments, context),
            Self::Selfplay(arguments) => selfplay::run(&arguments, context),
            Self::Label(arguments) => label::run(&arguments, context),
            Self::Train(arguments) => train::run(&arguments, context),
            Self::TrainHuman(arguments) => train_human::run(&arguments, context),
            Self::TrainNetwork(arguments) => train_network::run(&arguments, context),
            Self::Tune(arguments) => tune::run(&arguments, context),
            Self::FitProbcut(arguments) => fit_probcut::run(&arguments, context),
            Self::Lab(arguments) => lab::run(&arguments, context),
            Self::Completions(arguments) => completions::run(&arguments, context),
            Self::Manual(arguments) => manual::run(&arguments, context),
        }
    }
}
