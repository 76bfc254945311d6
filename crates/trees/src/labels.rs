//! Text shared by all drawings.

use outflank_gametree::trace::NodeId;

use super::{NodeWindow, PrunedPart, SearchTree, Title, TreeNode};

/// Symbols that depend on the character set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Symbols {
    pub(super) at_least: &'static str,
    pub(super) at_most: &'static str,
    pub(super) infinity: &'static str,
}

impl Symbols {
    pub(super) const UNICODE: Self = Self {
        at_least: "≥",
        at_most: "≤",
        infinity: "∞",
    };
    pub(super) const ASCII: Self = Self {
        at_least: ">=",
        at_most: "<=",
        infinity: "inf",
    };

    /// Returns the value of a node with its relation to the true value.
    pub(super) fn value(self, node: &TreeNode) -> String {
        let Some(value) = &node.value else {
            return "?".to_owned();
        };
        let relation = match node.kind {
            Some("at least") => self.at_least,
            Some("at most") => self.at_most,
            _ => "=",
        };
        format!("{relation} {value}")
    }

    pub(super) fn window(self, window: &NodeWindow) -> String {
        let bound = |bound: &Option<String>, sign: &str| match bound {
            Some(bound) => bound.clone(),
            None => format!("{sign}{}", self.infinity),
        };
        let (alpha, beta) = (bound(&window.alpha, "-"), bound(&window.beta, "+"));
        format!("({alpha}, {beta})")
    }
}

impl SearchTree {
    /// Returns the name of the side to move, or `None` if the game is over.
    pub(super) fn side(&self, node: &TreeNode) -> Option<&str> {
        match node.mover? {
            "max" => Some(&self.sides[0]),
            _ => Some(&self.sides[1]),
        }
    }

    /// Returns whether the side to move also made the last move.
    pub(super) fn moves_again(&self, node: &TreeNode) -> bool {
        let above = node.parent.map(|above| &self.nodes[above]);
        node.mv.is_some()
            && above.is_some_and(|above| node.mover.is_some() && above.mover == node.mover)
    }

    pub(super) fn is_leaf(node: &TreeNode) -> bool {
        matches!(node.ending, Some("outcome" | "heuristic"))
    }

    /// Returns the caption of a node unless it repeats the value.
    pub(super) fn caption(node: &TreeNode) -> Option<&str> {
        let caption = node.caption.as_deref();
        caption.filter(|&caption| node.value.as_deref() != Some(caption))
    }

    /// Returns the name of the pass that begins at a node if there are several passes.
    pub(super) fn pass_name(&self, id: NodeId) -> Option<&str> {
        let pass = self.passes.iter().find(|pass| pass.root == Some(id))?;
        (!pass.name.is_empty()).then_some(pass.name.as_str())
    }

    /// Describes everything known about a node.
    pub(super) fn story(&self, id: NodeId) -> String {
        let node = &self.nodes[id];
        let symbols = Symbols::UNICODE;
        let mut story = format!("step {}", id + 1);
        let mut path = Vec::new();
        let mut at = Some(id);
        while let Some(here) = at {
            path.extend(self.nodes[here].mv.as_deref());
            at = self.nodes[here].parent;
        }
        if !path.is_empty() {
            path.reverse();
            story.push_str(&format!(", after {}", path.join(" ")));
        }
        let to_move = match (node.ending, self.side(node)) {
            (Some("outcome"), _) => ": the end".to_owned(),
            (_, Some(side)) if self.moves_again(node) => format!(": {side} to move again"),
            (_, Some(side)) => format!(": {side} to move"),
            _ => String::new(),
        };
        story.push_str(&to_move);
        story.push_str(&format!(", value {}", symbols.value(node)));
        if let Some(window) = &node.window {
            story.push_str(&format!(", window {}", symbols.window(window)));
            if let Some(on_return) = &node.window_on_return
                && on_return != window
            {
                story.push_str(&format!(", on return {}", symbols.window(on_return)));
            }
        }
        story.push_str(match node.purpose {
            "test" => ", a test",
            "again" => ", searched again after a test",
            "shallow" => ", a shallow search",
            _ => "",
        });
        story.push('.');
        if let Some(cut) = &node.cut {
            story.push_str(&format!(" Cut by {}: {}", cut.cause, cut.why));
        }
        story
    }

    /// Describes the search in one line.
    pub(super) fn heading(&self) -> String {
        let best = match &self.best {
            Some(best) => format!(", best move {best}"),
            None => String::new(),
        };
        let ended = if self.completed { "" } else { ", interrupted" };
        let (Title { algorithm, .. }, entered) = (&self.title, states(self.entered));
        format!(
            "{algorithm}: value {}{best}, {entered} entered{ended}",
            self.value
        )
    }
}

/// Returns a number of states with its noun.
pub(super) fn states(count: u64) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} state{plural}", grouped(count))
}

/// Returns the size of a part never entered if it was measured.
pub(super) fn size(part: &PrunedPart) -> Option<String> {
    let size = states(part.nodes?);
    Some(match part.value {
        Some(_) => size,
        None => format!("over {size}"),
    })
}

/// Formats a count with spaces between thousands.
fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}
