//! Threads of a search.

use std::io;
use std::thread::{Builder, Scope, ScopedJoinHandle};

/// Stack in bytes that a search needs on the largest boards: a node takes a few kilobytes, and up
/// to 124 nodes are nested.
const STACK: usize = 16 << 20;

/// Starts a thread with a stack that is large enough for a search. Fails if the system refuses it.
pub(super) fn spawn<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    Builder::new().stack_size(STACK).spawn_scoped(scope, work)
}

/// Runs `work` on the calling thread and `help` on up to `helpers` others, and returns when all
/// have finished. With fewer helpers a search is slower but still correct.
#[cfg(not(all(target_arch = "wasm32", target_feature = "atomics")))]
pub(super) fn with_helpers(helpers: usize, help: impl Fn() + Sync, work: impl FnOnce()) {
    let help = &help;
    std::thread::scope(|scope| {
        let started = (0..helpers).take_while(|_| spawn(scope, help).is_ok());
        let _ = started.count();
        work();
    });
}

/// Runs `work` on the calling thread and `help` on up to `helpers` threads of Rayon, which can run
/// on the workers of a browser, where `std::thread` cannot start any.
#[cfg(all(target_arch = "wasm32", target_feature = "atomics"))]
pub(super) fn with_helpers(helpers: usize, help: impl Fn() + Sync, work: impl FnOnce()) {
    let help = &help;
    rayon::in_place_scope(|scope| {
        for _ in 0..helpers {
            scope.spawn(move |_| help());
        }
        work();
    });
}
