//! Games whose states can be kept in a table.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

use crate::chance::hash_of;
use crate::conformance::fault::{Fault, Violation};
use crate::conformance::position::View;
use crate::conformance::{CheckOptions, Report, check, random_games};
use crate::game::Game;

/// Most states that are compared each with each.
const MOST_STATES: usize = 2_000;

/// Everything that [`check`] does, and checks of equality: a state equals its
/// copy, a move leads to equal states each time, and equal states have equal
/// hashes, movers, outcomes and moves, and equal states follow from them.
///
/// # Errors
///
/// The first rule that the game breaks.
pub fn check_hashing<G>(
    game: &G,
    start: &G::State,
    options: &CheckOptions,
) -> Result<Report, Violation<G::Move>>
where
    G: Game<State: Eq + Hash>,
{
    let report = check(game, start, options)?;
    let mut table = Table {
        game,
        classes: Vec::new(),
        place_of: HashMap::new(),
    };
    // States near the start, where ways to the same state are many …
    let mut waiting = VecDeque::from([(start.clone(), Vec::new())]);
    while let Some((state, played)) = waiting.pop_front() {
        let is_new = table.look(&state).map_err(|fault| fault.after(&played))?;
        if !is_new {
            continue;
        }
        for mv in View::of(game, &state).moves {
            let mut played = played.clone();
            played.push(mv);
            waiting.push_back((game.play(&state, mv), played));
        }
        if table.is_full() {
            break;
        }
    }
    // … and all those that random games come upon.
    random_games(game, start, options, |state, played| {
        table.look(state).map_err(|fault| fault.after(played))?;
        Ok(View::of(game, state).moves)
    })?;
    Ok(report)
}

/// The states seen, no two of them equal.
struct Table<'a, G: Game> {
    game: &'a G,
    classes: Vec<(G::State, View<G::Move>)>,
    place_of: HashMap<G::State, usize>,
}

impl<G: Game<State: Eq + Hash>> Table<'_, G> {
    fn is_full(&self) -> bool {
        self.classes.len() >= MOST_STATES
    }

    /// Checks a state against those seen before; tells whether it is new.
    fn look(&mut self, state: &G::State) -> Result<bool, Fault> {
        let view = View::of(self.game, state);
        check_copies(self.game, state, &view.moves)?;
        // A table finds it by its hash; else none of the first may equal it.
        let by_hash = self.place_of.get(state).copied();
        let is_equal = |(other, _): &(G::State, View<G::Move>)| other == state;
        let place = by_hash.or_else(|| self.classes.iter().position(is_equal));
        let Some(place) = place else {
            if !self.is_full() {
                self.place_of.insert(state.clone(), self.classes.len());
                self.classes.push((state.clone(), view));
            }
            return Ok(true);
        };
        let (other, seen) = &self.classes[place];
        if hash_of(other, 0) != hash_of(state, 0) {
            return Err(Fault::UnequalHashes);
        }
        let follows = |&mv: &G::Move| self.game.play(other, mv) == self.game.play(state, mv);
        if *seen != view || !view.moves.iter().all(follows) {
            return Err(Fault::EqualStatesDiffer);
        }
        Ok(false)
    }
}

/// A state equals its copy, and what moves lead to equals itself.
fn check_copies<G>(game: &G, state: &G::State, moves: &[G::Move]) -> Result<(), Fault>
where
    G: Game<State: Eq>,
{
    if *state != state.clone() {
        return Err(Fault::UnequalCopy);
    }
    let is_steady = |&mv: &G::Move| game.play(state, mv) == game.play(state, mv);
    match moves.iter().all(is_steady) {
        true => Ok(()),
        false => Err(Fault::UnsteadyPlay),
    }
}
