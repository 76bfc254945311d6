//! The table of searches.

use comfy_table::Table;
use outflank_trees::Summary;

use crate::output::{grouped, new_table};

/// A column: heading and content.
type Column = (&'static str, fn(&Summary) -> String);

/// Columns that are always shown.
const ALWAYS: [Column; 9] = [
    ("algorithm", |it| it.algorithm.to_owned()),
    ("value", |it| it.value.clone()),
    ("best move", |it| dash(it.best.clone())),
    ("entered", |it| grouped(it.entered)),
    ("leaves", |it| grouped(it.leaves)),
    ("alpha cuts", |it| grouped(it.cuts.alpha)),
    ("beta cuts", |it| grouped(it.cuts.beta)),
    ("moves never entered", |it| grouped(it.unentered)),
    ("of minimax", |it| percent(it.share_of_minimax)),
];

/// A count in a summary.
type Count = fn(&Summary) -> u64;

/// Columns shown if any search has a count above zero.
const IF_ANY: [(&str, Count); 3] = [
    ("table cuts", |it| it.cuts.table),
    ("stability cuts", |it| it.cuts.stability),
    ("probcuts", |it| it.cuts.probcut),
];

pub(super) fn table(summaries: &[Summary]) -> Table {
    let more = IF_ANY.into_iter();
    let more: Vec<(&str, Count)> = more
        .filter(|(_, count)| summaries.iter().any(|summary| count(summary) > 0))
        .collect();
    let always = ALWAYS.iter().map(|column| column.0);
    let header: Vec<&str> = always.chain(more.iter().map(|column| column.0)).collect();
    let mut table = new_table(&header.join("|"), [0]);
    for summary in summaries {
        let always = ALWAYS.iter().map(|column| column.1(summary));
        let more = more.iter().map(|column| grouped(column.1(summary)));
        table.add_row(always.chain(more));
    }
    table
}

fn dash(text: Option<String>) -> String {
    text.unwrap_or_else(|| "-".to_owned())
}

fn percent(share: Option<f64>) -> String {
    dash(share.map(|share| format!("{:.1} %", share * 100.0)))
}
