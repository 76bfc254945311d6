//! Sending commands to a program and reading its answers.

use std::collections::VecDeque;
use std::io::Write as _;
use std::process::ChildStdin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError};
use std::time::{Duration, Instant};

use super::Settings;
use super::pipes::{Line, Tail, keep_last, read_lines, truncated};
use super::process::Process;
use crate::engine::EngineError;

/// Maximum number of lines of a conversation that are kept.
const LAST_LINES: usize = 16;

/// Interval at which the stop flag is polled.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Maximum time for a program to exit after it closes its output or receives `quit`.
const EXIT_TIME: Duration = Duration::from_millis(300);

/// Upper bound of every wait, so that no `Instant` overflows.
const MAX_WAIT: Duration = Duration::from_secs(100 * 365 * 24 * 3600);

/// How to recognise answers in a protocol.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Syntax {
    /// Returns whether a line is an answer. An answer without a command is an error.
    pub(in crate::engine) is_answer: fn(&str) -> bool,
    /// Maximum number of lines in an answer, including stray lines before it.
    pub(in crate::engine) max_lines: usize,
}

/// The time to wait for answers.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) enum Wait {
    /// A time for each answer.
    Each(Duration),
    /// A deadline for all answers; the duration is the total.
    Until(Instant, Duration),
}

impl Wait {
    /// Allows this time for all answers together.
    pub(in crate::engine) fn in_all(time: Duration) -> Self {
        let time = time.min(MAX_WAIT);
        Self::Until(Instant::now() + time, time)
    }

    /// Returns the deadline of an answer requested now, and the time that an error reports.
    fn end(self) -> (Instant, Duration) {
        match self {
            Self::Each(time) => (Instant::now() + time.min(MAX_WAIT), time),
            Self::Until(end, time) => (end, time),
        }
    }
}

/// A running program that receives one command at a time.
pub(in crate::engine) struct Conversation {
    syntax: Syntax,
    process: Process,
    /// Closed before the process is stopped.
    input: Option<ChildStdin>,
    output: Receiver<Line>,
    errors: Tail,
    /// The last lines: ours begin with `>`, the program's with `<`.
    last: VecDeque<String>,
    /// Whether the program has failed and gets no more commands.
    has_failed: bool,
    stop: Arc<AtomicBool>,
}

impl Conversation {
    /// Starts the program.
    pub(in crate::engine) fn start(
        settings: &Settings,
        syntax: Syntax,
        stop: &Arc<AtomicBool>,
    ) -> Result<Self, EngineError> {
        let failed = |error| EngineError {
            is_crash: true,
            ..EngineError::new(format!("cannot start the program: {error}"))
        };
        let (process, pipes) = Process::start(settings).map_err(failed)?;
        Ok(Self {
            syntax,
            process,
            input: Some(pipes.input),
            output: read_lines(pipes.output).map_err(failed)?,
            errors: Tail::read(pipes.errors).map_err(failed)?,
            last: VecDeque::new(),
            has_failed: false,
            stop: Arc::clone(stop),
        })
    }

    /// Sends a command that has no answer.
    ///
    /// Commands are short and soon followed by one with an answer, so writing does not
    /// block even if the program does not read.
    pub(in crate::engine) fn send(&mut self, command: &str) -> Result<(), EngineError> {
        self.note('>', command);
        let written = self.input.as_mut().map_or(Ok(()), |input| {
            input
                .write_all(format!("{command}\n").as_bytes())
                .and_then(|()| input.flush())
        });
        if written.is_ok() {
            return Ok(());
        }
        // A program may end because its endless line is not read further.
        while let Ok(line) = self.output.try_recv() {
            match line {
                Line::Text(line) => self.note('<', &line),
                Line::TooLong => return Err(self.endless_line()),
            }
        }
        Err(self.gone(&format!("taking {:?}", truncated(command))))
    }

    /// Sends a command and waits for the answer: the first value that `read` returns for
    /// one of the following lines.
    pub(in crate::engine) fn ask<T>(
        &mut self,
        command: &str,
        wait: Wait,
        mut read: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, EngineError> {
        let (end, time) = wait.end();
        self.skip_stray_lines()?;
        self.send(command)?;
        for _ in 0..self.syntax.max_lines {
            let line = self.next_line(command, end, time)?;
            if let Some(answer) = read(&line) {
                return Ok(answer);
            }
        }
        let most = self.syntax.max_lines;
        Err(self.failed(format!("more than {most} lines in answer to {command:?}")))
    }

    /// Skips lines between answers. An answer among them is an error: it would be taken for the
    /// answer to the next command.
    fn skip_stray_lines(&mut self) -> Result<(), EngineError> {
        for _ in 0..self.syntax.max_lines {
            match self.output.try_recv() {
                Ok(Line::Text(line)) => {
                    self.note('<', &line);
                    if (self.syntax.is_answer)(&line) {
                        return Err(
                            self.failed(format!("{:?} without a command", truncated(&line)))
                        );
                    }
                }
                Ok(Line::TooLong) => return Err(self.endless_line()),
                // If the program is gone, writing the command will fail.
                Err(TryRecvError::Empty | TryRecvError::Disconnected) => return Ok(()),
            }
        }
        let most = self.syntax.max_lines;
        Err(self.failed(format!("more than {most} lines without a command")))
    }

    fn next_line(
        &mut self,
        command: &str,
        end: Instant,
        time: Duration,
    ) -> Result<String, EngineError> {
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return Err(self.failed("the tournament was stopped".to_owned()));
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                let seconds = time.as_secs_f64();
                let reason = format!("no answer to {command:?} within {seconds:.3} s");
                return Err(self.failed(reason));
            }
            match self.output.recv_timeout(left.min(POLL_INTERVAL)) {
                Ok(Line::Text(line)) => {
                    self.note('<', &line);
                    return Ok(line);
                }
                Ok(Line::TooLong) => return Err(self.endless_line()),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(self.gone(&format!("answering {command:?}")));
                }
            }
        }
    }

    fn note(&mut self, who: char, line: &str) {
        let line = format!("{who} {}", truncated(line));
        keep_last(&mut self.last, line.trim_end().to_owned(), LAST_LINES);
    }

    fn endless_line(&mut self) -> EngineError {
        self.failed("an endless line".to_owned())
    }

    /// Returns the error for a program that exited or closed its output.
    fn gone(&mut self, doing: &str) -> EngineError {
        let how = match self.process.end(EXIT_TIME) {
            Some(status) => format!("ended with {status}"),
            None => "closed its output".to_owned(),
        };
        EngineError {
            is_crash: true,
            ..self.failed(format!("the program {how} instead of {doing}"))
        }
    }

    /// Returns the error for a failed program, including the last lines of its output. The program
    /// is stopped
    /// first, so that all its output is included.
    pub(in crate::engine) fn failed(&mut self, reason: String) -> EngineError {
        self.has_failed = true;
        self.process.end(Duration::ZERO);
        self.errors.wait_for_end();
        let errors = self.errors.lines();
        let errors = errors.iter().map(|line| format!("! {line}"));
        let lines = self.last.iter().cloned().chain(errors);
        EngineError {
            conversation: lines.collect(),
            ..EngineError::new(reason)
        }
    }
}

impl Drop for Conversation {
    fn drop(&mut self) {
        // A program that has not failed gets time to clean up.
        let grace = if self.has_failed {
            Duration::ZERO
        } else {
            EXIT_TIME
        };
        if let Some(mut input) = self.input.take()
            && !self.has_failed
        {
            // If this fails, the closed input ends the program.
            let _ = input.write_all(b"quit\n");
        }
        self.process.end(grace);
    }
}
