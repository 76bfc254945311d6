//! `outflank db stats`: the size of the archive.

use anyhow::Result;
use outflank_archive::Archive;

use crate::context::{Context, Verdict};
use crate::output::{grouped, new_table};

pub(super) fn run(archive: &Archive, context: &Context) -> Result<Verdict> {
    let totals = archive.totals()?;
    context.object(&totals)?;
    let mut text = new_table("|number", [0]);
    for (what, count) in [
        ("games", totals.games),
        ("games in several files", totals.shared_games),
        ("names of players", totals.players),
        ("tournaments", totals.tournaments),
        ("files imported", totals.sources),
        ("positions", totals.positions),
        ("distinct positions", totals.distinct_positions),
        ("analyses", totals.analyses),
        ("bytes", totals.bytes),
    ] {
        text.add_row([what.to_owned(), grouped(count)]);
    }
    if let Some((first, last)) = totals.first_year.zip(totals.last_year) {
        text.add_row(["years".to_owned(), format!("{first}-{last}")]);
    }
    context.text(text)?;
    Ok(Verdict::Done)
}
