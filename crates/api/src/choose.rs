//! The move that the engine plays.

use std::ops::ControlFlow;

use outflank_engine::{Limits, ScoredMove, SearchRequest, SearchResult};
use outflank_human::{HumanRating, Strength};
use outflank_othello::{Game, Move, Position, Shape, Square};
use outflank_study::OpeningNames;
use outflank_study::opponent::{BookChoice, Choice, Opponent, Step, Style};
use outflank_study::sparring::{GiveAway, OpeningLine};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::discs;
use crate::game_fields::{GameFields, last_position};
use crate::search::Task;
use crate::{ApiError, Context, Result};

/// How the engine chooses its move.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChooseRequest {
    #[schemars(range(min = 1, max = 60))]
    level: Option<u32>,
    /// In seconds, instead of a level.
    time: Option<f64>,
    /// The rating of the people whose play the engine imitates, instead of a level. Only on 8x8.
    #[schemars(range(min = 400, max = 2400))]
    human: Option<u16>,
    /// How many discs to give away in the whole game.
    #[schemars(range(min = 0, max = 128))]
    give_away: Option<f64>,
    /// How many discs the engine has given away so far.
    #[serde(default)]
    #[schemars(range(min = 0, max = 128))]
    given: f64,
    /// A transcript for the engine to follow.
    opening: Option<String>,
    /// Play the best move of the opening book, if there is one, without a search. Ignored with
    /// human, with give_away, and while the engine follows opening.
    #[serde(default)]
    book: bool,
    /// Seed for the choice among several moves. Without it, the choice of human is random.
    seed: Option<u64>,
}

/// The chosen move.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Chosen {
    #[serde(flatten)]
    chosen: ScoredMove,
    best: Square,
    best_score: f64,
    /// How many discs this move gives away.
    given: f64,
    from_opening: bool,
    seconds: f64,
}

pub(crate) fn choose(
    game: &GameFields,
    request: &ChooseRequest,
    context: &Context<'_>,
) -> Result<Chosen> {
    let game = game.game()?;
    let position = last_position(&game)?;
    let opponent = request.opponent(&position, context)?;
    let task = match opponent.style {
        Style::Human(rating) => {
            let strength = Strength::of(rating, position.empties().len() as u32);
            Task::all_moves(position, strength.level).within(context.limits().time)
        }
        style => {
            let needs_all = style != Style::Best || opponent.follows_opening(&position);
            request.task(position, needs_all, context)?
        }
    };
    let search = SearchRequest::new(&position, Limits::default());
    let step = opponent.prepare(&search);
    let (choice, seconds) = match step.map_err(|error| ApiError::internal(&error))? {
        Step::Play(known) => (Some(Choice::best(known)), 0.0),
        Step::Search(_) => {
            let mut go_on = |_: &_| ControlFlow::Continue(());
            let found = context.search.search(task, &mut go_on)?;
            let result = SearchResult {
                moves: found.moves.to_vec(),
                ..SearchResult::default()
            };
            let last = game.last_move().and_then(Move::square);
            let mut choice = opponent.choose(&search, last, result);
            if let Some(choice) = &mut choice {
                choice.chosen.nodes = found.nodes;
            }
            (choice, found.time.as_secs_f64())
        }
    };
    let choice = choice.ok_or_else(|| ApiError::internal(&"a search found no move"))?;
    Ok(Chosen {
        given: choice.given(),
        best: choice.best.square,
        best_score: choice.best.discs(),
        from_opening: choice.from_opening,
        chosen: choice.chosen,
        seconds,
    })
}

impl ChooseRequest {
    fn opponent(&self, position: &Position, context: &Context<'_>) -> Result<Opponent> {
        let style = match (self.human(position)?, self.handicap()?) {
            (Some(rating), _) => Style::Human(rating),
            (None, Some(handicap)) => Style::GiveAway(handicap),
            (None, None) => Style::Best,
        };
        let book = context.resources.book.clone().filter(|_| self.book);
        Ok(Opponent {
            opening: self.opening_line(position)?,
            book: book.map(|book| BookChoice::new(book, 0, None)),
            ..Opponent::new(style, self.seed.unwrap_or(context.seed))
        })
    }

    /// Returns the opening to follow, if any.
    fn opening_line(&self, position: &Position) -> Result<Option<OpeningLine>> {
        let Some(text) = &self.opening else {
            return Ok(None);
        };
        let named = OpeningNames::shipped().named(text);
        let moves = named.map_or(text.as_str(), |opening| opening.moves);
        let opening = Game::from_transcript(position.shape(), moves)
            .map_err(|error| ApiError::bad("opening", error.to_string()))?;
        Ok(Some(OpeningLine::new(&opening)))
    }

    /// Returns the rating of the human-like opponent, if the request has one.
    fn human(&self, position: &Position) -> Result<Option<HumanRating>> {
        let Some(points) = self.human else {
            return Ok(None);
        };
        let (rating, shape) = (HumanRating::new(points), position.shape());
        let message = if rating.points() != points {
            let (least, most) = (HumanRating::MIN, HumanRating::MAX);
            format!("found {points}: expected a rating from {least} to {most}")
        } else if shape != Shape::STANDARD {
            format!("human@{points} plays on 8x8 only: found a board of {shape}")
        } else if self.level.is_some() || self.time.is_some() || self.give_away.is_some() {
            "expected no level, time or give_away with human".to_owned()
        } else {
            return Ok(Some(rating));
        };
        Err(ApiError::bad("human", message))
    }

    fn handicap(&self) -> Result<Option<GiveAway>> {
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

    /// Returns the search task. It scores all moves if moves other than the best may be played.
    fn task(&self, position: Position, all: bool, context: &Context<'_>) -> Result<Task> {
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
