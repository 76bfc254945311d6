//! `outflank db stats`: the size of the archive.

use outflank_study::archive::Archive;
use schemars::JsonSchema;
use serde::Serialize;

use super::table;
use crate::context::{Context, Verdict};
use crate::output::grouped;
use crate::schema::{Lines, lines};

/// The lines printed with `--json`.
pub(super) const LINES: Lines = lines![ArchiveStatistics];

/// Counts of the archive.
#[derive(JsonSchema, Serialize)]
struct ArchiveStatistics {
    games: u64,
    players: u64,
    tournaments: u64,
    sources: u64,
    /// Positions over all games.
    positions: u64,
    /// Distinct positions up to symmetry.
    distinct_positions: u64,
    analyses: u64,
    first_year: Option<u16>,
    last_year: Option<u16>,
    bytes: u64,
}

pub(super) fn run(archive: &Archive, context: &Context) -> anyhow::Result<Verdict> {
    let totals = archive.totals()?;
    context.output.object(&ArchiveStatistics {
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
        ("files imported", totals.sources),
        ("positions", totals.positions),
        ("distinct positions", totals.distinct_positions),
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
