//! Errors of trainings as pictures.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};
use outflank_othello::format::write_atomically;
use outflank_training::training::{ErrorByStage, Step};

use crate::chart::{Chart, Line, STAGE_COLOURS, XAxis};

/// The stages of a game by numbers of discs, each with its first one.
const FIRST_DISCS: [u32; 7] = [0, 10, 20, 30, 40, 50, 60];

/// Refuses a picture that could not be written: it must end in `.svg`, in a folder
/// that is there.
pub(crate) fn check_picture(option: &str, path: &Path) -> anyhow::Result<()> {
    let is_svg = path
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("svg"));
    ensure!(
        is_svg,
        "{option} {}: expected a name that ends in .svg",
        path.display()
    );
    check_folder(option, path)
}

/// Refuses a file in a folder that is not there.
pub(crate) fn check_folder(option: &str, path: &Path) -> anyhow::Result<()> {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder.to_owned(),
        _ => PathBuf::from("."),
    };
    ensure!(
        folder.is_dir(),
        "{option} {}: expected a folder {}",
        path.display(),
        folder.display()
    );
    Ok(())
}

/// Draws the errors of the positions held out by pass. Nothing is drawn before the
/// first pass.
pub(crate) fn draw_passes(steps: &[Step], best: u32, path: &Path) -> anyhow::Result<()> {
    let line = |value: &dyn Fn(&ErrorByStage) -> Option<f64>| -> Vec<(f64, f64)> {
        let point = |step: &Step| Some((f64::from(step.pass), value(&step.error)?));
        steps.iter().filter_map(point).collect()
    };
    let mut lines = vec![
        Line::all(
            "all, root mean square",
            line(&|error| error.total().root_mean_square()),
        ),
        Line::second("all", line(&|error| error.total().mean_absolute())),
    ];
    lines.extend(stage_lines(|stage| line(&|error| of_stage(error, stage))));
    let chart = Chart {
        title: "Error of the positions held out, by pass",
        x_axis: XAxis::Linear("passes over the positions"),
        y_label: "error in discs",
        legend: "mean absolute error",
        marked: Some((f64::from(best), "best pass")),
        lines,
        bars: Vec::new(),
    };
    write(&chart, path)
}

/// The mean absolute error of a stage, if it has positions.
pub(crate) fn of_stage(error: &ErrorByStage, first: u32) -> Option<f64> {
    let mut stages = error.stages();
    let (_, stage) = stages.find(|(discs, _)| *discs == first)?;
    stage.mean_absolute()
}

/// A line for each stage for which there are points.
pub(crate) fn stage_lines(points: impl Fn(u32) -> Vec<(f64, f64)>) -> Vec<Line> {
    let stages = FIRST_DISCS.into_iter().zip(STAGE_COLOURS);
    stages
        .map(|(first, colour)| Line {
            name: stage_name(first),
            colour,
            width: 2,
            points: points(first),
        })
        .filter(|line| !line.points.is_empty())
        .collect()
}

/// What a stage is called: `20–29 discs`.
pub(crate) fn stage_name(first: u32) -> String {
    format!("{first}–{} discs", (first + 9).min(64))
}

/// Writes a picture beside its place and renames it into it.
pub(crate) fn write(chart: &Chart<'_>, path: &Path) -> anyhow::Result<()> {
    let place = || path.display().to_string();
    let svg = chart.to_svg().with_context(place)?;
    write_atomically(path, svg.as_bytes()).with_context(place)
}
