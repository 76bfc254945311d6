//! Errors of a training of a network as a picture.

use std::path::Path;

use outflank_training::training::network::NetworkEpoch;
use outflank_training::training::{ErrorByStage, StageError};

use crate::chart::{Chart, Line, XAxis};
use crate::commands::train::{of_stage, stage_lines, write_picture};

/// Draws the errors of the positions held out by epoch.
pub(super) fn draw_epochs(epochs: &[NetworkEpoch], path: &Path) -> anyhow::Result<()> {
    let errors: Vec<(f64, ErrorByStage)> = epochs
        .iter()
        .map(|epoch| (f64::from(epoch.epoch), epoch.error.by_stage()))
        .collect();
    let line = |value: &dyn Fn(&ErrorByStage) -> Option<f64>| -> Vec<(f64, f64)> {
        let point = |(epoch, error): &(f64, ErrorByStage)| Some((*epoch, value(error)?));
        errors.iter().filter_map(point).collect()
    };
    let all = |value: fn(&StageError) -> Option<f64>| line(&|error| value(&error.total()));
    let mut lines = vec![
        Line::all("all, root mean square", all(StageError::root_mean_square)),
        Line::second("all", all(StageError::mean_absolute)),
    ];
    lines.extend(stage_lines(|stage| line(&|error| of_stage(error, stage))));
    if lines.iter().all(|line| line.points.is_empty()) {
        // Nothing is held out.
        return Ok(());
    }
    let chart = Chart {
        title: "Error of the positions held out, by epoch",
        x_axis: XAxis::Linear("epochs"),
        y_label: "error in discs",
        legend: "mean absolute error",
        marked: None,
        lines,
        bars: Vec::new(),
    };
    write_picture(&chart, path)
}
