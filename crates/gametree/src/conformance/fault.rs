//! What can be wrong with a game.

use std::fmt::Debug;

use crate::game::Value;

/// A rule that a game breaks, and the moves that lead there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("after the moves {moves:?}: {fault}")]
pub struct Violation<M: Debug> {
    /// The moves from the start.
    pub moves: Vec<M>,
    /// What is wrong.
    pub fault: Fault,
}

/// What can be wrong with a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// No move, but the game is not over.
    #[error("there is no move although the game is not over")]
    NoMoves,
    /// A move stands in the list twice.
    #[error("a move is given twice")]
    RepeatedMove,
    /// The list of moves differs from one call to the next.
    #[error("the moves change from one call to the next")]
    UnsteadyMoves,
    /// The order hook adds or drops moves.
    #[error("order_moves does more than permute the moves")]
    OrderChangesMoves,
    /// The order hook orders the same moves in two ways.
    #[error("order_moves gives another order from one call to the next")]
    UnsteadyOrder,
    /// A value outside the bounds.
    #[error("the value {0} does not lie strictly between -INFINITY and INFINITY")]
    ValueOutOfBounds(Value),
    /// The mover or the outcome differs from one call to the next.
    #[error("mover or outcome change from one call to the next")]
    UnsteadyState,
    /// The same move of the same state leads to two states that differ in
    /// mover, outcome or moves, or that are unequal: `play` depends on more
    /// than the state.
    #[error("the same move leads to different states from one call to the next")]
    UnsteadyPlay,
    /// A state is not what it was before moves were played from it: they share
    /// what should be copied.
    #[error("playing moves changes the state from which they are played")]
    PlayChangesState,
    /// A search differs from minimax.
    #[error("a search gives another value or move than minimax")]
    SearchDiffers,
    /// A state is unequal to itself or to its copy.
    #[error("a state is unequal to its own copy")]
    UnequalCopy,
    /// Equal states have unequal hashes, so that a table does not find them.
    #[error("two equal states have different hashes")]
    UnequalHashes,
    /// Equal states differ in mover, outcome, moves or what follows: `Eq`
    /// overlooks what the rules need.
    #[error("two equal states differ in mover, outcome, moves or the states that follow")]
    EqualStatesDiffer,
    /// `with_mover` gives a state in which the other side moves.
    #[error("with_mover gives a state in which the other side is to move")]
    WrongMover,
    /// `with_mover` gives a state in which the game is over.
    #[error("with_mover gives a state in which the game is over")]
    MoverOfFinishedGame,
    /// `with_mover` denies a move to the side that is to move and has moves.
    #[error("with_mover gives no state for the side that is to move")]
    MoverDenied,
    /// A heuristic gives the same state two values.
    #[error("the heuristic changes from one call to the next")]
    UnsteadyHeuristic,
    /// Two moves of a state have the same name, or one has none.
    #[error("two moves have the same name, or one has none")]
    UnclearMoveNames,
    /// The rows of a picture differ in length.
    #[error("the rows of the picture differ in length")]
    RaggedPicture,
}

impl Fault {
    /// The fault, found after these moves.
    pub(super) fn after<M: Clone + Debug>(self, moves: &[M]) -> Violation<M> {
        Violation {
            moves: moves.to_vec(),
            fault: self,
        }
    }
}
