//! The queue of sessions.
//!
//! Clients share the engine equally, and the sessions of a client share its part. The queue has no
//! clock: callers report elapsed time with [`charge`](SessionQueue::charge).

use std::collections::HashMap;
use std::time::Duration;

use outflank_api::{ApiError, ErrorKey};

use super::fair_queue::FairQueue;

/// The number of a session.
pub(super) type SessionId = u64;

/// The open sessions.
#[derive(Debug)]
pub(super) struct SessionQueue {
    /// Maximum number of sessions, in total and per client.
    most: usize,
    most_of_client: usize,
    clients: FairQueue<String>,
    of_client: HashMap<String, OfClient>,
    /// The client of each session.
    sessions: HashMap<SessionId, String>,
    next_session: SessionId,
    serving: Option<Serving>,
}

/// The open sessions of a client.
#[derive(Debug, Default)]
struct OfClient {
    open: usize,
    sessions: FairQueue<SessionId>,
}

/// The session being served. It may have been closed since.
#[derive(Debug)]
struct Serving {
    client: String,
    session: SessionId,
}

impl SessionQueue {
    pub(super) fn new(most: usize, most_of_client: usize) -> Self {
        Self {
            most,
            most_of_client,
            clients: FairQueue::default(),
            of_client: HashMap::new(),
            sessions: HashMap::new(),
            next_session: 1,
            serving: None,
        }
    }

    pub(super) fn open(&mut self, client: &str) -> Result<SessionId, ApiError> {
        if self.sessions.len() >= self.most {
            let most = self.most;
            let message =
                format!("{most} searches are open, which is the maximum: try again later");
            return Err(ApiError::general(ErrorKey::TooMany, message));
        }
        let of_client = self.of_client.get(client);
        if of_client.is_some_and(|of_client| of_client.open >= self.most_of_client) {
            let most = self.most_of_client;
            let message =
                format!("this tab has {most} open searches, which is the maximum: close one first");
            return Err(ApiError::general(ErrorKey::TooMany, message));
        }
        let of_client = self.of_client.entry(client.to_owned()).or_default();
        of_client.open += 1;
        let session = self.next_session;
        self.next_session += 1;
        self.sessions.insert(session, client.to_owned());
        Ok(session)
    }

    pub(super) fn open_count(&self) -> usize {
        self.sessions.len()
    }

    /// Queues a session if it is open.
    pub(super) fn wait(&mut self, session: SessionId) {
        if let Some(client) = self.sessions.get(&session)
            && let Some(of_client) = self.of_client.get_mut(client)
        {
            of_client.sessions.wait(&session);
            self.clients.wait(client);
        }
    }

    /// Serves the next session until [`release`](Self::release). Returns `None` if no session is
    /// waiting or one is being served.
    pub(super) fn next(&mut self) -> Option<SessionId> {
        if self.serving.is_some() {
            return None;
        }
        let client = self.clients.next()?;
        let session = self.of_client.get_mut(&client)?.sessions.next()?;
        self.serving = Some(Serving { client, session });
        Some(session)
    }

    pub(super) fn charge(&mut self, time: Duration) {
        if let Some(serving) = &self.serving {
            self.clients.charge(&serving.client, time);
            if let Some(of_client) = self.of_client.get_mut(&serving.client) {
                of_client.sessions.charge(&serving.session, time);
            }
        }
    }

    /// Ends the service. If `waits`, the session waits again.
    pub(super) fn release(&mut self, waits: bool) {
        let Some(Serving { client, session }) = self.serving.take() else {
            return;
        };
        let own = self.of_client.get_mut(&client).map(|own| &mut own.sessions);
        let waits = waits && self.sessions.contains_key(&session);
        let is_one_waiting = own.is_some_and(|own| {
            if waits {
                own.wait_again(&session);
            } else {
                own.leave(&session);
            }
            own.waiting_count() > 0
        });
        if is_one_waiting {
            self.clients.wait_again(&client);
        } else {
            self.clients.leave(&client);
        }
    }

    pub(super) fn withdraw(&mut self, session: SessionId) {
        if let Some(client) = self.sessions.get(&session)
            && let Some(of_client) = self.of_client.get_mut(client)
        {
            of_client.sessions.leave(&session);
            if of_client.sessions.waiting_count() == 0 && !self.clients.is_served(client) {
                self.clients.leave(client);
            }
        }
    }

    /// Closes a session. If it is being served, its client counts as served until the release.
    pub(super) fn close(&mut self, session: SessionId) {
        self.withdraw(session);
        let Some(client) = self.sessions.remove(&session) else {
            return;
        };
        if let Some(of_client) = self.of_client.get_mut(&client) {
            of_client.open -= 1;
            if of_client.open == 0 {
                self.of_client.remove(&client);
            }
        }
    }

    pub(super) fn waiting_clients(&self) -> usize {
        self.clients.waiting_count()
    }

    /// Returns the number of sessions ahead of a waiting one: the one being served, one session of
    /// each client ahead, and the earlier sessions of its own client.
    pub(super) fn ahead_of(&self, session: SessionId) -> usize {
        let Some(client) = self.sessions.get(&session) else {
            return 0;
        };
        let own = self.of_client.get(client);
        let own = own.map_or(0, |own| own.sessions.before(&session).count());
        let has_engine = |serving: &Serving| serving.session != session;
        usize::from(self.serving.as_ref().is_some_and(has_engine))
            + self.clients.before(client).count()
            + own
    }
}

#[cfg(test)]
#[path = "session_queue_tests.rs"]
mod tests;
