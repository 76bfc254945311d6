//! Matches from outside.

use outflank_lab::{
    Contender, MatchOptions, MatchResult, OpeningError, choose_openings, openings_from_file,
    play_match, random_openings,
};
use outflank_othello::{Color, Shape};

fn options(seed: u64, threads: usize) -> MatchOptions {
    MatchOptions {
        time: None,
        seed,
        threads,
        stop: Default::default(),
    }
}

fn phased_against_random(shape: &str, seed: u64, threads: usize) -> MatchResult {
    let phased: Contender = "classic:phased@3".parse().expect("a contender");
    let shape = shape.parse().expect("a shape");
    let openings = random_openings(shape, 20, 6, seed).expect("openings");
    play_match(
        [&phased, &Contender::Random],
        &openings,
        &options(seed, threads),
        |_| (),
    )
    .expect("threads")
}

#[test]
fn a_match_can_be_played_again_with_any_number_of_threads() {
    let first = phased_against_random("8x8", 3, 1);
    assert_eq!(first, phased_against_random("8x8", 3, 2));
    assert_ne!(first, phased_against_random("8x8", 4, 2));
    assert!(first.complete);
}

#[test]
fn every_opening_is_played_with_both_colours() {
    let result = phased_against_random("6x6", 1, 2);
    for (number, [one, other]) in result.pairs.iter().enumerate() {
        assert_eq!((one.opening, other.opening), (number, number));
        assert_eq!(one.first_plays, other.first_plays.opponent());
        assert_eq!(one.game.moves()[..6], other.game.moves()[..6]);
        for played in [one, other] {
            assert!(played.game.is_over());
            let black = played.game.outcome().expect("a finished game").black_score;
            let expected = if played.first_plays == Color::Black {
                black
            } else {
                -black
            };
            assert_eq!(played.discs, expected);
        }
    }
}

#[test]
fn phased_beats_chance_on_any_board() {
    for shape in ["8x8", "9x7"] {
        let statistics = phased_against_random(shape, 1, 2).statistics();
        assert!(statistics.score > 0.9, "{shape}: {statistics:?}");
    }
}

#[test]
fn openings_are_read_and_chosen() {
    let text = b"f5d6c3\nf5f6e6\nf5d6c4\n";
    let openings = openings_from_file(text, Shape::STANDARD).expect("openings");
    assert_eq!(openings.len(), 3);
    assert_eq!(choose_openings(openings.clone(), 2, None), openings[..2]);
    assert_eq!(choose_openings(openings.clone(), 9, Some(1)).len(), 3);
    let error = openings_from_file(b"f5d6c3\nf5a1\n", Shape::STANDARD).expect_err("a1 is illegal");
    assert!(error.to_string().starts_with("line 2, column 3"), "{error}");
    assert_eq!(
        openings_from_file(b"% nothing\n", Shape::STANDARD),
        Err(OpeningError::None)
    );
}

#[test]
fn random_openings_are_distinct_and_not_without_end() {
    let openings = random_openings(Shape::STANDARD, 100, 8, 1).expect("openings");
    assert_eq!(
        openings,
        random_openings(Shape::STANDARD, 100, 8, 1).expect("openings")
    );
    let few = random_openings(Shape::STANDARD, 100, 1, 1);
    assert!(
        matches!(
            few,
            Err(OpeningError::TooFew {
                found: 1,
                wanted: 100,
                ..
            })
        ),
        "{few:?}"
    );
}
