//! Files of any format, detected from the content. A game that can be read can be written in each
//! format that supports it, and is unchanged when read back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank_fuzz::shape;
use outflank_othello::format::{Format, read_games, write_games};

fuzz_target!(|data: &[u8]| {
    let Some((&choice, data)) = data.split_first() else {
        return;
    };
    let Ok(games) = read_games(data, shape(choice), None) else {
        return;
    };
    for (_, record) in games.records.into_iter().take(20) {
        let one = std::slice::from_ref(&record);
        for format in Format::ALL {
            let Ok(written) = write_games(one, format, games.wthor_header) else {
                panic!("writing to memory failed");
            };
            if !written.refused.is_empty() {
                continue;
            }
            let bytes = written.content;
            let again = match read_games(&bytes, record.game.shape(), None) {
                Ok(again) => again,
                Err(error) => panic!("{format}: {error}"),
            };
            assert_eq!(again.format, format, "{bytes:?}");
            assert!(
                again.rejected.is_empty(),
                "{format}: {:?}: {bytes:?}",
                again.rejected
            );
            let [(1, again)] = &again.records[..] else {
                panic!("{format}: no game is read back from {bytes:?}");
            };
            if format == Format::Obf {
                assert_eq!(again.game.start(), record.game.position());
            } else {
                assert_eq!(again.game.moves(), record.game.moves(), "{format}");
            }
        }
    }
});
