//! A chart of the parameters during tuning.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use outflank_support::write_atomically;
use outflank_training::tuning::{History, HistoryPoint, Parameter, Tunable};
use plotters::style::RGBColor;

use crate::chart::{Chart, Line, STAGE_COLOURS};

/// Time between two drawings.
const INTERVAL: Duration = Duration::from_secs(2);

/// A chart of the parameters during tuning, if one was requested.
pub(super) struct HistoryChart {
    path: Option<PathBuf>,
    title: String,
    x_label: &'static str,
    parameters: Vec<Parameter>,
    stages: Vec<String>,
    /// Title of the panel of the measurements, if there is one.
    measured: Option<&'static str>,
    drawn: Option<Instant>,
}

impl HistoryChart {
    /// Creates a chart of the parameters of `tunable`.
    pub(super) fn new(path: Option<&Path>, tunable: &Tunable, x_label: &'static str) -> Self {
        Self {
            path: path.map(Path::to_owned),
            title: format!("Parameters of {}", tunable.kind()),
            x_label,
            parameters: tunable.parameters().to_vec(),
            stages: tunable.stages().into_iter().map(str::to_owned).collect(),
            measured: None,
            drawn: None,
        }
    }

    /// Adds a panel of the measurements, in discs.
    pub(super) fn with_measured(self, title: &'static str) -> Self {
        Self {
            measured: Some(title),
            ..self
        }
    }

    /// Draws the chart unless it was drawn a moment ago.
    pub(super) fn draw_if_due(&mut self, history: &History) -> anyhow::Result<()> {
        if self.drawn.is_none_or(|drawn| drawn.elapsed() >= INTERVAL) {
            self.draw(history)?;
        }
        Ok(())
    }

    /// Draws the chart.
    pub(super) fn draw(&mut self, history: &History) -> anyhow::Result<()> {
        let Some(path) = &self.path else {
            return Ok(());
        };
        let place = || format!("--plot {}", path.display());
        let svg = Chart::panels_svg(&self.title, &self.panels(history)).with_context(place)?;
        write_atomically(path, svg.as_bytes()).with_context(place)?;
        self.drawn = Some(Instant::now());
        Ok(())
    }

    /// Returns a panel for each term with a line for each stage, or one panel if there is
    /// one stage, then the ends of stages and the measurements.
    fn panels(&self, history: &History) -> Vec<Chart<'_>> {
        let line = |place: usize, name: &str, colour: RGBColor| {
            let points = history.points.iter();
            let points = points.map(|point| (point.seen as f64, point.values[place]));
            Line::new(name, colour, points.collect())
        };
        let panel = |title, y_label, line| Chart {
            title,
            x_label: self.x_label,
            y_label,
            lines: vec![line],
            ..Chart::default()
        };
        let mut panels: Vec<Chart<'_>> = Vec::new();
        for (place, parameter) in self.parameters.iter().enumerate() {
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
                None => panels.push(panel(title, parameter.unit, line)),
            }
        }
        if let Some(title) = self.measured {
            let point = |point: &HistoryPoint| Some((point.seen as f64, point.measured?));
            let points = history.points.iter().filter_map(point).collect();
            panels.push(panel(title, "discs", Line::all("root mean square", points)));
        }
        panels
    }
}

/// Returns colours that are easy to distinguish.
fn colour_of(number: usize) -> RGBColor {
    STAGE_COLOURS[(1 + 2 * number) % STAGE_COLOURS.len()]
}
