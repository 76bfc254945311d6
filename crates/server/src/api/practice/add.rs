//! New cards: the lines of an opening, and puzzles from the games of the archive.

use std::sync::{Arc, Mutex, PoisonError};

use axum::Json;
use axum::extract::State;
use outflank_archive::{Analysis, Archive, ArchiveError};
use outflank_engine::{DEFAULT_LEVEL, Limits, ScoredMove, SearchOptions};
use outflank_human::HumanRating;
use outflank_othello::format::GameFilter;
use outflank_othello::{Color, Position};
use outflank_study::puzzle::{Puzzle, PuzzleOptions};
use outflank_study::trainer::{LineError, LineOptions, NewCard, opening_cards};
use outflank_study::{Analyzer, BookScores, EngineAnalyzer, OpeningNames};
use rand::RngExt;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::api::ApiError;
use crate::api::archive::{archive_error, pool};
use crate::api::request::{Client, GameFields, JsonBody};
use crate::api::search_request::{CloseOnDrop, failed, level, session};
use crate::app_state::AppState;
use crate::engine::{Failure, SharedAnalyzer};

/// The largest number of cards, or puzzles, of a request.
const CARDS: usize = 100;
/// The largest number of moves placed after an opening.
const PLIES: u32 = 20;
/// Share of the games of a position in which a reply is played.
const SHARE: f64 = 0.05;
/// Longest name of a deck in bytes.
const NAME_BYTES: usize = 100;
/// Puzzles that more than half of the people of this rating solve are left out: club players.
const UNSEEN_BY: HumanRating = HumanRating::new(1400);
/// Games looked at for each puzzle.
const GAMES: usize = 20;

/// An opening to learn.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::api) struct AddRequest {
    #[serde(default = "board")]
    board: String,
    #[serde(default = "start")]
    start: String,
    /// The moves of the opening.
    moves: String,
    /// The side to learn.
    side: Color,
    /// Moves placed from the opening on.
    plies: u32,
    /// Discs that a right answer may lose.
    #[serde(default)]
    loss: f64,
    level: Option<u32>,
}

fn board() -> String {
    GameFields::default().board
}

fn start() -> String {
    GameFields::default().start
}

/// Puzzles to make.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::api) struct PuzzlesRequest {
    /// How many, at most 100.
    count: usize,
    /// Fewest empty squares.
    least: u32,
    /// Most empty squares, at most 14.
    most: u32,
}

/// The cards added.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::api) struct Added {
    deck: String,
    /// Positions found.
    positions: usize,
    /// Those that the deck did not have.
    added: usize,
}

/// Scores by an analyzer, and collects them so that they can be stored.
struct Collected<'a> {
    inner: &'a dyn Analyzer,
    found: Mutex<Vec<(Position, Vec<ScoredMove>)>>,
}

impl<'a> Collected<'a> {
    const fn new(inner: &'a dyn Analyzer) -> Self {
        let found = Mutex::new(Vec::new());
        Self { inner, found }
    }

    /// Stores the scores.
    fn keep(self, archive: &mut Archive, engine: &str) -> Result<(), ArchiveError> {
        let found = self.found.into_inner();
        for (position, moves) in found.unwrap_or_else(PoisonError::into_inner) {
            if let Some(analysis) = Analysis::new(moves, engine) {
                archive.keep(&position, &analysis)?;
            }
        }
        Ok(())
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

pub(super) async fn opening(
    State(app): State<AppState>,
    Client(client): Client,
    JsonBody(request): JsonBody<AddRequest>,
) -> Result<Json<Added>, ApiError> {
    let pool = pool(&app)?;
    let fields = GameFields {
        board: request.board,
        start: request.start,
        moves: request.moves,
    };
    let game = fields.game()?;
    if !(1..=PLIES).contains(&request.plies) {
        let message = format!("found {}: expected 1 to {PLIES}", request.plies);
        return Err(ApiError::bad("plies", message));
    }
    if !(0.0..=128.0).contains(&request.loss) {
        let message = format!("found {}: expected discs from 0 to 128", request.loss);
        return Err(ApiError::bad("loss", message));
    }
    let level = level(request.level.unwrap_or(DEFAULT_LEVEL), app.limits())?;
    let named = OpeningNames::shipped().name_of(&game);
    let named = named.map_or_else(|| fields.moves.clone(), |named| named.opening.to_string());
    let mut deck = format!("{named} ({})", request.side.to_string().to_lowercase());
    deck.truncate(deck.floor_char_boundary(NAME_BYTES));
    let options = LineOptions {
        side: request.side,
        plies: request.plies,
        cards: CARDS,
    };
    let session = Arc::new(session(&app, &client)?);
    let _guard = CloseOnDrop(Arc::clone(&session));
    let analyzer = SharedAnalyzer::new(session, level, app.limits().time);
    let engine = app.settings.engine_name();
    let book = app.settings.book.clone();
    let work = tokio::task::spawn_blocking(move || {
        let with_book = BookScores::new(book, &analyzer);
        let scores = Collected::new(&with_book);
        let cards = pool.ask(|archive| {
            let mut replies = |position: &Position| {
                let mut replies = archive.replies(position, SHARE, &scores)?;
                replies.extend(with_book.replies(position).unwrap_or_default());
                Ok(replies)
            };
            match opening_cards(&game, &options, &scores, &mut replies) {
                Ok(cards) => Ok(Some(cards)),
                Err(LineError::Interrupted) => Ok(None),
                Err(LineError::Replies(error)) => Err(error),
            }
        });
        let cards = cards.map_err(|error| archive_error(&error))?;
        if let Some(error) = with_book.failure() {
            return Err(ApiError::internal(&error));
        }
        let late = || failed(analyzer.failure().unwrap_or(Failure::GivenUp));
        let cards = cards.ok_or_else(late)?;
        let added = pool.ask(|archive| {
            scores.keep(archive, &engine)?;
            archive.add_cards(&deck, request.loss, &cards)
        });
        Ok(Added {
            added: added.map_err(|error| archive_error(&error))?,
            positions: cards.len(),
            deck,
        })
    });
    let added = work.await.map_err(|error| ApiError::internal(&error))?;
    added.map(Json)
}

pub(super) async fn puzzles(
    State(app): State<AppState>,
    Client(client): Client,
    JsonBody(request): JsonBody<PuzzlesRequest>,
) -> Result<Json<Added>, ApiError> {
    let pool = pool(&app)?;
    if !(1..=CARDS).contains(&request.count) {
        let message = format!("found {}: expected 1 to {CARDS}", request.count);
        return Err(ApiError::bad("count", message));
    }
    if request.least > request.most || request.most > 14 {
        let message = format!(
            "found {}: expected at most 14, not below `least`",
            request.most
        );
        return Err(ApiError::bad("most", message));
    }
    let options = PuzzleOptions {
        empties: request.least..=request.most,
        unseen_by: Some(UNSEEN_BY),
        ..PuzzleOptions::default()
    };
    let session = Arc::new(session(&app, &client)?);
    let _guard = CloseOnDrop(Arc::clone(&session));
    let analyzer = SharedAnalyzer::new(session, DEFAULT_LEVEL, app.limits().time);
    let engine = app.settings.engine_name();
    let search = SearchOptions::default().with_hash(1);
    let shallow = EngineAnalyzer::new(Limits::level(1), &search, 1, Arc::default());
    let shallow = shallow.map_err(|error| ApiError::internal(&error))?;
    let work = tokio::task::spawn_blocking(move || {
        let deck = "puzzles".to_owned();
        let numbers = pool.ask(|archive| archive.find(&GameFilter::default()));
        let numbers = numbers.map_err(|error| archive_error(&error))?;
        let (mut positions, mut added) = (0, 0);
        let mut random = rand::rng();
        for _ in 0..request.count * GAMES {
            if positions == request.count || numbers.is_empty() {
                break;
            }
            let number = numbers[random.random_range(0..numbers.len())];
            let game = pool.ask(|archive| archive.game(number));
            let game = game.map_err(|error| archive_error(&error))?.record.game;
            let found = Puzzle::of_game(&game, random.random(), &options, &analyzer, &shallow);
            let late = |_| failed(analyzer.failure().unwrap_or(Failure::GivenUp));
            let Some((puzzle, line)) = found.map_err(late)? else {
                continue;
            };
            positions += 1;
            let card = NewCard {
                game: line,
                themes: puzzle.themes.clone(),
            };
            let kept = pool.ask(|archive| {
                if let Some(analysis) = Analysis::new(puzzle.moves, &engine) {
                    archive.keep(&puzzle.position, &analysis)?;
                }
                archive.add_cards(&deck, 0.0, &[card])
            });
            added += kept.map_err(|error| archive_error(&error))?;
        }
        Ok(Added {
            deck,
            positions,
            added,
        })
    });
    let added = work.await.map_err(|error| ApiError::internal(&error))?;
    added.map(Json)
}
