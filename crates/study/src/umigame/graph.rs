//! The best moves below a position, as a graph in which transpositions share a node.

use std::collections::{HashMap, HashSet};

use outflank_othello::{Color, Position, Square};
use rayon::prelude::*;

use super::{Repertoire, UmigameMove, UmigameOptions};
use crate::analyzer::Analyzer;

/// A best move.
#[derive(Clone, Copy, Debug)]
struct Edge {
    square: Square,
    /// The score in whole discs, for the mover.
    score: i32,
    /// The index of the next position in the next layer.
    to: usize,
}

/// A position and its best moves. It has none if its lines end here.
#[derive(Clone, Debug)]
struct Node {
    /// The canonical position, with a side to move unless the game is over.
    position: Position,
    edges: Vec<Edge>,
}

/// The positions in layers, by the number of moves without passes.
pub(super) struct Graph {
    /// Never empty. The last layer has no edges.
    layers: Vec<Vec<Node>>,
    /// Number of scored positions.
    pub(super) scored: usize,
    /// Number of positions without scores before the last layer.
    pub(super) unknown: usize,
}

/// The lines below a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lines {
    black: u64,
    white: u64,
}

impl Lines {
    const fn of(self, side: Color) -> u64 {
        match side {
            Color::Black => self.black,
            Color::White => self.white,
        }
    }
}

/// Returns the canonical position with a side to move, unless the game is over.
fn settled(position: &Position) -> Position {
    let position = position.pass().unwrap_or(*position);
    position.canonical().0
}

impl Graph {
    pub(super) fn grow(
        position: &Position,
        options: &UmigameOptions,
        analyzer: &dyn Analyzer,
        report: &(dyn Fn(u32, usize) + Sync),
    ) -> Self {
        // The root keeps its orientation so that its moves match the caller's board.
        let root = Node {
            position: position.pass().unwrap_or(*position),
            edges: Vec::new(),
        };
        let mut graph = Self {
            layers: vec![vec![root]],
            scored: 0,
            unknown: 0,
        };
        while graph.plies() < options.plies && graph.add_layer(options, analyzer) {
            report(graph.plies(), graph.scored);
        }
        graph
    }

    pub(super) fn plies(&self) -> u32 {
        self.layers.len() as u32 - 1
    }

    /// Returns whether all lines have reached the end of the game.
    pub(super) fn is_closed(&self) -> bool {
        let last = self.layers.last().into_iter().flatten();
        last.clone().all(|node| node.position.is_over())
    }

    fn last(&self) -> &[Node] {
        self.layers.last().map_or(&[], Vec::as_slice)
    }

    /// Scores the positions of the last layer and adds the positions after their best moves.
    /// Returns whether there is a new layer.
    fn add_layer(&mut self, options: &UmigameOptions, analyzer: &dyn Analyzer) -> bool {
        let last = self.last();
        let open = last.iter().filter(|node| !node.position.is_over()).count();
        if open == 0 || self.scored + open > options.positions {
            return false;
        }
        let nodes = last.par_iter().with_max_len(1);
        let found = nodes.map(|node| best_moves(&node.position, options.loss, analyzer));
        let found: Option<Vec<_>> = found.collect();
        let Some(found) = found else {
            return false;
        };
        let ends = last
            .iter()
            .zip(&found)
            .filter(|(_, moves)| moves.is_empty());
        let unknown = ends.filter(|(node, _)| !node.position.is_over()).count();
        let (edges, next) = connect(last, &found);
        self.scored += open - unknown;
        self.unknown += unknown;
        if next.is_empty() {
            return false;
        }
        if let Some(layer) = self.layers.last_mut() {
            for (node, edges) in layer.iter_mut().zip(edges) {
                node.edges = edges;
            }
        }
        self.layers.push(next);
        true
    }

    /// Returns the number of lines below every node, layer by layer.
    pub(super) fn counts(&self) -> Vec<Vec<Lines>> {
        let mut counts: Vec<Vec<Lines>> = Vec::new();
        for layer in self.layers.iter().rev() {
            let below = counts.last();
            let lines = layer.iter().map(|node| match below {
                Some(below) if !node.edges.is_empty() => lines_of(node, below),
                _ => Lines { black: 1, white: 1 },
            });
            let lines = lines.collect();
            counts.push(lines);
        }
        counts.reverse();
        counts
    }

    /// Counts what `side` must know if it plays the first of the moves with the fewest lines.
    pub(super) fn repertoire(&self, counts: &[Vec<Lines>], side: Color) -> Repertoire {
        let (mut ends, mut positions) = (0, 0);
        let mut reached: HashSet<usize> = HashSet::from([0]);
        for (ply, layer) in self.layers.iter().enumerate() {
            let mut next = HashSet::new();
            for &index in &reached {
                let node = &layer[index];
                if node.edges.is_empty() {
                    ends += 1;
                } else if node.position.mover() == side {
                    positions += 1;
                    let lines = |edge: &&Edge| counts[ply + 1][edge.to].of(side);
                    let fewest = node.edges.iter().min_by_key(lines);
                    next.extend(fewest.map(|edge| edge.to));
                } else {
                    next.extend(node.edges.iter().map(|edge| edge.to));
                }
            }
            reached = next;
        }
        Repertoire {
            lines: counts[0][0].of(side),
            ends,
            positions,
        }
    }

    /// Returns the best moves of the root.
    pub(super) fn root_moves(&self, counts: &[Vec<Lines>]) -> Vec<UmigameMove> {
        let edges = self.layers[0].iter().flat_map(|root| &root.edges);
        let moves = edges.map(|edge| UmigameMove {
            square: edge.square,
            score: edge.score,
            black: counts[1][edge.to].black,
            white: counts[1][edge.to].white,
        });
        moves.collect()
    }
}

/// Returns the best moves of a position in order of score, or `None` if interrupted.
fn best_moves(
    position: &Position,
    loss: f64,
    analyzer: &dyn Analyzer,
) -> Option<Vec<(Square, i32)>> {
    if position.is_over() {
        return Some(Vec::new());
    }
    let moves = analyzer.score_moves(position)?;
    let discs = |score: f64| score.round() as i32;
    let best = moves.iter().map(|mv| discs(mv.discs())).max();
    let is_best = |score: i32| best.is_some_and(|best| f64::from(best - score) <= loss);
    let best = moves.iter().map(|mv| (mv.square, discs(mv.discs())));
    Some(best.filter(|&(_, score)| is_best(score)).collect())
}

/// Returns the edges of each node and the positions that they lead to. If several moves of a node
/// lead to the same position, keeps only the first.
fn connect(layer: &[Node], found: &[Vec<(Square, i32)>]) -> (Vec<Vec<Edge>>, Vec<Node>) {
    let mut next: Vec<Node> = Vec::new();
    let mut known: HashMap<Position, usize> = HashMap::new();
    let mut all = Vec::new();
    for (node, moves) in layer.iter().zip(found) {
        let mut edges: Vec<Edge> = Vec::new();
        for &(square, score) in moves {
            let Ok(after) = node.position.play(square) else {
                continue;
            };
            let position = settled(&after);
            let to = *known.entry(position).or_insert_with(|| {
                next.push(Node {
                    position,
                    edges: Vec::new(),
                });
                next.len() - 1
            });
            if edges.iter().all(|edge| edge.to != to) {
                edges.push(Edge { square, score, to });
            }
        }
        all.push(edges);
    }
    (all, next)
}

fn lines_of(node: &Node, below: &[Lines]) -> Lines {
    let of = |side: Color| {
        let lines = node.edges.iter().map(|edge| below[edge.to].of(side));
        if node.position.mover() == side {
            lines.min().unwrap_or(1)
        } else {
            lines.fold(0, u64::saturating_add)
        }
    };
    Lines {
        black: of(Color::Black),
        white: of(Color::White),
    }
}
