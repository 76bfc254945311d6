//! Line charts as SVG.

mod axis;
mod panels;

use anyhow::anyhow;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

pub(crate) use axis::XAxis;
pub(crate) use panels::{Panel, Panels};

use axis::{Axis, multiples, step};

/// Width and height in pixels.
const SIZE: (u32, u32) = (960, 600);

/// Width of the legend in pixels.
const LEGEND: u32 = 200;

const FONT: &str = "sans-serif";
const INK: RGBColor = RGBColor(0x22, 0x22, 0x22);
const PALE: RGBColor = RGBColor(0xE4, 0xE4, 0xE4);

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
pub(crate) struct Chart<'a> {
    /// Heading.
    pub(crate) title: &'a str,
    /// Horizontal axis.
    pub(crate) x_axis: XAxis<'a>,
    /// Label of the vertical axis, which starts at zero.
    pub(crate) y_label: &'a str,
    /// Heading of the legend.
    pub(crate) legend: &'a str,
    /// A marked value on the horizontal axis and its name.
    pub(crate) marked: Option<(f64, &'a str)>,
    /// The lines. At least one point is required.
    pub(crate) lines: Vec<Line>,
    /// Error bars.
    pub(crate) bars: Vec<ErrorBar>,
}

/// An error bar.
pub(crate) struct ErrorBar {
    /// Colour of its line.
    pub(crate) colour: RGBColor,
    /// Position on the horizontal axis.
    pub(crate) x: f64,
    /// Lower and upper end.
    pub(crate) ends: [f64; 2],
}

/// A line of a chart.
pub(crate) struct Line {
    /// Name in the legend.
    pub(crate) name: String,
    pub(crate) colour: RGBColor,
    /// Width in pixels.
    pub(crate) width: u32,
    /// Coordinates.
    pub(crate) points: Vec<(f64, f64)>,
}

impl Line {
    /// Creates the line over all stages.
    pub(crate) fn all(name: impl Into<String>, points: Vec<(f64, f64)>) -> Self {
        Self {
            name: name.into(),
            colour: BLACK,
            width: 3,
            points,
        }
    }

    /// Creates a second line over all stages.
    pub(crate) fn second(name: impl Into<String>, points: Vec<(f64, f64)>) -> Self {
        Self {
            name: name.into(),
            colour: RGBColor(0xC9, 0x2A, 0x2A),
            width: 3,
            points,
        }
    }
}

impl Chart<'_> {
    /// Draws the chart.
    ///
    /// # Errors
    ///
    /// If there is no point or plotters fails.
    pub(crate) fn to_svg(&self) -> anyhow::Result<String> {
        let mut svg = String::new();
        let drawn = self.draw(SVGBackend::with_string(&mut svg, SIZE));
        drawn.map_err(|error| anyhow!("cannot draw the chart: {error}"))?;
        Ok(svg)
    }

    fn draw(&self, backend: SVGBackend<'_>) -> Result<(), Box<dyn std::error::Error + '_>> {
        let points = || self.lines.iter().flat_map(|line| &line.points);
        let least = points().map(|point| point.0).fold(f64::INFINITY, f64::min);
        let most = points().map(|point| point.0).fold(0.0, f64::max);
        let heights = points().map(|point| point.1);
        let highest = heights
            .chain(self.bars.iter().map(|bar| bar.ends[1]))
            .fold(0.0, f64::max);
        if points().next().is_none() {
            return Err("no points".into());
        }
        let (from, to, ticks) = self.x_axis.ticks(least, most);
        let x_axis = Axis { from, to, ticks };
        let height_step = step(highest.max(0.01) / 10.0);
        let top = height_step * (highest.max(0.01) / height_step).ceil();
        let y_axis = Axis {
            from: 0.0,
            to: top,
            ticks: multiples(height_step, 0.0, top),
        };

        let root = backend.into_drawing_area();
        root.fill(&WHITE)?;
        let (root, _) = root.split_vertically(SIZE.1 as i32 - 6);
        let root = root.titled(self.title, (FONT, 26).into_font().color(&INK))?;
        let (left, right) = root.split_horizontally((SIZE.0 - LEGEND) as i32);
        let mut chart = ChartBuilder::on(&left)
            .margin_top(12)
            .margin_right(12)
            .margin_left(8)
            .x_label_area_size(52)
            .y_label_area_size(64)
            .build_cartesian_2d(x_axis, y_axis)?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(PALE)
            .axis_style(INK)
            .x_desc(self.x_axis.label())
            .y_desc(self.y_label)
            .axis_desc_style((FONT, 20).into_font().color(&INK))
            .label_style((FONT, 17).into_font().color(&INK))
            .x_labels(20)
            .y_labels(20)
            .x_label_formatter(&|&x| self.x_axis.text(x))
            .y_label_formatter(&|height| format!("{}", (height * 1000.0).round() / 1000.0))
            .draw()?;
        if let Some((x, _)) = self.marked {
            let x = self.x_axis.coordinate(x);
            let line = [(x, 0.0), (x, top)];
            chart.draw_series(DashedLineSeries::new(line, 5, 5, INK.mix(0.6).into()))?;
        }
        for bar in &self.bars {
            let (x, style) = (self.x_axis.coordinate(bar.x), bar.colour.stroke_width(1));
            let [low, high] = bar.ends.map(|end| (x, end.clamp(0.0, top)));
            chart.draw_series(LineSeries::new([low, high], style))?;
            let cap = |(x, y): (f64, f64)| {
                EmptyElement::at((x, y)) + PathElement::new([(-4, 0), (4, 0)], style)
            };
            chart.draw_series([low, high].map(cap))?;
        }
        for line in &self.lines {
            let style = line.colour.stroke_width(line.width);
            let points = line
                .points
                .iter()
                .map(|&(x, y)| (self.x_axis.coordinate(x), y));
            // A line of one point is invisible.
            let dots = points
                .clone()
                .map(|point| Circle::new(point, line.width + 1, line.colour.filled()));
            if line.points.len() <= 40 {
                chart.draw_series(dots)?;
            }
            chart.draw_series(LineSeries::new(points, style))?;
        }
        self.draw_legend(&right)?;
        root.present()?;
        Ok(())
    }

    fn draw_legend(
        &self,
        area: &DrawingArea<SVGBackend<'_>, plotters::coord::Shift>,
    ) -> Result<(), Box<dyn std::error::Error + '_>> {
        let style = |size: i32| {
            let font = (FONT, size).into_font();
            let centre = Pos::new(HPos::Left, VPos::Center);
            font.color(&INK).pos(centre)
        };
        area.draw(&Text::new(self.legend, (4, 26), style(18)))?;
        let mut y = 56;
        for line in &self.lines {
            let stroke = line.colour.stroke_width(line.width);
            area.draw(&PathElement::new([(4, y), (30, y)], stroke))?;
            area.draw(&Text::new(line.name.as_str(), (38, y), style(17)))?;
            y += 26;
        }
        if let Some((x, name)) = self.marked {
            let dashes = [4, 15, 26].map(|x| [(x, y), (x + 5, y)]);
            for dash in dashes {
                area.draw(&PathElement::new(dash, INK.mix(0.6)))?;
            }
            let text = format!("{name}: {}", self.x_axis.text(self.x_axis.coordinate(x)));
            area.draw(&Text::new(text, (38, y), style(17)))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chart_needs_a_point() {
        let chart = |points: Vec<(f64, f64)>| Chart {
            title: "a < b",
            x_axis: XAxis::Linear("x"),
            y_label: "y",
            legend: "lines",
            marked: Some((1.0, "here")),
            lines: vec![Line::all("all & more", points)],
            bars: Vec::new(),
        };
        let svg = chart(vec![(1.0, 0.0)]).to_svg().unwrap();
        let document = roxmltree::Document::parse(&svg).unwrap();
        let is = |name: &'static str| {
            let nodes = document.descendants();
            nodes.filter(move |node| node.has_tag_name(name))
        };
        assert!(is("circle").count() >= 1);
        let texts: Vec<_> = is("text").filter_map(|node| node.text()).collect();
        for text in ["a < b", "all & more", "here: 1"] {
            assert!(texts.iter().any(|other| other.trim() == text), "{texts:?}");
        }
        assert!(chart(vec![]).to_svg().is_err());
    }

    #[test]
    fn error_bars_are_drawn_at_their_points() {
        let chart = |bars: Vec<ErrorBar>| Chart {
            title: "",
            x_axis: XAxis::Linear("x"),
            y_label: "y",
            legend: "",
            marked: None,
            lines: vec![Line::all("a", vec![(1.0, 5.0), (2.0, 8.0)])],
            bars,
        };
        let drawn = |bars: Vec<ErrorBar>| {
            let svg = chart(bars).to_svg().unwrap();
            let document = roxmltree::Document::parse(&svg).unwrap();
            let lines = document.descendants().filter(|node| {
                let stroke = node.attribute("stroke").unwrap_or_default();
                node.has_tag_name("polyline") && stroke == "#0000FF"
            });
            let points = lines.map(|line| line.attribute("points").unwrap_or_default().to_owned());
            points.collect::<Vec<_>>()
        };
        assert!(drawn(vec![]).is_empty());
        // The upper end lies above all points and inside the chart.
        let bar = ErrorBar {
            colour: BLUE,
            x: 2.0,
            ends: [6.0, 12.0],
        };
        let strokes = drawn(vec![bar]);
        assert_eq!(strokes.len(), 3, "{strokes:?}");
        let numbers = |text: &String| -> Vec<i32> {
            let numbers = text.split([' ', ',']).filter(|part| !part.is_empty());
            numbers.map(|number| number.parse().unwrap()).collect()
        };
        let [x, low, same, high] = numbers(&strokes[0])[..] else {
            panic!("{strokes:?}");
        };
        assert!(x == same && high < low && high > 0, "{strokes:?}");
    }
}
