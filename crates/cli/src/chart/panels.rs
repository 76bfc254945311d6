//! Several small charts in one image, each with its own scale.

use anyhow::anyhow;
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::axis::{Axis, multiples, step, with_unit};
use super::{FONT, INK, Line, PALE};

/// Width of the image, height of its title and of a row of charts, in pixels.
const WIDTH: u32 = 1040;
const TITLE: u32 = 48;
const ROW: u32 = 270;

/// Charts per row.
const COLUMNS: u32 = 2;

/// Width of the legend in pixels.
const NAMES: u32 = 120;

/// Maximum number of points per line, to limit the file size.
const MAX_POINTS: usize = 150;

/// Charts with the same horizontal axis.
pub(crate) struct Panels<'a> {
    /// Heading of the image.
    pub(crate) title: &'a str,
    /// Label of the horizontal axes.
    pub(crate) x_label: &'a str,
    /// The charts, in reading order.
    pub(crate) panels: Vec<Panel>,
}

/// One chart.
pub(crate) struct Panel {
    /// Heading.
    pub(crate) title: String,
    /// Label of the vertical axis.
    pub(crate) y_label: &'static str,
    /// The lines.
    pub(crate) lines: Vec<Line>,
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

impl Panels<'_> {
    /// Draws the charts.
    ///
    /// # Errors
    ///
    /// If plotters fails.
    pub(crate) fn to_svg(&self) -> anyhow::Result<String> {
        let mut svg = String::new();
        let rows = (self.panels.len() as u32).div_ceil(COLUMNS).max(1);
        let size = (WIDTH, TITLE + rows * ROW);
        let drawn = self.draw(SVGBackend::with_string(&mut svg, size), rows);
        drawn.map_err(|error| anyhow!("cannot draw the charts: {error}"))?;
        Ok(svg)
    }

    fn draw<'a>(
        &self,
        backend: SVGBackend<'a>,
        rows: u32,
    ) -> Result<(), Box<dyn std::error::Error + 'a>> {
        let root = backend.into_drawing_area();
        root.fill(&WHITE)?;
        let below = root.titled(self.title, (FONT, 24).into_font().color(&INK))?;
        let areas = below.split_evenly((rows as usize, COLUMNS as usize));
        for (panel, area) in self.panels.iter().zip(&areas) {
            panel.draw(self.x_label, area)?;
        }
        root.present()?;
        Ok(())
    }
}

impl Panel {
    fn draw<'a>(
        &self,
        label: &str,
        area: &Area<'a>,
    ) -> Result<(), Box<dyn std::error::Error + 'a>> {
        let (left, right) = area.split_horizontally((WIDTH / COLUMNS - NAMES) as i32);
        let points = || self.lines.iter().flat_map(|line| &line.points);
        let x_axis = axis(points().map(|point| point.0), 4.0);
        let y_axis = axis(points().map(|point| point.1), 5.0);
        let mut chart = ChartBuilder::on(&left)
            .caption(&self.title, (FONT, 18).into_font().color(&INK))
            .margin_left(6)
            .x_label_area_size(44)
            .y_label_area_size(58)
            .build_cartesian_2d(x_axis, y_axis)?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(PALE)
            .axis_style(INK)
            .x_desc(label)
            .y_desc(self.y_label)
            .axis_desc_style((FONT, 15).into_font().color(&INK))
            .label_style((FONT, 14).into_font().color(&INK))
            .x_label_formatter(&|&number| with_unit(number))
            .y_label_formatter(&|height| format!("{}", (height * 1000.0).round() / 1000.0))
            .draw()?;
        for line in &self.lines {
            let style = line.colour.stroke_width(line.width);
            chart.draw_series(LineSeries::new(thinned(&line.points), style))?;
        }
        self.draw_names(&right)
    }

    fn draw_names<'a>(&self, area: &Area<'a>) -> Result<(), Box<dyn std::error::Error + 'a>> {
        let centre = Pos::new(HPos::Left, VPos::Center);
        let style = (FONT, 15).into_font().color(&INK).pos(centre);
        for (line, y) in self.lines.iter().zip((40..).step_by(24)) {
            let stroke = line.colour.stroke_width(line.width);
            area.draw(&PathElement::new([(6, y), (26, y)], stroke))?;
            area.draw(&Text::new(line.name.as_str(), (32, y), style.clone()))?;
        }
        Ok(())
    }
}

/// Creates an axis that covers all numbers, with round ticks.
fn axis(numbers: impl Iterator<Item = f64> + Clone, ticks: f64) -> Axis {
    let least = numbers.clone().fold(f64::INFINITY, f64::min);
    let most = numbers.fold(f64::NEG_INFINITY, f64::max);
    // Widen an empty range.
    let (least, most) = match most - least {
        width if width > 1e-9 => (least, most),
        _ if most.is_finite() => (most - 0.5, most + 0.5),
        _ => (0.0, 1.0),
    };
    let step = step((most - least) / ticks);
    let (from, to) = (step * (least / step).floor(), step * (most / step).ceil());
    Axis {
        from,
        to,
        ticks: multiples(step, from - step / 2.0, to + step / 2.0),
    }
}

/// Drops points, keeping the first and the last.
fn thinned(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let last = points.len().saturating_sub(1);
    let every = last.div_ceil(MAX_POINTS - 1).max(1);
    let kept = points.iter().enumerate();
    kept.filter(|(place, _)| place % every == 0 || *place == last)
        .map(|(_, point)| *point)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_chart_has_its_own_scale() {
        let line = |name: &str, height: f64| Line {
            name: name.to_owned(),
            colour: BLACK,
            width: 2,
            points: (0..1000)
                .map(|x| (f64::from(x), height * f64::from(x)))
                .collect(),
        };
        let panel = |title: &str, lines| Panel {
            title: title.to_owned(),
            y_label: "discs",
            lines,
        };
        let panels = Panels {
            title: "a < b",
            x_label: "games",
            panels: vec![
                panel("small", vec![line("one", 0.001), line("two", -0.001)]),
                panel("large", vec![line("three", 1.0)]),
                panel("empty", vec![]),
            ],
        };
        let svg = panels.to_svg().unwrap();
        let document = roxmltree::Document::parse(&svg).unwrap();
        let nodes = |name: &'static str| {
            let nodes = document.descendants();
            nodes.filter(move |node| node.has_tag_name(name))
        };
        let long = nodes("polyline").filter_map(|line| line.attribute("points"));
        let long: Vec<usize> = long
            .map(|points| points.split_whitespace().count())
            .collect();
        assert_eq!(long.iter().filter(|&&points| points > 100).count(), 3);
        assert!(long.iter().all(|&points| points <= MAX_POINTS + 1));
        let texts: Vec<_> = nodes("text").filter_map(|node| node.text()).collect();
        for text in ["a < b", "small", "three", "empty", "-1", "800"] {
            assert!(
                texts.iter().any(|other| other.trim() == text),
                "{text}: {texts:?}"
            );
        }
    }

    #[test]
    fn lines_are_thinned_to_their_ends() {
        let points: Vec<_> = (0..1001).map(|x| (f64::from(x), 0.0)).collect();
        let thin = thinned(&points);
        assert!(thin.len() <= MAX_POINTS);
        assert_eq!((thin[0].0, thin[thin.len() - 1].0), (0.0, 1000.0));
        assert_eq!(thinned(&points[..2]), points[..2]);
    }
}
