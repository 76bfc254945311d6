//! JSON lines, progress bars, numbers and tables.

use std::fmt;
use std::io::{self, Write};

use anyhow::Result;
use comfy_table::{CellAlignment, Table, presets};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use outflank_othello::{Shape, Square};
use serde::Serialize;

pub(crate) fn print_json(object: &impl Serialize) -> Result<()> {
    let mut stdout = io::stdout().lock();
    serde_json::to_writer(&mut stdout, object).map_err(io::Error::from)?;
    writeln!(stdout)?;
    Ok(stdout.flush()?)
}

/// Creates a progress bar on standard error, which is drawn only on a terminal.
pub(crate) fn progress_bar(length: Option<u64>, template: &str) -> Result<ProgressBar> {
    let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::stderr());
    Ok(bar.with_style(progress_style(template)?))
}

/// Returns a progress bar style that formats numbers as in results.
pub(crate) fn progress_style(template: &str) -> Result<ProgressStyle> {
    // Writing to a string does not fail.
    Ok(ProgressStyle::with_template(template)?
        .with_key("pos", |state: &ProgressState, line: &mut dyn fmt::Write| {
            let _ = line.write_str(&grouped(state.pos()));
        })
        .with_key("len", |state: &ProgressState, line: &mut dyn fmt::Write| {
            let _ = line.write_str(&grouped(state.len().unwrap_or(state.pos())));
        })
        .with_key(
            "per_sec",
            |state: &ProgressState, line: &mut dyn fmt::Write| {
                let _ = line.write_str(&rate_text(state.per_sec()));
            },
        ))
}

/// Returns whether the reader of our output has closed it, as `head` does. That is not a failure.
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

/// Formats a count per second as `12.3 M/s`, or a dash if no time has passed.
pub(crate) fn speed(count: u64, seconds: f64) -> String {
    if seconds <= 0.0 {
        return "-".to_owned();
    }
    rate_text(count as f64 / seconds)
}

/// Formats a rate per second as `12.3 M/s`.
fn rate_text(rate: f64) -> String {
    match rate {
        1e6.. => format!("{:.1} M/s", rate / 1e6),
        1e3.. => format!("{:.1} k/s", rate / 1e3),
        10.0.. => format!("{rate:.0} /s"),
        _ => format!("{rate:.1} /s"),
    }
}

/// Formats the first squares of a principal variation.
pub(crate) fn pv_text(pv: &[Square], limit: usize) -> String {
    let names: Vec<String> = pv.iter().take(limit).map(Square::to_string).collect();
    names.join(" ")
}

/// Formats the proven bounds on a score on a board of `shape`.
pub(crate) fn bounds_text(lower: i32, upper: i32, shape: Shape) -> String {
    let most = shape.squares() as i32;
    match (lower <= -most, upper >= most) {
        (true, true) => "?".to_owned(),
        (true, false) => format!("<={upper:+}"),
        (false, true) => format!(">={lower:+}"),
        (false, false) => format!("{lower:+}..{upper:+}"),
    }
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

/// Creates a table from headings separated by `|`. The columns in `words` are left-aligned; the
/// others are right-aligned for numbers.
pub(crate) fn new_table(header: &str, words: impl IntoIterator<Item = usize>) -> Table {
    let mut table = Table::new();
    let style = table.load_style(presets::ASCII_MARKDOWN);
    style.set_header(header.split('|'));
    let words: Vec<usize> = words.into_iter().collect();
    for (place, column) in table.column_iter_mut().enumerate() {
        if !words.contains(&place) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    #[test]
    fn counts_agree_with_their_nouns() {
        let texts = [0, 1, 2000].map(|count| counted(count, "game"));
        assert_eq!(texts, ["0 games", "1 game", "2 000 games"]);
        assert_eq!(counted(1, "inaccuracy"), "1 inaccuracy");
        assert_eq!(counted(2, "inaccuracy"), "2 inaccuracies");
    }

    #[test]
    fn speeds_have_at_most_three_digits_before_the_point() {
        let texts = [5, 204, 20_456, 12_345_678].map(|count| speed(count, 10.0));
        assert_eq!(texts, ["0.5 /s", "20 /s", "2.0 k/s", "1.2 M/s"]);
        assert_eq!(speed(1, 0.0), "-");
    }

    /// A terminal that records what is written to it.
    #[derive(Clone, Debug, Default)]
    struct Terminal(Arc<Mutex<String>>);

    impl indicatif::TermLike for Terminal {
        fn width(&self) -> u16 {
            80
        }

        fn move_cursor_up(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_down(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_right(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_left(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn write_line(&self, text: &str) -> io::Result<()> {
            self.write_str(&format!("{text}\n"))
        }

        fn write_str(&self, text: &str) -> io::Result<()> {
            self.0.lock().unwrap().push_str(text);
            Ok(())
        }

        fn clear_line(&self) -> io::Result<()> {
            self.write_str("\n")
        }

        fn flush(&self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn progress_bars_format_numbers_as_in_results() {
        let terminal = Terminal::default();
        let target = ProgressDrawTarget::term_like(Box::new(terminal.clone()));
        let bar = ProgressBar::with_draw_target(Some(1_234_567), target);
        let bar = bar.with_style(progress_style("{pos}/{len} games {per_sec}").unwrap());
        bar.set_position(17_012);
        bar.force_draw();
        let written = terminal.0.lock().unwrap().clone();
        let line = written.rsplit('\n').next().unwrap().trim();
        assert!(line.contains("17 012/1 234 567 games "), "{line}");
        assert!(line.ends_with("/s") && !line.contains(','), "{line}");
    }

    #[test]
    fn thousands_are_separated() {
        let texts = [0, 12, 123, 1234, 123_456, 1_234_567].map(grouped);
        assert_eq!(texts, ["0", "12", "123", "1 234", "123 456", "1 234 567"]);
    }
}
