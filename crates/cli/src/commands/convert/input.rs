//! Reads the games of the inputs in order.

use std::io::{BufRead, BufReader};
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use outflank_othello::Shape;
use outflank_othello::format::wthor::WthorHeader;
use outflank_othello::format::{
    Field, GameReader, Omission, ReadGame, StreamError, open_game_file,
};

use crate::context::Context;
use crate::input::{is_file_or_fifo, not_a_file};
use crate::input_lines::StandardInput;

/// Reads the inputs in order.
pub(super) struct Inputs<'a> {
    names: std::slice::Iter<'a, String>,
    /// Whether messages name the input.
    are_several: bool,
    shape: Shape,
    context: &'a Context,
    current: Option<(&'a str, Source)>,
    header: Option<WthorHeader>,
    /// Whether the WTHOR inputs differ in the depth of their theoretical scores, which one header
    /// cannot express.
    depths_differ: bool,
}

type Source = Box<dyn Iterator<Item = Result<ReadGame, StreamError>>>;

impl<'a> Inputs<'a> {
    /// Opens files; `-` is standard input.
    pub(super) fn new(names: &'a [String], shape: Shape, context: &'a Context) -> Result<Self> {
        let stdin = names.iter().filter(|name| *name == "-").count();
        ensure!(stdin <= 1, "standard input can be read only once");
        // Report what is not a file before converting the others.
        for name in names.iter().filter(|name| *name != "-") {
            if !is_file_or_fifo(Path::new(name)) {
                return Err(not_a_file(name));
            }
        }
        Ok(Self {
            names: names.iter(),
            are_several: names.len() > 1,
            shape,
            context,
            current: None,
            header: None,
            depths_differ: false,
        })
    }

    /// Returns the next game and the prefix for messages about it.
    pub(super) fn next_game(&mut self) -> Result<Option<(String, ReadGame)>> {
        loop {
            let Some((name, source)) = &mut self.current else {
                let Some(name) = self.names.next() else {
                    return Ok(None);
                };
                self.open(name)?;
                continue;
            };
            let Some(game) = source.next() else {
                self.current = None;
                continue;
            };
            let place = self.are_several.then(|| format!("{name}: "));
            let place = place.unwrap_or_default();
            let game = game.with_context(|| (*name).to_owned())?;
            return Ok(Some((place, game)));
        }
    }

    fn open(&mut self, name: &'a str) -> Result<()> {
        if name != "-" {
            self.read(name, open_game_file(Path::new(name), self.shape)?);
            return Ok(());
        }
        let input = BufReader::new(StandardInput::new(self.context)?);
        let reader = GameReader::new(input, self.shape).context("standard input")?;
        self.read("standard input", reader);
        Ok(())
    }

    fn read<R: BufRead + 'static>(&mut self, label: &'a str, reader: GameReader<R>) {
        if let Some(header) = reader.wthor_header() {
            let first = *self.header.get_or_insert(header);
            self.depths_differ |= first.depth != header.depth;
        }
        self.current = Some((label, Box::new(reader)));
    }

    /// Returns the header of the first WTHOR input, with depth 0 if the inputs differ.
    pub(super) fn wthor_header(&self) -> Option<WthorHeader> {
        let header = self.header?;
        Some(WthorHeader {
            depth: if self.depths_differ { 0 } else { header.depth },
            ..header
        })
    }

    /// Returns the information that this header cannot express.
    pub(super) fn lost_header(&self) -> Option<Omission> {
        let lost = Omission::Field(Field::Theoretical);
        self.depths_differ.then_some(lost)
    }
}
