//! WTHOR files with games and with names.
#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank_othello::format::wthor::{WthorFile, WthorGame, WthorNames};

fuzz_target!(|data: &[u8]| {
    if let Ok(file) = WthorFile::from_bytes(data) {
        let Ok(bytes) = file.to_bytes() else {
            panic!("a file that was read cannot be written");
        };
        match WthorFile::from_bytes(&bytes) {
            Ok(again) => assert_eq!(again, file),
            Err(error) => panic!("{error}"),
        }
        for (place, game) in file.games.iter().enumerate() {
            if let Ok(played) = game.play(place + 1) {
                match WthorGame::from_game(&played) {
                    Ok(again) => match again.play(1) {
                        Ok(again) => assert_eq!(again.moves(), played.moves()),
                        Err(error) => panic!("{error}"),
                    },
                    Err(error) => panic!("{error}"),
                }
            }
        }
    }
    for size in [WthorNames::PLAYER, WthorNames::TOURNAMENT] {
        if let Ok(mut names) = WthorNames::from_bytes(data, size) {
            for number in 0..names.len().min(20) as u16 {
                let Some(name) = names.get(number) else {
                    panic!("no name {number}");
                };
                match names.number_of(&name) {
                    Ok(first) => assert_eq!(names.get(first), Some(name)),
                    Err(error) => panic!("{error}"),
                }
            }
            let Ok(bytes) = names.to_bytes() else {
                panic!("names that were read cannot be written");
            };
            assert!(WthorNames::from_bytes(&bytes, size).is_ok());
        }
    }
});
