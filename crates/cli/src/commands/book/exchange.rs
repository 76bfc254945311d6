//! `outflank book import`, `export` and `merge`.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use clap::Args;
use outflank_book::formats::{self, Format};
use outflank_book::{BookLock, BookName, Progress, SHIPPED, Store};
use schemars::JsonSchema;
use serde::Serialize;

use super::with_progress;
use crate::context::{Context, Interrupted, Verdict};
use crate::output::{counted, grouped};

#[derive(Args)]
#[command(after_help = "\
If a position is already in BOOK, the deeper and less selective search wins. A new book keeps the \
scores of the file; all scores of an existing book are recomputed.")]
pub(super) struct ImportArguments {
    /// A book of Edax (.dat) or Egaroucid (.egbk3), a compact book, or a text file with one
    /// position per line, recognised by its content; `shipped` is the book that ships with the
    /// program.
    #[arg(value_name = "IN")]
    file: BookName,

    /// The book, which is created if it is missing.
    #[arg(value_name = "BOOK")]
    book: BookName,
}

#[derive(Args)]
pub(super) struct ExportArguments {
    /// The book: a file, or `shipped`.
    #[arg(value_name = "BOOK")]
    book: BookName,

    /// The file to write, in the format of its extension: .dat for Edax, .egbk3 for Egaroucid,
    /// .compact for the format of the shipped book, .txt, .csv or .parquet.
    #[arg(value_name = "OUT")]
    file: PathBuf,
}

#[derive(Args)]
#[command(after_help = "\
If several books have a position, the deeper and less selective search wins. Memory use does not depend on \
the size of the books. To resume an interrupted merge, run the same command again.")]
pub(super) struct MergeArguments {
    /// The books to merge: files, or `shipped`.
    #[arg(value_name = "BOOK", required = true, num_args = 2..)]
    books: Vec<BookName>,

    /// The merged book to write.
    #[arg(long, value_name = "FILE")]
    to: BookName,
}

/// Counts of an import, export or merge.
#[derive(Default, JsonSchema, Serialize)]
pub(super) struct Total {
    total: bool,
    /// Positions read.
    read: u64,
    /// Positions written.
    written: u64,
    /// Positions that contradict the rules.
    rejected: u64,
    /// Forced passes in an Edax book, which Outflank's books do not store.
    passes: u64,
    /// Information that the output format cannot hold.
    lost: Vec<LostPart>,
    seconds: f64,
}

/// Information that a format cannot hold.
#[derive(JsonSchema, Serialize)]
struct LostPart {
    /// Number of positions that have it.
    positions: u64,
    /// A description of the information.
    what: String,
}

impl Total {
    fn print(&self, context: &Context) -> Result<Verdict> {
        for part in &self.lost {
            let positions = counted(part.positions as usize, "position");
            eprintln!("{positions}: {} is not kept", part.what);
        }
        let [read, written, refused] = [self.read, self.written, self.rejected].map(grouped);
        let text = format!("{read} positions read, {written} written, {refused} rejected");
        context.text(text)?;
        Ok(context.finish(self)?.negative_if(self.rejected > 0))
    }
}

pub(super) fn import(arguments: &ImportArguments, context: &Context) -> Result<Verdict> {
    let started = Instant::now();
    let file = match &arguments.file {
        BookName::Shipped => Path::new(SHIPPED),
        name => name.file()?,
    };
    let lock = BookLock::new(arguments.book.file()?)?;
    let import = |progress: &mut Progress<'_>| formats::import(&lock, file, progress);
    let (imported, _) = with_progress(context, "importing", import)?;
    for message in &imported.messages {
        eprintln!("{}: {message}", file.display());
    }
    let counts = (imported.without_counts > 0).then(|| LostPart {
        positions: imported.without_counts,
        what: "the count of won, drawn and lost games".to_owned(),
    });
    let total = Total {
        total: true,
        read: imported.read,
        written: imported.written,
        rejected: imported.rejected,
        passes: imported.passes,
        lost: counts.into_iter().collect(),
        seconds: started.elapsed().as_secs_f64(),
    };
    total.print(context)
}

pub(super) fn export(arguments: &ExportArguments, context: &Context) -> Result<Verdict> {
    let started = Instant::now();
    let format = Format::of_path(&arguments.file).with_context(|| {
        let file = arguments.file.display();
        format!("{file}: expected the extension .dat, .egbk3, .compact, .txt, .csv or .parquet")
    })?;
    let store = arguments.book.store()?;
    let exported = with_progress(context, "exporting", |progress| {
        formats::export(&store, &arguments.file, format, progress)
    })?;
    let lost = exported.lost.into_iter().map(|(positions, what)| LostPart {
        positions,
        what: what.to_owned(),
    });
    let total = Total {
        total: true,
        read: exported.read,
        written: exported.written,
        rejected: 0,
        passes: exported.written - exported.read,
        lost: lost.collect(),
        seconds: started.elapsed().as_secs_f64(),
    };
    total.print(context)
}

pub(super) fn merge(arguments: &MergeArguments, context: &Context) -> Result<Verdict> {
    let started = Instant::now();
    let to = arguments.to.file().context("--to")?;
    ensure!(
        !arguments.books.contains(&arguments.to),
        "--to {}: expected a file other than the books to merge",
        to.display()
    );
    let stores: Result<Vec<Store>, _> = arguments.books.iter().map(BookName::store).collect();
    let stores = stores?;
    let lock = BookLock::new(to)?;
    let merge = |progress: &mut Progress<'_>| outflank_book::merge(&lock, &stores, progress);
    let merged = with_progress(context, "merging", merge);
    let (merged, _) = merged.inspect_err(|error| {
        if error.is::<Interrupted>() {
            eprintln!("run the same command to resume");
        }
    })?;
    let total = Total {
        total: true,
        read: merged.read,
        written: merged.written,
        seconds: started.elapsed().as_secs_f64(),
        ..Total::default()
    };
    total.print(context)
}
