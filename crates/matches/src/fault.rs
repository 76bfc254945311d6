//! Games lost otherwise than on the board.

use std::fmt;

use outflank_othello::Color;

/// How a side lost a game otherwise than on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FaultKind {
    /// Its clock fell below zero.
    Time,
    /// Its player gave no legal move: it failed, or played an illegal one.
    Forfeit,
}

/// `loss on time` or `forfeit`.
impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Time => "loss on time",
            Self::Forfeit => "forfeit",
        })
    }
}

/// A side's fault, which ended the game and lost it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The side that lost.
    pub side: Color,
    /// Of what kind it is.
    pub kind: FaultKind,
    /// What happened, on one line.
    pub reason: String,
    /// The last lines that passed between the match and a program, if the
    /// player was one. A contest shows them to whoever watches it and forgets
    /// them then.
    pub conversation: Vec<String>,
}

/// How many games were lost otherwise than on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FaultCounts {
    /// Games lost on time.
    pub on_time: u64,
    /// Games lost because no legal move was played.
    pub forfeits: u64,
}

impl FaultCounts {
    /// Counts one more.
    pub const fn count(&mut self, kind: FaultKind) {
        match kind {
            FaultKind::Time => self.on_time += 1,
            FaultKind::Forfeit => self.forfeits += 1,
        }
    }

    /// Adds those of other games.
    pub const fn merge(&mut self, other: Self) {
        self.on_time += other.on_time;
        self.forfeits += other.forfeits;
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.on_time == 0 && self.forfeits == 0
    }
}
