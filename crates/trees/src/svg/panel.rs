//! A tree in a picture.

use std::fmt::{self, Write as _};

use super::node_shape::Figure;
use super::nodes::{class_of, figure};
use crate::SearchTree;
use crate::layout::middles;
use crate::overlay::{Overlay, Seen};

/// The node positions, which are the same in every panel.
pub(super) struct Layout<'a> {
    union: &'a Overlay,
    /// The figures by tree and place.
    figures: Vec<Vec<Option<Figure<'a>>>>,
    middles: Vec<f64>,
    /// The top and bottom of each ply.
    plies: Vec<(f64, f64)>,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl<'a> Layout<'a> {
    pub(super) fn new(trees: &'a [SearchTree], union: &'a Overlay, boards: bool) -> Self {
        let places = &union.places;
        let figures: Vec<Vec<Option<Figure<'a>>>> = (0..trees.len())
            .map(|number| {
                let figure = |place| figure(trees, number, place, boards);
                places.iter().map(figure).collect()
            })
            .collect();
        // A place is as large as the largest figure there.
        let sizes: Vec<(f64, f64)> = (0..places.len())
            .map(|place| {
                let figures = figures.iter().filter_map(|tree| tree[place].as_ref());
                figures.map(Figure::size).fold((0.0, 0.0), |one, other| {
                    (f64::max(one.0, other.0), f64::max(one.1, other.1))
                })
            })
            .collect();
        let middles = place_middles(union, &sizes);
        let width = middles.iter().zip(&sizes).map(|(x, size)| x + size.0 / 2.0);
        let width = width.fold(0.0, f64::max);
        let last_ply = places.iter().map(|place| place.ply).max();
        // Wide trees get more space between plies, so that the edges stay steep.
        let between = (width / 20.0).clamp(26.0, 90.0);
        let mut plies = Vec::new();
        let mut top = 0.0;
        for ply in 0..=last_ply.unwrap_or(0) {
            let here = places.iter().zip(&sizes);
            let here = here.filter(|(place, _)| place.ply == ply);
            let bottom = top + here.map(|(_, size)| size.1).fold(0.0, f64::max);
            plies.push((top, bottom));
            top = bottom + between;
        }
        let height = plies.last().map_or(0.0, |ply| ply.1);
        Self {
            union,
            figures,
            middles,
            plies,
            width,
            height,
        }
    }

    /// Draws a tree with its upper left corner at the origin.
    pub(super) fn draw(&self, number: usize, tree: &SearchTree, to: &mut String) -> fmt::Result {
        for place in 0..self.union.places.len() {
            self.draw_edge(number, tree, place, to)?;
        }
        for (place, figure) in self.figures[number].iter().enumerate() {
            if let Some(figure) = figure {
                let top = self.plies[self.union.places[place].ply].0;
                figure.draw(self.middles[place], top, to)?;
            }
        }
        Ok(())
    }

    fn draw_edge(
        &self,
        number: usize,
        tree: &SearchTree,
        place: usize,
        to: &mut String,
    ) -> fmt::Result {
        let (here, figures) = (&self.union.places[place], &self.figures[number]);
        let Some(above) = here.parent else {
            return Ok(());
        };
        let (Some(figure), Some(_)) = (&figures[above], &figures[place]) else {
            return Ok(());
        };
        let class = match here.seen[number] {
            Seen::Entered(id) if tree.nodes[id].on_best_line => "edge best",
            Seen::Dark { cause, .. } => match self.union.places[above].seen[number] {
                Seen::Entered(_) => &format!("edge {}", class_of(cause)),
                _ => "edge dark",
            },
            _ => "edge",
        };
        let (from, x) = (self.middles[above], self.middles[place]);
        let ply = self.plies[here.ply - 1];
        // Straight down past the siblings, then diagonally between the plies.
        let (start, bend, end) = (ply.0 + figure.size().1, ply.1, self.plies[here.ply].0);
        let path = format!("M{from:.1} {start:.1}V{bend:.1}L{x:.1} {end:.1}");
        writeln!(to, "<path class=\"{class}\" d=\"{path}\"/>")
    }
}

fn place_middles(union: &Overlay, sizes: &[(f64, f64)]) -> Vec<f64> {
    let count = union.places.len();
    let children = union.places.iter().map(|place| place.children.clone());
    let mut children: Vec<Vec<usize>> = children.collect();
    let mut widths: Vec<f64> = sizes.iter().map(|size| size.0).collect();
    // The roots of several passes are children of a hidden root.
    children.push(union.roots.clone());
    widths.push(0.0);
    let mut middles = middles(&children, count, &widths);
    middles.truncate(count);
    middles
}
