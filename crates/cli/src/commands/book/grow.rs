//! `outflank book grow`, `add`, `deepen`, `fix` and `prune`.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use anyhow::Result;
use clap::Args;
use outflank_book::{BookName, COST_PER_DISC, Growth, Key, LeafSearch, Levels, Progress};
use outflank_engine::SearchOptions;
use outflank_othello::format::open_game_file;
use outflank_othello::{Board, Shape};
use schemars::JsonSchema;
use serde::Serialize;

use crate::context::{Context, Verdict};
use crate::input::parse_position;
use crate::options::{BoardOption, ThreadsOption, WeightsOption};
use crate::output::{grouped, progress_bar};

/// Size of each searcher's transposition table in MiB.
const HASH: usize = 16;

/// The number of positions that `deepen` searches between two updates of the scores.
const DEEPENED_AT_ONCE: usize = 2_000;

/// How positions are searched.
#[derive(Args)]
struct SearchArguments {
    /// Level of each search, 1 to 60, which sets the depth and the empties at or below which scores
    /// are exact; or levels by ply, as in 20:8,16:14,12: level 20 up to ply 8, 16 up to ply 14, and
    /// 12 after that.
    #[arg(long, value_name = "N|LEVELS", default_value = "10")]
    level: Levels,

    #[command(flatten)]
    weights: WeightsOption,

    #[command(flatten)]
    threads: ThreadsOption,

    #[command(flatten)]
    board: BoardOption,
}

impl SearchArguments {
    fn leaf_search(&self, context: &Context) -> Result<LeafSearch> {
        let options = SearchOptions::default().with_hash(HASH);
        Ok(LeafSearch {
            levels: self.level.clone(),
            options: self.weights.apply(options, self.board.shape)?,
            threads: self.threads.count(),
            stop: Arc::clone(&context.interrupted),
        })
    }
}

#[derive(Args)]
#[command(after_help = "\
Each step follows the move that leaves the book with the fewest discs lost by both sides \
(drop-out expansion, Lincke 2001); --ply-cost postpones long lines. Each finished search is saved \
at once in BOOK.overlay, which the command merges into the book when it ends, even after Ctrl-C. \
If it is killed, the next command on the book merges it; for a new book, only `book grow` does.")]
pub(super) struct GrowArguments {
    /// The book, which is created if it is missing.
    #[arg(value_name = "BOOK")]
    book: BookName,

    /// Stop when the book has N positions [default: stop at Ctrl-C].
    #[arg(long, value_name = "N")]
    positions: Option<usize>,

    /// Stop when every line that leaves the book costs more than this, in discs.
    #[arg(long, value_name = "DISCS")]
    max_cost: Option<f64>,

    /// Cost of a ply, in discs.
    #[arg(long, value_name = "DISCS", default_value_t = 0.25)]
    ply_cost: f64,

    /// The position to grow from: `start`, a transcript such as f5d6c3, or a board in OBF.
    #[arg(long, value_name = "POSITION", default_value = "start")]
    from: String,

    #[command(flatten)]
    search: SearchArguments,
}

#[derive(Args)]
pub(super) struct AddArguments {
    /// The book, which is created if it is missing.
    #[arg(value_name = "BOOK")]
    book: BookName,

    /// Files of games: transcripts, WTHOR, GGF, SGF or PGN, recognised by their content.
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,

    /// Add the positions of the first N plies of each game.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=60))]
    plies: u32,

    /// Add only positions that at least N games reached.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    min_games: u32,

    #[command(flatten)]
    search: SearchArguments,
}

#[derive(Args)]
#[command(after_help = "\
Each finished search is saved at once in BOOK.overlay. After Ctrl-C or a kill, run the same command \
to continue: it skips positions already searched as deeply.")]
pub(super) struct DeepenArguments {
    /// The book.
    #[arg(value_name = "BOOK")]
    book: BookName,

    /// Deepen only positions that the two sides can reach by losing at most this many discs
    /// together.
    #[arg(long, value_name = "DISCS", default_value_t = 0.0)]
    max_cost: f64,

    /// Cost of a ply, in discs.
    #[arg(long, value_name = "DISCS", default_value_t = 0.0)]
    ply_cost: f64,

    /// The position that costs are counted from.
    #[arg(long, value_name = "POSITION", default_value = "start")]
    from: String,

    #[command(flatten)]
    search: SearchArguments,
}

#[derive(Args)]
pub(super) struct FixArguments {
    /// The book.
    #[arg(value_name = "BOOK")]
    book: BookName,

    #[command(flatten)]
    search: SearchArguments,
}

#[derive(Args)]
pub(super) struct PruneArguments {
    /// The book.
    #[arg(value_name = "BOOK")]
    book: BookName,

    /// Remove positions that the two sides can reach only by losing more discs than this together.
    #[arg(long, value_name = "DISCS")]
    max_cost: f64,

    /// The position that costs are counted from.
    #[arg(long, value_name = "POSITION", default_value = "start")]
    from: String,

    #[command(flatten)]
    board: BoardOption,
}

/// The state of the book, printed each time the book has doubled in size.
#[derive(JsonSchema, Serialize)]
pub(super) struct Grown {
    positions: usize,
    /// The cost of the cheapest line that leaves the book: the discs that both sides lose, plus the
    /// cost of its plies.
    cost: f64,
    /// Searches made by this command.
    searches: usize,
    seconds: f64,
}

/// The last line.
#[derive(JsonSchema, Serialize)]
pub(super) struct GrowTotal {
    total: bool,
    /// Positions in the book.
    positions: u64,
    /// Positions added by this command.
    added: u64,
    /// Positions removed by this command.
    removed: u64,
    /// Searches made by this command.
    searches: usize,
    /// Positions with a proven score.
    exact: u64,
    seconds: f64,
}

/// Returns a cost in the book's unit.
fn cost(discs: f64) -> u32 {
    // A negative cost counts as 0.
    (discs * f64::from(COST_PER_DISC)).round() as u32
}

/// Returns the path of a book's file, which must exist.
fn existing(book: &BookName) -> Result<&Path> {
    let path = book.file()?;
    anyhow::ensure!(path.exists(), "{}: no such book", path.display());
    Ok(path)
}

/// Reads a book into memory, changes it with `work`, writes it and prints the last line. `work`
/// returns the number of its searches.
fn change(
    path: &Path,
    shape: Shape,
    context: &Context,
    work: impl FnOnce(&mut Growth) -> Result<usize>,
) -> Result<Verdict> {
    let started = Instant::now();
    let mut growth = context.abandonable(|| Ok(Growth::open(path, shape)?))?;
    let before = growth.len() as u64;
    let searches = work(&mut growth)?;
    // Write the book even after Ctrl-C: that needs no search.
    let mut go_on = |_: u64, _: u64| ControlFlow::Continue(());
    let (merged, totals) = growth.finish(&mut Progress::new(&mut go_on))?;
    let [positions, counted] = [merged.written, searches as u64].map(grouped);
    context.text(format_args!("{positions} positions, {counted} searches"))?;
    context.finish(&GrowTotal {
        total: true,
        positions: merged.written,
        added: merged.written.saturating_sub(before),
        removed: before.saturating_sub(merged.written),
        searches,
        exact: totals.exact,
        seconds: started.elapsed().as_secs_f64(),
    })
}

pub(super) fn grow(arguments: &GrowArguments, context: &Context) -> Result<Verdict> {
    let started = Instant::now();
    let shape = arguments.search.board.shape;
    let root = parse_position(&arguments.from, shape)?;
    let search = arguments.search.leaf_search(context)?;
    change(arguments.book.file()?, shape, context, |growth| {
        let (mut searches, mut next_report) = (0, growth.len().max(1) * 2);
        let most = arguments.positions.unwrap_or(usize::MAX);
        let template = "{spinner} {elapsed} {pos} positions {per_sec} {msg}";
        let bar = progress_bar(arguments.positions.map(|most| most as u64), template)?;
        while growth.len() < most && !context.is_interrupted() {
            // The time to compute all scores grows with the book.
            let batch = (growth.len() / 50).clamp(8, 2_000).min(most - growth.len());
            let step = growth.step(&root, cost(arguments.ply_cost), batch, &search)?;
            let Some(step) = step else {
                break;
            };
            searches += step.searched;
            let discs = f64::from(step.frontier) / f64::from(COST_PER_DISC);
            bar.set_position(step.positions as u64);
            bar.set_message(format!("cheapest line out: {discs:.2} discs"));
            if step.positions >= next_report {
                next_report = step.positions * 2;
                let (positions, seconds) = (step.positions, started.elapsed().as_secs_f64());
                let text =
                    format!("{positions:>9} positions  {discs:>6.2} discs  {seconds:>8.1} s");
                bar.suspend(|| context.text(text))?;
                context.object(&Grown {
                    positions,
                    cost: discs,
                    searches,
                    seconds,
                })?;
            }
            if arguments.max_cost.is_some_and(|most| discs > most) {
                break;
            }
        }
        bar.finish_and_clear();
        Ok(searches + complete(growth, &search)?)
    })
}

/// Returns the canonical boards of the first plies of games, with the number of games that
/// reached each.
fn count_positions(
    arguments: &AddArguments,
    growth: &Growth,
    context: &Context,
) -> Result<HashMap<Board<u64>, u32>> {
    let mut counts: HashMap<Board<u64>, u32> = HashMap::new();
    for file in &arguments.games {
        for game in open_game_file(file, arguments.search.board.shape)? {
            if context.is_interrupted() {
                return Ok(HashMap::new());
            }
            let game = match game?.game {
                Ok(parsed) => parsed.record.game,
                Err(error) => {
                    eprintln!("{}: game skipped: {error}", file.display());
                    continue;
                }
            };
            let positions = game.positions().iter();
            let early = positions.filter(|position| !position.legal_moves().is_empty());
            let mut seen = HashSet::new();
            for position in early.take(arguments.plies as usize + 1) {
                let board = growth.canonical(position)?;
                if seen.insert(board) {
                    *counts.entry(board).or_default() += 1;
                }
            }
        }
    }
    Ok(counts)
}

pub(super) fn add(arguments: &AddArguments, context: &Context) -> Result<Verdict> {
    let shape = arguments.search.board.shape;
    let search = arguments.search.leaf_search(context)?;
    change(arguments.book.file()?, shape, context, |growth| {
        let counts = count_positions(arguments, growth, context)?;
        let is_common = |count: u32| count >= arguments.min_games;
        let common = counts.into_iter().filter(|&(_, count)| is_common(count));
        let mut boards: Vec<Board<u64>> = common.map(|(board, _)| board).collect();
        boards.sort_unstable_by_key(|&board| Key::of(board));
        let template = "{spinner} {elapsed} {pos}/{len} positions {per_sec}";
        let bar = progress_bar(Some(boards.len() as u64), template)?;
        let (mut done, mut searches) = (0, 0);
        // Search positions with more discs first, so that the moves inside the book are known to
        // each search.
        let groups = boards.chunk_by(|a, b| Key::of(*a).discs == Key::of(*b).discs);
        for group in groups.rev() {
            searches += growth.search(group, &search, |count| {
                bar.set_position((done + count) as u64);
            })?;
            done += group.len();
        }
        bar.finish_and_clear();
        growth.settle();
        Ok(searches + complete(growth, &search)?)
    })
}

/// Searches the book leaves of all positions that lack one. Does nothing after Ctrl-C.
fn complete(growth: &mut Growth, search: &LeafSearch) -> Result<usize> {
    let bar = progress_bar(None, "{spinner} {elapsed} {pos} positions {per_sec}")?;
    let searches = growth.complete(search, |count| bar.set_position(count as u64))?;
    Ok(searches)
}

pub(super) fn fix(arguments: &FixArguments, context: &Context) -> Result<Verdict> {
    let shape = arguments.search.board.shape;
    let search = arguments.search.leaf_search(context)?;
    change(existing(&arguments.book)?, shape, context, |growth| {
        complete(growth, &search)
    })
}

pub(super) fn deepen(arguments: &DeepenArguments, context: &Context) -> Result<Verdict> {
    let shape = arguments.search.board.shape;
    let search = arguments.search.leaf_search(context)?;
    change(existing(&arguments.book)?, shape, context, |growth| {
        let root = known_root(growth, &arguments.from, shape)?;
        let mut searches = 0;
        let bar = progress_bar(None, "{spinner} {elapsed} {pos} searches {per_sec} {msg}")?;
        // Deeper searches change scores, and with them the positions within the cost.
        while !context.is_interrupted() {
            let within = growth.within(root, cost(arguments.ply_cost), cost(arguments.max_cost));
            bar.set_message(format!(
                "{} positions within the cost",
                grouped(within.len() as u64)
            ));
            let mut ended = 0;
            for group in within.chunks(DEEPENED_AT_ONCE) {
                let done = searches + ended;
                ended += growth.deepen(group, &search, |count| {
                    bar.set_position((done + count) as u64);
                })?;
                if context.is_interrupted() {
                    break;
                }
            }
            searches += ended;
            if ended == 0 {
                break;
            }
        }
        Ok(searches)
    })
}

/// Returns the position that costs are counted from, which must be in the book.
fn known_root(growth: &Growth, from: &str, shape: Shape) -> Result<Board<u64>> {
    let root = growth.canonical(&parse_position(from, shape)?)?;
    anyhow::ensure!(
        growth.get(root).is_some(),
        "--from {from}: the position is not in the book"
    );
    Ok(root)
}

pub(super) fn prune(arguments: &PruneArguments, context: &Context) -> Result<Verdict> {
    let shape = arguments.board.shape;
    change(existing(&arguments.book)?, shape, context, |growth| {
        let root = known_root(growth, &arguments.from, shape)?;
        growth.prune(root, cost(arguments.max_cost));
        Ok(0)
    })
}
