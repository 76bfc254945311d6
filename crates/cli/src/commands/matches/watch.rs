//! What the user sees while games are played.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use outflank_lab::{Contest, Pair, Tally};
use outflank_othello::Game;

use super::log::FaultLog;
use super::objects::GameLine;
use super::tables::{elo, elo_interval};
use crate::context::Context;
use crate::output::Output;

/// Keeps the bar on standard error moving, and prints the games as JSON in
/// their order.
pub(super) struct Watch<'a> {
    names: &'a [String],
    openings: &'a [Game],
    output: Output,
    stop: &'a AtomicBool,
    bar: ProgressBar,
    log: FaultLog,
    /// All games so far of the first engine.
    tally: Tally,
    /// Number of the pair that is to be printed next.
    next: usize,
    /// Pairs that ended before it.
    waiting: BTreeMap<usize, Pair>,
    /// Why the output failed.
    error: Option<anyhow::Error>,
}

impl<'a> Watch<'a> {
    pub(super) fn new(
        contest: &'a Contest,
        names: &'a [String],
        log: FaultLog,
        context: &'a Context,
    ) -> Self {
        let games = 2 * contest.pairs() as u64;
        // Hidden of itself where standard error is no terminal.
        let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr());
        let style = "{pos}/{len} games {wide_bar} {msg} {elapsed}<{eta}";
        if let Ok(style) = ProgressStyle::with_template(style) {
            bar.set_style(style);
        }
        Self {
            names,
            openings: &contest.openings,
            output: context.output,
            stop: &context.interrupted,
            bar,
            log,
            tally: Tally::default(),
            next: 0,
            waiting: BTreeMap::new(),
            error: None,
        }
    }

    /// Tells of a pair, which may have ended before earlier ones.
    pub(super) fn pair_ended(&mut self, pair: &Pair) {
        self.bar.inc(2);
        if pair.meeting.first == 0 {
            self.tally.add_pair(pair.discs());
        }
        self.bar.set_message(self.message());
        let Self {
            bar, log, names, ..
        } = self;
        if let Err(error) = bar.suspend(|| log.tell(pair, names)) {
            self.fail(error);
        }
        if !self.output.is_json() {
            return;
        }
        self.waiting.insert(pair.number, pair.clone());
        while let Some(pair) = self.waiting.remove(&self.next) {
            self.next += 1;
            self.print(&pair);
        }
    }

    /// Prints the games that still wait for pairs that were never finished,
    /// and takes the bar away.
    pub(super) fn finish(mut self) -> anyhow::Result<()> {
        self.bar.finish_and_clear();
        for pair in std::mem::take(&mut self.waiting).into_values() {
            self.print(&pair);
        }
        self.error.map_or(Ok(()), Err)
    }

    fn print(&mut self, pair: &Pair) {
        if self.error.is_some() {
            return;
        }
        let lines = GameLine::both(pair, self.names, self.openings);
        let print = || lines.iter().try_for_each(|line| self.output.object(line));
        if let Err(error) = self.bar.suspend(print) {
            self.fail(error);
        }
    }

    /// Ends the contest, since nobody would see the rest.
    fn fail(&mut self, error: anyhow::Error) {
        self.error.get_or_insert(error);
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The first engine's results so far.
    fn message(&self) -> String {
        let Self { tally, names, .. } = self;
        format!(
            "{} +{} ={} -{}, Elo {} ({})",
            names[0],
            tally.wins(),
            tally.draws(),
            tally.losses(),
            elo(tally),
            elo_interval(tally)
        )
    }
}
