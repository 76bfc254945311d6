//! Commands and outputs in the `console` blocks of a page.

use std::ops::Range;

/// A command on a page.
pub(super) struct Shown {
    /// The command, on one line.
    pub(super) line: String,
    /// The byte range of the output in the page, possibly empty.
    pub(super) output: Range<usize>,
}

/// Lists the commands that a page shows. Fails if a block is indented, starts without a command, or
/// has no end.
pub(super) fn shown_in(page: &str) -> Result<Vec<Shown>, String> {
    let mut shown: Vec<Shown> = Vec::new();
    // The index in `shown` at which the open block starts.
    let mut block = None;
    let mut at = 0;
    for (number, line) in page.split_inclusive('\n').enumerate() {
        let text = line.trim_end();
        at += line.len();
        let fail = |reason: &str| Err(format!("line {}: {reason}", number + 1));
        let Some(first) = block else {
            match text {
                "```console" => block = Some(shown.len()),
                _ if text.ends_with("```console") => return fail("an indented console block"),
                _ => {}
            }
            continue;
        };
        if text == "```" {
            block = None;
        } else if let Some(command) = text.strip_prefix("$ ") {
            shown.push(Shown {
                line: command.to_owned(),
                output: at..at,
            });
        } else if let Some(last) = shown[first..].last_mut() {
            if last.line.ends_with('\\') && last.output.is_empty() {
                last.line.pop();
                last.line.push_str(text.trim_start());
                last.output = at..at;
            } else {
                last.output.end = at;
            }
        } else {
            return fail("expected a command after `$ `");
        }
    }
    match block {
        Some(_) => Err("the last console block has no end".to_owned()),
        None => Ok(shown),
    }
}
