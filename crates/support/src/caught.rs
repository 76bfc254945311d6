//! Panics of other libraries, turned into errors.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local! {
    static IS_CATCHING: Cell<bool> = const { Cell::new(false) };
}

/// Runs `work`, and returns the message of a panic in it. `work` must not leave anything half-changed that is
/// used afterwards.
///
/// # Errors
///
/// Returns the panic's message, or an empty one if it has none.
pub fn catching<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    let before = IS_CATCHING.replace(true);
    let result = catch_unwind(AssertUnwindSafe(work));
    IS_CATCHING.set(before);
    result.map_err(|panic| match panic.downcast::<String>() {
        Ok(message) => *message,
        Err(panic) => panic
            .downcast::<&str>()
            .map_or_else(|_| String::new(), |text| (*text).to_owned()),
    })
}

/// Returns whether this thread is in [`catching`], so that a panic hook need not report a panic.
#[must_use]
pub fn is_catching() -> bool {
    IS_CATCHING.get()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_its_message() {
        std::panic::set_hook(Box::new(|_| assert!(is_catching())));
        assert_eq!(catching(|| 1), Ok(1));
        assert_eq!(
            catching(|| panic!("literal")),
            Err::<(), _>("literal".to_owned())
        );
        let number = 3;
        assert_eq!(
            catching(|| panic!("number {number}")),
            Err::<(), _>("number 3".to_owned())
        );
        drop(std::panic::take_hook());
        assert!(!is_catching());
    }
}
