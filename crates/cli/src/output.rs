//! Results on standard output, as text for people or JSON lines for programs.

use std::io::{self, Write};

use serde::Serialize;

/// Standard output in the form that the user asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Output {
    json: bool,
}

impl Output {
    /// JSON lines if `json`, else text.
    pub(crate) const fn new(json: bool) -> Self {
        Self { json }
    }

    /// Whether JSON lines were asked for.
    pub(crate) const fn is_json(self) -> bool {
        self.json
    }

    /// Prints `object` as one line if JSON was asked for.
    pub(crate) fn object(self, object: &impl Serialize) -> anyhow::Result<()> {
        if self.json {
            let mut stdout = io::stdout().lock();
            serde_json::to_writer(&mut stdout, object).map_err(io::Error::from)?;
            writeln!(stdout)?;
            stdout.flush()?;
        }
        Ok(())
    }

    /// Prints a text and a line end unless JSON was asked for.
    pub(crate) fn text(self, text: impl std::fmt::Display) -> anyhow::Result<()> {
        if !self.json {
            let mut stdout = io::stdout().lock();
            writeln!(stdout, "{text}")?;
            stdout.flush()?;
        }
        Ok(())
    }
}

/// Whether the reader of our output went away, as `head` does: no failure.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}

/// A count with separators between thousands: `1 234 567`.
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

/// Nodes per second as `12.3 M/s`; a dash when no time has passed.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        let texts = [0, 12, 123, 1234, 123_456, 1_234_567].map(grouped);
        assert_eq!(texts, ["0", "12", "123", "1 234", "123 456", "1 234 567"]);
    }
}
