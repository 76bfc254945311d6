//! How strong the engine plays for a program that talks with it.

use std::io::{BufReader, stdin, stdout};
use std::time::Duration;

use anyhow::ensure;
use clap::Args;
use outflank_cli::protocol::{Protocol, SolverThinker, Strength, run};
use outflank_engine::{Reach, Selectivity, SolveOptions};

use crate::context::{Context, Verdict};
use crate::options::{HashOption, ThreadsOption, WeightsOption, parse_time};

/// With so many empty squares or fewer the engine plays exactly if a depth is given.
const DEFAULT_EXACT: u32 = 14;

/// How strong the engine plays for a program that talks with it.
#[derive(Args, Clone, Debug)]
pub(crate) struct EngineOptions {
    /// Level of the engine, 1 to 60 [default: 12, and none if there is a time].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(Reach::MOST_LEVEL)))]
    level: Option<u32>,

    /// Depth in plies far from the end, in place of a level.
    #[arg(long, value_name = "N", conflicts_with = "level", value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: Option<u32>,

    /// Seconds that a move may take at most, whatever the other side's program
    /// says about time.
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
    /// What limits the engine beside the other side's program.
    pub(crate) fn strength(&self) -> Strength {
        let reach = self.level.map(Reach::level);
        let reach = reach.or_else(|| {
            self.depth.map(|depth| Reach {
                depth,
                selectivity: Selectivity::ALL[0],
                exact_to: DEFAULT_EXACT,
                end_to: 0,
            })
        });
        Strength {
            reach,
            move_time: self.time,
        }
    }

    /// Talks with the program at standard input and output.
    pub(crate) fn talk(
        &self,
        protocol: impl Protocol,
        context: &Context,
    ) -> anyhow::Result<Verdict> {
        ensure!(
            !context.output.is_json(),
            "--json: a protocol has a language of its own"
        );
        let options = SolveOptions::default().with_threads(self.threads.count());
        let mut solver = self
            .hash
            .solver(self.weights.apply_to_their_board(options)?)?;
        // No move is to wait for memory.
        solver.warm_up();
        run(
            protocol,
            SolverThinker::from(solver),
            BufReader::new(stdin()),
            stdout().lock(),
            || context.is_interrupted() || nobody_reads(),
        )?;
        Ok(Verdict::Done)
    }
}

/// Whether the program that read our output is gone. It may be so without another
/// word, while a long search runs that nobody waits for.
#[cfg(unix)]
fn nobody_reads() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let output = stdout();
    let mut output = [PollFd::new(&output, PollFlags::empty())];
    let at_once = Timespec::default();
    let is_told = poll(&mut output, Some(&at_once)).is_ok_and(|told| told > 0);
    is_told
        && output[0]
            .revents()
            .intersects(PollFlags::ERR | PollFlags::HUP)
}

/// Elsewhere it is found out when something is written.
#[cfg(not(unix))]
const fn nobody_reads() -> bool {
    false
}
