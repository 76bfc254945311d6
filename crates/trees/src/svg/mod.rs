//! Trees as SVG.

mod board;
mod legend;
mod node_shape;
mod nodes;
mod panel;
mod text_width;

use std::fmt::{self, Write as _};

use super::labels::states;
use super::overlay::Overlay;
use crate::{SearchTree, escaped};
use panel::Layout;
use text_width::{shortened, text_width};

/// The largest number of nodes at which boards are drawn by default.
const FEW_NODES: usize = 40;

/// Whether boards are drawn at the nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Boards {
    /// Only if there are few nodes.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Margin of the picture.
const MARGIN: f64 = 20.0;
/// Gap between two trees.
const BETWEEN: f64 = 40.0;
/// Line height of headings.
const HEADING: f64 = 28.0;
/// Maximum width at which trees are placed side by side.
const WIDE: f64 = 1600.0;
/// Minimum width of a picture, so that its text fits.
const NARROW: f64 = 560.0;

/// Draws all trees in one picture. Common nodes have the same position in each tree, so that
/// readers can compare the cut-offs.
#[must_use]
pub fn svg(trees: &[SearchTree], boards: Boards) -> String {
    let nodes = trees.iter().map(|tree| tree.nodes.len()).sum::<usize>();
    let boards = match boards {
        Boards::Auto => nodes <= FEW_NODES,
        Boards::Always => true,
        Boards::Never => false,
    };
    let union = Overlay::new(trees);
    let layout = Layout::new(trees, &union, boards);
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_picture(trees, &layout, &mut text);
    text
}

fn write_picture(trees: &[SearchTree], layout: &Layout<'_>, to: &mut String) -> fmt::Result {
    let headings: Vec<String> = trees.iter().map(SearchTree::heading).collect();
    let texts = headings.iter().map(|heading| text_width(heading, 15.0));
    let panel_width = texts.fold(layout.width, f64::max);
    let panel_height = HEADING + layout.height;
    let fitting = ((WIDE + BETWEEN) / (panel_width + BETWEEN)).floor() as usize;
    let columns = fitting.clamp(1, trees.len().max(1));
    let rows = trees.len().div_ceil(columns);
    let (column, row) = (panel_width + BETWEEN, panel_height + BETWEEN);
    let width = (column * columns as f64 - BETWEEN).max(NARROW);
    let below = HEADING + row * rows as f64;
    let mut legend = String::new();
    let legend_height = legend::draw(trees, below, width, &mut legend)?;

    let (whole, high) = (width + 2.0 * MARGIN, below + legend_height + 2.0 * MARGIN);
    let title = trees.first().map_or("", |tree| &tree.title.game);
    write!(
        to,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{whole:.0}\" height=\"{high:.0}\" \
         viewBox=\"0 0 {whole:.0} {high:.0}\" role=\"img\" aria-labelledby=\"title description\">\n\
         <title id=\"title\">{}</title>\n<desc id=\"description\">{}</desc>\n<style>\n{}</style>\n\
         <rect class=\"page\" width=\"100%\" height=\"100%\"/>\n\
         <g transform=\"translate({MARGIN} {MARGIN})\">\n",
        escaped(&format!("Search of {title}")),
        escaped(&description(trees)),
        include_str!("style.css"),
    )?;
    let shown = escaped(&shortened(title, 15.0, width));
    writeln!(to, "<text class=\"title\" x=\"0\" y=\"14\">{shown}</text>")?;
    for (number, (tree, heading)) in trees.iter().zip(&headings).enumerate() {
        let x = column * (number % columns) as f64;
        let y = HEADING + row * (number / columns) as f64;
        let indent = (panel_width - layout.width) / 2.0;
        writeln!(
            to,
            "<g transform=\"translate({x:.1} {y:.1})\">\n\
             <text class=\"heading\" x=\"0\" y=\"14\">{}</text>\n\
             <g transform=\"translate({indent:.1} {HEADING})\">",
            escaped(heading)
        )?;
        layout.draw(number, tree, to)?;
        to.push_str("</g>\n</g>\n");
    }
    to.push_str(&legend);
    to.push_str("</g>\n</svg>\n");
    Ok(())
}

/// Describes the picture in words.
fn description(trees: &[SearchTree]) -> String {
    let describe = |tree: &SearchTree| {
        let best = match &tree.pv[..] {
            [] => String::new(),
            pv => format!(", best line {}", pv.join(" ")),
        };
        let cuts: u64 = tree.cuts.iter().sum();
        let drawn = match tree.left_out {
            0 => String::new(),
            left_out => format!(" The picture omits {}.", states(left_out)),
        };
        format!(
            "{} gives {}{best}; it enters {}, makes {cuts} cuts and never enters {} moves.{drawn}",
            tree.title.algorithm,
            tree.value,
            states(tree.entered),
            tree.unentered,
        )
    };
    let sentences: Vec<String> = trees.iter().map(describe).collect();
    sentences.join(" ")
}
