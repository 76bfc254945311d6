//! Options for openings.

use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use clap::Args;
use outflank_matches::{
    MatchEngine, RandomOpenings, read_openings, shuffle_openings, take_openings,
};
use outflank_othello::{Game, Shape};

use crate::balanced;
use crate::game_filter::parse_opening;

/// Default number of games per pairing without an openings file.
const DEFAULT_GAMES: usize = 100;

/// Maximum number of games per pairing.
const MAX_GAMES: usize = 100_000;

/// Options for openings.
#[derive(Args)]
pub(super) struct OpeningOptions {
    /// File of openings, one transcript or OBF board per line; `-` is standard input, and
    /// `balanced` stands for the built-in openings of eight moves. By default, openings consist of
    /// random moves.
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,

    /// Choose openings at random instead of the first ones.
    #[arg(long, requires = "openings")]
    shuffle: bool,

    /// Opening with which all games begin: a name, such as tiger, or a transcript. Random moves
    /// follow it.
    #[arg(long, value_name = "NAME", conflicts_with = "openings")]
    opening: Option<String>,

    /// Number of random moves in an opening, after the moves of `--opening`; 0 for none.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 8,
        conflicts_with = "openings"
    )]
    plies: u32,
}

impl OpeningOptions {
    /// Returns one opening per game pair. Without a number of games, returns all openings in the
    /// file, or the default number.
    pub(super) fn take(
        &self,
        pairs: Option<usize>,
        shape: Shape,
        seed: u64,
        engines: &[Box<dyn MatchEngine>],
    ) -> Result<Vec<Game>> {
        let Some(path) = &self.openings else {
            let count = pairs.unwrap_or(DEFAULT_GAMES / 2);
            let random = RandomOpenings::new(shape, self.plies, seed);
            let start = match &self.opening {
                Some(text) => parse_opening(text, shape)?,
                None => Game::new(shape),
            };
            let openings = random.generate_after(&start, count);
            return take_openings(openings, count, engines)
                .with_context(|| format!("random openings, {} plies on {shape}", self.plies));
        };
        let place = || format!("openings {}", path.display());
        let (mut openings, default) = match balanced::named(path, shape)? {
            Some(balanced) => (balanced, DEFAULT_GAMES / 2),
            None => {
                let openings = openings_from(path, shape).with_context(place)?;
                let all = openings.len();
                (openings, all)
            }
        };
        if self.shuffle {
            shuffle_openings(&mut openings, seed);
        }
        let count = pairs.unwrap_or(default);
        take_openings(openings, count, engines).with_context(place)
    }
}

fn openings_from(path: &Path, shape: Shape) -> Result<Vec<Game>> {
    let content = if path == Path::new("-") {
        let mut content = Vec::new();
        std::io::stdin().read_to_end(&mut content)?;
        content
    } else {
        std::fs::read(path)?
    };
    Ok(read_openings(&String::from_utf8_lossy(&content), shape)?)
}

pub(super) fn pairs_of_games(games: usize) -> Result<usize> {
    if !games.is_multiple_of(2) || !(2..=MAX_GAMES).contains(&games) {
        bail!(
            "--games {games}: expected an even number from 2 to {MAX_GAMES}, \
             because each opening is played with both colours"
        );
    }
    Ok(games / 2)
}
