//! Charts of hold-out errors.

use std::path::Path;

use anyhow::{Context as _, Result};
use outflank_training::{ErrorByStage, StageError};

use super::write_file;
use crate::chart::{Chart, Line, STAGE_COLOURS};

/// The first number of discs of each stage.
const FIRST_DISCS: [u32; 7] = [0, 10, 20, 30, 40, 50, 60];

/// Draws hold-out errors over passes or epochs. Draws nothing without errors.
pub(crate) fn draw_errors(
    errors: &[(u32, ErrorByStage)],
    (title, x_label): (&str, &str),
    marked: Option<(u32, &str)>,
    path: &Path,
) -> Result<()> {
    let line = |value: &dyn Fn(&ErrorByStage) -> Option<f64>| -> Vec<(u32, f64)> {
        let point = |(x, error): &(u32, ErrorByStage)| Some((*x, value(error)?));
        errors.iter().filter_map(point).collect()
    };
    let all = |value: fn(&StageError) -> Option<f64>| line(&|error| value(&error.total()));
    let mut lines = vec![
        Line::all("all, root mean square", all(StageError::root_mean_square)),
        Line::second("all", all(StageError::mean_absolute)),
    ];
    for (first, colour) in FIRST_DISCS.into_iter().zip(STAGE_COLOURS) {
        let points = line(&|error| {
            let mut stages = error.stages();
            let (_, stage) = stages.find(|(discs, _)| *discs == first)?;
            stage.mean_absolute()
        });
        if !points.is_empty() {
            let name = format!("{first}–{} discs", (first + 9).min(64));
            lines.push(Line::new(name, colour, points));
        }
    }
    if lines.iter().all(|line| line.points.is_empty()) {
        return Ok(());
    }
    let chart = Chart {
        title,
        x_label,
        y_label: "error in discs",
        legend: "mean absolute error",
        marked,
        lines,
        ..Chart::default()
    };
    write_chart(&chart, path)
}

/// Writes a chart as SVG.
pub(crate) fn write_chart(chart: &Chart<'_>, path: &Path) -> Result<()> {
    let svg = chart.to_svg();
    let svg = svg.with_context(|| path.display().to_string())?;
    write_file(path, svg.as_bytes())
}
