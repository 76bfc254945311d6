//! Runs the commands of a page as a reader would.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::common::{stderr, stdout, workspace};
use crate::serve::{Served, archive_in, serve};

/// The server address that pages use.
const ADDRESS: &str = "localhost:8664";

/// A folder with links to the workspace and its own `target`.
pub(super) struct Shell {
    served: Option<Served>,
    folder: TempDir,
}

impl Shell {
    /// Creates the folder. Commands run `program`; by default, the program under test.
    pub(super) fn new(program: Option<&Path>) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let link = |from: &Path, to: &Path| std::os::unix::fs::symlink(from, to).expect("a link");
        for entry in fs::read_dir(workspace()).expect("the workspace") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().expect("a name");
            if name != "target" {
                link(&path, &folder.path().join(name));
            }
        }
        let release = folder.path().join("target/release");
        fs::create_dir_all(&release).expect("a folder");
        let tested = Path::new(env!("CARGO_BIN_EXE_outflank"));
        link(program.unwrap_or(tested), &release.join("outflank"));
        checker(&release.join("outflank-check"));
        Self {
            served: None,
            folder,
        }
    }

    pub(super) fn run(&mut self, line: &str) -> String {
        let output = Command::new("sh")
            .args(["-c", &self.with_server(line)])
            .current_dir(self.folder.path())
            // The tests themselves may run under `make`.
            .env_remove("MAKEFLAGS")
            .env_remove("MAKELEVEL")
            .output()
            .expect("a shell starts");
        assert!(output.status.success(), "{line}: {}", stderr(&output));
        stdout(&output)
    }

    /// Replaces the address with that of a test server, started on first use.
    fn with_server(&mut self, line: &str) -> String {
        if !line.contains(ADDRESS) {
            return line.to_owned();
        }
        let folder = self.folder.path();
        let start = || serve(["--archive", &archive_in(folder)]);
        let served = self.served.get_or_insert_with(start);
        line.replace(ADDRESS, &format!("localhost:{}", served.port()))
    }
}

/// Writes a script that builds and runs `outflank-check`, which is in another package. The build
/// has its own target folder so that it does not wait for other builds.
fn checker(path: &Path) {
    let manifest = workspace().join("Cargo.toml");
    let target = workspace().join("target/documents");
    let script = format!(
        "#!/bin/sh\nexec cargo run --quiet --locked --manifest-path {} --target-dir {} \\\n\
         --package outflank-proof-check -- \"$@\"\n",
        manifest.display(),
        target.display(),
    );
    fs::write(path, script).expect("a script");
    let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(path, executable).expect("permissions");
}
