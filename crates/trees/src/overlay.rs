//! The union of several trees, in which they share places for common nodes.

use outflank_gametree::trace::NodeId;

use super::SearchTree;

/// The union of several trees. A place is a sequence of moves from the root. If a search enters a
/// move twice (a null-window test and a full search), the move has two places.
pub(super) struct Overlay {
    /// Parents come before their children.
    pub(super) places: Vec<Place>,
    /// The root of each pass, from left to right.
    pub(super) roots: Vec<usize>,
}

/// A place in the union.
pub(super) struct Place {
    pub(super) parent: Option<usize>,
    pub(super) children: Vec<usize>,
    /// Moves from the root.
    pub(super) ply: usize,
    /// The move that leads here, and the number of earlier siblings with the same move.
    key: (Option<String>, usize),
    /// The content by tree.
    pub(super) seen: Vec<Seen>,
}

/// The content of a place in one tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seen {
    /// Nothing.
    Nothing,
    /// A node.
    Entered(NodeId),
    /// A part never entered because of a cut-off.
    Dark {
        cause: &'static str,
        /// The node that was cut.
        at: NodeId,
        /// The index of the unentered part that begins here, or `None` further below.
        part: Option<usize>,
    },
}

impl Place {
    /// Creates a place that is not in any tree.
    fn new(parent: Option<usize>, ply: usize, key: (Option<String>, usize), trees: usize) -> Self {
        Self {
            parent,
            children: Vec::new(),
            ply,
            key,
            seen: vec![Seen::Nothing; trees],
        }
    }

    /// Returns the name of the move that leads here.
    pub(super) fn mv(&self) -> Option<&str> {
        self.key.0.as_deref()
    }
}

impl Overlay {
    pub(super) fn new(trees: &[SearchTree]) -> Self {
        let mut union = Self {
            places: Vec::new(),
            roots: Vec::new(),
        };
        // Match a search of one pass with the last pass of the others.
        let most_passes = trees.iter().map(|tree| roots(tree).len()).max();
        for pass in 0..most_passes.unwrap_or(0) {
            let root = Place::new(None, 0, (None, pass), trees.len());
            union.places.push(root);
            union.roots.push(pass);
        }
        for (number, tree) in trees.iter().enumerate() {
            union.lay(number, tree);
        }
        union.spread_dark(trees);
        union
    }

    /// Adds a tree.
    fn lay(&mut self, number: usize, tree: &SearchTree) {
        let mut place_of = vec![0; tree.nodes.len()];
        let roots = roots(tree);
        let first = self.roots.len() - roots.len();
        for (pass, &root) in roots.iter().enumerate() {
            place_of[root] = self.roots[first + pass];
        }
        for (id, node) in tree.nodes.iter().enumerate() {
            let place = place_of[id];
            self.places[place].seen[number] = Seen::Entered(id);
            let mut after = None;
            let mut entered: Vec<Option<&str>> = Vec::new();
            for &child in &node.children {
                let mv = tree.nodes[child].mv.as_deref();
                let nth = entered.iter().filter(|&&other| other == mv).count();
                entered.push(mv);
                let below = self.child(place, (mv, nth), after);
                place_of[child] = below;
                after = Some(below);
            }
            let Some(cut) = &node.cut else {
                continue;
            };
            for (part, unentered) in node.unentered.iter().enumerate() {
                // A part without a move is a whole subtree. Its places come from other trees.
                let Some(mv) = unentered.mv.as_deref() else {
                    continue;
                };
                let below = self.child(place, (Some(mv), 0), after);
                self.places[below].seen[number] = Seen::Dark {
                    cause: cut.cause,
                    at: id,
                    part: Some(part),
                };
                after = Some(below);
            }
        }
    }

    /// Returns the child with the given key. Inserts a new child to the right of `after`.
    fn child(
        &mut self,
        above: usize,
        (mv, nth): (Option<&str>, usize),
        after: Option<usize>,
    ) -> usize {
        let children = &self.places[above].children;
        let found = children.iter().copied().find(|&child| {
            let key = &self.places[child].key;
            (key.0.as_deref(), key.1) == (mv, nth)
        });
        if let Some(found) = found {
            return found;
        }
        let at = after.and_then(|after| children.iter().position(|&child| child == after));
        let at = at.map_or(0, |at| at + 1);
        let new = self.places.len();
        let (ply, trees) = (self.places[above].ply + 1, self.places[above].seen.len());
        let key = (mv.map(str::to_owned), nth);
        self.places.push(Place::new(Some(above), ply, key, trees));
        self.places[above].children.insert(at, new);
        new
    }

    /// Darkens every place below a dark one. If a node was cut off before its moves were generated,
    /// also darkens every move that it has in other trees.
    fn spread_dark(&mut self, trees: &[SearchTree]) {
        for place in 0..self.places.len() {
            let here = &self.places[place];
            let (Some(parent), true) = (here.parent, here.mv().is_some() && here.key.1 == 0) else {
                continue;
            };
            for (number, tree) in trees.iter().enumerate() {
                if self.places[place].seen[number] != Seen::Nothing {
                    continue;
                }
                let dark = match self.places[parent].seen[number] {
                    Seen::Dark { cause, at, .. } => Some((cause, at)),
                    Seen::Entered(at) if tree.nodes[at].left_out == 0 => {
                        tree.nodes[at].cut.as_ref().map(|cut| (cut.cause, at))
                    }
                    _ => None,
                };
                if let Some((cause, at)) = dark {
                    let part = None;
                    self.places[place].seen[number] = Seen::Dark { cause, at, part };
                }
            }
        }
    }
}

/// Returns the recorded roots of the passes.
fn roots(tree: &SearchTree) -> Vec<NodeId> {
    tree.passes.iter().filter_map(|pass| pass.root).collect()
}
