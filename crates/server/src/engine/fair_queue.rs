//! Who is served next, so that all who want something get as much time.
//!
//! Each has a virtual time that grows by what it gets; whoever stands lowest is next
//! (start-time fair queueing: Goyal, Vin and Cheng 1996, "Start-time fair queueing: a
//! scheduling algorithm for integrated services packet switching networks"). A
//! newcomer starts where the lowest stands now: it has no claim to what others got
//! before it came. One that leaves and comes back soon stands where it stood, so that
//! leaving gains nothing.

use std::collections::HashMap;
use std::hash::Hash;
use std::time::Duration;

/// Those who share something, by their keys.
#[derive(Clone, Debug)]
pub(super) struct FairQueue<K> {
    members: HashMap<K, Member>,
    /// Where the lowest of those who want something stands, or stood last.
    clock: Duration,
    /// Number of the next one to begin waiting.
    turn: u64,
}

#[derive(Clone, Copy, Debug)]
struct Member {
    stands_at: Duration,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Wants nothing now.
    Idle,
    /// Since its turn of this number.
    Waiting(u64),
    Served,
}

impl<K> Default for FairQueue<K> {
    fn default() -> Self {
        Self {
            members: HashMap::new(),
            clock: Duration::ZERO,
            turn: 0,
        }
    }
}

impl<K: Clone + Eq + Hash> FairQueue<K> {
    /// The member wants to be served. One that waits or is served already stays as
    /// it is.
    pub(super) fn wait(&mut self, key: &K) {
        let clock = self.clock;
        let member = self.members.entry(key.clone()).or_insert(Member {
            stands_at: clock,
            state: State::Idle,
        });
        if member.state == State::Idle {
            member.stands_at = member.stands_at.max(clock);
            member.state = State::Waiting(self.turn);
            self.turn += 1;
        }
    }

    /// The member that is served wants more: it waits again, and loses nothing.
    pub(super) fn wait_again(&mut self, key: &K) {
        if let Some(member) = self.members.get_mut(key) {
            member.state = State::Waiting(self.turn);
            self.turn += 1;
        }
    }

    /// Takes out who is next; it is served now.
    pub(super) fn next(&mut self) -> Option<K> {
        let (key, _) = self.waiting().min_by_key(|&(_, order)| order)?;
        let key = key.clone();
        if let Some(member) = self.members.get_mut(&key) {
            member.state = State::Served;
        }
        Some(key)
    }

    /// The member got so much.
    pub(super) fn charge(&mut self, key: &K, time: Duration) {
        if let Some(member) = self.members.get_mut(key) {
            member.stands_at += time;
        }
        self.advance();
    }

    /// The member wants nothing more for now, whether it waited or was served.
    pub(super) fn leave(&mut self, key: &K) {
        if let Some(member) = self.members.get_mut(key) {
            member.state = State::Idle;
        }
        self.advance();
    }

    /// Sets the clock to the lowest of those who want something, and forgets those
    /// who would come back as newcomers.
    fn advance(&mut self) {
        let members = self.members.values();
        let wanting = members.filter(|member| member.state != State::Idle);
        let lowest = wanting.map(|member| member.stands_at).min();
        // When nobody wants anything, nobody has a claim against another.
        let highest = || self.members.values().map(|member| member.stands_at).max();
        let now = lowest.or_else(highest).unwrap_or(self.clock);
        self.clock = self.clock.max(now);
        let clock = self.clock;
        let is_kept = |member: &Member| member.state != State::Idle || member.stands_at > clock;
        self.members.retain(|_, member| is_kept(member));
    }

    /// Those who wait, with what orders them.
    fn waiting(&self) -> impl Iterator<Item = (&K, (Duration, u64))> {
        let members = self.members.iter();
        members.filter_map(|(key, member)| match member.state {
            State::Waiting(turn) => Some((key, (member.stands_at, turn))),
            State::Idle | State::Served => None,
        })
    }

    /// Number of those who wait.
    pub(super) fn waiting_count(&self) -> usize {
        self.waiting().count()
    }

    /// Those who will be served before a member that waits, if nobody else comes.
    pub(super) fn before<'a>(&'a self, key: &K) -> impl Iterator<Item = &'a K> + use<'a, K> {
        let own = self.waiting().find(|(other, _)| *other == key);
        let own = own.map(|(_, order)| order);
        let before = self.waiting();
        before.filter_map(move |(other, order)| (Some(order) < own).then_some(other))
    }

    /// Whether the member is being served.
    pub(super) fn is_served(&self, key: &K) -> bool {
        let member = self.members.get(key);
        member.is_some_and(|member| member.state == State::Served)
    }

    /// Number of members that are remembered.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.members.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SLICE: Duration = Duration::from_millis(100);

    /// Serves the next one for a time, after which it waits again.
    fn serve(queue: &mut FairQueue<u32>, time: Duration) -> u32 {
        let key = queue.next().unwrap();
        queue.charge(&key, time);
        queue.wait_again(&key);
        key
    }

    #[test]
    fn those_who_wait_take_turns() {
        let mut queue = FairQueue::default();
        for key in [1, 2, 3] {
            queue.wait(&key);
        }
        let served: Vec<u32> = (0..6).map(|_| serve(&mut queue, SLICE)).collect();
        assert_eq!(served, [1, 2, 3, 1, 2, 3]);
    }

    #[test]
    fn a_newcomer_has_no_claim_to_the_past() {
        let mut queue = FairQueue::default();
        queue.wait(&1);
        for _ in 0..100 {
            serve(&mut queue, SLICE);
        }
        queue.wait(&2);
        let served: Vec<u32> = (0..4).map(|_| serve(&mut queue, SLICE)).collect();
        assert_eq!(served, [1, 2, 1, 2]);
    }

    #[test]
    fn who_leaves_and_comes_back_gains_nothing() {
        let mut queue = FairQueue::default();
        queue.wait(&1);
        let mut got = [Duration::ZERO; 3];
        for _ in 0..100 {
            // The second one wants something short again and again.
            queue.wait(&2);
            let key = queue.next().unwrap();
            queue.charge(&key, SLICE);
            got[key as usize] += SLICE;
            if key == 1 {
                queue.wait_again(&1);
            } else {
                queue.leave(&key);
            }
        }
        assert_eq!(got[1], got[2]);
    }

    #[test]
    fn who_was_alone_owes_nothing() {
        let mut queue = FairQueue::default();
        queue.wait(&1);
        let key = queue.next().unwrap();
        queue.charge(&key, 1000 * SLICE);
        // Still served when another one comes.
        queue.wait(&2);
        queue.charge(&key, SLICE);
        queue.wait_again(&key);
        let served: Vec<u32> = (0..4).map(|_| serve(&mut queue, SLICE)).collect();
        assert_eq!(served, [2, 1, 2, 1]);
    }

    #[test]
    fn those_gone_are_forgotten() {
        let mut queue = FairQueue::default();
        for key in 0..1000 {
            queue.wait(&key);
            let served = queue.next().unwrap();
            queue.charge(&served, SLICE);
            queue.leave(&served);
        }
        assert!(queue.len() <= 1, "{} remembered", queue.len());
    }

    #[test]
    fn the_line_is_known() {
        let mut queue = FairQueue::default();
        for key in [1, 2, 3] {
            queue.wait(&key);
        }
        assert_eq!(queue.before(&3).count(), 2);
        assert_eq!(queue.before(&1).count(), 0);
        assert_eq!(queue.next(), Some(1));
        assert!(queue.is_served(&1) && !queue.is_served(&2));
        assert_eq!(queue.before(&3).collect::<Vec<_>>(), [&2]);
        queue.leave(&2);
        assert_eq!((queue.before(&3).count(), queue.waiting_count()), (0, 1));
    }
}
