//! How often the reason for a mistake is specific, and whether its claim is true.
//!
//! `cargo run --release -p outflank-study --example reasons -- COUNT LEVEL SEED FILE…` collects
//! COUNT mistakes from random moves of random games of the files, which the engine scores at
//! LEVEL, and checks the claim of each reason on the boards of both lines.

use std::collections::BTreeMap;
use std::error::Error;
use std::sync::Arc;

use outflank_engine::{Limits, SearchOptions};
use outflank_othello::format::GameReader;
use outflank_othello::{Game, Shape};
use outflank_study::{Analyzer, EngineAnalyzer, Severity, check_claim, reason};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Searches that find no mistake end the collection after this many times the count.
const PATIENCE: usize = 100;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [count, level, seed, files @ ..] = &arguments[..] else {
        return Err("expected COUNT LEVEL SEED FILE…".into());
    };
    let count: usize = count.parse()?;
    let options = SearchOptions::default().with_hash(16);
    let analyzer = EngineAnalyzer::new(Limits::level(level.parse()?), &options, 1, Arc::default())?;
    let games = read(files)?;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed.parse()?);
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    let (mut mistakes, mut specific, mut false_claims) = (0, 0, 0);
    for _ in 0..count * PATIENCE {
        if mistakes == count {
            break;
        }
        let game = games.choose(&mut random).ok_or("no games")?;
        let ply = random.random_range(0..game.moves().len());
        let (position, mv) = game.plies().nth(ply).ok_or("no such ply")?;
        let Some(square) = mv.square() else { continue };
        let moves = analyzer.score_moves(position).ok_or("interrupted")?;
        let played = moves.iter().find(|mv| mv.square == square);
        let (best, played) = moves.first().zip(played).ok_or("no such move")?;
        if Severity::of_loss(best.discs() - played.discs()).is_none() {
            continue;
        }
        mistakes += 1;
        let found = reason(position, played, best);
        specific += usize::from(found.is_specific());
        let kind = serde_json::to_value(&found)?["kind"]
            .as_str()
            .map(str::to_owned);
        *kinds.entry(kind.unwrap_or_default()).or_default() += 1;
        if let Err(claim) = check_claim(position, played, best, &found) {
            false_claims += 1;
            println!("false: {claim}: {found} ({position})");
        }
    }
    let share = |part: usize| 100.0 * part as f64 / mistakes.max(1) as f64;
    for (kind, number) in kinds {
        println!("{number:5} {:5.1} %  {kind}", share(number));
    }
    println!(
        "{mistakes} mistakes: {specific} with a specific reason ({:.1} %), {false_claims} false",
        share(specific)
    );
    Ok(())
}

/// Reads all games of the files.
fn read(files: &[String]) -> Result<Vec<Game>, Box<dyn Error>> {
    let mut games = Vec::new();
    for file in files {
        let content = std::fs::read(file)?;
        for read in GameReader::new(&content[..], Shape::STANDARD)? {
            if let Ok(parsed) = read?.game {
                games.push(parsed.record.game);
            }
        }
    }
    games.retain(|game: &Game| !game.moves().is_empty());
    Ok(games)
}
