//! Threads with a stack that is deep enough for a search.

use std::io;
use std::thread::{Builder, Scope, ScopedJoinHandle};

/// Stack in bytes that a search needs on the largest boards: a node takes a few kilobytes, and
/// up to 124 are nested.
const STACK: usize = 16 << 20;

/// Starts a thread of a search.
///
/// # Errors
///
/// If the system refuses it.
pub(super) fn spawn<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    Builder::new().stack_size(STACK).spawn_scoped(scope, work)
}
