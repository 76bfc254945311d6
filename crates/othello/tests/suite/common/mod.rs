//! What the suites share.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on shall fail")]

use std::path::PathBuf;

use outflank_othello::{Game, Position, Shape, Square};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A file of the repository's own test data.
pub(crate) fn testdata(path: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata")).join(path)
}

/// A file of the full test data, if `OUTFLANK_DATA` names its folder; a missing
/// file there is a failure.
pub(crate) fn outside_data(path: &str) -> Option<PathBuf> {
    let Some(folder) = std::env::var_os("OUTFLANK_DATA") else {
        println!("OUTFLANK_DATA is not set: the suite on {path} is left out");
        return None;
    };
    let path = PathBuf::from(folder).join(path);
    assert!(path.exists(), "{} is missing", path.display());
    Some(path)
}

/// A source of chance.
pub(crate) fn random(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// A move by chance.
pub(crate) fn any_move(position: &Position, random: &mut Xoshiro256PlusPlus) -> Option<Square> {
    let moves = position.legal_moves();
    let count = moves.len();
    (count > 0).then(|| {
        moves
            .into_iter()
            .nth(random.random_range(0..count))
            .unwrap()
    })
}

/// A game by chance to its end.
pub(crate) fn random_game(shape: Shape, random: &mut Xoshiro256PlusPlus) -> Game {
    let mut game = Game::new(shape);
    while let Some(square) = any_move(game.position(), random) {
        game.play(square).unwrap();
    }
    game
}
