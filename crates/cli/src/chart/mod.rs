//! Line charts in SVG.

use anyhow::{Context as _, Result, ensure};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::output::grouped;

const FONT: &str = "sans-serif";
const INK: RGBColor = RGBColor(0x22, 0x22, 0x22);

/// Placeholder for the text colour of the page that contains the chart.
const PAGE_INK: RGBColor = RGBColor(0x12, 0x34, 0x56);
const PAGE_INK_IN_SVG: &str = "\"#123456\"";

/// Maximum number of points per line, to limit the file size.
const MAX_POINTS: usize = 300;

/// Lines with at most this many points have a dot at each point.
const MAX_DOTS: usize = 40;

/// Colours of the stages of a game, from first to last.
pub(crate) const STAGE_COLOURS: [RGBColor; 7] = [
    RGBColor(0xB0, 0x8B, 0xC8),
    RGBColor(0x6A, 0x3D, 0x9A),
    RGBColor(0x2C, 0x5F, 0xB3),
    RGBColor(0x1B, 0x8F, 0xA8),
    RGBColor(0x2F, 0x9E, 0x44),
    RGBColor(0xC9, 0x9A, 0x00),
    RGBColor(0xE8, 0x7A, 0x1D),
];

/// A line chart.
#[derive(Default)]
pub(crate) struct Chart<'a> {
    pub(crate) title: &'a str,
    /// Label of the horizontal axis, which shows whole numbers.
    pub(crate) x_label: &'a str,
    /// Label of the vertical axis.
    pub(crate) y_label: &'a str,
    /// Heading of the legend.
    pub(crate) legend: &'a str,
    /// A value marked on the horizontal axis, and its name.
    pub(crate) marked: Option<(u32, &'a str)>,
    /// Values marked on the vertical axis.
    pub(crate) levels: &'a [f64],
    pub(crate) lines: Vec<Line>,
}

/// A line of a chart.
pub(crate) struct Line {
    /// Name in the legend.
    pub(crate) name: String,
    pub(crate) colour: RGBColor,
    /// Width in pixels.
    pub(crate) width: u32,
    /// Coordinates; non-finite ones are omitted.
    pub(crate) points: Vec<(u32, f64)>,
}

impl Line {
    pub(crate) fn new(name: impl Into<String>, colour: RGBColor, points: Vec<(u32, f64)>) -> Self {
        Self {
            name: name.into(),
            colour,
            width: 2,
            points,
        }
    }

    /// Creates a line for all stages.
    pub(crate) fn all(name: impl Into<String>, points: Vec<(u32, f64)>) -> Self {
        Self {
            width: 3,
            ..Self::new(name, BLACK, points)
        }
    }

    /// Creates a second line for all stages.
    pub(crate) fn second(name: impl Into<String>, points: Vec<(u32, f64)>) -> Self {
        Self {
            width: 3,
            ..Self::new(name, RGBColor(0xC9, 0x2A, 0x2A), points)
        }
    }
}

/// The sizes, in pixels, and the colours of a chart.
struct Look {
    ink: RGBColor,
    title: u32,
    font: u32,
    /// Width of the legend.
    legend: u32,
    /// Whether the vertical axis starts at zero.
    is_from_zero: bool,
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Draws an SVG of `size` pixels.
fn svg(size: (u32, u32), draw: impl FnOnce(&Area<'_>) -> Result<()>) -> Result<String> {
    let mut svg = String::new();
    let root = SVGBackend::with_string(&mut svg, size).into_drawing_area();
    let drawn = draw(&root).and_then(|()| Ok(root.present()?));
    drop(root);
    drawn.context("cannot draw the chart")?;
    Ok(svg)
}

impl Chart<'_> {
    /// Draws a standalone chart, with a vertical axis from zero. Fails if there are no points or
    /// plotters fails.
    pub(crate) fn to_svg(&self) -> Result<String> {
        let look = Look {
            ink: INK,
            title: 26,
            font: 17,
            legend: 200,
            is_from_zero: true,
        };
        svg((960, 600), |root| {
            let is_empty = self.lines.iter().all(|line| line.points.is_empty());
            ensure!(!is_empty, "no points");
            root.fill(&WHITE)?;
            self.draw(root, &look)
        })
    }

    /// Draws the chart for an HTML page: transparent, in the page's text colour, without a title or
    /// legend. Fails if plotters fails.
    pub(crate) fn to_page_svg(&self) -> Result<String> {
        let look = Look {
            ink: PAGE_INK,
            title: 0,
            font: 14,
            legend: 0,
            is_from_zero: false,
        };
        let svg = svg((760, 300), |root| self.draw(root, &look))?;
        Ok(svg.replace(PAGE_INK_IN_SVG, "\"currentColor\""))
    }

    fn draw(&self, area: &Area<'_>, look: &Look) -> Result<()> {
        let points = || self.lines.iter().flat_map(|line| &line.points);
        let heights = points()
            .map(|point| point.1)
            .chain(self.levels.iter().copied());
        let heights: Vec<f64> = heights.filter(|height| height.is_finite()).collect();
        let least = heights.iter().copied().fold(f64::INFINITY, f64::min);
        let most = heights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let margin = ((most - least) / 20.0).max(0.05);
        let (bottom, top) = match look.is_from_zero {
            true => (0.0, most.max(0.01)),
            false if least > most => (0.0, 1.0),
            false => (least - margin, most + margin),
        };
        let left = points().map(|point| point.0).min().unwrap_or(0);
        let right = points()
            .map(|point| point.0)
            .max()
            .unwrap_or(0)
            .max(left + 1);
        let font = |size: u32| (FONT, size).into_font().color(&look.ink);

        let width = area.dim_in_pixel().0 - look.legend;
        let (plot, legend) = area.split_horizontally(width as i32);
        let mut builder = ChartBuilder::on(&plot);
        if look.title > 0 {
            builder.caption(self.title, font(look.title));
        }
        let mut chart = builder
            .margin(8)
            .x_label_area_size(3 * look.font)
            .y_label_area_size(4 * look.font)
            .build_cartesian_2d(left..right, bottom..top)?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(look.ink.mix(0.15))
            .axis_style(look.ink)
            .x_desc(self.x_label)
            .y_desc(self.y_label)
            .axis_desc_style(font(look.font + 2))
            .label_style(font(look.font))
            .x_labels(14)
            .y_labels(if look.is_from_zero { 12 } else { 6 })
            .x_label_formatter(&|&x| grouped(x.into()))
            .y_label_formatter(&|height| format!("{}", (height * 1000.0).round() / 1000.0))
            .draw()?;
        let mut dashed = |ends: [(u32, f64); 2]| {
            let dashes = DashedLineSeries::new(ends, 5, 5, look.ink.mix(0.6).into());
            chart.draw_series(dashes).map(drop)
        };
        if let Some((x, _)) = self.marked {
            dashed([(x, bottom), (x, top)])?;
        }
        for &level in self.levels {
            dashed([(left, level), (right, level)])?;
        }
        for line in &self.lines {
            let style = line.colour.stroke_width(line.width);
            let mut points = thinned(&line.points);
            points.retain(|(_, y)| y.is_finite());
            // A line with a single point would be invisible.
            if points.len() <= MAX_DOTS {
                let dot = |&point| Circle::new(point, line.width + 1, line.colour.filled());
                chart.draw_series(points.iter().map(dot))?;
            }
            chart.draw_series(LineSeries::new(points, style))?;
        }
        match look.legend {
            0 => Ok(()),
            _ => self.draw_legend(&legend, look),
        }
    }

    fn draw_legend(&self, area: &Area<'_>, look: &Look) -> Result<()> {
        let centre = Pos::new(HPos::Left, VPos::Center);
        let style = (FONT, look.font).into_font().color(&look.ink).pos(centre);
        area.draw(&Text::new(self.legend, (4, 26), style.clone()))?;
        let mut rows = (56..).step_by(26);
        for (line, y) in self.lines.iter().zip(&mut rows) {
            let stroke = line.colour.stroke_width(line.width);
            area.draw(&PathElement::new([(4, y), (26, y)], stroke))?;
            area.draw(&Text::new(line.name.as_str(), (32, y), style.clone()))?;
        }
        if let (Some((x, name)), Some(y)) = (self.marked, rows.next()) {
            for left in [4, 15] {
                let dash = [(left, y), (left + 5, y)];
                area.draw(&PathElement::new(dash, look.ink.mix(0.6)))?;
            }
            let text = format!("{name}: {}", grouped(x.into()));
            area.draw(&Text::new(text, (32, y), style))?;
        }
        Ok(())
    }
}

/// Thins the points out, keeping the first and the last.
fn thinned(points: &[(u32, f64)]) -> Vec<(u32, f64)> {
    let last = points.len().saturating_sub(1);
    let every = last.div_ceil(MAX_POINTS - 1).max(1);
    let kept = points.iter().copied().enumerate();
    let kept = kept.filter(|(place, _)| place % every == 0 || *place == last);
    kept.map(|(_, point)| point).collect()
}

#[cfg(test)]
mod tests;
