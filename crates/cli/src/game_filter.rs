//! Which games of many are taken, in every command that takes some.

use std::ops::RangeInclusive;

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use outflank_othello::format::{Opening, Selection, WantedPosition, WantedResult};
use outflank_othello::notation::parse_position;
use outflank_othello::{Color, Game, Shape};
use outflank_study::archive::Wanted;

/// The games to take; all that is asked for must be so.
#[derive(Args)]
#[command(next_help_heading = "Games to take")]
pub(crate) struct GameFilterOptions {
    /// Games of a player, by a part of the name.
    #[arg(long, value_name = "NAME")]
    player: Option<String>,

    /// Games with this player of Black, by a part of the name.
    #[arg(long, value_name = "NAME")]
    black: Option<String>,

    /// Games with this player of White, by a part of the name.
    #[arg(long, value_name = "NAME")]
    white: Option<String>,

    /// Games of a tournament, by a part of the name.
    #[arg(long, value_name = "NAME")]
    tournament: Option<String>,

    /// Games of a year or of years such as 1990-1999.
    #[arg(long, value_name = "YEAR[-YEAR]", value_parser = parse_years)]
    year: Option<RangeInclusive<u16>>,

    /// Games with this result; `win` and `loss` are those of --player.
    #[arg(long, value_name = "RESULT")]
    result: Option<ResultName>,

    /// Games that begin with a transcript, or with it under a symmetry of the
    /// start.
    #[arg(long, value_name = "TRANSCRIPT")]
    opening: Option<String>,

    /// Games that come by a position, given as a transcript or as a board and
    /// its mover, or by it under any of the eight symmetries.
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
}

/// A result by its name.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ResultName {
    Win,
    Draw,
    Loss,
    Black,
    White,
}

impl GameFilterOptions {
    /// The games to take, for the archive.
    pub(crate) fn wanted(&self, shape: Shape) -> anyhow::Result<Wanted> {
        let result = self.result.map(|name| match name {
            ResultName::Win => WantedResult::Win,
            ResultName::Loss => WantedResult::Loss,
            ResultName::Draw => WantedResult::Draw,
            ResultName::Black => WantedResult::Side(Color::Black),
            ResultName::White => WantedResult::Side(Color::White),
        });
        let is_a_players = matches!(result, Some(WantedResult::Win | WantedResult::Loss));
        anyhow::ensure!(
            !is_a_players || self.player.is_some(),
            "--result win and --result loss need --player: expected black, white or draw"
        );
        let opening = self.opening.as_ref().map(|text| {
            let game = Game::from_transcript(shape, text);
            game.with_context(|| format!("--opening {text:?}"))
        });
        let position = self.position.as_ref().map(|text| {
            let position = parse_position(text, shape);
            position.with_context(|| format!("--position {text:?}"))
        });
        Ok(Wanted {
            player: self.player.clone(),
            black: self.black.clone(),
            white: self.white.clone(),
            tournament: self.tournament.clone(),
            years: self.year.clone(),
            result,
            opening: opening.transpose()?,
            position: position.transpose()?,
        })
    }

    /// The same, for games that come one by one.
    pub(crate) fn selection(&self, shape: Shape) -> anyhow::Result<Selection> {
        let wanted = self.wanted(shape)?;
        Ok(Selection {
            player: wanted.player,
            black: wanted.black,
            white: wanted.white,
            tournament: wanted.tournament,
            years: wanted.years,
            result: wanted.result,
            opening: wanted.opening.as_ref().map(Opening::new),
            position: wanted.position.as_ref().map(WantedPosition::new),
        })
    }
}

/// Reads `1990` and `1990-1999`.
fn parse_years(text: &str) -> Result<RangeInclusive<u16>, String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let year = |text: &str| {
        let digits = text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| text.parse().ok()).flatten()
    };
    match (year(first), year(last)) {
        (Some(first), Some(last)) if first <= last => Ok(first..=last),
        _ => Err("expected a year such as 1990, or two such as 1990-1999".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years_are_one_or_two() {
        assert_eq!(parse_years("1990"), Ok(1990..=1990));
        assert_eq!(parse_years("1990-1999"), Ok(1990..=1999));
        for text in [
            "",
            "90",
            "1999-1990",
            "1990-",
            "-1990",
            "+990",
            "1990-1991-1992",
        ] {
            assert!(parse_years(text).is_err(), "{text:?}");
        }
    }
}
