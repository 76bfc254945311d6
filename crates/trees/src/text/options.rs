//! Options of text drawings.

use crate::labels::Symbols;

/// Options of text drawings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextLook {
    /// Whether to use ASCII only.
    pub ascii: bool,
    /// Whether to use terminal colours.
    pub colour: bool,
    /// Width of the terminal in columns: longer lines are wrapped, and two trees that fit
    /// are printed side by side. `None` disables both.
    pub width: Option<usize>,
}

/// The lines that connect nodes.
pub(super) struct Branches {
    /// The line to a child with later siblings, and its continuation below.
    on: (&'static str, &'static str),
    /// The line to the last child, and its continuation below.
    last: (&'static str, &'static str),
    pub(super) arrow: &'static str,
    pub(super) scissors: &'static str,
    /// The separator between two trees.
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

    pub(super) const fn symbols(self) -> Symbols {
        if self.ascii {
            Symbols::ASCII
        } else {
            Symbols::UNICODE
        }
    }
}
