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
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
}

impl ThreadsOption {
    /// The number of threads to use, at least one.
    pub(crate) fn count(self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        }
    }
}
