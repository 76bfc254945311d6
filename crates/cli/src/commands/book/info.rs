//! `outflank book info`.

use anyhow::Result;
use outflank_book::BookName;
use schemars::JsonSchema;
use serde::Serialize;

use crate::context::{Context, Verdict};
use crate::output::{grouped, new_table};

/// The size of a book.
#[derive(JsonSchema, Serialize)]
pub(super) struct Info {
    total: bool,
    positions: u64,
    /// Positions with a proven score.
    exact: u64,
    /// Moves from one position in the book to another.
    links: u64,
    /// The size of the file; for `shipped`, the size of a copy.
    bytes: u64,
    /// The board shape.
    board: String,
}

pub(super) fn run(book: &BookName, context: &Context) -> Result<Verdict> {
    let store = book.store()?;
    let totals = store.header().totals;
    let info = Info {
        total: true,
        positions: totals.positions,
        exact: totals.exact,
        links: totals.links,
        bytes: store.header().file_size().unwrap_or_default(),
        board: store.shape().to_string(),
    };
    let mut text = new_table("|number", [0]);
    for (what, count) in [
        ("positions", info.positions),
        ("proven scores", info.exact),
        ("links", info.links),
        ("bytes", info.bytes),
    ] {
        text.add_row([what.to_owned(), grouped(count)]);
    }
    context.text(text)?;
    context.finish(&info)
}
