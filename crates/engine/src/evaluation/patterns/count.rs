//! Counts, the features that are not patterns.

/// A count with a table of its own: the mover's legal moves, the opponent's legal moves if
/// it were their turn, and the discs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Legal moves of the mover.
    Moves,
    /// Legal moves of the opponent, if it were their turn.
    Replies,
    /// Discs on the board: parity, and a constant.
    Discs,
}

impl Count {
    /// All counts, in the order of their tables.
    pub const ALL: [Self; 3] = [Self::Moves, Self::Replies, Self::Discs];

    /// Returns the name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Moves => "moves",
            Self::Replies => "replies",
            Self::Discs => "discs",
        }
    }
}
