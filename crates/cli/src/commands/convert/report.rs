//! Counts of a conversion or an export.

use std::collections::BTreeMap;
use std::fmt::Display;

use outflank_othello::format::{Format, Omission};
use schemars::JsonSchema;
use serde::Serialize;

use crate::output::{counted, grouped};
use crate::schema::{Lines, lines};

/// The lines printed with `--json`.
pub(in crate::commands) const LINES: Lines = lines![ConversionTotal];

/// Counts of the games by outcome.
#[derive(Default)]
pub(in crate::commands) struct Report {
    /// Games read, including unreadable ones.
    pub(in crate::commands) read: usize,
    pub(in crate::commands) written: usize,
    rejected: usize,
    /// Games that do not match the filter.
    pub(super) filtered: usize,
    /// Repeated games.
    pub(super) duplicates: usize,
    /// Files written.
    pub(in crate::commands) files: usize,
    lost: BTreeMap<Omission, usize>,
}

/// Totals of a conversion or an export.
#[derive(JsonSchema, Serialize)]
pub(in crate::commands) struct ConversionTotal {
    total: bool,
    read: usize,
    written: usize,
    rejected: usize,
    /// Games that do not match the filter.
    filtered: usize,
    /// Repeated games.
    duplicates: usize,
    /// Files written.
    files: usize,
    lost: Vec<LostInformation>,
}

/// Information that the target cannot represent.
#[derive(JsonSchema, Serialize)]
pub(in crate::commands) struct LostInformation {
    what: String,
    /// Number of games that had it.
    games: usize,
}

/// Lists the lost information for JSON.
pub(in crate::commands) fn lost_information(
    lost: &BTreeMap<Omission, usize>,
) -> Vec<LostInformation> {
    let entry = |(lost, &games): (&Omission, &usize)| LostInformation {
        what: lost.to_string(),
        games,
    };
    lost.iter().map(entry).collect()
}

/// Prints the lost information on standard error.
pub(in crate::commands) fn print_lost(lost: &BTreeMap<Omission, usize>, target: impl Display) {
    for (lost, &games) in lost {
        eprintln!("not in the {target}: {lost} ({})", counted(games, "game"));
    }
}

impl Report {
    /// Returns whether every selected game was written.
    pub(in crate::commands) const fn is_complete(&self) -> bool {
        self.rejected == 0
    }

    /// Counts and reports a game that cannot be read or written.
    pub(in crate::commands) fn reject(
        &mut self,
        place: &str,
        number: impl Display,
        reason: &dyn Display,
    ) {
        self.rejected += 1;
        eprintln!("{place}game {number} skipped: {reason}");
    }

    /// Counts a written game and what was lost in reading and writing it.
    pub(in crate::commands) fn write(&mut self, reading: &[Omission], writing: &[Omission]) {
        self.written += 1;
        let more = writing.iter().filter(|lost| !reading.contains(lost));
        for lost in reading.iter().chain(more) {
            self.lost(lost, 1);
        }
    }

    /// Counts information lost in a number of games.
    pub(in crate::commands) fn lost(&mut self, lost: &Omission, games: usize) {
        *self.lost.entry(lost.clone()).or_default() += games;
    }

    /// Prints the losses on standard error.
    pub(in crate::commands) fn print_losses(&self, format: Format) {
        print_lost(&self.lost, format);
    }

    pub(in crate::commands) fn total(&self) -> ConversionTotal {
        ConversionTotal {
            total: true,
            read: self.read,
            written: self.written,
            rejected: self.rejected,
            filtered: self.filtered,
            duplicates: self.duplicates,
            files: self.files,
            lost: lost_information(&self.lost),
        }
    }

    /// Formats the summary line.
    pub(in crate::commands) fn summary(&self, output: &str, format: Format) -> String {
        let mut text = format!(
            "{output}: {} of {} written as {format}, {} skipped",
            grouped(self.written as u64),
            counted(self.read, "game"),
            grouped(self.rejected as u64)
        );
        for (count, what) in [
            (self.filtered, "filtered out"),
            (self.duplicates, "repeated"),
        ] {
            if count > 0 {
                text.push_str(&format!(", {} {what}", grouped(count as u64)));
            }
        }
        if self.files > 1 {
            text.push_str(&format!(", {}", counted(self.files, "file")));
        }
        text
    }
}
