//! Commands and answers.

use std::collections::VecDeque;
use std::io::Write as _;
use std::process::ChildStdin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError};
use std::time::{Duration, Instant};

use super::pipes::{Line, Tail, keep_last, read_lines, shown};
use super::process::Process;
use crate::engine::EngineError;

/// Lines of a conversation that are kept to be shown.
const LAST_LINES: usize = 16;

/// Lines of one answer at most, with what stands before it.
const MOST_LINES: usize = 1000;

/// How often it is looked whether the contest is broken off.
const LOOK: Duration = Duration::from_millis(20);

/// How long a program has to end once it closed its output or was told to.
const TO_END: Duration = Duration::from_millis(300);

/// No wait is longer, so that points in time stay within their range.
const LONGEST_WAIT: Duration = Duration::from_secs(100 * 365 * 24 * 3600);

/// What a program answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// `=` and the text behind it, its lines with line ends between them.
    Done(String),
    /// `?` and the message behind it.
    Refused(String),
}

/// How long to wait for answers.
#[derive(Clone, Copy, Debug)]
pub(super) enum Wait {
    /// So long for each.
    Each(Duration),
    /// For all of them until then, which is so long from their beginning.
    Until(Instant, Duration),
}

impl Wait {
    /// So long for all answers together.
    pub(super) fn in_all(time: Duration) -> Self {
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
pub(super) struct Conversation {
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
    pub(super) fn start(words: &[String]) -> Result<Self, EngineError> {
        let failed = |error| EngineError::new(format!("the program does not start: {error}"));
        let (process, pipes) = Process::start(words).map_err(failed)?;
        Ok(Self {
            process,
            input: Some(pipes.input),
            output: read_lines(pipes.output).map_err(failed)?,
            errors: Tail::read(pipes.errors).map_err(failed)?,
            last: VecDeque::new(),
            has_failed: false,
        })
    }

    /// Gives a command and waits for the answer.
    ///
    /// A command is short and follows the answer to the one before, so that
    /// writing it does not wait for a program that does not read.
    pub(super) fn ask(
        &mut self,
        command: &str,
        wait: Wait,
        stop: &Arc<AtomicBool>,
    ) -> Result<Answer, EngineError> {
        let (end, time) = wait.end();
        self.pass_over_stray_lines()?;
        self.note('>', command);
        let written = self.input.as_mut().map_or(Ok(()), |input| {
            input
                .write_all(format!("{command}\n").as_bytes())
                .and_then(|()| input.flush())
        });
        if written.is_err() {
            return Err(self.gone(command));
        }
        let mut answer: Option<Answer> = None;
        for _ in 0..MOST_LINES {
            let line = self.next_line(command, end, time, stop)?;
            match &mut answer {
                // Banners and other talk before an answer are passed over.
                None => answer = status_line(&line),
                Some(_) if line.trim().is_empty() => {
                    return answer.ok_or_else(|| self.failed("no answer".to_owned()));
                }
                Some(Answer::Done(text) | Answer::Refused(text)) => {
                    text.push('\n');
                    text.push_str(line.trim());
                }
            }
        }
        Err(self.failed(format!(
            "more than {MOST_LINES} lines in answer to {command:?}"
        )))
    }

    /// What a program says between answers is of no interest, but may be no
    /// answer, or it would be taken for that to the next command.
    fn pass_over_stray_lines(&mut self) -> Result<(), EngineError> {
        for _ in 0..MOST_LINES {
            match self.output.try_recv() {
                Ok(Line::Text(line)) => {
                    self.note('<', &line);
                    if status_line(&line).is_some() {
                        return Err(self.failed(format!("{:?} without a command", shown(&line))));
                    }
                }
                Ok(Line::TooLong) => return Err(self.too_long()),
                // Writing the command will tell that it is gone.
                Err(TryRecvError::Empty | TryRecvError::Disconnected) => return Ok(()),
            }
        }
        Err(self.failed(format!("more than {MOST_LINES} lines without a command")))
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
                Err(RecvTimeoutError::Disconnected) => return Err(self.gone(command)),
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
    fn gone(&mut self, command: &str) -> EngineError {
        let how = match self.process.end(TO_END) {
            Some(status) => format!("ended with {status}"),
            None => "closed its output".to_owned(),
        };
        self.errors.wait_for_end();
        self.failed(format!(
            "the program {how} instead of answering {command:?}"
        ))
    }

    /// The program failed for that reason, with the last lines said.
    pub(super) fn failed(&mut self, reason: String) -> EngineError {
        self.has_failed = true;
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

/// The answer that begins with this line, if one does: `=` or `?`, perhaps a
/// number, and a text.
fn status_line(line: &str) -> Option<Answer> {
    let text = |rest: &str| {
        let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        rest.trim().to_owned()
    };
    if let Some(rest) = line.strip_prefix('=') {
        return Some(Answer::Done(text(rest)));
    }
    line.strip_prefix('?')
        .map(|rest| Answer::Refused(text(rest)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_told_from_talk() {
        let done = |text: &str| Some(Answer::Done(text.to_owned()));
        assert_eq!(status_line("= D6 "), done("D6"));
        assert_eq!(status_line("="), done(""));
        assert_eq!(status_line("=12 D6"), done("D6"));
        let refused = Answer::Refused("illegal move".to_owned());
        assert_eq!(status_line("? illegal move"), Some(refused));
        for talk in ["", "Welcome!", " = D6", "# = D6"] {
            assert_eq!(status_line(talk), None);
        }
    }
}
