//! The faults that the checks find.

use std::fmt::Debug;

use crate::game::Value;

/// A fault and the moves that lead to it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("after the moves {moves:?}: {fault}")]
pub struct Violation<M: Debug> {
    /// The moves from the start.
    pub moves: Vec<M>,
    /// The fault.
    pub fault: Fault,
}

/// A rule that a game breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// No legal move in an unfinished game.
    #[error("the game is not over, but there is no legal move")]
    NoMoves,
    /// A move is listed twice.
    #[error("a move is listed twice")]
    DuplicateMove,
    /// The moves differ between calls.
    #[error("the moves change from one call to the next")]
    NondeterministicMoves,
    /// `order_moves` adds or drops moves.
    #[error("order_moves does more than permute the moves")]
    OrderChangesMoves,
    /// `order_moves` gives different orders.
    #[error("order_moves gives different orders from one call to the next")]
    NondeterministicOrder,
    /// A value outside the bounds.
    #[error("the value {0} does not lie strictly between -INFINITY and INFINITY")]
    ValueOutOfBounds(Value),
    /// The mover or the outcome differs between calls.
    #[error("the mover or the outcome changes from one call to the next")]
    NondeterministicState,
    /// `play` depends on more than the state: the same move leads to unequal states, or to states
    /// that differ in mover, outcome or moves.
    #[error("the same move leads to different states from one call to the next")]
    NondeterministicPlay,
    /// Playing a move changes the state that it is played in.
    #[error("playing a move changes the state that it is played in")]
    PlayChangesState,
    /// A search differs from minimax.
    #[error("a search disagrees with minimax on the value or the move")]
    SearchDiffers,
    /// A state is unequal to itself or to its copy.
    #[error("a state is unequal to its own copy")]
    UnequalCopy,
    /// Equal states have different hashes.
    #[error("two equal states have different hashes")]
    UnequalHashes,
    /// Equal states differ in mover, outcome, moves or continuation.
    #[error("two equal states differ in mover, outcome, moves or the states that follow")]
    EqualStatesDiffer,
    /// `with_mover` returns a state in which the other side moves.
    #[error("with_mover returns a state in which the other side is to move")]
    WrongMover,
    /// `with_mover` returns a state in which the game is over.
    #[error("with_mover returns a state in which the game is over")]
    MoverOfFinishedGame,
    /// `with_mover` returns no state for the side to move, although it has moves.
    #[error("with_mover returns no state for the side to move")]
    NoStateForMover,
    /// A heuristic gives different values for a state.
    #[error("the heuristic value changes from one call to the next")]
    NondeterministicHeuristic,
    /// Two moves of a state have the same name, or one has an empty name.
    #[error("two moves have the same name, or a move has no name")]
    AmbiguousMoveNames,
    /// The rows of a picture differ in length.
    #[error("the rows of the picture differ in length")]
    RaggedPicture,
}

impl Fault {
    /// Returns the violation: this fault after these moves.
    pub(super) fn after<M: Clone + Debug>(self, moves: &[M]) -> Violation<M> {
        let (moves, fault) = (moves.to_vec(), self);
        Violation { moves, fault }
    }
}
