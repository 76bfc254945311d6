//! What protocols have in common: one thing after another, searches in between.

use std::collections::VecDeque;

use super::line::Line;
use super::searcher::{SearchReport, SearchRequest};

/// What a protocol wants done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Print a text and a line end.
    Print(String),
    /// Begin a search. None runs.
    Search(SearchRequest),
    /// Stop the search that runs; its end is told as usual.
    Stop,
    /// End: nothing is listened to any more.
    Quit,
}

/// What a protocol is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A line of input.
    Line(Line),
    /// The input has ended.
    EndOfInput,
    /// The search that runs has completed a depth.
    Progress(SearchReport),
    /// The search that ran has ended.
    Done(SearchReport),
}

/// The part of a protocol that is its own. What it wants done it appends to `out`.
pub trait Protocol {
    /// Does what a line says. No search runs; one may be begun.
    fn handle_line(&mut self, line: &Line, out: &mut Vec<Action>);

    /// Takes note of what the running search has found so far.
    fn progress(&mut self, found: &SearchReport, out: &mut Vec<Action>);

    /// Takes note of the end of the search, by itself or because it was stopped.
    /// Another one may be begun.
    fn done(&mut self, found: &SearchReport, was_stopped: bool, out: &mut Vec<Action>);

    /// Whether the running search is to be stopped because of a line that waits.
    fn is_stopped_by(&self, line: &Line) -> bool;

    /// Whether the running search is to be stopped because the input has ended.
    fn is_stopped_by_end_of_input(&self) -> bool;
}

/// The search that runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Searching {
    No,
    Yes,
    /// It has been stopped and has not ended yet.
    Stopped,
}

/// A conversation by a protocol: events in, actions out. Lines that come while a
/// search runs wait for its end, in order.
#[derive(Clone, Debug)]
pub struct CommandQueue<P> {
    protocol: P,
    waiting: VecDeque<Line>,
    searching: Searching,
    input_has_ended: bool,
    has_quit: bool,
}

impl<P: Protocol> CommandQueue<P> {
    /// A conversation that has not begun.
    pub const fn new(protocol: P) -> Self {
        Self {
            protocol,
            waiting: VecDeque::new(),
            searching: Searching::No,
            input_has_ended: false,
            has_quit: false,
        }
    }

    /// Lines that wait. Whoever reads should wait, too, when they are many.
    #[must_use]
    pub fn backlog(&self) -> usize {
        self.waiting.len()
    }

    /// The protocol as it stands.
    #[must_use]
    pub const fn protocol(&self) -> &P {
        &self.protocol
    }

    /// What an event leads to.
    pub fn handle(&mut self, event: Event) -> Vec<Action> {
        let mut out = Vec::new();
        if self.has_quit {
            return out;
        }
        match event {
            Event::Line(line) => {
                self.waiting.push_back(line);
                self.give_way(self.waiting.len() - 1, &mut out);
            }
            Event::EndOfInput => {
                self.input_has_ended = true;
                self.give_way(self.waiting.len(), &mut out);
            }
            Event::Progress(found) => {
                if self.searching == Searching::Yes {
                    self.protocol.progress(&found, &mut out);
                }
            }
            Event::Done(found) => self.done(&found, &mut out),
        }
        self.go_on(&mut out);
        out
    }

    fn done(&mut self, found: &SearchReport, out: &mut Vec<Action>) {
        let was_stopped = match std::mem::replace(&mut self.searching, Searching::No) {
            Searching::No => return,
            Searching::Yes => false,
            Searching::Stopped => true,
        };
        self.protocol.done(found, was_stopped, out);
        self.note_effects(0, out);
    }

    /// Obeys what waits until a search begins.
    fn go_on(&mut self, out: &mut Vec<Action>) {
        while self.searching == Searching::No && !self.has_quit {
            let before = out.len();
            match self.waiting.pop_front() {
                Some(line) => self.protocol.handle_line(&line, out),
                None if self.input_has_ended => out.push(Action::Quit),
                None => return,
            }
            self.note_effects(before, out);
        }
    }

    /// Takes note of the actions from the one with number `from` on.
    fn note_effects(&mut self, from: usize, out: &mut Vec<Action>) {
        for action in &out[from..] {
            match action {
                Action::Search(_) => self.searching = Searching::Yes,
                Action::Quit => self.has_quit = true,
                Action::Print(_) | Action::Stop => {}
            }
        }
        self.give_way(0, out);
    }

    /// Stops the search if it gives way to one of the lines that wait, from the one
    /// with number `from` on, or to the end of the input.
    fn give_way(&mut self, from: usize, out: &mut Vec<Action>) {
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
    use outflank_engine::Reach;
    use outflank_othello::{Position, Shape};

    use super::*;
    use crate::protocol::Limit;

    /// Searches on `search`, gives way to `stop`, ends on `quit`, repeats the rest.
    struct Parrot;

    fn request() -> SearchRequest {
        SearchRequest {
            position: Position::start(Shape::STANDARD),
            limit: Limit {
                reach: Reach::UNLIMITED,
                move_time: None,
                clock: None,
            },
            multi_pv: 1,
        }
    }

    impl Protocol for Parrot {
        fn handle_line(&mut self, line: &Line, out: &mut Vec<Action>) {
            out.push(match &*line.text {
                "search" => Action::Search(request()),
                "quit" => Action::Quit,
                text => Action::Print(text.to_owned()),
            });
        }

        fn progress(&mut self, _found: &SearchReport, out: &mut Vec<Action>) {
            out.push(Action::Print("progress".to_owned()));
        }

        fn done(&mut self, _found: &SearchReport, was_stopped: bool, out: &mut Vec<Action>) {
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
        let mut queue = CommandQueue::new(Parrot);
        assert_eq!(queue.handle(line("a")), [print("a")]);
        assert_eq!(queue.handle(line("search")), [Action::Search(request())]);
        assert_eq!(queue.handle(line("b")), []);
        assert_eq!(queue.handle(line("search")), []);
        assert_eq!(queue.handle(line("c")), []);
        assert_eq!(queue.backlog(), 3);
        let progress = Event::Progress(SearchReport::default());
        assert_eq!(queue.handle(progress), [print("progress")]);
        let actions = queue.handle(Event::Done(SearchReport::default()));
        assert_eq!(
            actions,
            [print("done"), print("b"), Action::Search(request())]
        );
        let actions = queue.handle(Event::Done(SearchReport::default()));
        assert_eq!(actions, [print("done"), print("c")]);
    }

    #[test]
    fn a_search_is_stopped_once_and_says_nothing_more() {
        let mut queue = CommandQueue::new(Parrot);
        queue.handle(line("search"));
        assert_eq!(queue.handle(line("stop")), [Action::Stop]);
        assert_eq!(queue.handle(line("stop")), []);
        assert_eq!(queue.handle(Event::Progress(SearchReport::default())), []);
        let actions = queue.handle(Event::Done(SearchReport::default()));
        assert_eq!(actions, [print("stopped"), print("stop"), print("stop")]);
        assert_eq!(queue.handle(Event::Done(SearchReport::default())), []);
    }

    #[test]
    fn a_search_that_begins_gives_way_to_what_waits_already() {
        let mut queue = CommandQueue::new(Parrot);
        for text in ["search", "search", "stop"] {
            queue.handle(line(text));
        }
        let actions = queue.handle(Event::Done(SearchReport::default()));
        assert_eq!(
            actions,
            [print("stopped"), Action::Search(request()), Action::Stop]
        );
    }

    #[test]
    fn the_end_of_the_input_waits_for_what_was_asked() {
        let mut queue = CommandQueue::new(Parrot);
        for text in ["search", "a"] {
            queue.handle(line(text));
        }
        assert_eq!(queue.handle(Event::EndOfInput), []);
        let actions = queue.handle(Event::Done(SearchReport::default()));
        assert_eq!(actions, [print("done"), print("a"), Action::Quit]);
        assert_eq!(queue.handle(line("b")), []);
    }

    #[test]
    fn what_follows_quit_is_not_listened_to() {
        let mut queue = CommandQueue::new(Parrot);
        queue.handle(line("search"));
        queue.handle(line("quit"));
        queue.handle(line("a"));
        let actions = queue.handle(Event::Done(SearchReport::default()));
        assert_eq!(actions, [print("done"), Action::Quit]);
        assert_eq!(queue.handle(Event::EndOfInput), []);
    }
}
