//! `outflank train`: training data, and everything learned from it.

pub(super) mod human;
mod label;
mod network;
mod probcut;
mod selfplay;
pub(super) mod shared;
mod textbook;
mod weights;

use anyhow::Result;
use clap::{Args, Subcommand};

use crate::context::{Context, Verdict};
use crate::schema::{Lines, lines};

/// The JSON lines of each subcommand.
pub(super) const LINES: &[(&str, Lines)] = lines! {
    "train human": human::Total;
    "train label": label::Total;
    "train network": network::EpochLine, network::Total;
    "train probcut": probcut::Line, probcut::Total;
    "train selfplay": selfplay::Total;
    "train textbook": textbook::Iteration<'static>, textbook::Total;
    "train weights": weights::PassLine, weights::Total;
};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    step: Step,
}

/// A step of training.
#[derive(Subcommand)]
enum Step {
    /// Generate training games by self-play.
    Selfplay(selfplay::Arguments),
    /// Label training positions with the scores of deeper searches.
    Label(label::Arguments),
    /// Train the weights of the pattern evaluation.
    Weights(weights::Arguments),
    /// Train the evaluation network.
    Network(network::Arguments),
    /// Train the model of human moves.
    Human(human::Arguments),
    /// Fit the ProbCut and parity parameters of the search.
    Probcut(probcut::Arguments),
    /// Tune the parameters of a textbook evaluation by matches.
    Textbook(textbook::Arguments),
}

/// The names of the steps before `train` existed.
#[derive(Subcommand)]
pub(crate) enum OldName {
    /// `train selfplay`.
    #[command(hide = true)]
    Selfplay(selfplay::Arguments),
    /// `train label`.
    #[command(hide = true)]
    Label(label::Arguments),
    /// `train network`.
    #[command(hide = true)]
    TrainNetwork(network::Arguments),
    /// `train human`.
    #[command(hide = true)]
    TrainHuman(human::Arguments),
    /// `train probcut`.
    #[command(hide = true)]
    FitProbcut(probcut::Arguments),
    /// `train textbook`.
    #[command(hide = true)]
    Tune(textbook::Arguments),
}

impl OldName {
    pub(super) fn run(self, context: &Context) -> Result<Verdict> {
        let step = match self {
            Self::Selfplay(arguments) => Step::Selfplay(arguments),
            Self::Label(arguments) => Step::Label(arguments),
            Self::TrainNetwork(arguments) => Step::Network(arguments),
            Self::TrainHuman(arguments) => Step::Human(arguments),
            Self::FitProbcut(arguments) => Step::Probcut(arguments),
            Self::Tune(arguments) => Step::Textbook(arguments),
        };
        run(&Arguments { step }, context)
    }
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Verdict> {
    match &arguments.step {
        Step::Selfplay(arguments) => selfplay::run(arguments, context),
        Step::Label(arguments) => label::run(arguments, context),
        Step::Weights(arguments) => weights::run(arguments, context),
        Step::Network(arguments) => network::run(arguments, context),
        Step::Human(arguments) => human::run(arguments, context),
        Step::Probcut(arguments) => probcut::run(arguments, context),
        Step::Textbook(arguments) => textbook::run(arguments, context),
    }
}
