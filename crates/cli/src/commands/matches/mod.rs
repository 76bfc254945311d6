//! `outflank match`: matches between engines.

mod arguments;
mod failing;
mod forfeit_log;
mod html;
mod json;
mod openings;
mod progress;
mod save;
pub(super) mod tables;

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use outflank_matches::{
    Adjudication, Anchor, CrossTable, GamePair, Pairing, RatingList, ResultsFile, SprtState,
    SprtVerdict, Tournament,
};

use crate::context::{Context, Verdict};
use crate::one_line;
use crate::options::check_folder;
use crate::output::grouped;
use crate::schema::{Lines, lines};
pub(crate) use arguments::Arguments;
pub(super) use forfeit_log::ForfeitLog;
use json::Total;
pub(super) use json::{PairingLine, RatingLine, Standing};
pub(super) use progress::ProgressView;
use save::SaveFile;

/// The lines printed with `--json`.
pub(super) const LINES: &[(&str, Lines)] = lines! {
    "match": json::GameLine<'static>, json::PairLine<'static>, PairingLine<'static>,
        Standing<'static>, RatingLine<'static>, Total<'static>;
};

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Verdict> {
    let tournament = context.abandonable(|| arguments.tournament())?;
    let names: Vec<String> = tournament
        .engines
        .iter()
        .map(|engine| engine.name())
        .collect();
    // Check the option before the games are played.
    let anchor = arguments.anchor(&names)?;
    let save = arguments.save.as_deref();
    let save = save
        .map(|path| SaveFile::new(path, &tournament))
        .transpose()?;
    let page = arguments.html.as_deref();
    page.map(|path| check_folder("--html", path)).transpose()?;
    ensure!(
        page.is_none() || page != arguments.save.as_deref(),
        "--html and --save name the same file: expected two files"
    );
    let log = ForfeitLog::open(arguments.log.as_deref())?;
    let results = arguments.results.as_deref();
    let (results, earlier) = open_results(results, &tournament, &arguments.settings())?;
    let mut progress = ProgressView::new(&tournament, &names, anchor, log, results, context);
    for pair in &earlier {
        progress.add(pair);
    }
    let pairs = tournament.resume(earlier, &context.interrupted, |pair| {
        progress.pair_ended(pair);
    })?;
    let failing = progress.finish(&pairs)?;
    // An interrupt before the first pair must not touch files of earlier matches.
    let has_pairs = !pairs.is_empty();
    if let Some(save) = save.filter(|_| has_pairs) {
        save.write(&pairs, &names)?;
    }
    let outcome = Outcome::new(&tournament, &names, anchor, &pairs);
    if let Some(page) = page.filter(|_| has_pairs) {
        html::write(page, &outcome)?;
    }
    let verdict = outcome.report(context)?;
    let Some(message) = failing else {
        return Ok(verdict);
    };
    eprintln!("error: {}", one_line(&message));
    Ok(Verdict::Negative)
}

/// Opens the results file, if any, and returns the pairs in it.
pub(super) fn open_results(
    path: Option<&Path>,
    tournament: &Tournament,
    settings: &BTreeMap<String, String>,
) -> Result<(Option<ResultsFile>, Vec<GamePair>)> {
    let Some(path) = path else {
        return Ok((None, Vec::new()));
    };
    let opened = ResultsFile::open(path, tournament, settings);
    let (file, results) = opened.context("--results")?;
    let place = path.display();
    if let Some(bytes) = results.cut_off {
        eprintln!(
            "{place}: an incomplete last line of {} bytes was cut off",
            grouped(bytes as u64)
        );
    }
    if !results.pairs.is_empty() {
        let [played, all] =
            [results.pairs.len(), tournament.pairs()].map(|count| grouped(count as u64));
        eprintln!("{place}: {played} of {all} pairs were already played");
    }
    Ok((Some(file), results.pairs))
}

/// The final results.
struct Outcome<'a> {
    tournament: &'a Tournament,
    names: &'a [String],
    pairs: &'a [GamePair],
    table: CrossTable,
    ratings: RatingList,
    /// The state of the test, if there is one.
    sprt: Option<SprtState>,
}

impl<'a> Outcome<'a> {
    fn new(
        tournament: &'a Tournament,
        names: &'a [String],
        anchor: Anchor,
        pairs: &'a [GamePair],
    ) -> Self {
        let table = CrossTable::new(names.len(), pairs);
        Self {
            tournament,
            names,
            pairs,
            ratings: table.ratings(anchor),
            sprt: tournament
                .sprt
                .map(|sprt| sprt.state(table.cell(0, 1).pentanomial())),
            table,
        }
    }

    /// Returns whether the test ended the tournament.
    fn is_decided(&self) -> bool {
        self.sprt
            .is_some_and(|state| state.verdict != SprtVerdict::Continue)
    }

    /// Returns whether all games were played, or enough of them for the test.
    fn is_complete(&self) -> bool {
        self.pairs.len() == self.tournament.pairs() || self.is_decided()
    }

    /// Returns whether there are more than two engines.
    fn is_of_many(&self) -> bool {
        self.names.len() > 2
    }

    /// Returns the number of games that were adjudicated in this way.
    fn adjudicated(&self, how: Adjudication) -> usize {
        let games = self.pairs.iter().flat_map(|pair| &pair.games);
        games.filter(|game| game.adjudication == Some(how)).count()
    }

    /// Returns the engines that never reported a score, if scores can decide games.
    fn without_scores(&self) -> Vec<&str> {
        let rules = self.tournament.score_rules;
        if rules.resign.is_none() && rules.draw.is_none() {
            return Vec::new();
        }
        let mut has_scores = vec![false; self.names.len()];
        for pair in self.pairs {
            let Pairing { first, second } = pair.pairing;
            for (game, engines) in pair.games.iter().zip([[first, second], [second, first]]) {
                for (side, evaluation) in game.evaluations() {
                    has_scores[engines[side as usize]] |= evaluation.is_some();
                }
            }
        }
        let names = self.names.iter().zip(has_scores);
        names
            .filter(|(_, has_scores)| !has_scores)
            .map(|(name, _)| name.as_str())
            .collect()
    }

    fn pairings(&self) -> Vec<Pairing> {
        self.tournament.schedule.pairings(self.names.len())
    }

    fn report(&self, context: &Context) -> Result<Verdict> {
        let Self { names, table, .. } = self;
        context.text(tables::heading(self))?;
        if let Some(engines) = tables::engines(self) {
            context.text(format_args!("{engines}\n"))?;
        }
        let pairings = self.pairings();
        context.text(tables::pairings(&pairings, names, table))?;
        context.text(format_args!("\n{}", tables::pairs(&pairings, names, table)))?;
        if let Some(forfeits) = tables::forfeits(self.tournament, names, table) {
            context.text(format_args!("\n{forfeits}"))?;
        }
        for warning in tables::forfeit_warnings(self) {
            context.text(format_args!("\n{warning}"))?;
        }
        let without_scores = self.without_scores();
        if !without_scores.is_empty() {
            context.text(format_args!(
                "\nNo scores known for {}: no game was adjudicated by their scores",
                without_scores.join(", ")
            ))?;
        }
        if let (Some(sprt), Some(state)) = (&self.tournament.sprt, &self.sprt) {
            context.text(format_args!("\n{}", tables::sprt(sprt, state)))?;
        }
        if self.is_of_many() {
            for pairing in pairings {
                context.object(&PairingLine::new(pairing, names, table))?;
            }
            for standing in Standing::all(names, table) {
                context.object(&standing)?;
            }
            for rating in RatingLine::all(names, table, &self.ratings) {
                context.object(&rating)?;
            }
            context.text(format_args!("\n{}", tables::cross(names, table)))?;
            context.text(format_args!(
                "\n{}",
                tables::ratings(names, table, &self.ratings)
            ))?;
        }
        context.finish(&Total::new(self))
    }
}
