//! Which openings are played.

use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use clap::Args;
use outflank_matches::{
    MatchEngine, RandomOpenings, read_openings, shuffle_openings, take_openings,
};
use outflank_othello::{Game, Shape};

/// Games of a pairing if neither the user nor a file of openings says how many.
const DEFAULT_GAMES: usize = 100;

/// Games of a pairing at most.
const MAX_GAMES: usize = 100_000;

/// The options that say from which openings games are played.
#[derive(Args)]
pub(in crate::commands) struct OpeningOptions {
    /// Openings, one a line: a transcript, or a board in OBF; - is standard
    /// input. Without it openings are made of random moves.
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,

    /// Draw the openings from the file at random instead of taking the first
    /// ones.
    #[arg(long, requires = "openings")]
    shuffle: bool,

    /// Random moves of an opening; 0 takes the bare start.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 8,
        conflicts_with = "openings"
    )]
    plies: u32,
}

impl OpeningOptions {
    /// As many openings as there are to be pairs of games; all of the file, or a
    /// usual number, if that is left open.
    pub(in crate::commands) fn take(
        &self,
        pairs: Option<usize>,
        shape: Shape,
        seed: u64,
        engines: &[Box<dyn MatchEngine>],
    ) -> anyhow::Result<Vec<Game>> {
        let Some(path) = &self.openings else {
            let count = pairs.unwrap_or(DEFAULT_GAMES / 2);
            let random = RandomOpenings::new(shape, self.plies, seed);
            let openings = random.generate(count);
            return take_openings(openings, count, engines)
                .with_context(|| format!("random openings, {} plies on {shape}", self.plies));
        };
        let place = || format!("openings {}", path.display());
        let mut openings = openings_from(path, shape).with_context(place)?;
        if self.shuffle {
            shuffle_openings(&mut openings, seed);
        }
        let count = pairs.unwrap_or(openings.len());
        take_openings(openings, count, engines).with_context(place)
    }
}

fn openings_from(path: &Path, shape: Shape) -> anyhow::Result<Vec<Game>> {
    let text = if path == Path::new("-") {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text)?;
        text
    } else {
        std::fs::read_to_string(path)?
    };
    Ok(read_openings(&text, shape)?)
}

/// The pairs of so many games.
pub(in crate::commands) fn pairs_of_games(games: usize) -> anyhow::Result<usize> {
    if !games.is_multiple_of(2) || !(2..=MAX_GAMES).contains(&games) {
        bail!(
            "--games {games}: expected an even number from 2 to {MAX_GAMES}, \
             because each opening is played with both colours"
        );
    }
    Ok(games / 2)
}
