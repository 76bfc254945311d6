//! The destination of games: standard output, a file or several files.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, Result};
use outflank_archive::GameFile;
use outflank_othello::format::wthor::WthorHeader;
use outflank_othello::format::{
    Format, GameRecord, NameNumbers, Omission, WriteError, names_beside,
};
use outflank_support::{AtomicFile, remove_abandoned};

use super::name_files::NameFiles;
use super::report::Report;
use super::split::{PartNames, Split};

/// The destination of games.
pub(crate) struct Target {
    name: String,
    kind: Kind,
}

enum Kind {
    One(Box<GameFile>),
    Parts(Box<Parts>),
}

/// Several output files; each game goes to the files of its keys.
struct Parts {
    split: Split,
    format: Format,
    wthor_names: Option<Arc<NameNumbers>>,
    names: PartNames,
    files: HashMap<String, GameFile>,
    /// Number of games written.
    games: usize,
}

impl Target {
    /// Opens a file, several files named after it, or standard output.
    pub(crate) fn create(
        name: &str,
        format: Format,
        split: Option<Split>,
        names: Option<&NameFiles>,
    ) -> Result<Self> {
        if name == "-" {
            let file = Box::new(GameFile::new(AtomicFile::stdout(), format));
            return Ok(Self {
                name: "standard output".to_owned(),
                kind: Kind::One(file),
            });
        }
        let path = Path::new(name);
        let wthor_names = match (format, names) {
            (Format::Wthor, Some(names)) => Some(Arc::clone(&names.numbers)),
            (Format::Wthor, None) => {
                names_beside(path)?.map(|names| Arc::new(NameNumbers::new(names)))
            }
            _ => None,
        };
        let kind = match split {
            Some(split) => {
                remove_parts(path);
                Kind::Parts(Box::new(Parts {
                    split,
                    format,
                    wthor_names,
                    names: PartNames::new(path),
                    files: HashMap::new(),
                    games: 0,
                }))
            }
            None => {
                let file = AtomicFile::create(path).with_context(|| name.to_owned())?;
                let mut file = GameFile::new(file, format);
                file.set_names(wthor_names);
                Kind::One(Box::new(file))
            }
        };
        let name = name.to_owned();
        Ok(Self { name, kind })
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn write(&mut self, record: &GameRecord) -> Result<Vec<Omission>, WriteError> {
        match &mut self.kind {
            Kind::One(file) => file.write(record),
            Kind::Parts(parts) => parts.write(record),
        }
    }

    /// Completes the output and moves files into place.
    pub(crate) fn finish(self, header: Option<WthorHeader>, report: &mut Report) -> Result<()> {
        let (files, lost) = match self.kind {
            Kind::One(mut file) => {
                file.set_wthor_header(header);
                (1, file.finish().context(self.name)?)
            }
            Kind::Parts(parts) => parts.finish(header)?,
        };
        report.files = files;
        for (lost, games) in lost {
            report.lost(&lost, games);
        }
        Ok(())
    }
}

/// Removes the temporary files that a killed run left for outputs named after `path`.
fn remove_parts(path: &Path) {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let start = format!("{stem}-");
    remove_abandoned(path.parent().unwrap_or(path), |name| {
        name.to_string_lossy().starts_with(&start)
    });
}

impl Parts {
    fn write(&mut self, record: &GameRecord) -> Result<Vec<Omission>, WriteError> {
        let mut lost = Vec::new();
        for key in self.split.keys(record, self.games) {
            let file = match self.files.entry(key) {
                Entry::Occupied(entry) => entry.into_mut(),
                Entry::Vacant(entry) => {
                    let path = self.names.path(entry.key());
                    let file = AtomicFile::create_among_many(&path)?;
                    let mut file = GameFile::new(file, self.format);
                    file.set_names(self.wthor_names.clone());
                    entry.insert(file)
                }
            };
            lost = file.write(record)?;
        }
        self.games += 1;
        Ok(lost)
    }

    /// Completes the files. Returns their number, and the information that they cannot represent.
    fn finish(self, header: Option<WthorHeader>) -> Result<(usize, Vec<(Omission, usize)>)> {
        let mut files: Vec<GameFile> = self.files.into_values().collect();
        // Omit files whose games were all rejected.
        files.retain(|file| file.games() > 0);
        for file in &mut files {
            file.set_wthor_header(header);
        }
        Ok((files.len(), GameFile::finish_all(files)?))
    }
}
