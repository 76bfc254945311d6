//! Options of the engine in `gtp` and `nboard`.

use std::io::{BufReader, stdin, stdout};
use std::time::Duration;

use anyhow::ensure;
use clap::Args;
use outflank_cli::protocol::{Protocol, Strength, run};
use outflank_engine::{DEFAULT_EXACT_FROM, Limits, MAX_LEVEL, SearchOptions};

use crate::context::{Context, Verdict};
use crate::options::{HashOption, ThreadsOption, WeightsOption, parse_time};

/// Limits and resources of the engine behind a protocol.
#[derive(Args, Clone, Debug)]
pub(crate) struct EngineOptions {
    /// Playing level, 1 to 60 [default: 12, or none if the time is limited].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_LEVEL)))]
    level: Option<u32>,

    /// Midgame search depth in plies, instead of a level.
    #[arg(long, value_name = "N", conflicts_with = "level", value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: Option<u32>,

    /// Maximum time per move in seconds, regardless of the time control set by the
    /// client.
    #[arg(long, value_name = "SECONDS", value_parser = parse_time)]
    time: Option<Duration>,

    #[command(flatten)]
    weights: WeightsOption,

    #[command(flatten)]
    threads: ThreadsOption,

    #[command(flatten)]
    hash: HashOption,
}

impl EngineOptions {
    /// Returns the limits that apply in addition to those of the client.
    pub(crate) fn strength(&self) -> Strength {
        let of_depth = |depth| Limits::depth(depth).with_exact_from(DEFAULT_EXACT_FROM);
        Strength {
            limits: self.level.map(Limits::level).or(self.depth.map(of_depth)),
            move_time: self.time,
        }
    }

    /// Runs a protocol on standard input and output.
    pub(crate) fn serve(
        &self,
        protocol: impl Protocol,
        context: &Context,
    ) -> anyhow::Result<Verdict> {
        ensure!(
            !context.output.is_json(),
            "--json cannot be used with a protocol"
        );
        let options = SearchOptions::default().with_threads(self.threads.count());
        let mut searcher = self
            .hash
            .searcher(self.weights.apply_to_own_shape(options)?)?;
        // Touch the table now so that the first move does not pay for it.
        searcher.warm_up();
        run(
            protocol,
            searcher,
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

/// On other systems the next write fails instead.
#[cfg(not(unix))]
const fn output_closed() -> bool {
    false
}
