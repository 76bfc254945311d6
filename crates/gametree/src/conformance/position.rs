//! Checks of a position and the positions below it.

use crate::conformance::fault::{Fault, Violation};
use crate::game::{Game, INFINITY, Side, Value};

/// A position as a search sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct View<M> {
    outcome: Option<Value>,
    /// `None` if the game is over.
    mover: Option<Side>,
    /// Empty if the game is over.
    pub(super) moves: Vec<M>,
}

impl<M: Copy + Eq> View<M> {
    pub(super) fn new<G: Game<Move = M>>(game: &G, state: &G::State) -> Self {
        let outcome = game.terminal_value(state);
        let mut moves = Vec::new();
        if outcome.is_none() {
            game.moves(state, &mut moves);
        }
        Self {
            outcome,
            mover: outcome.is_none().then(|| game.mover(state)),
            moves,
        }
    }
}

/// Checks a position and all positions within `depth` plies, which a search may enter. Returns the
/// legal moves of the position. `played` leads to it.
pub(super) fn check_below<G: Game>(
    game: &G,
    state: &G::State,
    depth: u32,
    played: &mut Vec<G::Move>,
) -> Result<Vec<G::Move>, Violation<G::Move>> {
    let moves = check_state(game, state).map_err(|fault| fault.after(played))?;
    if depth > 0 {
        let before = View::new(game, state);
        for &mv in &moves {
            let next = game.play(state, mv);
            played.push(mv);
            check_below(game, &next, depth - 1, played)?;
            played.pop();
        }
        check_play(game, state, &before).map_err(|fault| fault.after(played))?;
    }
    Ok(moves)
}

fn check_state<G: Game>(game: &G, state: &G::State) -> Result<Vec<G::Move>, Fault> {
    let outcome = game.terminal_value(state);
    if game.terminal_value(state) != outcome {
        return Err(Fault::NondeterministicState);
    }
    if let Some(value) = outcome {
        return check_bounds(value).map(|()| Vec::new());
    }
    if game.mover(state) != game.mover(state) {
        return Err(Fault::NondeterministicState);
    }
    let moves = View::new(game, state).moves;
    if moves.is_empty() {
        return Err(Fault::NoMoves);
    }
    if View::new(game, state).moves != moves {
        return Err(Fault::NondeterministicMoves);
    }
    let is_repeated = |(place, mv)| moves[..place].contains(mv);
    if moves.iter().enumerate().any(is_repeated) {
        return Err(Fault::DuplicateMove);
    }
    let order = || {
        let mut ordered = moves.clone();
        game.order_moves(state, &mut ordered);
        ordered
    };
    let ordered = order();
    if ordered.len() != moves.len() || !moves.iter().all(|mv| ordered.contains(mv)) {
        return Err(Fault::OrderChangesMoves);
    }
    if order() != ordered {
        return Err(Fault::NondeterministicOrder);
    }
    Ok(moves)
}

/// Checks that a value lies strictly between the infinities.
pub(super) fn check_bounds(value: Value) -> Result<(), Fault> {
    match value > -INFINITY && value < INFINITY {
        true => Ok(()),
        false => Err(Fault::ValueOutOfBounds(value)),
    }
}

/// Checks that moves lead to the same states every time and leave the state unchanged since
/// `before`. The states below must already be checked.
fn check_play<G: Game>(game: &G, state: &G::State, before: &View<G::Move>) -> Result<(), Fault> {
    for &mv in &before.moves {
        let [first, second] = [(), ()].map(|()| View::new(game, &game.play(state, mv)));
        if View::new(game, state) != *before {
            return Err(Fault::PlayChangesState);
        }
        if first != second {
            return Err(Fault::NondeterministicPlay);
        }
    }
    Ok(())
}
