//! `outflank book`: opening books.

mod check;
mod exchange;
mod grow;
mod info;
pub(super) mod show;

use std::ops::ControlFlow;

use anyhow::Result;
use clap::{Args, Subcommand};
use outflank_book::{BookError, BookName, Fault, Progress};

use crate::context::{Context, Interrupted, Verdict};
use crate::options::start_threads;
use crate::output::progress_bar;
use crate::schema::{Lines, lines};

/// The lines that each subcommand prints with `--json`.
pub(super) const LINES: &[(&str, Lines)] = lines! {
    "book add": grow::Grown, grow::GrowTotal;
    "book deepen": grow::Grown, grow::GrowTotal;
    "book diff": check::DifferentPosition, check::DiffTotal;
    "book export": exchange::Total;
    "book fix": grow::Grown, grow::GrowTotal;
    "book grow": grow::Grown, grow::GrowTotal;
    "book import": exchange::Total;
    "book info": info::Info;
    "book merge": exchange::Total;
    "book prune": grow::Grown, grow::GrowTotal;
    "book show": show::ShownMove, show::ShownTotal;
    "book stats": check::Count, check::StatsTotal;
    "book verify": check::Verified;
};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

/// A subcommand of `book`.
#[derive(Subcommand)]
enum Action {
    /// Add the positions in another program's book or in a text file.
    Import(exchange::ImportArguments),
    /// Write a book in another format.
    Export(exchange::ExportArguments),
    /// Print the size of a book.
    Info(BookArgument),
    /// Show the book moves in a position.
    Show(show::Arguments),
    /// Search and add the positions that good play reaches soonest.
    Grow(grow::GrowArguments),
    /// Search and add the positions of games.
    Add(grow::AddArguments),
    /// Repeat the searches of positions that good play reaches, at a higher level.
    Deepen(grow::DeepenArguments),
    /// Merge books into one.
    Merge(exchange::MergeArguments),
    /// Search missing or wrong book leaves and recompute all scores.
    Fix(grow::FixArguments),
    /// Remove positions that only bad moves reach.
    Prune(grow::PruneArguments),
    /// Check every page and every position in a book.
    Verify(BookArgument),
    /// Count the positions in a book by discs, grade and level.
    Stats(BookArgument),
    /// Compare two books.
    Diff(check::DiffArguments),
}

/// A book.
#[derive(Args)]
struct BookArgument {
    /// The book: a file, or `shipped`.
    #[arg(value_name = "BOOK")]
    name: BookName,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Verdict> {
    start_threads()?;
    match &arguments.action {
        Action::Import(arguments) => exchange::import(arguments, context),
        Action::Export(arguments) => exchange::export(arguments, context),
        Action::Info(book) => context.abandonable(|| info::run(&book.name, context)),
        Action::Show(arguments) => context.abandonable(|| show::run(arguments, context)),
        Action::Grow(arguments) => grow::grow(arguments, context),
        Action::Add(arguments) => grow::add(arguments, context),
        Action::Deepen(arguments) => grow::deepen(arguments, context),
        Action::Merge(arguments) => exchange::merge(arguments, context),
        Action::Fix(arguments) => grow::fix(arguments, context),
        Action::Prune(arguments) => grow::prune(arguments, context),
        Action::Verify(book) => check::verify(&book.name, context),
        Action::Stats(book) => check::stats(&book.name, context),
        Action::Diff(arguments) => context.abandonable(|| check::diff(arguments, context)),
    }
}

/// Runs long work with a progress bar. Ctrl-C stops the work with [`Interrupted`].
fn with_progress<T>(
    context: &Context,
    message: &'static str,
    work: impl FnOnce(&mut Progress<'_>) -> Result<T, BookError>,
) -> Result<T> {
    let bar = progress_bar(None, "{spinner} {elapsed} {msg} {pos}/{len}")?;
    bar.set_message(message);
    let mut report = |done, whole| {
        if whole > 0 {
            bar.set_length(whole);
        }
        bar.set_position(done);
        match context.is_interrupted() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    let outcome = work(&mut Progress::new(&mut report));
    bar.finish_and_clear();
    match outcome {
        Err(error) if matches!(error.fault, Fault::Stopped) && context.is_interrupted() => {
            Err(Interrupted.into())
        }
        outcome => Ok(outcome?),
    }
}
