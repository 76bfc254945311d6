//! Options of training a network.

use std::fmt;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use clap::Args;
use outflank_engine::evaluation::Network;
use outflank_training::network::{NetworkSettings, NetworkWidth};

use crate::commands::train::shared::above_0;
use crate::options::parse_in;

/// How a network is trained.
#[derive(Args)]
pub(crate) struct NetworkOptions {
    /// Width of the network: 16, 32, 64 or 128 [default: 64, or that of --from].
    #[arg(long, value_name = "N", conflicts_with = "from")]
    width: Option<NetworkWidth>,

    /// Start from this network instead of random parameters; use a smaller --rate.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,

    /// Train only the heads, the layers after the first one: stages of the game without
    /// positions keep their values.
    #[arg(long, requires = "from")]
    heads_only: bool,

    /// Number of epochs. The learning rate decays over all of them.
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    epochs: u32,

    /// Peak learning rate.
    #[arg(long, value_name = "RATE", default_value_t = 0.001, value_parser = parse_rate)]
    rate: f64,

    /// Positions per batch.
    #[arg(long, value_name = "N", default_value_t = 8192, value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    batch: u32,

    /// Seed of the initial parameters and of the order of the positions.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

impl NetworkOptions {
    /// Reads the initial network, if there is one.
    pub(super) fn first(&self) -> Result<Option<Network>> {
        let Some(path) = &self.from else {
            return Ok(None);
        };
        let place = || format!("--from {}", path.display());
        let bytes = std::fs::read(path).with_context(place)?;
        Network::from_bytes(&bytes).map(Some).with_context(place)
    }

    pub(super) fn settings(&self) -> NetworkSettings {
        NetworkSettings {
            width: self.width.unwrap_or(NetworkSettings::default().width),
            epochs: self.epochs,
            rate: self.rate,
            batch: self.batch as usize,
            seed: self.seed,
            heads_only: self.heads_only,
        }
    }
}

/// Formats the options for the description of a network.
impl fmt::Display for NetworkOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.from {
            Some(path) => {
                let name = path.file_name().unwrap_or(path.as_os_str());
                let only = if self.heads_only { "heads only, " } else { "" };
                write!(f, "from {}, {only}", name.display())?;
            }
            None => write!(f, "width {}, ", self.settings().width)?,
        }
        write!(
            f,
            "epochs {}, rate {}, batch {}, seed {}",
            self.epochs, self.rate, self.batch, self.seed
        )
    }
}

fn parse_rate(text: &str) -> Result<f64, String> {
    parse_in(above_0(1.0), "a number above 0 and up to 1", text)
}

/// Parses minutes, at most a day.
pub(super) fn parse_minutes(text: &str) -> Result<f64, String> {
    parse_in(above_0(1440.0), "more than 0 minutes, 1440 at most", text)
}
