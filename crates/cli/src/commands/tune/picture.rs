//! The course of a tuning as a picture, drawn anew while it goes.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use outflank_othello::format::write_atomically;
use outflank_training::tuning::{Course, Parameter, Tunable};
use plotters::style::RGBColor;

use crate::chart::{Line, Panel, Panels, STAGE_COLOURS};

/// Between two pictures.
const PAUSE: Duration = Duration::from_secs(2);

/// The picture, if one is wanted.
pub(super) struct Picture {
    path: Option<PathBuf>,
    title: String,
    across: &'static str,
    parameters: Vec<Parameter>,
    /// The names of the stages.
    stages: Vec<String>,
    /// What the points have measured, if that is drawn.
    measured: Option<&'static str>,
    drawn: Option<Instant>,
}

impl Picture {
    /// A picture of what is tuned, by what `across` says.
    pub(super) fn new(path: Option<&Path>, tunable: &Tunable, across: &'static str) -> Self {
        Self {
            path: path.map(Path::to_owned),
            title: format!("Course of the parameters of {}", tunable.kind()),
            across,
            parameters: tunable.parameters().to_vec(),
            stages: tunable.stages().into_iter().map(str::to_owned).collect(),
            measured: None,
            drawn: None,
        }
    }

    /// The same with what the points have measured, in discs.
    pub(super) fn with_measured(self, title: &'static str) -> Self {
        Self {
            measured: Some(title),
            ..self
        }
    }

    /// Draws the course unless that was done a moment ago.
    pub(super) fn draw_if_due(&mut self, course: &Course) -> anyhow::Result<()> {
        if self.drawn.is_none_or(|drawn| drawn.elapsed() >= PAUSE) {
            self.draw(course)?;
        }
        Ok(())
    }

    /// Draws the course beside the picture and renames it into its place.
    pub(super) fn draw(&mut self, course: &Course) -> anyhow::Result<()> {
        let Some(path) = &self.path else {
            return Ok(());
        };
        let place = || format!("--plot {}", path.display());
        let panels = Panels {
            title: &self.title,
            x_label: self.across,
            panels: self.panels(course),
        };
        let svg = panels.to_svg().with_context(place)?;
        write_atomically(path, svg.as_bytes()).with_context(place)?;
        self.drawn = Some(Instant::now());
        Ok(())
    }

    /// A chart for each term, with a line for each stage, or one for all if there is but
    /// one stage; then one for the ends of stages, and one for what was measured.
    fn panels(&self, course: &Course) -> Vec<Panel> {
        let line = |place: usize, name: &str, colour: RGBColor| Line {
            name: name.to_owned(),
            colour,
            width: 2,
            points: course
                .points
                .iter()
                .map(|point| (point.seen as f64, point.values[place]))
                .collect(),
        };
        let places = || self.parameters.iter().enumerate();
        let mut panels: Vec<Panel> = Vec::new();
        for (place, parameter) in places() {
            let has_stages = self.stages.len() > 1;
            let (title, name, colour) = match parameter.term {
                Some(term) if has_stages => (term, &self.stages[parameter.stage], parameter.stage),
                Some(_) => ("weights", &parameter.name, place),
                None => (
                    "ends of stages",
                    &self.stages[parameter.stage],
                    parameter.stage,
                ),
            };
            let line = line(place, name, colour_of(colour));
            match panels.iter_mut().find(|panel| panel.title == title) {
                Some(panel) => panel.lines.push(line),
                None => panels.push(Panel {
                    title: title.to_owned(),
                    y_label: parameter.unit,
                    lines: vec![line],
                }),
            }
        }
        if let Some(title) = self.measured {
            let point = |point: &outflank_training::tuning::Point| {
                Some((point.seen as f64, point.measured?))
            };
            panels.push(Panel {
                title: title.to_owned(),
                y_label: "discs",
                lines: vec![Line::all(
                    "root mean square",
                    course.points.iter().filter_map(point).collect(),
                )],
            });
        }
        panels
    }
}

/// Colours far apart from each other for a few lines.
fn colour_of(number: usize) -> RGBColor {
    STAGE_COLOURS[(1 + 2 * number) % STAGE_COLOURS.len()]
}
