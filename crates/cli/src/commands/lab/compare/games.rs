//! Round robins at equal depth and at equal time.

use std::collections::BTreeMap;

use anyhow::bail;
use comfy_table::Table;
use outflank_lab::comparison::{Contender, EqualLimit};
use outflank_matches::{Anchor, CrossTable, Schedule, Tally};
use outflank_othello::Game;
use schemars::JsonSchema;
use serde::Serialize;

use super::Arguments;
use crate::commands::matches::tables::{self, markdown, percent};
use crate::commands::matches::{
    ForfeitLog, PairingLine, ProgressView, RatingLine, Standing, open_results,
};
use crate::context::Context;
use crate::output::grouped;
use crate::schema::{Lines, lines};

/// The lines printed with `--json`.
pub(super) const LINES: Lines = lines![
    At<PairingLine<'static>>,
    At<Standing<'static>>,
    At<RatingLine<'static>>
];

/// The games of a round robin.
pub(super) struct RoundRobin {
    /// The common limit.
    pub(super) limit: EqualLimit,
    /// Pairs played.
    pub(super) pairs: usize,
    /// Pairs scheduled.
    all: usize,
    /// Names of the players.
    engines: Vec<String>,
    /// The indices of the evaluations that played.
    players: Vec<usize>,
    table: CrossTable,
}

/// The results of an evaluation at a limit.
#[derive(JsonSchema, Serialize)]
struct At<T> {
    /// Depth in plies; null at equal time.
    depth: Option<u32>,
    /// Seconds per move; null at equal depth.
    seconds: Option<f64>,
    #[serde(flatten)]
    line: T,
}

/// Plays the games at a limit; after an interruption, returns those finished.
pub(super) fn play(
    limit: EqualLimit,
    contenders: &[Contender],
    openings: &[Game],
    arguments: &Arguments,
    context: &Context,
) -> anyhow::Result<RoundRobin> {
    let threads = arguments.threads.count();
    let tournament = limit.tournament(contenders, openings.to_vec(), arguments.seed, threads);
    let engines: Vec<String> = tournament
        .engines
        .iter()
        .map(|engine| engine.name())
        .collect();
    let file = arguments.results.as_ref().map(|folder| {
        let name = match limit {
            EqualLimit::Depth(depth) => format!("depth-{depth}.jsonl"),
            EqualLimit::Time(time) => format!("time-{}s.jsonl", time.as_secs_f64()),
        };
        folder.join(name)
    });
    let (results, earlier) = open_results(file.as_deref(), &tournament, &BTreeMap::new())?;
    let log = ForfeitLog::open(None)?;
    let progress = ProgressView::new(&tournament, &engines, Anchor::Mean, log, results, context);
    let mut progress = progress.without_games();
    for pair in &earlier {
        progress.add(pair);
    }
    let pairs = tournament.resume(earlier, &context.interrupted, |pair| {
        progress.pair_ended(pair);
    })?;
    if let Some(message) = progress.finish(&pairs)? {
        bail!(message);
    }
    let stands = |place: &usize| {
        let standing = limit.standing(contenders);
        standing
            .into_iter()
            .any(|one| std::ptr::eq(one, &contenders[*place]))
    };
    Ok(RoundRobin {
        limit,
        pairs: pairs.len(),
        all: tournament.pairs(),
        players: (0..contenders.len()).filter(stands).collect(),
        table: CrossTable::new(engines.len(), &pairs),
        engines,
    })
}

impl RoundRobin {
    /// Returns whether all games were played.
    pub(super) const fn is_complete(&self) -> bool {
        self.pairs == self.all
    }

    /// Returns the total of an evaluation, if it played.
    pub(super) fn tally(&self, place: usize) -> Option<Tally> {
        let player = self.players.iter().position(|&player| player == place)?;
        let tally = self.table.total(player);
        (tally.games() > 0).then_some(tally)
    }

    /// Prints the results.
    pub(super) fn report(&self, context: &Context) -> anyhow::Result<()> {
        let Self { engines, table, .. } = self;
        let (depth, seconds) = (self.limit.depth(), self.limit.seconds());
        let pairings = Schedule::RoundRobin.pairings(engines.len());
        let ratings = table.ratings(Anchor::Mean);
        let output = context.output;
        for &pairing in &pairings {
            let line = PairingLine::new(pairing, engines, table);
            output.object(&At {
                depth,
                seconds,
                line,
            })?;
        }
        for line in Standing::all(engines, table) {
            output.object(&At {
                depth,
                seconds,
                line,
            })?;
        }
        for line in RatingLine::all(engines, table, &ratings) {
            output.object(&At {
                depth,
                seconds,
                line,
            })?;
        }
        let ended = match self.is_complete() {
            true => String::new(),
            false => format!(" of {}, interrupted", grouped(2 * self.all as u64)),
        };
        output.text(format_args!(
            "At equal {}: {} games{ended}\n",
            self.limit,
            grouped(2 * self.pairs as u64)
        ))?;
        output.text(format_args!(
            "{}\n",
            tables::pairings(&pairings, engines, table)
        ))?;
        let ratings = tables::ratings(engines, table, &ratings);
        output.text(format_args!("{ratings}\n"))
    }
}

/// Prints the scores of all round robins in one table.
pub(super) fn report_all(
    played: &[RoundRobin],
    names: &[&str],
    context: &Context,
) -> anyhow::Result<()> {
    if played.len() < 2 {
        return Ok(());
    }
    let mut header = vec!["evaluation".to_owned()];
    header.extend(
        played
            .iter()
            .map(|round_robin| round_robin.limit.to_string()),
    );
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    let mut table: Table = markdown(&header, 1);
    for (place, name) in names.iter().enumerate() {
        let mut row = vec![(*name).to_owned()];
        row.extend(played.iter().map(|round_robin| {
            let score = round_robin.tally(place).and_then(|tally| tally.score());
            score.map_or("-".to_owned(), percent)
        }));
        table.add_row(row);
    }
    context.output.text(format_args!(
        "Scores against all others together\n\n{table}\n"
    ))
}
