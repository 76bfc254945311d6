//! Plots of the page, transparent and in the page's text colour, so that they suit a light
//! and a dark scheme.

use anyhow::Context as _;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;

/// Width and height, in pixels.
const SIZE: (u32, u32) = (760, 300);

const FONT: &str = "sans-serif";

/// A placeholder for the page's text colour.
const INK: RGBColor = RGBColor(0x12, 0x34, 0x56);
const INK_IN_SVG: &str = "\"#123456\"";

/// Visible on white and on black.
const FIRST: RGBColor = RGBColor(0x3B, 0x82, 0xC4);
const SECOND: RGBColor = RGBColor(0xD0, 0x70, 0x20);

/// The most points of a line.
const MAX_POINTS: usize = 500;

/// A figure after each game pair.
pub(super) struct Progress<'a> {
    pub(super) across: &'a str,
    pub(super) up: &'a str,
    /// The figure after each pair.
    pub(super) line: &'a [f64],
    /// Its confidence interval, if it has one.
    pub(super) interval: &'a [[f64; 2]],
    /// Marked values.
    pub(super) marks: &'a [f64],
}

impl Progress<'_> {
    /// Draws the plot; `None` without a pair.
    pub(super) fn to_svg(&self) -> anyhow::Result<Option<String>> {
        if self.line.is_empty() {
            return Ok(None);
        }
        picture(|backend| self.draw(backend)).map(Some)
    }

    fn draw(&self, backend: SVGBackend<'_>) -> anyhow::Result<()> {
        let all = self.line.iter().chain(self.interval.as_flattened());
        let all = all.chain(self.marks).copied().filter(|y| y.is_finite());
        let (low, high) = all.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), y| {
            (low.min(y), high.max(y))
        });
        let margin = ((high - low) * 0.05).max(0.01);
        let last = self.line.len() as f64;
        let root = backend.into_drawing_area();
        let mut chart = ChartBuilder::on(&root)
            .margin(8)
            .x_label_area_size(44)
            .y_label_area_size(64)
            .build_cartesian_2d(
                RangedCoordf64::from(0.0..last.max(2.0)),
                RangedCoordf64::from(low - margin..high + margin),
            )?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(INK.mix(0.15))
            .axis_style(INK)
            .x_desc(self.across)
            .y_desc(self.up)
            .x_label_formatter(&|x| format!("{x:.0}"))
            .y_label_formatter(&|y| format!("{}", (y * 100.0).round() / 100.0))
            .label_style((FONT, 14).into_font().color(&INK))
            .axis_desc_style((FONT, 15).into_font().color(&INK))
            .draw()?;
        for &mark in self.marks {
            let line = [(0.0, mark), (last.max(2.0), mark)];
            chart.draw_series(DashedLineSeries::new(line, 6, 4, SECOND.stroke_width(2)))?;
        }
        for end in 0..2 {
            let ends: Vec<f64> = self.interval.iter().map(|ends| ends[end]).collect();
            chart.draw_series(LineSeries::new(points(&ends), FIRST.mix(0.5)))?;
        }
        let line = points(self.line);
        if line.len() == 1 {
            let dots = line
                .iter()
                .map(|&point| Circle::new(point, 4, FIRST.filled()));
            chart.draw_series(dots)?;
        }
        chart.draw_series(LineSeries::new(line, FIRST.stroke_width(2)))?;
        root.present()?;
        Ok(())
    }
}

/// The points of a line by 1-based pair, thinned out if there are many; the last is kept.
fn points(line: &[f64]) -> Vec<(f64, f64)> {
    let step = line.len().div_ceil(MAX_POINTS).max(1);
    let last = line.len().saturating_sub(1);
    let shown = line
        .iter()
        .enumerate()
        .filter(|&(place, y)| y.is_finite() && (place % step == 0 || place == last));
    shown.map(|(place, &y)| ((place + 1) as f64, y)).collect()
}

/// A bar chart of the pairs that won 0, ½, 1, 1½ and 2 points.
pub(super) fn bars(pairs: [u64; 5]) -> anyhow::Result<String> {
    picture(|backend| draw_bars(backend, pairs))
}

fn draw_bars(backend: SVGBackend<'_>, pairs: [u64; 5]) -> anyhow::Result<()> {
    let highest = pairs.iter().copied().max().unwrap_or_default().max(1) as f64;
    let root = backend.into_drawing_area();
    let mut chart = ChartBuilder::on(&root)
        .margin(8)
        .x_label_area_size(44)
        .y_label_area_size(64)
        .build_cartesian_2d(
            RangedCoordf64::from(-0.25..2.25),
            RangedCoordf64::from(0.0..highest * 1.12),
        )?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(INK.mix(0.15))
        .axis_style(INK)
        .x_desc("points of a pair")
        .y_desc("pairs")
        .x_labels(5)
        .x_label_formatter(&|x| format!("{x}"))
        .y_label_formatter(&|y| format!("{y:.0}"))
        .label_style((FONT, 14).into_font().color(&INK))
        .axis_desc_style((FONT, 15).into_font().color(&INK))
        .draw()?;
    for (half_points, &count) in pairs.iter().enumerate() {
        let (centre, height) = (half_points as f64 / 2.0, count as f64);
        let bar = [(centre - 0.17, 0.0), (centre + 0.17, height)];
        let style = FIRST.filled();
        chart.draw_series([Rectangle::new(bar, style)])?;
        let font = (FONT, 15).into_font().color(&INK);
        let text = Text::new(
            count.to_string(),
            (centre - 0.04, height * 1.0 + highest * 0.08),
            font,
        );
        chart.draw_series([text])?;
    }
    root.present()?;
    Ok(())
}

/// Renders SVG that takes its text colour from the page.
fn picture(draw: impl FnOnce(SVGBackend<'_>) -> anyhow::Result<()>) -> anyhow::Result<String> {
    let mut svg = String::new();
    draw(SVGBackend::with_string(&mut svg, SIZE)).context("cannot draw a plot")?;
    Ok(svg.replace(INK_IN_SVG, "\"currentColor\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plots_are_well_formed_and_use_the_text_colour_of_the_page() {
        let plot = |line: &[f64]| {
            let interval: Vec<[f64; 2]> = line.iter().map(|y| [y - 1.0, f64::INFINITY]).collect();
            let plot = Progress {
                across: "pairs",
                up: "LLR",
                line,
                interval: &interval,
                marks: &[-2.94, 2.94],
            };
            plot.to_svg().unwrap()
        };
        assert_eq!(plot(&[]), None);
        let long: Vec<f64> = (0..12_345).map(|pair| f64::from(pair).sin()).collect();
        for line in [&[1.0][..], &[0.5, 0.75], &long] {
            let svg = plot(line).unwrap();
            roxmltree::Document::parse(&svg).unwrap();
            assert!(svg.contains("currentColor") && !svg.contains("123456"));
            assert!(svg.len() < 100_000, "{}", svg.len());
        }
        assert_eq!(points(&long).last().unwrap().0, 12_345.0);
        let svg = bars([1, 0, 77, 3, 20]).unwrap();
        let document = roxmltree::Document::parse(&svg).unwrap();
        let texts: Vec<_> = document
            .descendants()
            .filter_map(|node| node.text())
            .map(str::trim)
            .collect();
        assert!(texts.contains(&"77") && texts.contains(&"1.5"), "{texts:?}");
    }
}
