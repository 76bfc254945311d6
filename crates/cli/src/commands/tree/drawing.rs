//! Drawing options.

use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};
use clap::{Args, ValueEnum};
use outflank_support::write_atomically;
use outflank_trees::{self as drawing, Boards, SearchTree, TextLook};

use crate::context::Context;
use crate::options::check_folder;
use crate::output::grouped;

/// Number of lines above which a message announces text output.
const MANY_LINES: usize = 1000;

/// Drawing options.
#[derive(Args)]
#[command(next_help_heading = "Drawing")]
pub(super) struct DrawingOptions {
    /// Format: text, dot (for Graphviz), svg (a picture) or html (a page to step through) [default:
    /// text, or the format of the --to file].
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,

    /// Write the drawing to this .txt, .dot, .svg or .html file [default: standard output].
    #[arg(long, value_name = "FILE")]
    to: Option<PathBuf>,

    /// Maximum number of nodes drawn per search. Larger trees are drawn down to the deepest ply
    /// that fits, and the remaining nodes are counted.
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(super) max_nodes: u32,

    /// Draw down to ply N.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(0..))]
    pub(super) to_ply: Option<u16>,

    /// Also search the subtrees that were cut off, up to N states each, and report their sizes
    /// [default N: 100000].
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "100000", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) measure: Option<u64>,

    /// Draw boards at the nodes of dot and svg: auto (in svg with few nodes), always or never.
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    boards: When,

    /// Draw text with ASCII characters only.
    #[arg(long)]
    ascii: bool,

    /// With --json, print a line for each node drawn, before the line of its algorithm.
    #[arg(long)]
    pub(super) json_nodes: bool,
}

/// A format of drawings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    Text,
    Dot,
    Svg,
    Html,
}

impl Format {
    /// File extensions and their formats.
    const EXTENSIONS: [(&str, Self); 5] = [
        ("txt", Self::Text),
        ("dot", Self::Dot),
        ("gv", Self::Dot),
        ("svg", Self::Svg),
        ("html", Self::Html),
    ];

    /// Returns the format that the extension of a file stands for.
    fn of(path: &Path) -> Option<Self> {
        let extension = path.extension()?;
        let mut known = Self::EXTENSIONS.into_iter();
        let found = known.find(|(name, _)| extension.eq_ignore_ascii_case(name));
        found.map(|(_, format)| format)
    }
}

/// Whether boards are drawn.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum When {
    Auto,
    Always,
    Never,
}

impl DrawingOptions {
    /// Checks the options before the search.
    pub(super) fn check(&self, context: &Context) -> Result<()> {
        self.chosen()?;
        if let Some(path) = &self.to {
            check_folder("--to", path)?;
        }
        let is_json = context.is_json();
        ensure!(
            !is_json || self.format.is_none() || self.to.is_some(),
            "--json and --format: standard output takes one of them: expected --to FILE"
        );
        ensure!(is_json || !self.json_nodes, "--json-nodes needs --json");
        Ok(())
    }

    fn chosen(&self) -> Result<Format> {
        match (self.format, &self.to) {
            (Some(format), _) => Ok(format),
            (None, None) => Ok(Format::Text),
            (None, Some(path)) => match Format::of(path) {
                Some(format) => Ok(format),
                None => bail!(
                    "--to {}: expected a name that ends in .txt, .dot, .svg or .html, or --format",
                    path.display()
                ),
            },
        }
    }

    /// Returns whether standard output receives only a drawing.
    pub(super) fn is_picture_on_stdout(&self) -> Result<bool> {
        Ok(self.to.is_none() && self.chosen()? != Format::Text)
    }

    /// Writes the drawing. `heading` precedes it in text format.
    pub(super) fn write(
        &self,
        heading: &str,
        trees: &[SearchTree],
        context: &Context,
    ) -> Result<()> {
        let drawn = match self.chosen()? {
            Format::Text => format!("{heading}\n{}", drawing::text(trees, self.look())),
            Format::Dot => drawing::dot(trees, self.boards == When::Always),
            Format::Html => drawing::page(trees),
            Format::Svg => {
                let boards = match self.boards {
                    When::Auto => Boards::Auto,
                    When::Always => Boards::Always,
                    When::Never => Boards::Never,
                };
                drawing::svg(trees, boards)
            }
        };
        match &self.to {
            None => {
                let lines = drawn.lines().count();
                if self.chosen()? == Format::Text && lines > MANY_LINES && !context.is_json() {
                    eprintln!(
                        "{} lines follow: --depth, --to-ply and --max-nodes draw less; --to FILE.html \
                         draws a page to step through",
                        grouped(lines as u64)
                    );
                }
                context.text(drawn.trim_end_matches('\n'))
            }
            Some(path) => {
                let place = || format!("--to {}", path.display());
                write_atomically(path, drawn.as_bytes()).with_context(place)?;
                context.text(format_args!("{heading}"))?;
                context.text(format_args!("drawn in {}", path.display()))
            }
        }
    }

    /// Returns the text options that suit the destination.
    fn look(&self) -> TextLook {
        let is_terminal = self.to.is_none() && std::io::stdout().is_terminal();
        let is_colourless = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let size = is_terminal.then(crossterm::terminal::size);
        TextLook {
            ascii: self.ascii,
            colour: is_terminal && !is_colourless,
            width: size.and_then(Result::ok).map(|(columns, _)| columns.into()),
        }
    }
}
