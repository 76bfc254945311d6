//! Options that mean the same in every command.

use clap::Args;
use outflank_othello::Shape;

/// The board's shape.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct BoardOption {
    /// Columns x rows, 3 to 16 a side and at most 128 squares; holes behind a
    /// dash, as in 8x8-a1h8.
    #[arg(long = "board", value_name = "WxH", default_value = "8x8")]
    pub(crate) shape: Shape,
}

/// How many threads work.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct ThreadsOption {
    /// Threads; 0 takes one a processor.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1024))]
    threads: u16,
}

impl ThreadsOption {
    /// The number of threads to use, at least one.
    pub(crate) fn count(self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => usize::from(threads),
        }
    }
}

/// The size of the transposition table.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct HashOption {
    /// MiB of the transposition table.
    #[arg(long = "hash", value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    mib: u32,
}

impl HashOption {
    /// MiB.
    pub(crate) const fn mib(self) -> usize {
        self.mib as usize
    }
}
