//! The totals of a conversion or an export.

use std::collections::BTreeMap;
use std::fmt::Display;

use anyhow::Result;
use outflank_othello::format::{Format, Omission};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::context::{Context, Verdict};
use crate::output::{counted, grouped};
use crate::schema::{Lines, lines};

/// The lines printed with `--json`.
pub(crate) const LINES: &[(&str, Lines)] = lines! {
    "convert": Report;
};

/// Totals of a conversion or an export.
#[derive(Default, JsonSchema, Serialize)]
#[schemars(rename = "ConversionTotal")]
pub(crate) struct Report {
    total: bool,
    pub(crate) read: usize,
    pub(crate) written: usize,
    rejected: usize,
    /// Games that did not match the filter.
    pub(super) filtered: usize,
    /// Repeated games.
    pub(super) duplicates: usize,
    /// Files written.
    pub(crate) files: usize,
    #[serde(serialize_with = "serialize_lost")]
    #[schemars(with = "Vec<LostInformation>")]
    lost: BTreeMap<Omission, usize>,
}

fn serialize_lost<S: Serializer>(
    lost: &BTreeMap<Omission, usize>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(lost_information(lost))
}

/// Information that the target cannot represent.
#[derive(JsonSchema, Serialize)]
pub(crate) struct LostInformation {
    what: String,
    /// Number of games that had the information.
    games: usize,
}

pub(crate) fn lost_information(lost: &BTreeMap<Omission, usize>) -> Vec<LostInformation> {
    let entry = |(lost, &games): (&Omission, &usize)| LostInformation {
        what: lost.to_string(),
        games,
    };
    lost.iter().map(entry).collect()
}

pub(crate) fn print_lost(lost: &BTreeMap<Omission, usize>, target: impl Display) {
    for (lost, &games) in lost {
        eprintln!("not in the {target}: {lost} ({})", counted(games, "game"));
    }
}

impl Report {
    pub(crate) fn new() -> Self {
        Self {
            total: true,
            ..Self::default()
        }
    }

    /// Counts and reports a game that cannot be read or written.
    pub(crate) fn reject(&mut self, place: &str, number: impl Display, reason: &dyn Display) {
        self.rejected += 1;
        eprintln!("{place}game {number} skipped: {reason}");
    }

    /// Counts a written game and the information lost by reading and writing it.
    pub(crate) fn write(&mut self, reading: &[Omission], writing: &[Omission]) {
        self.written += 1;
        let more = writing.iter().filter(|lost| !reading.contains(lost));
        for lost in reading.iter().chain(more) {
            self.lost(lost, 1);
        }
    }

    pub(crate) fn lost(&mut self, lost: &Omission, games: usize) {
        *self.lost.entry(lost.clone()).or_default() += games;
    }

    pub(crate) fn print_losses(&self, format: Format) {
        print_lost(&self.lost, format);
    }

    /// Prints the totals of an output and returns the verdict.
    pub(crate) fn conclude(
        &self,
        output: &str,
        format: Format,
        context: &Context,
    ) -> Result<Verdict> {
        context.object(self)?;
        if output != "-" {
            context.text(self.summary(output, format))?;
        }
        Ok(Verdict::Done.negative_if(self.rejected > 0))
    }

    fn summary(&self, output: &str, format: Format) -> String {
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
