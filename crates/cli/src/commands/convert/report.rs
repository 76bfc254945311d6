//! What became of the games.

use std::collections::BTreeMap;
use std::fmt::Display;

use outflank_othello::format::{Format, Lost};
use serde::Serialize;

/// What became of the games.
#[derive(Default)]
pub(super) struct Report {
    /// Games read, those that cannot be included.
    pub(super) read: usize,
    written: usize,
    rejected: usize,
    /// Games that were not asked for.
    pub(super) filtered: usize,
    /// Games that had come before.
    pub(super) duplicates: usize,
    /// Files written.
    pub(super) files: usize,
    /// What was lost, and in how many games.
    lost: BTreeMap<Lost, usize>,
}

/// The JSON object of the whole conversion.
#[derive(Serialize)]
pub(super) struct Total {
    total: bool,
    read: usize,
    written: usize,
    rejected: usize,
    filtered: usize,
    duplicates: usize,
    files: usize,
    lost: Vec<LostLine>,
}

/// Something that was not carried over.
#[derive(Serialize)]
struct LostLine {
    what: String,
    games: usize,
}

impl Report {
    /// The games written so far.
    pub(super) const fn written(&self) -> usize {
        self.written
    }

    /// Whether no game was left out that was asked for.
    pub(super) const fn is_complete(&self) -> bool {
        self.rejected == 0
    }

    /// A game was left out.
    pub(super) fn reject(&mut self, place: &str, number: usize, reason: &dyn Display) {
        self.rejected += 1;
        eprintln!("{place}game {number} left out: {reason}");
    }

    /// A game was written, without what was lost in reading and in writing.
    pub(super) fn write(&mut self, reading: &[Lost], writing: &[Lost]) {
        self.written += 1;
        let more = writing.iter().filter(|lost| !reading.contains(lost));
        for lost in reading.iter().chain(more) {
            self.lost(lost, 1);
        }
    }

    /// Something was lost in so many games.
    pub(super) fn lost(&mut self, lost: &Lost, games: usize) {
        *self.lost.entry(lost.clone()).or_default() += games;
    }

    /// What showed only in the end to be lost.
    pub(super) fn lost_in_the_end(&mut self, lost: &[(Lost, usize)]) {
        for (lost, games) in lost {
            self.lost(lost, *games);
        }
    }

    /// Names on standard error what was not carried over.
    pub(super) fn print_losses(&self, format: Format) {
        for (lost, games) in &self.lost {
            eprintln!("not in the {format}: {lost} ({})", games_in_words(*games));
        }
    }

    pub(super) fn total(&self) -> Total {
        let line = |(lost, &games): (&Lost, &usize)| LostLine {
            what: lost.to_string(),
            games,
        };
        Total {
            total: true,
            read: self.read,
            written: self.written,
            rejected: self.rejected,
            filtered: self.filtered,
            duplicates: self.duplicates,
            files: self.files,
            lost: self.lost.iter().map(line).collect(),
        }
    }

    /// The line for people.
    pub(super) fn summary(&self, output: &str, format: Format) -> String {
        let mut text = format!(
            "{output}: {} of {} games written as {format}, {} left out",
            self.written, self.read, self.rejected
        );
        for (count, what) in [
            (self.filtered, "not asked for"),
            (self.duplicates, "there before"),
        ] {
            if count > 0 {
                text.push_str(&format!(", {count} {what}"));
            }
        }
        if self.files > 1 {
            text.push_str(&format!(", {} files", self.files));
        }
        text
    }
}

fn games_in_words(games: usize) -> String {
    match games {
        1 => "1 game".to_owned(),
        games => format!("{games} games"),
    }
}
