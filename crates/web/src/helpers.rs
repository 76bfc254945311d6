//! Workers that help a search, in a module whose memory they share. Rayon uses them as threads.

use std::sync::{Condvar, Mutex, PoisonError};

use rayon::{ThreadBuilder, ThreadPoolBuilder};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// Threads of Rayon that no worker has taken yet.
static WAITING: Mutex<Vec<ThreadBuilder>> = Mutex::new(Vec::new());
static ADDED: Condvar = Condvar::new();

/// Returns the memory, for the workers that share it.
#[wasm_bindgen]
#[must_use]
pub fn shared_memory() -> JsValue {
    wasm_bindgen::memory()
}

/// Builds the global Rayon pool from `count` workers, and waits until each has called [`help`].
/// Fails if the pool already exists.
#[wasm_bindgen]
pub fn start_helpers(count: usize) -> Result<(), String> {
    let pool = ThreadPoolBuilder::new().num_threads(count);
    let pool = pool.spawn_handler(|thread| {
        let mut waiting = WAITING.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.push(thread);
        ADDED.notify_one();
        Ok(())
    });
    pool.build_global().map_err(|error| error.to_string())
}

/// Makes the calling worker a thread. Does not return.
#[wasm_bindgen]
pub fn help() {
    let mut waiting = WAITING.lock().unwrap_or_else(PoisonError::into_inner);
    let thread = loop {
        match waiting.pop() {
            Some(thread) => break thread,
            None => waiting = ADDED.wait(waiting).unwrap_or_else(PoisonError::into_inner),
        }
    };
    drop(waiting);
    thread.run();
}
