//! A kit that holds a user's own game against what the searches rely on.

use std::fmt::Debug;

use crate::game::{Game, INFINITY, Player, Value};
use crate::{Limits, alphabeta, iterative_deepening, minimax, negamax};

/// How thoroughly a game is checked.
#[derive(Clone, Copy, Debug)]
pub struct CheckOptions {
    /// Random games played from each start.
    pub games: u32,
    /// Most plies of a random game; a longer one is no fault.
    pub plies: u32,
    /// Depth in plies to which the searches are compared.
    pub depth: u32,
    /// Seed of the random games.
    pub seed: u64,
}

impl Default for CheckOptions {
    /// 20 games of at most 200 plies, searches to depth 3.
    fn default() -> Self {
        Self {
            games: 20,
            plies: 200,
            depth: 3,
            seed: 1,
        }
    }
}

/// What was checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Positions looked at.
    pub positions: u64,
    /// Positions in which a side moved again right after its own move.
    pub repeated_turns: u64,
    /// Games that came to an end.
    pub finished_games: u64,
}

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
    /// A value outside the bounds.
    #[error("the value {0} does not lie strictly between -INFINITY and INFINITY")]
    ValueOutOfBounds(Value),
    /// The mover or the outcome differs from one call to the next.
    #[error("mover or outcome change from one call to the next")]
    UnsteadyState,
    /// A search differs from minimax.
    #[error("a search gives another value or move than minimax")]
    SearchDiffers,
}

/// Plays random games from `start` and checks at every position that moves are
/// there, distinct and steady, that values are bounded, and that every search
/// gives the value and the move of minimax.
///
/// # Errors
///
/// The first rule that the game breaks.
pub fn check<G: Game>(
    game: &G,
    start: &G::State,
    options: &CheckOptions,
) -> Result<Report, Violation<G::Move>> {
    let mut report = Report::default();
    let mut random = SplitMix(options.seed);
    for _ in 0..options.games {
        let mut state = start.clone();
        let mut played = Vec::new();
        let mut last_mover: Option<Player> = None;
        for _ in 0..options.plies {
            let moves = check_below(game, &state, options.depth, &mut played)?;
            compare_searches(game, &state, options.depth).map_err(|fault| Violation {
                moves: played.clone(),
                fault,
            })?;
            report.positions += 1;
            if moves.is_empty() {
                report.finished_games += 1;
                break;
            }
            let mover = game.mover(&state);
            report.repeated_turns += u64::from(last_mover == Some(mover));
            last_mover = Some(mover);
            let mv = moves[(random.next() % moves.len() as u64) as usize];
            state = game.play(&state, mv);
            played.push(mv);
        }
    }
    Ok(report)
}

/// Checks a position and all that are reached from it in `depth` plies, and
/// gives its moves. A search relies on every position that it enters, so none
/// may begin before. `played` leads to the position.
fn check_below<G: Game>(
    game: &G,
    state: &G::State,
    depth: u32,
    played: &mut Vec<G::Move>,
) -> Result<Vec<G::Move>, Violation<G::Move>> {
    let moves = check_state(game, state).map_err(|fault| Violation {
        moves: played.clone(),
        fault,
    })?;
    if depth > 0 {
        for &mv in &moves {
            played.push(mv);
            check_below(game, &game.play(state, mv), depth - 1, played)?;
            played.pop();
        }
    }
    Ok(moves)
}

/// Checks one position by itself and gives its moves.
fn check_state<G: Game>(game: &G, state: &G::State) -> Result<Vec<G::Move>, Fault> {
    let outcome = game.terminal_value(state);
    if game.terminal_value(state) != outcome {
        return Err(Fault::UnsteadyState);
    }
    if let Some(value) = outcome {
        return match value > -INFINITY && value < INFINITY {
            true => Ok(Vec::new()),
            false => Err(Fault::ValueOutOfBounds(value)),
        };
    }
    if game.mover(state) != game.mover(state) {
        return Err(Fault::UnsteadyState);
    }
    let list = || {
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        moves
    };
    let moves = list();
    if moves.is_empty() {
        return Err(Fault::NoMoves);
    }
    if list() != moves {
        return Err(Fault::UnsteadyMoves);
    }
    let is_repeated = |(place, mv)| moves[..place].contains(mv);
    if moves.iter().enumerate().any(is_repeated) {
        return Err(Fault::RepeatedMove);
    }
    let mut ordered = moves.clone();
    game.order_moves(state, &mut ordered);
    if ordered.len() != moves.len() || !moves.iter().all(|mv| ordered.contains(mv)) {
        return Err(Fault::OrderChangesMoves);
    }
    Ok(moves)
}

/// Holds every search against minimax, with a heuristic that tells positions
/// apart by who moves and how many moves there are.
fn compare_searches<G: Game>(game: &G, state: &G::State, depth: u32) -> Result<(), Fault> {
    let heuristic = |game: &G, state: &G::State| {
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        game.mover(state).sign() * moves.len() as Value
    };
    let limits = Limits::plies(depth);
    let expected = minimax(game, state, &heuristic, &limits);
    for found in [
        alphabeta(game, state, &heuristic, &limits),
        negamax(game, state, &heuristic, &limits),
        iterative_deepening(game, state, &heuristic, &limits, |_| ()),
    ] {
        if (found.value, found.best_move) != (expected.value, expected.best_move) {
            return Err(Fault::SearchDiffers);
        }
    }
    Ok(())
}

/// SplitMix64 (Steele, Lea and Flood 2014): enough chance for random games.
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }
}
