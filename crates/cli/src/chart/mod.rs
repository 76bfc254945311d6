//! Line charts as SVG.

mod axis;
mod panels;

use anyhow::anyhow;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

pub(crate) use axis::Across;
pub(crate) use panels::{Panel, Panels};

use axis::{Axis, multiples, step};

/// Width and height, in pixels.
const SIZE: (u32, u32) = (960, 600);

/// Width of the legend at the right, in pixels.
const LEGEND: u32 = 200;

const FONT: &str = "sans-serif";
const INK: RGBColor = RGBColor(0x22, 0x22, 0x22);
const PALE: RGBColor = RGBColor(0xE4, 0xE4, 0xE4);

/// Colours of the stages of a game, from the beginning to the end.
pub(crate) const STAGES: [RGBColor; 7] = [
    RGBColor(0xB0, 0x8B, 0xC8),
    RGBColor(0x6A, 0x3D, 0x9A),
    RGBColor(0x2C, 0x5F, 0xB3),
    RGBColor(0x1B, 0x8F, 0xA8),
    RGBColor(0x2F, 0x9E, 0x44),
    RGBColor(0xC9, 0x9A, 0x00),
    RGBColor(0xE8, 0x7A, 0x1D),
];

/// What is drawn.
pub(crate) struct Chart<'a> {
    /// Stands above it.
    pub(crate) title: &'a str,
    /// The axis below.
    pub(crate) across: Across<'a>,
    /// What the axis at the left shows, with its unit; it begins at zero.
    pub(crate) up: &'a str,
    /// Stands above the names of the lines.
    pub(crate) legend: &'a str,
    /// A place of the axis below that is marked, and its name.
    pub(crate) marked: Option<(f64, &'a str)>,
    /// The lines; nothing can be drawn without a point.
    pub(crate) lines: Vec<Line>,
    /// How surely points of the lines are known.
    pub(crate) bars: Vec<Bar>,
}

/// A bar through a point, from the least to the greatest that it may be.
pub(crate) struct Bar {
    /// That of its line.
    pub(crate) colour: RGBColor,
    /// Where it stands.
    pub(crate) place: f64,
    /// Its lower and its upper end.
    pub(crate) ends: [f64; 2],
}

/// A line of a chart.
pub(crate) struct Line {
    /// What it shows.
    pub(crate) name: String,
    /// Its colour.
    pub(crate) colour: RGBColor,
    /// Its width in pixels.
    pub(crate) width: u32,
    /// Where it goes.
    pub(crate) points: Vec<(f64, f64)>,
}

impl Line {
    /// The line of all stages.
    pub(crate) fn all(name: impl Into<String>, points: Vec<(f64, f64)>) -> Self {
        Self {
            name: name.into(),
            colour: BLACK,
            width: 3,
            points,
        }
    }

    /// Another line of all stages.
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
    /// The picture.
    ///
    /// # Errors
    ///
    /// When there is no point, or what the drawing says.
    pub(crate) fn to_svg(&self) -> anyhow::Result<String> {
        let mut svg = String::new();
        let drawn = self.draw(SVGBackend::with_string(&mut svg, SIZE));
        drawn.map_err(|error| anyhow!("the picture cannot be drawn: {error}"))?;
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
            return Err("there is no point".into());
        }
        let (from, to, ticks) = self.across.ticks(least, most);
        let across = Axis { from, to, ticks };
        let height_step = step(highest.max(0.01) / 10.0);
        let top = height_step * (highest.max(0.01) / height_step).ceil();
        let heights = Axis {
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
            .build_cartesian_2d(across, heights)?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(PALE)
            .axis_style(INK)
            .x_desc(self.across.label())
            .y_desc(self.up)
            .axis_desc_style((FONT, 20).into_font().color(&INK))
            .label_style((FONT, 17).into_font().color(&INK))
            .x_labels(20)
            .y_labels(20)
            .x_label_formatter(&|&place| self.across.text(place))
            .y_label_formatter(&|height| format!("{}", (height * 1000.0).round() / 1000.0))
            .draw()?;
        if let Some((place, _)) = self.marked {
            let place = self.across.place(place);
            let line = [(place, 0.0), (place, top)];
            chart.draw_series(DashedLineSeries::new(line, 5, 5, INK.mix(0.6).into()))?;
        }
        for bar in &self.bars {
            let (place, style) = (self.across.place(bar.place), bar.colour.stroke_width(1));
            let [low, high] = bar.ends.map(|end| (place, end.clamp(0.0, top)));
            chart.draw_series(LineSeries::new([low, high], style))?;
            let cap = |(x, y): (f64, f64)| {
                EmptyElement::at((x, y)) + PathElement::new([(-4, 0), (4, 0)], style)
            };
            chart.draw_series([low, high].map(cap))?;
        }
        for line in &self.lines {
            let style = line.colour.stroke_width(line.width);
            let points = line.points.iter().map(|&(x, y)| (self.across.place(x), y));
            // A line of one point would not be seen.
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
        if let Some((place, name)) = self.marked {
            let dashes = [4, 15, 26].map(|x| [(x, y), (x + 5, y)]);
            for dash in dashes {
                area.draw(&PathElement::new(dash, INK.mix(0.6)))?;
            }
            let text = format!("{name}: {}", self.across.text(self.across.place(place)));
            area.draw(&Text::new(text, (38, y), style(17)))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_point_is_drawn_and_none_is_refused() {
        let chart = |points: Vec<(f64, f64)>| Chart {
            title: "a < b",
            across: Across::Whole("x"),
            up: "y",
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
    fn bars_stand_through_their_points() {
        let chart = |bars: Vec<Bar>| Chart {
            title: "",
            across: Across::Whole("x"),
            up: "y",
            legend: "",
            marked: None,
            lines: vec![Line::all("a", vec![(1.0, 5.0), (2.0, 8.0)])],
            bars,
        };
        let drawn = |bars: Vec<Bar>| {
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
        // The upper end is higher than any point, and within the picture.
        let bar = Bar {
            colour: BLUE,
            place: 2.0,
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
