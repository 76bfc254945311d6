//! Parsing of engine names.

use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;

use outflank_engine::MAX_LEVEL;
use outflank_engine::evaluation::Evaluation as PatternEvaluation;
use outflank_human::{FULL_STRENGTH, FULL_STRENGTH_LEVEL, HumanRating};
use outflank_textbook::{Evaluation, EvaluationKind, MAX_PLAYER_DEPTH};

use super::external::Settings;
use super::nboard::MAX_DEPTH;
use super::program::Protocol;
use super::{
    MatchEngine, MoveLimit, OutflankEngine, ProgramEngine, RandomEngine, TextbookEngine,
    TimeControl,
};
use crate::MatchError;

fn invalid(problem: &str, name: &str, expected: &str) -> MatchError {
    MatchError(format!("{problem} engine {name:?}: expected {expected}"))
}

/// Returns a closure for `map_err` that reports an unusable file.
pub(super) fn unusable<E: Display>(what: &str, path: &str) -> impl FnOnce(E) -> MatchError {
    move |error| MatchError(format!("{what} {path}: {error}"))
}

/// Options of engines in addition to their names.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EngineOptions {
    /// The time for each engine: a time per move replaces the limit in its name; a clock
    /// supplements it.
    pub time: Option<TimeControl>,
    /// Whether a time per move supplements the limit, as a clock does, instead of replacing it.
    pub keeps_limit: bool,
    /// Maximum time for an answer from a program when no clock applies.
    pub patience: Duration,
}

/// No time control, and one minute per answer.
impl Default for EngineOptions {
    fn default() -> Self {
        Self {
            time: None,
            keeps_limit: false,
            patience: Duration::from_secs(60),
        }
    }
}

/// Creates an engine by name:
///
/// | name | engine |
/// |---|---|
/// | `textbook:phased@4` | the textbook player with one of its evaluations (`discs`, `phased`, `components`, `positional`), at depth 4 |
/// | `textbook:phased@0.1s` | the same with 0.1 seconds per move and iterative deepening |
/// | `textbook:phased=mine.toml@4` | the same with its parameters from a file |
/// | `outflank@12` | Outflank at a level from 1 to 60 |
/// | `outflank@4plies` | the same at depth 4 without selectivity or endgame search, like the textbook player |
/// | `outflank@0.1s` | the same with 0.1 seconds per move |
/// | `outflank=mine.weights@12` | the same with its weights from a file |
/// | `human@1500`, `human@club` | an opponent that plays like people with that rating |
/// | `human@full-strength` | `outflank@21` |
/// | `gtp:gtp-rhino --level 5` | a program that speaks GTP |
/// | `nboard:outflank nboard --level 5` | a program that speaks NBoard's protocol |
/// | `nboard@12:ntest` | the same at depth 12 |
/// | `random` | random legal moves |
/// | `random:corners` | random legal moves, but takes corners |
///
/// A time per move in `options` replaces the limit in the name; a clock supplements it. With
/// either, the limit is optional. Programs receive the time along with their depth.
///
/// # Errors
///
/// Returns an error if the name is none of these, or if a file cannot be read.
pub fn parse_engine(
    name: &str,
    options: &EngineOptions,
) -> Result<Box<dyn MatchEngine>, MatchError> {
    if name == "random" || name == "random:corners" {
        let takes_corners = name != "random";
        return Ok(Box::new(RandomEngine { takes_corners }));
    }
    if let Some(command) = name.strip_prefix("gtp:") {
        return Ok(Box::new(program(name, command, Protocol::Gtp, options)?));
    }
    if let Some(rest) = name.strip_prefix("nboard")
        && rest.starts_with([':', '@'])
    {
        return Ok(Box::new(parse_nboard(name, rest, options)?));
    }
    if let Some(rest) = name.strip_prefix("outflank")
        && (rest.is_empty() || rest.starts_with(['@', '=']))
    {
        return Ok(Box::new(parse_outflank(name, rest, options)?));
    }
    if let Some(rating) = name.strip_prefix("human@") {
        if rating == FULL_STRENGTH {
            let level = format!("@{FULL_STRENGTH_LEVEL}");
            return Ok(Box::new(parse_outflank(name, &level, options)?));
        }
        let rating: Result<HumanRating, _> = rating.parse();
        let rating = rating.map_err(|error| MatchError(format!("engine human: {error}")))?;
        return Ok(Box::new(OutflankEngine::human(rating)));
    }
    let Some(textbook) = outflank_textbook::strip_player_prefix(name) else {
        let expected = "outflank@LEVEL, human@RATING, textbook:EVALUATION@DEPTH, gtp:COMMAND, \
                        nboard:COMMAND or random";
        return Err(invalid("unknown", name, expected));
    };
    // A limit cannot contain `@`, but a file name can.
    let (label, limit) = match textbook.rsplit_once('@') {
        Some((label, limit)) => (label, Some(limit)),
        None => (textbook, None),
    };
    let (label, evaluation) = parse_evaluation(name, label)?;
    let expected = "a depth from 1 to 60 as in textbook:phased@4, or seconds per move as in \
                    textbook:phased@0.1s";
    let (limit, move_time) = limits(name, limit, parse_limit, expected, options)?;
    let mut engine = TextbookEngine::new(label, evaluation, limit);
    engine.move_time = move_time;
    Ok(Box::new(engine))
}

/// Returns the program that a command starts.
fn program(
    name: &str,
    command: &str,
    protocol: Protocol,
    options: &EngineOptions,
) -> Result<ProgramEngine, MatchError> {
    let settings = Settings::new(command, options.time, options.patience);
    let expected = "a program and its arguments, every quote closed, as in gtp:gtp-rhino or \
                    gtp:'/my programs/engine' --level 5";
    let settings = settings.ok_or_else(|| invalid("wrong command in", name, expected))?;
    Ok(ProgramEngine {
        settings: Arc::new(settings),
        protocol,
    })
}

/// Parses the rest after `nboard`: an optional `@DEPTH`, then `:COMMAND`. The depth comes
/// first because the command may contain `@`.
fn parse_nboard(
    name: &str,
    rest: &str,
    options: &EngineOptions,
) -> Result<ProgramEngine, MatchError> {
    let expected = "a depth from 1 to 60 and a command, as in nboard@12:ntest";
    let wrong_depth = || invalid("wrong depth in", name, expected);
    let (depth, command) = rest.split_once(':').ok_or_else(wrong_depth)?;
    let depth = match depth.strip_prefix('@').map(str::parse) {
        None => None,
        Some(Ok(depth)) if (1..=MAX_DEPTH).contains(&depth) => Some(depth),
        Some(_) => return Err(wrong_depth()),
    };
    program(name, command, Protocol::NBoard { depth }, options)
}

/// Parses the rest after `outflank`: an optional `=FILE`, then `@LIMIT`.
pub(super) fn parse_outflank(
    name: &str,
    rest: &str,
    options: &EngineOptions,
) -> Result<OutflankEngine, MatchError> {
    let (label, limit) = match rest.rsplit_once('@') {
        Some((label, limit)) => (label, Some(limit)),
        None => (rest, None),
    };
    let evaluation = label.strip_prefix('=').map(read_weights).transpose()?;
    let expected = "a level from 1 to 60 as in outflank@12, plies as in outflank@4plies, or \
                    seconds per move as in outflank@0.1s";
    let (limit, move_time) = limits(name, limit, parse_outflank_limit, expected, options)?;
    let mut engine = OutflankEngine::new(label, evaluation, limit);
    engine.move_time = move_time;
    Ok(engine)
}

/// Returns the limit of an engine, parsed from its name, and the additional time per move.
fn limits(
    name: &str,
    limit: Option<&str>,
    parse: impl Fn(&str) -> Option<MoveLimit>,
    expected: &str,
    options: &EngineOptions,
) -> Result<(MoveLimit, Option<Duration>), MatchError> {
    let wrong = || invalid("wrong limit in", name, expected);
    let named = limit.map(|text| parse(text).ok_or_else(wrong));
    match (named.transpose()?, options.time) {
        (Some(limit), Some(TimeControl::Move(time))) if options.keeps_limit => {
            Ok((limit, Some(time)))
        }
        (Some(limit), Some(TimeControl::Game(_)) | None) => Ok((limit, None)),
        (_, Some(time)) => Ok((time.into(), None)),
        (None, None) => {
            let expected = format!("a limit as in {name}@4, a time per move or a clock");
            Err(invalid("no limit in", name, &expected))
        }
    }
}

/// Reads an evaluation from a file of weights or a network.
///
/// # Errors
///
/// Returns an error if the file cannot be read or is not an evaluation.
pub fn read_weights(path: &str) -> Result<Arc<PatternEvaluation>, MatchError> {
    let bytes = std::fs::read(path).map_err(unusable("weights", path))?;
    let evaluation = PatternEvaluation::from_bytes(&bytes).map_err(unusable("weights", path))?;
    Ok(Arc::new(evaluation))
}

/// Parses `phased`, or `phased=FILE` with the parameters of a TOML file; returns the label
/// with the canonical name, and the evaluation.
///
/// # Errors
///
/// Returns an error if the evaluation is unknown, or if its file cannot be read or is invalid.
pub fn parse_evaluation(name: &str, label: &str) -> Result<(String, Evaluation), MatchError> {
    let (kind, path) = match label.split_once('=') {
        Some((kind, path)) => (kind, Some(path)),
        None => (label, None),
    };
    let expected = "discs, phased, components or positional";
    let unknown = || invalid("unknown evaluation in", name, expected);
    let kind: EvaluationKind = kind.parse().map_err(|_| unknown())?;
    let Some(path) = path else {
        return Ok((kind.to_string(), Evaluation::new(kind)));
    };
    let label = format!("{kind}={path}");
    let parameters = std::fs::read_to_string(path).map_err(unusable("parameters", path))?;
    let evaluation = Evaluation::from_toml(kind, &parameters);
    Ok((label, evaluation.map_err(unusable("parameters", path))?))
}

/// Parses `12` as a level, `4plies` as plies and `0.1s` as a time.
fn parse_outflank_limit(text: &str) -> Option<MoveLimit> {
    match text.strip_suffix("plies").map(parse_limit) {
        None => match parse_limit(text)? {
            MoveLimit::Depth(level) if level > MAX_LEVEL => None,
            limit => Some(limit),
        },
        Some(Some(MoveLimit::Depth(depth))) => Some(MoveLimit::Plies(depth)),
        Some(_) => None,
    }
}

/// Parses `4` as a depth and `0.1s` as a time.
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

    /// Returns the engine's name, or the message of the error.
    fn name(text: &str, time: Option<f64>) -> Result<String, String> {
        let time = time.map(|time| TimeControl::Move(Duration::from_secs_f64(time)));
        let options = EngineOptions {
            time,
            ..EngineOptions::default()
        };
        match parse_engine(text, &options) {
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
            "/../textbook/parameters/phased.toml"
        );
        for text in [
            "random",
            "random:corners",
            "textbook:phased@5",
            "textbook:discs@60",
            "textbook:components@0.25s",
            "human@400",
            "human@1500",
            "outflank@12",
            "outflank@4plies",
            "outflank@0.2s",
            "textbook:positional@1s",
            "gtp:gtp-rhino",
            "gtp:'/my programs/engine' --level 5 \"a b\"",
            "nboard:ntest",
            "nboard@12:'/my programs/engine' --book a@b:c@3",
            &format!("textbook:phased={shipped}@3"),
        ] {
            assert_eq!(name(text, None).as_deref(), Ok(text));
        }
    }

    #[test]
    fn a_time_replaces_the_limit() {
        for text in ["textbook:phased", "textbook:Phased@3", "textbook:phased@9s"] {
            assert_eq!(
                name(text, Some(0.05)).as_deref(),
                Ok("textbook:phased@0.05s")
            );
        }
        assert_eq!(name("random", Some(0.05)).as_deref(), Ok("random"));
    }

    #[test]
    fn a_clock_and_a_limit_combine() {
        let options = EngineOptions {
            time: Some(TimeControl::Game("10+0.1".parse().unwrap())),
            ..EngineOptions::default()
        };
        for (text, expected) in [
            ("outflank", "outflank"),
            ("outflank@12", "outflank@12"),
            ("textbook:Phased@0.1s", "textbook:phased@0.1s"),
            ("textbook:Phased", "textbook:phased"),
            ("random", "random"),
        ] {
            let engine = parse_engine(text, &options).unwrap();
            assert_eq!(engine.name(), expected);
        }
    }

    #[test]
    fn invalid_names_are_refused_with_a_reason() {
        for text in [
            "",
            "edax",
            "Random",
            "phased@4",
            "textbook",
            "outflanked@3",
            "nboard",
            "nboards:ntest",
        ] {
            assert_refused(text, "unknown engine");
        }
        for text in [
            "textbook:",
            "textbook:@4",
            "textbook:best@4",
            "textbook:phased@4@4",
        ] {
            assert_refused(text, "unknown evaluation");
        }
        assert_refused("textbook:phased", "no limit");
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
            assert_refused(&format!("textbook:phased@{limit}"), "wrong limit");
        }
        for limit in [
            "plies", "0plies", "61plies", "-1plies", "1splies", "4 plies",
        ] {
            assert_refused(&format!("outflank@{limit}"), "wrong limit");
        }
        assert_refused("textbook:phased@4plies", "wrong limit");
        assert_eq!(name("human@club", None).as_deref(), Ok("human@1400"));
        let strongest = name("human@full-strength", None);
        assert_eq!(strongest.as_deref(), Ok("outflank@21"));
        for rating in ["", "399", "2401", "-1", "1500.5", "novice"] {
            let message = name(&format!("human@{rating}"), None).unwrap_err();
            assert!(
                message.contains("from 400 to 2400, or one of first-game, "),
                "{message}"
            );
        }
    }

    #[test]
    fn errors_name_the_parameter_file() {
        let missing = name("textbook:phased=no/such.toml@4", None).unwrap_err();
        assert!(
            missing.starts_with("parameters no/such.toml: "),
            "{missing}"
        );
        let other = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        let wrong = name(&format!("textbook:phased={other}@4"), None).unwrap_err();
        assert!(
            wrong.starts_with(&format!("parameters {other}: ")),
            "{wrong}"
        );
    }
}
