//! A client that talks to the program line by line.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use super::Words;

/// Time limit of a read: longer than any reply takes on a busy machine, and shorter than a search
/// that fails to stop.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running program with pipes.
pub(crate) struct Client {
    pub(crate) child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Client {
    pub(crate) fn start(arguments: impl Words) -> Self {
        Self::start_in(Path::new("."), arguments)
    }

    /// Does the same in a folder.
    pub(crate) fn start_in(folder: &Path, arguments: impl Words) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_outflank"))
            .args(arguments.words())
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Self {
            input: child.stdin.take(),
            child,
            lines,
        }
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes).unwrap();
        input.flush().unwrap();
    }

    pub(crate) fn say(&mut self, line: &str) {
        self.write(format!("{line}\n").as_bytes());
    }

    pub(crate) fn line(&mut self) -> String {
        self.lines.recv_timeout(PATIENCE).unwrap()
    }

    /// Returns all further lines of output.
    pub(crate) fn rest(&mut self) -> Vec<String> {
        self.lines.iter().collect()
    }

    /// Returns whether the output ends here.
    pub(crate) fn has_closed(&mut self) -> bool {
        self.lines.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Disconnected)
    }

    pub(crate) fn close(&mut self) {
        self.input = None;
    }

    pub(crate) fn end(mut self) -> ExitStatus {
        assert!(self.has_closed(), "the program did not end");
        self.child.wait().unwrap()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // The process is still running only if the test failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
