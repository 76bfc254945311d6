//! `outflank solve`: exact scores.

use std::io::Read;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context as _, bail};
use clap::Args;
use outflank_engine::{SolveOptions, Tier, solve};
use outflank_othello::format::{Format, ObfRecord, parse_obf_lines};
use outflank_othello::notation::{parse_position, parse_transcript};
use outflank_othello::{Game, Move, Position, Square};
use serde::Serialize;

use crate::context::{Context, Verdict};
use crate::options::{BoardOption, HashOption, ThreadsOption};
use crate::output::{grouped, speed};

/// Arguments of `outflank solve`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Files of positions (OBF, or a transcript a line), `-` for standard
    /// input, or positions: `start`, a transcript, a board in OBF.
    #[arg(required = true, value_name = "FILE|POSITION")]
    inputs: Vec<String>,

    /// Compare with the scores in the file; the exit status is 1 if one
    /// differs.
    #[arg(long)]
    check: bool,

    /// Solve only the first N positions.
    #[arg(long, value_name = "N")]
    limit: Option<usize>,

    #[command(flatten)]
    board: BoardOption,

    #[command(flatten)]
    threads: ThreadsOption,

    #[command(flatten)]
    hash: HashOption,

    /// Run the code for another kind of processor: portable, avx2, avx512. The
    /// best one that this processor has is taken by itself.
    #[arg(long, value_name = "TIER")]
    tier: Option<Tier>,
}

/// The JSON object of one position.
#[derive(Serialize)]
struct Line {
    index: usize,
    position: String,
    empties: usize,
    score: i32,
    #[serde(rename = "move")]
    best: Option<String>,
    pv: Vec<String>,
    depth: usize,
    nodes: u64,
    seconds: f64,
    expected: Option<i32>,
    ok: Option<bool>,
}

/// The JSON object of all positions together.
#[derive(Serialize)]
struct Total {
    total: bool,
    positions: usize,
    errors: usize,
    /// Positions whose move is among the best ones of the file.
    best_moves: usize,
    mean_absolute_error: f64,
    nodes: u64,
    seconds: f64,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Verdict> {
    let mut records = Vec::new();
    for input in &arguments.inputs {
        records.extend(read_input(input, arguments)?);
    }
    records.truncate(arguments.limit.unwrap_or(usize::MAX));
    if arguments.check
        && let Some(place) = records
            .iter()
            .position(|record| record.best_score().is_none())
    {
        bail!(
            "position {} has no score to check: expected `; MOVE:SCORE`",
            place + 1
        );
    }

    let mut options = SolveOptions::default()
        .with_hash(arguments.hash.mib()?)
        .with_threads(arguments.threads.count())
        .with_stop(Arc::clone(&context.interrupted));
    if let Some(tier) = arguments.tier {
        options = options.with_tier(tier);
    }
    context.output.text(HEADINGS)?;
    let mut total = Total {
        total: true,
        positions: 0,
        errors: 0,
        best_moves: 0,
        mean_absolute_error: 0.0,
        nodes: 0,
        seconds: 0.0,
    };
    let mut error_discs = 0;
    for (place, record) in records.iter().enumerate() {
        let started = Instant::now();
        let solution = solve(&record.position, &options);
        let seconds = started.elapsed().as_secs_f64();
        if !solution.complete {
            let square = solution
                .best
                .map_or("no move yet".to_owned(), |s| s.to_string());
            eprintln!("stopped in position {}: best so far {square}", place + 1);
            break;
        }
        let expected = record.best_score();
        let line = Line {
            index: place + 1,
            position: record.position.to_string(),
            empties: record.position.empties().len(),
            score: solution.score,
            best: solution.best.map(|square| square.to_string()),
            pv: solution.pv.iter().map(Square::to_string).collect(),
            depth: record.position.empties().len(),
            nodes: solution.nodes,
            seconds,
            expected,
            ok: expected.map(|expected| expected == solution.score),
        };
        total.positions += 1;
        total.errors += usize::from(line.ok == Some(false));
        let is_best = |best: Square| record.best_moves().any(|mv| mv == Move::Place(best));
        total.best_moves += usize::from(solution.best.is_some_and(is_best));
        error_discs += expected.map_or(0, |expected| (expected - solution.score).abs());
        total.nodes += line.nodes;
        total.seconds += seconds;
        context.output.object(&line)?;
        context.output.text(row(&line))?;
    }
    total.mean_absolute_error = f64::from(error_discs) / total.positions.max(1) as f64;
    context.output.object(&total)?;
    context.output.text(summary(&total, arguments.check))?;
    let failed = arguments.check && (total.errors > 0 || total.positions < records.len());
    Ok(if failed {
        Verdict::Negative
    } else {
        Verdict::Done
    })
}

const HEADINGS: &str =
    "  # empties score move            nodes    seconds      speed  line of best play";

fn row(line: &Line) -> String {
    let verdict = match (line.ok, line.expected) {
        (Some(false), Some(expected)) => format!("  WRONG: {expected:+} expected"),
        _ => String::new(),
    };
    let pv: Vec<&str> = line.pv.iter().take(8).map(String::as_str).collect();
    format!(
        "{:>3} {:>7} {:>+5} {:<4} {:>16} {:>10.3} {:>10}  {}{verdict}",
        line.index,
        line.empties,
        line.score,
        line.best.as_deref().unwrap_or("--"),
        grouped(line.nodes),
        line.seconds,
        speed(line.nodes, line.seconds),
        pv.join(" "),
    )
}

fn summary(total: &Total, check: bool) -> String {
    let checked = if check {
        format!(", {} wrong", total.errors)
    } else {
        String::new()
    };
    format!(
        "{} positions{checked}, {} nodes, {:.3} seconds, {}",
        total.positions,
        grouped(total.nodes),
        total.seconds,
        speed(total.nodes, total.seconds)
    )
}

/// The positions of a file, of standard input, or of the argument itself.
fn read_input(input: &str, arguments: &Arguments) -> anyhow::Result<Vec<ObfRecord>> {
    let shape = arguments.board.shape;
    if input == "-" {
        let mut content = Vec::new();
        std::io::stdin().read_to_end(&mut content)?;
        return read_positions(&content, arguments).context("standard input");
    }
    if Path::new(input).is_file() {
        let content = std::fs::read(input).with_context(|| input.to_owned())?;
        return read_positions(&content, arguments).with_context(|| input.to_owned());
    }
    // A path that is not there would only be told to be no position.
    if input.contains(['/', '\\']) || Format::of_path(Path::new(input)).is_some() {
        bail!("{input}: no such file");
    }
    let position = parse_position(input, shape)
        .with_context(|| format!("{input:?} is neither a file nor a position"))?;
    Ok(vec![bare(position)])
}

const fn bare(position: Position) -> ObfRecord {
    ObfRecord {
        position,
        scores: Vec::new(),
    }
}

fn read_positions(content: &[u8], arguments: &Arguments) -> anyhow::Result<Vec<ObfRecord>> {
    let shape = arguments.board.shape;
    let text = std::str::from_utf8(content);
    match (Format::of_content(content), text) {
        (Format::Obf, Ok(text)) => {
            let records: Result<Vec<_>, _> = parse_obf_lines(text, shape).collect();
            Ok(records?)
        }
        (Format::Transcripts, Ok(text)) => {
            let mut records = Vec::new();
            for (number, line) in text.lines().enumerate() {
                if line.trim().is_empty() || line.starts_with('%') {
                    continue;
                }
                let at_line = |error: outflank_othello::ParseError| error.at_line(number + 1);
                let mut game = Game::new(shape);
                for word in parse_transcript(line, shape).map_err(at_line)? {
                    word.play_in(&mut game).map_err(at_line)?;
                }
                records.push(bare(*game.position()));
            }
            Ok(records)
        }
        _ => bail!("this is no text: expected positions in OBF or transcripts"),
    }
}
