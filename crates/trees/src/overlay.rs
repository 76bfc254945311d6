//! Several trees laid over one another: what they have in common stands in the
//! same place.

use outflank_gametree::trace::NodeId;

use super::SearchTree;

/// All places of several trees. A place is a line of moves from the root; a
/// move that a search enters twice (a test and a search) has two.
pub(super) struct Overlay {
    /// Parents stand before their children.
    pub(super) places: Vec<Place>,
    /// One for each pass, from left to right.
    pub(super) roots: Vec<usize>,
}

/// A place.
pub(super) struct Place {
    pub(super) parent: Option<usize>,
    pub(super) children: Vec<usize>,
    /// Moves from the root.
    pub(super) ply: usize,
    /// The move that leads here, and how often its parent has it before.
    key: (Option<String>, usize),
    /// What each tree has here.
    pub(super) seen: Vec<Seen>,
}

/// What a tree has in a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seen {
    /// Nothing; nobody knows or cares.
    Nothing,
    /// A node.
    Entered(NodeId),
    /// A part never entered because of a cut.
    Dark {
        /// The cause of the cut.
        cause: &'static str,
        /// The node that was cut.
        at: NodeId,
        /// Which of its unentered parts begins here; none further below.
        part: Option<usize>,
    },
}

impl Place {
    /// The name of the move that leads here.
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
        // The last pass is what searches of one pass are to be held against.
        let most_passes = trees.iter().map(|tree| roots(tree).len()).max();
        for pass in 0..most_passes.unwrap_or(0) {
            union.places.push(Place {
                parent: None,
                children: Vec::new(),
                ply: 0,
                key: (None, pass),
                seen: vec![Seen::Nothing; trees.len()],
            });
            union.roots.push(pass);
        }
        for (number, tree) in trees.iter().enumerate() {
            union.lay(number, tree);
        }
        union.spread_dark(trees);
        union
    }

    /// Lays one more tree over the others.
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
                // All that is below a node has the places of its moves, if
                // another tree has them.
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

    /// The place below another; a new one stands right of `after`.
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
        self.places.push(Place {
            parent: Some(above),
            children: Vec::new(),
            ply,
            key: (mv.map(str::to_owned), nth),
            seen: vec![Seen::Nothing; trees],
        });
        self.places[above].children.insert(at, new);
        new
    }

    /// What lies below a dark place is dark, and so are the moves of a node
    /// that was cut before anybody looked at them.
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
                    self.places[place].seen[number] = Seen::Dark {
                        cause,
                        at,
                        part: None,
                    };
                }
            }
        }
    }
}

/// The roots of the passes that are drawn.
fn roots(tree: &SearchTree) -> Vec<NodeId> {
    tree.passes.iter().filter_map(|pass| pass.root).collect()
}
