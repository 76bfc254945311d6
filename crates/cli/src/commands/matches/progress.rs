//! Progress of a tournament.

mod status;

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::Result;
use indicatif::{ProgressBar, ProgressDrawTarget};
use outflank_matches::{
    Anchor, CrossTable, GamePair, ResultsFile, SprtState, SprtVerdict, Tournament,
};

use super::failing;
use super::forfeit_log::ForfeitLog;
use super::json::{GameLine, PairLine};
use crate::context::Context;
use crate::output::progress_style;

/// Interval between updates of the status.
const INTERVAL: Duration = Duration::from_millis(100);

/// Updates the progress bar on standard error, prints the games as JSON in order, and
/// appends them to the results file.
pub(crate) struct ProgressView<'a> {
    tournament: &'a Tournament,
    names: &'a [String],
    anchor: Anchor,
    context: &'a Context,
    bar: ProgressBar,
    /// The time of the last update of the bar's message.
    drawn: Option<Instant>,
    log: ForfeitLog,
    results: Option<ResultsFile>,
    /// Results of the pairs before the first unfinished one.
    table: CrossTable,
    /// The state of the test after these pairs, if there is a test.
    sprt: Option<SprtState>,
    /// Results of all finished pairs.
    ended: CrossTable,
    /// A message about an engine that forfeited every game, if one did.
    failing: Option<String>,
    /// The number of the next pair to print.
    next: usize,
    /// Finished pairs after the next one to print.
    waiting: BTreeMap<usize, GamePair>,
    /// An error while writing the output.
    error: Option<anyhow::Error>,
}

impl<'a> ProgressView<'a> {
    pub(crate) fn new(
        tournament: &'a Tournament,
        names: &'a [String],
        anchor: Anchor,
        log: ForfeitLog,
        results: Option<ResultsFile>,
        context: &'a Context,
    ) -> Self {
        let games = 2 * tournament.pairs() as u64;
        // Hidden automatically if standard error is not a terminal.
        let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr());
        if let Ok(style) = progress_style(status::template(names.len())) {
            bar.set_style(style);
        }
        Self {
            tournament,
            names,
            anchor,
            context,
            bar,
            drawn: None,
            log,
            results,
            table: CrossTable::empty(names.len()),
            sprt: None,
            ended: CrossTable::empty(names.len()),
            failing: None,
            next: 0,
            waiting: BTreeMap::new(),
            error: None,
        }
    }

    /// Reports a finished pair. Pairs may finish out of order.
    pub(crate) fn pair_ended(&mut self, pair: &GamePair) {
        if let Some(Err(error)) = self.results.as_mut().map(|file| file.append(pair)) {
            self.fail(anyhow::Error::from(error).context("--results"));
        }
        let Self {
            bar, log, names, ..
        } = self;
        if let Err(error) = bar.suspend(|| log.write(pair, names)) {
            self.fail(error);
        }
        self.add(pair);
        self.end_if_failing(pair);
    }

    /// Ends the tournament if an engine of this pair has forfeited every game.
    fn end_if_failing(&mut self, pair: &GamePair) {
        if let Some((engine, forfeit)) = failing::find(pair, self.tournament, &self.ended) {
            let (name, games) = (&self.names[engine], self.ended.total(engine).games());
            self.failing = Some(failing::message(name, games, forfeit, &self.log));
            self.context.interrupted.store(true, Ordering::Relaxed);
        }
    }

    /// Adds a pair without logging its forfeits.
    pub(crate) fn add(&mut self, pair: &GamePair) {
        self.bar.inc(2);
        self.ended.add(pair);
        self.waiting.insert(pair.number, pair.clone());
        while !self.is_decided()
            && let Some(pair) = self.waiting.remove(&self.next)
        {
            self.next += 1;
            self.count(&pair);
        }
        let is_due = self.drawn.is_none_or(|last| last.elapsed() >= INTERVAL);
        if !self.bar.is_hidden() && is_due {
            self.drawn = Some(Instant::now());
            let message = match self.names.len() {
                0..=2 => status::results(self.tournament, self.names, &self.table, self.sprt),
                _ => status::ratings(self.names, &self.table, self.anchor),
            };
            self.bar.set_message(message);
        }
    }

    fn is_decided(&self) -> bool {
        self.sprt
            .is_some_and(|state| state.verdict != SprtVerdict::Continue)
    }

    /// Prints the finished pairs that follow unfinished ones, if they are among the `pairs` that
    /// count, and removes the bar. Returns which engine forfeited every game, if any did.
    pub(crate) fn finish(mut self, pairs: &[GamePair]) -> Result<Option<String>> {
        self.bar.finish_and_clear();
        for pair in pairs {
            if let Some(pair) = self.waiting.remove(&pair.number) {
                self.count(&pair);
            }
        }
        // Perhaps all pairs come from the results file.
        if self.failing.is_none() && pairs.len() == self.tournament.pairs() {
            pairs.iter().for_each(|pair| self.end_if_failing(pair));
        }
        match self.error {
            Some(error) => Err(error),
            None => Ok(self.failing),
        }
    }

    /// Counts and prints the next pair.
    fn count(&mut self, pair: &GamePair) {
        self.table.add(pair);
        let tally = self.table.cell(pair.pairing.first, pair.pairing.second);
        let sprt = self.tournament.sprt;
        self.sprt = sprt.map(|sprt| sprt.state(tally.pentanomial()));
        if self.error.is_some() || !self.context.is_json() {
            return;
        }
        let games = GameLine::both(pair, self.names, &self.tournament.openings);
        let line = PairLine::new(pair, self.names, tally, self.sprt);
        let print = || {
            games
                .iter()
                .try_for_each(|game| self.context.object(game))?;
            self.context.object(&line)
        };
        if let Err(error) = self.bar.suspend(print) {
            self.fail(error);
        }
    }

    /// Stops the tournament because of an output error.
    fn fail(&mut self, error: anyhow::Error) {
        self.error.get_or_insert(error);
        self.context.interrupted.store(true, Ordering::Relaxed);
    }
}
