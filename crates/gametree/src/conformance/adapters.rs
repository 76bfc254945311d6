//! What belongs to a game without being one: several moves a turn, heuristics,
//! pictures.

use crate::conformance::fault::{Fault, Violation};
use crate::conformance::position::{View, check_bounds};
use crate::conformance::{CheckOptions, Report, check, random_games};
use crate::game::{Game, Heuristic, Player};
use crate::shown::Shown;
use crate::turns::MoveAgain;

/// Everything that [`check`] does, and checks of [`MoveAgain::with_mover`]: it
/// gives a state in which that side moves and has moves, and it does give one
/// for the side that is to move anyway.
///
/// # Errors
///
/// The first rule that the game breaks.
pub fn check_move_again<G: MoveAgain>(
    game: &G,
    start: &G::State,
    options: &CheckOptions,
) -> Result<Report, Violation<G::Move>> {
    check(game, start, options)?;
    random_games(game, start, options, |state, played| {
        let moves = View::of(game, state).moves;
        for side in [Player::Max, Player::Min] {
            if !moves.is_empty() {
                check_with_mover(game, state, side).map_err(|fault| fault.after(played))?;
            }
        }
        Ok(moves)
    })
}

fn check_with_mover<G: MoveAgain>(game: &G, state: &G::State, side: Player) -> Result<(), Fault> {
    let Some(again) = game.with_mover(state, side) else {
        return match side == game.mover(state) {
            true => Err(Fault::MoverDenied),
            false => Ok(()),
        };
    };
    if game.terminal_value(&again).is_some() {
        return Err(Fault::MoverOfFinishedGame);
    }
    if game.mover(&again) != side {
        return Err(Fault::WrongMover);
    }
    match View::of(game, &again).moves.is_empty() {
        true => Err(Fault::NoMoves),
        false => Ok(()),
    }
}

/// Checks that a heuristic gives every state that is not over a value within
/// bounds, the same each time.
///
/// # Errors
///
/// The first rule that the heuristic breaks.
pub fn check_heuristic<G: Game, H: Heuristic<G>>(
    game: &G,
    start: &G::State,
    heuristic: &H,
    options: &CheckOptions,
) -> Result<Report, Violation<G::Move>> {
    random_games(game, start, options, |state, played| {
        let moves = View::of(game, state).moves;
        if !moves.is_empty() {
            let value = heuristic.value(game, state);
            check_bounds(value).map_err(|fault| fault.after(played))?;
            if heuristic.value(game, state) != value {
                return Err(Fault::UnsteadyHeuristic.after(played));
            }
        }
        Ok(moves)
    })
}

/// Checks that the moves of a state have names of their own, and that pictures
/// are rectangles.
///
/// # Errors
///
/// The first rule that the game breaks.
pub fn check_shown<G: Shown>(
    game: &G,
    start: &G::State,
    options: &CheckOptions,
) -> Result<Report, Violation<G::Move>> {
    random_games(game, start, options, |state, played| {
        let moves = View::of(game, state).moves;
        let names: Vec<String> = moves.iter().map(|&mv| game.move_name(state, mv)).collect();
        let is_unclear =
            |(place, name): (usize, &String)| name.is_empty() || names[..place].contains(name);
        if names.iter().enumerate().any(is_unclear) {
            return Err(Fault::UnclearMoveNames.after(played));
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
