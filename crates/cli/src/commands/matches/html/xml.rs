//! Text that is well-formed XML, and so HTML that every reader takes alike.

use std::fmt::Write as _;

/// A text with everything that means something in XML replaced, and without the
/// characters that XML has no place for.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\t' | '\n' | '\r' => escaped.push(' '),
            '\0'..='\u{1F}' | '\u{FFFE}' | '\u{FFFF}' => escaped.push('\u{FFFD}'),
            other => escaped.push(other),
        }
    }
    escaped
}

/// A table with a caption. Cells are escaped here.
pub(super) struct XmlTable {
    text: String,
    /// How many columns, from the left, hold words.
    words: usize,
}

impl XmlTable {
    /// A table with its caption and the names of its columns.
    pub(super) fn new<S: AsRef<str>>(caption: &str, header: &[S], words: usize) -> Self {
        let mut text = format!(
            "<div class=\"wide\"><table>\n<caption>{}</caption>\n<thead><tr>",
            escaped(caption)
        );
        for (column, name) in header.iter().enumerate() {
            let name = escaped(name.as_ref());
            let class = class(column, words);
            // Writing into a String does not fail.
            let _ = write!(text, "<th scope=\"col\"{class}>{name}</th>");
        }
        text.push_str("</tr></thead>\n<tbody>\n");
        Self { text, words }
    }

    /// Adds a row.
    pub(super) fn add<S: AsRef<str>>(&mut self, cells: impl IntoIterator<Item = S>) {
        self.text.push_str("<tr>");
        for (column, cell) in cells.into_iter().enumerate() {
            let cell = escaped(cell.as_ref());
            let class = class(column, self.words);
            let _ = write!(self.text, "<td{class}>{cell}</td>");
        }
        self.text.push_str("</tr>\n");
    }

    /// The whole table.
    pub(super) fn finish(mut self) -> String {
        self.text.push_str("</tbody>\n</table></div>\n");
        self.text
    }
}

/// Figures stand at the right.
const fn class(column: usize, words: usize) -> &'static str {
    if column < words {
        ""
    } else {
        " class=\"figure\""
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_text_stays_well_formed() {
        let text = "a<b>&\"c\"\u{1b}[2J\n\u{0}\u{FFFE}é😀";
        let mut table = XmlTable::new(text, &[text, text], 1);
        table.add([text, text]);
        let xml = table.finish();
        let document = roxmltree::Document::parse(&xml).unwrap();
        let cells: Vec<_> = document
            .descendants()
            .filter(|node| node.has_tag_name("td"))
            .filter_map(|node| node.text())
            .collect();
        assert_eq!(cells, ["a<b>&\"c\"\u{FFFD}[2J \u{FFFD}\u{FFFD}é😀"; 2]);
    }
}
