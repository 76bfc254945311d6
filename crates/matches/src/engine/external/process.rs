//! A program that runs beside us, and surely ends.

use std::io;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// How often a program that should have ended is looked at.
const LOOK: Duration = Duration::from_millis(2);

/// A process with all that it starts. When this is dropped they are killed, and
/// waited for.
pub(super) struct Process {
    child: Child,
    /// Whether the process was waited for, and its number may be another's.
    is_gone: bool,
}

/// The pipes to and from a process.
pub(super) struct Pipes {
    pub(super) input: ChildStdin,
    pub(super) output: ChildStdout,
    pub(super) errors: ChildStderr,
}

impl Process {
    /// Starts a program with its arguments, by its path or by a name that is
    /// looked for as usual.
    pub(super) fn start(words: &[String]) -> io::Result<(Self, Pipes)> {
        let (program, arguments) = words
            .split_first()
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "no program is named"))?;
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        // Ctrl-C is for us, and what the program starts ends with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut process = Self {
            child: command.spawn()?,
            is_gone: false,
        };
        let child = &mut process.child;
        match (child.stdin.take(), child.stdout.take(), child.stderr.take()) {
            (Some(input), Some(output), Some(errors)) => {
                let pipes = Pipes {
                    input,
                    output,
                    errors,
                };
                Ok((process, pipes))
            }
            _ => Err(io::Error::other("the process has no pipes")),
        }
    }

    /// Gives the program `grace` to end by itself, kills what still runs, and
    /// tells how the program ended if it did so by itself.
    pub(super) fn end(&mut self, grace: Duration) -> Option<ExitStatus> {
        if self.is_gone {
            return None;
        }
        let began = Instant::now();
        let mut has_ended = self.has_ended();
        while !has_ended && began.elapsed() < grace {
            std::thread::sleep(LOOK);
            has_ended = self.has_ended();
        }
        self.kill();
        let status = self.child.wait().ok();
        self.is_gone = true;
        status.filter(|_| has_ended)
    }

    /// Whether the process has ended by itself. It is not waited for here, so
    /// that its number, by which its group is killed, stays its own.
    #[cfg(unix)]
    fn has_ended(&mut self) -> bool {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let state = waitid(WaitId::Pid(Pid::from_child(&self.child)), options);
        matches!(state, Ok(Some(_)))
    }

    #[cfg(not(unix))]
    fn has_ended(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(Some(_)))
    }

    /// Kills the process and what it started; it fails only if all have ended.
    fn kill(&mut self) {
        #[cfg(unix)]
        {
            use rustix::process::{Pid, Signal, kill_process_group};
            let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        }
        let _ = self.child.kill();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end(Duration::ZERO);
    }
}
