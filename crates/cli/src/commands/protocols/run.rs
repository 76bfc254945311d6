//! Drives a protocol with threads: one reads, one searches, and the caller's thread prints.

use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use outflank_protocol::{Action, CommandQueue, Event, Lines, Protocol, SearchEngine, Task};

/// Number of queued lines at which reading pauses.
const MAX_WAITING: usize = 1024;

/// Interval at which `is_over` is polled.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The reason that a conversation ended early.
#[derive(Debug, thiserror::Error)]
pub(super) enum RunError {
    #[error("standard input")]
    Input(#[source] io::Error),
    #[error("standard output")]
    Output(#[source] io::Error),
    #[error("cannot start a thread")]
    Thread(#[source] io::Error),
    #[error("the search has failed")]
    Search,
}

/// A message from a thread.
enum Message {
    Event(Event),
    InputFailed(io::Error),
    SearchFailed,
}

/// Runs a conversation with a client until the client quits, `input` ends or `is_over` returns
/// true. Lines are read ahead so that they can stop a search. Each reply is flushed.
pub(super) fn run(
    protocol: impl Protocol,
    searcher: impl SearchEngine + Send + 'static,
    input: impl BufRead + Send + 'static,
    output: impl Write,
    is_over: impl Fn() -> bool,
) -> Result<(), RunError> {
    let (sender, messages) = channel();
    let permits = spawn_reader(input, sender.clone()).map_err(RunError::Thread)?;
    let tasks = spawn_searcher(searcher, sender).map_err(RunError::Thread)?;
    let mut conversation = Conversation {
        queue: CommandQueue::new(protocol),
        output,
        tasks,
        stop: Arc::default(),
    };
    let result = conversation.run(&messages, &permits, is_over);
    conversation.stop.store(true, Ordering::Relaxed);
    result
}

/// A task, and the flag that stops it.
type Stoppable = (Box<Task>, Arc<AtomicBool>);

struct Conversation<P, W> {
    queue: CommandQueue<P>,
    output: W,
    tasks: Sender<Stoppable>,
    /// Stops the latest search.
    stop: Arc<AtomicBool>,
}

impl<P: Protocol, W: Write> Conversation<P, W> {
    fn run(
        &mut self,
        messages: &Receiver<Message>,
        permits: &Sender<()>,
        is_over: impl Fn() -> bool,
    ) -> Result<(), RunError> {
        let mut is_reading = false;
        while !is_over() {
            if !is_reading && self.queue.backlog() < MAX_WAITING {
                is_reading = true;
                // Sending fails at the end of the input, when no more lines are read.
                let _ = permits.send(());
            }
            let event = match messages.recv_timeout(POLL_INTERVAL) {
                Ok(Message::Event(event)) => event,
                Ok(Message::InputFailed(error)) => return Err(RunError::Input(error)),
                Ok(Message::SearchFailed) | Err(RecvTimeoutError::Disconnected) => {
                    return Err(RunError::Search);
                }
                Err(RecvTimeoutError::Timeout) => continue,
            };
            is_reading &= !matches!(event, Event::Line(_));
            for action in self.queue.handle(event) {
                if action == Action::Quit {
                    return Ok(());
                }
                self.perform(action)?;
            }
        }
        Ok(())
    }

    fn perform(&mut self, action: Action) -> Result<(), RunError> {
        match action {
            Action::Print(text) => {
                let written = writeln!(self.output, "{text}").and_then(|()| self.output.flush());
                written.map_err(RunError::Output)
            }
            Action::Start(task) => self.start(task),
            Action::Stop => {
                self.stop.store(true, Ordering::Relaxed);
                Ok(())
            }
            Action::Quit => Ok(()),
        }
    }

    fn start(&mut self, task: Box<Task>) -> Result<(), RunError> {
        self.stop = Arc::default();
        let stop = Arc::clone(&self.stop);
        self.tasks.send((task, stop)).map_err(|_| RunError::Search)
    }
}

/// Starts a thread that reads a line for each permit. The thread is not joined, because it may wait
/// for input that never comes.
fn spawn_reader(
    input: impl BufRead + Send + 'static,
    sender: Sender<Message>,
) -> io::Result<Sender<()>> {
    let (permits, granted) = channel();
    std::thread::Builder::new().spawn(move || {
        let mut lines = Lines::new(input);
        while granted.recv().is_ok() {
            let (message, is_last) = match lines.next() {
                Some(Ok(line)) => (Message::Event(Event::Line(line)), false),
                Some(Err(error)) => (Message::InputFailed(error), true),
                None => (Message::Event(Event::EndOfInput), true),
            };
            if sender.send(message).is_err() || is_last {
                return;
            }
        }
    })?;
    Ok(permits)
}

/// Starts a thread that runs searches one after another.
fn spawn_searcher(
    mut searcher: impl SearchEngine + Send + 'static,
    sender: Sender<Message>,
) -> io::Result<Sender<Stoppable>> {
    let (tasks, incoming) = channel::<Stoppable>();
    std::thread::Builder::new().spawn(move || {
        while let Ok((task, stop)) = incoming.recv() {
            let mut report = |found| {
                // Sending fails if the conversation is over.
                let _ = sender.send(Message::Event(Event::Progress(found)));
            };
            let search = AssertUnwindSafe(|| task.run(&mut searcher, &stop, &mut report));
            let (message, has_failed) = match catch_unwind(search) {
                Ok(found) => (Message::Event(Event::Done(found)), false),
                Err(_) => (Message::SearchFailed, true),
            };
            if sender.send(message).is_err() || has_failed {
                return;
            }
        }
    })?;
    Ok(tasks)
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, pipe};

    use super::*;
    use outflank_engine::{SearchRequest, SearchResult};

    use outflank_protocol::gtp::Gtp;

    /// An engine for tests that searches until it is stopped, or panics if it is broken.
    struct Endless {
        is_broken: bool,
    }

    impl SearchEngine for Endless {
        fn search(
            &mut self,
            _task: &SearchRequest,
            stop: &Arc<AtomicBool>,
            _report: &mut dyn FnMut(SearchResult),
        ) -> SearchResult {
            assert!(!self.is_broken, "a searcher for tests");
            while !stop.load(Ordering::Relaxed) {
                std::thread::yield_now();
            }
            SearchResult::default()
        }
    }

    const ENDLESS: Endless = Endless { is_broken: false };

    fn gtp() -> Gtp {
        Gtp::new(None)
    }

    #[test]
    fn a_line_stops_a_search_while_the_input_stays_open() {
        let (reader, mut writer) = pipe().unwrap();
        let (answers, mut output) = pipe().unwrap();
        let conversation = std::thread::spawn(move || {
            let input = BufReader::new(reader);
            run(gtp(), ENDLESS, input, &mut output, || false)
        });
        writer.write_all(b"outflank-analyze\n").unwrap();
        let mut answers = BufReader::new(answers).lines();
        assert_eq!(answers.next().unwrap().unwrap(), "=");
        writer.write_all(b"2 name\n").unwrap();
        for expected in ["", "=2 Outflank", ""] {
            assert_eq!(answers.next().unwrap().unwrap(), expected);
        }
        writer.write_all(b"quit\n").unwrap();
        conversation.join().unwrap().unwrap();
    }

    #[test]
    fn a_waiting_conversation_can_be_ended() {
        let (reader, _writer) = pipe().unwrap();
        let input = BufReader::new(reader);
        let result = run(gtp(), ENDLESS, input, Vec::new(), || true);
        assert!(result.is_ok());
    }

    #[test]
    fn all_lines_get_a_reply_even_if_too_many_are_queued() {
        let lines = 3 * MAX_WAITING;
        let input = "name\n".repeat(lines);
        let mut output = Vec::new();
        let input = io::Cursor::new(input.into_bytes());
        run(gtp(), ENDLESS, input, &mut output, || false).unwrap();
        assert_eq!(output, "= Outflank\n\n".repeat(lines).into_bytes());
    }

    #[test]
    fn a_search_that_panics_is_an_error() {
        let input = io::Cursor::new(b"genmove b\nname\n");
        let broken = Endless { is_broken: true };
        let result = run(gtp(), broken, input, Vec::new(), || false);
        assert!(matches!(result, Err(RunError::Search)));
    }
}
