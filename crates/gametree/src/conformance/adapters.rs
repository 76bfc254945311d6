//! Checks of adapters, heuristics and displays.

use crate::conformance::position::{View, check_bounds};
use crate::conformance::{CheckOptions, Fault, Report, Violation, check, random_games};
use crate::{Game, GameDisplay, Heuristic, MoveAgain, Side};

/// Performs the checks of [`check`], and checks [`MoveAgain::with_mover`]. In each state that it
/// returns, the given side must be to move and have a legal move. For the side already to move, it
/// must return a state.
///
/// # Errors
///
/// Returns the first rule that the game breaks.
pub fn check_move_again<G: MoveAgain>(
    game: &G,
    start: &G::State,
    options: &CheckOptions,
) -> Result<Report, Violation<G::Move>> {
    check(game, start, options)?;
    random_games(game, start, options, |state, played| {
        let moves = View::new(game, state).moves;
        for side in [Side::Max, Side::Min] {
            if !moves.is_empty() {
                check_with_mover(game, state, side).map_err(|fault| fault.after(played))?;
            }
        }
        Ok(moves)
    })
}

fn check_with_mover<G: MoveAgain>(game: &G, state: &G::State, side: Side) -> Result<(), Fault> {
    let Some(again) = game.with_mover(state, side) else {
        return match side == game.mover(state) {
            true => Err(Fault::NoStateForMover),
            false => Ok(()),
        };
    };
    if game.terminal_value(&again).is_some() {
        return Err(Fault::MoverOfFinishedGame);
    }
    if game.mover(&again) != side {
        return Err(Fault::WrongMover);
    }
    match View::new(game, &again).moves.is_empty() {
        true => Err(Fault::NoMoves),
        false => Ok(()),
    }
}

/// Checks that a heuristic is deterministic and stays within bounds in unfinished games.
///
/// # Errors
///
/// Returns the first rule that the heuristic breaks.
pub fn check_heuristic<G: Game, H: Heuristic<G>>(
    game: &G,
    start: &G::State,
    heuristic: &H,
    options: &CheckOptions,
) -> Result<Report, Violation<G::Move>> {
    random_games(game, start, options, |state, played| {
        let moves = View::new(game, state).moves;
        if !moves.is_empty() {
            let value = heuristic.value(game, state);
            check_bounds(value).map_err(|fault| fault.after(played))?;
            if heuristic.value(game, state) != value {
                return Err(Fault::NondeterministicHeuristic.after(played));
            }
        }
        Ok(moves)
    })
}

/// Checks that the moves of a state have distinct names and that pictures are rectangles.
///
/// # Errors
///
/// Returns the first rule that the game breaks.
pub fn check_display<G: GameDisplay>(
    game: &G,
    start: &G::State,
    options: &CheckOptions,
) -> Result<Report, Violation<G::Move>> {
    random_games(game, start, options, |state, played| {
        let moves = View::new(game, state).moves;
        let names: Vec<String> = moves.iter().map(|&mv| game.move_name(state, mv)).collect();
        let is_ambiguous =
            |(place, name): (usize, &String)| name.is_empty() || names[..place].contains(name);
        if names.iter().enumerate().any(is_ambiguous) {
            return Err(Fault::AmbiguousMoveNames.after(played));
        }
        if let Some(picture) = game.picture(state) {
            let width = picture.rows.first().map(Vec::len);
            if picture.rows.iter().any(|row| Some(row.len()) != width) {
                return Err(Fault::RaggedPicture.after(played));
            }
        }
        Ok(moves)
    })
}
