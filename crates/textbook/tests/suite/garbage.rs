//! Gives the parsers of players and parameters a hundred thousand random inputs.

use outflank_textbook::{Evaluation, EvaluationKind, TextbookPlayer};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const PIECES: &str = "textbook:|phased|discs|components|@|5|60|-1|[[stage]]|\n| = |until|discs|\
    stability|mobility|corner_access|name|\"a\"|1.0|nan|é|\u{0}";

#[test]
fn arbitrary_text_does_not_panic() {
    let all: Vec<&str> = PIECES.split('|').collect();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    for _ in 0..100_000 {
        let count = random.random_range(0..10);
        let pieces = (0..count).map(|_| all[random.random_range(0..all.len())]);
        let text: String = pieces.collect();
        if let Ok(player) = text.parse::<TextbookPlayer>() {
            assert_eq!(player.to_string().parse::<TextbookPlayer>(), Ok(player));
        }
        for kind in EvaluationKind::ALL {
            if let Err(error) = Evaluation::from_toml(kind, &text) {
                assert!(!error.to_string().contains('\n'), "{error}");
            }
        }
    }
}
