//! Results files, from which a tournament can be resumed.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use outflank_engine::evaluation::Evaluation;
use outflank_othello::Game;
use outflank_support::{Locked, open_locked};
use outflank_textbook::Parameters;
use serde::Serialize;
use serde_json::Value;

use super::stored::StoredPair;
use super::{GamePair, Schedule, Tournament};
use crate::MatchError;
use crate::engine::Clock;
use outflank_support::digest::{file_digest, text_digest};

/// A file to which the pairs of a tournament are appended as they end: a line of JSON
/// that identifies the tournament, then a line for each pair.
///
/// A process killed while writing leaves an incomplete last line, which is removed when
/// the file is opened again. Any other damage is an error.
#[derive(Debug)]
pub struct ResultsFile {
    path: PathBuf,
    file: Locked,
    names: Vec<String>,
}

/// The content of a results file.
#[derive(Debug, Default)]
pub struct Results {
    /// The earlier pairs, in the order in which they ended.
    pub pairs: Vec<GamePair>,
    /// The length in bytes of the incomplete last line that was removed, if there was one.
    pub cut_off: Option<usize>,
}

/// Everything that determines the games of a tournament.
#[derive(Debug, Serialize)]
struct Header {
    /// The version of the format.
    outflank_match: u32,
    engines: Vec<String>,
    /// The specifications of the engines, unless they equal the names.
    #[serde(skip_serializing_if = "Option::is_none")]
    specifications: Option<Vec<String>>,
    /// The clocks of the engines, unless all have the tournament's clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    clocks: Option<Vec<Option<String>>>,
    /// Digests of the weights or parameters of engines.
    weights: BTreeMap<String, String>,
    #[serde(rename = "pairing")]
    schedule: &'static str,
    board: String,
    games: usize,
    openings: usize,
    /// A digest of the openings.
    openings_hash: String,
    seed: u64,
    clock: Option<String>,
    adjudicate: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    resign: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    draw: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    replays: Option<u32>,
    sprt: Option<String>,
    /// Other settings that determine the games.
    settings: BTreeMap<String, String>,
}

impl Header {
    fn new(
        tournament: &Tournament,
        settings: &BTreeMap<String, String>,
    ) -> Result<Self, MatchError> {
        let names = tournament.engines.iter().map(|engine| engine.name());
        let names: Vec<String> = names.collect();
        let specifications = tournament
            .engines
            .iter()
            .map(|engine| engine.specification());
        let specifications: Vec<String> = specifications.collect();
        let common = tournament.clock;
        let clocks = tournament.engines.iter().map(|engine| engine.clock(common));
        let clocks: Vec<Option<Clock>> = clocks.collect();
        let rules = tournament.score_rules;
        Ok(Self {
            outflank_match: 1,
            weights: weights(&specifications)?,
            specifications: (specifications != names).then_some(specifications),
            clocks: clocks.iter().any(|clock| *clock != common).then(|| {
                let texts = clocks
                    .iter()
                    .map(|clock| clock.map(|clock| clock.to_string()));
                texts.collect()
            }),
            engines: names,
            resign: rules.resign.map(|rule| rule.to_string()),
            draw: rules.draw.map(|rule| rule.to_string()),
            replays: (tournament.replays > 0).then_some(tournament.replays),
            schedule: match tournament.schedule {
                Schedule::Gauntlet => "first against the rest",
                Schedule::RoundRobin => "round robin",
            },
            board: tournament
                .openings
                .first()
                .map_or_else(String::new, |game| game.shape().to_string()),
            games: 2 * tournament.pairs(),
            openings: tournament.openings.len(),
            openings_hash: openings_digest(&tournament.openings),
            seed: tournament.seed,
            clock: tournament.clock.map(|clock| clock.to_string()),
            adjudicate: tournament.adjudicate,
            sprt: tournament.sprt.map(|sprt| sprt.to_string()),
            settings: settings.clone(),
        })
    }
}

/// Returns digests of the weights or parameters of our own engines.
fn weights(names: &[String]) -> Result<BTreeMap<String, String>, MatchError> {
    let mut weights = BTreeMap::new();
    for name in names {
        let ours = name.starts_with("outflank") || name.starts_with("textbook:");
        let file = name.split_once('=').filter(|_| ours);
        let hash = if let Some((_, file)) = file {
            let file = file.rsplit_once('@').map_or(file, |(file, _)| file);
            let hash = file_digest(0, Path::new(file));
            Some(hash.map_err(|error| MatchError(format!("engine {name}: {error}")))?)
        } else if name.starts_with("outflank") {
            Some(Evaluation::shipped().digest())
        } else {
            shipped_parameters(name)
        };
        weights.extend(hash.map(|hash| (name.clone(), format!("{hash:016x}"))));
    }
    Ok(weights)
}

/// Returns the digest of the shipped parameters of a textbook player.
fn shipped_parameters(name: &str) -> Option<u64> {
    let kind = name.strip_prefix("textbook:")?.split('@').next()?;
    let parameters = Parameters::shipped(kind.parse().ok()?).ok()?;
    Some(text_digest(&parameters.to_toml()))
}

fn openings_digest(openings: &[Game]) -> String {
    let texts = openings.iter().map(|opening| {
        let moves: String = opening.squares().map(|square| square.to_string()).collect();
        format!("{} {moves}\n", opening.start())
    });
    format!("{:016x}", text_digest(&texts.collect::<String>()))
}

impl ResultsFile {
    /// Opens or creates the results of a tournament. `settings` are further settings that
    /// determine the games.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or written, is locked, belongs to
    /// another tournament, or has an invalid line.
    pub fn open(
        path: &Path,
        tournament: &Tournament,
        settings: &BTreeMap<String, String>,
    ) -> Result<(Self, Results), MatchError> {
        let failed = |error: io::Error| MatchError(format!("{}: {error}", path.display()));
        let header = Header::new(tournament, settings)?;
        let file = open_locked(path).map_err(failed)?;
        let mut results = Self {
            path: path.to_owned(),
            file,
            names: header.engines.clone(),
        };
        let mut content = Vec::new();
        results.file.read_to_end(&mut content).map_err(failed)?;
        let first = line(&header).map_err(failed)?;
        let found = results.read(&content, &first, tournament)?;
        if let Some(torn) = found.cut_off {
            let whole = (content.len() - torn) as u64;
            results.file.set_len(whole).map_err(failed)?;
        }
        results.file.seek(SeekFrom::End(0)).map_err(failed)?;
        if found.cut_off == Some(content.len()) || content.is_empty() {
            results.write(&first).map_err(failed)?;
        }
        Ok((results, found))
    }

    /// Parses the file; `first` is its expected first line.
    fn read(
        &self,
        content: &[u8],
        first: &[u8],
        tournament: &Tournament,
    ) -> Result<Results, MatchError> {
        let whole = content.iter().rposition(|&byte| byte == b'\n');
        let (lines, torn) = content.split_at(whole.map_or(0, |end| end + 1));
        let mut results = Results {
            pairs: Vec::new(),
            cut_off: (!torn.is_empty()).then_some(torn.len()),
        };
        if lines.is_empty() {
            // The only incomplete line accepted is a prefix of our own first line.
            return if first.starts_with(torn) {
                Ok(results)
            } else {
                Err(self.no_results())
            };
        }
        let mut seen = BTreeSet::new();
        for (number, text) in lines.split_inclusive(|&byte| byte == b'\n').enumerate() {
            if number == 0 {
                self.check_header(text, first)?;
                continue;
            }
            let wrong = |reason: String| self.error(format_args!("line {}: {reason}", number + 1));
            let record: StoredPair =
                serde_json::from_slice(text).map_err(|error| wrong(error.to_string()))?;
            let pair = record.read(tournament, &self.names).map_err(wrong)?;
            if !seen.insert(pair.number) {
                return Err(wrong(format!("pair {} occurs twice", pair.number + 1)));
            }
            results.pairs.push(pair);
        }
        Ok(results)
    }

    fn error(&self, reason: impl Display) -> MatchError {
        MatchError(format!("{}: {reason}", self.path.display()))
    }

    fn no_results(&self) -> MatchError {
        self.error("not a results file: expected a first line {\"outflank_match\":1,…}")
    }

    fn check_header(&self, found: &[u8], expected: &[u8]) -> Result<(), MatchError> {
        let read = |text| serde_json::from_slice::<BTreeMap<String, Value>>(text);
        let (Ok(found), Ok(expected)) = (read(found), read(expected)) else {
            return Err(self.no_results());
        };
        let version = "outflank_match";
        if found.get(version) != expected.get(version) {
            return Err(self.no_results());
        }
        let fields: BTreeSet<&String> = found.keys().chain(expected.keys()).collect();
        let differences = fields.into_iter().filter_map(|field| {
            let [there, here] = [&found, &expected].map(|header| header.get(field));
            let [there, here] = [there, here].map(|value| value.unwrap_or(&Value::Null));
            (there != here).then(|| format!("{field} is {there} in the file and {here} here"))
        });
        let differences: Vec<String> = differences.collect();
        if differences.is_empty() {
            return Ok(());
        }
        let differences = differences.join("; ");
        Err(self.error(format_args!("results of another tournament: {differences}")))
    }

    /// Appends a pair.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be written.
    pub fn append(&mut self, pair: &GamePair) -> Result<(), MatchError> {
        let text = line(&StoredPair::new(pair, &self.names));
        let written = text.and_then(|text| self.write(&text));
        written.map_err(|error| self.error(error))
    }

    /// Writes a line in a single call, so that a kill leaves at most one incomplete line.
    fn write(&mut self, line: &[u8]) -> io::Result<()> {
        self.file.write_all(line)?;
        self.file.flush()
    }
}

fn line(object: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut text = serde_json::to_vec(object)?;
    text.push(b'\n');
    Ok(text)
}

#[cfg(test)]
mod tests;
