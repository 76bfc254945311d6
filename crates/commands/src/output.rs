//! Results on standard output, as text or as JSON lines.

use std::io::{self, Write};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use outflank_othello::Square;
use serde::Serialize;

/// Standard output, in text or JSON.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Output {
    json: bool,
}

impl Output {
    /// Prints JSON lines if `json`, otherwise text.
    pub(crate) const fn new(json: bool) -> Self {
        Self { json }
    }

    /// Returns whether JSON was requested.
    pub(crate) const fn is_json(self) -> bool {
        self.json
    }

    /// Prints `object` on one line if JSON was requested.
    pub(crate) fn object(self, object: &impl Serialize) -> anyhow::Result<()> {
        if self.json {
            let mut stdout = io::stdout().lock();
            serde_json::to_writer(&mut stdout, object).map_err(io::Error::from)?;
            writeln!(stdout)?;
            stdout.flush()?;
        }
        Ok(())
    }

    /// Prints a line of text unless JSON was requested.
    pub(crate) fn text(self, text: impl std::fmt::Display) -> anyhow::Result<()> {
        if !self.json {
            let mut stdout = io::stdout().lock();
            writeln!(stdout, "{text}")?;
            stdout.flush()?;
        }
        Ok(())
    }
}

/// Creates a progress bar on standard error, which is drawn only on a terminal.
pub(crate) fn progress_bar(length: Option<u64>, template: &str) -> anyhow::Result<ProgressBar> {
    let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::stderr());
    Ok(bar.with_style(ProgressStyle::with_template(template)?))
}

/// Returns whether the reader of our output closed it, as `head` does, which is not a
/// failure.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}

/// Formats a count with thousands separators: `1 234 567`.
pub(crate) fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// Formats nodes per second as `12.3 M/s`, or a dash if no time has passed.
pub(crate) fn speed(nodes: u64, seconds: f64) -> String {
    if seconds <= 0.0 {
        return "-".to_owned();
    }
    let rate = nodes as f64 / seconds;
    match rate {
        1e6.. => format!("{:.1} M/s", rate / 1e6),
        1e3.. => format!("{:.1} k/s", rate / 1e3),
        _ => format!("{rate:.0} /s"),
    }
}

/// Formats the first squares of a principal variation.
pub(crate) fn pv_text(pv: &[Square], limit: usize) -> String {
    let names: Vec<String> = pv.iter().take(limit).map(Square::to_string).collect();
    names.join(" ")
}

/// Formats a count with its noun: `1 game`, `2 games`, `3 inaccuracies`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    let number = grouped(count as u64);
    match (count, noun.strip_suffix('y')) {
        (1, _) => format!("{number} {noun}"),
        (_, Some(stem)) => format!("{number} {stem}ies"),
        (_, None) => format!("{number} {noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_agree_with_their_nouns() {
        let texts = [0, 1, 2000].map(|count| counted(count, "game"));
        assert_eq!(texts, ["0 games", "1 game", "2 000 games"]);
        assert_eq!(counted(1, "inaccuracy"), "1 inaccuracy");
        assert_eq!(counted(2, "inaccuracy"), "2 inaccuracies");
    }

    #[test]
    fn thousands_are_separated() {
        let texts = [0, 12, 123, 1234, 123_456, 1_234_567].map(grouped);
        assert_eq!(texts, ["0", "12", "123", "1 234", "123 456", "1 234 567"]);
    }
}
