//! All of WTHOR in one archive, counted.

mod common;

use std::time::Instant;

use outflank_othello::{Game, Shape};
use outflank_study::archive::Wanted;

#[test]
#[ignore = "imports 129,259 games"]
fn all_of_wthor_is_imported_and_found() {
    let Some(folder) = common::data("games/wthor") else {
        return;
    };
    let (_folder, mut archive) = common::archive();
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "wtb"))
        .collect();
    files.sort();
    let started = Instant::now();
    let mut total = outflank_study::archive::Imported::default();
    for file in files {
        total.add(&common::import(&mut archive, &file, 10_000));
    }
    eprintln!("{:?} {total:?}", started.elapsed());
    archive.tidy().unwrap();
    eprintln!("{:?} tidy", started.elapsed());
    let started = Instant::now();
    eprintln!("{:?}", archive.totals().unwrap());
    eprintln!("{:?} totals", started.elapsed());
    for text in [
        "",
        "f5",
        "f5d6c3d3c4f4f6f3",
        "f5d6c3d3c4f4f6f3e6e7",
        "f5f6e6f4e3c5c4d3",
        "f5d6c3d3c4f4f6f3e6e7c6g6",
    ] {
        let game = Game::from_transcript(Shape::STANDARD, text).unwrap();
        let started = Instant::now();
        let found = archive
            .find(&Wanted {
                position: Some(*game.position()),
                ..Wanted::default()
            })
            .unwrap();
        let one = started.elapsed();
        let started = Instant::now();
        let stats = archive
            .statistics(game.position(), &Wanted::default())
            .unwrap();
        let two = started.elapsed();
        let started = Instant::now();
        let opening = archive
            .find(&Wanted {
                opening: Some(game),
                ..Wanted::default()
            })
            .unwrap();
        let three = started.elapsed();
        eprintln!(
            "{text}: {} {one:?}, statistics {two:?} {} moves, opening {} {three:?}",
            found.len(),
            stats.moves.len(),
            opening.len()
        );
    }
    let started = Instant::now();
    let found = archive
        .find(&Wanted {
            player: Some("tamenori".into()),
            ..Wanted::default()
        })
        .unwrap();
    eprintln!("player {} {:?}", found.len(), started.elapsed());
}
