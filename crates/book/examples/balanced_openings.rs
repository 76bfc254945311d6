//! Generates the shipped balanced openings. Scores all positions after eight moves, distinct up to
//! symmetry, with increasingly deep searches, and keeps those within one disc of 0. The last search
//! scores every move, as `hint` does, because a search for the best move alone sometimes misses it.
//!
//! ```sh
//! cargo run --release -p outflank-book --example balanced_openings -- search WORK
//! cargo run --release -p outflank-book --example balanced_openings -- write WORK > crates/book/balanced/8x8.txt
//! cargo run --release -p outflank-book --example balanced_openings -- check [COUNT [SEED]]
//! ```
//!
//! `search` appends each score to the file WORK as soon as it is found. Each thread
//! (`RAYON_NUM_THREADS`) searches one position at a time. `search` resumes an interrupted run. The
//! positions are in random order, so you may stop it early: `write` prints the openings found so
//! far. `check` re-searches a random sample of the shipped openings (100 by default) and fails if a
//! score differs.

use std::collections::{HashMap, HashSet};
use std::error::Error;
use std::fmt::{self, Display, Formatter, Write as _};
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;

use outflank_book::{BALANCED_LEVEL, BALANCED_PLIES, BalancedOpening, balanced_openings};
use outflank_engine::evaluation::Evaluation;
use outflank_engine::{Limits, SearchOptions, SearchRequest, Searcher};
use outflank_othello::notation::{parse_position, transcript};
use outflank_othello::{Game, Shape};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

/// A search, and the largest absolute score in discs of the positions that it keeps.
struct Stage {
    level: u32,
    every_move: bool,
    discs: f64,
}

const fn stage(level: u32, discs: f64) -> Stage {
    Stage {
        level,
        every_move: false,
        discs,
    }
}

/// The search whose scores are written and checked.
const SCORED: Stage = stage(BALANCED_LEVEL, 1.0);

/// The searches, in order.
const STAGES: [Stage; 5] = [
    stage(4, 7.0),
    stage(10, 2.5),
    stage(16, 1.0),
    SCORED,
    Stage {
        every_move: true,
        ..stage(16, 1.0)
    },
];

/// Formats a stage as in work files: `20`, or `16+` if it scores every move.
impl Display for Stage {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let sign = if self.every_move { "+" } else { "" };
        write!(f, "{}{sign}", self.level)
    }
}

/// Size of the transposition table in MiB, the same as the default of the commands.
const HASH: usize = 256;

/// Seed of the random order of the positions.
const SEED: u64 = 1;

/// Largest difference in discs between a score and its recorded value, which is rounded to two
/// decimals.
const ROUNDING: f64 = 0.0051;

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

fn main() -> Outcome<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["search", work] => search(Path::new(work)),
        ["write", work] => write(Path::new(work)),
        ["check"] => check(100, SEED),
        ["check", count] => check(count.parse()?, SEED),
        ["check", count, seed] => check(count.parse()?, seed.parse()?),
        _ => Err("expected `search WORK`, `write WORK` or `check [COUNT [SEED]]`".into()),
    }
}

/// Returns the alphabetically first transcript of each position after [`BALANCED_PLIES`] moves,
/// distinct up to symmetry, in random order.
fn positions() -> Outcome<Vec<String>> {
    let mut games = vec![Game::from_transcript(Shape::STANDARD, "f5")?];
    for _ in 1..BALANCED_PLIES {
        let mut seen = HashSet::new();
        let mut longer = Vec::new();
        for game in &games {
            for square in game.position().legal_moves() {
                let mut game = game.clone();
                game.play(square)?;
                longer.push(game);
            }
        }
        longer.sort_by_cached_key(transcript);
        longer.retain(|game| !game.is_over() && seen.insert(game.position().canonical().0));
        games = longer;
    }
    let mut transcripts: Vec<String> = games.iter().map(transcript).collect();
    transcripts.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(SEED));
    Ok(transcripts)
}

/// Scores the position after a transcript for the side to move, in discs. Each search starts
/// with an empty table, so that its score is reproducible.
fn score(transcript: &str, stage: &Stage) -> Outcome<f64> {
    let position = parse_position(transcript, Shape::STANDARD)?;
    let mut searcher = Searcher::new(SearchOptions::default().with_hash(HASH))?;
    let mut request = SearchRequest::new(&position, Limits::level(stage.level));
    if stage.every_move {
        request = request.every_move();
    }
    let result = searcher.search(&request);
    let best = result.best().ok_or("the side to move must pass")?;
    Ok(best.discs())
}

/// The scores found so far, by stage and transcript.
type Scores = HashMap<(String, String), f64>;

/// Reads a file of lines `TRANSCRIPT STAGE SCORE`, ignoring an incomplete last line.
fn read(work: &Path) -> Outcome<Scores> {
    let mut scores = Scores::new();
    if !work.exists() {
        return Ok(scores);
    }
    let text = fs::read_to_string(work)?;
    let complete = text.rfind('\n').map_or(0, |end| end + 1);
    let file = OpenOptions::new().write(true).open(work)?;
    file.set_len(complete as u64)?;
    for (number, line) in (1..).zip(text[..complete].lines()) {
        let words: Vec<&str> = line.split(' ').collect();
        let [transcript, stage, score] = words[..] else {
            let file = work.display();
            return Err(format!("{file}:{number}: expected `TRANSCRIPT STAGE SCORE`").into());
        };
        scores.insert((stage.to_owned(), transcript.to_owned()), score.parse()?);
    }
    Ok(scores)
}

/// Scores all positions, stage by stage.
fn search(work: &Path) -> Outcome<()> {
    let mut scores = read(work)?;
    let file = OpenOptions::new().create(true).append(true).open(work)?;
    let file = Mutex::new(file);
    let mut left = positions()?;
    for stage in &STAGES {
        let key = |opening: &String| (stage.to_string(), opening.clone());
        let is_new = |opening: &&String| !scores.contains_key(&key(opening));
        let new: Vec<&String> = left.iter().filter(is_new).collect();
        let (all, fresh) = (left.len(), new.len());
        println!("level {stage}: {all} positions, {fresh} of them new");
        let record = |opening: &&String| record(&file, opening, stage);
        // Keep the order, so that an interrupted search leaves a fair sample.
        let new = new.into_iter().par_bridge();
        new.try_for_each(|opening| record(&opening))?;
        scores = read(work)?;
        left.retain(|opening| scores[&key(opening)].abs() <= stage.discs);
        println!("level {stage}: {} within {} discs", left.len(), stage.discs);
    }
    Ok(())
}

/// Scores a position and appends the score to a file.
fn record(file: &Mutex<File>, transcript: &str, stage: &Stage) -> Outcome<()> {
    let line = format!("{transcript} {stage} {}\n", score(transcript, stage)?);
    let Ok(mut file) = file.lock() else {
        return Err("another thread failed".into());
    };
    Ok(file.write_all(line.as_bytes())?)
}

/// Prints the openings that every finished stage kept.
fn write(work: &Path) -> Outcome<()> {
    let scores = read(work)?;
    let mut lines = String::new();
    for opening in positions()? {
        let score = |stage: &Stage| scores.get(&(stage.to_string(), opening.clone())).copied();
        let is_kept = |stage: &Stage| score(stage).is_some_and(|score| score.abs() <= stage.discs);
        if let Some(discs) = score(&SCORED).filter(|_| STAGES.iter().all(is_kept)) {
            writeln!(lines, "{opening} {discs:+.2}")?;
        }
    }
    print!(
        "% Openings of {BALANCED_PLIES} moves with their score in discs for the side to move at level \
         {BALANCED_LEVEL}, in random order.\n\
         % {} of them, by outflank {}, evaluation {:016x}, crates/book/examples/balanced_openings.rs.\n\
         {lines}",
        lines.lines().count(),
        env!("CARGO_PKG_VERSION"),
        Evaluation::shipped().digest(),
    );
    Ok(())
}

/// Searches a random sample of the shipped openings again.
fn check(count: usize, seed: u64) -> Outcome<()> {
    let mut sample: Vec<&BalancedOpening> = balanced_openings().iter().collect();
    sample.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
    sample.truncate(count);
    let differing = |opening: &&BalancedOpening| -> Outcome<Option<String>> {
        let (transcript, recorded) = (opening.transcript, opening.score);
        let found = score(transcript, &SCORED)?;
        let is_equal = (found - recorded).abs() <= ROUNDING;
        let line = format!("{transcript}: {found:+.2}, recorded {recorded:+.2}");
        Ok((!is_equal).then_some(line))
    };
    let differing: Vec<_> = sample.par_iter().map(differing).collect::<Outcome<_>>()?;
    let differing: Vec<String> = differing.into_iter().flatten().collect();
    for line in &differing {
        println!("{line}");
    }
    let (all, wrong) = (sample.len(), differing.len());
    println!("{all} openings searched, {wrong} scores differ");
    match differing.is_empty() {
        true => Ok(()),
        false => {
            Err("the search or the evaluation has changed since the openings were generated".into())
        }
    }
}
