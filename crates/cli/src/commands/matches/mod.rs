//! `outflank match`: engines against each other.

mod log;
mod objects;
mod save;
mod tables;
mod watch;

use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, bail};
use clap::Args;
use outflank_lab::{
    Clock, Contest, CrossTable, Engine, EngineOptions, Pair, Pairing, RandomOpenings, TimeControl,
    parse_engine_with, read_openings, shuffle_openings, take_openings,
};
use outflank_othello::{Game, Shape};

use crate::context::{Context, Verdict};
use crate::options::{BoardOption, ThreadsOption};
use log::FaultLog;
use objects::{MeetingLine, Standing, Total};
use save::SaveFile;
use watch::Watch;

/// Games of a meeting if neither the user nor a file of openings says how many.
const DEFAULT_GAMES: usize = 100;

/// Games of a meeting at most.
const MAX_GAMES: usize = 100_000;

/// Arguments of `outflank match`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Engines: outflank@LEVEL with a level from 1 to 60, as in outflank@12;
    /// classic:EVALUATION@DEPTH with the evaluation discs, phased, components or
    /// positional, as in classic:phased@4; both with a time a move, as in
    /// outflank@0.1s; with weights or parameters of a file, as in
    /// outflank=FILE@12, classic:phased=FILE@4; gtp:COMMAND for a program that
    /// speaks GTP, as in "gtp:gtp-rhino --level 5"; or random. The first plays
    /// each of the others.
    #[arg(value_name = "ENGINE", num_args = 2.., required = true)]
    engines: Vec<String>,

    /// Every engine plays every other.
    #[arg(long)]
    round_robin: bool,

    /// Openings, one a line: a transcript, or a board in OBF; - is standard
    /// input. Without it openings are made of random moves.
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,

    /// Draw the openings from the file at random instead of taking the first
    /// ones.
    #[arg(long, requires = "openings")]
    shuffle: bool,

    /// Games between two engines, an even number: each opening is played
    /// twice with colours swapped. By default all openings of the file, or 100
    /// games.
    #[arg(long, value_name = "N")]
    games: Option<usize>,

    /// Random moves of an opening; 0 takes the bare start.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 8,
        conflicts_with = "openings"
    )]
    plies: u32,

    /// Seed of all chance. The same seed gives the same games, if no engine
    /// plays by time.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Seconds a move for every engine but random, in place of its depth.
    #[arg(long, value_name = "SECONDS")]
    time: Option<f64>,

    /// Seconds a game for each side, and perhaps an increment that it gets
    /// after each of its moves, as in 10 or 10+0.1; every engine but random
    /// plays by it, in place of its depth. Whoever oversteps it loses all
    /// squares.
    #[arg(long, value_name = "SECONDS[+INCREMENT]", conflicts_with = "time")]
    clock: Option<Clock>,

    /// Seconds that a program may take for an answer where neither --time nor
    /// --clock limits it; it then forfeits the game and is killed. With those it
    /// has a second more than its time.
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0)]
    patience: f64,

    /// Tell of losses on time and of engines that fail in a file, instead of on
    /// standard error.
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,

    /// Write the games to a file, in the format of its extension: .txt for
    /// transcripts, .wtb for WTHOR, .obf for final positions.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    #[command(flatten)]
    board: BoardOption,

    #[command(flatten)]
    threads: ThreadsOption,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Verdict> {
    let contest = arguments.contest()?;
    // Found out before the games are played, not after.
    let save = arguments.save.as_deref();
    let save = save.map(|path| SaveFile::new(path, &contest)).transpose()?;
    let names: Vec<String> = contest.engines.iter().map(|engine| engine.name()).collect();
    let log = FaultLog::open(arguments.log.as_deref())?;
    let mut watch = Watch::new(&contest, &names, log, context);
    let pairs = contest.run(&context.interrupted, |pair| watch.pair_ended(pair))?;
    watch.finish()?;
    if let Some(save) = save {
        save.write(&pairs, &names)?;
    }
    report(&contest, &names, &pairs, context)?;
    Ok(Verdict::Done)
}

/// The results after the last game.
fn report(
    contest: &Contest,
    names: &[String],
    pairs: &[Pair],
    context: &Context,
) -> anyhow::Result<()> {
    let output = context.output;
    let table = CrossTable::new(names.len(), pairs);
    let complete = pairs.len() == contest.pairs();
    output.text(tables::heading(contest, pairs.len()))?;
    let meetings = contest.pairing.meetings(names.len());
    output.text(tables::meetings(&meetings, names, &table))?;
    if let Some(faults) = tables::faults(contest, names, &table) {
        output.text(format_args!("\n{faults}"))?;
    }
    if names.len() > 2 {
        for meeting in meetings {
            output.object(&MeetingLine::new(meeting, names, &table))?;
        }
        for standing in Standing::all(names, &table) {
            output.object(&standing)?;
        }
        output.text(format_args!("\n{}", tables::cross(names, &table)))?;
    }
    output.object(&Total::new(contest, names, &table, complete))
}

impl Arguments {
    /// The contest asked for.
    fn contest(&self) -> anyhow::Result<Contest> {
        let engines = self.engines()?;
        let openings = self.openings(&engines)?;
        Ok(Contest {
            engines,
            openings,
            pairing: if self.round_robin {
                Pairing::RoundRobin
            } else {
                Pairing::FirstAgainstRest
            },
            clock: self.clock,
            seed: self.seed,
            threads: self.threads.count(),
        })
    }

    fn engines(&self) -> anyhow::Result<Vec<Box<dyn Engine>>> {
        let time = match (self.time, self.clock) {
            (Some(time), _) => {
                let time = seconds("--time", time, "seconds a move, such as 0.05")?;
                Some(TimeControl::Move(time))
            }
            (None, clock) => clock.map(TimeControl::Game),
        };
        let patience = seconds("--patience", self.patience, "seconds an answer, such as 60")?;
        let options = EngineOptions { time, patience };
        let engines = self
            .engines
            .iter()
            .map(|name| parse_engine_with(name, &options));
        Ok(engines.collect::<Result<_, _>>()?)
    }

    /// As many openings as there are to be pairs of games.
    fn openings(&self, engines: &[Box<dyn Engine>]) -> anyhow::Result<Vec<Game>> {
        let pairs = self.games.map(pairs_of_games).transpose()?;
        let Some(path) = &self.openings else {
            let count = pairs.unwrap_or(DEFAULT_GAMES / 2);
            let random = RandomOpenings::new(self.board.shape, self.plies, self.seed);
            let openings = random.generate(count);
            return take_openings(openings, count, engines).with_context(|| {
                format!(
                    "random openings, {} plies on {}",
                    self.plies, self.board.shape
                )
            });
        };
        let place = || format!("openings {}", path.display());
        let mut openings = openings_from(path, self.board.shape).with_context(place)?;
        if self.shuffle {
            shuffle_openings(&mut openings, self.seed);
        }
        let count = pairs.unwrap_or(openings.len());
        take_openings(openings, count, engines).with_context(place)
    }
}

fn openings_from(path: &Path, shape: Shape) -> anyhow::Result<Vec<Game>> {
    let text = if path == Path::new("-") {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text)?;
        text
    } else {
        std::fs::read_to_string(path)?
    };
    Ok(read_openings(&text, shape)?)
}

fn pairs_of_games(games: usize) -> anyhow::Result<usize> {
    if !games.is_multiple_of(2) || !(2..=MAX_GAMES).contains(&games) {
        bail!(
            "--games {games}: expected an even number from 2 to {MAX_GAMES}, \
             because each opening is played with both colours"
        );
    }
    Ok(games / 2)
}

/// The time of an option that is told in seconds.
fn seconds(option: &str, seconds: f64, expected: &str) -> anyhow::Result<Duration> {
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if !time.is_zero() => Ok(time),
        _ => bail!("{option} {seconds}: expected {expected}"),
    }
}
