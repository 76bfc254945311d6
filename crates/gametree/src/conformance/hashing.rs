//! Checks of state equality and hashing.

use std::collections::{HashMap, VecDeque};

use crate::Game;
use crate::conformance::position::View;
use crate::conformance::{CheckOptions, Fault, Report, Violation, check, random_games};
use crate::random::hash_of;

/// The number of states to compare pairwise.
const MAX_STATES: usize = 2_000;

/// Performs the checks of [`check`], and checks equality: a state equals its copy, a move
/// always leads to equal states, and equal states have equal hashes, movers, outcomes and
/// moves, and lead to equal states.
///
/// # Errors
///
/// Returns the first rule that the game breaks.
pub fn check_hashing<G: Game>(
    game: &G,
    start: &G::State,
    options: &CheckOptions,
) -> Result<Report, Violation<G::Move>> {
    let report = check(game, start, options)?;
    let mut table = Table {
        game,
        classes: Vec::new(),
        place_of: HashMap::new(),
    };
    // States near the start, where transpositions are frequent …
    let mut waiting = VecDeque::from([(start.clone(), Vec::new())]);
    while let Some((state, played)) = waiting.pop_front() {
        if !table.visit(&state).map_err(|fault| fault.after(&played))? {
            continue;
        }
        for mv in View::new(game, &state).moves {
            let mut played = played.clone();
            played.push(mv);
            waiting.push_back((game.play(&state, mv), played));
        }
        if table.is_full() {
            break;
        }
    }
    // … and states from random games.
    random_games(game, start, options, |state, played| {
        table.visit(state).map_err(|fault| fault.after(played))?;
        Ok(View::new(game, state).moves)
    })?;
    Ok(report)
}

/// The distinct states seen so far.
struct Table<'a, G: Game> {
    game: &'a G,
    classes: Vec<(G::State, View<G::Move>)>,
    place_of: HashMap<G::State, usize>,
}

impl<G: Game> Table<'_, G> {
    fn is_full(&self) -> bool {
        self.classes.len() >= MAX_STATES
    }

    /// Checks a state against those seen before, and returns whether it is new.
    fn visit(&mut self, state: &G::State) -> Result<bool, Fault> {
        let view = View::new(self.game, state);
        check_copies(self.game, state, &view.moves)?;
        // If the hash lookup fails, the state must differ from every earlier one.
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

/// Checks that a state equals its copy and that moves lead to equal states.
fn check_copies<G: Game>(game: &G, state: &G::State, moves: &[G::Move]) -> Result<(), Fault> {
    if *state != state.clone() {
        return Err(Fault::UnequalCopy);
    }
    let is_deterministic = |&mv: &G::Move| game.play(state, mv) == game.play(state, mv);
    match moves.iter().all(is_deterministic) {
        true => Ok(()),
        false => Err(Fault::NondeterministicPlay),
    }
}
