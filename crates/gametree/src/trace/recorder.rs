//! Recording a search.

use super::{Bounds, Node, NodeId, Origin, PassTrace, Step, Trace};
use crate::context::FULL_WINDOW;
use crate::{Entry, Game, INFINITY, NodeEnd, Observer, Pass, Purpose, Side, Value, Window};

/// Records a search tree up to a size. Beyond that size, it only counts states, at the deepest
/// recorded node above them.
pub struct Recorder<'a, G: Game> {
    game: &'a G,
    trace: Trace<G>,
    max_nodes: usize,
    max_ply: usize,
    open: Vec<Open>,
    /// The number of open states below the last of `open`, none of them recorded.
    unrecorded: usize,
    /// Whether a move led to the topmost of these.
    unrecorded_by_move: bool,
    pass: Pass,
}

#[derive(Debug)]
struct Open {
    id: NodeId,
    /// The current window.
    window: Option<Window>,
    bounds: Bounds,
}

impl<'a, G: Game> Recorder<'a, G> {
    /// Returns a recorder of at most `max_nodes` nodes, none deeper than `max_ply`.
    #[must_use]
    pub const fn new(game: &'a G, max_nodes: usize, max_ply: usize) -> Self {
        Self {
            game,
            trace: Trace {
                nodes: Vec::new(),
                passes: Vec::new(),
                steps: Vec::new(),
                left_out: 0,
            },
            max_nodes,
            max_ply,
            open: Vec::new(),
            unrecorded: 0,
            unrecorded_by_move: false,
            pass: Pass::Single,
        }
    }

    /// Returns the tree. Nodes that were open at an interruption have no value.
    #[must_use]
    pub fn into_trace(self) -> Trace<G> {
        self.trace
    }

    fn leave_out(&mut self, by_move: bool) {
        if self.unrecorded == 0 {
            self.unrecorded_by_move = by_move;
        }
        self.unrecorded += 1;
        self.trace.left_out += 1;
        if let Some(parent) = self.open.last() {
            self.trace.nodes[parent.id].left_out += 1;
        }
    }

    /// Returns the origins of a window's bounds on entry.
    fn bounds(&self, window: Option<Window>, purpose: Purpose) -> Bounds {
        let window = window.unwrap_or(FULL_WINDOW.into());
        let origin = |is_open: bool, inherited: Origin| match is_open {
            true => Origin::Open,
            false => inherited,
        };
        let [alpha, beta] = match self.open.last() {
            None => [Origin::Given; 2],
            Some(parent) => {
                let known = parent.window.unwrap_or(window);
                let is_shallow = purpose == Purpose::Shallow;
                // Iterative deepening lowers a bound by one if a move of lower rank would win a
                // tie.
                let is_near = |bound: i64, known: i64| {
                    bound == known || purpose == Purpose::Value && bound == known - 1
                };
                let is_alpha = is_near(window.alpha.into(), known.alpha.into());
                let is_beta = is_near(-i64::from(window.beta), -i64::from(known.beta));
                let inherited = |is_same: bool, bound| match is_same && !is_shallow {
                    true => bound,
                    false => Origin::Test { node: parent.id },
                };
                let Bounds { alpha, beta } = parent.bounds;
                [inherited(is_alpha, alpha), inherited(is_beta, beta)]
            }
        };
        Bounds {
            alpha: origin(window.alpha == -INFINITY, alpha),
            beta: origin(window.beta == INFINITY, beta),
        }
    }

    /// Raises α or lowers β of the innermost open node after a move worth `value`. If `child` was
    /// not recorded, the bound keeps its old origin, because an origin can refer only to a recorded
    /// node.
    fn update_window(&mut self, value: Value, child: Option<NodeId>) {
        let Some(Open {
            id: node,
            window: Some(window),
            bounds,
        }) = self.open.last_mut()
        else {
            return;
        };
        let node = *node;
        let origin = child.map(|child| Origin::Move { node, child });
        let (bound, old_origin) = match self.trace.nodes[node].mover {
            Some(Side::Max) if value > window.alpha => (&mut window.alpha, &mut bounds.alpha),
            Some(Side::Min) if value < window.beta => (&mut window.beta, &mut bounds.beta),
            _ => return,
        };
        *bound = value;
        *old_origin = origin.unwrap_or(*old_origin);
    }
}

impl<G: Game> Observer<G> for Recorder<'_, G> {
    fn begin_pass(&mut self, pass: Pass) {
        self.open.clear();
        self.unrecorded = 0;
        self.pass = pass;
    }

    fn enter(&mut self, entry: Entry<'_, G>) {
        let ply = self.open.len();
        let id = self.trace.nodes.len();
        let has_room = id < self.max_nodes && ply <= self.max_ply;
        if self.open.is_empty() && self.unrecorded == 0 {
            self.trace.passes.push(PassTrace {
                pass: self.pass,
                root: has_room.then_some(id),
            });
        }
        if self.unrecorded > 0 || !has_room {
            self.leave_out(entry.mv.is_some());
            return;
        }
        let parent = self.open.last().map(|parent| parent.id);
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
            end: None,
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
        if self.unrecorded == 0
            && let Some(open) = self.open.last()
        {
            self.trace.nodes[open.id].moves.extend_from_slice(moves);
        }
    }

    fn leave(&mut self, value: Value, end: NodeEnd) {
        if self.unrecorded > 0 {
            self.unrecorded -= 1;
            if self.unrecorded == 0 && self.unrecorded_by_move {
                self.update_window(value, None);
            }
            return;
        }
        let Some(left) = self.open.pop() else {
            return;
        };
        self.trace.steps.push(Step::Leave(left.id));
        let node = &mut self.trace.nodes[left.id];
        node.value = Some(value);
        node.end = Some(end);
        node.window_on_return = left.window;
        if node.mv.is_some() {
            self.update_window(value, Some(left.id));
        }
    }
}
