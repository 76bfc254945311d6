//! New cards: the lines of an opening, and puzzles from games in the archive.

use std::sync::{Arc, Mutex, PoisonError};

use outflank_archive::{Analysis, ArchiveError, engine_name};
use outflank_engine::evaluation::Evaluation;
use outflank_engine::{DEFAULT_LEVEL, Limits, ScoredMove, SearchOptions};
use outflank_human::HumanRating;
use outflank_othello::format::GameFilter;
use outflank_othello::{Color, Position};
use outflank_study::puzzle::{Puzzle, PuzzleOptions};
use outflank_study::trainer::{LineError, LineOptions, NewCard, opening_cards};
use outflank_study::{Analyzer, EngineAnalyzer, OpeningNames};
use rand::RngExt;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::{discs, within};
use crate::game_fields::{GameFields, standard_board};
use crate::{ApiError, Context, Result};

/// Maximum number of cards or puzzles per request.
const CARDS: usize = 100;
/// Maximum number of moves after an opening, not counting passes.
const PLIES: u32 = 20;
/// Minimum share of the games from a position in which a reply was played.
const SHARE: f64 = 0.05;
/// Maximum length of the name of a deck in bytes.
const NAME_BYTES: usize = 100;
/// Puzzles that more than half of the players of this rating (club players) solve are skipped.
const UNSEEN_BY: HumanRating = HumanRating::new(1400);
/// Maximum number of games examined per puzzle.
const GAMES: usize = 20;

/// An opening to learn.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AddRequest {
    #[serde(default = "standard_board")]
    board: String,
    #[serde(default = "start")]
    start: String,
    /// The moves of the opening.
    moves: String,
    /// The side to learn.
    side: Color,
    /// Number of moves after the opening, not counting passes.
    plies: u32,
    /// How many discs a right answer may lose.
    #[serde(default)]
    loss: f64,
    level: Option<u32>,
}

fn start() -> String {
    GameFields::default().start
}

/// Puzzles to make.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PuzzlesRequest {
    /// Number of puzzles, at most 100.
    count: usize,
    /// Minimum number of empty squares.
    least: u32,
    /// Maximum number of empty squares, at most 14.
    most: u32,
}

/// The result of adding cards.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Added {
    deck: String,
    /// Number of positions found.
    positions: usize,
    /// Number of positions that were new to the deck.
    added: usize,
}

/// Passes on the scores of an analyzer and collects them for the archive.
struct Collected<'a> {
    inner: &'a dyn Analyzer,
    found: Mutex<Vec<(Position, Vec<ScoredMove>)>>,
}

impl<'a> Collected<'a> {
    const fn new(inner: &'a dyn Analyzer) -> Self {
        let found = Mutex::new(Vec::new());
        Self { inner, found }
    }
}

impl Analyzer for Collected<'_> {
    fn score_moves(&self, position: &Position) -> Option<Vec<ScoredMove>> {
        let moves = self.inner.score_moves(position)?;
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.push((*position, moves.clone()));
        Some(moves)
    }
}

/// Returns the name of the engine for stored analyses.
fn engine(context: &Context<'_>) -> String {
    let given = context.resources.evaluation.as_deref();
    engine_name(given.unwrap_or(Evaluation::shipped()))
}

pub(crate) fn opening(request: &AddRequest, context: &Context<'_>) -> Result<Added> {
    let mut archive = context.archive()?;
    let fields = GameFields {
        board: request.board.clone(),
        start: request.start.clone(),
        moves: request.moves.clone(),
    };
    let game = fields.game()?;
    let options = LineOptions {
        side: request.side,
        plies: within("plies", request.plies, 1, PLIES)?,
        cards: CARDS,
    };
    let loss = discs("loss", request.loss)?;
    let level = context.level(request.level, DEFAULT_LEVEL)?;
    let named = OpeningNames::shipped().name_of(&game);
    let named = named.map_or_else(|| fields.moves.clone(), |named| named.opening.to_string());
    let mut deck = format!("{named} ({})", request.side.to_string().to_lowercase());
    deck.truncate(deck.floor_char_boundary(NAME_BYTES));
    let book = context.resources.book.clone();
    let (cards, found) = context.with_scores(level, book, |with_book| {
        let scores = Collected::new(with_book);
        let mut replies = |position: &Position| {
            let mut replies = archive.replies(position, SHARE, &scores)?;
            replies.extend(with_book.replies(position).unwrap_or_default());
            Ok(replies)
        };
        let cards = opening_cards(&game, &options, &scores, &mut replies);
        (cards, scores.found)
    })?;
    let cards = cards.map_err(|error: LineError<ArchiveError>| match error {
        LineError::Interrupted => ApiError::cancelled(),
        LineError::Replies(error) => error.into(),
    })?;
    let engine = engine(context);
    for (position, moves) in found.into_inner().unwrap_or_else(PoisonError::into_inner) {
        if let Some(analysis) = Analysis::new(moves, &engine) {
            archive.keep(&position, &analysis)?;
        }
    }
    Ok(Added {
        added: archive.add_cards(&deck, loss, &cards)?,
        positions: cards.len(),
        deck,
    })
}

pub(crate) fn puzzles(request: &PuzzlesRequest, context: &Context<'_>) -> Result<Added> {
    let mut archive = context.archive()?;
    let count = within("count", request.count, 1, CARDS)?;
    let (least, most) = (request.least, request.most);
    if least > most || most > 14 {
        let message = format!("found {most}: expected at least `least` and at most 14");
        return Err(ApiError::bad("most", message));
    }
    let options = PuzzleOptions {
        empties: least..=most,
        unseen_by: Some(UNSEEN_BY),
        ..PuzzleOptions::default()
    };
    let search = SearchOptions::default().with_hash(1);
    let shallow = EngineAnalyzer::new(Limits::level(1), &search, 1, Arc::default());
    let shallow = shallow.map_err(|error| ApiError::internal(&error))?;
    let numbers = archive.find(&GameFilter::default())?;
    let engine = engine(context);
    let mut made = Added {
        deck: "puzzles".to_owned(),
        positions: 0,
        added: 0,
    };
    let mut random = rand::rng();
    for _ in 0..count * GAMES {
        if made.positions == count || numbers.is_empty() {
            break;
        }
        let number = numbers[random.random_range(0..numbers.len())];
        let game = archive.game(number)?.record.game;
        let found = context.with_scores(DEFAULT_LEVEL, None, |scores| {
            Puzzle::of_game(&game, random.random(), &options, scores, &shallow)
        })?;
        let Ok(Some((puzzle, line))) = found else {
            continue;
        };
        made.positions += 1;
        if let Some(analysis) = Analysis::new(puzzle.moves, &engine) {
            archive.keep(&puzzle.position, &analysis)?;
        }
        let card = NewCard {
            game: line,
            themes: puzzle.themes,
        };
        made.added += archive.add_cards(&made.deck, 0.0, &[card])?;
    }
    Ok(made)
}
