//! Where the games go.

use std::collections::HashMap;
use std::io::{BufWriter, StdoutLock, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context as _;
use outflank_othello::format::wthor::WthorHeader;
use outflank_othello::format::{
    Finished, Format, GameFile, GameRecord, GameWriter, Lost, NameNumbers, WriteError, names_beside,
};

use super::report::Report;
use super::split::{PartNames, Split};

/// Where the games go.
pub(super) struct Target {
    name: String,
    kind: Kind,
}

enum Kind {
    Stdout(Box<GameWriter<BufWriter<StdoutLock<'static>>>>),
    /// WTHOR on standard output: its first bytes are known only in the end.
    Memory(Box<GameWriter<Vec<u8>>>),
    File(Box<GameFile>),
    Parts(Box<Parts>),
}

/// Several files.
struct Parts {
    split: Split,
    format: Format,
    wthor_names: Option<Arc<NameNumbers>>,
    names: PartNames,
    files: HashMap<String, GameFile>,
    /// The paths in the order in which the files were begun.
    order: Vec<(String, PathBuf)>,
    /// Games written.
    games: usize,
}

impl Target {
    /// Prepares to write to a file, to several with names like it, or to
    /// standard output.
    pub(super) fn create(name: &str, format: Format, split: Option<Split>) -> anyhow::Result<Self> {
        if name == "-" {
            let kind = if format == Format::Wthor {
                Kind::Memory(Box::new(GameWriter::new(Vec::new(), format)))
            } else {
                let output = BufWriter::new(std::io::stdout().lock());
                Kind::Stdout(Box::new(GameWriter::new(output, format)))
            };
            let name = "standard output".to_owned();
            return Ok(Self { name, kind });
        }
        let path = Path::new(name);
        let wthor_names = match format {
            Format::Wthor => names_beside(path)?.map(|names| Arc::new(NameNumbers::new(names))),
            _ => None,
        };
        let kind = match split {
            Some(split) => Kind::Parts(Box::new(Parts {
                split,
                format,
                wthor_names,
                names: PartNames::new(path),
                files: HashMap::new(),
                order: Vec::new(),
                games: 0,
            })),
            None => {
                let file = GameFile::create(path, format);
                let mut file = file.with_context(|| name.to_owned())?;
                file.set_names(wthor_names);
                Kind::File(Box::new(file))
            }
        };
        let name = name.to_owned();
        Ok(Self { name, kind })
    }

    /// What messages call it.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Writes a game. Gives what of it is lost.
    pub(super) fn write(&mut self, record: &GameRecord) -> Result<Vec<Lost>, WriteError> {
        match &mut self.kind {
            Kind::Stdout(writer) => writer.write(record),
            Kind::Memory(writer) => writer.write(record),
            Kind::File(file) => file.write(record),
            Kind::Parts(parts) => parts.write(record),
        }
    }

    /// Ends what is written and puts it into its place. Gives the number of
    /// files.
    pub(super) fn finish(
        self,
        header: Option<WthorHeader>,
        report: &mut Report,
    ) -> anyhow::Result<usize> {
        let Self { name, kind } = self;
        match kind {
            Kind::Stdout(writer) => {
                writer.finish().context(name)?;
                Ok(0)
            }
            Kind::Memory(mut writer) => {
                writer.set_wthor_header(header);
                let Finished {
                    mut output,
                    wthor_header,
                    lost,
                    ..
                } = writer.finish()?;
                if let Some(header) = wthor_header {
                    output[..header.len()].copy_from_slice(&header);
                }
                report.lost_in_the_end(&lost);
                std::io::stdout().lock().write_all(&output).context(name)?;
                Ok(0)
            }
            Kind::File(mut file) => {
                file.set_wthor_header(header);
                let (_, lost) = file.finish().context(name)?;
                report.lost_in_the_end(&lost);
                Ok(1)
            }
            Kind::Parts(parts) => parts.finish(header, report),
        }
    }
}

impl Parts {
    fn write(&mut self, record: &GameRecord) -> Result<Vec<Lost>, WriteError> {
        let mut lost = Vec::new();
        for key in self.split.keys(record, self.games) {
            let file = match self.files.entry(key) {
                std::collections::hash_map::Entry::Occupied(entry) => entry.into_mut(),
                std::collections::hash_map::Entry::Vacant(entry) => {
                    let path = self.names.path(entry.key());
                    let mut file = GameFile::create(&path, self.format)?;
                    file.set_names(self.wthor_names.clone());
                    self.order.push((entry.key().clone(), path));
                    entry.insert(file)
                }
            };
            lost = file.write(record)?;
        }
        self.games += 1;
        Ok(lost)
    }

    fn finish(mut self, header: Option<WthorHeader>, report: &mut Report) -> anyhow::Result<usize> {
        let mut count = 0;
        for (key, path) in &self.order {
            // A file whose only game could not be written is not made.
            let Some(mut file) = self.files.remove(key).filter(|file| file.games() > 0) else {
                continue;
            };
            file.set_wthor_header(header);
            let (_, lost) = file.finish().with_context(|| path.display().to_string())?;
            report.lost_in_the_end(&lost);
            count += 1;
        }
        Ok(count)
    }
}
