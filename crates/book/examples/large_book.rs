//! Measures a large book: writes random boards as an Egaroucid book, then imports and merges it,
//! opens the result and looks up boards.
//!
//! ```sh
//! cargo run --release -p outflank-book --example large_book -- 1000000 FOLDER
//! ```
//!
//! This prints the number of positions, the size in bytes, the seconds that the import takes with
//! its negamax pass, the milliseconds to open the book, the seconds of random lookups (first and
//! second pass), and the peak memory of the process, including the mapped pages of the file. A
//! second run on the same folder measures the existing book.

use std::error::Error;
use std::fs;
use std::io::{BufWriter, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

use outflank_book::formats::egaroucid::{self, EgaroucidRecord};
use outflank_book::{BookLock, Progress, Store, formats, merge};
use outflank_othello::{Board, Layout};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The number of timed lookups.
const LOOKUPS: usize = 1_000_000;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(positions), Some(folder)) = (arguments.next(), arguments.next()) else {
        return Err("expected a number of positions and a folder".into());
    };
    let (positions, folder) = (positions.parse::<u64>()?, PathBuf::from(folder));
    let halves = [1, 2].map(|number| folder.join(format!("half{number}.book")));
    for (seed, half) in (1..).zip(&halves) {
        if !half.exists() {
            let started = Instant::now();
            make(half, positions / 2, seed)?;
            let seconds = started.elapsed().as_secs_f64();
            println!("{}: {seconds:.1} s", half.display());
        }
    }
    let whole = folder.join("whole.book");
    if !whole.exists() {
        let [first, second] = halves.each_ref().map(|half| Store::open(half));
        let stores = [first?, second?];
        let started = Instant::now();
        let lock = BookLock::new(&whole)?;
        merge(&lock, &stores, &mut progress())?;
        println!("merged: {:.1} s", started.elapsed().as_secs_f64());
    }
    measure(&whole)
}

/// Returns a `Progress` that reports nothing and never stops the operation.
fn progress() -> Progress<'static> {
    Progress::new(Box::leak(Box::new(|_, _| ControlFlow::Continue(()))))
}

/// Writes a book of random positions.
fn make(path: &Path, positions: u64, seed: u64) -> Result<(), Box<dyn Error>> {
    let file = path.with_extension("egbk3");
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut output = BufWriter::new(fs::File::create(&file)?);
    egaroucid::write_header(&mut output, positions)?;
    for _ in 0..positions {
        let record = EgaroucidRecord {
            board: random_board(&mut random),
            score: random.random_range(-8..=8),
            level: 10,
            lines: 1,
            // The record has no leaf.
            leaf: (-126, 125, 0),
        };
        record.write(&mut output)?;
    }
    output.flush()?;
    let lock = BookLock::new(path)?;
    formats::import(&lock, &file, &mut progress())?;
    fs::remove_file(file)?;
    Ok(())
}

/// Returns a random board on which the mover has a move.
fn random_board(random: &mut impl Rng) -> Board<u64> {
    loop {
        let mover = random.random::<u64>() & random.random::<u64>();
        let opponent = random.random::<u64>() & random.random::<u64>() & !mover;
        let board = Board::new_unchecked(mover, opponent);
        if board.legal_moves(&Layout::STANDARD) != 0 {
            return board;
        }
    }
}

/// Prints how long it takes to open a book and to look up boards.
fn measure(path: &Path) -> Result<(), Box<dyn Error>> {
    let started = Instant::now();
    let store = Store::open(path)?;
    let opened = started.elapsed();
    let totals = store.header().totals;
    let size = fs::metadata(path)?.len();
    println!("{} positions, {size} bytes", totals.positions);
    println!("opened in {:.1} ms", opened.as_secs_f64() * 1e3);
    // Boards spread over the whole book, in random order.
    let step = (totals.positions / LOOKUPS as u64).max(1) as usize;
    let mut boards = Vec::with_capacity(LOOKUPS);
    for entry in store.entries().step_by(step).take(LOOKUPS) {
        boards.push(entry?.board);
    }
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    for last in (1..boards.len()).rev() {
        boards.swap(last, random.random_range(0..=last));
    }
    // The first pass maps pages and computes their checksums.
    for pass in ["first", "again"] {
        let (started, before) = (Instant::now(), processor_seconds()?);
        for &board in &boards {
            if store.get(board)?.is_none() {
                return Err("a board of the book was not found".into());
            }
        }
        let (count, elapsed) = (boards.len(), started.elapsed().as_secs_f64());
        let used = processor_seconds()? - before;
        println!("{count} lookups, {pass}: {elapsed:.2} s, {used:.2} s of processor time");
    }
    let status = fs::read_to_string("/proc/self/status")?;
    let peak = status.lines().find(|line| line.starts_with("VmHWM"));
    println!("{}", peak.unwrap_or("VmHWM: unknown"));
    Ok(())
}

/// Returns the processor time of this process in seconds, read from /proc and assuming 100 ticks a
/// second.
fn processor_seconds() -> Result<f64, Box<dyn Error>> {
    let status = fs::read_to_string("/proc/self/stat")?;
    let fields: Vec<&str> = status.split(' ').collect();
    let ticks = fields[13].parse::<f64>()? + fields[14].parse::<f64>()?;
    Ok(ticks / 100.0)
}
