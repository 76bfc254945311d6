//! Options that select games, shared by `analyze`, `convert` and `db`.

use anyhow::{Context as _, Result};
use clap::{Args, ValueEnum};
use outflank_othello::format::{GameFilter, OpeningFilter, PositionFilter, ResultFilter, Years};
use outflank_othello::{Game, Position, Shape};
use outflank_study::OpeningNames;

use crate::input::{parse_game, parse_position};

/// Conditions on games. A game must satisfy all of them.
#[derive(Args, Debug)]
#[command(next_help_heading = "Game filter")]
pub(crate) struct GameFilterOptions {
    /// Games with this player; part of the name is enough.
    #[arg(long, value_name = "NAME")]
    player: Option<String>,

    /// Games in which this player plays Black; part of the name is enough.
    #[arg(long, value_name = "NAME")]
    black: Option<String>,

    /// Games in which this player plays White; part of the name is enough.
    #[arg(long, value_name = "NAME")]
    white: Option<String>,

    /// Games from this tournament; part of the name is enough.
    #[arg(long, value_name = "NAME")]
    tournament: Option<String>,

    /// Games from a year, or from a range of years such as 1990-1999.
    #[arg(long, value_name = "YEAR[-YEAR]")]
    year: Option<Years>,

    /// Games with this result; `win` and `loss` are from the point of view of --player.
    #[arg(long, value_name = "RESULT")]
    result: Option<ResultName>,

    /// Games that begin with these moves, up to the symmetries of the starting position, or that
    /// reach the opening with this name, such as tiger.
    #[arg(long, value_name = "TRANSCRIPT|NAME")]
    opening: Option<String>,

    /// Games that reach this position (a transcript or a board in OBF), up to the
    /// eight symmetries.
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
}

/// A value of `--result`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ResultName {
    Win,
    Draw,
    Loss,
    Black,
    White,
}

impl From<ResultName> for ResultFilter {
    fn from(name: ResultName) -> Self {
        match name {
            ResultName::Win => Self::Win,
            ResultName::Draw => Self::Draw,
            ResultName::Loss => Self::Loss,
            ResultName::Black => Self::Black,
            ResultName::White => Self::White,
        }
    }
}

impl GameFilterOptions {
    pub(crate) fn player(&self) -> Option<&str> {
        self.player.as_deref()
    }

    pub(crate) fn filter(&self, shape: Shape) -> Result<GameFilter> {
        let is_players = matches!(self.result, Some(ResultName::Win | ResultName::Loss));
        anyhow::ensure!(
            !is_players || self.player.is_some(),
            "--result win and --result loss need --player: expected black, white or draw"
        );
        let mut opening = None;
        let mut position = None;
        if let Some(text) = &self.opening {
            let place = || format!("--opening {text:?}");
            match OpeningNames::shipped().named(text) {
                // A name stands for a position, whatever moves lead to it.
                Some(named) if self.position.is_none() => {
                    let game = Game::from_transcript(Shape::STANDARD, named.moves);
                    position = Some(PositionFilter::new(game.with_context(place)?.position()));
                }
                _ => opening = Some(OpeningFilter::new(parse_opening(text, shape)?)),
            }
        }
        if let Some(text) = &self.position {
            let at = parse_position(text, shape);
            let at = at.with_context(|| format!("--position {text:?}"))?;
            position = Some(PositionFilter::new(&at));
        }
        Ok(GameFilter {
            player: self.player.clone(),
            black: self.black.clone(),
            white: self.white.clone(),
            tournament: self.tournament.clone(),
            years: self.year,
            result: self.result.map(ResultFilter::from),
            opening,
            position,
        })
    }
}

/// Returns the moves of an opening given with `--opening`: a name in the built-in table, or a
/// transcript.
pub(crate) fn parse_opening(text: &str, shape: Shape) -> Result<Game> {
    let named = OpeningNames::shipped().named(text);
    let moves = named.map_or(text, |named| named.moves);
    Game::from_transcript(shape, moves).with_context(|| {
        format!("--opening {text:?}: neither the name of an opening nor a transcript")
    })
}

/// Parses `start`, a transcript, a board in OBF or the name of an opening into a position.
pub(crate) fn position_or_opening(text: &str, shape: Shape) -> Result<Position> {
    game_or_opening(text, shape).map(|game| *game.position())
}

/// Parses `start`, a transcript, a board in OBF or the name of an opening into a game.
pub(crate) fn game_or_opening(text: &str, shape: Shape) -> Result<Game> {
    match OpeningNames::shipped().named(text) {
        Some(named) if shape == Shape::STANDARD => {
            Game::from_transcript(shape, named.moves).with_context(|| text.to_owned())
        }
        _ => parse_game(text, shape),
    }
}
