//! New cards: the lines of an opening, puzzles from games in the archive, and mistakes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use outflank_engine::evaluation::Evaluation;
use outflank_engine::{DEFAULT_LEVEL, Limits, ScoredMove, SearchOptions};
use outflank_othello::{Color, Game, Position, Square};
use outflank_study::puzzle::{Puzzle, PuzzleOptions};
use outflank_study::trainer::{
    CardRecord, LineError, LineOptions, NewCard, opening_cards, replies,
};
use outflank_study::{Analysis, Analyzer, EngineAnalyzer, OpeningNames, engine_name};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::context::{discs, within};
use crate::game_fields::{GameFields, last_position, standard_board};
use crate::guess::LevelRequest;
use crate::search::Question;
use crate::{ApiError, Context, ErrorKey, Result};

/// Maximum number of cards or puzzles per request.
const CARDS: usize = 100;
/// Maximum number of moves after an opening, not counting passes.
const PLIES: u32 = 20;
/// Minimum share of a position's games that continue with a reply for the reply to become a card.
const SHARE: f64 = 0.05;
/// Maximum length of the name of a deck in bytes.
const NAME_BYTES: usize = 100;
/// Maximum number of games of the library that puzzles are made from.
const LIBRARY_GAMES: usize = 1000;
/// Maximum number of games examined per puzzle.
const GAMES: usize = 20;
/// The deck of the user's mistakes.
const MISTAKES: &str = "mistakes";
/// Maximum loss in discs of a right answer to a mistake: less than an inaccuracy.
const MISTAKE_LOSS: f64 = 1.0;

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

/// A card of the deck of the user's mistakes.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct MistakeCard {
    deck: &'static str,
    /// The number of the card.
    card: Option<i64>,
    /// Whether the position was new to the deck.
    added: bool,
}

/// Passes on the scores of an analyzer and remembers them.
struct Remembered<'a> {
    inner: &'a dyn Analyzer,
    scores: Mutex<HashMap<Position, Vec<ScoredMove>>>,
}

impl Analyzer for Remembered<'_> {
    fn score_moves(&self, position: &Position) -> Option<Vec<ScoredMove>> {
        let moves = self.inner.score_moves(position)?;
        let mut scores = self.scores.lock().unwrap_or_else(PoisonError::into_inner);
        scores.insert(*position, moves.clone());
        Some(moves)
    }
}

/// What was played in a position.
#[derive(Deserialize)]
struct Played {
    all: Games,
    moves: Vec<PlayedMove>,
}

#[derive(Deserialize)]
struct Games {
    games: u32,
}

#[derive(Deserialize)]
struct PlayedMove {
    #[serde(rename = "move")]
    mv: String,
    games: u32,
}

impl Played {
    fn counts(&self) -> impl Iterator<Item = (Square, u32)> {
        let moves = self.moves.iter();
        moves.filter_map(|played| Some((played.mv.parse().ok()?, played.games)))
    }
}

/// A game of the archive.
#[derive(Deserialize)]
struct ArchivedGame {
    board: String,
    start: String,
    moves: String,
}

/// The number of a card.
#[derive(Deserialize)]
struct Found {
    card: Option<i64>,
}

impl ArchivedGame {
    fn fields(self) -> GameFields {
        GameFields {
            board: self.board,
            start: self.start,
            moves: self.moves,
        }
    }
}

/// The games of the library.
#[derive(Deserialize)]
struct LibraryGames {
    games: Vec<LibraryGame>,
}

/// A game of the library: its shape and its main line.
#[derive(Deserialize)]
struct LibraryGame {
    board: String,
    line: String,
}

/// The number of cards that were new.
#[derive(Deserialize)]
struct Restored {
    cards: usize,
}

impl Context<'_> {
    fn played(&self, position: &Position) -> Result<Played> {
        let fields = [
            ("board", position.shape().to_string()),
            ("start", position.to_string()),
        ];
        let query = fields.map(|(name, value)| (name.to_owned(), value));
        self.ask(Question::get("/api/archive/position", query.into()))
    }

    /// Returns the latest games of the library that begin at the start, if there is a library.
    fn library_games(&self) -> Result<Vec<Game>> {
        let query = vec![("limit".to_owned(), LIBRARY_GAMES.to_string())];
        let list = self.ask::<LibraryGames>(Question::get("/api/library", query));
        let games = match list {
            Err(error) if error.key == ErrorKey::NoLibrary => Vec::new(),
            list => list?.games,
        };
        let games = games.into_iter().map(|LibraryGame { board, line }| {
            let fields = GameFields {
                board,
                start: start(),
                moves: line,
            };
            fields.game()
        });
        // The list omits other start positions, from which the moves are not legal here.
        Ok(games.filter_map(Result::ok).collect())
    }

    /// Adds cards with the analyses of their positions. Returns the number of new cards.
    fn add_cards(
        &self,
        deck: &str,
        loss: f64,
        cards: &[(NewCard, Vec<ScoredMove>)],
    ) -> Result<usize> {
        let given = self.resources.evaluation.as_deref();
        let engine = engine_name(given.unwrap_or(Evaluation::shipped()));
        let mut body = String::new();
        for (card, moves) in cards {
            let analysis = Analysis::new(moves.clone(), &engine);
            let record = CardRecord::new(deck, loss, card, analysis.map(Into::into));
            let line = serde_json::to_string(&json!({ "card": record }));
            body.push_str(&line.map_err(|error| ApiError::internal(&error))?);
            body.push('\n');
        }
        let restored: Restored = self.ask(Question {
            method: "post",
            body,
            ..Question::get("/api/storage/import", Vec::new())
        })?;
        Ok(restored.cards)
    }
}

pub(crate) fn opening(request: &AddRequest, context: &Context<'_>) -> Result<Added> {
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
    let named = named.map(|named| named.opening.to_string());
    let named = named.unwrap_or_else(|| match fields.moves.is_empty() {
        true => start(),
        false => fields.moves.clone(),
    });
    let mut deck = format!("{named} ({})", request.side.to_string().to_lowercase());
    deck.truncate(deck.floor_char_boundary(NAME_BYTES));
    let book = context.resources.book.clone();
    let (cards, scores) = context.with_scores(level, book, |with_book| {
        let scores = Remembered {
            inner: with_book,
            scores: Mutex::default(),
        };
        let mut answers = |position: &Position| {
            let played = context.played(position)?;
            let (games, counts) = (played.all.games, played.counts());
            let mut answers = replies(position, games, counts, SHARE, &scores);
            answers.extend(with_book.replies(position).unwrap_or_default());
            Ok(answers)
        };
        let cards = opening_cards(&game, &options, &scores, &mut answers);
        (cards, scores.scores)
    })?;
    let cards = cards.map_err(|error: LineError<ApiError>| match error {
        LineError::Interrupted => ApiError::cancelled(),
        LineError::Replies(error) => error,
    })?;
    let mut scores = scores.into_inner().unwrap_or_else(PoisonError::into_inner);
    let with_scores = |card: NewCard| {
        let moves = scores.remove(card.game.position()).unwrap_or_default();
        (card, moves)
    };
    let cards: Vec<_> = cards.into_iter().map(with_scores).collect();
    Ok(Added {
        added: context.add_cards(&deck, loss, &cards)?,
        positions: cards.len(),
        deck,
    })
}

pub(crate) fn mistake(
    game: &GameFields,
    request: &LevelRequest,
    context: &Context<'_>,
) -> Result<MistakeCard> {
    let line = game.game()?;
    let position = last_position(&line)?;
    if position.legal_moves().len() < 2 {
        let message = "there is only one legal move: expected a position with a choice";
        return Err(ApiError::bad("moves", message));
    }
    let level = context.level(request.level, DEFAULT_LEVEL)?;
    let moves = context.score_moves(&position, level)?;
    let card = NewCard {
        game: line,
        themes: Vec::new(),
        rating: None,
    };
    let added = context.add_cards(MISTAKES, MISTAKE_LOSS, &[(card, moves)])? > 0;
    let GameFields {
        board,
        start,
        moves,
    } = game.clone();
    let query = [
        ("deck", MISTAKES.to_owned()),
        ("board", board),
        ("start", start),
        ("moves", moves),
    ];
    let query = query.map(|(name, value)| (name.to_owned(), value));
    let Found { card } = context.ask(Question::get("/api/practice/card", query.into()))?;
    Ok(MistakeCard {
        deck: MISTAKES,
        card,
        added,
    })
}

pub(crate) fn puzzles(request: &PuzzlesRequest, context: &Context<'_>) -> Result<Added> {
    let count = within("count", request.count, 1, CARDS)?;
    let options = PuzzleOptions {
        depth: 2,
        ..PuzzleOptions::default()
    };
    let search = SearchOptions::default().with_hash(1);
    let shallow = EngineAnalyzer::new(Limits::level(1), &search, 1, Arc::default());
    let shallow = shallow.map_err(|error| ApiError::internal(&error))?;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(context.seed);
    // The player's own games first.
    let mut games = context.library_games()?;
    games.shuffle(&mut random);
    games.truncate(count * GAMES);
    let Games { games: archived } = context.ask(Question::get("/api/archive", Vec::new()))?;
    let mut cards = Vec::new();
    for _ in 0..count * GAMES {
        if cards.len() == count {
            break;
        }
        let game = match games.pop() {
            Some(game) => game,
            None if archived == 0 => break,
            None => {
                let path = format!("/api/archive/game/{}", random.random_range(1..=archived));
                let game: ArchivedGame = context.ask(Question::get(path, Vec::new()))?;
                game.fields().game()?
            }
        };
        let seed = random.random();
        let found = context.with_scores(DEFAULT_LEVEL, None, |scores| {
            Puzzle::of_game(&game, seed, &options, scores, &shallow)
        })?;
        if let Ok(Some((puzzle, line))) = found {
            let card = NewCard {
                game: line,
                rating: puzzle.rating(),
                themes: puzzle.themes,
            };
            cards.push((card, puzzle.moves));
        }
    }
    let deck = "puzzles";
    Ok(Added {
        added: match cards.is_empty() {
            true => 0,
            false => context.add_cards(deck, 0.0, &cards)?,
        },
        positions: cards.len(),
        deck: deck.to_owned(),
    })
}
