//! `outflank gtp` and `outflank nboard`: the engine behind a protocol.

use std::io::{BufReader, stdin, stdout};

use crate::protocol::{Protocol, gtp::Gtp, nboard::NBoard, run};
use anyhow::ensure;
use clap::Args;
use outflank_engine::SearchOptions;

use crate::book_option::{BookPlayOptions, WithBook};
use crate::context::{Context, Verdict};
use crate::limit_options::LimitOptions;
use crate::options::{HashOption, ThreadsOption, WeightsOption};

/// Limits and resources of the engine behind a protocol.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    limits: LimitOptions,

    #[command(flatten)]
    weights: WeightsOption,

    #[command(flatten)]
    book: BookPlayOptions,

    #[command(flatten)]
    threads: ThreadsOption,

    #[command(flatten)]
    hash: HashOption,
}

pub(crate) fn run_gtp(arguments: &Arguments, context: &Context) -> anyhow::Result<Verdict> {
    arguments.serve(Gtp::new(arguments.limits.given()), context)
}

pub(crate) fn run_nboard(arguments: &Arguments, context: &Context) -> anyhow::Result<Verdict> {
    arguments.serve(NBoard::new(arguments.limits.given()), context)
}

impl Arguments {
    /// Runs a protocol on standard input and output.
    fn serve(&self, protocol: impl Protocol, context: &Context) -> anyhow::Result<Verdict> {
        ensure!(
            !context.output.is_json(),
            "--json cannot be used with a protocol"
        );
        let book = self.book.open()?;
        let options = SearchOptions::default().with_threads(self.threads.count());
        let mut searcher = self
            .hash
            .searcher(self.weights.apply_to_own_shape(options)?)?;
        // Touch the table now so that the first move does not pay for it.
        searcher.warm_up();
        run(
            protocol,
            WithBook { book, searcher },
            BufReader::new(stdin()),
            stdout().lock(),
            || context.is_interrupted() || output_closed(),
        )?;
        Ok(Verdict::Done)
    }
}

/// Returns whether the client closed our output. It may do so during a long search
/// without sending anything.
#[cfg(unix)]
fn output_closed() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let output = stdout();
    let mut output = [PollFd::new(&output, PollFlags::empty())];
    let no_wait = Timespec::default();
    let has_events = poll(&mut output, Some(&no_wait)).is_ok_and(|events| events > 0);
    has_events
        && output[0]
            .revents()
            .intersects(PollFlags::ERR | PollFlags::HUP)
}

/// Elsewhere the next write fails instead.
#[cfg(not(unix))]
const fn output_closed() -> bool {
    false
}
