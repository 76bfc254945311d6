//! Start-time fair queueing.
//!
//! Each member has a virtual time that grows by the service it receives. The member with the
//! lowest virtual time is next (Goyal, Vin and Cheng 1996, "Start-time fair queueing: a scheduling
//! algorithm for integrated services packet switching networks"). A newcomer starts at the
//! lowest virtual time of the active members. A member that leaves and soon returns keeps
//! its virtual time, so leaving gains nothing.

use std::collections::HashMap;
use std::hash::Hash;
use std::time::Duration;

/// A fair queue of members by key.
#[derive(Clone, Debug)]
pub(super) struct FairQueue<K> {
    members: HashMap<K, Member>,
    /// The lowest virtual time of the active members.
    clock: Duration,
    /// The sequence number of the next member that starts to wait.
    turn: u64,
}

#[derive(Clone, Copy, Debug)]
struct Member {
    virtual_time: Duration,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Idle,
    /// Waiting, with its sequence number.
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
    /// Queues a member unless it is already waiting or being served.
    pub(super) fn wait(&mut self, key: &K) {
        let clock = self.clock;
        let member = self.members.entry(key.clone()).or_insert(Member {
            virtual_time: clock,
            state: State::Idle,
        });
        if member.state == State::Idle {
            member.virtual_time = member.virtual_time.max(clock);
            member.state = State::Waiting(self.turn);
            self.turn += 1;
        }
    }

    pub(super) fn wait_again(&mut self, key: &K) {
        if let Some(member) = self.members.get_mut(key) {
            member.state = State::Waiting(self.turn);
            self.turn += 1;
        }
    }

    pub(super) fn next(&mut self) -> Option<K> {
        let (key, _) = self.waiting().min_by_key(|&(_, order)| order)?;
        let key = key.clone();
        if let Some(member) = self.members.get_mut(&key) {
            member.state = State::Served;
        }
        Some(key)
    }

    pub(super) fn charge(&mut self, key: &K, time: Duration) {
        if let Some(member) = self.members.get_mut(key) {
            member.virtual_time += time;
        }
        self.advance();
    }

    pub(super) fn leave(&mut self, key: &K) {
        if let Some(member) = self.members.get_mut(key) {
            member.state = State::Idle;
        }
        self.advance();
    }

    /// Advances the clock to the lowest virtual time of an active member and drops the idle members
    /// that would return as newcomers.
    fn advance(&mut self) {
        let members = self.members.values();
        let wanting = members.filter(|member| member.state != State::Idle);
        let lowest = wanting.map(|member| member.virtual_time).min();
        let all = self.members.values().map(|member| member.virtual_time);
        // Without active members, nobody is owed service.
        let now = lowest.or_else(|| all.max()).unwrap_or(self.clock);
        self.clock = self.clock.max(now);
        let clock = self.clock;
        let is_kept = |member: &Member| member.state != State::Idle || member.virtual_time > clock;
        self.members.retain(|_, member| is_kept(member));
    }

    /// Returns the waiting members and their order.
    fn waiting(&self) -> impl Iterator<Item = (&K, (Duration, u64))> {
        let members = self.members.iter();
        members.filter_map(|(key, member)| match member.state {
            State::Waiting(turn) => Some((key, (member.virtual_time, turn))),
            State::Idle | State::Served => None,
        })
    }

    pub(super) fn waiting_count(&self) -> usize {
        self.waiting().count()
    }

    /// Returns the members ahead of a waiting member.
    pub(super) fn before<'a>(&'a self, key: &K) -> impl Iterator<Item = &'a K> + use<'a, K> {
        let own = self.waiting().find(|(other, _)| *other == key);
        let own = own.map(|(_, order)| order);
        let before = self.waiting();
        before.filter_map(move |(other, order)| (Some(order) < own).then_some(other))
    }

    pub(super) fn is_served(&self, key: &K) -> bool {
        let member = self.members.get(key);
        member.is_some_and(|member| member.state == State::Served)
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.members.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SLICE: Duration = Duration::from_millis(100);

    /// Returns a queue in which members wait.
    fn waiting(keys: impl IntoIterator<Item = u32>) -> FairQueue<u32> {
        let mut queue = FairQueue::default();
        for key in keys {
            queue.wait(&key);
        }
        queue
    }

    /// Serves the next member for `time`, then queues it again.
    fn serve(queue: &mut FairQueue<u32>, time: Duration) -> u32 {
        let key = queue.next().unwrap();
        queue.charge(&key, time);
        queue.wait_again(&key);
        key
    }

    #[test]
    fn waiting_members_take_turns() {
        let mut queue = waiting([1, 2, 3]);
        let served: Vec<u32> = (0..6).map(|_| serve(&mut queue, SLICE)).collect();
        assert_eq!(served, [1, 2, 3, 1, 2, 3]);
    }

    #[test]
    fn a_new_member_gets_no_credit_for_past_time() {
        let mut queue = waiting([1]);
        for _ in 0..100 {
            serve(&mut queue, SLICE);
        }
        queue.wait(&2);
        let served: Vec<u32> = (0..4).map(|_| serve(&mut queue, SLICE)).collect();
        assert_eq!(served, [1, 2, 1, 2]);
    }

    #[test]
    fn leaving_and_returning_gains_no_advantage() {
        let mut queue = waiting([1]);
        let mut got = [Duration::ZERO; 3];
        for _ in 0..100 {
            // The second member returns for short service.
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
    fn service_without_competition_is_free() {
        let mut queue = waiting([1]);
        let key = queue.next().unwrap();
        queue.charge(&key, 1000 * SLICE);
        // The first member is still being served when another joins.
        queue.wait(&2);
        queue.charge(&key, SLICE);
        queue.wait_again(&key);
        let served: Vec<u32> = (0..4).map(|_| serve(&mut queue, SLICE)).collect();
        assert_eq!(served, [2, 1, 2, 1]);
    }

    #[test]
    fn idle_members_are_forgotten() {
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
    fn members_ahead_are_counted() {
        let mut queue = waiting([1, 2, 3]);
        assert_eq!(queue.before(&3).count(), 2);
        assert_eq!(queue.before(&1).count(), 0);
        assert_eq!(queue.next(), Some(1));
        assert!(queue.is_served(&1) && !queue.is_served(&2));
        assert_eq!(queue.before(&3).collect::<Vec<_>>(), [&2]);
        queue.leave(&2);
        assert_eq!((queue.before(&3).count(), queue.waiting_count()), (0, 1));
    }
}
