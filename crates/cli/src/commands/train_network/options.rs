//! How a network is learned.

use std::fmt;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;
use outflank_engine::evaluation::Network;
use outflank_training::training::Pouring;
use outflank_training::training::network::{NetworkSettings, NetworkWidth};

/// The network, and how it is learned.
#[derive(Args)]
pub(crate) struct NetworkOptions {
    /// Numbers of a row: 16, 32, 64 or 128 [default: 64, or those of --from].
    #[arg(long, value_name = "N", conflicts_with = "from")]
    width: Option<NetworkWidth>,

    /// Begin from the numbers of this network, of any games, in place of numbers by
    /// chance: a smaller --rate suits it.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,

    /// How often each position is learned from. The learning rate falls to the end, so
    /// that other numbers are other trainings.
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    epochs: u32,

    /// The greatest learning rate.
    #[arg(long, value_name = "RATE", default_value_t = 0.001, value_parser = parse_rate)]
    rate: f64,

    /// Positions between two changes of the network.
    #[arg(long, value_name = "N", default_value_t = 8192, value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    batch: u32,

    /// Decides the first numbers (unless --from has them) and the order of the positions.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// One game in N is held out to measure the error.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(2..))]
    hold_out: u64,

    /// Share of a self-play position's score that comes from the rest of its
    /// game, from 0 to 1; what is left is what the search said of it.
    #[arg(long, value_name = "SHARE", default_value_t = 0.7, value_parser = parse_share)]
    lambda: f64,
}

impl NetworkOptions {
    /// How positions are made, of so many of a hundred games not held out.
    pub(super) fn pouring(&self, percent: f64) -> Pouring {
        Pouring {
            hold_out: self.hold_out,
            lambda: self.lambda,
            share: percent / 100.0,
        }
    }

    /// The network to begin with, if one is given.
    pub(super) fn first(&self) -> anyhow::Result<Option<Network>> {
        let Some(path) = &self.from else {
            return Ok(None);
        };
        let place = || format!("--from {}", path.display());
        let bytes = std::fs::read(path).with_context(place)?;
        Network::from_bytes(&bytes).map(Some).with_context(place)
    }

    /// How the network is trained; the width is that of the first network, if there is
    /// one.
    pub(super) fn settings(&self) -> NetworkSettings {
        let default = NetworkSettings::default();
        NetworkSettings {
            width: self.width.unwrap_or(default.width),
            epochs: self.epochs,
            rate: self.rate,
            batch: self.batch as usize,
            seed: self.seed,
        }
    }
}

/// As the file of the network tells it.
impl fmt::Display for NetworkOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.from {
            Some(path) => {
                let name = path.file_name().unwrap_or(path.as_os_str());
                write!(f, "from {}, ", name.display())?;
            }
            None => write!(f, "width {}, ", self.settings().width)?,
        }
        write!(
            f,
            "epochs {}, rate {}, batch {}, seed {}, lambda {}",
            self.epochs, self.rate, self.batch, self.seed, self.lambda
        )
    }
}

/// Reads a number that is fit for something.
fn parse_number(text: &str, is_fit: impl Fn(f64) -> bool, expected: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|&number| is_fit(number));
    number.ok_or_else(|| format!("expected {expected}"))
}

fn parse_rate(text: &str) -> Result<f64, String> {
    let is_fit = |rate| rate > 0.0 && rate <= 1.0;
    parse_number(text, is_fit, "a number above 0 and up to 1")
}

fn parse_share(text: &str) -> Result<f64, String> {
    let is_fit = |share| (0.0..=1.0).contains(&share);
    parse_number(text, is_fit, "a number from 0 to 1")
}

/// Reads minutes, a day at most.
pub(super) fn parse_minutes(text: &str) -> Result<f64, String> {
    let is_fit = |minutes| minutes > 0.0 && minutes <= 1440.0;
    parse_number(text, is_fit, "more than 0 minutes, 1440 at most")
}
