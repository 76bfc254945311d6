//! Engines by name.

use std::sync::Arc;
use std::time::Duration;

use outflank_classic::{Evaluation, EvaluationKind, MAX_PLAYER_DEPTH, ParameterError};
use outflank_engine::MAX_LEVEL;
use outflank_engine::evaluation::{Evaluation as PatternEvaluation, EvaluationError};
use thiserror::Error;

use super::external::Settings;
use super::nboard::MAX_DEPTH;
use super::{
    ClassicEngine, GtpEngine, MatchEngine, MoveLimit, NBoardEngine, OutflankEngine, RandomEngine,
    TimeControl,
};

/// Why a text names no engine.
#[derive(Debug, Error)]
pub enum EngineNameError {
    /// No engine is called that.
    #[error(
        "unknown engine {0:?}: expected outflank@LEVEL, classic:EVALUATION@DEPTH, gtp:COMMAND, \
         nboard:COMMAND or random"
    )]
    UnknownEngine(String),
    /// No evaluation of the textbook player is called that.
    #[error("unknown evaluation in engine {0:?}: expected discs, phased, components or positional")]
    UnknownEvaluation(String),
    /// Neither a depth nor a time was given.
    #[error(
        "engine {0:?} has no limit: expected a depth as in classic:phased@4, a time a move or a clock"
    )]
    NoLimit(String),
    /// The level of the strong player cannot be read.
    #[error(
        "wrong limit in engine {0:?}: expected a level from 1 to {most} as in outflank@12, \
         plies as in outflank@4plies, or seconds a move as in outflank@0.1s",
        most = MAX_LEVEL
    )]
    WrongLevel(String),
    /// The file of weights cannot be used.
    #[error("weights {path}: {error}")]
    Weights {
        /// The file.
        path: String,
        /// Why.
        error: EvaluationError,
    },
    /// The part behind the `@` cannot be read.
    #[error(
        "wrong limit in engine {0:?}: expected a depth from 1 to {MAX_PLAYER_DEPTH} as in \
         classic:phased@4, or seconds a move as in classic:phased@0.1s"
    )]
    WrongLimit(String),
    /// The command that starts a program cannot be read.
    #[error(
        "wrong command in engine {0:?}: expected a program and its arguments, every quote closed, \
         as in gtp:gtp-rhino or gtp:'/my programs/engine' --level 5"
    )]
    WrongCommand(String),
    /// The depth that a program is to be told cannot be read.
    #[error(
        "wrong depth in engine {0:?}: expected one from 1 to {MAX_DEPTH} and a command, as in \
         nboard@12:ntest"
    )]
    WrongDepth(String),
    /// The file of parameters cannot be opened.
    #[error("parameters {path}: {error}")]
    File {
        /// The file.
        path: String,
        /// Why.
        error: std::io::Error,
    },
    /// The parameters make no sense.
    #[error("parameters {path}: {error}")]
    Parameters {
        /// The file.
        path: String,
        /// Why.
        error: ParameterError,
    },
}

/// The engine of a name:
///
/// | name | engine |
/// |---|---|
/// | `classic:phased@4` | the textbook player with one of its evaluations (`discs`, `phased`, `components`, `positional`), searching 4 plies deep |
/// | `classic:phased@0.1s` | the same with 0.1 seconds a move, deepening as far as it comes |
/// | `classic:phased=mine.toml@4` | the same with parameters of its own |
/// | `outflank@12` | the strong player at a level from 1 to 60 |
/// | `outflank@4plies` | the same, searching 4 plies as the textbook player does: nothing left out, no ending looked at further |
/// | `outflank@0.1s` | the same with 0.1 seconds a move |
/// | `outflank=mine.weights@12` | the same with weights of its own |
/// | `gtp:gtp-rhino --level 5` | a program that speaks GTP, started by that command |
/// | `nboard:outflank nboard --level 5` | a program that speaks NBoard's protocol, started by that command |
/// | `nboard@12:ntest` | the same, told to search 12 plies deep |
/// | `random` | any legal move |
///
/// With `time`, every engine but `random` plays by that in place of the limit in
/// its name, which may then be left out. A program is told it, and its depth too.
///
/// # Errors
///
/// Names that are none of these, and files of parameters that cannot be read,
/// with the name and what was expected.
pub fn parse_engine(
    name: &str,
    time: Option<TimeControl>,
) -> Result<Box<dyn MatchEngine>, EngineNameError> {
    let options = EngineOptions {
        time,
        ..EngineOptions::default()
    };
    parse_engine_with(name, &options)
}

/// What engines are given beside their names.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EngineOptions {
    /// The time that each has, in place of the limit in its name.
    pub time: Option<TimeControl>,
    /// How long an answer of a program may take that no time limits.
    pub patience: Duration,
}

/// No time, and the patience of a minute.
impl Default for EngineOptions {
    fn default() -> Self {
        Self {
            time: None,
            patience: Duration::from_secs(60),
        }
    }
}

/// The engine of a name, as [`parse_engine`] knows them, with all options.
///
/// # Errors
///
/// As [`parse_engine`].
pub fn parse_engine_with(
    name: &str,
    options: &EngineOptions,
) -> Result<Box<dyn MatchEngine>, EngineNameError> {
    let time = options.time;
    if name == "random" {
        return Ok(Box::new(RandomEngine));
    }
    if let Some(command) = name.strip_prefix("gtp:") {
        return Ok(Box::new(GtpEngine::new(program(name, command, options)?)));
    }
    if let Some(rest) = name.strip_prefix("nboard")
        && rest.starts_with([':', '@'])
    {
        return Ok(Box::new(parse_nboard(name, rest, options)?));
    }
    if let Some(rest) = name.strip_prefix("outflank")
        && (rest.is_empty() || rest.starts_with(['@', '=']))
    {
        return Ok(Box::new(parse_outflank(name, rest, time)?));
    }
    let Some(classic) = name.strip_prefix("classic:") else {
        return Err(EngineNameError::UnknownEngine(name.to_owned()));
    };
    // A limit has no @ in it, though a file's name may.
    let (label, limit) = match classic.rsplit_once('@') {
        Some((label, limit)) => (label, Some(limit)),
        None => (classic, None),
    };
    let (label, evaluation) = parse_evaluation(name, label)?;
    let named_limit = limit
        .map(|text| parse_limit(text).ok_or_else(|| EngineNameError::WrongLimit(name.to_owned())))
        .transpose()?;
    let limit = time
        .map(MoveLimit::from)
        .or(named_limit)
        .ok_or_else(|| EngineNameError::NoLimit(name.to_owned()))?;
    Ok(Box::new(ClassicEngine::new(label, evaluation, limit)))
}

/// The program of a command.
fn program(
    name: &str,
    command: &str,
    options: &EngineOptions,
) -> Result<Settings, EngineNameError> {
    let settings = Settings::new(command, options.time, options.patience);
    settings.map_err(|_| EngineNameError::WrongCommand(name.to_owned()))
}

/// Reads what stands behind `nboard`: perhaps `@DEPTH`, then `:COMMAND`. The depth
/// stands before the command, in which an `@` may mean anything.
fn parse_nboard(
    name: &str,
    rest: &str,
    options: &EngineOptions,
) -> Result<NBoardEngine, EngineNameError> {
    let wrong_depth = || EngineNameError::WrongDepth(name.to_owned());
    let (depth, command) = rest.split_once(':').ok_or_else(wrong_depth)?;
    let depth = match depth.strip_prefix('@') {
        Some(depth) => {
            let depth = depth.parse().ok();
            let depth = depth.filter(|depth| (1..=MAX_DEPTH).contains(depth));
            Some(depth.ok_or_else(wrong_depth)?)
        }
        None => None,
    };
    Ok(NBoardEngine::new(program(name, command, options)?, depth))
}

/// Reads what stands behind `outflank`: perhaps `=FILE`, then `@LIMIT`.
fn parse_outflank(
    name: &str,
    rest: &str,
    time: Option<TimeControl>,
) -> Result<OutflankEngine, EngineNameError> {
    let (label, limit) = match rest.rsplit_once('@') {
        Some((label, limit)) => (label, Some(limit)),
        None => (rest, None),
    };
    let evaluation = label.strip_prefix('=').map(read_weights).transpose()?;
    let named_limit = limit.map(|text| match parse_strong_limit(text) {
        Some(MoveLimit::Depth(level)) if level > MAX_LEVEL => None,
        limit => limit,
    });
    let limit = match (time, named_limit) {
        (_, Some(None)) => return Err(EngineNameError::WrongLevel(name.to_owned())),
        (Some(time), _) => time.into(),
        (None, Some(Some(limit))) => limit,
        (None, None) => return Err(EngineNameError::NoLimit(name.to_owned())),
    };
    Ok(OutflankEngine::new(label, evaluation, limit))
}

/// The evaluation with the weights of a file, or with its network.
pub fn read_weights(path: &str) -> Result<Arc<PatternEvaluation>, EngineNameError> {
    let path = path.to_owned();
    let bytes = match std::fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) => return Err(EngineNameError::File { path, error }),
    };
    match PatternEvaluation::from_bytes(&bytes) {
        Ok(evaluation) => Ok(Arc::new(evaluation)),
        Err(error) => Err(EngineNameError::Weights { path, error }),
    }
}

/// Reads `phased`, or `phased=FILE` with the parameters of a TOML file. The
/// label comes back with the evaluation spelled as it is called.
pub fn parse_evaluation(name: &str, label: &str) -> Result<(String, Evaluation), EngineNameError> {
    let (kind, path) = match label.split_once('=') {
        Some((kind, path)) => (kind, Some(path)),
        None => (label, None),
    };
    let kind: EvaluationKind = kind
        .parse()
        .map_err(|_| EngineNameError::UnknownEvaluation(name.to_owned()))?;
    let Some(path) = path else {
        return Ok((kind.to_string(), Evaluation::new(kind)));
    };
    let label = format!("{kind}={path}");
    let path = path.to_owned();
    let parameters = match std::fs::read_to_string(&path) {
        Ok(parameters) => parameters,
        Err(error) => return Err(EngineNameError::File { path, error }),
    };
    match Evaluation::from_toml(kind, &parameters) {
        Ok(evaluation) => Ok((label, evaluation)),
        Err(error) => Err(EngineNameError::Parameters { path, error }),
    }
}

/// Reads `12` as a level, `4plies` as plies and `0.1s` as a time.
fn parse_strong_limit(text: &str) -> Option<MoveLimit> {
    match text.strip_suffix("plies").map(parse_limit) {
        None => parse_limit(text),
        Some(Some(MoveLimit::Depth(depth))) => Some(MoveLimit::Plies(depth)),
        Some(_) => None,
    }
}

/// Reads `4` as a depth and `0.1s` as a time.
fn parse_limit(text: &str) -> Option<MoveLimit> {
    if let Some(seconds) = text.strip_suffix('s') {
        let seconds: f64 = seconds.parse().ok()?;
        let time = Duration::try_from_secs_f64(seconds).ok()?;
        return (!time.is_zero()).then_some(MoveLimit::Time(time));
    }
    let depth = text.parse().ok()?;
    (1..=MAX_PLAYER_DEPTH)
        .contains(&depth)
        .then_some(MoveLimit::Depth(depth))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The engine's name, or the message of the error.
    fn name(text: &str, time: Option<f64>) -> Result<String, String> {
        let time = time.map(|time| TimeControl::Move(Duration::from_secs_f64(time)));
        match parse_engine(text, time) {
            Ok(engine) => Ok(engine.name()),
            Err(error) => Err(error.to_string()),
        }
    }

    fn assert_refused(text: &str, reason: &str) {
        let message = name(text, None).unwrap_err();
        assert!(message.contains(reason), "{message}");
        assert!(message.contains(&format!("{text:?}")), "{message}");
    }

    #[test]
    fn names_round_trip() {
        let shipped = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../classic/parameters/phased.toml"
        );
        for text in [
            "random",
            "classic:phased@5",
            "classic:discs@60",
            "classic:components@0.25s",
            "outflank@12",
            "outflank@4plies",
            "outflank@0.2s",
            "classic:positional@1s",
            "gtp:gtp-rhino",
            "gtp:'/my programs/engine' --level 5 \"a b\"",
            "nboard:ntest",
            "nboard@12:'/my programs/engine' --book a@b:c@3",
            &format!("classic:phased={shipped}@3"),
        ] {
            assert_eq!(name(text, None).as_deref(), Ok(text));
        }
    }

    #[test]
    fn a_time_stands_in_place_of_the_limit() {
        for text in ["classic:phased", "classic:Phased@3", "classic:phased@9s"] {
            assert_eq!(
                name(text, Some(0.05)).as_deref(),
                Ok("classic:phased@0.05s")
            );
        }
        assert_eq!(name("random", Some(0.05)).as_deref(), Ok("random"));
    }

    #[test]
    fn a_clock_stands_in_place_of_the_limit() {
        let clock = TimeControl::Game("10+0.1".parse().unwrap());
        for (text, expected) in [
            ("outflank", "outflank"),
            ("outflank@12", "outflank"),
            ("classic:Phased@0.1s", "classic:phased"),
            ("random", "random"),
        ] {
            let engine = parse_engine(text, Some(clock)).unwrap();
            assert_eq!(engine.name(), expected);
        }
    }

    #[test]
    fn wrong_names_are_refused_with_their_reason() {
        for text in [
            "",
            "edax",
            "Random",
            "phased@4",
            "classic",
            "outflanked@3",
            "nboard",
            "nboards:ntest",
        ] {
            assert_refused(text, "unknown engine");
        }
        for text in [
            "classic:",
            "classic:@4",
            "classic:best@4",
            "classic:phased@4@4",
        ] {
            assert_refused(text, "unknown evaluation");
        }
        assert_refused("classic:phased", "no limit");
        for command in ["", "  ", "'engine", "engine \"", "engine \\"] {
            for protocol in ["gtp:", "nboard:", "nboard@3:"] {
                assert_refused(&format!("{protocol}{command}"), "wrong command in engine");
            }
        }
        for depth in ["", "0", "61", "x", "-1", "12s", "4@4"] {
            assert_refused(&format!("nboard@{depth}:ntest"), "wrong depth");
        }
        assert_refused("nboard@12", "wrong depth");
        for limit in [
            "", "0", "61", "-1", "4.5", "x", "0s", "-1s", "nans", "infs", "1e99s",
        ] {
            assert_refused(&format!("classic:phased@{limit}"), "wrong limit");
        }
        for limit in [
            "plies", "0plies", "61plies", "-1plies", "1splies", "4 plies",
        ] {
            assert_refused(&format!("outflank@{limit}"), "wrong limit");
        }
        assert_refused("classic:phased@4plies", "wrong limit");
    }

    #[test]
    fn wrong_files_of_parameters_are_named() {
        let missing = name("classic:phased=no/such.toml@4", None).unwrap_err();
        assert!(
            missing.starts_with("parameters no/such.toml: "),
            "{missing}"
        );
        let other = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        let wrong = name(&format!("classic:phased={other}@4"), None).unwrap_err();
        assert!(
            wrong.starts_with(&format!("parameters {other}: ")),
            "{wrong}"
        );
    }
}
