//! `outflank solve`: exact scores.

mod checkpoint;
mod input;
mod many;
mod progress;
mod proof;
mod report;

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};
use clap::Args;
use outflank_engine::{Limits, SearchOptions, SearchRequest, Searcher, Selectivity, Tier, Window};
use outflank_othello::Position;
use outflank_othello::format::ObfRecord;

use crate::context::{Context, Verdict};
use crate::options::{
    BoardOption, HashOption, ThreadsOption, WeightsOption, check_folder, check_not_input,
    parse_selectivity, parse_time,
};
use checkpoint::SolveRun;
use many::solve_each;
use progress::ProgressLine;
pub(super) use report::LINES;
use report::{HEADINGS, SolveTotal, SolvedPosition};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Files of positions in OBF or of games (transcripts, WTHOR, GGF, SGF, PGN), `-` for standard
    /// input, or positions: `start`, a transcript or a board in OBF. For a game, solves its last
    /// position; for a WTHOR game, the position of its theoretical score.
    #[arg(required = true, value_name = "FILE|POSITION")]
    inputs: Vec<String>,

    /// Compare with the scores in the file; the exit status is 1 if a score differs or could not be
    /// computed.
    #[arg(long)]
    check: bool,

    /// Solve only the first N positions.
    #[arg(long, value_name = "N")]
    limit: Option<usize>,

    /// Determine only whether the side to move wins, draws or loses.
    #[arg(long, conflicts_with_all = ["window", "all_moves"])]
    wld: bool,

    /// Search window in discs, as in -2,2; scores outside it are reported as bounds.
    #[arg(
        long,
        value_name = "A,B",
        allow_hyphen_values = true,
        conflicts_with = "all_moves"
    )]
    window: Option<Window>,

    /// Solve every move.
    #[arg(long)]
    all_moves: bool,

    /// Search N plies deep instead of to the end of the game. Scores are estimates,
    /// and --check reports their error.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=60),
        conflicts_with_all = ["wld", "window", "all_moves", "checkpoint"])]
    depth: Option<u32>,

    /// ProbCut confidence in per cent, with --depth: 73, 87, 95, 98, 99, or 100 for
    /// a full-width search.
    #[arg(long, value_name = "PERCENT", default_value = "73", requires = "depth", value_parser = parse_selectivity)]
    selectivity: Selectivity,

    /// Time limit per position in seconds; when it runs out, the proven bounds are reported.
    #[arg(long, value_name = "SECONDS", value_parser = parse_time)]
    time: Option<Duration>,

    /// Save progress to FILE regularly and at the end, and resume from it if it exists. With
    /// --time, the limit applies to all parts of the run together.
    #[arg(long, value_name = "FILE", conflicts_with = "all_moves")]
    checkpoint: Option<PathBuf>,

    /// Seconds between checkpoints.
    #[arg(long, value_name = "SECONDS", value_parser = parse_time, default_value = "60", requires = "checkpoint")]
    every: Duration,

    /// Write a certificate of the result, which `outflank-check FILE` verifies. With
    /// --checkpoint, an interrupted proof resumes from the folder FILE.layers.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["all_moves", "depth", "time"])]
    proof: Option<PathBuf>,

    /// Empties at or below which the checker of the certificate solves positions itself. A larger
    /// number makes the file smaller and the check longer.
    #[arg(long, value_name = "EMPTIES", default_value_t = outflank_proof::DEFAULT_CUT, requires = "proof",
        value_parser = clap::value_parser!(u32).range(0..=30))]
    proof_cut: u32,

    #[command(flatten)]
    board: BoardOption,

    #[command(flatten)]
    weights: WeightsOption,

    /// CPU tier to run: portable, avx2 or avx512 [default: the best that the
    /// processor supports].
    #[arg(long, value_name = "TIER")]
    tier: Option<Tier>,

    #[command(flatten)]
    threads: ThreadsOption,

    #[command(flatten)]
    hash: HashOption,
}

impl Arguments {
    fn records(&self) -> Result<Vec<ObfRecord>> {
        let mut records = Vec::new();
        for input in &self.inputs {
            records.extend(input::read_input(input, self.board.shape)?);
        }
        ensure!(
            !records.is_empty(),
            "no positions in {}: expected at least one",
            self.inputs.join(", ")
        );
        records.truncate(self.limit.unwrap_or(usize::MAX));
        if self.proof.is_some() && records.len() != 1 {
            bail!(
                "--proof is for one position, but there are {}",
                records.len()
            );
        }
        if let Some(path) = &self.proof {
            check_folder("--proof", path)?;
            check_not_input("--proof", path, &self.inputs)?;
        }
        let has_no_score = |record: &ObfRecord| record.best_score().is_none();
        if self.check
            && let Some(place) = records.iter().position(has_no_score)
        {
            bail!(
                "position {} has no score to check: expected `; MOVE:SCORE`",
                place + 1
            );
        }
        Ok(records)
    }

    /// Returns a searcher that uses all threads.
    fn searcher(&self, context: &Context) -> Result<Searcher> {
        let options = self.options(context)?.with_threads(self.threads.count());
        self.hash.searcher(options)
    }

    /// Returns a searcher for each thread. The searchers divide the memory for tables among
    /// themselves.
    fn searchers(&self, context: &Context) -> Result<Vec<Searcher>> {
        let mib = self.threads.on_many_positions().hash_mib(self.hash);
        let options = self.options(context)?.with_hash(mib);
        let searcher = |_| Searcher::new(options.clone());
        let searchers = (0..self.threads.count()).map(searcher);
        let searchers: Result<_, _> = searchers.collect();
        searchers.with_context(|| format!("--hash {}", self.hash.mib()))
    }

    fn options(&self, context: &Context) -> Result<SearchOptions> {
        let mut options = SearchOptions::default().with_stop(Arc::clone(&context.interrupted));
        if let Some(tier) = self.tier {
            options = options.with_tier(tier);
        }
        self.weights.apply(options, self.board.shape)
    }

    /// Returns whether one thread searches a position if there are several positions.
    fn is_easy(&self, record: &ObfRecord) -> bool {
        let empties = record.position.empties().len();
        let depth = self.depth.map_or(empties, |depth| depth as usize);
        depth.min(empties) <= ONE_THREAD_TO
    }

    fn request(&self, position: &Position) -> SearchRequest {
        let has_move = !position.legal_moves().is_empty();
        let mut limits = match self.depth {
            Some(depth) if has_move => Limits::depth(depth).with_selectivity(self.selectivity),
            _ => Limits::SOLVE,
        };
        limits.time = self.time;
        let request = SearchRequest::new(position, limits).window(self.window());
        if self.all_moves && has_move {
            request.every_move()
        } else {
            request
        }
    }

    fn window(&self) -> Window {
        match self.window {
            Some(window) => window,
            None if self.wld => Window::WIN_DRAW_LOSS,
            None => Window::EXACT,
        }
    }
}

/// Positions with at most this many empties, or searched at most this deep, get one thread each.
/// All threads search harder positions together, so that no thread waits long for the last one.
const ONE_THREAD_TO: usize = 24;

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Verdict> {
    let records = context.abandonable(|| arguments.records())?;
    let progress = ProgressLine::new()?;
    let searcher = arguments.searcher(context)?;
    let run = SolveRun::open(arguments, &records, &progress)?;
    context.text(HEADINGS)?;
    let mut solving = Solving {
        arguments,
        context,
        progress: &progress,
        run,
        searcher,
        searchers: Vec::new(),
        records: &records,
        total: SolveTotal::new(),
    };
    let mut first = 0;
    for records in records.chunk_by(|a, b| arguments.is_easy(a) == arguments.is_easy(b)) {
        let places = first..first + records.len();
        first = places.end;
        let is_many = arguments.checkpoint.is_none() && records.len() > 1;
        let is_done = if is_many && arguments.threads.count() > 1 && arguments.is_easy(&records[0])
        {
            solving.many(places)?
        } else {
            solving.one_by_one(places)?
        };
        if !is_done {
            break;
        }
    }
    let Solving { run, total, .. } = solving;
    run.close()?;
    drop(progress);
    context.text(total.summary(arguments.check, arguments.depth.is_some()))?;
    let verdict = context.finish(&total)?;
    let failed = arguments.check
        && arguments.depth.is_none()
        && (total.errors > 0 || total.unfinished > 0 || total.positions < records.len());
    Ok(verdict.negative_if(failed))
}

/// A run of `outflank solve`.
struct Solving<'a> {
    arguments: &'a Arguments,
    context: &'a Context,
    progress: &'a ProgressLine,
    run: SolveRun,
    /// The searcher that uses all threads.
    searcher: Searcher,
    /// A searcher for each thread, created when there are several positions to search at once.
    searchers: Vec<Searcher>,
    records: &'a [ObfRecord],
    total: SolveTotal,
}

impl Solving<'_> {
    /// Solves positions one after another with all threads. Returns `false` if interrupted.
    fn one_by_one(&mut self, places: Range<usize>) -> Result<bool> {
        for place in places {
            let record = &self.records[place];
            let watched = self
                .progress
                .position(place, self.records.len(), record, &self.searcher);
            let request = self.arguments.request(&record.position);
            let result = self.run.solve(place, request, &mut self.searcher)?;
            drop(watched);
            let mut line = SolvedPosition::new(place, record, &result, self.arguments);
            let mut is_interrupted = !line.complete && self.context.is_interrupted();
            if !is_interrupted {
                self.run.finish(place, &line);
                let (arguments, searcher) = (self.arguments, &mut self.searcher);
                line.proof = proof::write(arguments, record, &result, searcher, self.progress)?;
                is_interrupted = arguments.proof.is_some() && line.proof.is_none();
            }
            self.print(&line)?;
            if is_interrupted {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Solves several positions at once, one per thread. Returns `false` if interrupted.
    fn many(&mut self, places: Range<usize>) -> Result<bool> {
        let (arguments, records) = (self.arguments, &self.records[places.clone()]);
        let request = |record: &ObfRecord| arguments.request(&record.position);
        let requests: Vec<SearchRequest> = records.iter().map(request).collect();
        if self.searchers.is_empty() {
            self.searchers = arguments.searchers(self.context)?;
        }
        let mut searchers = std::mem::take(&mut self.searchers);
        let threads = searchers.len().min(requests.len());
        let (began, before) = (Instant::now(), self.total.seconds);
        let mut is_interrupted = false;
        solve_each(&requests, &mut searchers[..threads], |place, result| {
            let place = places.start + place;
            self.progress.solved(place + 1, self.records.len());
            let line = SolvedPosition::new(place, &self.records[place], result, arguments);
            is_interrupted = !line.complete && self.context.is_interrupted();
            self.print(&line)?;
            Ok(!is_interrupted)
        })?;
        self.searchers = searchers;
        self.total.seconds = before + began.elapsed().as_secs_f64();
        Ok(!is_interrupted)
    }

    fn print(&mut self, line: &SolvedPosition) -> Result<()> {
        self.total.add(line);
        self.progress.print(|| {
            self.context.object(line)?;
            self.context.text(line)
        })
    }
}
