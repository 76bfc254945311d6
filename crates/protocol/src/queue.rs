//! The queue of lines between a client and a protocol.

use std::collections::VecDeque;

use super::line::Line;
use super::search_engine::Task;
use outflank_engine::SearchResult;

/// A request of a protocol to its driver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Print a line.
    Print(String),
    /// Start a search; none is running.
    Start(Box<Task>),
    /// Stop the running search; its end is still reported.
    Stop,
    /// Quit: all further events are ignored.
    Quit,
}

/// An event reported by a driver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A line of input.
    Line(Line),
    /// The input has ended.
    EndOfInput,
    /// The running search has completed a depth.
    Progress(SearchResult),
    /// The search has ended.
    Done(SearchResult),
}

/// The state machine of one protocol. Each method appends its actions to `out`.
pub trait Protocol {
    /// Handles a line while no search is running; it may start one.
    fn handle_line(&mut self, line: &Line, out: &mut Vec<Action>);

    /// Called after each completed depth of the running search.
    fn search_progressed(&mut self, found: &SearchResult, out: &mut Vec<Action>);

    /// Called at the end of the search, stopped or not; it may start another.
    fn search_finished(&mut self, found: &SearchResult, was_stopped: bool, out: &mut Vec<Action>);

    /// Returns whether a waiting line stops the running search.
    fn is_stopped_by(&self, line: &Line) -> bool;

    /// Returns whether the end of the input stops the running search.
    fn is_stopped_by_end_of_input(&self) -> bool;
}

/// The state of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Searching {
    No,
    Yes,
    /// Stopped, but not yet ended.
    Stopped,
}

/// A protocol and its queue of lines. Lines that arrive during a search wait for its end,
/// in order.
#[derive(Clone, Debug)]
pub struct CommandQueue<P> {
    protocol: P,
    waiting: VecDeque<Line>,
    searching: Searching,
    input_has_ended: bool,
    has_quit: bool,
}

impl<P: Protocol> CommandQueue<P> {
    /// Creates an empty queue.
    pub const fn new(protocol: P) -> Self {
        Self {
            protocol,
            waiting: VecDeque::new(),
            searching: Searching::No,
            input_has_ended: false,
            has_quit: false,
        }
    }

    /// Returns the number of waiting lines. Readers should pause when it is large.
    #[must_use]
    pub fn backlog(&self) -> usize {
        self.waiting.len()
    }

    /// Returns the protocol.
    #[must_use]
    pub const fn protocol(&self) -> &P {
        &self.protocol
    }

    /// Handles an event.
    pub fn handle(&mut self, event: Event) -> Vec<Action> {
        let mut out = Vec::new();
        if self.has_quit {
            return out;
        }
        match event {
            Event::Line(line) => {
                self.waiting.push_back(line);
                self.stop_if_due(self.waiting.len() - 1, &mut out);
            }
            Event::EndOfInput => {
                self.input_has_ended = true;
                self.stop_if_due(self.waiting.len(), &mut out);
            }
            Event::Progress(found) => {
                if self.searching == Searching::Yes {
                    self.protocol.search_progressed(&found, &mut out);
                }
            }
            Event::Done(found) => self.finish_search(&found, &mut out),
        }
        self.handle_waiting(&mut out);
        out
    }

    fn finish_search(&mut self, found: &SearchResult, out: &mut Vec<Action>) {
        let was_stopped = match std::mem::replace(&mut self.searching, Searching::No) {
            Searching::No => return,
            Searching::Yes => false,
            Searching::Stopped => true,
        };
        self.protocol.search_finished(found, was_stopped, out);
        self.note_actions(0, out);
    }

    /// Handles waiting lines until a search starts.
    fn handle_waiting(&mut self, out: &mut Vec<Action>) {
        while self.searching == Searching::No && !self.has_quit {
            let before = out.len();
            match self.waiting.pop_front() {
                Some(line) => self.protocol.handle_line(&line, out),
                None if self.input_has_ended => out.push(Action::Quit),
                None => return,
            }
            self.note_actions(before, out);
        }
    }

    /// Updates the state from the actions starting at index `from`.
    fn note_actions(&mut self, from: usize, out: &mut Vec<Action>) {
        for action in &out[from..] {
            match action {
                Action::Start(_) => self.searching = Searching::Yes,
                Action::Quit => self.has_quit = true,
                Action::Print(_) | Action::Stop => {}
            }
        }
        self.stop_if_due(0, out);
    }

    /// Stops the search if a waiting line from index `from` on, or the end of the input,
    /// requires it.
    fn stop_if_due(&mut self, from: usize, out: &mut Vec<Action>) {
        let mut lines = self.waiting.iter().skip(from);
        if self.searching == Searching::Yes
            && (lines.any(|line| self.protocol.is_stopped_by(line))
                || (self.input_has_ended && self.protocol.is_stopped_by_end_of_input()))
        {
            self.searching = Searching::Stopped;
            out.push(Action::Stop);
        }
    }
}

#[cfg(test)]
mod tests {
    use outflank_engine::{Limits, SearchRequest};
    use outflank_othello::{Position, Shape};

    use super::*;

    /// Searches on `search`, stops on `stop`, quits on `quit`, and echoes everything
    /// else.
    struct Echo;

    fn request() -> SearchRequest {
        SearchRequest::new(&Position::start(Shape::STANDARD), Limits::UNLIMITED)
    }

    impl Protocol for Echo {
        fn handle_line(&mut self, line: &Line, out: &mut Vec<Action>) {
            out.push(match &*line.text {
                "search" => Action::Start(Box::new(Task::Search(request()))),
                "quit" => Action::Quit,
                text => Action::Print(text.to_owned()),
            });
        }

        fn search_progressed(&mut self, _found: &SearchResult, out: &mut Vec<Action>) {
            out.push(Action::Print("progress".to_owned()));
        }

        fn search_finished(
            &mut self,
            _found: &SearchResult,
            was_stopped: bool,
            out: &mut Vec<Action>,
        ) {
            out.push(print(if was_stopped { "stopped" } else { "done" }));
        }

        fn is_stopped_by(&self, line: &Line) -> bool {
            line.text == "stop"
        }

        fn is_stopped_by_end_of_input(&self) -> bool {
            false
        }
    }

    fn print(text: &str) -> Action {
        Action::Print(text.to_owned())
    }

    fn line(text: &str) -> Event {
        Event::Line(Line::from(text))
    }

    #[test]
    fn lines_wait_for_the_search_in_order() {
        let mut queue = CommandQueue::new(Echo);
        assert_eq!(queue.handle(line("a")), [print("a")]);
        assert_eq!(
            queue.handle(line("search")),
            [Action::Start(Box::new(Task::Search(request())))]
        );
        assert_eq!(queue.handle(line("b")), []);
        assert_eq!(queue.handle(line("search")), []);
        assert_eq!(queue.handle(line("c")), []);
        assert_eq!(queue.backlog(), 3);
        let progress = Event::Progress(SearchResult::default());
        assert_eq!(queue.handle(progress), [print("progress")]);
        let actions = queue.handle(Event::Done(SearchResult::default()));
        assert_eq!(
            actions,
            [
                print("done"),
                print("b"),
                Action::Start(Box::new(Task::Search(request())))
            ]
        );
        let actions = queue.handle(Event::Done(SearchResult::default()));
        assert_eq!(actions, [print("done"), print("c")]);
    }

    #[test]
    fn a_search_is_stopped_once_and_reports_nothing_more() {
        let mut queue = CommandQueue::new(Echo);
        queue.handle(line("search"));
        assert_eq!(queue.handle(line("stop")), [Action::Stop]);
        assert_eq!(queue.handle(line("stop")), []);
        assert_eq!(queue.handle(Event::Progress(SearchResult::default())), []);
        let actions = queue.handle(Event::Done(SearchResult::default()));
        assert_eq!(actions, [print("stopped"), print("stop"), print("stop")]);
        assert_eq!(queue.handle(Event::Done(SearchResult::default())), []);
    }

    #[test]
    fn a_waiting_line_stops_a_search_that_starts() {
        let mut queue = CommandQueue::new(Echo);
        for text in ["search", "search", "stop"] {
            queue.handle(line(text));
        }
        let actions = queue.handle(Event::Done(SearchResult::default()));
        assert_eq!(
            actions,
            [
                print("stopped"),
                Action::Start(Box::new(Task::Search(request()))),
                Action::Stop
            ]
        );
    }

    #[test]
    fn the_end_of_the_input_waits_for_the_search() {
        let mut queue = CommandQueue::new(Echo);
        for text in ["search", "a"] {
            queue.handle(line(text));
        }
        assert_eq!(queue.handle(Event::EndOfInput), []);
        let actions = queue.handle(Event::Done(SearchResult::default()));
        assert_eq!(actions, [print("done"), print("a"), Action::Quit]);
        assert_eq!(queue.handle(line("b")), []);
    }

    #[test]
    fn lines_after_quit_are_ignored() {
        let mut queue = CommandQueue::new(Echo);
        queue.handle(line("search"));
        queue.handle(line("quit"));
        queue.handle(line("a"));
        let actions = queue.handle(Event::Done(SearchResult::default()));
        assert_eq!(actions, [print("done"), Action::Quit]);
        assert_eq!(queue.handle(Event::EndOfInput), []);
    }
}
