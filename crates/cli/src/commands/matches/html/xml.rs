//! Writes well-formed XML that is also valid HTML.

use std::fmt::Write as _;

use comfy_table::{Row, Table};
use outflank_trees::escaped;

/// Returns a table with a caption. The first `words` columns hold words, the others numbers.
pub(super) fn table(caption: &str, table: &Table, words: usize) -> String {
    let mut text = format!(
        "<div class=\"wide\"><table>\n<caption>{}</caption>\n<thead>",
        escaped(caption)
    );
    text.extend(table.header().map(|header| row(header, "th", words)));
    text.push_str("</thead>\n<tbody>\n");
    text.extend(table.row_iter().map(|cells| row(cells, "td", words) + "\n"));
    text.push_str("</tbody>\n</table></div>\n");
    text
}

fn row(row: &Row, tag: &str, words: usize) -> String {
    let mut text = "<tr>".to_owned();
    for (column, cell) in row.cell_iter().enumerate() {
        let class = match column < words {
            true => "",
            false => " class=\"figure\"",
        };
        let cell = escaped(&cell.content());
        // Writing to a string does not fail.
        let _ = write!(text, "<{tag}{class}>{cell}</{tag}>");
    }
    text + "</tr>"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_text_gives_well_formed_xml() {
        let text = "a<b>&\"c\"\u{1b}[2J\u{0}\u{FFFE}é😀";
        let mut cells = Table::new();
        cells.set_header([text, text]).add_row([text, text]);
        let xml = table(text, &cells, 1);
        let document = roxmltree::Document::parse(&xml).unwrap();
        let cells = document
            .descendants()
            .filter(|node| node.has_tag_name("td"));
        let cells: Vec<_> = cells.filter_map(|node| node.text()).collect();
        assert_eq!(cells, ["a<b>&\"c\"[2Jé😀"; 2]);
    }
}
