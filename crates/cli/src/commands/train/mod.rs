//! `outflank train`: training data, and everything learned from it.

pub(super) mod human;
pub(super) mod label;
pub(super) mod network;
pub(super) mod probcut;
pub(super) mod selfplay;
pub(super) mod shared;
pub(super) mod textbook;
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
