//! The name files beside a WTHOR file: `--names`.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, Result, ensure};
use outflank_othello::format::wthor::WthorNames;
use outflank_othello::format::{
    Format, NameNumbers, WthorNameFiles, name_paths_beside, names_beside,
};
use outflank_support::AtomicFile;

use crate::output::counted;

/// The name files that a conversion extends or creates.
pub(crate) struct NameFiles {
    paths: [PathBuf; 2],
    pub(super) numbers: Arc<NameNumbers>,
}

impl NameFiles {
    /// Reads the name files in the folder of the output, if there are any.
    pub(super) fn beside(output: &str, format: Format) -> Result<Self> {
        ensure!(
            format == Format::Wthor && output != "-",
            "--names: only WTHOR files have name files: expected an output such as games.wtb"
        );
        let output = Path::new(output);
        let created = || ["jou", "trn"].map(|extension| output.with_extension(extension));
        let existing = names_beside(output)?;
        let files = existing.unwrap_or_else(|| WthorNameFiles {
            players: WthorNames::new(WthorNames::PLAYER),
            tournaments: WthorNames::new(WthorNames::TOURNAMENT),
        });
        Ok(Self {
            paths: name_paths_beside(output).unwrap_or_else(created),
            numbers: Arc::new(NameNumbers::growing(files)),
        })
    }

    pub(super) fn write(self) -> Result<()> {
        let (added, changed) = self.numbers.added();
        if added == 0 {
            return Ok(());
        }
        let files = self.numbers.files();
        let mut complete = Vec::new();
        for (path, names) in self.paths.iter().zip([files.players, files.tournaments]) {
            let place = || path.display().to_string();
            let mut file = AtomicFile::create(path).with_context(place)?;
            let bytes = names.to_bytes().with_context(place)?;
            file.write_all(&bytes).with_context(place)?;
            file.complete().with_context(place)?;
            complete.push((file, place()));
        }
        // The files belong together: complete both before renaming either.
        for (file, place) in complete {
            file.rename().context(place)?;
        }
        if changed > 0 {
            let names = counted(changed, "name");
            eprintln!("{names} shortened to what WTHOR can hold: 19 letters, 25 for tournaments");
        }
        Ok(())
    }
}
