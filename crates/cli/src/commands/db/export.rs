//! `outflank db export`: games out of the archive.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, bail, ensure};
use clap::Args;
use outflank_othello::format::{
    Format, GameFile, GameRecord, GameWriter, Lost, NameNumbers, WriteError, names_beside,
};
use outflank_study::archive::Archive;
use serde::Serialize;

use super::games_in_words;
use crate::context::{Context, Verdict};
use crate::game_filter::GameFilterOptions;
use crate::options::BoardOption;

/// Arguments of `outflank db export`.
#[derive(Args)]
#[command(after_help = "\
What the format written has no place for is named on standard error, with the number of games \
that had it. Beside a WTHOR file that is to be written the names of players and tournaments are \
looked for: the first .jou and .trn of the folder.")]
pub(super) struct Arguments {
    /// The file to write, in the format of its extension (.txt for transcripts,
    /// .obf, .wtb, .ggf, .sgf, .pgn); `-` for standard output.
    output: String,

    /// Format to write: txt, obf, wtb, ggf, sgf or pgn.
    #[arg(long, value_name = "FORMAT")]
    to: Option<Format>,

    #[command(flatten)]
    board: BoardOption,

    #[command(flatten)]
    filter: GameFilterOptions,
}

/// The JSON object of the whole export.
#[derive(Serialize)]
struct Total {
    total: bool,
    read: usize,
    written: usize,
    rejected: usize,
    lost: Vec<LostLine>,
}

/// Something that the format has no place for.
#[derive(Serialize)]
struct LostLine {
    what: String,
    games: usize,
}

pub(super) fn run(
    arguments: &Arguments,
    archive: &Archive,
    context: &Context,
) -> anyhow::Result<Verdict> {
    let name = arguments.output.as_str();
    let to_stdout = name == "-";
    if to_stdout && context.output.is_json() {
        bail!("standard output cannot hold both the games and JSON: name a file to write");
    }
    let format = match arguments.to {
        Some(format) => format,
        None => Format::of_path(Path::new(name)).with_context(|| {
            let known = Format::extensions();
            format!("{name}: the extension names no format: expected {known}, or --to")
        })?,
    };
    let found = archive.find(&arguments.filter.wanted(arguments.board.shape)?)?;
    let mut target = Target::create(name, format)?;
    let mut lost = BTreeMap::<Lost, usize>::new();
    let mut rejected = 0;
    for &number in &found {
        ensure!(!context.is_interrupted(), "stopped: nothing was written");
        match target.write(&archive.game(number)?.record) {
            Ok(fields) => {
                for field in fields {
                    *lost.entry(field).or_default() += 1;
                }
            }
            Err(WriteError::Refused(refusal)) => {
                rejected += 1;
                eprintln!("game {number} left out: {refusal}");
            }
            Err(error) => return Err(error).context(name.to_owned()),
        }
    }
    let (written, in_the_end) = target.finish().with_context(|| name.to_owned())?;
    for (field, games) in in_the_end {
        *lost.entry(field).or_default() += games;
    }
    for (field, &games) in &lost {
        eprintln!("not in the {format}: {field} ({})", games_in_words(games));
    }
    let lost = lost.into_iter().map(|(field, games)| LostLine {
        what: field.to_string(),
        games,
    });
    context.output.object(&Total {
        total: true,
        read: found.len(),
        written,
        rejected,
        lost: lost.collect(),
    })?;
    if !to_stdout {
        context.output.text(format_args!(
            "{name}: {written} of {} games written as {format}, {rejected} left out",
            found.len()
        ))?;
    }
    Ok(match rejected {
        0 => Verdict::Done,
        _ => Verdict::Negative,
    })
}

/// Where the games go.
enum Target {
    File(GameFile),
    /// Standard output gets all at once, since the head of a WTHOR file is known
    /// only in the end.
    Stdout(GameWriter<Vec<u8>>),
}

impl Target {
    fn create(name: &str, format: Format) -> anyhow::Result<Self> {
        if name == "-" {
            return Ok(Self::Stdout(GameWriter::new(Vec::new(), format)));
        }
        let path = Path::new(name);
        let mut file = GameFile::create(path, format).with_context(|| name.to_owned())?;
        if format == Format::Wthor {
            file.set_names(names_beside(path)?.map(|names| Arc::new(NameNumbers::new(names))));
        }
        Ok(Self::File(file))
    }

    fn write(&mut self, record: &GameRecord) -> Result<Vec<Lost>, WriteError> {
        match self {
            Self::File(file) => file.write(record),
            Self::Stdout(writer) => writer.write(record),
        }
    }

    /// The number of games, and what shows only now to be lost.
    fn finish(self) -> io::Result<(usize, Vec<(Lost, usize)>)> {
        let finished = match self {
            Self::File(file) => return file.finish(),
            Self::Stdout(writer) => writer.finish()?,
        };
        let mut content = finished.output;
        if let Some(head) = finished.wthor_header {
            content[..head.len()].copy_from_slice(&head);
        }
        io::stdout().lock().write_all(&content)?;
        Ok((finished.games, finished.lost))
    }
}
