//! The changes of the parameters.

use comfy_table::{CellAlignment, Table, presets};
use outflank_textbook::Parameters;
use outflank_training::tuning::Tunable;
use schemars::JsonSchema;
use serde::Serialize;

/// A parameter before and after tuning.
#[derive(JsonSchema, Serialize)]
pub(super) struct Change {
    name: String,
    unit: &'static str,
    before: f64,
    value: f64,
}

/// Returns the changes of all parameters, rounded as in the file.
pub(super) fn changes(tunable: &Tunable, found: &Parameters) -> anyhow::Result<Vec<Change>> {
    let found = Tunable::new(found.clone())?;
    let values = tunable.values().iter().zip(found.values());
    let changes = tunable.parameters().iter().zip(values);
    Ok(changes
        .map(|(parameter, (&before, &value))| Change {
            name: parameter.name.clone(),
            unit: parameter.unit,
            before,
            value,
        })
        .collect())
}

/// Returns a table of the changes.
pub(super) fn table(changes: &[Change]) -> Table {
    let mut table = Table::new();
    table
        .load_style(presets::ASCII_MARKDOWN)
        .set_header(["parameter", "before", "found", "unit"]);
    for change in changes {
        // Ends of stages are written with three decimals.
        let decimals = if change.unit == "share of the board" {
            3
        } else {
            2
        };
        table.add_row([
            change.name.clone(),
            format!("{:.decimals$}", change.before),
            format!("{:.decimals$}", change.value),
            change.unit.to_owned(),
        ]);
    }
    for column in table.column_iter_mut().skip(1).take(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}
