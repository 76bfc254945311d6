//! `outflank lab`: experiments on searches, models and human play.

mod algorithms;
mod people;
mod predict;
mod ratings;
mod savings;
mod searches;

use anyhow::Result;
use clap::{Args, Subcommand};

use crate::context::{Context, Verdict};
use crate::schema::{Lines, lines};

/// The lines that each subcommand prints with `--json`.
pub(super) const LINES: &[(&str, Lines)] = lines! {
    "lab algorithms": algorithms::Object<'static>, algorithms::Total;
    "lab people": people::Row, people::TopicRow, people::Total;
    "lab predict": predict::Object, predict::Total;
    "lab ratings": ratings::Object<'static>, ratings::Total;
    "lab savings": savings::Object<'static>, savings::Total;
};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    experiment: Experiment,
}

/// An experiment.
#[derive(Subcommand)]
enum Experiment {
    /// Count the nodes that alpha-beta saves, by depth and move order.
    Savings(savings::Arguments),
    /// Compare algorithms on the same trees.
    Algorithms(algorithms::Arguments),
    /// Compare the discs lost by people of each rating and by human@R.
    People(people::Arguments),
    /// Measure how well the model of human moves predicts the moves of games.
    Predict(predict::Arguments),
    /// Rate the players of games, year by year.
    Ratings(ratings::Arguments),
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Verdict> {
    match &arguments.experiment {
        Experiment::Savings(arguments) => savings::run(arguments, context),
        Experiment::Algorithms(arguments) => algorithms::run(arguments, context),
        Experiment::People(arguments) => people::run(arguments, context),
        Experiment::Predict(arguments) => predict::run(arguments, context),
        Experiment::Ratings(arguments) => context.abandonable(|| ratings::run(arguments, context)),
    }
}
