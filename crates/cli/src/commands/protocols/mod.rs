//! `outflank gtp` and `outflank nboard`: the engine behind a protocol.

mod opponent_engine;
mod run;

use std::io::{BufReader, stdin, stdout};

use anyhow::{Result, ensure};
use clap::{Arg, ArgAction, Args};
use outflank_engine::{Limits, SearchOptions};
use outflank_human::FULL_STRENGTH_LEVEL;
use outflank_protocol::{Protocol, gtp::Gtp, nboard::NBoard};
use outflank_study::opponent::{Opponent, Style};

use crate::context::{Context, Verdict};
use crate::limit_options::{OwnEngine, PlayOptions};
use opponent_engine::OpponentEngine;
use run::run;

/// Limits and resources of the engine behind a protocol.
#[derive(Args)]
// The protocol uses standard output: `--json` is refused, so help omits it.
#[command(arg = Arg::new("json").long("json").action(ArgAction::SetTrue).hide(true))]
pub(crate) struct Arguments {
    /// The engine: outflank, or human@RATING, an opponent that plays on 8x8 like people with a
    /// rating from 400 to 2400 (or human@LEVEL: first-game, beginner, casual, club, tournament,
    /// master or full-strength). Hints and analyses always come from the engine.
    #[arg(long, value_name = "ENGINE", default_value = "outflank", value_parser = parse_engine)]
    engine: OwnEngine,

    /// Random seed for the moves of human@RATING [default: a different one each time].
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    #[command(flatten)]
    play: PlayOptions,
}

pub(crate) fn run_gtp(arguments: &Arguments, context: &Context) -> Result<Verdict> {
    arguments.serve(Gtp::new(arguments.limits()), context)
}

pub(crate) fn run_nboard(arguments: &Arguments, context: &Context) -> Result<Verdict> {
    arguments.serve(NBoard::new(arguments.limits()), context)
}

impl Arguments {
    /// Returns the search limits; `None` leaves them to the client.
    fn limits(&self) -> Option<Limits> {
        match self.engine {
            OwnEngine::FullStrength => self.play.limits.or_level(FULL_STRENGTH_LEVEL).given(),
            _ => self.play.limits.given(),
        }
    }

    /// Runs a protocol on standard input and output.
    fn serve(&self, protocol: impl Protocol, context: &Context) -> Result<Verdict> {
        ensure!(
            !context.is_json(),
            "--json: a protocol uses standard output: expected no --json"
        );
        let book = self.play.book.open()?;
        let options = SearchOptions::default().with_threads(self.play.threads.count());
        let options = self.play.weights.apply_to_own_shape(options)?;
        let mut searcher = self.play.hash.searcher(options)?;
        // Touch the table now, so that the first move does not take longer.
        searcher.warm_up();
        let input = BufReader::new(stdin());
        let is_over = || context.is_interrupted() || output_closed();
        let style = match self.engine {
            OwnEngine::Outflank | OwnEngine::FullStrength => Style::Best,
            OwnEngine::Human(rating) => Style::Human(rating),
        };
        let opponent = Opponent {
            book,
            ..Opponent::new(style, self.seed.unwrap_or_else(rand::random))
        };
        let engine = OpponentEngine { opponent, searcher };
        run(protocol, engine, input, stdout().lock(), is_over)?;
        Ok(Verdict::Stopped)
    }
}

fn parse_engine(text: &str) -> Result<OwnEngine, String> {
    let expected = || Err("expected outflank, or human@RATING as in human@1500".to_owned());
    OwnEngine::parse(text).unwrap_or_else(expected)
}

/// Returns whether the client has closed our output. A client may do so during a long search
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

/// Returns `false`: on other systems, the next write fails instead.
#[cfg(not(unix))]
const fn output_closed() -> bool {
    false
}
