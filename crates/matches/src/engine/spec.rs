//! Engines described by keys and values, on the command line or in a file.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use outflank_book::BookName;
use serde::Deserialize;
use toml::{Spanned, Value};

use super::NamedEngine;
use super::external::Settings;
use super::name::{parse_outflank, unusable};
use super::nboard::MAX_DEPTH;
use super::program::Protocol;
use super::{EngineOptions, MatchEngine, ProgramEngine, TimeControl, parse_engine};
use crate::MatchError;

/// The keys of a specification.
const KEYS: &str =
    "name, cmd, args, dir, proto, time, clock, level, depth, book, book-random or option.NAME";

/// An engine as cutechess-cli and fastchess describe one on the command line:
///
/// | key | value |
/// |---|---|
/// | `name` | the name in tables; by default that of the engine or of the program's file |
/// | `cmd` | the program and its arguments; without `proto`, a name as in [`parse_engine`] |
/// | `args` | more arguments for the program |
/// | `dir` | the program's working directory |
/// | `proto` | `gtp` or `nboard` |
/// | `time`, `st` | seconds per move |
/// | `clock`, `tc` | seconds per game with an optional increment, as in `10+0.1` |
/// | `level` | Outflank's level; GTP sends `level N`, NBoard `set depth N` |
/// | `depth` | a depth in plies; NBoard sends `set depth N`, GTP has no such command |
/// | `book` | Outflank's opening book: `shipped`, a file, or `off` (the default) |
/// | `book-random` | picks among the book moves that are at most N discs worse than the best |
/// | `option.X` | sent before each game: GTP sends `X VALUE`, NBoard `set X VALUE` |
///
/// ```
/// use outflank_matches::{EngineOptions, EngineSpec};
///
/// let spec: EngineSpec = "name=strong,cmd=outflank,level=12,time=0.5".parse()?;
/// let engine = spec.engine(&EngineSpec::default(), &EngineOptions::default())?;
/// assert_eq!(engine.name(), "strong");
///
/// let error = "cmd=outflank,levle=12".parse::<EngineSpec>().unwrap_err();
/// assert!(error.to_string().starts_with("unknown key \"levle\": expected name, cmd"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EngineSpec {
    name: Option<String>,
    cmd: Option<String>,
    args: Option<String>,
    dir: Option<PathBuf>,
    is_nboard: Option<bool>,
    time: Option<TimeControl>,
    level: Option<u32>,
    depth: Option<u32>,
    book: Option<BookName>,
    book_random: Option<u8>,
    options: BTreeMap<String, String>,
    /// Whether only a name was given, which implies the protocol.
    is_bare: bool,
}

impl EngineSpec {
    fn set(&mut self, key: &str, value: &str) -> Result<(), MatchError> {
        let wrong = |expected: &str| MatchError(format!("{key}={value}: expected {expected}"));
        let number = |expected| value.parse().map_err(|_| wrong(expected));
        match key {
            "name" => self.name = Some(value.to_owned()),
            "cmd" => self.cmd = Some(value.to_owned()),
            "args" => self.args = Some(value.to_owned()),
            "dir" => self.dir = Some(value.into()),
            "proto" => {
                self.is_nboard = Some(match value {
                    "gtp" => false,
                    "nboard" => true,
                    _ => return Err(wrong("gtp or nboard")),
                });
            }
            "time" | "st" => {
                let seconds = value.parse().ok();
                let time = seconds.and_then(|time| Duration::try_from_secs_f64(time).ok());
                let time = time.filter(|time| !time.is_zero());
                let time = time.ok_or_else(|| wrong("seconds per move, such as 0.1"))?;
                self.time = Some(TimeControl::Move(time));
            }
            "clock" | "tc" => {
                let clock = value.parse();
                let clock = clock.map_err(|_| wrong("seconds per game, such as 10 or 10+0.1"))?;
                self.time = Some(TimeControl::Game(clock));
            }
            "level" => self.level = Some(number("a level from 1 to 60")?),
            "depth" => self.depth = Some(number("a depth in plies from 1 to 60")?),
            "book" => match value.parse() {
                Ok(book) => self.book = Some(book),
                Err(never) => match never {},
            },
            "book-random" => {
                let discs = number("discs from 0 to 64")?;
                if discs > 64 {
                    return Err(wrong("discs from 0 to 64"));
                }
                self.book_random = Some(discs as u8);
            }
            _ => match key
                .strip_prefix("option.")
                .filter(|option| !option.is_empty())
            {
                Some(option) => {
                    self.options.insert(option.to_owned(), value.to_owned());
                }
                None => {
                    let message = format!("unknown key {key:?}: expected {KEYS}");
                    return Err(MatchError(message));
                }
            },
        }
        Ok(())
    }

    /// Takes the keys that are not set from `each`.
    #[must_use]
    pub fn with_defaults(&self, each: &Self) -> Self {
        let mut all = self.clone();
        all.name = all.name.or_else(|| each.name.clone());
        all.cmd = all.cmd.or_else(|| each.cmd.clone());
        all.args = all.args.or_else(|| each.args.clone());
        all.dir = all.dir.or_else(|| each.dir.clone());
        if !self.is_bare {
            all.is_nboard = all.is_nboard.or(each.is_nboard);
        }
        all.time = all.time.or(each.time);
        if all.level.is_none() && all.depth.is_none() {
            (all.level, all.depth) = (each.level, each.depth);
        }
        // A book for all engines applies to those that can play from it.
        if all.is_nboard.is_none() && all.cmd.as_deref().is_some_and(is_outflank) {
            all.book = all.book.or_else(|| each.book.clone());
            all.book_random = all.book_random.or(each.book_random);
        }
        for (option, value) in &each.options {
            all.options
                .entry(option.clone())
                .or_insert_with(|| value.clone());
        }
        all
    }

    /// Returns the specification of an engine given by its name alone.
    #[must_use]
    pub fn of_name(name: &str) -> Self {
        Self {
            cmd: Some(name.to_owned()),
            is_bare: true,
            ..Self::default()
        }
    }

    /// Creates the engine. `each` contains the values for all engines, and `options` those of the
    /// whole match. The engine's own values take precedence.
    ///
    /// # Errors
    ///
    /// Returns an error if keys are missing or contradict each other, or if a file cannot be read.
    pub fn engine(
        &self,
        each: &Self,
        options: &EngineOptions,
    ) -> Result<Box<dyn MatchEngine>, MatchError> {
        let spec = self.with_defaults(each);
        let shown = spec.name.as_ref().or(spec.cmd.as_ref());
        let wrong = |reason: &str| {
            let engine = shown.cloned().unwrap_or_default();
            MatchError(format!("engine {engine}: {reason}"))
        };
        let options = EngineOptions {
            time: spec.time.or(options.time),
            keeps_limit: spec.level.is_some() || spec.depth.is_some(),
            ..*options
        };
        if spec.level.is_some() && spec.depth.is_some() {
            return Err(wrong("both a level and a depth: expected one of them"));
        }
        let cmd = spec
            .cmd
            .as_deref()
            .ok_or_else(|| wrong("no cmd: expected cmd=PROGRAM"))?;
        let (engine, name) = match spec.is_nboard {
            Some(is_nboard) => {
                let program = spec.program(cmd, is_nboard, &options, wrong)?;
                let name = program.settings.program_name();
                (Box::new(program) as Box<dyn MatchEngine>, name)
            }
            None => {
                // An option of `--each` applies only to programs.
                let is_for_program =
                    self.args.is_some() || self.dir.is_some() || !self.options.is_empty();
                if is_for_program {
                    return Err(wrong(
                        "args, dir and option.NAME need proto=gtp or proto=nboard",
                    ));
                }
                let ours = [
                    "outflank",
                    "textbook:",
                    "classic:",
                    "gtp:",
                    "nboard",
                    "random",
                ];
                if !self.is_bare && !ours.iter().any(|name| cmd.starts_with(name)) {
                    return Err(wrong(
                        "not an Outflank engine: expected proto=gtp or proto=nboard too",
                    ));
                }
                let engine = spec.own_engine(cmd, &options)?;
                let name = engine.name();
                (engine, name)
            }
        };
        let has_book = spec.is_nboard.is_none() && is_outflank(cmd);
        if !has_book && (spec.book.is_some() || spec.book_random.is_some()) {
            return Err(wrong(
                "book and book-random need cmd=outflank without proto",
            ));
        }
        Ok(Box::new(NamedEngine {
            name: spec.name.clone().unwrap_or(name),
            time: spec.time,
            engine,
        }))
    }

    /// Creates one of our engines.
    fn own_engine(
        &self,
        cmd: &str,
        options: &EngineOptions,
    ) -> Result<Box<dyn MatchEngine>, MatchError> {
        let name = self.limited_name(cmd);
        let random = self.book_random.map(|_| BookName::Shipped);
        let (Some(book), true) = (self.book.clone().or(random), is_outflank(cmd)) else {
            return parse_engine(&name, options);
        };
        let engine = parse_outflank(&name, &name["outflank".len()..], options)?;
        let engine = engine.with_book(&book, self.book_random.unwrap_or(0));
        Ok(Box::new(
            engine.map_err(unusable("book", &book.to_string()))?,
        ))
    }

    /// Returns the name of one of our engines with its level or depth.
    fn limited_name(&self, cmd: &str) -> String {
        let is_outflank = is_outflank(cmd);
        match (self.level, self.depth) {
            _ if cmd.contains('@') || cmd == "random" => cmd.to_owned(),
            (Some(level), _) if is_outflank => format!("{cmd}@{level}"),
            (_, Some(depth)) if is_outflank => format!("{cmd}@{depth}plies"),
            (_, Some(depth)) => format!("{cmd}@{depth}"),
            _ => cmd.to_owned(),
        }
    }

    fn program(
        &self,
        cmd: &str,
        is_nboard: bool,
        options: &EngineOptions,
        wrong: impl Fn(&str) -> MatchError,
    ) -> Result<ProgramEngine, MatchError> {
        let command = match &self.args {
            Some(args) => format!("{cmd} {args}"),
            None => cmd.to_owned(),
        };
        let settings = Settings::new(&command, options.time, options.patience);
        let mut settings =
            settings.ok_or_else(|| wrong("wrong cmd or args: expected every quote closed"))?;
        settings.dir.clone_from(&self.dir);
        let set = if is_nboard { "set " } else { "" };
        let lines = self.options.iter();
        let lines = lines.map(|(option, value)| format!("{set}{option} {value}"));
        settings.setup = lines.map(|line| line.trim_end().to_owned()).collect();
        let depth = self.depth.or(self.level);
        if depth.is_some_and(|depth| !(1..=MAX_DEPTH).contains(&depth)) {
            return Err(wrong("wrong level or depth: expected 1 to 60"));
        }
        let protocol = if is_nboard {
            Protocol::NBoard { depth }
        } else {
            if self.depth.is_some() {
                return Err(wrong(
                    "GTP cannot set a depth: expected level, option.NAME or args",
                ));
            }
            settings
                .setup
                .extend(self.level.map(|level| format!("level {level}")));
            Protocol::Gtp
        };
        Ok(ProgramEngine {
            settings: Arc::new(settings),
            protocol,
        })
    }
}

/// Returns whether a command is Outflank's engine by name.
fn is_outflank(cmd: &str) -> bool {
    let rest = cmd.strip_prefix("outflank");
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['@', '=']))
}

/// Parses `KEY=VALUE,KEY=VALUE`. A comma that is not followed by a key belongs to the
/// value.
impl std::str::FromStr for EngineSpec {
    type Err = MatchError;

    fn from_str(text: &str) -> Result<Self, MatchError> {
        let mut spec = Self::default();
        let mut pairs: Vec<String> = Vec::new();
        for part in text.split(',') {
            let key = part.split_once('=').map(|(key, _)| key.trim());
            let is_key = key.is_some_and(|key| {
                let is_word = |c: char| c.is_alphanumeric() || "._- ".contains(c);
                !key.is_empty() && key.chars().all(is_word)
            });
            match pairs.last_mut() {
                Some(last) if !is_key => *last = format!("{last},{part}"),
                _ => pairs.push(part.to_owned()),
            }
        }
        for pair in &pairs {
            let Some((key, value)) = pair.split_once('=') else {
                let message = format!("{pair:?}: expected KEY=VALUE, with {KEYS}");
                return Err(MatchError(message));
            };
            spec.set(key.trim(), value.trim())?;
        }
        Ok(spec)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EngineFile {
    #[serde(default)]
    each: BTreeMap<String, Spanned<Value>>,
    engine: Vec<BTreeMap<String, Spanned<Value>>>,
}

/// Parses a list of engines in TOML: `[each]` with values for all engines, and an
/// `[[engine]]` table for each, with the keys of [`EngineSpec`] and its options in
/// `option`.
///
/// ```
/// let file = "[each]\ntime = 0.1\n\n[[engine]]\nname = \"a\"\ncmd = \"outflank\"\n";
/// let (each, engines) = outflank_matches::read_engines(file)?;
/// assert_eq!(engines.len(), 1);
/// let wrong = file.replace("cmd", "command");
/// let error = outflank_matches::read_engines(&wrong).unwrap_err().to_string();
/// assert!(error.starts_with("line 6: unknown key \"command\""), "{error}");
/// # Ok::<(), outflank_matches::MatchError>(())
/// ```
///
/// # Errors
///
/// Returns an error that names the line if the text is not a valid list.
pub fn read_engines(text: &str) -> Result<(EngineSpec, Vec<EngineSpec>), MatchError> {
    let at = |start: usize, reason: &str| {
        let line = text.get(..start).unwrap_or(text).matches('\n').count() + 1;
        MatchError(format!("line {line}: {}", reason.replace('\n', " ")))
    };
    let file: EngineFile = toml::from_str(text).map_err(|error| {
        let start = error.span().map_or(0, |span| span.start);
        let expected = "expected [each] and [[engine]] tables of keys and values";
        at(start, &format!("{}: {expected}", error.message()))
    })?;
    let read = |table: &BTreeMap<String, Spanned<Value>>| {
        let mut spec = EngineSpec::default();
        for (key, value) in table {
            let start = value.span().start;
            for (key, value) in flattened(key, value.get_ref()) {
                let value = value
                    .ok_or_else(|| at(start, &format!("{key}: expected a string or a number")))?;
                spec.set(&key, &value)
                    .map_err(|error| at(start, &error.to_string()))?;
            }
        }
        Ok(spec)
    };
    let engines: Result<Vec<EngineSpec>, MatchError> = file.engine.iter().map(read).collect();
    Ok((read(&file.each)?, engines?))
}

/// Returns a value as text, or the entries of the table `option` as `option.NAME`.
fn flattened(key: &str, value: &Value) -> Vec<(String, Option<String>)> {
    match value {
        Value::Table(table) if key == "option" => {
            let options = table.iter();
            options
                .map(|(name, value)| (format!("option.{name}"), text_of(value)))
                .collect()
        }
        _ => vec![(key.to_owned(), text_of(value))],
    }
}

fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Integer(_) | Value::Float(_) | Value::Boolean(_) => Some(value.to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
