//! Files of games and of positions: written, damaged, resumed.
#![allow(clippy::unwrap_used, reason = "a test that cannot continue must fail")]

mod damage;
mod refusals;
mod round_trips;
mod tables;

use std::path::{Path, PathBuf};

use outflank_othello::{Color, Position, Shape};
use outflank_training::TrainingError;
use outflank_training::dataset::{
    GamesReader, GamesWriter, Header, ScoredPosition, SelfPlayGame, files,
};
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::json;

fn header(shape: &str) -> Header {
    Header {
        shape: shape.parse().unwrap(),
        // 0.1 + 0.2 has the maximum number of digits.
        settings: json!({ "engine": { "name": "random", "noise": 0.1 + 0.2 }, "seed": 7 }),
    }
}

fn bits(position: &Position, color: Color) -> u64 {
    let bit = |row: u8, column: u8| 1_u64 << (8 * row + column);
    let squares = position.discs(color).into_iter();
    squares
        .map(|square| bit(square.row(), square.column()))
        .sum()
}

/// Returns games of random moves, and their positions on boards that fit into 8×8.
fn random_games(shape: Shape, count: usize) -> (Vec<SelfPlayGame>, Vec<ScoredPosition>) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut positions = Vec::new();
    let games = (0..count).map(|number| {
        let mut position = Position::start(shape);
        let mut moves = Vec::new();
        let opening_plies = (number % 3) as u8;
        while !position.is_over() {
            if shape.is_narrow() {
                let depth = if moves.len() % 2 == 0 { 255 } else { 8 };
                positions.push(ScoredPosition {
                    mover: bits(&position, position.mover()),
                    opponent: bits(&position, position.mover().opponent()),
                    score: if depth == 255 { -3 * 128 } else { 65 },
                    depth,
                });
            }
            let square = position.legal_moves().into_iter().choose(&mut rng);
            position = square
                .map_or_else(|| position.pass(), |square| position.play(square))
                .unwrap();
            moves.extend(square);
        }
        let searched = moves.len().saturating_sub(20 + usize::from(opening_plies));
        SelfPlayGame {
            // One of the moves with a value.
            random_plies: u128::from(searched > 0) << opening_plies,
            values: (0..searched).map(|ply| 100 - 37 * ply as i16).collect(),
            opening_plies,
            exact_from: 20,
            black_score: position.score(Color::Black) as i16,
            moves,
        }
    });
    let games = games.collect();
    (games, positions)
}

/// Adds games to a folder and returns the number of its games.
fn write_games(folder: &Path, header: &Header, games: &[SelfPlayGame]) -> u64 {
    let mut writer = GamesWriter::create_or_resume(folder, header).unwrap();
    for game in games {
        writer.push(game).unwrap();
    }
    writer.flush().unwrap();
    writer.games()
}

fn read_games(folder: &Path) -> Result<Vec<SelfPlayGame>, TrainingError> {
    let mut games = Vec::new();
    for file in files(&[folder])? {
        for game in GamesReader::open(&file)? {
            games.push(game?);
        }
    }
    Ok(games)
}

/// Returns a folder and the path of a new file in it.
fn place() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data");
    (folder, path)
}
