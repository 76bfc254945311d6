//! `outflank hint`: the best moves of a position.

use std::cmp::Reverse;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Args;
use indicatif::ProgressBar;
use outflank_engine::{Limits, ScoredMove, SearchRequest, Searcher};
use outflank_othello::{Position, Square};
use outflank_study::people::{Difficulty, LevelDifficulty};
use outflank_study::{Analyzer, BookValue, MoveCounts, OpeningNames, TextbookAnalyzer, with_book};
use schemars::JsonSchema;
use serde::Serialize;

use crate::analysis_options::AnalysisArguments;
use crate::context::{Context, Verdict};
use crate::input::parse_game;
use crate::key_press::KeyPress;
use crate::output::{grouped, progress_bar, pv_text, speed};

/// The column headings of `--watch`.
const WATCHED: &str =
    "depth  selectivity   score         nodes      speed   seconds  principal variation";

/// Depth of the search that scores the moves that an interrupted search left unscored.
const FALLBACK_DEPTH: u32 = 4;

#[derive(Args)]
#[command(after_help = "\
Ctrl-C ends the search with the scores of the deepest completed depth and exit status 130.")]
pub(crate) struct Arguments {
    /// `start`, a transcript such as f5d6c3, or a board in OBF.
    position: String,

    /// Print only the N best moves.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=128))]
    count: Option<u8>,

    /// Print a line for each completed depth: depth, selectivity, score, nodes, speed,
    /// time and principal variation. Any key ends the search.
    #[arg(long)]
    watch: bool,

    /// Show what share of the people of each level find a safe move (one that loses less than 2
    /// discs) and what share find the best move.
    #[arg(long)]
    people: bool,

    #[command(flatten)]
    analysis: AnalysisArguments,
}

/// A scored move.
#[derive(JsonSchema, Serialize)]
pub(super) struct HintedMove<'a> {
    #[serde(flatten)]
    scored: &'a ScoredMove,
    /// Time that the search of all moves took.
    seconds: f64,
    /// The opening book's entry for the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    book: Option<BookValue>,
    /// With `--people`: the share of people of each level who play the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    people: Option<Vec<PeopleShare>>,
}

/// The share of people of a level who play a move.
#[derive(JsonSchema, Serialize)]
struct PeopleShare {
    level: &'static str,
    rating: u16,
    /// In 0..=1.
    share: f64,
}

/// A position in which the side to move has no legal move.
#[derive(JsonSchema, Serialize)]
pub(super) struct NoMove {
    /// Whether the game is over. Otherwise the side to move passes.
    over: bool,
    /// In discs, for the side to move.
    score: f64,
    exact: bool,
    from_book: bool,
}

/// The best move at a completed depth, with `--watch`.
#[derive(JsonSchema, Serialize)]
pub(super) struct CompletedDepth {
    /// In plies.
    completed_depth: u32,
    /// ProbCut confidence in per cent.
    selectivity: u32,
    #[serde(rename = "move")]
    square: Square,
    score: f64,
    exact: bool,
    pv: Vec<Square>,
    /// Nodes since the start of the search.
    nodes: u64,
    /// Time since the start of the search.
    seconds: f64,
    nodes_per_second: Option<f64>,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Verdict> {
    let (text, shape) = (&arguments.position, arguments.analysis.engine.board.shape);
    let game = parse_game(text, shape)?;
    // A board keeps its side to move even if that side must pass.
    let position = match game.last_square() {
        Some(_) => *game.position(),
        None => *game.start(),
    };
    let stop = KeyPress::stop_flag(arguments.watch, context);
    // Report errors in the options before printing anything.
    let scorer = MoveScorer::new(arguments, &stop)?;
    let book = arguments.analysis.book().open()?;
    context.text(position.diagram())?;
    if let Some(named) = OpeningNames::shipped().name_of(&game) {
        context.text(format_args!("opening: {named}"))?;
    }
    let mover = position.mover();
    if position.is_over() {
        let score = position.score(mover);
        context.text(format_args!("The game is over: {score:+} for {mover}."))?;
        return context.finish(&NoMove {
            over: true,
            score: score.into(),
            exact: true,
            from_book: false,
        });
    }
    let passes = position.legal_moves().is_empty();
    // The position is worth what the opponent's best move is worth, negated.
    let position = if passes { position.pass()? } else { position };
    let known = book.map(|book| book.look_up(&position)).transpose()?;
    let known = known.flatten().map_or(Vec::new(), |known| known.moves);
    let report = DepthReport::new(arguments.watch && !passes, context)?;
    let (mut moves, elapsed) = match scorer {
        MoveScorer::Textbook(textbook) => search_textbook(textbook, &position, &report)?,
        MoveScorer::Engine(searcher, limits) => {
            search_engine(*searcher, limits, &position, &stop, &report)?
        }
    };
    with_book(&mut moves, &known);
    if passes && let Some(best) = moves.first() {
        let (score, kind) = (0.0 - best.discs(), score_kind(best));
        context.text(format_args!(
            "{mover} has no legal move and passes; score {score:+.2} {kind}"
        ))?;
        return context.finish(&NoMove {
            over: false,
            score,
            exact: best.is_exact(),
            from_book: best.from_book,
        });
    }
    let seconds = elapsed.as_secs_f64();
    let people = arguments.people.then(|| Difficulty::of(&position, &moves));
    let shown = &moves[..moves
        .len()
        .min(arguments.count.map_or(usize::MAX, usize::from))];
    let mut verdict = Verdict::Done;
    for (place, scored) in shown.iter().enumerate() {
        let known = known.iter().find(|known| known.square == scored.square);
        let object = HintedMove {
            scored,
            seconds,
            book: known.map(BookValue::from),
            people: people.as_ref().map(|people| {
                let share = |level: &LevelDifficulty| PeopleShare {
                    level: level.name,
                    rating: level.rating,
                    share: level.share(scored.square),
                };
                people.levels.iter().map(share).collect()
            }),
        };
        match place + 1 == shown.len() {
            true => verdict = context.finish(&object)?,
            false => context.object(&object)?,
        }
    }
    context.text(format_args!("{mover} to move\n\n{}", score_table(shown)))?;
    if let Some(people) = people {
        context.text(format_args!("\n{}", people_table(&people)))?;
    }
    Ok(verdict)
}

/// The engine or textbook search that scores the moves.
enum MoveScorer {
    Textbook(TextbookAnalyzer),
    Engine(Box<Searcher>, Limits),
}

impl MoveScorer {
    fn new(arguments: &Arguments, stop: &KeyPress) -> Result<Self> {
        let analysis = &arguments.analysis;
        let parallelism = analysis.engine.threads.on_one_position();
        if let Some(textbook) = analysis.textbook_analyzer(parallelism, &stop.flag)? {
            return Ok(Self::Textbook(textbook));
        }
        let (mut searcher, limits) = analysis.searcher()?;
        searcher.stop_by(Arc::clone(&stop.flag));
        Ok(Self::Engine(Box::new(searcher), limits))
    }
}

/// The scored moves of a position, best first, and the time of the search. If the search is
/// stopped, the scores are those of the deepest completed depth.
type Scored = (Vec<ScoredMove>, Duration);

fn search_engine(
    mut searcher: Searcher,
    limits: Limits,
    position: &Position,
    stop: &KeyPress,
    report: &DepthReport<'_>,
) -> Result<Scored> {
    let mut deepest: Vec<ScoredMove> = Vec::new();
    let mut printed = Ok(());
    let request = SearchRequest::new(position, limits).every_move();
    let result = searcher.search_observed(&request, |found| {
        deepest.clone_from(&found.moves);
        printed = report.depth(&deepest, found.nodes, found.elapsed);
        match printed {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    });
    printed?;
    if result.complete || !stop.flag.load(Ordering::Relaxed) {
        return Ok((result.moves, result.elapsed));
    }
    // Score the remaining moves with a shallow search.
    if deepest.len() < position.legal_moves().len() {
        searcher.stop_by(Arc::default());
        let request = SearchRequest::new(position, Limits::depth(FALLBACK_DEPTH)).every_move();
        let mut missing = searcher.search(&request).moves;
        missing.retain(|found| !deepest.iter().any(|mv| mv.square == found.square));
        deepest.extend(missing);
        deepest.sort_by_key(|mv| Reverse(mv.score.units()));
    }
    Ok((deepest, result.elapsed))
}

fn search_textbook(
    mut textbook: TextbookAnalyzer,
    position: &Position,
    report: &DepthReport<'_>,
) -> Result<Scored> {
    let (last, started) = (textbook.depth, Instant::now());
    // Exact scores need no shallower search.
    let is_exact = position.empties().len() <= textbook.exact_from as usize;
    let first = if is_exact { last } else { 1 };
    let (mut deepest, mut nodes) = (Vec::new(), 0);
    for depth in first..=last {
        textbook.depth = depth;
        let Some(moves) = textbook.score_moves(position) else {
            break;
        };
        deepest = moves;
        nodes += deepest.first().map_or(0, |best| best.nodes);
        report.depth(&deepest, nodes, started.elapsed())?;
    }
    if deepest.is_empty() {
        (textbook.depth, textbook.exact_from) = (1, 0);
        textbook.stop = Arc::default();
        deepest = textbook.score_moves(position).unwrap_or_default();
    }
    Ok((deepest, started.elapsed()))
}

/// Shows completed depths: one line each with `--watch`, otherwise as progress on a terminal.
struct DepthReport<'a> {
    context: &'a Context,
    /// The progress line, without `--watch`.
    bar: Option<ProgressBar>,
}

impl<'a> DepthReport<'a> {
    fn new(watch: bool, context: &'a Context) -> Result<Self> {
        if watch {
            context.text(WATCHED)?;
            return Ok(Self { context, bar: None });
        }
        let bar = progress_bar(None, "{spinner} {elapsed} {msg}")?;
        bar.enable_steady_tick(Duration::from_millis(200));
        Ok(Self {
            context,
            bar: Some(bar),
        })
    }

    /// Shows the moves of a completed depth, best first.
    fn depth(&self, moves: &[ScoredMove], nodes: u64, elapsed: Duration) -> Result<()> {
        let Some(best) = moves.first() else {
            return Ok(());
        };
        if let Some(bar) = &self.bar {
            let (depth, percent) = (best.depth, best.selectivity.percent());
            let (square, discs, nodes) = (best.square, best.discs(), grouped(nodes));
            bar.set_message(format!(
                "depth {depth} at {percent} %: {square} {discs:+.2}, {nodes} nodes"
            ));
            return Ok(());
        }
        let seconds = elapsed.as_secs_f64();
        self.context.object(&CompletedDepth {
            completed_depth: best.depth,
            selectivity: best.selectivity.percent(),
            square: best.square,
            score: best.discs(),
            exact: best.is_exact(),
            pv: best.pv.clone(),
            nodes,
            seconds,
            nodes_per_second: (seconds > 0.0).then(|| nodes as f64 / seconds),
        })?;
        self.context.text(format_args!(
            "{:>5} {:>10} % {:>+7.2} {:>13} {:>10} {seconds:>9.2}  {}",
            best.depth,
            best.selectivity.percent(),
            best.discs(),
            grouped(nodes),
            speed(nodes, seconds),
            pv_text(&best.pv, 12),
        ))
    }
}

/// Formats a table of the moves that people of each level play.
fn people_table(people: &Difficulty) -> String {
    let MoveCounts { legal, safe, .. } = people.choices;
    let mut text = format!("safe moves: {safe} of {legal}");
    if people.levels.is_empty() {
        text.push_str("; the moves that people play are known only for 8x8");
        return text;
    }
    text.push_str("\npeople               safe    best  discs lost  most often");
    for level in &people.levels {
        let often = level.moves.iter().take(3);
        let often = often.map(|mv| format!("{} {:.0} %", mv.square, 100.0 * mv.share));
        text.push_str(&format!(
            "\n{:<16} {:>5.0} % {:>5.0} % {:>11.1}  {}",
            format!("{} {}", level.name, level.rating),
            100.0 * level.safe,
            100.0 * level.best,
            level.loss,
            often.collect::<Vec<_>>().join(", "),
        ));
    }
    text
}

/// Returns the kind of a move's score.
pub(crate) fn score_kind(scored: &ScoredMove) -> &'static str {
    match (scored.is_exact(), scored.from_book) {
        (true, _) => "exact",
        (false, true) => "book",
        (false, false) => "estimate",
    }
}

pub(super) fn score_table(moves: &[ScoredMove]) -> String {
    let mut text = "move   score        depth         nodes  principal variation".to_owned();
    for scored in moves {
        text.push_str(&format!(
            "\n{:<4} {:>+7.2} {:<9} {:>5} {:>13}  {}",
            scored.square.to_string(),
            scored.discs(),
            score_kind(scored),
            scored.depth,
            grouped(scored.nodes),
            pv_text(&scored.pv, 10),
        ));
    }
    text
}
