//! Arguments of `outflank match`.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use clap::Args;
use outflank_matches::{
    Anchor, Clock, DrawRule, EngineOptions, EngineSpec, MatchEngine, ResignRule, Schedule,
    ScoreRules, Sprt, TimeControl, Tournament, read_engines, tell_apart,
};

use super::openings::{OpeningOptions, pairs_of_games};
use crate::options::{BoardOption, ThreadsOption};

#[derive(Args)]
#[command(after_help = "\
The match ends with exit status 1 if an engine forfeits its first four games, or all of its games \
if there are fewer.")]
pub(crate) struct Arguments {
    /// Engines: outflank@LEVEL with a level from 1 to 60, as in outflank@12, or outflank@4plies,
    /// which searches 4 plies like the textbook player; human@RATING, which plays like a person
    /// rated 400 to 2400, or human@LEVEL, as in human@club; textbook:EVALUATION@DEPTH with the
    /// evaluation discs, phased, components or positional, as in textbook:phased@4; outflank or
    /// textbook with a time per move, as in outflank@0.1s, or with weights or parameters from a file, as in
    /// outflank=FILE@12 or textbook:phased=FILE@4; gtp:COMMAND for a program that speaks GTP, as in
    /// "gtp:gtp-rhino --level 5"; nboard:COMMAND for one that speaks NBoard's protocol,
    /// nboard@DEPTH:COMMAND to set its depth, as in nboard@12:ntest; or random. The first engine
    /// plays each of the others.
    #[arg(
        value_name = "ENGINE",
        num_args = 1..,
        required_unless_present_any = ["engine_specs", "engine_file"]
    )]
    engines: Vec<String>,

    /// An engine given by keys and values, as in name=edax,cmd=./edax,proto=nboard,time=0.1. The
    /// keys are name, the name in tables; cmd, a program and its arguments, or an engine as above
    /// if proto is missing (cmd=outflank is this program's own engine; cmd=outflank gtp,proto=gtp
    /// runs the outflank on the PATH); args, more arguments; dir, the working directory; proto, gtp
    /// or nboard; time (st), seconds per move; clock (tc), seconds per game, as in 10+0.1; level,
    /// sent as "level N" over GTP and as "set depth N" over NBoard; depth, in plies;
    /// option.X=VALUE, sent as "X VALUE" over GTP and as "set X VALUE" over NBoard. Repeatable;
    /// these engines follow those above.
    #[arg(long = "engine", value_name = "KEY=VALUE,…", id = "engine_specs")]
    engine_specs: Vec<EngineSpec>,

    /// Default values for all engines, written as in --engine.
    #[arg(long, value_name = "KEY=VALUE,…")]
    each: Option<EngineSpec>,

    /// A list of engines in TOML: an `[[engine]]` table for each, with the keys of --engine and a
    /// subtable `option`, and an `[each]` table with the same meaning as --each. These engines
    /// follow those of --engine.
    #[arg(long = "engines", value_name = "FILE", id = "engine_file")]
    engine_file: Option<PathBuf>,

    /// Let every engine play every other one.
    #[arg(long)]
    round_robin: bool,

    #[command(flatten)]
    openings: OpeningOptions,

    /// Games per pairing: an even number, because each opening is played twice with colours
    /// swapped. By default, all openings of a file are played, or 100 games.
    #[arg(long, value_name = "N")]
    games: Option<usize>,

    /// Random seed. The same seed gives the same games unless an engine is limited by time.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Seconds per move for every engine except random, instead of its own limit.
    #[arg(long, value_name = "SECONDS")]
    time: Option<f64>,

    /// Seconds per game for each side, with an optional increment per move, as in 10 or 10+0.1.
    /// Limits in engines' names still apply. A side that runs out of time loses all squares.
    #[arg(long, value_name = "SECONDS[+INCREMENT]", conflicts_with = "time")]
    clock: Option<Clock>,

    /// Without --time and --clock: seconds that a program may take to reply before it forfeits the
    /// game and is killed. With either option, it is killed one second after its time runs out.
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0)]
    patience: f64,

    /// Log losses on time and forfeits to a file instead of standard error.
    #[arg(long, value_name = "FILE")]
    pub(super) log: Option<PathBuf>,

    /// Sequential probability ratio test: end the match once it is decided whether the first engine
    /// is ELO1 stronger than the second or only ELO0, as in 0,10. ALPHA and BETA (0.05) are the
    /// probabilities of wrongly accepting ELO1 and ELO0.
    #[arg(
        long,
        value_name = "ELO0,ELO1[,ALPHA,BETA]",
        allow_hyphen_values = true
    )]
    sprt: Option<Sprt>,

    /// Adjudicate games at this number of empties, at most 30, by the exact score.
    #[arg(long, value_name = "EMPTIES")]
    adjudicate: Option<u32>,

    /// Adjudicate a game as lost for a side whose score has been at most -DISCS for movecount of
    /// its own moves in a row; with twosided=true, the other side's score must have been at least
    /// DISCS for as long. Only for sides that report scores, so not for random or programs over
    /// GTP.
    #[arg(long, value_name = "movecount=N,score=DISCS[,twosided=true]")]
    resign: Option<ResignRule>,

    /// Adjudicate a game as drawn once, after movenumber moves of the game, both sides' scores have
    /// been within DISCS of zero for movecount of their own moves in a row. Only if both sides
    /// report scores.
    #[arg(long, value_name = "movenumber=N,movecount=N,score=DISCS")]
    draw: Option<DrawRule>,

    /// Replay a game up to N times if a program crashed or did not start, before the game counts as
    /// a forfeit. The program is restarted for every game in any case.
    #[arg(long, value_name = "N", default_value_t = 0)]
    replay_crashed: u32,

    /// The engine whose rating is set to 0 in the rating list of three or more engines [default:
    /// their mean is 0].
    #[arg(long, value_name = "ENGINE")]
    anchor: Option<String>,

    /// Append each finished game pair to a file, and resume from the pairs of this match in the
    /// file.
    #[arg(long, value_name = "FILE")]
    pub(super) results: Option<PathBuf>,

    /// Write an HTML page with the results, charts and all games.
    #[arg(long, value_name = "FILE")]
    pub(super) html: Option<PathBuf>,

    /// Write the games to a file, in the format of its extension: .txt for transcripts,
    /// .wtb for WTHOR, .ggf, .sgf or .pgn, or .obf for final positions.
    #[arg(long, value_name = "FILE")]
    pub(super) save: Option<PathBuf>,

    #[command(flatten)]
    board: BoardOption,

    #[command(flatten)]
    threads: ThreadsOption,
}

impl Arguments {
    pub(super) fn tournament(&self) -> Result<Tournament> {
        let engines = self.engines()?;
        let pairs = self.games.map(pairs_of_games).transpose()?;
        let shape = self.board.shape;
        let openings = self.openings.take(pairs, shape, self.seed, &engines)?;
        Ok(Tournament {
            engines,
            openings,
            schedule: if self.round_robin {
                Schedule::RoundRobin
            } else {
                Schedule::Gauntlet
            },
            clock: self.clock,
            adjudicate: self.adjudicate,
            score_rules: ScoreRules {
                resign: self.resign,
                draw: self.draw,
            },
            replays: self.replay_crashed,
            sprt: self.sprt,
            seed: self.seed,
            threads: self.threads.count(),
        })
    }

    /// Returns the other settings that determine the games.
    pub(super) fn settings(&self) -> BTreeMap<String, String> {
        let time = self.time.map(|time| ("time".to_owned(), time.to_string()));
        let patience = ("patience".to_owned(), self.patience.to_string());
        time.into_iter().chain([patience]).collect()
    }

    /// Returns the zero point of the ratings; `names` are the names of the engines.
    pub(super) fn anchor(&self, names: &[String]) -> Result<Anchor> {
        let Some(anchor) = &self.anchor else {
            return Ok(Anchor::Mean);
        };
        let named = names.iter().position(|name| anchor == name);
        match named.or_else(|| self.engines.iter().position(|given| anchor == given)) {
            Some(engine) => Ok(Anchor::Engine(engine)),
            None => bail!("--anchor {anchor}: expected one of {}", names.join(", ")),
        }
    }

    fn engines(&self) -> Result<Vec<Box<dyn MatchEngine>>> {
        let time = match (self.time, self.clock) {
            (Some(time), _) => {
                let time = seconds("--time", time, "seconds per move, such as 0.05")?;
                Some(TimeControl::Move(time))
            }
            (None, clock) => clock.map(TimeControl::Game),
        };
        let patience = seconds("--patience", self.patience, "seconds per reply, such as 60")?;
        let options = EngineOptions {
            time,
            patience,
            ..EngineOptions::default()
        };
        let (in_file, listed) = match &self.engine_file {
            None => Default::default(),
            Some(path) => {
                let place = || format!("--engines {}", path.display());
                let text = std::fs::read_to_string(path).with_context(place)?;
                read_engines(&text).with_context(place)?
            }
        };
        let each = self.each.clone().unwrap_or_default();
        let each = each.with_defaults(&in_file);
        let named = self.engines.iter().map(|name| EngineSpec::of_name(name));
        let specs = named.chain(self.engine_specs.iter().cloned()).chain(listed);
        let engines = specs.map(|spec| spec.engine(&each, &options));
        let mut engines: Vec<Box<dyn MatchEngine>> = engines.collect::<Result<_, _>>()?;
        if engines.len() < 2 {
            bail!("a match of {} engine: expected 2 or more", engines.len());
        }
        tell_apart(&mut engines);
        Ok(engines)
    }
}

/// Converts an option given in seconds.
fn seconds(option: &str, seconds: f64, expected: &str) -> Result<Duration> {
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if !time.is_zero() => Ok(time),
        _ => bail!("{option} {seconds}: expected {expected}"),
    }
}
