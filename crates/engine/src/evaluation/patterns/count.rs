//! Counts beside the patterns.

/// Counts beside the patterns that have tables of their own: the mover's legal
/// moves, the opponent's (were it his turn), and the discs on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Legal moves of the mover.
    Moves,
    /// Squares where the opponent could move.
    Replies,
    /// Discs on the board: who moves last, and a constant.
    Discs,
}

impl Count {
    /// All counts, in the order of their tables.
    pub const ALL: [Self; 3] = [Self::Moves, Self::Replies, Self::Discs];

    /// What it is called.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Moves => "moves",
            Self::Replies => "replies",
            Self::Discs => "discs",
        }
    }
}
