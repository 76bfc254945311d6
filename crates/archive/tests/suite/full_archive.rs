//! All of WTHOR in one archive.

use crate::common;
use std::collections::{HashMap, HashSet};

use outflank_archive::Imported;
use outflank_othello::format::{GameFilter, GameKey, GameRecord, OpeningFilter, PositionFilter};
use outflank_othello::{Game, Shape};

#[test]
#[ignore = "imports 129,259 games"]
fn all_of_wthor_is_imported_and_found() {
    let Some(folder) = common::data("games/wthor") else {
        return;
    };
    let entries = std::fs::read_dir(folder).unwrap();
    let mut files: Vec<_> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "wtb"))
        .collect();
    files.sort();
    let (_folder, mut archive) = common::archive();
    let mut total = Imported::default();
    let mut keys = HashSet::new();
    let mut players = HashMap::<String, u32>::new();
    let questions: Vec<(Game, OpeningFilter, PositionFilter)> = [
        "f5",
        "f5d6c3d3c4f4f6f3",
        "f5f6e6f4e3c5c4d3",
        "f5d6c3d3c4f4f6f3e6e7c6g6",
    ]
    .into_iter()
    .map(|text| Game::from_transcript(Shape::STANDARD, text).unwrap())
    .map(|game| {
        let (opening, position) = (
            OpeningFilter::new(game.clone()),
            PositionFilter::new(game.position()),
        );
        (game, opening, position)
    })
    .collect();
    let mut expected = vec![(0, 0); questions.len()];
    let mut positions = 0;
    for file in files {
        total.add(&common::import(&mut archive, &file, 10_000));
        for record in common::games(&file) {
            keys.insert(key(&record));
            positions += record.game.positions().len() as u64;
            for player in [&record.black, &record.white] {
                *players.entry(player.name.clone().unwrap()).or_default() += 1;
            }
            for ((_, opening, position), expected) in questions.iter().zip(&mut expected) {
                expected.0 += usize::from(opening.begins(&record.game));
                expected.1 += usize::from(position.is_in(&record.game));
            }
        }
    }
    archive.tidy().unwrap();
    assert_eq!(total.read, 129_259);
    assert_eq!((total.rejected, total.known), (0, 0));
    assert_eq!(total.written, keys.len());
    assert_eq!(total.written + total.duplicates, total.read);
    let totals = archive.totals().unwrap();
    assert_eq!(totals.games, total.written as u64);
    assert_eq!(totals.first_year, Some(1977));
    assert_eq!(totals.last_year, Some(2022));
    assert_eq!(totals.players, players.len() as u64);
    if total.duplicates == 0 {
        assert_eq!(totals.positions, positions);
    }
    for ((game, opening, position), expected) in questions.into_iter().zip(expected) {
        let statistics = archive.statistics(game.position(), &GameFilter::default());
        let by_position = GameFilter {
            position: Some(position),
            ..GameFilter::default()
        };
        let by_opening = GameFilter {
            opening: Some(opening),
            ..GameFilter::default()
        };
        let found = [by_opening, by_position].map(|query| archive.find(&query).unwrap().len());
        assert_eq!((found[0], found[1]), expected);
        assert_eq!(statistics.unwrap().all.games as usize, expected.1);
    }
}

/// Returns the key by which the archive identifies a game.
fn key(record: &GameRecord) -> (GameKey, Option<u8>) {
    (GameKey::new(record), record.black_discs())
}
