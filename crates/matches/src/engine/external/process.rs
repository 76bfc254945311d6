//! A child process that is always killed on drop.

use std::io;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use super::Settings;

/// Interval at which an exiting process is polled.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// A process and its descendants, killed and waited for on drop.
pub(super) struct Process {
    child: Child,
    /// Whether the process was waited for; its id may then be reused.
    is_gone: bool,
}

/// The pipes to and from a process.
pub(super) struct Pipes {
    pub(super) input: ChildStdin,
    pub(super) output: ChildStdout,
    pub(super) errors: ChildStderr,
}

impl Process {
    /// Starts a program with its arguments, found by path or in `PATH`.
    pub(super) fn start(settings: &Settings) -> io::Result<(Self, Pipes)> {
        let (program, arguments) = settings
            .words
            .split_first()
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "expected a program"))?;
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(dir) = &settings.dir {
            command.current_dir(dir);
        }
        // In its own process group, the program does not receive Ctrl-C and can be killed together
        // with its descendants.
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

    /// Gives the program `grace` to exit, kills what is still running, and returns the
    /// exit status if the program exited by itself.
    pub(super) fn end(&mut self, grace: Duration) -> Option<ExitStatus> {
        if self.is_gone {
            return None;
        }
        let began = Instant::now();
        let mut has_ended = self.has_ended();
        while !has_ended && began.elapsed() < grace {
            std::thread::sleep(POLL_INTERVAL);
            has_ended = self.has_ended();
        }
        self.kill();
        let status = self.child.wait().ok();
        self.is_gone = true;
        status.filter(|_| has_ended)
    }

    /// Returns whether the process has exited on its own. It is not reaped here, because the group
    /// is killed by its id, which must not be reused until then.
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

    /// Kills the process and its descendants; fails only if all have exited.
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
