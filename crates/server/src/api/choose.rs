//! `POST /api/choose`: the move that the engine plays.

use axum::extract::State;
use axum::routing::post;
use axum::{Json, Router};
use outflank_book::BookMove;
use outflank_engine::ScoredMove;
use outflank_human::{HumanModel, HumanRating, Strength, draw, policy};
use outflank_othello::{Game, Move, Position, Shape, Square};
use outflank_study::OpeningNames;
use outflank_study::sparring::{GiveAway, OpeningLine};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ApiError;
use super::book::book_move;
use super::request::{Client, GameBody};
use super::search_request::{failed, level, position, session, time};
use crate::app_state::AppState;
use crate::engine::{Snapshot, Task};
use crate::settings::ServerLimits;

/// Returns the routes.
pub(super) fn routes() -> Router<AppState> {
    Router::new().route("/api/choose", post(choose))
}

/// Settings of the engine's play.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ChooseRequest {
    level: Option<u32>,
    time: Option<f64>,
    /// Rating of an opponent that plays as people play, instead of a level or a time.
    human: Option<u16>,
    /// Discs to give away in the whole game.
    give_away: Option<f64>,
    /// Discs given away so far.
    #[serde(default)]
    given: f64,
    /// A transcript that the engine follows.
    opening: Option<String>,
    /// Whether a move of the opening book is played without a search. It has no effect on other
    /// kinds of play.
    #[serde(default)]
    book: bool,
    /// Seed of the choice among several moves; without it that of people's moves is random.
    seed: Option<u64>,
}

/// The move chosen.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Chosen {
    #[serde(flatten)]
    chosen: ScoredMove,
    best: Square,
    best_score: f64,
    /// Discs given away by this move.
    given: f64,
    from_opening: bool,
    seconds: f64,
}

async fn choose(
    State(app): State<AppState>,
    Client(client): Client,
    GameBody { game, request, .. }: GameBody<ChooseRequest>,
) -> Result<Json<Chosen>, ApiError> {
    let position = position(&game)?;
    let opening = request.opening_move(&position)?;
    let handicap = request.handicap()?;
    let human = request.human(&position)?;
    let last = game.last_move().and_then(Move::square);
    let is_plain = human.is_none() && opening.is_none() && handicap.is_none();
    if request.book
        && is_plain
        && let Some(known) = book_move(&app, &position)?
    {
        request.task(position, app.limits(), false)?;
        return Ok(Json(Chosen::of_book(&known)));
    }
    let task = match &human {
        Some((_, strength)) => Task::all_moves(position, strength.level).within(app.limits().time),
        None => {
            let all = opening.is_some() || handicap.is_some();
            request.task(position, app.limits(), all)?
        }
    };
    let session = session(&app, &client)?;
    let snapshot = session.start(task).end().await.map_err(failed)?;
    let moves = &snapshot.moves;
    let from_opening = opening.and_then(|square| find(moves, square));
    let partner = handicap.and_then(|handicap| handicap.choose(&position, moves));
    let person = human.and_then(|(rating, strength)| {
        let model = HumanModel::shipped();
        let likely = policy(model, rating, &strength, &position, last, &moves);
        let seed = request.seed.unwrap_or_else(rand::random);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        find(moves, draw(&likely, rng.random())?.square)
    });
    let chosen = from_opening.or(partner).or(person).or(moves.first());
    let chosen = chosen.zip(moves.first());
    let (chosen, best) = chosen.ok_or_else(|| ApiError::internal(&"a search found no move"))?;
    Ok(Json(answer(
        chosen,
        best,
        from_opening.is_some(),
        &snapshot,
    )))
}

impl Chosen {
    /// A move that was not searched now.
    fn of_book(known: &BookMove) -> Self {
        let chosen = ScoredMove::from(known);
        let score = chosen.discs();
        Self {
            chosen,
            best: known.square,
            best_score: score,
            given: 0.0,
            from_opening: false,
            seconds: 0.0,
        }
    }
}

impl ChooseRequest {
    /// Returns the next move of the opening, if the position is in it.
    fn opening_move(&self, position: &Position) -> Result<Option<Square>, ApiError> {
        let Some(text) = &self.opening else {
            return Ok(None);
        };
        let named = OpeningNames::shipped().named(text);
        let moves = named.map_or(text.as_str(), |opening| opening.moves);
        let opening = Game::from_transcript(position.shape(), moves)
            .map_err(|error| ApiError::bad("opening", error.to_string()))?;
        Ok(OpeningLine::new(&opening).next_move(position))
    }

    /// Returns the rating of a human-like opponent and how it plays, if it was asked for.
    fn human(&self, position: &Position) -> Result<Option<(HumanRating, Strength)>, ApiError> {
        let Some(points) = self.human else {
            return Ok(None);
        };
        let rating = HumanRating::new(points);
        if rating.points() != points {
            let message = format!(
                "found {points}: expected a rating from {} to {}",
                HumanRating::MIN,
                HumanRating::MAX
            );
            return Err(ApiError::bad("human", message));
        }
        let shape = position.shape();
        if shape != Shape::STANDARD {
            let message = format!("human@{points} plays on 8x8 only: found a board of {shape}");
            return Err(ApiError::bad("human", message));
        }
        if self.level.is_some() || self.time.is_some() || self.give_away.is_some() {
            let message = "expected no level, time or give_away with human";
            return Err(ApiError::bad("human", message));
        }
        Ok(Some((
            rating,
            Strength::of(rating, position.empties().len() as u32),
        )))
    }

    /// Returns the handicap, if any.
    fn handicap(&self) -> Result<Option<GiveAway>, ApiError> {
        let Some(target) = self.give_away else {
            return Ok(None);
        };
        for (place, discs) in [("give_away", target), ("given", self.given)] {
            if !(0.0..=128.0).contains(&discs) {
                let message = format!("found {discs}: expected discs from 0 to 128");
                return Err(ApiError::bad(place, message));
            }
        }
        Ok(Some(GiveAway {
            target,
            given: self.given,
            seed: self.seed.unwrap_or_default(),
        }))
    }

    /// Returns the search task: of all moves, if moves other than the best may be played.
    fn task(&self, position: Position, limits: &ServerLimits, all: bool) -> Result<Task, ApiError> {
        match (self.level, self.time) {
            (Some(request), None) => {
                let level = level(request, limits)?;
                let task = if all {
                    Task::all_moves(position, level)
                } else {
                    Task::choice(position, level)
                };
                Ok(task.within(limits.time))
            }
            (None, Some(request)) => {
                let time = time(request, limits)?;
                let is_forced = position.legal_moves().len() == 1;
                let task = if is_forced {
                    Task::level(position, 1)
                } else {
                    Task::analysis(position)
                };
                let task = if all {
                    task.best_moves(usize::MAX)
                } else {
                    task
                };
                Ok(task.within(time))
            }
            _ => Err(ApiError::bad("level", "expected a level, a time or human")),
        }
    }
}

fn find(moves: &[ScoredMove], square: Square) -> Option<&ScoredMove> {
    moves.iter().find(|valued| valued.square == square)
}

fn answer(
    chosen: &ScoredMove,
    best: &ScoredMove,
    from_opening: bool,
    snapshot: &Snapshot,
) -> Chosen {
    Chosen {
        chosen: ScoredMove {
            nodes: snapshot.nodes,
            ..chosen.clone()
        },
        best: best.square,
        best_score: best.discs(),
        given: best.discs() - chosen.discs(),
        from_opening,
        seconds: snapshot.time.as_secs_f64(),
    }
}
