//! Commands and answers.

use std::collections::VecDeque;
use std::io::Write as _;
use std::process::ChildStdin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError};
use std::time::{Duration, Instant};

use super::Settings;
use super::pipes::{Line, Tail, keep_last, read_lines, shown};
use super::process::Process;
use crate::engine::EngineError;

/// Lines of a conversation that are kept to be shown.
const LAST_LINES: usize = 16;

/// How often it is looked whether the contest is broken off.
const LOOK: Duration = Duration::from_millis(20);

/// How long a program has to end once it closed its output or was told to.
const TO_END: Duration = Duration::from_millis(300);

/// No wait is longer, so that points in time stay within their range.
const LONGEST_WAIT: Duration = Duration::from_secs(100 * 365 * 24 * 3600);

/// How programs that speak a protocol answer.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Talk {
    /// Whether a line is an answer, and may not come without a command.
    pub(in crate::engine) is_answer: fn(&str) -> bool,
    /// Lines of one answer at most, with what stands before it.
    pub(in crate::engine) most_lines: usize,
}

/// How long to wait for answers.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) enum Wait {
    /// So long for each.
    Each(Duration),
    /// For all of them until then, which is so long from their beginning.
    Until(Instant, Duration),
}

impl Wait {
    /// So long for all answers together.
    pub(in crate::engine) fn in_all(time: Duration) -> Self {
        let time = time.min(LONGEST_WAIT);
        Self::Until(Instant::now() + time, time)
    }

    /// When to give up on an answer that is asked for now, and what the time
    /// for it is called.
    fn end(self) -> (Instant, Duration) {
        match self {
            Self::Each(time) => (Instant::now() + time.min(LONGEST_WAIT), time),
            Self::Until(end, time) => (end, time),
        }
    }
}

/// A running program that is asked one thing after another.
pub(in crate::engine) struct Conversation {
    talk: Talk,
    process: Process,
    /// Closed before the process is told to end.
    input: Option<ChildStdin>,
    output: Receiver<Line>,
    errors: Tail,
    /// What was said last, by us behind `>` and by the program behind `<`.
    last: VecDeque<String>,
    /// Whether the program has failed and is not to be asked any more.
    has_failed: bool,
}

impl Conversation {
    /// Starts the program.
    pub(in crate::engine) fn start(settings: &Settings, talk: Talk) -> Result<Self, EngineError> {
        let failed = |error| EngineError::new(format!("the program does not start: {error}"));
        let (process, pipes) = Process::start(&settings.words).map_err(failed)?;
        Ok(Self {
            talk,
            process,
            input: Some(pipes.input),
            output: read_lines(pipes.output).map_err(failed)?,
            errors: Tail::read(pipes.errors).map_err(failed)?,
            last: VecDeque::new(),
            has_failed: false,
        })
    }

    /// Gives a command that has no answer.
    ///
    /// Commands are short, and few before one that is answered, so that writing
    /// them does not wait for a program that does not read.
    pub(in crate::engine) fn tell(&mut self, command: &str) -> Result<(), EngineError> {
        self.note('>', command);
        let written = self.input.as_mut().map_or(Ok(()), |input| {
            input
                .write_all(format!("{command}\n").as_bytes())
                .and_then(|()| input.flush())
        });
        written.map_err(|_| self.gone(&format!("taking {:?}", shown(command))))
    }

    /// Gives a command and waits for the answer: what `read` first makes of the
    /// lines that follow.
    pub(in crate::engine) fn ask<T>(
        &mut self,
        command: &str,
        wait: Wait,
        stop: &Arc<AtomicBool>,
        mut read: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, EngineError> {
        let (end, time) = wait.end();
        self.pass_over_stray_lines()?;
        self.tell(command)?;
        for _ in 0..self.talk.most_lines {
            let line = self.next_line(command, end, time, stop)?;
            if let Some(answer) = read(&line) {
                return Ok(answer);
            }
        }
        let most = self.talk.most_lines;
        Err(self.failed(format!("more than {most} lines in answer to {command:?}")))
    }

    /// What a program says between answers is of no interest, but may be no
    /// answer, or it would be taken for that to the next command.
    fn pass_over_stray_lines(&mut self) -> Result<(), EngineError> {
        for _ in 0..self.talk.most_lines {
            match self.output.try_recv() {
                Ok(Line::Text(line)) => {
                    self.note('<', &line);
                    if (self.talk.is_answer)(&line) {
                        return Err(self.failed(format!("{:?} without a command", shown(&line))));
                    }
                }
                Ok(Line::TooLong) => return Err(self.too_long()),
                // Writing the command will tell that it is gone.
                Err(TryRecvError::Empty | TryRecvError::Disconnected) => return Ok(()),
            }
        }
        let most = self.talk.most_lines;
        Err(self.failed(format!("more than {most} lines without a command")))
    }

    fn next_line(
        &mut self,
        command: &str,
        end: Instant,
        time: Duration,
        stop: &Arc<AtomicBool>,
    ) -> Result<String, EngineError> {
        loop {
            if stop.load(Ordering::Relaxed) {
                return Err(self.failed("the contest was broken off".to_owned()));
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                let seconds = time.as_secs_f64();
                let reason = format!("no answer to {command:?} within {seconds:.3} s");
                return Err(self.failed(reason));
            }
            match self.output.recv_timeout(left.min(LOOK)) {
                Ok(Line::Text(line)) => {
                    self.note('<', &line);
                    return Ok(line);
                }
                Ok(Line::TooLong) => return Err(self.too_long()),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(self.gone(&format!("answering {command:?}")));
                }
            }
        }
    }

    fn note(&mut self, who: char, line: &str) {
        let line = format!("{who} {}", shown(line));
        keep_last(&mut self.last, line.trim_end().to_owned(), LAST_LINES);
    }

    fn too_long(&mut self) -> EngineError {
        self.failed("a line without end".to_owned())
    }

    /// The program ended, or at least its output did.
    fn gone(&mut self, doing: &str) -> EngineError {
        let how = match self.process.end(TO_END) {
            Some(status) => format!("ended with {status}"),
            None => "closed its output".to_owned(),
        };
        self.failed(format!("the program {how} instead of {doing}"))
    }

    /// The program failed for that reason, with the last lines said. It is asked nothing
    /// more, so it is ended: then all that it wrote before is there.
    pub(in crate::engine) fn failed(&mut self, reason: String) -> EngineError {
        self.has_failed = true;
        self.process.end(Duration::ZERO);
        self.errors.wait_for_end();
        let errors = self.errors.lines();
        let errors = errors.iter().map(|line| format!("! {line}"));
        let lines = self.last.iter().cloned().chain(errors);
        EngineError::new(reason).with_conversation(lines.collect())
    }
}

impl Drop for Conversation {
    fn drop(&mut self) {
        // A program that behaved may want to put its things in order.
        let grace = if self.has_failed {
            Duration::ZERO
        } else {
            TO_END
        };
        if let Some(mut input) = self.input.take()
            && !self.has_failed
        {
            // If it cannot be told, its input ends now anyway.
            let _ = input.write_all(b"quit\n");
        }
        self.process.end(grace);
    }
}
