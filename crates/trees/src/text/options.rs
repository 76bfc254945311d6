//! How a tree of text looks.

use crate::labels::Signs;

/// How a tree of text looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextLook {
    /// No signs outside ASCII.
    pub ascii: bool,
    /// Colours, as terminals know them.
    pub colour: bool,
    /// Columns of the terminal: long lines are broken, and two trees that fit
    /// stand side by side. Nothing is broken if none is given.
    pub width: Option<usize>,
}

/// The lines of a tree.
pub(super) struct Branches {
    /// To a child behind which others follow, and what then stands under it.
    on: (&'static str, &'static str),
    /// To the last child.
    last: (&'static str, &'static str),
    pub(super) arrow: &'static str,
    pub(super) scissors: &'static str,
    /// Between two trees.
    pub(super) wall: &'static str,
}

impl Branches {
    const UNICODE: Self = Self {
        on: ("├─ ", "│  "),
        last: ("└─ ", "   "),
        arrow: "→",
        scissors: "✂",
        wall: " │ ",
    };
    const ASCII: Self = Self {
        on: ("|- ", "|  "),
        last: ("`- ", "   "),
        arrow: "->",
        scissors: "x",
        wall: " | ",
    };

    pub(super) const fn of(&self, is_last: bool) -> (&'static str, &'static str) {
        if is_last { self.last } else { self.on }
    }
}

impl TextLook {
    pub(super) const fn branches(self) -> &'static Branches {
        if self.ascii {
            &Branches::ASCII
        } else {
            &Branches::UNICODE
        }
    }

    pub(super) const fn signs(self) -> Signs {
        if self.ascii {
            Signs::ASCII
        } else {
            Signs::UNICODE
        }
    }
}
