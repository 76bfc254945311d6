//! `outflank solve`: exact scores.

mod checkpoint;
mod input;
mod progress;
mod proof;
mod report;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::bail;
use clap::Args;
use outflank_engine::{Limits, SearchOptions, SearchRequest, Searcher, Selectivity, Tier, Window};
use outflank_othello::Position;
use outflank_othello::format::ObfRecord;

use crate::context::{Context, Verdict};
use crate::options::{
    BoardOption, HashOption, ThreadsOption, WeightsOption, parse_selectivity, parse_time,
};
use checkpoint::SolveRun;
use progress::ProgressLine;
pub(super) use report::LINES;
use report::{HEADINGS, SolveTotal, SolvedPosition};

/// Arguments of `outflank solve`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Files of positions in OBF, or of games (transcripts, WTHOR, GGF, SGF, PGN), `-`
    /// for standard input, or positions: `start`, a transcript, a board in OBF. A game
    /// stands for its last position, in WTHOR for that of its theoretical score.
    #[arg(required = true, value_name = "FILE|POSITION")]
    inputs: Vec<String>,

    /// Compare with the scores in the file; the exit status is 1 if one differs or
    /// could not be computed.
    #[arg(long)]
    check: bool,

    /// Solve only the first N positions.
    #[arg(long, value_name = "N")]
    limit: Option<usize>,

    /// Determine only whether the side to move wins, draws or loses.
    #[arg(long, conflicts_with_all = ["window", "all_moves"])]
    wld: bool,

    /// Search window in discs, as in -2,2: scores outside it become bounds.
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

    /// Time limit per position in seconds; reports the proven bounds when it runs
    /// out.
    #[arg(long, value_name = "SECONDS", value_parser = parse_time)]
    time: Option<Duration>,

    /// Save progress to FILE regularly and at the end, and resume from it if it
    /// exists. With --time, the time counts over all parts of the run.
    #[arg(long, value_name = "FILE", conflicts_with = "all_moves")]
    checkpoint: Option<PathBuf>,

    /// Seconds between checkpoints.
    #[arg(long, value_name = "SECONDS", value_parser = parse_time, default_value = "60", requires = "checkpoint")]
    every: Duration,

    /// Write a certificate of the result, which `outflank-check FILE` verifies. With
    /// --checkpoint, an interrupted proof resumes from the folder FILE.layers.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["all_moves", "depth", "time"])]
    proof: Option<PathBuf>,

    /// Empties at or below which the checker of a certificate solves positions itself:
    /// more make the file smaller and the check longer.
    #[arg(long, value_name = "EMPTIES", default_value_t = outflank_proof::DEFAULT_CUT, requires = "proof",
        value_parser = clap::value_parser!(u32).range(0..=30))]
    proof_cut: u32,

    #[command(flatten)]
    board: BoardOption,

    #[command(flatten)]
    threads: ThreadsOption,

    #[command(flatten)]
    hash: HashOption,

    #[command(flatten)]
    weights: WeightsOption,

    /// CPU tier to run: portable, avx2 or avx512 [default: the best that the
    /// processor supports].
    #[arg(long, value_name = "TIER")]
    tier: Option<Tier>,
}

impl Arguments {
    fn records(&self) -> anyhow::Result<Vec<ObfRecord>> {
        let mut records = Vec::new();
        for input in &self.inputs {
            records.extend(input::read_input(input, self.board.shape)?);
        }
        records.truncate(self.limit.unwrap_or(usize::MAX));
        if self.proof.is_some() && records.len() != 1 {
            bail!(
                "--proof is for one position, but there are {}",
                records.len()
            );
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

    fn searcher(&self, context: &Context) -> anyhow::Result<Searcher> {
        let mut options = SearchOptions::default()
            .with_threads(self.threads.count())
            .with_stop(Arc::clone(&context.interrupted));
        if let Some(tier) = self.tier {
            options = options.with_tier(tier);
        }
        options = self.weights.apply(options, self.board.shape)?;
        self.hash.searcher(options)
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

pub(crate) fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Verdict> {
    let records = arguments.records()?;
    let mut searcher = arguments.searcher(context)?;
    let progress = ProgressLine::new()?;
    let run = SolveRun::open(arguments, &records, &progress)?;
    context.output.text(HEADINGS)?;
    let mut total = SolveTotal::new();
    for (place, record) in records.iter().enumerate() {
        let watched = progress.position(place, records.len(), record, &searcher);
        let request = arguments.request(&record.position);
        let result = run.solve(place, request, &mut searcher)?;
        drop(watched);
        let mut line = SolvedPosition::new(place, record, &result, arguments);
        let mut is_interrupted = !line.complete && context.is_interrupted();
        if !is_interrupted {
            run.finish(place, &line);
            line.proof = proof::write(arguments, record, &result, &mut searcher, &progress)?;
            is_interrupted = arguments.proof.is_some() && line.proof.is_none();
        }
        total.add(&line);
        progress.print(|| {
            context.output.object(&line)?;
            context.output.text(&line)
        })?;
        if is_interrupted {
            break;
        }
    }
    run.close()?;
    drop(progress);
    context
        .output
        .text(total.summary(arguments.check, arguments.depth.is_some()))?;
    let verdict = context.finish(&total)?;
    let failed = arguments.check
        && arguments.depth.is_none()
        && (total.errors > 0 || total.unfinished > 0 || total.positions < records.len());
    Ok(match verdict {
        Verdict::Done if failed => Verdict::Negative,
        verdict => verdict,
    })
}
