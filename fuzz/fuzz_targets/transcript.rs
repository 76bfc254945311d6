//! Transcripts and other notations of a position or a game.
#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank_fuzz::{choice_and_text, shape};
use outflank_othello::notation::{parse_game, parse_position, transcript};

fuzz_target!(|data: &[u8]| {
    let Some((choice, text)) = choice_and_text(data) else {
        return;
    };
    let shape = shape(choice);
    if let Ok(game) = parse_game(text, shape) {
        assert!(parse_position(text, shape).is_ok(), "{text:?}");
        if *game.start() == outflank_othello::Position::start(shape) && !game.moves().is_empty() {
            let written = transcript(&game);
            match parse_game(&written, shape) {
                Ok(again) => assert_eq!(again.moves(), game.moves()),
                Err(error) => panic!("{error}: {written}"),
            }
        }
    }
});
