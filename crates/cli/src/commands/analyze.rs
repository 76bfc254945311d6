//! `outflank analyze`: reviews a game, or tabulates the losses in many games.

pub(super) mod many;

use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};
use clap::Args;
use outflank_othello::format::GameRecord;
use outflank_othello::{Color, Game};
use outflank_study::people::PlayedRating;
use outflank_study::{
    Analyzer, BookScores, BookValue, OpeningNames, Review, ReviewedMove, Severity, SideChoices,
    SideSummary, TurningPoint, review,
};
use outflank_support::write_atomically;
use schemars::JsonSchema;
use serde::Serialize;

use crate::analysis_options::AnalysisArguments;
use crate::context::{Context, Verdict};
use crate::game_choice::GameChoice;
use crate::game_filter::GameFilterOptions;
use crate::options::{ThreadsOption, check_folder, check_not_input};
use crate::output::{counted, progress_bar};

#[derive(Args)]
#[command(after_help = "\
With --all, --limit or --checkpoint, many games are reviewed in parallel. Tables show the losses by \
player, opening and stage, the worst moves, and the move that decided each game. With --player, only \
the moves of that player count. The other filters select the games. Analyses in an archive are \
reused, and new ones are stored in it.\n\n\
`analyse` and `review` are aliases of this command.")]
pub(crate) struct Arguments {
    /// A transcript such as f5d6c3, a file of transcripts, OBF, WTHOR, GGF, SGF or PGN, recognised
    /// by its content, or an archive of `outflank db`; `-` for standard input.
    game: String,

    /// Number of the game in the file, starting at 1; with --player, the N-th game of that player.
    #[arg(long = "game", value_name = "N")]
    number: Option<usize>,

    /// Review all games that match the filters.
    #[arg(long, conflicts_with = "number")]
    all: bool,

    /// Review the first N games that match the filters.
    #[arg(long, value_name = "N", conflicts_with = "number")]
    limit: Option<usize>,

    /// Save the reviews of games in this file, and resume from it.
    #[arg(long, value_name = "FILE", conflicts_with = "number")]
    checkpoint: Option<PathBuf>,

    /// Write the review to a self-contained HTML file, with a board, a graph and the mistakes.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["all", "limit", "checkpoint"])]
    html: Option<PathBuf>,

    /// List the N worst moves of many games.
    #[arg(long, value_name = "N", default_value_t = 10)]
    worst: usize,

    #[command(flatten)]
    filter: GameFilterOptions,

    #[command(flatten)]
    analysis: AnalysisArguments,
}

/// The headings of [`row`].
pub(super) const HEADINGS: &str = "ply  side  move    score  best    score   loss      why";

/// A move, with its entry in the opening book.
#[derive(JsonSchema, Serialize)]
pub(super) struct MoveWithBook<'a> {
    #[serde(flatten)]
    reviewed: &'a ReviewedMove,
    #[serde(skip_serializing_if = "Option::is_none")]
    book: Option<BookValue>,
}

/// The totals of a side.
#[derive(JsonSchema, Serialize)]
struct SideTotal<'a> {
    player: Option<&'a str>,
    #[serde(flatten)]
    summary: &'a SideSummary,
    /// Counts of winning, drawing and losing moves.
    choices: &'a SideChoices,
    /// The rating estimated from the losses; null unless the board is 8x8 and there are at least 10
    /// moves with a choice.
    rating: Option<&'a PlayedRating>,
}

impl<'a> SideTotal<'a> {
    fn new(record: &'a GameRecord, review: &'a Review, color: Color) -> Self {
        let (summary, choices, rating) = match color {
            Color::Black => (&review.black, &review.black_choices, &review.black_rating),
            Color::White => (&review.white, &review.white_choices, &review.white_rating),
        };
        Self {
            player: record.player(color).name.as_deref(),
            summary,
            choices,
            rating: rating.as_ref(),
        }
    }
}

/// The totals of the game.
#[derive(JsonSchema, Serialize)]
pub(super) struct ReviewTotal<'a> {
    total: bool,
    complete: bool,
    /// Name of the opening, preceded by the openings that lead to it.
    opening: Option<String>,
    /// Ply that reached the opening.
    opening_ply: Option<usize>,
    black: SideTotal<'a>,
    white: SideTotal<'a>,
    /// Final disc difference from Black's point of view, empties going to the winner; null if the
    /// game is unfinished.
    result: Option<i32>,
    /// The move that decided the game, judged by exact scores if there are any.
    turning_point: Option<&'a TurningPoint>,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Verdict> {
    let analysis = &arguments.analysis;
    if arguments.all || arguments.limit.is_some() || arguments.checkpoint.is_some() {
        return many::run(arguments, context);
    }
    let choice = GameChoice {
        name: &arguments.game,
        number: arguments.number,
        filter: &arguments.filter,
        shape: analysis.engine.board.shape,
    };
    let record = context.abandonable(|| choice.read())?;
    if record.game.moves().is_empty() {
        bail!("the game has no moves: expected at least one");
    }
    let options = &analysis.options;
    options.check_exact(record.game.start().empties().len())?;
    if let Some(path) = &arguments.html {
        check_folder("--html", path)?;
        check_not_input("--html", path, [&arguments.game])?;
    }
    let book = analysis.book().open()?;
    let parallelism = analysis.engine.threads.on_many_positions();
    let analyzer = analysis.analyzer(analysis.engine.board.shape, parallelism, context)?;
    let scores = BookScores::new(book.clone(), &*analyzer);
    let review = review_game(&record.game, &scores, analysis.engine.threads)?;
    if let Some(error) = scores.failure() {
        return Err(error.into());
    }

    context.text(header(&record))?;
    let positions = record.game.positions();
    for (reviewed, position) in review.moves.iter().zip(positions) {
        let known = book.as_ref().map(|book| book.look_up(position));
        let known = known.transpose()?.flatten();
        let known = known.map_or(Vec::new(), |found| found.moves);
        let played = reviewed.played.square();
        let played = known.iter().find(|known| Some(known.square) == played);
        let book = played.map(BookValue::from);
        context.object(&MoveWithBook { reviewed, book })?;
        context.text(row(reviewed))?;
    }
    let opening = OpeningNames::shipped().name_of(&record.game);
    let total = ReviewTotal {
        total: true,
        complete: review.complete,
        opening: opening.map(|named| named.opening.to_string()),
        opening_ply: opening.map(|named| named.ply),
        black: SideTotal::new(&record, &review, Color::Black),
        white: SideTotal::new(&record, &review, Color::White),
        result: record.game.outcome().map(|outcome| outcome.black_score),
        turning_point: review.turning_point.as_ref(),
    };
    let verdict = context.finish(&total)?;
    context.text(summary(&record, &review))?;
    // A partial report would look like a complete one.
    if let (Some(path), Verdict::Done) = (&arguments.html, verdict) {
        let page = outflank_study::report::html(&record, &review);
        write_atomically(path, page.as_bytes()).with_context(|| path.display().to_string())?;
    }
    Ok(verdict)
}

/// Reviews a game on several threads and shows a progress bar.
pub(super) fn review_game(
    game: &Game,
    analyzer: &dyn Analyzer,
    threads: ThreadsOption,
) -> Result<Review> {
    let plies = game.moves().len() as u64;
    let bar = progress_bar(Some(plies), "scoring moves {bar:40} {pos}/{len} {eta}")?;
    let pool = threads.pool()?;
    Ok(pool.install(|| review(game, analyzer, &|| bar.inc(1))))
}

/// Formats players, event, result and opening, and the column headings.
fn header(record: &GameRecord) -> String {
    let name = |color: Color| match &record.player(color).name {
        Some(name) => format!("{name} ({color})"),
        None => color.to_string(),
    };
    let mut text = format!("{} - {}", name(Color::Black), name(Color::White));
    if let Some(tournament) = &record.tournament {
        text.push_str(&format!(", {tournament}"));
    }
    if let Some(year) = record.year() {
        text.push_str(&format!(" {year}"));
    }
    let position = record.game.position();
    let [black, white] = Color::ALL.map(|color| position.count(color));
    let end = record
        .game
        .outcome()
        .map_or("not finished", |_| "final board");
    text.push_str(&format!("\n{end}: {black} black, {white} white discs"));
    if let Some(named) = OpeningNames::shipped().name_of(&record.game) {
        text.push_str(&format!("\nopening: {named}"));
    }
    text.push_str(
        "\nscores are final disc differences for the side to move: exact, or an estimate (~)\n\n",
    );
    text.push_str(HEADINGS);
    text
}

pub(super) fn row(reviewed: &ReviewedMove) -> String {
    let Some((score, best_score)) = reviewed.score.zip(reviewed.best_score) else {
        return format!("{:>3}  {:<5} pass", reviewed.ply, reviewed.mover);
    };
    let shown = |score: f64| match reviewed.exact {
        true => format!("{score:+.0}   "),
        false => format!("~{score:+.2}"),
    };
    let best = reviewed.best.map(|square| square.to_string());
    let best = best.unwrap_or_default();
    let loss = match reviewed.loss {
        loss if loss <= 0.0 => String::new(),
        loss if reviewed.exact => format!("{loss:.0}   "),
        loss => format!("{loss:.2}"),
    };
    let mark = reviewed.mistake.map_or("", Severity::mark);
    let reason = match &reviewed.reason {
        Some(reason) => reason.to_string(),
        None if reviewed.from_book => "book".to_owned(),
        None => String::new(),
    };
    let row = format!(
        "{:>3}  {:<5} {:<5} {:>8}  {best:<5} {:>7} {loss:>6}  {mark:<2}  {}",
        reviewed.ply,
        reviewed.mover,
        reviewed.played,
        shown(score),
        shown(best_score),
        reason,
    );
    row.trim_end().to_owned()
}

/// Formats the totals of each side and the turning point.
fn summary(record: &GameRecord, review: &Review) -> String {
    let mut text = String::new();
    if !review.complete {
        let (done, all) = (review.moves.len(), record.game.moves().len());
        text.push_str(&format!("\nstopped after {done} of {all} moves\n"));
    }
    for color in Color::ALL {
        let total = SideTotal::new(record, review, color);
        let (side, choices) = (total.summary, total.choices);
        text.push_str(&format!(
            "\n{color}: {} of {} moves best, {} (?!), {} (?), {} (??), {:.1} discs lost ({:.0} proven)",
            side.best_moves,
            side.moves,
            counted(side.inaccuracies, "inaccuracy"),
            counted(side.mistakes, "mistake"),
            counted(side.blunders, "blunder"),
            side.loss,
            side.exact_loss,
        ));
        text.push_str(&format!(
            "\n       {}, {} drawing, {} losing; only moves found: {} of {}",
            counted(choices.winning, "winning move"),
            choices.drawing,
            choices.losing,
            choices.only_moves_found,
            choices.only_moves,
        ));
        if let Some(rating) = total.rating {
            text.push_str(&format!("\n       {rating}\n       {}", rating.usual));
        }
    }
    if let Some(point) = review.turning_point {
        text.push_str(&format!("\n{point}"));
    }
    text
}
