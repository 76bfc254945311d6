//! Plays a random game and prints it: `random_game [SHAPE]`.

use std::error::Error;

use outflank_othello::Shape;
use outflank_othello::notation::numbered_moves;
use outflank_othello::random::random_game;

fn main() -> Result<(), Box<dyn Error>> {
    let shape: Shape = match std::env::args().nth(1) {
        Some(text) => text.parse()?,
        None => Shape::STANDARD,
    };
    let game = random_game(shape, &mut rand::rng());
    println!("{}\n\n{}", numbered_moves(&game), game.diagram());
    if let Some(outcome) = game.outcome() {
        match outcome.winner() {
            Some(color) => println!("{color} wins by {}", outcome.black_score.abs()),
            None => println!("A draw"),
        }
    }
    Ok(())
}
