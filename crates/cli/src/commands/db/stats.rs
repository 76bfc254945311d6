//! `outflank db stats`: how much there is in the archive.

use outflank_study::archive::Archive;
use serde::Serialize;

use super::table;
use crate::context::{Context, Verdict};
use crate::output::grouped;

/// The JSON object.
#[derive(Serialize)]
struct Line {
    games: u64,
    players: u64,
    tournaments: u64,
    sources: u64,
    /// Positions of all games.
    positions: u64,
    /// Positions that are not the same by symmetry.
    distinct_positions: u64,
    analyses: u64,
    first_year: Option<u16>,
    last_year: Option<u16>,
    bytes: u64,
}

pub(super) fn run(archive: &Archive, context: &Context) -> anyhow::Result<Verdict> {
    let totals = archive.totals()?;
    context.output.object(&Line {
        games: totals.games,
        players: totals.players,
        tournaments: totals.tournaments,
        sources: totals.sources,
        positions: totals.positions,
        distinct_positions: totals.distinct_positions,
        analyses: totals.analyses,
        first_year: totals.years.map(|(first, _)| first),
        last_year: totals.years.map(|(_, last)| last),
        bytes: totals.bytes,
    })?;
    let mut text = table(&["", "number"], &[0]);
    for (what, count) in [
        ("games", totals.games),
        ("players", totals.players),
        ("tournaments", totals.tournaments),
        ("files taken", totals.sources),
        ("positions", totals.positions),
        ("different positions", totals.distinct_positions),
        ("analyses", totals.analyses),
        ("bytes", totals.bytes),
    ] {
        text.add_row([what.to_owned(), grouped(count)]);
    }
    if let Some((first, last)) = totals.years {
        text.add_row(["years".to_owned(), format!("{first}-{last}")]);
    }
    context.output.text(text)?;
    Ok(Verdict::Done)
}
