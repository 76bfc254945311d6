//! `POST /api/game`: the rules. All plies of a game and all its positions.

use axum::routing::post;
use axum::{Json, Router};
use outflank_classic::{DiscStatus, disc_statuses};
use outflank_othello::notation::transcript;
use outflank_othello::{Color, Game, Move, Position, Square};
use outflank_study::OpeningNames;
use serde::{Deserialize, Serialize};

use super::ApiError;
use super::request::GameBody;
use crate::app_state::AppState;

/// The route.
pub(super) fn routes() -> Router<AppState> {
    Router::new().route("/api/game", post(game))
}

/// What is asked beside the game.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
#[derive(Default)]
struct Asked {
    /// The first ply that is told, counted from 0.
    from: usize,
}

/// A game, ply by ply.
#[derive(Serialize)]
struct Told {
    board: String,
    columns: u8,
    rows: u8,
    start: String,
    moves: String,
    plies: Vec<ToldPly>,
    positions: Vec<ToldPosition>,
    opening: Option<ToldOpening>,
}

#[derive(Serialize)]
struct ToldPly {
    mover: &'static str,
    #[serde(rename = "move")]
    mv: String,
    flips: Vec<String>,
}

#[derive(Serialize)]
struct ToldPosition {
    position: String,
    mover: Option<&'static str>,
    legal: Vec<ToldMove>,
    discs: ToldDiscs,
    empties: usize,
    stable: Vec<String>,
    over: bool,
    outcome: Option<ToldOutcome>,
    opening: Option<&'static str>,
}

#[derive(Serialize)]
struct ToldMove {
    #[serde(rename = "move")]
    mv: String,
    flips: Vec<String>,
}

#[derive(Serialize)]
struct ToldDiscs {
    black: u32,
    white: u32,
}

#[derive(Serialize)]
struct ToldOutcome {
    black_score: i32,
    winner: Option<&'static str>,
}

#[derive(Serialize)]
struct ToldOpening {
    name: &'static str,
    also: Vec<&'static str>,
    ply: usize,
    moves: &'static str,
}

async fn game(GameBody { game, asked }: GameBody<Asked>) -> Result<Json<Told>, ApiError> {
    let plies = game.moves().len();
    if asked.from > plies {
        let message = format!("found {}: the game has {plies} plies", asked.from);
        return Err(ApiError::bad("from", message));
    }
    Ok(Json(Told::new(&game, asked.from)))
}

impl Told {
    fn new(game: &Game, from: usize) -> Self {
        let shape = game.shape();
        let named = OpeningNames::shipped().name_of(game);
        Self {
            board: shape.to_string(),
            columns: shape.width(),
            rows: shape.height(),
            start: game.start().to_string(),
            moves: transcript(game),
            plies: game.plies().skip(from).map(ToldPly::new).collect(),
            positions: game.positions()[from..]
                .iter()
                .map(ToldPosition::new)
                .collect(),
            opening: named.map(|named| ToldOpening {
                name: named.opening.name,
                also: named.opening.also.clone(),
                ply: named.ply,
                moves: named.opening.moves,
            }),
        }
    }
}

impl ToldPly {
    fn new((position, mv): (&Position, Move)) -> Self {
        Self {
            mover: position.mover().name(),
            mv: mv.to_string(),
            flips: mv
                .square()
                .map_or_else(Vec::new, |square| flips(position, square)),
        }
    }
}

impl ToldPosition {
    fn new(position: &Position) -> Self {
        let over = position.is_over();
        let black_score = position.score(Color::Black);
        let statuses = disc_statuses(position).into_iter();
        let stable = statuses.filter(|(_, _, status)| *status == DiscStatus::Stable);
        let legal = position.legal_moves().into_iter();
        Self {
            position: position.to_string(),
            mover: (!over).then(|| position.mover().name()),
            legal: legal
                .map(|square| ToldMove {
                    mv: square.to_string(),
                    flips: flips(position, square),
                })
                .collect(),
            discs: ToldDiscs {
                black: position.count(Color::Black),
                white: position.count(Color::White),
            },
            empties: position.empties().len(),
            stable: stable.map(|(square, ..)| square.to_string()).collect(),
            over,
            outcome: over.then(|| ToldOutcome {
                black_score,
                winner: outflank_othello::Outcome { black_score }
                    .winner()
                    .map(Color::name),
            }),
            opening: OpeningNames::shipped()
                .of_position(position)
                .map(|opening| opening.name),
        }
    }
}

fn flips(position: &Position, square: Square) -> Vec<String> {
    let flips = position.flips(square).into_iter();
    flips.map(|square| square.to_string()).collect()
}
