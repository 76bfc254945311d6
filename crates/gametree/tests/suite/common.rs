//! Trees and their moves.

use outflank_gametree::trace::{Recorder, Trace};
use outflank_gametree::{Game, Search, Tree};

pub(crate) fn tree(text: &str) -> Tree {
    text.parse().expect("a tree")
}

/// Returns the legal moves of a state.
pub(crate) fn moves<G: Game>(game: &G, state: &G::State) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves
}

/// Returns the states after each legal move.
pub(crate) fn children<G: Game>(game: &G, state: &G::State) -> Vec<G::State> {
    let moves = moves(game, state).into_iter();
    moves.map(|mv| game.play(state, mv)).collect()
}

/// Returns the trace of alpha-beta on a tree.
pub(crate) fn traced(tree: &Tree) -> Trace<Tree> {
    let mut recorder = Recorder::new(tree, 1000, 100);
    Search::new(tree).observer(&mut recorder).run(&tree.root());
    recorder.into_trace()
}
