//! `outflank practice puzzles`: positions of games with one best move.

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Result, ensure};
use clap::Args;
use outflank_archive::Archive;
use outflank_engine::evaluation::Evaluation;
use outflank_engine::{DEFAULT_LEVEL, Limits, MAX_LEVEL, SearchOptions};
use outflank_human::{HumanRating, ParseRatingError};
use outflank_othello::Game;
use outflank_othello::format::{GameRecord, read_game_file};
use outflank_study::puzzle::{Interrupted, Puzzle, PuzzleObject, PuzzleOptions, Theme};
use outflank_study::trainer::NewCard;
use outflank_study::{Analysis, EngineAnalyzer, OpeningNames, engine_name};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;

use crate::commands::db::parse_loss;
use crate::context::{Context, Verdict};
use crate::game_choice::is_archive;
use crate::game_filter::GameFilterOptions;
use crate::options::EngineOptions;
use crate::output::{counted, progress_bar, pv_text};

/// Empties at or below which scores are exact, whatever the level.
const EXACT: u32 = 16;
/// Size in MiB of the transposition table of a shallow search.
const SHALLOW_HASH: usize = 1;

#[derive(Args)]
#[command(after_help = "\
Games and positions are drawn at random, with at most one puzzle from a game. At 16 empties or \
fewer, scores are exact; above, they come from a search at --level. `outflank practice ask` asks \
the puzzles that --deck keeps.")]
pub(crate) struct Arguments {
    /// Files of games, recognised by their content, or archives of `outflank db`.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Number of puzzles.
    #[arg(long, value_name = "N", default_value_t = 10)]
    count: usize,

    /// Empty squares: a number or a range.
    #[arg(long, value_name = "N[-N]", default_value = "4-14", value_parser = parse_empties)]
    empties: RangeInclusive<u32>,

    /// Minimum number of discs by which the answer is better than any other move.
    #[arg(long, value_name = "DISCS", default_value_t = 4.0, value_parser = parse_loss)]
    margin: f64,

    /// Leave out puzzles that a search of fewer than N plies solves.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=9))]
    difficulty: u32,

    /// Only puzzles with this theme: corner, corner-sacrifice, x-square, quiet,
    /// mobility, wedge, tempo, parity, swindle, pass, wipe-out, endgame or other.
    #[arg(long, value_name = "THEME")]
    theme: Option<Theme>,

    /// On 8x8, leave out puzzles that more than half of the people with this rating solve: a number
    /// from 400 to 2400, or the name of a level such as club; `none` for all puzzles.
    #[arg(long, value_name = "RATING", default_value = "club", value_parser = parse_unseen)]
    unseen_by: Unseen,

    /// Keep the puzzles as cards of this deck, for `outflank practice`.
    #[arg(long, value_name = "NAME")]
    deck: Option<String>,

    /// Level of the searches above 16 empties, 1 to 60.
    #[arg(long, value_name = "N", default_value_t = DEFAULT_LEVEL, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_LEVEL)))]
    level: u32,

    /// Seed of the random choices.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    #[command(flatten)]
    filter: GameFilterOptions,

    #[command(flatten)]
    engine: EngineOptions,
}

/// The rating of the people who must not find the answer too often.
type Unseen = Option<HumanRating>;

fn parse_unseen(text: &str) -> Result<Unseen, ParseRatingError> {
    match text {
        "none" => Ok(None),
        rating => rating.parse().map(Some),
    }
}

fn parse_empties(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let range = least.trim().parse().ok().zip(most.trim().parse().ok());
    range
        .map(|(least, most)| least..=most)
        .filter(|range| !range.is_empty() && *range.end() <= 124)
        .ok_or_else(|| "expected a number such as 10, or a range such as 4-14".to_owned())
}

/// A puzzle and the game that it is from.
#[derive(JsonSchema, Serialize)]
pub(super) struct MadePuzzle<'a> {
    #[serde(flatten)]
    puzzle: PuzzleObject,
    black: Option<&'a str>,
    white: Option<&'a str>,
    year: Option<u16>,
}

/// Totals of the puzzles.
#[derive(JsonSchema, Serialize)]
pub(super) struct PuzzlesTotal {
    total: bool,
    puzzles: usize,
    /// Number of games examined.
    games: usize,
    /// Number of cards added to the deck. Positions already in it are not added again.
    kept: usize,
}

/// A puzzle with its game up to the position.
type Found = (Puzzle, Game);

/// Makes puzzles. Creates `archive` if a deck is to be kept in it.
pub(crate) fn run(arguments: &Arguments, archive: &Path, context: &Context) -> Result<Verdict> {
    let mut archive = match &arguments.deck {
        Some(_) => Some(Archive::open_or_create(archive)?),
        None => None,
    };
    let mut games = context.abandonable(|| read_games(arguments))?;
    ensure!(!games.is_empty(), "no game matches: expected at least one");
    games.shuffle(&mut SmallRng::seed_from_u64(arguments.seed));
    let maker = Maker::new(arguments, context)?;
    let pool = arguments.engine.threads.pool()?;
    let bar = progress_bar(Some(arguments.count as u64), "puzzles {bar:40} {pos}/{len}")?;
    let mut total = PuzzlesTotal {
        total: true,
        puzzles: 0,
        games: 0,
        kept: 0,
    };
    let mut known = HashSet::new();
    let numbered: Vec<(usize, &GameRecord)> = games.iter().enumerate().collect();
    for batch in numbered.chunks(8 * arguments.engine.threads.count()) {
        let found: Result<Vec<_>, Interrupted> = pool.install(|| {
            let made = batch.par_iter().with_max_len(1);
            made.map(|&(number, record)| maker.of_game(number, &record.game))
                .collect()
        });
        let Ok(found) = found else { break };
        for (found, (_, record)) in found.into_iter().zip(batch) {
            if total.puzzles == arguments.count {
                break;
            }
            total.games += 1;
            let Some(found) = found else { continue };
            if !known.insert(found.0.position.canonical().0) {
                continue;
            }
            total.puzzles += 1;
            bar.inc(1);
            if let Some((archive, deck)) = archive.as_mut().zip(arguments.deck.as_ref()) {
                total.kept += keep(archive, deck, &found)?;
            }
            bar.suspend(|| show(total.puzzles, &found, record, context))?;
        }
        if total.puzzles == arguments.count {
            break;
        }
    }
    bar.finish_and_clear();
    let is_short = total.puzzles < arguments.count && !context.is_interrupted();
    context.text(format_args!(
        "{} from {}{}{}",
        counted(total.puzzles, "puzzle"),
        counted(total.games, "game"),
        match &arguments.deck {
            Some(deck) => format!(", {} added to the deck {deck}", counted(total.kept, "card")),
            None => String::new(),
        },
        match is_short {
            true => "; all games have been tried, for at most one puzzle each",
            false => "",
        }
    ))?;
    Ok(context.finish(&total)?.negative_if(is_short))
}

/// Reads the games of all files that match the filter.
fn read_games(arguments: &Arguments) -> Result<Vec<GameRecord>> {
    let shape = arguments.engine.board.shape;
    let filter = arguments.filter.filter(shape)?;
    let mut games = Vec::new();
    for path in &arguments.files {
        if is_archive(&path.to_string_lossy()) {
            let archive = Archive::open(path)?;
            for number in archive.find(&filter)? {
                games.push(archive.game(number)?.record);
            }
        } else {
            let read = read_game_file(path, shape)?;
            let records = read.records.into_iter().map(|(_, record)| record);
            games.extend(records.filter(|record| filter.matches(record)));
        }
    }
    Ok(games)
}

/// Looks for puzzles.
struct Maker {
    options: PuzzleOptions,
    seed: u64,
    analyzer: EngineAnalyzer,
    shallow: EngineAnalyzer,
}

impl Maker {
    fn new(arguments: &Arguments, context: &Context) -> Result<Self> {
        let limits = Limits::level(arguments.level);
        let limits = limits.with_exact_from(limits.exact_from.max(EXACT));
        let parallelism = arguments.engine.threads.on_many_positions();
        let options = SearchOptions::default();
        let analyzer =
            parallelism.analyzer(limits, options.clone(), arguments.engine.hash, context)?;
        let stop = Arc::clone(&context.interrupted);
        let options = options.with_hash(SHALLOW_HASH);
        let shallow = EngineAnalyzer::new(limits, &options, parallelism.positions, stop)?;
        Ok(Self {
            options: PuzzleOptions {
                empties: arguments.empties.clone(),
                margin: arguments.margin,
                depth: arguments.difficulty,
                theme: arguments.theme,
                unseen_by: arguments.unseen_by,
                ..PuzzleOptions::default()
            },
            seed: arguments.seed,
            analyzer,
            shallow,
        })
    }

    fn of_game(&self, number: usize, game: &Game) -> Result<Option<Found>, Interrupted> {
        let seed = self.seed ^ (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let (options, analyzer) = (&self.options, &self.analyzer);
        Puzzle::of_game(game, seed, options, analyzer, &self.shallow)
    }
}

/// Keeps a puzzle as a card. Returns the number of new cards.
fn keep(archive: &mut Archive, deck: &str, (puzzle, line): &Found) -> Result<usize> {
    let engine = engine_name(Evaluation::shipped());
    if let Some(analysis) = Analysis::new(puzzle.moves.clone(), &engine) {
        archive.keep(&puzzle.position, &analysis)?;
    }
    let card = NewCard {
        game: line.clone(),
        themes: puzzle.themes.clone(),
        rating: puzzle.rating(),
    };
    Ok(archive.add_cards(deck, 0.0, &[card])?)
}

fn show(
    number: usize,
    (puzzle, line): &Found,
    record: &GameRecord,
    context: &Context,
) -> Result<()> {
    let Some(object) = puzzle.object(Some(line)) else {
        return Ok(());
    };
    let [best, second, ..] = puzzle.moves.as_slice() else {
        return Ok(());
    };
    let found = puzzle.found_by.iter();
    let found = found.map(|found| format!("{} {:.0} %", found.rating, 100.0 * found.share));
    let found: Vec<String> = found.collect();
    let themes: Vec<&str> = puzzle.themes.iter().map(|theme| theme.name()).collect();
    let opening = OpeningNames::shipped().name_of(line);
    context.text(format_args!(
        "{number}. {} to move, {} empties, difficulty {}{}{}\n{}\nanswer: {} ({:+.0}), then {} \
         ({:+.0}); best play {}{}\n",
        puzzle.position.mover(),
        puzzle.position.empties().len(),
        puzzle.depth,
        if themes.is_empty() {
            String::new()
        } else {
            format!(", {}", themes.join(", "))
        },
        opening.map_or(String::new(), |named| format!(", {}", named.opening)),
        puzzle.position.diagram(),
        best.square,
        best.discs(),
        second.square,
        second.discs(),
        pv_text(&best.pv, 20),
        match found.is_empty() {
            true => String::new(),
            false => format!("\nfound by people rated {}", found.join(", ")),
        },
    ))?;
    context.object(&MadePuzzle {
        puzzle: object,
        black: record.black.name.as_deref(),
        white: record.white.name.as_deref(),
        year: record.year(),
    })
}
