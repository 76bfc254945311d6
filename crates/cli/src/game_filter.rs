//! Options that select games, shared by `convert` and `db`.

use std::ops::RangeInclusive;

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use outflank_othello::format::{GameFilter, OpeningFilter, PositionFilter, ResultFilter};
use outflank_othello::notation::parse_position;
use outflank_othello::{Color, Game, Shape};
use outflank_study::archive::ArchiveQuery;

/// Conditions on games. A game must satisfy all of them.
#[derive(Args)]
#[command(next_help_heading = "Game filter")]
pub(crate) struct GameFilterOptions {
    /// Games of this player; part of the name is enough.
    #[arg(long, value_name = "NAME")]
    player: Option<String>,

    /// Games in which this player has Black; part of the name is enough.
    #[arg(long, value_name = "NAME")]
    black: Option<String>,

    /// Games in which this player has White; part of the name is enough.
    #[arg(long, value_name = "NAME")]
    white: Option<String>,

    /// Games of this tournament; part of the name is enough.
    #[arg(long, value_name = "NAME")]
    tournament: Option<String>,

    /// Games of a year, or of a range of years such as 1990-1999.
    #[arg(long, value_name = "YEAR[-YEAR]", value_parser = parse_years)]
    year: Option<RangeInclusive<u16>>,

    /// Games with this result; `win` and `loss` are from the view of --player.
    #[arg(long, value_name = "RESULT")]
    result: Option<ResultName>,

    /// Games that begin with these moves, up to a symmetry of the starting
    /// position.
    #[arg(long, value_name = "TRANSCRIPT")]
    opening: Option<String>,

    /// Games that reach this position (a transcript or a board in OBF), up to the
    /// eight symmetries.
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
}

/// A value of `--result`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ResultName {
    Win,
    Draw,
    Loss,
    Black,
    White,
}

impl GameFilterOptions {
    /// Returns the query for the archive.
    pub(crate) fn query(&self, shape: Shape) -> anyhow::Result<ArchiveQuery> {
        let result = self.result.map(|name| match name {
            ResultName::Win => ResultFilter::Win,
            ResultName::Loss => ResultFilter::Loss,
            ResultName::Draw => ResultFilter::Draw,
            ResultName::Black => ResultFilter::Side(Color::Black),
            ResultName::White => ResultFilter::Side(Color::White),
        });
        let is_a_players = matches!(result, Some(ResultFilter::Win | ResultFilter::Loss));
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
        Ok(ArchiveQuery {
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

    /// Returns the filter for games read one at a time.
    pub(crate) fn selection(&self, shape: Shape) -> anyhow::Result<GameFilter> {
        let query = self.query(shape)?;
        Ok(GameFilter {
            player: query.player,
            black: query.black,
            white: query.white,
            tournament: query.tournament,
            years: query.years,
            result: query.result,
            opening: query.opening.as_ref().map(OpeningFilter::new),
            position: query.position.as_ref().map(PositionFilter::new),
        })
    }
}

/// Parses `1990` or `1990-1999`.
fn parse_years(text: &str) -> Result<RangeInclusive<u16>, String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let year = |text: &str| {
        let digits = text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| text.parse().ok()).flatten()
    };
    match (year(first), year(last)) {
        (Some(first), Some(last)) if first <= last => Ok(first..=last),
        _ => Err("expected a year such as 1990, or a range such as 1990-1999".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_year_or_a_range_is_parsed() {
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
