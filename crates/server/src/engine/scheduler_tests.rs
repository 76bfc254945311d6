//! The scheduler in virtual time.

use outflank_othello::Position;

use super::super::monitor::Phase;
use super::super::time_slice::TIME_SLICE;
use super::*;

/// A scheduler and its clock.
struct Simulation {
    state: State,
    began: Instant,
    now: Instant,
}

impl Simulation {
    fn new() -> Self {
        let now = Instant::now();
        Self {
            state: State::new(100, 10),
            began: now,
            now,
        }
    }

    /// Opens a session with a search that never ends.
    fn start(&mut self, client: &str) -> (SessionId, Arc<SearchMonitor>) {
        self.start_task(client, Task::analysis(Position::start(Shape::STANDARD)))
    }

    fn start_task(&mut self, client: &str, task: Task) -> (SessionId, Arc<SearchMonitor>) {
        let session = self.state.open(client).unwrap();
        (session, self.state.start(session, task, self.now))
    }

    /// Runs the next slice to its end. Returns the session and the length of the slice.
    fn run_slice(&mut self, outcome: SliceOutcome) -> (SessionId, Duration) {
        let taken = self.state.take(self.now).unwrap();
        let (session, began) = (taken.session, self.now);
        // The slice continues if the waiting search has ended in the meantime.
        while !taken.stop.load(Ordering::Relaxed) {
            self.now = self.state.slice_due().unwrap();
            self.state.end_overdue(self.now);
        }
        self.state
            .give_back(taken, SliceEnd::Ended(outcome), self.now);
        (session, self.now - began)
    }
}

#[test]
fn a_search_alone_is_not_interrupted() {
    let mut simulation = Simulation::new();
    simulation.start("client");
    let taken = simulation.state.take(simulation.now).unwrap();
    assert_eq!(simulation.state.slice_due(), None);
    assert_eq!(simulation.state.next_due(simulation.now), None);
    simulation
        .state
        .end_overdue(simulation.now + Duration::from_secs(3600));
    assert!(!taken.stop.load(Ordering::Relaxed));
}

#[test]
fn waiting_clients_get_equal_shares() {
    let mut simulation = Simulation::new();
    let mut clients = HashMap::new();
    // One client has two searches.
    for number in [0, 1, 2, 3, 4, 0] {
        let (session, _) = simulation.start(&format!("client {number}"));
        clients.insert(session, number);
    }
    let mut shares = [Duration::ZERO; 5];
    while simulation.now < simulation.began + Duration::from_secs(60) {
        let (session, time) = simulation.run_slice(SliceOutcome::Progress);
        shares[clients[&session]] += time;
    }
    let (least, most) = (shares.iter().min().unwrap(), shares.iter().max().unwrap());
    assert!(*most - *least <= 2 * TIME_SLICE, "{shares:?}");
}

#[test]
fn a_newcomer_waits_for_one_slice_at_most() {
    let mut simulation = Simulation::new();
    simulation.start("old");
    simulation.start("other");
    // The slices of both grow while they make no progress.
    for _ in 0..21 {
        simulation.run_slice(SliceOutcome::Stalled);
    }
    let taken = simulation.state.take(simulation.now).unwrap();
    assert!(simulation.state.slice_due().unwrap() > simulation.now + TIME_SLICE);
    let (new, _) = simulation.start("new");
    let due = simulation.now + TIME_SLICE;
    assert_eq!(simulation.state.slice_due(), Some(due));
    simulation.now += TIME_SLICE;
    let end = SliceEnd::Ended(SliceOutcome::Stalled);
    simulation.state.give_back(taken, end, simulation.now);
    assert_eq!(simulation.state.take(simulation.now).unwrap().session, new);
}

#[test]
fn the_time_limit_ends_a_running_and_a_waiting_search() {
    let mut simulation = Simulation::new();
    let limit = Duration::from_millis(350);
    let task = Task::analysis(Position::start(Shape::STANDARD)).within(limit);
    let monitors = ["one", "other"].map(|client| simulation.start_task(client, task).1);
    // The time of the second search counts from its first slice.
    let ends = [limit, limit + TIME_SLICE].map(|time| simulation.began + time);
    while simulation.now < ends[1] {
        simulation.run_slice(SliceOutcome::Progress);
        for (monitor, end) in monitors.iter().zip(ends) {
            let is_done = monitor.now().0 == Phase::Done;
            assert_eq!(is_done, simulation.now >= end);
        }
    }
    assert_eq!(simulation.now, ends[1]);
    assert!(simulation.state.take(simulation.now).is_none());
}
