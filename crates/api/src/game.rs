//! All plies and positions of a game.

use outflank_othello::notation::transcript;
use outflank_othello::{Color, Game, Move, Outcome, Position, Shape, Square, SquareSet};
use outflank_study::{NamedOpening, Opening, OpeningNames};
use outflank_textbook::{DiscStatus, disc_statuses};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::endpoint::NoFields;
use crate::game_fields::GameFields;
use crate::{ApiError, Context, Result};

/// Which part of a game to return.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GameRequest {
    /// The first ply to return, counted from 0.
    #[serde(default)]
    from: usize,
    /// Whether to return the moves before an illegal move instead of an error.
    #[serde(default)]
    partial: bool,
}

/// A game, ply by ply.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Game")]
pub(crate) struct GameView {
    board: Shape,
    columns: u8,
    rows: u8,
    start: Position,
    moves: String,
    /// The plies from `from` on, passes included.
    plies: Vec<Ply>,
    /// The position before each ply, and the last one.
    positions: Vec<PositionView>,
    opening: Option<NamedOpening<'static>>,
    /// Why the rest of the moves cannot be played, if `partial` is set.
    #[serde(skip_serializing_if = "Option::is_none")]
    unplayed: Option<String>,
}

/// A move or a pass.
#[derive(Serialize, JsonSchema)]
struct Ply {
    mover: Color,
    #[serde(rename = "move")]
    mv: Move,
    flips: SquareSet,
}

/// A position of a game.
#[derive(Serialize, JsonSchema)]
struct PositionView {
    position: Position,
    /// Null if the game is over.
    mover: Option<Color>,
    legal: Vec<LegalMove>,
    discs: DiscCounts,
    empties: usize,
    /// Discs that are known to be stable.
    stable: SquareSet,
    over: bool,
    outcome: Option<FinalScore>,
    /// The opening that ends in this position.
    opening: Option<&'static str>,
}

/// A legal move and the discs that it flips.
#[derive(Serialize, JsonSchema)]
struct LegalMove {
    #[serde(rename = "move")]
    square: Square,
    flips: SquareSet,
}

/// The number of discs of each side.
#[derive(Serialize, JsonSchema)]
struct DiscCounts {
    black: u32,
    white: u32,
}

/// The result of a finished game.
#[derive(Serialize, JsonSchema)]
struct FinalScore {
    /// Disc difference for Black, empties to the winner.
    black_score: i32,
    winner: Option<Color>,
}

pub(crate) fn game(game: &GameFields, request: &GameRequest, _: &Context<'_>) -> Result<GameView> {
    let (game, unplayed) = match request.partial {
        true => game.longest_game()?,
        false => (game.game()?, None),
    };
    let plies = game.moves().len();
    if request.from > plies {
        let message = format!("found {}: the game has {plies} plies", request.from);
        return Err(ApiError::bad("from", message));
    }
    Ok(GameView {
        unplayed,
        ..GameView::new(&game, request.from)
    })
}

pub(crate) fn openings(_: &NoFields, _: &Context<'_>) -> Result<&'static [Opening]> {
    Ok(OpeningNames::shipped().openings())
}

impl GameView {
    fn new(game: &Game, from: usize) -> Self {
        let shape = game.shape();
        let positions = game.positions()[from..].iter();
        Self {
            board: shape,
            columns: shape.width(),
            rows: shape.height(),
            start: *game.start(),
            moves: transcript(game),
            plies: game.plies().skip(from).map(Ply::new).collect(),
            positions: positions.map(PositionView::new).collect(),
            opening: OpeningNames::shipped().name_of(game),
            unplayed: None,
        }
    }
}

impl Ply {
    fn new((position, mv): (&Position, Move)) -> Self {
        let flips = mv.square().map(|square| position.flips(square));
        Self {
            mover: position.mover(),
            mv,
            flips: flips.unwrap_or_default(),
        }
    }
}

impl PositionView {
    fn new(position: &Position) -> Self {
        let over = position.is_over();
        let statuses = disc_statuses(position).into_iter();
        let stable = statuses.filter(|(_, _, status)| *status == DiscStatus::Stable);
        let legal = position.legal_moves().into_iter().map(|square| LegalMove {
            square,
            flips: position.flips(square),
        });
        let black_score = position.score(Color::Black);
        let winner = Outcome { black_score }.winner();
        let opening = OpeningNames::shipped().of_position(position);
        Self {
            position: *position,
            mover: (!over).then(|| position.mover()),
            legal: legal.collect(),
            discs: DiscCounts {
                black: position.count(Color::Black),
                white: position.count(Color::White),
            },
            empties: position.empties().len(),
            stable: stable.map(|(square, ..)| square).collect(),
            over,
            outcome: over.then_some(FinalScore {
                black_score,
                winner,
            }),
            opening: opening.map(|opening| opening.name),
        }
    }
}
