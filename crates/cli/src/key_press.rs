//! Key presses that end a search.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use crossterm::event::{self, Event, KeyEventKind};

use crate::context::Context;

/// Interval between checks for a key and for Ctrl-C.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// A flag that Ctrl-C sets and, on request, any key on the terminal, until this value is dropped.
pub(crate) struct KeyPress {
    /// The flag that stops a search.
    pub(crate) flag: Arc<AtomicBool>,
    listener: Option<(JoinHandle<()>, Arc<AtomicBool>)>,
}

impl KeyPress {
    /// Returns a flag that Ctrl-C sets and, with `any_key` on a terminal, any key.
    pub(crate) fn stop_flag(any_key: bool, context: &Context) -> Self {
        let interrupted = Arc::clone(&context.interrupted);
        if !any_key || !std::io::stdin().is_terminal() {
            return Self {
                flag: interrupted,
                listener: None,
            };
        }
        read_single_keys(true);
        context.on_forced_exit(|| read_single_keys(false));
        let flag = Arc::new(AtomicBool::new(false));
        let is_done = Arc::new(AtomicBool::new(false));
        let (stop, done) = (Arc::clone(&flag), Arc::clone(&is_done));
        let thread = std::thread::spawn(move || {
            while !done.load(Ordering::Relaxed) {
                if interrupted.load(Ordering::Relaxed) || is_key_pressed() {
                    stop.store(true, Ordering::Relaxed);
                    break;
                }
            }
        });
        Self {
            flag,
            listener: Some((thread, is_done)),
        }
    }
}

impl Drop for KeyPress {
    fn drop(&mut self) {
        if let Some((thread, is_done)) = self.listener.take() {
            is_done.store(true, Ordering::Relaxed);
            // A panic in the listener does not affect the search.
            let _ = thread.join();
            read_single_keys(false);
        }
    }
}

/// Waits briefly for a key.
fn is_key_pressed() -> bool {
    let is_press = |event| matches!(event, Event::Key(key) if key.kind == KeyEventKind::Press);
    match event::poll(POLL_INTERVAL) {
        Ok(true) => event::read().is_ok_and(is_press),
        Ok(false) => false,
        Err(_) => {
            std::thread::sleep(POLL_INTERVAL);
            false
        }
    }
}

/// Makes the terminal return single keys without echo, or whole lines again. Unlike in crossterm's
/// raw mode, Ctrl-C still sends a signal and output is unaffected.
#[cfg(unix)]
fn read_single_keys(is_on: bool) {
    use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};
    let stdin = std::io::stdin();
    if let Ok(mut modes) = tcgetattr(&stdin) {
        let lines = LocalModes::ICANON | LocalModes::ECHO;
        modes.local_modes.set(lines, !is_on);
        // If this fails, Enter still ends the search.
        let _ = tcsetattr(&stdin, OptionalActions::Now, &modes);
    }
}

#[cfg(not(unix))]
fn read_single_keys(is_on: bool) {
    use crossterm::terminal::{disable_raw_mode, enable_raw_mode};
    // If this fails, Enter still ends the search.
    let _ = if is_on {
        enable_raw_mode()
    } else {
        disable_raw_mode()
    };
}
