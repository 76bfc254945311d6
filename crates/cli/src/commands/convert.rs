//! `outflank convert`: games from one format into another.

use std::io::{Read, Write};
use std::path::Path;

use anyhow::{Context as _, bail};
use clap::Args;
use outflank_othello::format::{
    Format, GameRecord, read_game_file, read_games, write_beside_and_rename, write_games,
};
use serde::Serialize;

use crate::context::{Context, Verdict};
use crate::options::BoardOption;

/// Arguments of `outflank convert`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// File to read, told by its content: transcripts, OBF or WTHOR; `-` for
    /// standard input.
    input: String,

    /// File to write, in the format of its extension; `-` for standard output.
    output: String,

    /// Format to write: txt, obf or wtb.
    #[arg(long, value_name = "FORMAT")]
    to: Option<Format>,

    #[command(flatten)]
    board: BoardOption,
}

/// The JSON object of the whole conversion.
#[derive(Serialize)]
struct Total {
    total: bool,
    read: usize,
    written: usize,
    rejected: usize,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Verdict> {
    let to_stdout = arguments.output == "-";
    if to_stdout && context.output.is_json() {
        bail!("standard output cannot hold both the games and JSON: name a file to write");
    }
    let format = match arguments.to {
        Some(format) => format,
        None => Format::of_path(Path::new(&arguments.output)).with_context(|| {
            format!(
                "{}: the extension names no format: expected .txt, .obf or .wtb, or --to",
                arguments.output
            )
        })?,
    };
    let games = if arguments.input == "-" {
        let mut content = Vec::new();
        std::io::stdin().read_to_end(&mut content)?;
        read_games(&content, arguments.board.shape, None).context("standard input")?
    } else {
        read_game_file(Path::new(&arguments.input), arguments.board.shape)?
    };
    for rejected in &games.rejected {
        eprintln!("game {} left out: {}", rejected.number, rejected.error);
    }
    let (numbers, records): (Vec<usize>, Vec<GameRecord>) = games.records.into_iter().unzip();
    let written = write_games(&records, format, games.wthor_header)?;
    for refused in &written.refused {
        eprintln!(
            "game {} left out: {}",
            numbers[refused.place], refused.reason
        );
    }
    if to_stdout {
        std::io::stdout().lock().write_all(&written.content)?;
    } else {
        let path = Path::new(&arguments.output);
        write_beside_and_rename(path, &written.content)
            .with_context(|| arguments.output.clone())?;
    }
    let total = Total {
        total: true,
        read: records.len() + games.rejected.len(),
        written: written.games,
        rejected: games.rejected.len() + written.refused.len(),
    };
    context.output.object(&total)?;
    if !to_stdout {
        context.output.text(format_args!(
            "{}: {} of {} games written as {format}, {} left out",
            arguments.output, total.written, total.read, total.rejected
        ))?;
    }
    let all = total.rejected == 0;
    Ok(if all {
        Verdict::Done
    } else {
        Verdict::Negative
    })
}
