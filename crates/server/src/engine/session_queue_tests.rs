//! Tests of the queue with invented clients and times.

use std::collections::HashMap;

use proptest::prelude::*;

use super::*;

const SLICE: Duration = Duration::from_millis(100);

/// Returns a queue of clients that are always waiting for the engine.
fn busy(clients: usize) -> (SessionQueue, Vec<SessionId>) {
    let mut queue = SessionQueue::new(1000, 10);
    let sessions: Vec<SessionId> = (0..clients)
        .map(|client| queue.open(&format!("client-{client}")).unwrap())
        .collect();
    for &session in &sessions {
        queue.wait(session);
    }
    (queue, sessions)
}

/// Serves the next session for a time and queues it again.
fn serve(queue: &mut SessionQueue, time: Duration) -> SessionId {
    let session = queue.next().unwrap();
    queue.charge(time);
    queue.release(true);
    session
}

#[test]
fn clients_take_turns_however_many_sessions_they_have() {
    let (mut queue, sessions) = busy(2);
    let second = queue.open("client-0").unwrap();
    queue.wait(second);
    let mut got: HashMap<SessionId, u32> = HashMap::new();
    for _ in 0..80 {
        *got.entry(serve(&mut queue, SLICE)).or_default() += 1;
    }
    assert_eq!(got[&sessions[1]], 40);
    assert_eq!((got[&sessions[0]], got[&second]), (20, 20));
}

#[test]
fn the_number_of_sessions_is_limited() {
    let mut queue = SessionQueue::new(3, 2);
    let first = queue.open("one").unwrap();
    queue.open("one").unwrap();
    let refused = |error: ApiError| (error.key, error.message.contains("tab has 2"));
    let own = queue.open("one").map_err(refused);
    assert_eq!(own, Err((ErrorKey::TooMany, true)));
    queue.open("other").unwrap();
    let all = queue.open("third").unwrap_err();
    assert!(all.message.starts_with("3 searches"), "{all}");
    queue.close(first);
    queue.close(first);
    assert_eq!(queue.open_count(), 2);
    queue.open("third").unwrap();
}

#[test]
fn one_session_at_a_time_uses_the_engine() {
    let (mut queue, sessions) = busy(2);
    assert_eq!(queue.next(), Some(sessions[0]));
    assert_eq!(queue.next(), None);
    queue.release(false);
    assert_eq!(queue.next(), Some(sessions[1]));
    queue.release(false);
    assert_eq!(queue.next(), None);
}

#[test]
fn a_session_closed_while_being_served_releases_the_engine() {
    let (mut queue, sessions) = busy(2);
    assert_eq!(queue.next(), Some(sessions[0]));
    queue.close(sessions[0]);
    queue.charge(SLICE);
    queue.release(true);
    queue.wait(sessions[0]);
    assert_eq!(queue.next(), Some(sessions[1]));
    queue.release(false);
    assert_eq!(queue.next(), None);
}

#[test]
fn sessions_ahead_are_counted() {
    let (mut queue, sessions) = busy(3);
    assert_eq!(queue.ahead_of(sessions[0]), 0);
    assert_eq!(queue.ahead_of(sessions[2]), 2);
    queue.next();
    assert_eq!(queue.ahead_of(sessions[2]), 2);
    assert_eq!(queue.ahead_of(sessions[0]), 0);
    queue.close(sessions[1]);
    assert_eq!(queue.ahead_of(sessions[2]), 1);
    let second = queue.open("client-2").unwrap();
    queue.wait(second);
    assert_eq!(queue.ahead_of(second), 2);
    assert_eq!(queue.waiting_clients(), 1);
}

/// An event in a queue.
#[derive(Clone, Copy, Debug)]
enum Event {
    /// The client of this number opens a session and waits.
    Open(usize),
    /// An open session is closed. The index wraps around.
    Close(usize),
    /// The next session is served for `time` milliseconds, then waits again or is done.
    Serve { time: u64, again: bool },
}

fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        2 => (0..8_usize).prop_map(Event::Open),
        1 => (0..100_usize).prop_map(Event::Close),
        6 => (1..=100_u64, prop::bool::weighted(0.8))
            .prop_map(|(time, again)| Event::Serve { time, again }),
    ]
}

proptest! {
    /// After any events, only open waiting sessions are served, and none waits for more than two
    /// slices of every other client and two of every other session of its own client.
    #[test]
    fn no_session_starves_and_closed_sessions_are_forgotten(
        events in prop::collection::vec(event(), 1..300),
    ) {
        let mut queue = SessionQueue::new(40, 5);
        // The total time served when each session began to wait.
        let mut waiting: HashMap<SessionId, Duration> = HashMap::new();
        let mut idle: Vec<SessionId> = Vec::new();
        let mut now = Duration::ZERO;
        for event in events {
            match event {
                Event::Open(client) => {
                    if let Ok(session) = queue.open(&format!("client-{client}")) {
                        queue.wait(session);
                        waiting.insert(session, now);
                    }
                }
                Event::Close(number) => {
                    let mut open: Vec<_> = waiting.keys().chain(&idle).copied().collect();
                    open.sort_unstable();
                    if !open.is_empty() {
                        let session = open[number % open.len()];
                        queue.close(session);
                        waiting.remove(&session);
                        idle.retain(|&other| other != session);
                    }
                }
                Event::Serve { time, again } => {
                    let time = Duration::from_millis(time);
                    let Some(session) = queue.next() else {
                        prop_assert!(waiting.is_empty());
                        continue;
                    };
                    let since = waiting.remove(&session);
                    prop_assert!(since.is_some(), "served without waiting");
                    let waited = now - since.unwrap_or_default();
                    // Eight clients with up to five sessions each.
                    prop_assert!(waited <= 2 * 8 * 2 * 5 * SLICE, "waited {waited:?}");
                    queue.charge(time);
                    queue.release(again);
                    now += time;
                    if again {
                        waiting.insert(session, now);
                    } else {
                        idle.push(session);
                    }
                }
            }
            prop_assert_eq!(queue.open_count(), waiting.len() + idle.len());
        }
    }

    /// Clients that always wait for the engine have received equal time, within one slice, since
    /// the last of them arrived.
    #[test]
    fn shares_are_equal_within_a_slice(
        clients in 1..12_usize,
        times in prop::collection::vec(1..=100_u64, 1..400),
    ) {
        let (mut queue, sessions) = busy(clients);
        let mut got: HashMap<SessionId, Duration> =
            sessions.iter().map(|&session| (session, Duration::ZERO)).collect();
        for time in times {
            let time = Duration::from_millis(time);
            *got.entry(serve(&mut queue, time)).or_default() += time;
            let most = got.values().max().copied().unwrap_or_default();
            let least = got.values().min().copied().unwrap_or_default();
            prop_assert!(most - least <= SLICE, "{least:?} to {most:?}");
        }
    }
}
