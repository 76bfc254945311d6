//! One file a subcommand.

mod analyze;
mod bench;
mod completions;
mod convert;
mod db;
mod eval;
mod fit_probcut;
mod gtp;
mod hint;
mod lab;
mod label;
mod learning_curve;
mod matches;
mod nboard;
mod perft;
mod play;
mod selfplay;
mod serve;
mod solve;
mod train;
mod train_network;
mod tree;
mod tune;

use clap::Subcommand;

use crate::context::{Context, Verdict};

/// What the program can do.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Play against the engine.
    Play(play::Arguments),
    /// Review a game: every move valued, the mistakes explained.
    Analyze(analyze::Arguments),
    /// Show the best moves of a position.
    Hint(hint::Arguments),
    /// Take the static value of a position apart, term by term.
    Eval(eval::Arguments),
    /// Give the exact scores of positions.
    Solve(solve::Arguments),
    /// Play engines against each other.
    Match(matches::Arguments),
    /// Play for a program that speaks GTP.
    Gtp(gtp::Arguments),
    /// Play for NBoard, or another program that speaks its protocol.
    #[command(name = "nboard")]
    NBoard(nboard::Arguments),
    /// Turn games of one format into another.
    Convert(convert::Arguments),
    /// Keep games and analyses in an archive, and search it.
    Db(db::Arguments),
    /// Show the analysis board in the browser.
    Serve(serve::Arguments),
    /// Draw searches of a game tree side by side, the cut branches dark.
    Tree(tree::Arguments),
    /// Count the leaves of the game tree, depth by depth.
    Perft(perft::Arguments),
    /// Run a fixed set of searches and give their signature.
    Bench(bench::Arguments),
    /// Play games of the engine against itself, for training.
    Selfplay(selfplay::Arguments),
    /// Score positions out of games by deeper searches, for training.
    Label(label::Arguments),
    /// Learn the weights of the evaluation from games.
    Train(train::Arguments),
    /// Learn a network of the evaluation from games.
    TrainNetwork(train_network::Arguments),
    /// Find the parameters of a textbook evaluation by matches or from scores.
    Tune(tune::Arguments),
    /// Fit what searches may leave out, and even out odd and even depths.
    FitProbcut(fit_probcut::Arguments),
    /// Measure what more games to learn from are worth.
    LearningCurve(learning_curve::Arguments),
    /// Experiments with searches and evaluations.
    Lab(lab::Arguments),
    /// Print completions for a shell.
    Completions(completions::CompletionsArguments),
    /// Write manual pages, one a subcommand.
    Manual(completions::ManualArguments),
}

impl Command {
    /// Runs the command.
    pub(crate) fn run(self, context: &Context) -> anyhow::Result<Verdict> {
        match self {
            Self::Play(arguments) => play::run(&arguments, context),
            Self::Analyze(arguments) => analyze::run(&arguments, context),
            Self::Hint(arguments) => hint::run(&arguments, context),
            Self::Eval(arguments) => eval::run(&arguments, context),
            Self::Solve(arguments) => solve::run(&arguments, context),
            Self::Match(arguments) => matches::run(&arguments, context),
            Self::Gtp(arguments) => gtp::run(&arguments, context),
            Self::NBoard(arguments) => nboard::run(&arguments, context),
            Self::Convert(arguments) => convert::run(&arguments, context),
            Self::Db(arguments) => db::run(&arguments, context),
            Self::Serve(arguments) => serve::run(&arguments, context),
            Self::Tree(arguments) => tree::run(&arguments, context),
            Self::Perft(arguments) => perft::run(&arguments, context),
            Self::Bench(arguments) => bench::run(&arguments, context),
            Self::Selfplay(arguments) => selfplay::run(&arguments, context),
            Self::Label(arguments) => label::run(&arguments, context),
            Self::Train(arguments) => train::run(&arguments, context),
            Self::TrainNetwork(arguments) => train_network::run(&arguments, context),
            Self::Tune(arguments) => tune::run(&arguments, context),
            Self::FitProbcut(arguments) => fit_probcut::run(&arguments, context),
            Self::LearningCurve(arguments) => learning_curve::run(&arguments, context),
            Self::Lab(arguments) => lab::run(&arguments, context),
            Self::Completions(arguments) => completions::completions(&arguments),
            Self::Manual(arguments) => completions::manual(&arguments, context),
        }
    }
}
