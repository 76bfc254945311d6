//! The move that the engine plays.

use std::ops::ControlFlow;

use outflank_book::BookMove;
use outflank_human::{HumanModel, HumanRating, Strength, draw, policy};
use outflank_othello::{Game, Move, Position, Shape, Square};
use outflank_study::practice::{GiveAway, OpeningLine};
use outflank_study::{AnalyzedMove, OpeningNames};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::book::book_move;
use crate::context::discs;
use crate::game_fields::{GameFields, last_position};
use crate::search::Task;
use crate::{ApiError, Context};

/// Settings of the engine's play.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChooseRequest {
    #[schemars(range(min = 1, max = 60))]
    level: Option<u32>,
    /// Seconds; instead of a level.
    time: Option<f64>,
    /// Instead of a level: the rating of people as whom it plays, on 8x8.
    #[schemars(range(min = 400, max = 2400))]
    human: Option<u16>,
    /// Discs to give away in the whole game.
    #[schemars(range(min = 0, max = 128))]
    give_away: Option<f64>,
    /// Discs given away so far.
    #[serde(default)]
    #[schemars(range(min = 0, max = 128))]
    given: f64,
    /// A transcript for the engine to follow.
    opening: Option<String>,
    /// Play the best move of the opening book without a search while it knows one; not with
    /// human, give_away or a move of opening.
    #[serde(default)]
    book: bool,
    /// Seed of the choice among several moves; without it that of human is random.
    seed: Option<u64>,
}

/// The move chosen.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Chosen {
    #[serde(flatten)]
    chosen: AnalyzedMove,
    best: Square,
    best_score: f64,
    /// Discs given away by this move.
    given: f64,
    from_opening: bool,
    seconds: f64,
}

pub(crate) fn choose(
    game: &GameFields,
    request: &ChooseRequest,
    context: &Context<'_>,
) -> Result<Chosen, ApiError> {
    let game = game.game()?;
    let position = last_position(&game)?;
    let opening = request.opening_move(&position)?;
    let handicap = request.handicap()?;
    let human = request.human(&position)?;
    let task = match &human {
        Some((_, strength)) => {
            Task::all_moves(position, strength.level).within(context.limits().time)
        }
        None => request.task(position, opening.is_some() || handicap.is_some(), context)?,
    };
    let is_plain = human.is_none() && opening.is_none() && handicap.is_none();
    if request.book
        && is_plain
        && let Some(known) = book_move(context, &position)?
    {
        return Ok(Chosen::of_book(&known));
    }
    let found = context
        .search
        .search(task, &mut |_| ControlFlow::Continue(()))?;
    let moves = &found.moves;
    let from_opening = opening.and_then(|square| find(moves, square));
    let partner = handicap.and_then(|handicap| handicap.choose(&position, moves));
    let last = game.last_move().and_then(Move::square);
    let person = human.and_then(|(rating, strength)| {
        let scores: Vec<(Square, f64)> = moves.iter().map(|mv| (mv.square, mv.score)).collect();
        let model = HumanModel::shipped();
        let likely = policy(model, rating, &strength, &position, last, &scores);
        let seed = request.seed.unwrap_or_else(rand::random);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        find(moves, draw(&likely, rng.random())?.square)
    });
    let chosen = from_opening.or(partner).or(person).or(moves.first());
    let chosen = chosen.zip(moves.first());
    let (chosen, best) = chosen.ok_or_else(|| ApiError::internal(&"a search found no move"))?;
    Ok(Chosen {
        chosen: AnalyzedMove {
            nodes: found.nodes,
            ..chosen.clone()
        },
        best: best.square,
        best_score: best.score,
        given: best.score - chosen.score,
        from_opening: from_opening.is_some(),
        seconds: found.time.as_secs_f64(),
    })
}

impl Chosen {
    /// A move that was not searched now.
    fn of_book(known: &BookMove) -> Self {
        let chosen = AnalyzedMove::from(known);
        let score = chosen.score;
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
        discs("give_away", target)?;
        discs("given", self.given)?;
        Ok(Some(GiveAway {
            target,
            given: self.given,
            seed: self.seed.unwrap_or_default(),
        }))
    }

    /// Returns the search task: of all moves, if moves other than the best may be played.
    fn task(&self, position: Position, all: bool, context: &Context<'_>) -> Result<Task, ApiError> {
        match (self.level, self.time) {
            (Some(level), None) => {
                let level = context.level(Some(level), level)?;
                let task = match all {
                    true => Task::all_moves(position, level),
                    false => Task::choice(position, level),
                };
                Ok(task.within(context.limits().time))
            }
            (None, Some(time)) => {
                let is_forced = position.legal_moves().len() == 1;
                let task = match is_forced {
                    true => Task::level(position, 1),
                    false => Task::analysis(position),
                };
                let task = task.best_moves(if all { usize::MAX } else { 1 });
                Ok(task.within(context.time(time)?))
            }
            _ => Err(ApiError::bad("level", "expected a level, a time or human")),
        }
    }
}

fn find(moves: &[AnalyzedMove], square: Square) -> Option<&AnalyzedMove> {
    moves.iter().find(|valued| valued.square == square)
}
