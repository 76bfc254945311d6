//! Keeps what a search tells.

use super::{Bounds, Node, NodeId, Origin, PassTrace, Step, Trace};
use crate::game::{Game, INFINITY, Player, Value};
use crate::observer::{Ending, Entry, Observer, Pass, Purpose, Window};

/// Records the tree of a search, as far as there is room: states beyond it are
/// only counted, at the deepest node above them that is kept.
pub struct Recorder<'a, G: Game> {
    game: &'a G,
    trace: Trace<G>,
    most_nodes: usize,
    deepest: usize,
    open: Vec<Open>,
    /// Open states below the last one in `open` that are not kept.
    not_kept: usize,
    /// Whether the topmost of them was come to by a move.
    not_kept_is_move: bool,
    pass: Pass,
}

/// A node that was entered and not left, as its search stands.
#[derive(Debug)]
struct Open {
    id: NodeId,
    /// The window now.
    window: Option<Window>,
    /// What its bounds came from.
    bounds: Bounds,
}

impl<'a, G: Game> Recorder<'a, G> {
    /// Records at most `most_nodes` nodes, none more than `deepest` moves from
    /// the root.
    #[must_use]
    pub const fn new(game: &'a G, most_nodes: usize, deepest: usize) -> Self {
        Self {
            game,
            trace: Trace {
                nodes: Vec::new(),
                passes: Vec::new(),
                steps: Vec::new(),
                left_out: 0,
            },
            most_nodes,
            deepest,
            open: Vec::new(),
            not_kept: 0,
            not_kept_is_move: false,
            pass: Pass::Whole,
        }
    }

    /// The tree. Nodes that were open when the search was interrupted have no
    /// value.
    #[must_use]
    pub fn into_trace(self) -> Trace<G> {
        self.trace
    }

    fn leave_out(&mut self, is_move: bool) {
        if self.not_kept == 0 {
            self.not_kept_is_move = is_move;
        }
        self.not_kept += 1;
        self.trace.left_out += 1;
        if let Some(above) = self.open.last() {
            self.trace.nodes[above.id].left_out += 1;
        }
    }

    /// Where the bounds of a window on entry come from.
    fn bounds(&self, window: Option<Window>, purpose: Purpose) -> Bounds {
        let window = window.unwrap_or(Window {
            alpha: -INFINITY,
            beta: INFINITY,
        });
        let Some(above) = self.open.last() else {
            let given = |bound: Value| match bound {
                INFINITY => Origin::Open,
                bound if bound == -INFINITY => Origin::Open,
                _ => Origin::Given,
            };
            return Bounds {
                alpha: given(window.alpha),
                beta: given(window.beta),
            };
        };
        let test = Origin::Test { node: above.id };
        let known = above.window.unwrap_or(window);
        let is_shallow = purpose == Purpose::Shallow;
        // A search asks for one less where a move that stands before the best
        // one in the game's order shall win if it is equal.
        let is_alpha = window.alpha == known.alpha
            || (purpose == Purpose::Value && i64::from(window.alpha) + 1 == i64::from(known.alpha));
        let is_beta = window.beta == known.beta
            || (purpose == Purpose::Value && i64::from(window.beta) - 1 == i64::from(known.beta));
        let is_open_alpha = window.alpha == -INFINITY;
        let is_open_beta = window.beta == INFINITY;
        Bounds {
            alpha: match () {
                () if is_open_alpha => Origin::Open,
                () if is_alpha && !is_shallow => above.bounds.alpha,
                () => test,
            },
            beta: match () {
                () if is_open_beta => Origin::Open,
                () if is_beta && !is_shallow => above.bounds.beta,
                () => test,
            },
        }
    }
}

impl<G: Game> Observer<G> for Recorder<'_, G> {
    fn begin_pass(&mut self, pass: Pass) {
        self.open.clear();
        self.not_kept = 0;
        self.pass = pass;
    }

    fn enter(&mut self, entry: Entry<'_, G>) {
        let ply = self.open.len();
        let has_room = self.trace.nodes.len() < self.most_nodes && ply <= self.deepest;
        if self.open.is_empty() && self.not_kept == 0 {
            self.trace.passes.push(PassTrace {
                pass: self.pass,
                root: has_room.then_some(self.trace.nodes.len()),
            });
        }
        if self.not_kept > 0 || !has_room {
            self.leave_out(entry.mv.is_some());
            return;
        }
        let id = self.trace.nodes.len();
        let parent = self.open.last().map(|above| above.id);
        let bounds = self.bounds(entry.window, entry.purpose);
        let is_over = self.game.terminal_value(entry.state).is_some();
        self.trace.nodes.push(Node {
            parent,
            mv: entry.mv,
            state: entry.state.clone(),
            mover: (!is_over).then(|| self.game.mover(entry.state)),
            ply,
            remaining: entry.remaining,
            purpose: entry.purpose,
            window: entry.window,
            window_on_return: None,
            bounds,
            value: None,
            ending: None,
            moves: Vec::new(),
            children: Vec::new(),
            left_out: 0,
        });
        self.trace.steps.push(Step::Enter(id));
        if let Some(parent) = parent {
            self.trace.nodes[parent].children.push(id);
        }
        self.open.push(Open {
            id,
            window: entry.window,
            bounds,
        });
    }

    fn expand(&mut self, moves: &[G::Move]) {
        if self.not_kept == 0
            && let Some(open) = self.open.last()
        {
            self.trace.nodes[open.id].moves.extend_from_slice(moves);
        }
    }

    fn leave(&mut self, value: Value, ending: Ending) {
        if self.not_kept > 0 {
            self.not_kept -= 1;
            if self.not_kept == 0 && self.not_kept_is_move {
                self.raise_unnamed(value);
            }
            return;
        }
        let Some(left) = self.open.pop() else {
            return;
        };
        self.trace.steps.push(Step::Leave(left.id));
        let node = &mut self.trace.nodes[left.id];
        node.value = Some(value);
        node.ending = Some(ending);
        node.window_on_return = left.window;
        let is_move = node.mv.is_some();
        if is_move {
            self.raise(value, left.id);
        }
    }
}

impl<G: Game> Recorder<'_, G> {
    /// Moves α or β of the node above, of which a move turned out to be worth
    /// so much.
    fn raise(&mut self, value: Value, child: NodeId) {
        let Some(above) = self.open.last_mut() else {
            return;
        };
        let Some(window) = &mut above.window else {
            return;
        };
        let origin = Origin::Move {
            node: above.id,
            child,
        };
        match self.trace.nodes[above.id].mover {
            Some(Player::Max) if value > window.alpha => {
                window.alpha = value;
                above.bounds.alpha = origin;
            }
            Some(Player::Min) if value < window.beta => {
                window.beta = value;
                above.bounds.beta = origin;
            }
            _ => {}
        }
    }

    /// Moves α or β of the last node kept by a move that is not kept. What set
    /// the bound then has no name, but nothing kept is entered after it that
    /// could ask.
    fn raise_unnamed(&mut self, value: Value) {
        let Some(above) = self.open.last_mut() else {
            return;
        };
        if let Some(window) = &mut above.window {
            match self.trace.nodes[above.id].mover {
                Some(Player::Max) => window.alpha = window.alpha.max(value),
                Some(Player::Min) => window.beta = window.beta.min(value),
                None => {}
            }
        }
    }
}
