//! `outflank book verify`, `stats` and `diff`.

use anyhow::Result;
use clap::Args;
use outflank_book::{BookName, GRADES, Progress};
use outflank_othello::{Color, Position};
use schemars::JsonSchema;
use serde::Serialize;

use super::with_progress;
use crate::context::{Context, Verdict};
use crate::output::{grouped, new_table};

#[derive(Args)]
pub(super) struct DiffArguments {
    /// The first book: a file, or `shipped`.
    #[arg(value_name = "BOOK")]
    first: BookName,

    /// The second book.
    #[arg(value_name = "OTHER")]
    second: BookName,

    /// Show the N positions whose scores differ most.
    #[arg(long, value_name = "N", default_value_t = 10)]
    count: usize,
}

/// The faults found in a book.
#[derive(JsonSchema, Serialize)]
pub(super) struct Verified {
    total: bool,
    /// Positions read, all from pages with a correct checksum and order.
    positions: u64,
    /// Boards that are not in canonical form.
    not_canonical: u64,
    /// Positions without a legal move.
    without_moves: u64,
    /// Scores that contradict the scores of the positions after their moves.
    wrong_scores: u64,
    /// Leaves whose move leads to a position in the book.
    wrong_leaves: u64,
    /// Positions with a move that leaves the book but no leaf.
    missing_leaves: u64,
    ok: bool,
}

pub(super) fn verify(book: &BookName, context: &Context) -> Result<Verdict> {
    let store = book.store()?;
    let verify = |progress: &mut Progress<'_>| outflank_book::verify(&store, progress);
    let found = context.abandonable(|| with_progress(context, "verifying", verify))?;
    let mut text = new_table("|positions", [0]);
    for (what, count) in [
        ("read", found.positions),
        ("not canonical", found.not_canonical),
        ("without a legal move", found.without_moves),
        ("with a wrong score", found.wrong_scores),
        ("with a wrong leaf", found.wrong_leaves),
        ("without a leaf", found.missing_leaves),
    ] {
        text.add_row([what.to_owned(), grouped(count)]);
    }
    context.text(text)?;
    let ok = found.is_right();
    let verdict = context.finish(&Verified {
        total: true,
        positions: found.positions,
        not_canonical: found.not_canonical,
        without_moves: found.without_moves,
        wrong_scores: found.wrong_scores,
        wrong_leaves: found.wrong_leaves,
        missing_leaves: found.missing_leaves,
        ok,
    })?;
    Ok(verdict.negative_if(!ok))
}

/// A count of positions.
#[derive(JsonSchema, Serialize)]
pub(super) struct Count {
    /// `discs`, `grade` or `level`.
    by: &'static str,
    /// The number of discs, the grade or the level.
    value: String,
    positions: u64,
}

/// The last line of the statistics.
#[derive(JsonSchema, Serialize)]
pub(super) struct StatsTotal {
    total: bool,
    positions: u64,
    /// Positions with a proven score.
    exact: u64,
    /// Positions whose score a person entered.
    manual: u64,
}

pub(super) fn stats(book: &BookName, context: &Context) -> Result<Verdict> {
    let store = book.store()?;
    let count = |progress: &mut Progress<'_>| outflank_book::statistics(&store, progress);
    let found = context.abandonable(|| with_progress(context, "counting", count))?;
    let by_discs = found.by_discs.iter().enumerate();
    let by_discs = by_discs.map(|(discs, count)| ("discs", discs.to_string(), count));
    let by_grade = GRADES.iter().zip(&found.by_grade);
    let by_grade = by_grade.map(|(grade, count)| ("grade", format!("{grade:?}"), count));
    let by_level = found.by_level.iter().enumerate();
    let by_level = by_level.map(|(level, count)| ("level", level.to_string(), count));
    let mut text = new_table("by|value|positions", [0]);
    for (by, value, &positions) in by_discs.chain(by_grade).chain(by_level) {
        if positions > 0 {
            text.add_row([by.to_owned(), value.clone(), grouped(positions)]);
            context.object(&Count {
                by,
                value,
                positions,
            })?;
        }
    }
    context.text(text)?;
    context.finish(&StatsTotal {
        total: true,
        positions: store.header().totals.positions,
        exact: found.exact,
        manual: found.manual,
    })
}

/// A position with different scores.
#[derive(JsonSchema, Serialize)]
pub(super) struct DifferentPosition {
    /// The canonical board, with the mover as X.
    position: String,
    first_score: i8,
    second_score: i8,
    first_level: u8,
    second_level: u8,
}

/// How two books differ.
#[derive(JsonSchema, Serialize)]
pub(super) struct DiffTotal {
    total: bool,
    first_only: u64,
    second_only: u64,
    both: u64,
    /// Positions in both books with different scores.
    different: u64,
    /// The mean absolute difference over the positions in both books, in discs.
    mean_absolute_difference: f64,
}

pub(super) fn diff(arguments: &DiffArguments, context: &Context) -> Result<Verdict> {
    let first = arguments.first.store()?;
    let second = arguments.second.store()?;
    anyhow::ensure!(
        first.shape() == second.shape(),
        "{}: a book for {}: expected one for {}",
        arguments.second,
        second.shape(),
        first.shape()
    );
    let found = outflank_book::difference(&first, &second, arguments.count)?;
    let mut text = new_table("position|first|second", [0]);
    for (one, other) in &found.largest {
        let position = Position::from_board(first.layout(), one.board, Color::Black)?;
        let different = DifferentPosition {
            position: position.to_string(),
            first_score: one.score,
            second_score: other.score,
            first_level: one.level,
            second_level: other.level,
        };
        text.add_row([
            different.position.clone(),
            format!("{:+}", one.score),
            format!("{:+}", other.score),
        ]);
        context.object(&different)?;
    }
    if !found.largest.is_empty() {
        context.text(text)?;
    }
    let (both, different) = (found.both, found.different);
    context.text(format_args!(
        "{} only in the first, {} only in the second, {} in both, {} of them with different scores",
        grouped(found.first_only),
        grouped(found.second_only),
        grouped(both),
        grouped(different)
    ))?;
    context.finish(&DiffTotal {
        total: true,
        first_only: found.first_only,
        second_only: found.second_only,
        both,
        different,
        mean_absolute_difference: found.sum as f64 / both.max(1) as f64,
    })
}
