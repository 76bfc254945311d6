//! One file a subcommand.

mod perft;

use clap::Subcommand;

use crate::context::{Context, Verdict};

/// What the program can do.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Count the leaves of the game tree, depth by depth.
    Perft(perft::Arguments),
}

impl Command {
    /// Runs the command.
    pub(crate) fn run(self, context: &Context) -> anyhow::Result<Verdict> {
        match self {
            Self::Perft(arguments) => perft::run(&arguments, context),
        }
    }
}
